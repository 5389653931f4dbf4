//! The index that catalogs are ranked by, built once for as long as no source changes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use repertoire_discovery::{Catalog, Entry, Options, read};
use repertoire_routing::{Card, Index};

/// The index of the catalog that was asked for last.
#[derive(Debug, Default)]
pub(crate) struct Ranking {
    last: Mutex<Option<Indexed>>,
}

#[derive(Debug)]
struct Indexed {
    sources: Vec<Source>,
    index: Arc<Index>,
}

/// What tells one source from another, and from what it was before.
#[derive(Debug, PartialEq)]
struct Source {
    path: PathBuf,
    digest: [u8; 32],
}

impl Source {
    fn of(entry: &Entry) -> Self {
        Self { path: entry.path.clone(), digest: entry.digest.0 }
    }
}

impl Ranking {
    /// The index of a catalog with its current bodies. A source that cannot be read by now counts
    /// without its body.
    pub(crate) fn index(&self, catalog: &Catalog, options: &Options) -> Arc<Index> {
        let sources: Vec<Source> = catalog.entries.iter().map(Source::of).collect();
        if let Some(last) = &*self.lock()
            && last.sources == sources
        {
            return Arc::clone(&last.index);
        }
        // Built without the lock: whoever asks meanwhile builds its own, and both are right.
        let (index, whole) = build(catalog, options);
        let index = Arc::new(index);
        // A source that could not be read may be readable next time without having changed, and one that
        // changed meanwhile may change back: the digests of the catalog do not tell.
        *self.lock() = whole.then(|| Indexed { sources, index: Arc::clone(&index) });
        index
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Indexed>> {
        // It holds a whole index or none.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The index, and whether every body is in it as the catalog saw it.
fn build(catalog: &Catalog, options: &Options) -> (Index, bool) {
    let mut whole = true;
    let body = |entry: &Entry| {
        let fresh = read(entry, options).ok();
        whole &= fresh.as_ref().is_some_and(|fresh| !fresh.changed);
        Some(fresh?.skill.instructions)
    };
    let bodies: Vec<Option<String>> = catalog.entries.iter().map(body).collect();
    let cards: Vec<Card<'_>> = catalog
        .entries
        .iter()
        .zip(&bodies)
        .map(|(entry, body)| {
            let directory = entry.path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
            Card { directory, body: body.as_deref(), ..Card::of(&entry.metadata, "") }
        })
        .collect();
    (Index::build(&cards), whole)
}
