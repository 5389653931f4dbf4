//! The catalog: who won which name, and everything that was noticed.

use std::path::PathBuf;

use repertoire_cache::Digest;
use repertoire_diagnostic::Diagnostic;
use repertoire_schema::{Format, Metadata};

use crate::layout::Preference;
use crate::root::{RootSpec, Trust};

/// One skill of the catalog: everything but its instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name, description and the other facts of the source.
    pub metadata: Metadata,
    /// The source, as its root was given.
    pub path: PathBuf,
    /// The source without links.
    pub canonical: PathBuf,
    /// The path of its root, as it was given.
    pub root: PathBuf,
    /// The place of its root in the list, from 0.
    pub root_index: usize,
    /// The format of the source.
    pub format: Format,
    /// The SHA-256 of the source as it was read.
    pub digest: Digest,
}

/// A valid definition whose name leads to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadowed {
    /// The definition.
    pub entry: Entry,
    /// The winner, as an index into [`Catalog::entries`]. Where the name is the address of another
    /// definition, that is the entry of this other definition's own name.
    pub winner: usize,
    /// Whether `label:name` leads to it.
    pub addressable: bool,
}

/// What a discovery found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The roots that were looked at, each path once; `root_index` counts in this list.
    pub roots: Vec<RootSpec>,
    /// By what one of several definitions of a name in one root won.
    pub preference: Preference,
    /// One entry a name: by root, then by the bytes of the directory's path.
    pub entries: Vec<Entry>,
    /// The valid definitions that lost their names, in the same order.
    pub shadowed: Vec<Shadowed>,
    /// What was noticed: by root, then path, then span.
    pub diagnostics: Vec<Diagnostic>,
}

impl Catalog {
    /// The entry of a name. `label:name` is the definition of that name in the root of that label,
    /// shadowed or not; of several in one root, the one that comes before the others. Where both a
    /// name and an address fit, the more trusted root has it, and of two alike the address. A second
    /// path to the file that has the name is no other definition, and has no address of its own.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.metadata.name == name) {
            return Some(entry);
        }
        addressed(&self.roots, name).find_map(|(root_index, name)| {
            let of_root = |entry: &&Entry| entry.root_index == root_index && entry.metadata.name == name;
            let shadowed = self.shadowed.iter().filter(|shadowed| shadowed.addressable);
            self.entries.iter().find(of_root).or_else(|| shadowed.map(|it| &it.entry).find(of_root))
        })
    }

    /// The definitions that an entry of [`Catalog::entries`] shadows.
    pub fn shadowed_by(&self, winner: &Entry) -> impl Iterator<Item = &Entry> {
        let index = self.entries.iter().position(|entry| std::ptr::eq(entry, winner) || entry == winner);
        self.shadowed
            .iter()
            .filter(move |shadowed| Some(shadowed.winner) == index)
            .map(|shadowed| &shadowed.entry)
    }
}

/// The roots and names in them that a text may be the address of, those of full trust first. A label
/// may itself hold a colon.
pub(crate) fn addressed<'a>(
    roots: &'a [RootSpec],
    address: &'a str,
) -> impl Iterator<Item = (usize, &'a str)> {
    let of_trust = move |trust| {
        let roots = roots.iter().enumerate().filter(move |(_, root)| root.trust == trust);
        roots.filter_map(move |(index, root)| {
            Some((index, address.strip_prefix(root.label.as_str())?.strip_prefix(':')?))
        })
    };
    of_trust(Trust::Full).chain(of_trust(Trust::Reduced))
}
