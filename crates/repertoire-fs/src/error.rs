//! What can go wrong with a file, as values with stable kinds.

use std::io;
use std::path::{Path, PathBuf};

use crate::show;
use crate::stat::FileType;

/// The class of an [`Error`], stable for machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Nothing is there, or a link leads to nothing.
    NotFound,
    /// The path leads out of the bounds.
    Outside,
    /// A FIFO, socket, device or directory where a regular file is wanted.
    NotRegularFile,
    /// Something else where a directory is wanted.
    NotDirectory,
    /// What was opened is not what was looked at before.
    IdentityChanged,
    /// More bytes, or more names, than the bound allows.
    TooLarge,
    /// The directory or file can be written, or is owned, by somebody else.
    NotPrivate,
    /// The system refused an operation.
    Io,
}

impl ErrorKind {
    /// The name in kebab case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::Outside => "outside-root",
            Self::NotRegularFile => "not-regular-file",
            Self::NotDirectory => "not-directory",
            Self::IdentityChanged => "identity-changed",
            Self::TooLarge => "too-large",
            Self::NotPrivate => "not-private",
            Self::Io => "io",
        }
    }
}

/// Why a file or directory was refused.
///
/// Messages are lower case, name the path with its odd bytes escaped, and end with the remedy
/// where there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing is there, or a link leads to nothing.
    #[error("{} is not there", show(path))]
    NotFound {
        /// The path that was asked for.
        path: PathBuf,
    },
    /// The path leads out of the bounds.
    #[error("{} leads to {}, outside the bounds of its root", show(path), show(target))]
    Outside {
        /// The path that was asked for.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// A FIFO, socket, device or directory where a regular file is wanted.
    #[error("{} is {}, not a regular file", show(path), found.with_article())]
    NotRegularFile {
        /// The path that was asked for.
        path: PathBuf,
        /// What stands there.
        found: FileType,
    },
    /// Something else where a directory is wanted.
    #[error("{} is {}, not a directory", show(path), found.with_article())]
    NotDirectory {
        /// The path that was asked for.
        path: PathBuf,
        /// What stands there.
        found: FileType,
    },
    /// What was opened is not what was looked at before.
    #[error("{} became another file while it was opened: try again", show(path))]
    IdentityChanged {
        /// The path that was asked for.
        path: PathBuf,
    },
    /// More bytes, or more names, than the bound allows.
    #[error("{} holds more than {limit}, which is the bound", show(path))]
    TooLarge {
        /// The path that was asked for.
        path: PathBuf,
        /// The bound.
        limit: usize,
    },
    /// The directory or file can be written by somebody else.
    #[error(
        "{} can be changed by other users: make it your own with `chmod go-w`, or choose another directory",
        show(path)
    )]
    NotPrivate {
        /// The directory or file.
        path: PathBuf,
    },
    /// The directory or file is owned by somebody else.
    #[error(
        "{} belongs to another user, who can change it: choose another directory, or make it your own with `chown`",
        show(path)
    )]
    NotOwn {
        /// The directory or file.
        path: PathBuf,
    },
    /// The system refused an operation.
    #[error("cannot {operation} {}: {source}", show(path))]
    Io {
        /// What was tried, as a verb.
        operation: &'static str,
        /// The path that was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    /// The class, stable for machines.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NotFound { .. } => ErrorKind::NotFound,
            Self::Outside { .. } => ErrorKind::Outside,
            Self::NotRegularFile { .. } => ErrorKind::NotRegularFile,
            Self::NotDirectory { .. } => ErrorKind::NotDirectory,
            Self::IdentityChanged { .. } => ErrorKind::IdentityChanged,
            Self::TooLarge { .. } => ErrorKind::TooLarge,
            Self::NotPrivate { .. } | Self::NotOwn { .. } => ErrorKind::NotPrivate,
            Self::Io { .. } => ErrorKind::Io,
        }
    }

    /// The path that the error is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound { path }
            | Self::Outside { path, .. }
            | Self::NotRegularFile { path, .. }
            | Self::NotDirectory { path, .. }
            | Self::IdentityChanged { path }
            | Self::TooLarge { path, .. }
            | Self::NotPrivate { path }
            | Self::NotOwn { path }
            | Self::Io { path, .. } => path,
        }
    }

    /// The same error about another spelling of the path: the one that the user knows.
    #[must_use]
    pub fn about(mut self, spelling: &Path) -> Self {
        match &mut self {
            Self::NotFound { path }
            | Self::Outside { path, .. }
            | Self::NotRegularFile { path, .. }
            | Self::NotDirectory { path, .. }
            | Self::IdentityChanged { path }
            | Self::TooLarge { path, .. }
            | Self::NotPrivate { path }
            | Self::NotOwn { path }
            | Self::Io { path, .. } => spelling.clone_into(path),
        }
        self
    }

    /// Wraps what the system said about an operation on a path.
    pub(crate) fn io(operation: &'static str, path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::NotFound {
            return Self::NotFound { path: path.to_owned() };
        }
        Self::Io { operation, path: path.to_owned(), source }
    }
}
