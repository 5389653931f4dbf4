//! The files of a skill: everything below its directory.

use repertoire::fs::{Confinement, FileType, ListBuffer, Place, Root};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// As many files are listed at most.
pub(crate) const MAX_FILES: usize = 512;
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

/// The regular files below a directory, ordered by bytes, and whether there are more. Links are
/// not followed.
pub(crate) fn list(directory: &Path) -> (Vec<File>, bool) {
    let Ok(root) = Root::open(directory) else { return (Vec::new(), false) };
    let confinement = Confinement::new(Arc::new(root), Vec::new());
    let mut buffer = ListBuffer::new();
    let mut pending: Vec<(PathBuf, Place)> = vec![(PathBuf::new(), confinement.root_place())];
    let mut files = Vec::new();
    let mut looked = 0;
    while let Some((below, place)) = pending.pop() {
        let mut names = Vec::new();
        if let Ok(directory) = confinement.open_directory(&place) {
            // What cannot be listed is left out: the catalog's diagnostics tell of it.
            let _ = directory.list(&mut buffer, |name, file_type| {
                looked += 1;
                names.push((name.to_owned(), file_type));
                if looked >= MAX_ENTRIES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        for (name, file_type) in names {
            let (path, place) = (below.join(&name), place.child(&name));
            match file_type {
                FileType::Directory if name != ".git" => pending.push((path, place)),
                FileType::Regular => {
                    let size = confinement.stat(&place).map_or(0, |stat| stat.size);
                    files.push(File { path, size });
                }
                _ => {}
            }
        }
        if looked >= MAX_ENTRIES {
            break;
        }
    }
    files.sort_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
    let more = files.len() > MAX_FILES || looked >= MAX_ENTRIES;
    files.truncate(MAX_FILES);
    (files, more)
}
