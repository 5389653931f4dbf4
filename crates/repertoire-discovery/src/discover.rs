//! From roots to a catalog.

use std::path::Path;
use std::sync::Arc;

use repertoire_diagnostic::Diagnostic;
use repertoire_fs::{Confinement, Error, Root};
use repertoire_schema::names_alike;

use crate::catalog::{Catalog, Entry};
use crate::covered::Covered;
use crate::judge::{Judge, Judged, directory_name, key};
use crate::memory::Remembered;
use crate::options::Options;
use crate::parallel;
use crate::precedence::{self, Candidate};
use crate::report::Reporter;
use crate::root::{RootSpec, Scope, Trust, unique_labels};
use crate::walk::{Found, Walked, walk};

/// So many sources are read before their characters are charged, so that little is read in vain.
const CHUNK: usize = 512;

/// Finds the skills in the roots of `options`. Never fails: what is wrong is in the diagnostics.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::{Options, RootSpec, discover};
///
/// let catalog = discover(&Options::new(vec![RootSpec::given("no/such/root")]));
/// assert!(catalog.entries.is_empty());
/// assert_eq!(catalog.diagnostics[0].kind.as_str(), "missing-root");
/// ```
#[must_use]
pub fn discover(options: &Options) -> Catalog {
    let opened = OpenRoots::open(options);
    let mut scan = Scan {
        options,
        started: repertoire_fs::now(),
        remembered: Remembered::open(options, &opened),
        candidates: Vec::new(),
        diagnostics: Vec::new(),
    };
    for (index, spec) in opened.specs.iter().enumerate() {
        let reporter = Reporter { spec, index };
        match opened.confinement(index, options) {
            Ok((confinement, errors)) => {
                scan.diagnostics.extend(errors.iter().map(|error| reporter.lost_bound(error)));
                scan.root(&confinement, &opened.covered(index), reporter);
            }
            Err(error) => scan.diagnostics.push(reporter.missing_root(error)),
        }
    }
    let Scan { remembered, candidates, mut diagnostics, .. } = scan;
    let mut catalog = precedence::settle(&opened.specs, candidates, options.rules.preference);
    diagnostics.extend(remembered.finish(options));
    catalog.diagnostics.append(&mut diagnostics);
    let near = near_names(&opened.specs, &catalog.entries);
    catalog.diagnostics.extend(near);
    catalog.diagnostics.sort_by(order);
    catalog
}

/// By root, then path, then span; the sort is stable, so that the rest stays as it came.
fn order(a: &Diagnostic, b: &Diagnostic) -> std::cmp::Ordering {
    let start = |diagnostic: &Diagnostic| diagnostic.span.map(|span| (span.start, span.end));
    a.root_index
        .cmp(&b.root_index)
        .then_with(|| a.path.cmp(&b.path))
        .then_with(|| start(a).cmp(&start(b)))
        .then_with(|| a.kind.cmp(&b.kind))
}

/// The roots of a discovery, each path once, held open.
pub(crate) struct OpenRoots {
    pub(crate) specs: Vec<RootSpec>,
    roots: Vec<Result<Arc<Root>, Error>>,
}

impl OpenRoots {
    pub(crate) fn open(options: &Options) -> Self {
        let mut specs: Vec<RootSpec> = Vec::new();
        let mut roots: Vec<Result<Arc<Root>, Error>> = Vec::new();
        for spec in &options.roots {
            let root = open(&spec.path, options);
            let known = specs.iter_mut().zip(&roots).find(|(known, opened)| {
                known.path == spec.path
                    || matches!((opened, &root), (Ok(a), Ok(b)) if a.canonical() == b.canonical())
            });
            match known {
                // The first gives the place in the order, and the lower trust counts.
                Some((known, _)) => known.trust = known.trust.max(spec.trust),
                None => {
                    specs.push(spec.clone());
                    roots.push(root);
                }
            }
        }
        unique_labels(&mut specs);
        let mut opened = Self { specs, roots };
        opened.lower_trust();
        opened
    }

    /// A root that nobody named has no more trust than one that was named and holds it.
    fn lower_trust(&mut self) {
        let reduced: Vec<&Path> = self
            .canonical()
            .filter(|(_, index)| self.specs[*index].trust == Trust::Reduced)
            .map(|(path, _)| path)
            .collect();
        let held = |path: &Path| reduced.iter().any(|root| path.starts_with(root));
        let held: Vec<usize> =
            self.canonical().filter(|(path, _)| held(path)).map(|(_, index)| index).collect();
        for index in held {
            if self.specs[index].scope != Scope::Given {
                self.specs[index].trust = Trust::Reduced;
            }
        }
    }

    /// The canonical path of each root that is there, with its place in the list.
    fn canonical(&self) -> impl Iterator<Item = (&Path, usize)> {
        self.roots
            .iter()
            .enumerate()
            .filter_map(|(index, root)| Some((root.as_ref().ok()?.canonical(), index)))
    }

    /// What a root must leave to those of reduced trust.
    pub(crate) fn covered(&self, index: usize) -> Covered<'_> {
        Covered::new(&self.specs, index, self.canonical())
    }

    /// The confinement of one root, and the bounds that are there and cannot be opened.
    pub(crate) fn confinement(
        &self,
        index: usize,
        options: &Options,
    ) -> Result<(Confinement, Vec<Error>), &Error> {
        let root = self.roots[index].as_ref()?.clone();
        let spec = &self.specs[index];
        let mut bounds: Vec<Arc<Root>> = Vec::new();
        let mut errors = Vec::new();
        if spec.trust == Trust::Full {
            bounds.extend(self.roots.iter().flatten().cloned());
            for path in spec.bounds.iter().chain(&options.links_within) {
                match open(path, options) {
                    Ok(bound) => bounds.push(bound),
                    Err(Error::NotFound { .. }) => {}
                    Err(error) => errors.push(error),
                }
            }
        }
        Ok((Confinement::new(root, bounds), errors))
    }

    /// What kept a root from being opened.
    pub(crate) fn into_error(self, index: usize) -> Option<Error> {
        self.roots.into_iter().nth(index)?.err()
    }
}

fn open(path: &Path, options: &Options) -> Result<Arc<Root>, Error> {
    let root = Root::open(path)?;
    Ok(Arc::new(match options.opening {
        Some(opening) => root.with_opening(opening),
        None => root,
    }))
}

/// Names of different roots that are easily taken for each other: what is said is about the skill of lower
/// trust, else about the later one.
fn near_names(roots: &[RootSpec], entries: &[Entry]) -> Vec<Diagnostic> {
    let names: Vec<(usize, &str)> =
        entries.iter().map(|entry| (entry.root_index, entry.metadata.name.as_str())).collect();
    let trust = |entry: &Entry| roots[entry.root_index].trust;
    let pairs = names_alike(&names).into_iter().map(|(later, earlier)| (&entries[later], &entries[earlier]));
    pairs
        .map(|(later, earlier)| {
            let swapped = trust(earlier) == Trust::Reduced && trust(later) == Trust::Full;
            let (entry, other) = if swapped { (earlier, later) } else { (later, earlier) };
            let reporter = Reporter { spec: &roots[entry.root_index], index: entry.root_index };
            let below = entry.path.strip_prefix(&entry.root).unwrap_or(&entry.path);
            reporter.near(below, &entry.metadata.name, &other.metadata.name, &other.path)
        })
        .collect()
}

/// A discovery in progress.
struct Scan<'a> {
    options: &'a Options,
    started: i128,
    remembered: Remembered,
    candidates: Vec<Candidate>,
    diagnostics: Vec<Diagnostic>,
}

impl Scan<'_> {
    /// Walks one root and reads what it found.
    fn root(&mut self, confinement: &Confinement, covered: &Covered<'_>, reporter: Reporter<'_>) {
        let mut walk = walk(confinement, covered, reporter, self.options);
        self.diagnostics.append(&mut walk.diagnostics);
        let mut sources = std::mem::take(&mut walk.sources);
        // The walk gives a native form before the Markdown beside it, and the sort is stable.
        let path = |found: &Found| walk.directories[found.directory].below.as_os_str();
        sources.sort_by(|a, b| path(a).cmp(path(b)));
        let most = self.options.limits.characters;
        let mut characters = 0_usize;
        for chunk in sources.chunks(CHUNK) {
            let judge = Judge {
                confinement,
                covered,
                reporter,
                options: self.options,
                walk: &walk,
                conversions: self.remembered.conversions.as_ref(),
                index: self.remembered.index.as_ref(),
                remember: self.remembered.remembers(),
                started: self.started,
            };
            let threads = self.options.thread_count();
            let judged = parallel::map(chunk, threads, || 0, |next, found| judge.judge(found, next));
            for (found, mut judged) in chunk.iter().zip(judged) {
                let directory = &walk.directories[found.directory];
                characters = characters.saturating_add(judged.characters);
                if characters > most {
                    let below = directory.below.join(found.format.file_name());
                    self.diagnostics.push(reporter.character_limit(&below, most));
                    return;
                }
                if let Some(memory) = judged.memory.take() {
                    self.remembered.keep(reporter.index, key(directory, found), memory);
                }
                self.take(confinement, reporter, directory, found, judged);
            }
        }
    }

    /// Takes what became of one source.
    fn take(
        &mut self,
        confinement: &Confinement,
        reporter: Reporter<'_>,
        directory: &Walked,
        found: &Found,
        judged: Judged,
    ) {
        self.diagnostics.extend(judged.diagnostics);
        if let Some(failure) = judged.cache_failure {
            self.remembered.fail(failure);
        }
        let Some(definition) = judged.definition else { return };
        let canonical = definition.canonical.unwrap_or_else(|| {
            confinement.canonical(&directory.place(confinement).child(found.format.file_name()))
        });
        self.candidates.push(Candidate {
            entry: Entry {
                metadata: definition.metadata,
                path: reporter.path(&directory.below.join(found.format.file_name())),
                canonical,
                root: reporter.spec.path.clone(),
                root_index: reporter.index,
                format: found.format,
                digest: definition.digest,
            },
            directory_name: directory_name(&reporter, &directory.below),
            directory: directory.below.clone(),
        });
    }
}
