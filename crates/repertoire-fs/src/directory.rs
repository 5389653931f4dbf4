//! Directories, listed once.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::stat::{FileType, Stat};
use crate::sys::{self, Buffer, Handle};

/// A directory that is open for listing.
#[derive(Debug)]
pub struct Directory {
    handle: Handle,
    path: PathBuf,
}

/// Room for directory entries, made once and used for many directories.
#[derive(Debug)]
pub struct ListBuffer(Buffer);

impl ListBuffer {
    /// Room for some hundred entries at a time.
    #[must_use]
    pub fn new() -> Self {
        Self(Buffer::new())
    }
}

impl Default for ListBuffer {
    fn default() -> Self {
        Self::new()
    }
}

impl Directory {
    pub(crate) fn new(handle: Handle, path: PathBuf) -> Self {
        Self { handle, path }
    }

    /// The path under which it was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the open descriptor is.
    ///
    /// # Errors
    ///
    /// [`Error::Io`].
    pub fn stat(&self) -> Result<Stat, Error> {
        sys::stat(&self.handle).map_err(|error| Error::io("examine", &self.path, error))
    }

    /// Calls `each` with the name and type of every entry until it says to stop.
    ///
    /// The order is the file system's: who keeps entries sorts them. Types come with the
    /// entries, without a look at each. Nothing is kept of an entry that `each` ignores.
    ///
    /// # Errors
    ///
    /// [`Error::Io`]; the entries before it were given.
    pub fn list(
        self,
        buffer: &mut ListBuffer,
        mut each: impl FnMut(&OsStr, FileType) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        sys::list(&self.handle, &mut buffer.0, &mut each)
            .map_err(|error| Error::io("list", &self.path, error))
    }
}
