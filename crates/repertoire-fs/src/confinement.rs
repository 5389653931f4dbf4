//! Roots, bounds, and the one way in: a descent without links from a directory that is held open.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::directory::Directory;
use crate::error::Error;
use crate::file::File;
use crate::private::publish_in;
use crate::stat::{FileType, Stat};
use crate::sys::{self, Handle, Want};

/// How something beneath a root is opened. Both ways refuse every link on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// One call that the kernel itself confines (`openat2`).
    Kernel,
    /// Component by component, each relative to the one before, on any Unix.
    Stepwise,
}

/// A directory that is held open, and whose links were resolved once.
///
/// It stays the same directory even if its path is later given to another one.
#[derive(Debug)]
pub struct Root {
    canonical: PathBuf,
    handle: Handle,
    opening: Opening,
}

impl Root {
    /// Opens a directory, resolving the links in its path once.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::NotDirectory`], or [`Error::Io`] with what the system said.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let canonical = std::fs::canonicalize(path).map_err(|error| Error::io("resolve", path, error))?;
        let handle = sys::open_root(&canonical).map_err(|error| match sys::stat_following(&canonical) {
            Ok(stat) if stat.file_type != FileType::Directory => {
                Error::NotDirectory { path: path.to_owned(), found: stat.file_type }
            }
            _ => Error::io("open", path, error),
        })?;
        let opening = sys::probe(&handle);
        Ok(Self { canonical, handle, opening })
    }

    /// The same directory, opened beneath in the given way rather than the best one: for
    /// comparison and tests. A kernel without `openat2` then refuses every open.
    #[must_use]
    pub fn with_opening(mut self, opening: Opening) -> Self {
        self.opening = opening;
        self
    }

    /// How what lies beneath is opened.
    #[must_use]
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// The path without links.
    #[must_use]
    pub fn canonical(&self) -> &Path {
        &self.canonical
    }

    fn descend(&self, relative: &Path, want: Want) -> io::Result<Handle> {
        sys::descend(&self.handle, relative, want, self.opening)
    }
}

/// A place beneath one of the bounds of a [`Confinement`], without a link on the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    bound: usize,
    relative: PathBuf,
}

impl Place {
    /// The place of an entry of this one.
    #[must_use]
    pub fn child(&self, name: impl AsRef<Path>) -> Self {
        Self { bound: self.bound, relative: self.relative.join(name) }
    }
}

/// A root together with the directories that links may lead into.
///
/// What is checked is never the path but the descriptor: a path is resolved as a hint, and then
/// opened anew from the bound that holds it, by a descent that refuses every link. Whatever
/// changes in between, nothing outside the bounds is ever opened.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use repertoire_fs::{Confinement, ErrorKind, Root};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("note"), "tide")?;
///
/// let root = Arc::new(Root::open(folder.path())?);
/// let confinement = Confinement::new(root, Vec::new());
/// let place = confinement.root_place().child("note");
/// assert_eq!(confinement.open_file(&place)?.read(1024)?, b"tide");
///
/// let error = confinement.locate(std::path::Path::new("/")).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Outside);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Confinement {
    /// The root stands first.
    bounds: Vec<Arc<Root>>,
}

impl Confinement {
    /// Confines to `root`, and to `bounds` for what links lead to.
    #[must_use]
    pub fn new(root: Arc<Root>, bounds: Vec<Arc<Root>>) -> Self {
        let mut all = vec![root];
        all.extend(bounds);
        Self { bounds: all }
    }

    /// The root itself.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.bounds[0]
    }

    /// The place of the root.
    #[must_use]
    pub fn root_place(&self) -> Place {
        Place { bound: 0, relative: PathBuf::new() }
    }

    /// The canonical paths of the bounds, the root first.
    pub fn bounds(&self) -> impl Iterator<Item = &Path> {
        self.bounds.iter().map(|bound| bound.canonical())
    }

    /// The path of a place without links.
    #[must_use]
    pub fn canonical(&self, place: &Place) -> PathBuf {
        let bound = self.bounds[place.bound].canonical();
        if place.relative.as_os_str().is_empty() { bound.to_owned() } else { bound.join(&place.relative) }
    }

    /// The place of a path that is canonical already, if a bound holds it.
    #[must_use]
    pub fn place(&self, canonical: &Path) -> Option<Place> {
        self.bounds.iter().enumerate().find_map(|(bound, root)| {
            let relative = canonical.strip_prefix(root.canonical()).ok()?;
            Some(Place { bound, relative: relative.to_owned() })
        })
    }

    /// Resolves a path with its links to a place within the bounds, and says what stands there.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] for nothing and for a dangling link, [`Error::Outside`], [`Error::Io`].
    pub fn locate(&self, path: &Path) -> Result<(Place, Stat), Error> {
        let stat = sys::stat_following(path).map_err(|error| Error::io("examine", path, error))?;
        let canonical = std::fs::canonicalize(path).map_err(|error| Error::io("resolve", path, error))?;
        match self.place(&canonical) {
            Some(place) => Ok((place, stat)),
            None => Err(Error::Outside { path: path.to_owned(), target: canonical }),
        }
    }

    /// Opens the regular file at a path, through links that stay within the bounds.
    ///
    /// # Errors
    ///
    /// What [`Confinement::locate`] and [`Confinement::open_file`] give, and
    /// [`Error::IdentityChanged`] when the file that was opened is not the one that was found.
    pub fn open(&self, path: &Path) -> Result<(Place, File), Error> {
        let (place, before) = self.locate(path)?;
        if before.file_type != FileType::Regular {
            return Err(Error::NotRegularFile { path: path.to_owned(), found: before.file_type });
        }
        let file = self.open_file(&place).map_err(|error| error.about(path))?;
        if file.stat().identity != before.identity {
            return Err(Error::IdentityChanged { path: path.to_owned() });
        }
        Ok((place, file))
    }

    /// Opens the regular file at a place. Nothing waits, whatever stands there.
    ///
    /// # Errors
    ///
    /// [`Error::NotRegularFile`], [`Error::NotFound`], [`Error::IdentityChanged`] when a link
    /// stands on the way by now, [`Error::Io`].
    pub fn open_file(&self, place: &Place) -> Result<File, Error> {
        let handle = match self.bounds[place.bound].descend(&place.relative, Want::File) {
            Ok(handle) => handle,
            Err(error) => return Err(self.explain(place, error, FileType::Regular)),
        };
        File::new(handle, || self.canonical(place))
    }

    /// Gives the regular file at a place new content at once, keeping its permissions. No link
    /// is followed.
    ///
    /// # Errors
    ///
    /// What [`Confinement::open_file`] gives, and [`Error::Io`]; the file is then as it was.
    pub fn replace(&self, place: &Place, bytes: &[u8]) -> Result<(), Error> {
        let path = self.canonical(place);
        let wrap = |error| Error::io("replace", &path, error);
        let handle = self.bounds[place.bound].descend(&place.relative, Want::File);
        let handle = handle.map_err(|error| self.explain(place, error, FileType::Regular))?;
        let permissions = sys::permissions(&handle).map_err(wrap)?;
        File::new(handle, || path.clone())?;
        let (Some(parent), Some(name)) = (place.relative.parent(), place.relative.file_name()) else {
            return Err(Error::NotRegularFile { path, found: FileType::Directory });
        };
        let directory = self.bounds[place.bound].descend(parent, Want::Passage).map_err(wrap)?;
        let holder = path.parent().unwrap_or(&path);
        publish_in(&directory, holder, Path::new(name), bytes, Some(permissions))
    }

    /// Opens the directory at a place.
    ///
    /// # Errors
    ///
    /// [`Error::NotDirectory`], [`Error::NotFound`], [`Error::IdentityChanged`] when a link
    /// stands on the way by now, [`Error::Io`].
    pub fn open_directory(&self, place: &Place) -> Result<Directory, Error> {
        match self.bounds[place.bound].descend(&place.relative, Want::Directory) {
            Ok(handle) => Ok(Directory::new(handle, self.canonical(place))),
            Err(error) => Err(self.explain(place, error, FileType::Directory)),
        }
    }

    /// What stands at a place, without following a link there. A look, not an access: the
    /// answer may be about something else by the time of an open.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] or [`Error::Io`].
    pub fn stat(&self, place: &Place) -> Result<Stat, Error> {
        sys::stat_at(&self.bounds[place.bound].handle, &place.relative)
            .map_err(|error| Error::io("examine", &self.canonical(place), error))
    }

    /// Turns the refusal of a descent into the error that tells what stands there.
    fn explain(&self, place: &Place, error: io::Error, wanted: FileType) -> Error {
        let path = self.canonical(place);
        match self.stat(place) {
            Ok(Stat { file_type: FileType::Link, .. }) => Error::IdentityChanged { path },
            Ok(Stat { file_type: found, .. }) if found != wanted => match wanted {
                FileType::Directory => Error::NotDirectory { path, found },
                _ => Error::NotRegularFile { path, found },
            },
            _ if sys::is_changed(&error) => Error::IdentityChanged { path },
            _ => Error::io("open", &path, error),
        }
    }
}
