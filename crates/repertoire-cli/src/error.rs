//! What ends a command early, and the codes that it ends with.

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
    /// A skill cannot be written in the other form.
    #[error(transparent)]
    Convert(#[from] repertoire::schema::Error),
    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] repertoire::cache::Error),
    /// A selected skill cannot be read any more.
    #[error(transparent)]
    Fresh(#[from] repertoire::discovery::Error),
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

/// Says that there is no such name, with the nearest ones where some are near.
pub(crate) fn unknown_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let mut near: Vec<(usize, &str)> = names.map(|known| (distance(name, known), known)).collect();
    near.retain(|(distance, known)| *distance <= 1 + known.chars().count() / 4);
    near.sort_unstable();
    match near.first() {
        Some((_, known)) => format!("there is no skill `{name}`; did you mean `{known}`?"),
        None => format!("there is no skill `{name}`; `repertoire list` shows those that there are"),
    }
}

/// How many single characters must be put in, taken out or exchanged to make one text the other.
/// Only the first 64 of each count: no name is longer.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
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
