//! What ends a command early, and the codes that it ends with.

use repertoire::discovery::Why;
use repertoire::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Error {
    /// The arguments or the configuration make no sense.
    #[error("{0}")]
    Usage(String),
    /// A configuration cannot be used.
    #[error("{}: {problem}", fs::show(path))]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong, on as many lines as it needs.
        problem: String,
    },
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] fs::Error),
    /// The catalog does not fit.
    #[error(transparent)]
    Routing(#[from] repertoire::routing::Error),
    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] repertoire::cache::Error),
    /// A selected skill cannot be read any more.
    #[error(transparent)]
    Fresh(#[from] repertoire::discovery::Error),
    /// Skills cannot be served.
    #[error(transparent)]
    Serve(#[from] repertoire_mcp::Error),
    /// Standard input or output failed.
    #[error("standard input or output failed: {0}")]
    Stream(#[from] io::Error),
}

impl Error {
    /// Whether the reader of the output went away, which is its right.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Error::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Says that there is no such name, with the nearest one where one is near.
pub(crate) fn unknown_name(name: &str, nearest: Option<&str>) -> String {
    match nearest {
        Some(known) => format!("there is no skill `{name}`; did you mean `{known}`?"),
        None => format!("there is no skill `{name}`; `repertoire list` shows those that there are"),
    }
}

/// Says why the skill of a name was rejected.
pub(crate) fn rejected(name: &str, why: &Why) -> String {
    let Some(reason) = why.reasons.first() else { return format!("`{name}` was rejected") };
    let path = reason.path.as_deref().map(|path| format!("{}: ", fs::show(path))).unwrap_or_default();
    format!("`{name}` was rejected: {path}{}", reason.text)
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Nothing at error level.
    Fine,
    /// Findings at error level, or an unknown name.
    Findings,
    /// Wrong usage, or something that could not be read at all.
    Unread,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Fine => 0,
            Outcome::Findings => 1,
            Outcome::Unread => 2,
        })
    }
}
