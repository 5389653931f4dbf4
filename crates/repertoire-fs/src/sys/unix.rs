//! Unix: everything by descriptor.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, Timespec, Timestamps};
use rustix::io::Errno;

use super::{Want, components};
use crate::Opening;
use crate::stat::{FileType, Identity, Stat};

/// An open file or directory.
#[derive(Debug)]
pub(crate) struct Handle(OwnedFd);

/// Room for directory entries, used again and again.
#[derive(Debug)]
pub(crate) struct Buffer(#[cfg_attr(not(target_os = "linux"), allow(dead_code))] Vec<u8>);

impl Buffer {
    pub(crate) fn new() -> Self {
        Self(Vec::with_capacity(32 * 1024))
    }
}

/// Passing through a directory needs no right to read it, where the system knows the difference.
#[cfg(any(target_os = "linux", target_os = "android"))]
const PASSAGE: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const PASSAGE: OFlags = OFlags::RDONLY;

fn flags(want: Want) -> OFlags {
    let common = OFlags::CLOEXEC | OFlags::NOFOLLOW;
    match want {
        Want::Directory => common | OFlags::RDONLY | OFlags::DIRECTORY,
        Want::Passage => common | PASSAGE | OFlags::DIRECTORY,
        // Without NONBLOCK the open of a FIFO would wait for a writer; without NOCTTY a
        // terminal could become ours.
        Want::File => common | OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY,
    }
}

/// Opens a directory by a path without a final link.
pub(crate) fn open_root(path: &Path) -> io::Result<Handle> {
    Ok(Handle(rustix::fs::openat(CWD, path, flags(Want::Passage), Mode::empty())?))
}

/// Opens a file by a path that the user named; links are followed.
pub(crate) fn open_named(path: &Path) -> io::Result<Handle> {
    let flags = flags(Want::File) - OFlags::NOFOLLOW;
    Ok(Handle(rustix::fs::openat(CWD, path, flags, Mode::empty())?))
}

/// The best way of opening that works at this directory.
pub(crate) fn probe(base: &Handle) -> Opening {
    match open_in_kernel(base, Path::new("."), flags(Want::Passage)) {
        Ok(_) => Opening::Kernel,
        Err(_) => Opening::Stepwise,
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn open_in_kernel(base: &Handle, relative: &Path, flags: OFlags) -> io::Result<OwnedFd> {
    use rustix::fs::{ResolveFlags, openat2};
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    // The kernel says EAGAIN when a rename anywhere on the system raced with the lookup.
    for _ in 0..16 {
        match openat2(&base.0, relative, flags, Mode::empty(), resolve) {
            Err(Errno::AGAIN | Errno::INTR) => {}
            other => return Ok(other?),
        }
    }
    Err(Errno::AGAIN.into())
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn open_in_kernel(_base: &Handle, _relative: &Path, _flags: OFlags) -> io::Result<OwnedFd> {
    Err(Errno::NOSYS.into())
}

fn open_stepwise(base: &Handle, relative: &Path, last: OFlags) -> io::Result<OwnedFd> {
    let names = components(relative)?;
    let Some((file, directories)) = names.split_last() else {
        return Ok(rustix::fs::openat(&base.0, c".", last, Mode::empty())?);
    };
    let mut held: Option<OwnedFd> = None;
    for directory in directories {
        let at = held.as_ref().map_or(base.0.as_fd(), AsFd::as_fd);
        held = Some(rustix::fs::openat(at, *directory, flags(Want::Passage), Mode::empty())?);
    }
    let at = held.as_ref().map_or(base.0.as_fd(), AsFd::as_fd);
    Ok(rustix::fs::openat(at, *file, last, Mode::empty())?)
}

/// Opens what stands at a plain relative path beneath a directory. No component may be a link.
pub(crate) fn descend(base: &Handle, relative: &Path, want: Want, opening: Opening) -> io::Result<Handle> {
    let relative = if relative.as_os_str().is_empty() { Path::new(".") } else { relative };
    let fd = match opening {
        Opening::Stepwise => open_stepwise(base, relative, flags(want))?,
        Opening::Kernel => open_in_kernel(base, relative, flags(want))?,
    };
    Ok(Handle(fd))
}

fn file_type(of: rustix::fs::FileType) -> FileType {
    use rustix::fs::FileType as Raw;
    match of {
        Raw::RegularFile => FileType::Regular,
        Raw::Directory => FileType::Directory,
        Raw::Symlink => FileType::Link,
        Raw::Fifo => FileType::Fifo,
        Raw::Socket => FileType::Socket,
        Raw::CharacterDevice | Raw::BlockDevice => FileType::Device,
        _ => FileType::Unknown,
    }
}

// The fields of `stat` have other widths on other systems.
#[allow(clippy::unnecessary_cast, clippy::cast_lossless, trivial_numeric_casts)]
fn convert(raw: &rustix::fs::Stat) -> Stat {
    let nanoseconds = |seconds: i128, fraction: i128| seconds * 1_000_000_000 + fraction;
    Stat {
        file_type: file_type(rustix::fs::FileType::from_raw_mode(raw.st_mode)),
        identity: Identity { device: raw.st_dev as u64, inode: raw.st_ino as u64 },
        size: u64::try_from(raw.st_size).unwrap_or(0),
        modified: nanoseconds(raw.st_mtime as i128, raw.st_mtime_nsec as i128),
        changed: nanoseconds(raw.st_ctime as i128, raw.st_ctime_nsec as i128),
        mode: raw.st_mode as u32 & 0o7777,
        owner: raw.st_uid as u32,
    }
}

/// What an open file is.
pub(crate) fn stat(handle: &Handle) -> io::Result<Stat> {
    Ok(convert(&rustix::fs::fstat(&handle.0)?))
}

/// The permissions of an open file, in the words of the standard library.
pub(crate) fn permissions(handle: &Handle) -> io::Result<std::fs::Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(std::fs::Permissions::from_mode(stat(handle)?.mode))
}

/// What stands at a path beneath a directory, without following a final link.
pub(crate) fn stat_at(base: &Handle, relative: &Path) -> io::Result<Stat> {
    let relative = if relative.as_os_str().is_empty() { Path::new(".") } else { relative };
    Ok(convert(&rustix::fs::statat(&base.0, relative, AtFlags::SYMLINK_NOFOLLOW)?))
}

/// What a path leads to, following links.
pub(crate) fn stat_following(path: &Path) -> io::Result<Stat> {
    Ok(convert(&rustix::fs::stat(path)?))
}

/// What stands at a path, without following a final link.
pub(crate) fn stat_unfollowed(path: &Path) -> io::Result<Stat> {
    Ok(convert(&rustix::fs::lstat(path)?))
}

/// Calls `each` with every entry but `.` and `..`, in the system's order.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn list(
    directory: &Handle,
    buffer: &mut Buffer,
    each: &mut dyn FnMut(&OsStr, FileType) -> ControlFlow<()>,
) -> io::Result<()> {
    buffer.0.clear();
    let room: &mut [MaybeUninit<u8>] = buffer.0.spare_capacity_mut();
    let mut entries = rustix::fs::RawDir::new(&directory.0, room);
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            continue;
        }
        let name = OsStr::from_bytes(name);
        if each(name, known_type(directory, name, file_type(entry.file_type()))).is_break() {
            break;
        }
    }
    Ok(())
}

/// Calls `each` with every entry but `.` and `..`, in the system's order.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn list(
    directory: &Handle,
    _buffer: &mut Buffer,
    each: &mut dyn FnMut(&OsStr, FileType) -> ControlFlow<()>,
) -> io::Result<()> {
    for entry in rustix::fs::Dir::read_from(&directory.0)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            continue;
        }
        let name = OsStr::from_bytes(name);
        if each(name, known_type(directory, name, file_type(entry.file_type()))).is_break() {
            break;
        }
    }
    Ok(())
}

/// Some file systems leave the type out of their entries.
fn known_type(directory: &Handle, name: &OsStr, stated: FileType) -> FileType {
    match stated {
        FileType::Unknown => {
            stat_at(directory, Path::new(name)).map_or(FileType::Unknown, |stat| stat.file_type)
        }
        known => known,
    }
}

/// Reads what follows the bytes that a buffer holds into its free room; gives how many came.
pub(crate) fn read(handle: &Handle, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let offset = bytes.len() as u64;
    loop {
        match rustix::io::pread(&handle.0, rustix::buffer::spare_capacity(bytes), offset) {
            Err(Errno::INTR) => {}
            other => return Ok(other?),
        }
    }
}

/// Makes a directory with mode 0700 beneath another; one that is there already is no error.
pub(crate) fn make_private(base: &Handle, name: &OsStr) -> io::Result<()> {
    match rustix::fs::mkdirat(&base.0, name, Mode::RWXU) {
        Err(Errno::EXIST) => Ok(()),
        other => Ok(other?),
    }
}

/// Creates a file with mode 0600 that was not there.
pub(crate) fn create_new(base: &Handle, name: &OsStr) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(&base.0, name, flags, Mode::RUSR | Mode::WUSR)?))
}

/// Renames a file within one directory, over what stood there.
pub(crate) fn rename(base: &Handle, from: &OsStr, to: &OsStr) -> io::Result<()> {
    Ok(rustix::fs::renameat(&base.0, from, &base.0, to)?)
}

/// Removes a file or link.
pub(crate) fn remove_file(base: &Handle, name: &OsStr) -> io::Result<()> {
    Ok(rustix::fs::unlinkat(&base.0, name, AtFlags::empty())?)
}

/// Removes an empty directory.
pub(crate) fn remove_directory(base: &Handle, name: &OsStr) -> io::Result<()> {
    Ok(rustix::fs::unlinkat(&base.0, name, AtFlags::REMOVEDIR)?)
}

/// Sets the times of an entry to now.
pub(crate) fn touch(base: &Handle, name: &OsStr) -> io::Result<()> {
    let now = Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_NOW };
    let times = Timestamps { last_access: now, last_modification: now };
    Ok(rustix::fs::utimensat(&base.0, name, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Whether a directory is this user's own.
pub(crate) fn is_own(stat: &Stat) -> bool {
    stat.owner == rustix::process::geteuid().as_raw()
}

/// Whether nobody but the owner of a directory may write in it.
pub(crate) fn is_closed(stat: &Stat) -> bool {
    stat.mode & 0o022 == 0
}
