//! What changed under the roots since the last look.
//!
//! There is no queue of events to miss, and nothing to set up anew when a directory is deleted and
//! made again: each look scans the roots as a request does, and the difference is what changed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use repertoire::fs::{Identity, Stat};
use repertoire::schema::Metadata;

use crate::library::Library;
use crate::skills::uri;
use crate::uri::canonical;

/// So many files are looked at; changes of others go unnoticed.
const MOST_FILES: usize = 200_000;

/// Looking takes at most one part in so many of the time.
pub(crate) const SHARE: u32 = 20;

/// What tells one state of a file from another.
type Stamp = (Identity, u64, i128, i128);

/// The skills and their files at one moment.
#[derive(Debug, Default)]
pub(crate) struct Look {
    catalog: Vec<(PathBuf, Metadata)>,
    files: BTreeMap<String, Option<Stamp>>,
}

impl Look {
    /// Looks at everything.
    pub(crate) fn of(library: &Library) -> Self {
        let view = library.view();
        let roots = view.roots();
        let mut look = Self::default();
        'places: for place in &view.shelf.places {
            let Ok(directory) = roots.skill(&view.catalog.entries[place.entry]) else { continue };
            let files = directory.files(&mut |said| library.voice.say(&said)).unwrap_or_default();
            for file in files {
                if look.files.len() >= MOST_FILES {
                    library.voice.say(&format!("changes are noticed in the first {MOST_FILES} files only"));
                    break 'places; // the files of the others need not even be listed
                }
                let stamp = directory.stat(&file).map(stamp);
                if let Ok(uri) = uri(place, &file) {
                    look.files.insert(uri, stamp);
                }
            }
        }
        let entries = view.catalog.entries.iter();
        look.catalog = entries.map(|entry| (entry.path.clone(), entry.metadata.clone())).collect();
        look
    }

    /// What is different in a later look.
    pub(crate) fn changes(&self, later: &Self) -> Change {
        let mut files: Vec<String> = Vec::new();
        let differs =
            |(uri, stamp): (&String, &Option<Stamp>), other: &Self| other.files.get(uri) != Some(stamp);
        files.extend(self.files.iter().filter(|file| differs(*file, later)).map(|(uri, _)| uri.clone()));
        files.extend(later.files.keys().filter(|uri| !self.files.contains_key(*uri)).cloned());
        files.sort_unstable();
        Change { files, catalog: self.catalog != later.catalog }
    }
}

fn stamp(stat: Stat) -> Stamp {
    (stat.identity, stat.size, stat.modified, stat.changed)
}

/// What changed between two looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// The URIs of the files that came, went or changed, ordered.
    pub(crate) files: Vec<String>,
    /// Whether the catalog changed: names, descriptions, places.
    pub(crate) catalog: bool,
}

impl Change {
    pub(crate) fn is_none(&self) -> bool {
        self.files.is_empty() && !self.catalog
    }

    /// Whether a file, or something in a directory, changed, however its URI is spelled.
    pub(crate) fn touches(&self, uri: &str) -> bool {
        let uri = &*canonical(uri);
        if self.files.binary_search_by(|file| file.as_str().cmp(uri)).is_ok() {
            return true;
        }
        let below = format!("{uri}/");
        let from = self.files.partition_point(|file| file.as_str() < below.as_str());
        self.files.get(from).is_some_and(|file| file.starts_with(&below))
    }
}

/// What a listener is told of.
pub(crate) type News = Arc<Change>;

#[cfg(test)]
mod tests {
    use super::*;

    fn look(files: &[(&str, u64)]) -> Look {
        let stamp = |size: u64| Some((Identity { device: 1, inode: 1 }, size, 0, 0));
        let files = files.iter().map(|(uri, size)| ((*uri).to_owned(), stamp(*size))).collect();
        Look { catalog: Vec::new(), files }
    }

    #[test]
    fn what_came_went_and_changed_is_told_once_and_in_order() {
        let before = look(&[("a", 1), ("b", 1), ("d", 1)]);
        let later = look(&[("a", 1), ("b", 2), ("c", 1)]);
        let change = before.changes(&later);
        assert_eq!(change, Change { files: ["b", "c", "d"].map(str::to_owned).into(), catalog: false });
        assert!(before.changes(&look(&[("a", 1), ("b", 1), ("d", 1)])).is_none());
    }

    #[test]
    fn a_directory_is_touched_by_what_is_in_it() {
        let change =
            Change { files: ["skill://a-b/x", "skill://a/x/y"].map(str::to_owned).into(), catalog: false };
        for (uri, touched) in [
            ("skill://a", true),
            ("skill://a/x", true),
            ("skill://a/x/y", true),
            ("skill://a/x/y/z", false),
            ("skill://a-", false),
            ("skill://b", false),
        ] {
            assert_eq!(change.touches(uri), touched, "{uri}");
        }
    }
}
