//! The collection of real skills and cases that some tests read in place.

#![allow(dead_code, reason = "each test uses its part")]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

use std::path::{Path, PathBuf};

/// The folder, or nothing where it is not there; then the test says so. In continuous
/// integration it must be there.
pub(crate) fn folder(part: &str) -> Option<PathBuf> {
    let root = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let folder = root.join(part);
    if folder.exists() {
        return Some(folder);
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is missing", folder.display());
    eprintln!("SKIPPED: {} is missing; set REPERTOIRE_SHARED to read it", folder.display());
    None
}

/// The lines of a file of JSON documents.
pub(crate) fn json_lines(path: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// Every source of a collection: its path below the folder and its bytes, in the order of the
/// paths.
pub(crate) fn sources(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut paths = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(directory) = todo.pop() {
        for entry in std::fs::read_dir(&directory).expect("a folder that can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(folder).expect("below the folder").to_string_lossy().into_owned();
            let bytes = std::fs::read(&path).expect("a file that can be read");
            (name, bytes)
        })
        .collect()
}

/// The name of the directory that holds a path.
pub(crate) fn directory(path: &str) -> Option<&str> {
    path.rsplit('/').nth(1)
}
