//! Regular files, open and bounded.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::stat::{FileType, Stat};
use crate::sys::{self, Handle};

/// No more room than this is made for a file before bytes come.
const MOST_AT_ONCE: usize = 1 << 20;

/// A regular file that is open for reading.
#[derive(Debug)]
pub struct File {
    handle: Handle,
    stat: Stat,
    path: PathBuf,
}

impl File {
    /// Takes an open descriptor if it is a regular file.
    pub(crate) fn new(handle: Handle, path: impl Fn() -> PathBuf) -> Result<Self, Error> {
        let stat = sys::stat(&handle).map_err(|error| Error::io("examine", &path(), error))?;
        if stat.file_type != FileType::Regular {
            return Err(Error::NotRegularFile { path: path(), found: stat.file_type });
        }
        Ok(Self { handle, stat, path: path() })
    }

    /// What the open descriptor is.
    #[must_use]
    pub fn stat(&self) -> &Stat {
        &self.stat
    }

    /// The path under which it was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the whole file if it holds at most `limit` bytes.
    ///
    /// What counts is what comes out, not the size that the system states: a file that grows
    /// or never ends is given up one byte past the bound.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] or [`Error::Io`].
    pub fn read(&self, limit: usize) -> Result<Vec<u8>, Error> {
        let (bytes, whole) = self.read_start(limit)?;
        if whole { Ok(bytes) } else { Err(Error::TooLarge { path: self.path.clone(), limit }) }
    }

    /// Reads at most the first `limit` bytes, and says whether that was the whole file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`].
    pub fn read_start(&self, limit: usize) -> Result<(Vec<u8>, bool), Error> {
        let stated = usize::try_from(self.stat.size).unwrap_or(usize::MAX);
        let most = limit.saturating_add(1);
        // A file of the stated size is read by one call, which leaves a byte of room and so
        // shows the end. A file whose size is not stated starts with a page, and one that
        // states a great size gets its room as it fills it.
        let room = if stated == 0 { 4096 } else { stated.saturating_add(1) };
        let mut bytes = Vec::with_capacity(room.min(most).min(MOST_AT_ONCE));
        loop {
            if bytes.len() == bytes.capacity() {
                if bytes.len() >= most {
                    break;
                }
                bytes.reserve_exact(bytes.len().min(most - bytes.len()));
            }
            let read =
                sys::read(&self.handle, &mut bytes).map_err(|error| Error::io("read", &self.path, error))?;
            if read == 0 || (bytes.len() == stated && bytes.len() < bytes.capacity()) {
                break;
            }
        }
        let whole = bytes.len() <= limit;
        bytes.truncate(limit);
        Ok((bytes, whole))
    }
}
