//! What the system says about a file: type, identity, size and times.

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileType {
    /// A regular file.
    Regular,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// Something that the system does not name.
    Unknown,
}

impl FileType {
    /// The type in words, for a sentence.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Regular => "a regular file",
            Self::Directory => "a directory",
            Self::Link => "a symbolic link",
            Self::Fifo => "a FIFO",
            Self::Socket => "a socket",
            Self::Device => "a device",
            Self::Unknown => "something unknown",
        }
    }
}

/// Which file it is, whatever it is called: the pair of device and inode.
///
/// Where a platform has no such pair both halves are zero, and nothing may be concluded from
/// equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The device that holds the file.
    pub device: u64,
    /// The number of the file on it.
    pub inode: u64,
}

/// The facts about a file that tell whether it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub file_type: FileType,
    /// Which file it is.
    pub identity: Identity,
    /// The size in bytes that the system states; a hint, never a bound.
    pub size: u64,
    /// When the content changed, in nanoseconds since 1970.
    pub modified: i128,
    /// When anything about the file changed, in nanoseconds since 1970.
    pub changed: i128,
    /// The permission bits, such as `0o644`.
    pub mode: u32,
    /// The number of the user that owns it.
    pub owner: u32,
}

/// The time now, counted like the times of a [`Stat`], for telling how old a file is.
#[must_use]
pub fn now() -> i128 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i128::try_from(since.as_nanos()).unwrap_or(i128::MAX))
}
