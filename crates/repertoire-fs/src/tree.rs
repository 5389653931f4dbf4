//! A tree that the user named, searched for files of given names.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::confinement::{Confinement, Place, Root};
use crate::directory::ListBuffer;
use crate::error::Error;
use crate::file::File;
use crate::stat::FileType;

/// A directory that the user named, as a tree whose links never lead out of it.
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
/// let found = tree.find(&["SKILL.md", "SKILL.sexp"], 10_000);
/// assert_eq!(found.files, [folder.path().join("tide/SKILL.md")]);
/// assert_eq!(tree.read(&found.files[0], 1024)?, b"---\n");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Tree {
    given: PathBuf,
    confinement: Confinement,
}

/// What a search of a [`Tree`] found.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, each the given path of the tree with the rest appended, ordered by bytes.
    pub files: Vec<PathBuf>,
    /// The directories that could not be listed, in the order of the search.
    pub errors: Vec<Error>,
    /// Whether the search ended because it had visited as many directories as it may.
    pub cut_short: bool,
}

impl Tree {
    /// Opens a directory.
    ///
    /// # Errors
    ///
    /// What [`Root::open`] gives.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let root = Arc::new(Root::open(path)?);
        Ok(Self { given: path.to_owned(), confinement: Confinement::new(root, Vec::new()) })
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.given
    }

    /// Every entry below that bears one of `names`, whatever its type: a directory of such a
    /// name is for its reader to refuse, and is searched like any other.
    ///
    /// Linked directories are not entered: what they lead to inside the tree is found at its
    /// own place, and what is outside was not named. At most `directories` are listed.
    #[must_use]
    pub fn find(&self, names: &[&str], directories: usize) -> Found {
        let mut found = Found::default();
        let mut buffer = ListBuffer::new();
        let mut pending = vec![PathBuf::new()];
        let mut listed = 0;
        while let Some(relative) = pending.pop() {
            if listed == directories {
                found.cut_short = true;
                break;
            }
            listed += 1;
            let mut below: Vec<OsString> = Vec::new();
            let listing = self.confinement.open_directory(&self.confinement.root_place().child(&relative));
            let listing = listing.and_then(|directory| {
                directory.list(&mut buffer, |name, file_type| {
                    if names.iter().any(|wanted| name == *wanted) {
                        found.files.push(self.given.join(relative.join(name)));
                    }
                    if file_type == FileType::Directory {
                        below.push(name.to_owned());
                    }
                    ControlFlow::Continue(())
                })
            });
            if let Err(error) = listing {
                found.errors.push(error.about(&self.given.join(&relative)));
            }
            below.sort_unstable_by(|a, b| b.cmp(a));
            pending.extend(below.into_iter().map(|name| relative.join(name)));
        }
        found.files.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        found
    }

    /// Reads one of the found files, if it holds at most `limit` bytes. A link is followed as
    /// long as it stays within the tree.
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
    /// link, and nothing outside the tree is ever written.
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
