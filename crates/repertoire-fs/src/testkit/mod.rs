//! Trees for tests, from a compact description.
//!
//! One line is one entry; its first word is the path:
//!
//! | line | entry |
//! |---|---|
//! | `a/b/` | a directory |
//! | `a/f = text\n` | a file, with `\n`, `\r`, `\t`, `\\` and `\xNN` in the text |
//! | `a/l -> target` | a symbolic link, its target as written |
//! | `a/p fifo`, `a/s socket`, `a/d device` | a FIFO, a socket, the device that is `/dev/zero` |
//! | `a/SKILL.md skill NAME: DESCRIPTION` | a `SKILL.md`, or a `SKILL.sexp` by its file name |
//! | `a/f size 5000000` | a file with that many bytes, none of them written |
//!
//! `mode 000` at the end of a line, before any ` = `, sets permission bits; directories get
//! theirs last of all. Paths know the same escapes as texts, and `\s` for a space. Empty lines
//! and lines that begin with `#` are passed over; what is missing above an entry is made.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it serves tests only, which stop where they cannot go on and may run programs"
)]

mod escape;
mod forest;
mod privilege;
mod strace;

use std::fs;
use std::path::{Path, PathBuf};

use escape::unescape;
pub use forest::{DECOYS, forest};
pub use privilege::*;
pub use strace::Strace;

const PREFIX: &str = "repertoire-";

/// A temporary folder that is removed in the end, whatever the modes inside.
#[derive(Debug)]
pub struct Folder {
    inner: tempfile::TempDir,
    path: PathBuf,
}

impl Folder {
    /// An empty folder.
    #[must_use]
    pub fn new() -> Self {
        Self::from(tempfile::Builder::new().prefix(PREFIX).tempdir())
    }

    /// An empty folder in a given directory.
    #[must_use]
    pub fn in_directory(directory: &Path) -> Self {
        Self::from(tempfile::Builder::new().prefix(PREFIX).tempdir_in(directory))
    }

    fn from(made: std::io::Result<tempfile::TempDir>) -> Self {
        let inner = made.expect("a temporary folder");
        let path = fs::canonicalize(inner.path()).expect("its path");
        Self { inner, path }
    }

    /// A folder that holds a tree.
    #[must_use]
    pub fn with(description: &str) -> Self {
        let folder = Self::new();
        build(folder.path(), description);
        folder
    }

    /// Its canonical path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A path beneath it.
    #[must_use]
    pub fn join(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.path.join(relative)
    }

    /// Builds more beneath it.
    pub fn add(&self, description: &str) {
        build(&self.path, description);
    }
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        unlock(self.inner.path());
    }
}

/// Gives every directory below its owner's permissions back, so that it can be removed.
fn unlock(directory: &Path) {
    let mut pending = vec![directory.to_owned()];
    while let Some(directory) = pending.pop() {
        set_mode(&directory, 0o700);
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            if entry.file_type().is_ok_and(|found| found.is_dir()) {
                pending.push(entry.path());
            }
        }
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) {}

/// Builds the tree that a description tells beneath a directory.
pub fn build(base: &Path, description: &str) {
    let mut directory_modes = Vec::new();
    for line in
        description.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (head, text) = match line.split_once(" = ") {
            Some((head, text)) => (head, Some(text)),
            None => (line.trim_end(), None),
        };
        let (head, mode) = match head.rsplit_once(" mode ") {
            Some((rest, mode)) => (rest, Some(u32::from_str_radix(mode.trim(), 8).expect("an octal mode"))),
            None => (head, None),
        };
        let (name, what) = head.split_once(' ').unwrap_or((head, ""));
        let what = what.trim();
        let path = base.join(unescape(name));
        let parent = if name.ends_with('/') { path.as_path() } else { path.parent().expect("a parent") };
        fs::create_dir_all(parent).unwrap_or_else(|error| panic!("{line}: {error}"));
        match (text, what) {
            (Some(text), _) => write(&path, unescape(text).as_os_str().as_encoded_bytes()),
            (None, "") if name.ends_with('/') => {}
            (None, "") => write(&path, b""),
            (None, "fifo" | "socket" | "device") => special(&path, what),
            (None, what) => match what.split_once(' ') {
                Some(("->", target)) => link(&path, Path::new(&unescape(target))),
                Some(("skill", facts)) => write(&path, skill(&path, facts).as_bytes()),
                Some(("size", bytes)) => sparse(&path, bytes.parse().expect("a number of bytes")),
                _ => panic!("not a line of a tree: {line}"),
            },
        }
        match mode {
            Some(mode) if path.is_dir() => directory_modes.push((path, mode)),
            Some(mode) => set_mode(&path, mode),
            None => {}
        }
    }
    for (path, mode) in directory_modes.into_iter().rev() {
        set_mode(&path, mode);
    }
}

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn sparse(path: &Path, bytes: u64) {
    fs::File::create(path).and_then(|file| file.set_len(bytes)).expect("a sparse file");
}

fn skill(path: &Path, facts: &str) -> String {
    let (name, description) = facts.split_once(": ").expect("NAME: DESCRIPTION");
    if path.extension().is_some_and(|extension| extension == "sexp") {
        native_skill(name, description, "Do it.\n")
    } else {
        markdown_skill(name, description, "Do it.\n")
    }
}

/// The text of a `SKILL.md`.
#[must_use]
pub fn markdown_skill(name: &str, description: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n{body}")
}

/// The text of a `SKILL.sexp`.
#[must_use]
pub fn native_skill(name: &str, description: &str, instructions: &str) -> String {
    format!(
        "(:autolith-skill\n :version 1\n :name {name:?}\n :description {description:?}\n :instructions \"{instructions}\")\n"
    )
}

#[cfg(unix)]
fn link(path: &Path, target: &Path) {
    std::os::unix::fs::symlink(target, path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(not(unix))]
fn link(path: &Path, _target: &Path) {
    panic!("{}: links are for Unix", path.display());
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn special(path: &Path, what: &str) {
    use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
    let (kind, device) = match what {
        "fifo" => (FileType::Fifo, 0),
        "socket" => (FileType::Socket, 0),
        _ => (FileType::CharacterDevice, makedev(1, 5)),
    };
    mknodat(CWD, path, kind, Mode::RUSR | Mode::WUSR, device)
        .unwrap_or_else(|error| panic!("{} as {what}: {error}", path.display()));
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn special(path: &Path, what: &str) {
    panic!("{} as {what}: for Linux", path.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_becomes_a_tree() {
        let folder = Folder::with(
            "
            # a comment
            a/b/SKILL.md skill b: Does b.
            a/empty/
            a/text mode 600 = one\\ntwo\\\\\\x41
            a/link -> b/SKILL.md
            a/pipe fifo
            a/with\\sspace = x
            a/big size 5000000
            a/native/SKILL.sexp skill n: Does n.
            ",
        );
        assert_eq!(fs::read(folder.join("a/text")).unwrap(), b"one\ntwo\\A");
        assert!(fs::read_to_string(folder.join("a/link")).unwrap().contains("name: b\n"));
        assert!(folder.join("a/empty").is_dir() && folder.join("a/with space").is_file());
        assert_eq!(fs::metadata(folder.join("a/big")).unwrap().len(), 5_000_000);
        assert!(fs::read_to_string(folder.join("a/native/SKILL.sexp")).unwrap().contains(":name \"n\""));
        #[cfg(unix)]
        {
            use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
            assert!(fs::metadata(folder.join("a/pipe")).unwrap().file_type().is_fifo());
            assert_eq!(fs::metadata(folder.join("a/text")).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn locked_directories_are_removed_in_the_end() {
        let folder = Folder::with("a/b/c = x\na/b/ mode 000");
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }
}
