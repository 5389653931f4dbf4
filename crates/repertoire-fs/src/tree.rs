//! A tree that the user named, searched for files of given names.

use std::collections::HashSet;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::confinement::{Confinement, Place, Root};
use crate::directory::ListBuffer;
use crate::error::Error;
use crate::file::File;
use crate::stat::FileType;
use crate::sys;

/// A directory that the user named, as a tree whose links lead nowhere but within it and its bounds.
///
/// # Examples
///
/// ```
/// use repertoire_fs::{Limits, Tree};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("tide"))?;
/// std::fs::write(folder.path().join("tide/SKILL.md"), "---\n")?;
///
/// let tree = Tree::open(folder.path())?;
/// let found = tree.find(&["SKILL.md", "SKILL.sexp"], Limits::default());
/// assert_eq!(found.files, [folder.path().join("tide/SKILL.md")]);
/// assert_eq!(tree.read(&found.files[0], 1024)?, b"---\n");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Tree {
    given: PathBuf,
    confinement: Confinement,
    links: bool,
}

/// How far a search of a [`Tree`] reaches. By default there is no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most directories that are listed.
    pub directories: usize,
    /// The most entries of all directories together.
    pub entries: usize,
    /// The most levels of directories below the tree.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { directories: usize::MAX, entries: usize::MAX, depth: usize::MAX }
    }
}

/// Where a search of a [`Tree`] met one of its [`Limits`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cut {
    /// The search ended, because as many directories were listed as may be.
    Directories,
    /// This directory is left out whole: with it there are too many entries.
    Entries(PathBuf),
    /// The directories in this one are not searched: they lie too deep.
    Depth(PathBuf),
}

/// What a search of a [`Tree`] found.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, each the given path of the tree with the rest appended, ordered by bytes.
    pub files: Vec<PathBuf>,
    /// The links to directories that lead out of the tree and of what its links may lead into, ordered
    /// by bytes.
    pub outside: Vec<PathBuf>,
    /// The directories that could not be listed, in the order of the search.
    pub errors: Vec<Error>,
    /// Where the search met its limits, in its order.
    pub cuts: Vec<Cut>,
}

/// A directory, or a link, that a search has still to visit.
struct Pending {
    /// Its path below the given one.
    relative: PathBuf,
    /// Where it stands; for a link, where its holder stands.
    place: Place,
    depth: usize,
}

/// A search in progress.
struct Search<'t> {
    tree: &'t Tree,
    names: &'t [&'t str],
    limits: Limits,
    found: Found,
    /// The links that were seen since linked directories were last looked for.
    links: Vec<Pending>,
    /// The linked directories that were entered.
    entered: HashSet<PathBuf>,
    buffer: ListBuffer,
    listed: usize,
    entries: usize,
}

impl<'t> Search<'t> {
    fn new(tree: &'t Tree, names: &'t [&'t str], limits: Limits) -> Self {
        Self {
            tree,
            names,
            limits,
            found: Found::default(),
            links: Vec::new(),
            entered: HashSet::new(),
            buffer: ListBuffer::new(),
            listed: 0,
            entries: 0,
        }
    }

    /// Lists a directory; those in it are put on top of `pending`, the first by its bytes uppermost.
    fn visit(&mut self, next: &Pending, pending: &mut Vec<Pending>) {
        self.listed += 1;
        let Self { tree, names, limits, ref mut found, ref mut links, ref mut buffer, .. } = *self;
        let (files, linked) = (found.files.len(), links.len());
        let may_descend = next.depth < limits.depth;
        let room = limits.entries - self.entries;
        let (mut below, mut count) = (Vec::new(), 0);
        let listing = tree.confinement.open_directory(&next.place).and_then(|directory| {
            directory.list(buffer, |name, file_type| {
                count += 1;
                if count > room {
                    return ControlFlow::Break(());
                }
                if names.iter().any(|wanted| name == *wanted) && (tree.links || file_type != FileType::Link) {
                    found.files.push(tree.given.join(next.relative.join(name)));
                } else if file_type == FileType::Link && tree.links && may_descend {
                    links.push(Pending {
                        relative: next.relative.join(name),
                        place: next.place.clone(),
                        depth: next.depth + 1,
                    });
                }
                if file_type == FileType::Directory {
                    below.push(name.to_owned());
                }
                ControlFlow::Continue(())
            })
        });
        let path = || tree.given.join(&next.relative);
        if let Err(error) = listing {
            found.errors.push(error.about(&path()));
        }
        if count > room {
            found.files.truncate(files);
            links.truncate(linked);
            return found.cuts.push(Cut::Entries(path()));
        }
        self.entries += count;
        if !may_descend {
            if !below.is_empty() {
                found.cuts.push(Cut::Depth(path()));
            }
            return;
        }
        below.sort_unstable_by(|a, b| b.cmp(a));
        pending.extend(below.into_iter().map(|name: OsString| Pending {
            relative: next.relative.join(&name),
            place: next.place.child(&name),
            depth: next.depth + 1,
        }));
    }

    /// The linked directories that are to be searched next, the first by its bytes uppermost.
    fn elsewhere(&mut self) -> Vec<Pending> {
        let mut links = std::mem::take(&mut self.links);
        links.sort_unstable_by(|a, b| a.relative.as_os_str().cmp(b.relative.as_os_str()));
        let mut pending: Vec<_> = links.into_iter().filter_map(|link| self.followed(link)).collect();
        pending.reverse();
        pending
    }

    /// The directory that a link leads to, if that stands outside the tree, within the bounds, and was
    /// not entered through another link.
    fn followed(&mut self, link: Pending) -> Option<Pending> {
        let name = link.relative.file_name()?;
        let confinement = &self.tree.confinement;
        match confinement.locate(&confinement.canonical(&link.place).join(name)) {
            Ok((place, stat)) if stat.file_type == FileType::Directory => {
                let canonical = confinement.canonical(&place);
                let inside = canonical.starts_with(confinement.root().canonical());
                // A directory that holds the tree would bring all of it once more.
                let around = confinement.root().canonical().starts_with(&canonical);
                (!inside && !around && self.entered.insert(canonical)).then_some(Pending { place, ..link })
            }
            Err(Error::Outside { target, .. })
                if sys::stat_following(&target).is_ok_and(|stat| stat.file_type == FileType::Directory) =>
            {
                self.found.outside.push(self.tree.given.join(&link.relative));
                None
            }
            // A link to a file, and one that leads nowhere, are no directories.
            Ok(_) | Err(_) => None,
        }
    }

    fn finish(mut self) -> Found {
        self.found.files.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        self.found.outside.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        self.found
    }
}

impl Tree {
    /// Opens a directory whose links lead nowhere else.
    ///
    /// # Errors
    ///
    /// What [`Root::open`] gives.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::open_within(path, &[])
    }

    /// Opens a directory whose links may also lead into `bounds`. A bound that cannot be opened bounds
    /// nothing.
    ///
    /// # Errors
    ///
    /// What [`Root::open`] gives for the directory itself.
    pub fn open_within(path: &Path, bounds: &[PathBuf]) -> Result<Self, Error> {
        let root = Arc::new(Root::open(path)?);
        let bounds = bounds.iter().filter_map(|bound| Root::open(bound).ok().map(Arc::new)).collect();
        Ok(Self { given: path.to_owned(), confinement: Confinement::new(root, bounds), links: true })
    }

    /// The same tree with every link passed over in a search, or with none.
    #[must_use]
    pub fn with_links(mut self, links: bool) -> Self {
        self.links = links;
        self
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.given
    }

    /// Every entry below that bears one of `names`, whatever its type: a directory of such a
    /// name is for its reader to refuse, and is searched like any other.
    ///
    /// A linked directory that stands elsewhere within the bounds is searched once, when all that
    /// stands in the tree itself has been: what a link leads to inside the tree is found at its own
    /// place.
    #[must_use]
    pub fn find(&self, names: &[&str], limits: Limits) -> Found {
        let mut search = Search::new(self, names, limits);
        let root = Pending { relative: PathBuf::new(), place: self.confinement.root_place(), depth: 0 };
        let mut pending = vec![root];
        loop {
            while let Some(next) = pending.pop() {
                if search.listed == limits.directories {
                    search.found.cuts.push(Cut::Directories);
                    return search.finish();
                }
                search.visit(&next, &mut pending);
            }
            pending = search.elsewhere();
            if pending.is_empty() {
                return search.finish();
            }
        }
    }

    /// Reads one of the found files, if it holds at most `limit` bytes. A link is followed as
    /// long as it stays within the tree and its bounds.
    ///
    /// # Errors
    ///
    /// [`Error::Outside`], [`Error::NotFound`], [`Error::NotRegularFile`],
    /// [`Error::IdentityChanged`], [`Error::TooLarge`], [`Error::Io`].
    pub fn read(&self, path: &Path, limit: usize) -> Result<Vec<u8>, Error> {
        let (_, file) = self.open_file(path)?;
        file.read(limit).map_err(|error| error.about(path))
    }

    /// Gives one of the found files new content at once. The permissions stay, a link stays a
    /// link, and nothing outside the tree and its bounds is ever written.
    ///
    /// # Errors
    ///
    /// As for [`Tree::read`]; the file is then as it was.
    pub fn replace(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let (place, _) = self.open_file(path)?;
        self.confinement.replace(&place, bytes).map_err(|error| error.about(path))
    }

    fn open_file(&self, path: &Path) -> Result<(Place, File), Error> {
        let outside = || Error::Outside { path: path.to_owned(), target: path.to_owned() };
        let relative = path.strip_prefix(&self.given).map_err(|_| outside())?;
        let place = self.confinement.root_place().child(relative);
        let opened = match self.confinement.open_file(&place) {
            Err(Error::IdentityChanged { .. }) => self.confinement.open(path),
            plain => plain.map(|file| (place, file)),
        };
        opened.map_err(|error| error.about(path))
    }
}
