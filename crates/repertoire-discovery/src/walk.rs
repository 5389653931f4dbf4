//! The bounded walk of one root: level by level, without recursion, in an order of its own.
//!
//! Directories are visited before the links beside them, so that a skill is known by its own
//! path rather than by a link to it, and shallow ones before deep ones, so that a bound cuts
//! off what is deepest.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use repertoire_diagnostic::Diagnostic;
use repertoire_fs::{Confinement, Error, FileType, ListBuffer, Place};
use repertoire_schema::Format;

use crate::covered::Covered;
use crate::options::{Links, Options};
use crate::parallel;
use crate::report::Reporter;

/// Entries of overfull directories cost time although they are dropped: after so many times
/// the bound on entries, the scan of the root ends.
const WASTE: usize = 10;

/// A directory that was listed.
#[derive(Debug)]
pub(crate) struct Walked {
    /// Its path below the root, as it was walked.
    pub(crate) below: PathBuf,
    /// Where a link led the walk to it, if one did.
    pub(crate) place: Option<Place>,
}

impl Walked {
    pub(crate) fn place(&self, confinement: &Confinement) -> Place {
        place_of(confinement, &self.below, self.place.as_ref())
    }
}

/// A file under the name of a source.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its directory in [`Walk::directories`].
    pub(crate) directory: usize,
    pub(crate) format: Format,
    pub(crate) file_type: FileType,
}

/// What a walk found, in the order of the walk.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub(crate) directories: Vec<Walked>,
    pub(crate) sources: Vec<Found>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Walks one root.
pub(crate) fn walk(
    confinement: &Confinement,
    covered: &Covered<'_>,
    reporter: Reporter<'_>,
    options: &Options,
) -> Walk {
    let mut walker = Walker {
        confinement,
        covered,
        reporter,
        options,
        directories: 0,
        entries: 0,
        wasted: 0,
        ended: false,
        links: Vec::new(),
        visited: None,
        vain: Vec::new(),
        too_deep: HashSet::new(),
        walk: Walk::default(),
    };
    walker.levels(vec![Pending { below: PathBuf::new(), place: None, depth: 0 }]);
    while !walker.ended && !walker.links.is_empty() {
        let level = walker.resolve_links();
        walker.levels(level);
    }
    walker.walk
}

fn place_of(confinement: &Confinement, below: &Path, place: Option<&Place>) -> Place {
    place.cloned().unwrap_or_else(|| confinement.root_place().child(below))
}

/// A directory, or a link, that is still to be visited.
#[derive(Debug)]
struct Pending {
    below: PathBuf,
    place: Option<Place>,
    depth: usize,
}

/// What one directory holds that matters.
#[derive(Debug, Default)]
struct Listing {
    count: usize,
    native: Option<FileType>,
    markdown: Option<FileType>,
    alike: Vec<OsString>,
    directories: Vec<OsString>,
    links: Vec<OsString>,
}

impl Listing {
    fn is_skill(&self) -> bool {
        [self.native, self.markdown]
            .iter()
            .any(|found| matches!(found, Some(FileType::Regular | FileType::Link)))
    }
}

struct Walker<'a> {
    confinement: &'a Confinement,
    /// What is passed over, because another root has it.
    covered: &'a Covered<'a>,
    reporter: Reporter<'a>,
    options: &'a Options,
    directories: usize,
    entries: usize,
    wasted: usize,
    ended: bool,
    /// Links to look at when every directory has been visited; `place` is that of the directory
    /// that holds the link.
    links: Vec<Pending>,
    /// The canonical paths of what was visited, once a link makes it matter.
    visited: Option<HashSet<PathBuf>>,
    /// What was visited in vain until then: overfull, or not to be listed.
    vain: Vec<Walked>,
    /// Directories whose depth was reported.
    too_deep: HashSet<PathBuf>,
    walk: Walk,
}

impl Walker<'_> {
    /// Visits directories and all that lies below them, but for links.
    fn levels(&mut self, mut level: Vec<Pending>) {
        let threads = self.options.thread_count();
        while !level.is_empty() && !self.ended {
            let mut next = Vec::new();
            let mut rest = level.into_iter();
            loop {
                // A bounded number at a time, so that little is listed in vain past a bound.
                let chunk: Vec<Pending> = rest.by_ref().take(256).collect();
                if chunk.is_empty() || self.ended {
                    break;
                }
                let most = self.options.limits.entries.saturating_sub(self.entries);
                let listings = parallel::map(&chunk, threads, ListBuffer::new, |buffer, pending| {
                    list(self.confinement, &self.options.rules, pending, most, buffer)
                });
                for (pending, listing) in chunk.into_iter().zip(listings) {
                    self.visit(pending, listing, &mut next);
                    if self.ended {
                        break;
                    }
                }
            }
            level = next;
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.walk.diagnostics.push(diagnostic);
    }

    /// Takes one listing into account, in the order of the walk.
    fn visit(&mut self, pending: Pending, listing: Result<Listing, Error>, next: &mut Vec<Pending>) {
        let limits = self.options.limits;
        if pending.depth > 0 {
            if self.directories >= limits.directories {
                self.report(self.reporter.directory_limit(&pending.below, limits.directories));
                self.ended = true;
                return;
            }
            self.directories += 1;
        }
        let mut listing = match listing {
            Ok(listing) => listing,
            Err(error) => {
                self.report(self.reporter.scan_error(&pending.below, &error));
                return self.vain.push(Walked { below: pending.below, place: pending.place });
            }
        };
        if listing.count > limits.entries.saturating_sub(self.entries) {
            self.wasted = self.wasted.saturating_add(listing.count);
            self.ended = self.wasted > limits.entries.saturating_mul(WASTE);
            self.report(self.reporter.entry_limit(&pending.below, limits.entries, self.ended));
            return self.vain.push(Walked { below: pending.below, place: pending.place });
        }
        self.entries += listing.count;
        let directory = self.walk.directories.len();
        for (format, found) in [(Format::Native, listing.native), (Format::AgentSkill, listing.markdown)] {
            self.walk.sources.extend(found.map(|file_type| Found { directory, format, file_type }));
        }
        listing.alike.sort_unstable();
        for name in &listing.alike {
            let exact = if name.len() == Format::AgentSkill.file_name().len() {
                Format::AgentSkill
            } else {
                Format::Native
            };
            self.report(self.reporter.alike(&pending.below.join(name), exact.file_name()));
        }
        self.enqueue(&pending, listing, next);
        self.walk.directories.push(Walked { below: pending.below, place: pending.place });
    }

    /// Puts the directories and links of a directory where their turn comes.
    fn enqueue(&mut self, pending: &Pending, mut listing: Listing, next: &mut Vec<Pending>) {
        if listing.is_skill() {
            let resources = &self.options.rules.resources;
            let counts = |name: &OsString| !resources.iter().any(|resource| name == resource.as_str());
            listing.directories.retain(counts);
            listing.links.retain(counts);
        }
        listing.links.sort_unstable();
        let depth = pending.depth + 1;
        if self.options.links == Links::Within {
            let holder = place_of(self.confinement, &pending.below, pending.place.as_ref());
            self.links.extend(listing.links.into_iter().map(|name| Pending {
                below: pending.below.join(name),
                place: Some(holder.clone()),
                depth,
            }));
        }
        if !self.covered.is_empty() {
            let place = place_of(self.confinement, &pending.below, pending.place.as_ref());
            let holder = self.confinement.canonical(&place);
            listing.directories.retain(|name| self.covered.by(&holder.join(name)).is_none());
        }
        if pending.depth >= self.options.limits.depth {
            if !listing.directories.is_empty() {
                self.report_depth(&pending.below);
            }
            return;
        }
        listing.directories.sort_unstable();
        for name in listing.directories {
            let place = pending.place.as_ref().map(|place| place.child(&name));
            if let (Some(visited), Some(place)) = (&mut self.visited, &place)
                && !visited.insert(self.confinement.canonical(place))
            {
                continue;
            }
            next.push(Pending { below: pending.below.join(name), place, depth });
        }
    }

    fn report_depth(&mut self, below: &Path) {
        if self.too_deep.insert(below.to_owned()) {
            self.report(self.reporter.depth_limit(below, self.options.limits.depth));
        }
    }

    /// Turns the links that wait into the directories that they lead to.
    fn resolve_links(&mut self) -> Vec<Pending> {
        let mut links = std::mem::take(&mut self.links);
        links.sort_unstable_by(|a, b| a.below.as_os_str().cmp(b.below.as_os_str()));
        let mut visited = self.visited.take().unwrap_or_else(|| {
            let directories = self.walk.directories.iter().chain(&self.vain);
            directories.map(|walked| self.confinement.canonical(&walked.place(self.confinement))).collect()
        });
        let mut level = Vec::new();
        for link in links {
            match self.resolve(&link, &mut visited) {
                Ok(Some(place)) => level.push(Pending { place: Some(place), ..link }),
                Ok(None) => {}
                Err(diagnostic) => self.report(*diagnostic),
            }
        }
        self.visited = Some(visited);
        level
    }

    /// The place of the directory that a link leads to, if it is to be visited.
    fn resolve(
        &mut self,
        link: &Pending,
        visited: &mut HashSet<PathBuf>,
    ) -> Result<Option<Place>, Box<Diagnostic>> {
        let holder =
            self.confinement.canonical(&place_of(self.confinement, Path::new(""), link.place.as_ref()));
        let path = holder.join(link.below.file_name().unwrap_or_default());
        let fail = |error: &Error| Box::new(self.reporter.scan_error(&link.below, error));
        let stat = repertoire_fs::stat(&path).map_err(|error| fail(&error))?;
        if stat.file_type != FileType::Directory {
            return Ok(None);
        }
        let (place, _) = self.confinement.locate(&path).map_err(|error| fail(&error))?;
        let canonical = self.confinement.canonical(&place);
        if visited.contains(&canonical) {
            let leads_back = holder.starts_with(&canonical);
            return if leads_back { Err(Box::new(self.reporter.link_cycle(&link.below))) } else { Ok(None) };
        }
        if self.covered.by(&canonical).is_some() {
            return Ok(None);
        }
        if link.depth > self.options.limits.depth {
            self.report_depth(link.below.parent().unwrap_or(Path::new("")));
            return Ok(None);
        }
        visited.insert(canonical);
        Ok(Some(place))
    }
}

/// Lists one directory, keeping nothing of files that are no sources.
fn list(
    confinement: &Confinement,
    rules: &crate::layout::Rules,
    pending: &Pending,
    most: usize,
    buffer: &mut ListBuffer,
) -> Result<Listing, Error> {
    let directory =
        confinement.open_directory(&place_of(confinement, &pending.below, pending.place.as_ref()))?;
    let mut listing = Listing::default();
    let passed_over = |name: &OsStr| rules.passed_over.iter().any(|passed| name == passed.as_str());
    directory.list(buffer, |name, file_type| {
        listing.count += 1;
        if listing.count > most {
            return ControlFlow::Break(());
        }
        let bytes = name.as_encoded_bytes();
        // Most entries are neither: they end here.
        let looks_like_source = matches!(bytes.len(), 8 | 10)
            && (bytes.eq_ignore_ascii_case(b"SKILL.md") || bytes.eq_ignore_ascii_case(b"SKILL.sexp"));
        if looks_like_source {
            match bytes {
                b"SKILL.md" => listing.markdown = Some(file_type),
                b"SKILL.sexp" => listing.native = Some(file_type),
                _ if file_type != FileType::Directory => listing.alike.push(name.to_owned()),
                _ => {}
            }
        }
        match file_type {
            FileType::Directory if !passed_over(name) => listing.directories.push(name.to_owned()),
            FileType::Link if !looks_like_source && !passed_over(name) => listing.links.push(name.to_owned()),
            _ => {}
        }
        ControlFlow::Continue(())
    })?;
    Ok(listing)
}
