//! The few operations that differ from one platform to the next.
//!
//! Every other module of the crate is written against these, so that what is special to a
//! platform stands in this folder only.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::*;

#[cfg(any(not(unix), test))]
mod portable;
#[cfg(not(unix))]
pub(crate) use portable::*;

use std::io;
use std::path::Component;
use std::path::Path;

/// What a descent must end at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// A directory that is to be listed.
    Directory,
    /// A directory that is only passed through.
    Passage,
    /// A file that is to be read.
    File,
}

/// The error of a descent that met a link, or something else than a directory, on its way.
pub(crate) fn is_changed(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        matches!(Errno::from_io_error(error), Some(Errno::LOOP | Errno::NOTDIR | Errno::XDEV | Errno::MLINK))
    }
    #[cfg(not(unix))]
    {
        error.kind() == io::ErrorKind::NotADirectory
    }
}

/// The plain components of a relative path, or an error where it holds any other.
fn components(relative: &Path) -> io::Result<Vec<&std::ffi::OsStr>> {
    relative
        .components()
        .filter(|component| *component != Component::CurDir)
        .map(|component| match component {
            Component::Normal(name) => Ok(name),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not plain and relative")),
        })
        .collect()
}
