//! Files and directories that the user named: not confined, still bounded.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::confinement::{Confinement, Root};
use crate::directory::ListBuffer;
use crate::error::Error;
use crate::file::File;
use crate::stat::{FileType, Stat};
use crate::sys;

/// Opens the regular file at a path that the user named; links are followed, nothing waits.
///
/// # Errors
///
/// [`Error::NotFound`], [`Error::NotRegularFile`], [`Error::Io`].
pub fn open(path: &Path) -> Result<File, Error> {
    let found = stat(path)?;
    if found.file_type != FileType::Regular {
        return Err(Error::NotRegularFile { path: path.to_owned(), found: found.file_type });
    }
    let handle = sys::open_named(path).map_err(|error| Error::io("open", path, error))?;
    File::new(handle, || path.to_owned())
}

/// Reads the regular file at a path that the user named, if it holds at most `limit` bytes.
///
/// # Errors
///
/// What [`open`] gives, and [`Error::TooLarge`].
///
/// # Examples
///
/// ```
/// use repertoire_fs::{ErrorKind, read};
///
/// let error = read(std::path::Path::new("no/such/file"), 1024).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::NotFound);
/// ```
pub fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Error> {
    open(path)?.read(limit)
}

/// What a path leads to, through its links.
///
/// # Errors
///
/// [`Error::NotFound`] or [`Error::Io`].
pub fn stat(path: &Path) -> Result<Stat, Error> {
    sys::stat_following(path).map_err(|error| Error::io("examine", path, error))
}

/// What stands at a path itself: a final link is not followed.
///
/// # Errors
///
/// [`Error::NotFound`] or [`Error::Io`].
pub fn stat_unfollowed(path: &Path) -> Result<Stat, Error> {
    sys::stat_unfollowed(path).map_err(|error| Error::io("examine", path, error))
}

/// A path without links and relative parts.
///
/// # Errors
///
/// [`Error::NotFound`] or [`Error::Io`].
pub fn canonical(path: &Path) -> Result<PathBuf, Error> {
    fs::canonicalize(path).map_err(|error| Error::io("resolve", path, error))
}

/// The names in a directory that the user named, ordered by bytes, if there are at most `most`.
///
/// # Errors
///
/// [`Error::NotFound`], [`Error::NotDirectory`], [`Error::Io`], and [`Error::TooLarge`] with
/// the bound on names.
pub fn names(path: &Path, most: usize) -> Result<Vec<OsString>, Error> {
    let root = Arc::new(Root::open(path)?);
    let confinement = Confinement::new(root, Vec::new());
    let mut names = Vec::new();
    confinement.open_directory(&confinement.root_place())?.list(&mut ListBuffer::new(), |name, _| {
        names.push(name.to_owned());
        if names.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if names.len() > most {
        return Err(Error::TooLarge { path: path.to_owned(), limit: most });
    }
    names.sort_unstable();
    Ok(names)
}

/// The nearest directory at or above `start` that holds an entry called `name` which is a
/// directory or a regular file, such as the project root that holds `.git`.
///
/// `start` should be absolute. What cannot be examined counts as absent.
#[must_use]
pub fn find_upward(start: &Path, name: &str) -> Option<PathBuf> {
    start
        .ancestors()
        .filter(|directory| !directory.as_os_str().is_empty())
        .find(|directory| {
            sys::stat_following(&directory.join(name))
                .is_ok_and(|found| matches!(found.file_type, FileType::Directory | FileType::Regular))
        })
        .map(Path::to_path_buf)
}

/// Makes a file that is not there yet, with the modes that the user's umask gives, and the
/// directories above it that are missing.
///
/// # Errors
///
/// [`Error::Io`] where something stands at the path already, a link that leads nowhere included, or
/// where it cannot be made. A file that could not be written whole is removed.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let wrap = |error| Error::io("create", path, error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(wrap)?;
    }
    let mut file = fs::File::create_new(path).map_err(wrap)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(|error| {
        // It is ours: nobody else could have made it since.
        let _ = fs::remove_file(path);
        wrap(error)
    })
}

/// Adds bytes to the end of a regular file that the user named, and makes it, with the directories
/// above it that are missing, where it is not there yet. What several writers add never mixes as
/// long as the system takes each piece whole, as it does with short ones.
///
/// # Errors
///
/// [`Error::NotRegularFile`] or [`Error::Io`]; a part of the bytes may be there then.
pub fn append(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let wrap = |error| Error::io("append to", path, error);
    let irregular = |found| Error::NotRegularFile { path: path.to_owned(), found };
    match stat(path) {
        Ok(found) if found.file_type != FileType::Regular => return Err(irregular(found.file_type)),
        Ok(_) => {}
        Err(Error::NotFound { .. }) => {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(wrap)?;
            }
        }
        Err(error) => return Err(error),
    }
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).map_err(wrap)?;
    file.write_all(bytes).and_then(|()| file.sync_data()).map_err(wrap)
}

/// Replaces the content of a file at once: a reader sees the old bytes or the new ones, never
/// a part. The permissions stay; a link stays a link, and its target is replaced.
///
/// # Errors
///
/// [`Error::NotFound`], [`Error::NotRegularFile`], [`Error::Io`]; the file is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let target = canonical(path)?;
    let found = stat(&target)?;
    if found.file_type != FileType::Regular {
        return Err(Error::NotRegularFile { path: path.to_owned(), found: found.file_type });
    }
    let wrap = |error| Error::io("replace", path, error);
    let permissions = fs::metadata(&target).map_err(wrap)?.permissions();
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::Builder::new().prefix(".repertoire-").tempfile_in(folder).map_err(wrap)?;
    temporary.write_all(bytes).map_err(wrap)?;
    temporary.as_file().set_permissions(permissions).map_err(wrap)?;
    temporary.as_file().sync_all().map_err(wrap)?;
    temporary.persist(&target).map_err(|error| wrap(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_once_with_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/SKILL.md");
        create(&path, b"text").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"text");
        assert!(matches!(create(&path, b"other"), Err(Error::Io { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"text");
    }

    #[test]
    fn bytes_are_added_to_a_file_that_is_made_if_need_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/lines");
        append(&path, b"").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        append(&path, b"one\n").unwrap();
        append(&path, b"two\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\n");
        assert!(matches!(append(folder.path(), b"x"), Err(Error::NotRegularFile { .. })));
        assert!(append(&path.join("below"), b"x").is_err());
    }

    #[test]
    fn what_several_writers_add_does_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::thread::scope(|scope| {
            for writer in ["a", "b", "c"] {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..50 {
                        append(path, format!("{}\n", writer.repeat(300)).as_bytes()).unwrap();
                    }
                });
            }
        });
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 150);
        assert!(text.lines().all(|line| line.len() == 300 && line.chars().all(|c| line.starts_with(c))));
    }

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_not_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("SKILL.md");
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), &link).unwrap();
        assert!(create(&link, b"text").is_err());
        assert!(!folder.path().join("elsewhere").exists());
    }
}
