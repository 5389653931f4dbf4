//! The skills of a server, looked at anew for each request.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use repertoire::diagnostic::{Diagnostic, Kind, Severity};
use repertoire::discovery::{Catalog, Entry, discover, read};
use repertoire::routing::{Card, Index};
use repertoire::session::Session;

use crate::files::Roots;
use crate::options::Options;
use crate::shelf::Shelf;
use crate::voice::Voice;

/// So long it counts where skills were found, for a request that reads one of them.
const RECENT: Duration = Duration::from_secs(1);

/// What all requests share.
pub(crate) struct Library {
    pub(crate) options: Options,
    pub(crate) session: Session,
    pub(crate) voice: Arc<Voice>,
    index: Mutex<Option<(Vec<Entry>, Arc<Index>)>>,
    found: Mutex<Option<Found>>,
}

/// Where skills were found, and when.
#[derive(Clone)]
struct Found {
    at: Instant,
    catalog: Arc<Catalog>,
    shelf: Arc<Shelf>,
}

impl Library {
    pub(crate) fn new(options: Options, voice: Arc<Voice>) -> Self {
        let session = Session::new(options.discovery.clone());
        Self { options, session, voice, index: Mutex::default(), found: Mutex::default() }
    }

    /// The skills as they are now.
    pub(crate) fn view(&self) -> View<'_> {
        let at = Instant::now();
        let catalog = Arc::new(discover(&self.options.discovery));
        self.say_what_is_lost(&catalog);
        let shelf = Arc::new(Shelf::of(&catalog));
        let found = Found { at, catalog, shelf };
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
        View { library: self, catalog: found.catalog, shelf: found.shelf }
    }

    /// Says of which sources no skill came, which roots are not there, and which bound ended a scan.
    fn say_what_is_lost(&self, catalog: &Catalog) {
        let bounds = [Kind::ScanDirectoryLimit, Kind::ScanEntryLimit, Kind::ScanCharacterLimit];
        let lost = |found: &&Diagnostic| found.severity == Severity::Error || bounds.contains(&found.kind);
        for found in catalog.diagnostics.iter().filter(lost) {
            let place = found.path.as_deref().map(|path| format!("{path}: ")).unwrap_or_default();
            self.voice.say(&format!("{place}{}", found.message));
        }
    }

    /// The skills where they were a moment ago, if somebody looked then. What is read by it is read
    /// now, and judged now; what cannot be found by it may have come since.
    pub(crate) fn recent(&self) -> Option<View<'_>> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let is_recent = found.at.elapsed() < RECENT;
        is_recent.then_some(View { library: self, catalog: found.catalog, shelf: found.shelf })
    }
}

/// The skills as one request sees them.
pub(crate) struct View<'l> {
    pub(crate) library: &'l Library,
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) shelf: Arc<Shelf>,
}

impl View<'_> {
    /// The roots, opened for this request.
    pub(crate) fn roots(&self) -> Roots<'_> {
        Roots::open(&self.catalog.roots, &self.library.options.discovery)
    }

    /// The index of the router over the catalog with its bodies. It is built anew when a source
    /// changed, which the digests in the catalog tell.
    pub(crate) fn index(&self) -> Arc<Index> {
        let mut held = self.library.index.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((entries, index)) = &*held
            && *entries == self.catalog.entries
        {
            return Arc::clone(index);
        }
        let options = &self.library.options.discovery;
        let body = |entry| read(entry, options).ok().map(|fresh| fresh.skill.instructions);
        let bodies: Vec<Option<String>> = self.catalog.entries.iter().map(body).collect();
        let cards: Vec<Card<'_>> = self
            .catalog
            .entries
            .iter()
            .zip(&bodies)
            .map(|(entry, body)| {
                let directory = entry.path.parent().and_then(|parent| parent.file_name());
                let directory = directory.and_then(|name| name.to_str());
                Card { directory, body: body.as_deref(), ..Card::of(&entry.metadata, "") }
            })
            .collect();
        let index = Arc::new(Index::build(&cards));
        *held = Some((self.catalog.entries.clone(), Arc::clone(&index)));
        index
    }
}
