//! The catalog: who won which name, and everything that was noticed.

use std::path::PathBuf;

use repertoire_cache::Digest;
use repertoire_diagnostic::Diagnostic;
use repertoire_schema::{Format, Metadata};

use crate::root::RootSpec;

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

/// A valid definition whose name another one has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadowed {
    /// The definition.
    pub entry: Entry,
    /// The winner, as an index into [`Catalog::entries`].
    pub winner: usize,
}

/// What a discovery found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The roots that were looked at, each path once; `root_index` counts in this list.
    pub roots: Vec<RootSpec>,
    /// One entry a name: by root, then by the bytes of the directory's path.
    pub entries: Vec<Entry>,
    /// The valid definitions that lost their names, in the same order.
    pub shadowed: Vec<Shadowed>,
    /// What was noticed: by root, then path, then span.
    pub diagnostics: Vec<Diagnostic>,
}

impl Catalog {
    /// The entry of a name. Where no skill bears the name as it stands, `label:name` is the
    /// definition of that name in the root of that label, shadowed or not.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.metadata.name == name) {
            return Some(entry);
        }
        let (label, name) = name.split_once(':')?;
        let root_index = self.roots.iter().position(|root| root.label == label)?;
        let of_root = |entry: &&Entry| entry.root_index == root_index && entry.metadata.name == name;
        let shadowed = self.shadowed.iter().map(|shadowed| &shadowed.entry);
        self.entries.iter().find(of_root).or_else(|| shadowed.clone().find(of_root))
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
