//! Why one definition lost its name to another.

use std::path::Path;

use repertoire_schema::Format;

use crate::catalog::Entry;
use crate::layout::Preference;
use crate::root::{RootSpec, Trust};

/// The rule by which an address comes before a name that is written like it.
pub(crate) const ADDRESS: &str = "address";

/// The rule by which one definition lost its name to another.
pub(crate) fn why_lost(
    loser: &Entry,
    winner: &Entry,
    from: &RootSpec,
    by: &RootSpec,
    preference: Preference,
) -> (&'static str, String) {
    let directory = |entry: &Entry| entry.path.parent().map(Path::to_path_buf);
    let named = |entry: &Entry| {
        directory(entry).and_then(|path| path.file_name().map(|name| name == entry.metadata.name.as_str()))
    };
    if loser.metadata.name != winner.metadata.name {
        return (
            ADDRESS,
            format!("`{}` is the address of a skill in the root of that label", loser.metadata.name),
        );
    }
    if loser.root_index != winner.root_index {
        return if from.trust == Trust::Reduced && by.trust == Trust::Full {
            (
                "reduced-trust",
                format!("a root of reduced trust never takes a name from one of full trust, `{}`", by.label),
            )
        } else {
            ("earlier-root", format!("the root `{}` comes before `{}`", by.label, from.label))
        };
    }
    if directory(loser) == directory(winner) {
        return match winner.format {
            Format::Native => {
                ("native-first", "in one directory `SKILL.sexp` comes before `SKILL.md`".to_owned())
            }
            Format::AgentSkill => ("directory-name", "the other bears the name of its directory".to_owned()),
        };
    }
    match (named(winner), named(loser)) {
        _ if preference == Preference::Path => {
            ("path-order", "the winner comes first by the bytes of its path".to_owned())
        }
        (Some(true), Some(false)) => {
            ("directory-name", "the directory of the winner bears the name".to_owned())
        }
        _ if is_hidden(loser) && !is_hidden(winner) => {
            ("hidden-directory", "the loser lies in a hidden directory".to_owned())
        }
        _ => ("path-order", "the winner comes first by the bytes of its path".to_owned()),
    }
}

fn is_hidden(entry: &Entry) -> bool {
    let below = entry.path.strip_prefix(&entry.root).unwrap_or(&entry.path);
    below.iter().any(|name| name.as_encoded_bytes().starts_with(b"."))
}
