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
/// use repertoire_fs::Tree;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("tide"))?;
/// std::fs::write(folder.path().join("tide/SKILL.md"), "---\n")?;
///
/// let tree = Tree::open(folder.path())?;
/// let found = tree.find(&["SKILL.md", "SKILL.sexp"], 10_000, 64);
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
    /// Whether the search ended because it had visited as many directories as it may.
    pub cut_short: bool,
}

/// A directory, or a link, that a search has still to visit.
struct Pending {
    /// Its path below the given one.
    relative: PathBuf,
    /// Where it stands; for a link, where its holder stands.
    place: Place,
    depth: usize,
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
    /// place. At most `directories` are listed, and none that lies more than `depth` levels below.
    #[must_use]
    pub fn find(&self, names: &[&str], directories: usize, depth: usize) -> Found {
        let mut found = Found::default();
        let mut links = Vec::new();
        let mut visited = HashSet::new();
        let mut buffer = ListBuffer::new();
        let mut listed = 0;
        let mut pending =
            vec![Pending { relative: PathBuf::new(), place: self.confinement.root_place(), depth: 0 }];
        loop {
            while let Some(next) = pending.pop() {
                if listed == directories {
                    found.cut_short = true;
                    pending.clear();
                    links.clear();
                    break;
                }
                listed += 1;
                let mut below = Vec::new();
                let listing = self.confinement.open_directory(&next.place).and_then(|directory| {
                    directory.list(&mut buffer, |name, file_type| {
                        if names.iter().any(|wanted| name == *wanted)
                            && (self.links || file_type != FileType::Link)
                        {
                            found.files.push(self.given.join(next.relative.join(name)));
                        } else if file_type == FileType::Link && self.links && next.depth < depth {
                            links.push(Pending {
                                relative: next.relative.join(name),
                                place: next.place.clone(),
                                depth: next.depth + 1,
                            });
                        }
                        if file_type == FileType::Directory && next.depth < depth {
                            below.push(name.to_owned());
                        }
                        ControlFlow::Continue(())
                    })
                });
                if let Err(error) = listing {
                    found.errors.push(error.about(&self.given.join(&next.relative)));
                }
                below.sort_unstable_by(|a, b| b.cmp(a));
                let child = |name: OsString| Pending {
                    relative: next.relative.join(&name),
                    place: next.place.child(&name),
                    depth: next.depth + 1,
                };
                pending.extend(below.into_iter().map(child));
            }
            if links.is_empty() {
                break;
            }
            links.sort_unstable_by(|a, b| a.relative.as_os_str().cmp(b.relative.as_os_str()));
            pending.extend(links.drain(..).filter_map(|link| self.elsewhere(link, &mut visited, &mut found)));
            pending.reverse();
        }
        found.files.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        found.outside.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        found
    }

    /// The directory that a link leads to, if that stands outside the tree, within the bounds, and was
    /// not visited through another link.
    fn elsewhere(&self, link: Pending, visited: &mut HashSet<PathBuf>, found: &mut Found) -> Option<Pending> {
        let name = link.relative.file_name()?;
        match self.confinement.locate(&self.confinement.canonical(&link.place).join(name)) {
            Ok((place, stat)) if stat.file_type == FileType::Directory => {
                let canonical = self.confinement.canonical(&place);
                let inside = canonical.starts_with(self.confinement.root().canonical());
                // A directory that holds the tree would bring all of it once more.
                let around = self.confinement.root().canonical().starts_with(&canonical);
                (!inside && !around && visited.insert(canonical)).then_some(Pending { place, ..link })
            }
            Err(Error::Outside { target, .. })
                if sys::stat_following(&target).is_ok_and(|stat| stat.file_type == FileType::Directory) =>
            {
                found.outside.push(self.given.join(&link.relative));
                None
            }
            // A link to a file, and one that leads nowhere, are no directories.
            Ok(_) | Err(_) => None,
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
