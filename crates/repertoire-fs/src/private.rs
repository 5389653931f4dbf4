//! Directories of this user's own, and files that appear in them whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Opening;
use crate::directory::{Directory, ListBuffer};
use crate::error::Error;
use crate::file::File;
use crate::stat::{FileType, Stat};
use crate::sys::{self, Handle, Want};

/// How the name of an unfinished file begins; nothing else in a private directory should.
pub const TEMPORARY_PREFIX: &str = ".tmp-";

/// A directory that only this user may change, held open.
///
/// No operation follows a link beneath it, and a name is always one plain component.
///
/// # Examples
///
/// ```
/// use repertoire_fs::PrivateDirectory;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let cache = PrivateDirectory::create(&folder.path().join("cache"))?;
/// let entry = cache.make("entry")?;
/// entry.publish("note", b"tide")?;
/// assert_eq!(entry.open_file("note")?.read(1024)?, b"tide");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct PrivateDirectory {
    handle: Handle,
    path: PathBuf,
    opening: Opening,
}

impl PrivateDirectory {
    /// Opens a directory, if it is this user's own and nobody else may write in it.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::NotDirectory`], [`Error::NotOwn`], [`Error::NotPrivate`],
    /// [`Error::Io`].
    pub fn open(path: &Path) -> Result<Self, Error> {
        let canonical = fs::canonicalize(path).map_err(|error| Error::io("resolve", path, error))?;
        let handle = sys::open_root(&canonical).map_err(|error| match sys::stat_following(path) {
            Ok(found) if found.file_type != FileType::Directory => {
                Error::NotDirectory { path: path.to_owned(), found: found.file_type }
            }
            _ => Error::io("open", path, error),
        })?;
        let found = sys::stat(&handle).map_err(|error| Error::io("examine", path, error))?;
        require_private(&found, path)?;
        let opening = sys::probe(&handle);
        Ok(Self { handle, path: canonical, opening })
    }

    /// The same, after making it and what is missing above it, with mode 0700.
    ///
    /// # Errors
    ///
    /// What [`PrivateDirectory::open`] gives.
    pub fn create(path: &Path) -> Result<Self, Error> {
        match Self::open(path) {
            Err(Error::NotFound { .. }) => {}
            other => return other,
        }
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path).map_err(|error| Error::io("make", path, error))?;
        Self::open(path)
    }

    /// The path without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the directory itself is.
    ///
    /// # Errors
    ///
    /// [`Error::Io`].
    pub fn stat(&self) -> Result<Stat, Error> {
        sys::stat(&self.handle).map_err(|error| Error::io("examine", &self.path, error))
    }

    /// Whether this directory, like the one that was opened first, is this user's own and
    /// nobody else may write in it.
    ///
    /// # Errors
    ///
    /// [`Error::NotOwn`], [`Error::NotPrivate`] or [`Error::Io`].
    pub fn require_private(&self) -> Result<(), Error> {
        require_private(&self.stat()?, &self.path)
    }

    /// Opens a directory in this one.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::NotDirectory`] for anything else that stands there, a link
    /// too, [`Error::Io`].
    pub fn enter(&self, name: impl AsRef<OsStr>) -> Result<Self, Error> {
        let name = plain(name.as_ref())?;
        let handle = sys::descend(&self.handle, name, Want::Passage, self.opening)
            .map_err(|error| self.explain("open", name, FileType::Directory, error))?;
        Ok(Self { handle, path: self.path.join(name), opening: self.opening })
    }

    /// Opens a directory in this one, after making it with mode 0700 where it is missing.
    ///
    /// # Errors
    ///
    /// What [`PrivateDirectory::enter`] gives.
    pub fn make(&self, name: impl AsRef<OsStr>) -> Result<Self, Error> {
        let name = name.as_ref();
        match self.enter(name) {
            Err(Error::NotFound { .. }) => {
                sys::make_private(&self.handle, plain(name)?.as_os_str())
                    .map_err(|error| Error::io("make", &self.path.join(name), error))?;
                self.enter(name)
            }
            other => other,
        }
    }

    /// Opens a regular file in this directory, if it is this user's own and nobody else may write
    /// in it: a directory that was open to others once may still hold what they left.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::NotRegularFile`] for anything else that stands there, a
    /// link too, [`Error::NotOwn`], [`Error::NotPrivate`], [`Error::Io`].
    pub fn open_file(&self, name: impl AsRef<OsStr>) -> Result<File, Error> {
        self.open_file_at(plain(name.as_ref())?)
    }

    /// Opens a regular file some plain components below this directory, by one call where the
    /// kernel can.
    ///
    /// # Errors
    ///
    /// What [`PrivateDirectory::open_file`] gives.
    pub fn open_file_at(&self, relative: &Path) -> Result<File, Error> {
        let handle = sys::descend(&self.handle, relative, Want::File, self.opening)
            .map_err(|error| self.explain("open", relative, FileType::Regular, error))?;
        let file = File::new(handle, || self.path.join(relative))?;
        require_private(file.stat(), file.path())?;
        Ok(file)
    }

    /// The names in this directory with their types, ordered by bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Io`].
    pub fn entries(&self) -> Result<Vec<(OsString, FileType)>, Error> {
        let handle = sys::descend(&self.handle, Path::new(""), Want::Directory, self.opening)
            .map_err(|error| Error::io("list", &self.path, error))?;
        let mut entries = Vec::new();
        Directory::new(handle, self.path.clone()).list(&mut ListBuffer::new(), |name, file_type| {
            entries.push((name.to_owned(), file_type));
            ControlFlow::Continue(())
        })?;
        entries.sort_unstable_by(|a: &(OsString, FileType), b| a.0.cmp(&b.0));
        Ok(entries)
    }

    /// What stands under a name, without following a link.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] or [`Error::Io`].
    pub fn stat_entry(&self, name: impl AsRef<OsStr>) -> Result<Stat, Error> {
        let name = plain(name.as_ref())?;
        sys::stat_at(&self.handle, name).map_err(|error| Error::io("examine", &self.path.join(name), error))
    }

    /// Gives a name new content at once: written to a temporary file beside it with mode 0600,
    /// and renamed over what stood there. A reader sees the old file or the whole new one, and
    /// a writer that is killed leaves at most a temporary behind.
    ///
    /// The bytes are not forced to the disk: after a loss of power the file may be torn, so
    /// readers must be able to tell, by a checksum for example.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] when the directory itself is gone, [`Error::Io`].
    pub fn publish(&self, name: impl AsRef<OsStr>, bytes: &[u8]) -> Result<(), Error> {
        publish_in(&self.handle, &self.path, plain(name.as_ref())?, bytes, None)
    }

    /// Removes a file or a link, never what it leads to.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] or [`Error::Io`].
    pub fn remove_file(&self, name: impl AsRef<OsStr>) -> Result<(), Error> {
        let name = plain(name.as_ref())?;
        sys::remove_file(&self.handle, name.as_os_str())
            .map_err(|error| Error::io("remove", &self.path.join(name), error))
    }

    /// Removes an empty directory.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] or [`Error::Io`].
    pub fn remove_directory(&self, name: impl AsRef<OsStr>) -> Result<(), Error> {
        let name = plain(name.as_ref())?;
        sys::remove_directory(&self.handle, name.as_os_str())
            .map_err(|error| Error::io("remove", &self.path.join(name), error))
    }

    /// Notes that a file was used just now, in its modification time.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] or [`Error::Io`].
    pub fn touch(&self, name: impl AsRef<OsStr>) -> Result<(), Error> {
        let name = plain(name.as_ref())?;
        sys::touch(&self.handle, name.as_os_str())
            .map_err(|error| Error::io("touch", &self.path.join(name), error))
    }

    fn explain(
        &self,
        operation: &'static str,
        relative: &Path,
        wanted: FileType,
        error: std::io::Error,
    ) -> Error {
        let path = self.path.join(relative);
        match sys::stat_at(&self.handle, relative) {
            Ok(found) if found.file_type != wanted && wanted == FileType::Directory => {
                Error::NotDirectory { path, found: found.file_type }
            }
            Ok(found) if found.file_type != wanted => Error::NotRegularFile { path, found: found.file_type },
            _ if sys::is_changed(&error) => Error::IdentityChanged { path },
            _ => Error::io(operation, &path, error),
        }
    }
}

/// Tells whether it is the owner or the mode of a directory or file that lets others change it.
fn require_private(found: &Stat, path: &Path) -> Result<(), Error> {
    let path = || path.to_owned();
    match (sys::is_own(found), sys::is_closed(found)) {
        (true, true) => Ok(()),
        (true, false) => Err(Error::NotPrivate { path: path() }),
        (false, _) => Err(Error::NotOwn { path: path() }),
    }
}

/// Gives a name in an open directory new content at once. With a mode, that is the mode of the
/// new file, and its bytes are on the disk before it takes the name.
pub(crate) fn publish_in(
    directory: &Handle,
    path: &Path,
    name: &Path,
    bytes: &[u8],
    mode: Option<fs::Permissions>,
) -> Result<(), Error> {
    let (temporary, mut file) = create_temporary(directory, path)?;
    let mut written = file.write_all(bytes).and_then(|()| file.flush());
    if let Some(mode) = mode {
        written = written.and_then(|()| file.set_permissions(mode)).and_then(|()| file.sync_all());
    }
    drop(file);
    written.and_then(|()| sys::rename(directory, &temporary, name.as_os_str())).map_err(|error| {
        // Nothing more can be done if even this fails; pruning takes what is left.
        let _ = sys::remove_file(directory, &temporary);
        Error::io("write", &path.join(name), error)
    })
}

fn create_temporary(directory: &Handle, path: &Path) -> Result<(OsString, fs::File), Error> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let mut attempts = 0;
    loop {
        let nanoseconds =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name =
            OsString::from(format!("{TEMPORARY_PREFIX}{}-{count}-{nanoseconds:x}", std::process::id()));
        attempts += 1;
        match sys::create_new(directory, &name) {
            Ok(file) => return Ok((name, file)),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && attempts < 100 => {}
            Err(error) => return Err(Error::io("write in", path, error)),
        }
    }
}

/// A name of one plain component, so that nothing given to this module can climb.
fn plain(name: &OsStr) -> Result<&Path, Error> {
    let path = Path::new(name);
    let mut components = path.components();
    match (components.next(), components.next()) {
        (Some(std::path::Component::Normal(only)), None) if only == name => Ok(path),
        _ => Err(Error::Io {
            operation: "use",
            path: path.to_owned(),
            source: std::io::Error::new(
                std::io::ErrorKind::InvalidInput,
                "the name is not one plain component",
            ),
        }),
    }
}
