//! The files of a skill: everything below its directory.

use repertoire::discovery::{self, Entry, Options};
use std::path::PathBuf;

/// As many files are listed at most.
const MAX_FILES: usize = 512;
/// As many entries are looked at to find them.
const MAX_ENTRIES: usize = 20_000;

/// One file of a skill.
#[derive(Debug)]
pub(crate) struct File {
    /// The path below the directory of the skill.
    pub(crate) path: PathBuf,
    /// Its bytes, as the system states them.
    pub(crate) size: u64,
}

/// The regular files of a skill, ordered by bytes, and whether there are more. Links are not followed.
pub(crate) fn list(entry: &Entry, options: &Options) -> (Vec<File>, bool) {
    // What cannot be listed is left out: the catalog's diagnostics tell of it.
    let Ok(found) = discovery::files(entry, options, MAX_ENTRIES) else { return (Vec::new(), true) };
    let regular = found.files.into_iter().filter_map(|file| Some(File { size: file.size?, path: file.path }));
    let mut files: Vec<File> = regular.collect();
    let more = found.incomplete || files.len() > MAX_FILES;
    files.truncate(MAX_FILES);
    (files, more)
}
