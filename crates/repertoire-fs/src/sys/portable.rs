//! Any other system: by path, with the standard library alone.
//!
//! There is no descriptor to stand on, so a descent looks at every component before and after
//! the open and compares canonical paths. A rename that races with it is caught unless it is
//! undone within the same few calls; the Unix side has no such gap.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Want, components};
use crate::Opening;
use crate::stat::{FileType, Identity, Stat};

/// An open file or a directory's path.
#[derive(Debug)]
pub(crate) struct Handle {
    path: PathBuf,
    file: Option<File>,
}

/// Nothing: the standard library brings its own room.
#[derive(Debug)]
pub(crate) struct Buffer;

impl Buffer {
    pub(crate) fn new() -> Self {
        Self
    }
}

/// Opens a directory by a path without a final link.
pub(crate) fn open_root(path: &Path) -> io::Result<Handle> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    Ok(Handle { path: path.to_owned(), file: None })
}

/// Opens a file by a path that the user named; links are followed.
pub(crate) fn open_named(path: &Path) -> io::Result<Handle> {
    let found = fs::metadata(path)?;
    let file = if found.is_file() { Some(File::open(path)?) } else { None };
    Ok(Handle { path: path.to_owned(), file })
}

/// The best way of opening that works at this directory.
pub(crate) fn probe(_base: &Handle) -> Opening {
    Opening::Stepwise
}

/// Opens what stands at a plain relative path beneath a directory. No component may be a link.
pub(crate) fn descend(base: &Handle, relative: &Path, want: Want, _opening: Opening) -> io::Result<Handle> {
    let names = components(relative)?;
    let mut path = base.path.clone();
    for (index, name) in names.iter().enumerate() {
        path.push(name);
        let found = fs::symlink_metadata(&path)?;
        if found.is_symlink() || (index + 1 < names.len() && !found.is_dir()) {
            return Err(io::ErrorKind::NotADirectory.into());
        }
    }
    let found = fs::symlink_metadata(&path)?;
    let file = match want {
        Want::File if found.is_file() => Some(File::open(&path)?),
        Want::Directory | Want::Passage if !found.is_dir() => return Err(io::ErrorKind::NotADirectory.into()),
        _ => None,
    };
    let mut expected = fs::canonicalize(&base.path)?;
    expected.extend(&names);
    if fs::canonicalize(&path)? != expected {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    Ok(Handle { path, file })
}

fn file_type(of: fs::FileType) -> FileType {
    if of.is_symlink() {
        FileType::Link
    } else if of.is_dir() {
        FileType::Directory
    } else if of.is_file() {
        FileType::Regular
    } else {
        FileType::Unknown
    }
}

fn convert(found: &Metadata) -> Stat {
    let nanoseconds = |time: io::Result<SystemTime>| {
        let since = time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        since.map_or(0, |since| i128::try_from(since.as_nanos()).unwrap_or(i128::MAX))
    };
    let modified = nanoseconds(found.modified());
    Stat {
        file_type: file_type(found.file_type()),
        identity: Identity { device: 0, inode: 0 },
        size: found.len(),
        modified,
        changed: modified,
        mode: if found.permissions().readonly() { 0o444 } else { 0o644 },
        owner: 0,
    }
}

/// What an open file is.
pub(crate) fn stat(handle: &Handle) -> io::Result<Stat> {
    Ok(convert(&match &handle.file {
        Some(file) => file.metadata()?,
        None => fs::metadata(&handle.path)?,
    }))
}

/// The permissions of an open file, in the words of the standard library.
pub(crate) fn permissions(handle: &Handle) -> io::Result<fs::Permissions> {
    Ok(fs::metadata(&handle.path)?.permissions())
}

/// What stands at a path beneath a directory, without following a final link.
pub(crate) fn stat_at(base: &Handle, relative: &Path) -> io::Result<Stat> {
    Ok(convert(&fs::symlink_metadata(base.path.join(relative))?))
}

/// What a path leads to, following links.
pub(crate) fn stat_following(path: &Path) -> io::Result<Stat> {
    Ok(convert(&fs::metadata(path)?))
}

/// What stands at a path, without following a final link.
pub(crate) fn stat_unfollowed(path: &Path) -> io::Result<Stat> {
    Ok(convert(&fs::symlink_metadata(path)?))
}

/// Calls `each` with every entry, in the system's order.
pub(crate) fn list(
    directory: &Handle,
    _buffer: &mut Buffer,
    each: &mut dyn FnMut(&OsStr, FileType) -> ControlFlow<()>,
) -> io::Result<()> {
    for entry in fs::read_dir(&directory.path)? {
        let entry = entry?;
        let found = entry.file_type().map_or(FileType::Unknown, file_type);
        if each(&entry.file_name(), found).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads what follows the bytes that a buffer holds into its free room; gives how many came.
pub(crate) fn read(handle: &Handle, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let Some(mut file) = handle.file.as_ref() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let held = bytes.len();
    file.seek(SeekFrom::Start(held as u64))?;
    bytes.resize(bytes.capacity(), 0);
    loop {
        match file.read(&mut bytes[held..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                bytes.truncate(held);
                return Err(error);
            }
            Ok(read) => {
                bytes.truncate(held + read);
                return Ok(read);
            }
        }
    }
}

/// Makes a directory beneath another; one that is there already is no error.
pub(crate) fn make_private(base: &Handle, name: &OsStr) -> io::Result<()> {
    match fs::create_dir(base.path.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

/// Creates a file that was not there.
pub(crate) fn create_new(base: &Handle, name: &OsStr) -> io::Result<File> {
    File::options().write(true).create_new(true).open(base.path.join(name))
}

/// Renames a file within one directory, over what stood there.
pub(crate) fn rename(base: &Handle, from: &OsStr, to: &OsStr) -> io::Result<()> {
    fs::rename(base.path.join(from), base.path.join(to))
}

/// Removes a file or link.
pub(crate) fn remove_file(base: &Handle, name: &OsStr) -> io::Result<()> {
    fs::remove_file(base.path.join(name))
}

/// Removes an empty directory.
pub(crate) fn remove_directory(base: &Handle, name: &OsStr) -> io::Result<()> {
    fs::remove_dir(base.path.join(name))
}

/// Sets the modification time of an entry to now.
pub(crate) fn touch(base: &Handle, name: &OsStr) -> io::Result<()> {
    File::options().write(true).open(base.path.join(name))?.set_modified(SystemTime::now())
}

/// Whether a directory is this user's own. The profile folders of other systems are private by
/// their own rules, which the standard library cannot ask for.
pub(crate) fn is_own(_stat: &Stat) -> bool {
    true
}

/// Whether nobody else may write in a directory; see [`is_own`].
pub(crate) fn is_closed(_stat: &Stat) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &Handle) -> Vec<String> {
        let mut names = Vec::new();
        list(of, &mut Buffer::new(), &mut |name, _| {
            names.push(name.to_string_lossy().into_owned());
            ControlFlow::Continue(())
        })
        .unwrap();
        names.sort();
        names
    }

    #[test]
    fn the_portable_side_publishes_descends_lists_and_reads() {
        let folder = tempfile::tempdir().unwrap();
        let base = open_root(folder.path()).unwrap();
        make_private(&base, OsStr::new("a")).unwrap();
        make_private(&base, OsStr::new("a")).unwrap();
        let inner = descend(&base, Path::new("a"), Want::Directory, probe(&base)).unwrap();
        io::Write::write_all(&mut create_new(&inner, OsStr::new("t")).unwrap(), b"text").unwrap();
        assert!(create_new(&inner, OsStr::new("t")).is_err());
        rename(&inner, OsStr::new("t"), OsStr::new("f")).unwrap();
        touch(&inner, OsStr::new("f")).unwrap();
        assert_eq!(names(&inner), ["f"]);
        let file = descend(&base, Path::new("a/f"), Want::File, Opening::Stepwise).unwrap();
        assert_eq!(stat(&file).unwrap().size, 4);
        let mut bytes = Vec::with_capacity(16);
        assert_eq!(read(&file, &mut bytes).unwrap(), 4);
        assert_eq!(read(&file, &mut bytes).unwrap(), 0);
        assert_eq!(bytes, b"text");
        remove_file(&inner, OsStr::new("f")).unwrap();
        remove_directory(&base, OsStr::new("a")).unwrap();
        assert!(!permissions(&base).unwrap().readonly());
        let found = stat(&base).unwrap();
        assert!(names(&base).is_empty() && is_own(&found) && is_closed(&found));
    }

    #[cfg(unix)]
    #[test]
    fn the_portable_side_refuses_links_and_parents() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "x").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        let base = open_root(folder.path()).unwrap();
        for path in ["link/secret", "../x", "/etc/passwd", "link"] {
            assert!(descend(&base, Path::new(path), Want::File, Opening::Stepwise).is_err(), "{path}");
        }
        assert!(stat_at(&base, Path::new("link")).unwrap().file_type == FileType::Link);
        assert!(stat_following(&folder.path().join("link")).unwrap().file_type == FileType::Directory);
        assert!(stat_unfollowed(&folder.path().join("link")).unwrap().file_type == FileType::Link);
        assert!(open_named(&outside.path().join("secret")).unwrap().file.is_some());
    }
}
