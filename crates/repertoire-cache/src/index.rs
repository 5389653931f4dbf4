//! The catalog index: what an earlier discovery learned of each source, by its stat.
//!
//! One file holds a header, the records in the order of their keys, and a BLAKE3 checksum over
//! all that. It is read whole and searched in place. What a record says of a skill is opaque
//! here: the crate that discovers writes and reads it.

use std::path::Path;

use repertoire_fs::{FileType, Identity, PrivateDirectory, Stat, now};

use crate::conversions::NOTED_EVERY;
use crate::digest::Digest;
use crate::error::Error;

/// The name of the directory of indexes, with the version of their form.
const INDEXES: &str = "index-v1";
const MAGIC: &[u8; 16] = b"repertoire-idx1\n";
const CHECKSUM: usize = 32;
/// An index larger than this is not read; it would hold several million skills.
const MAX_BYTES: usize = 2 << 30;

/// Which index: the BLAKE3 of everything that its records depend on.
///
/// # Examples
///
/// ```
/// use repertoire_cache::IndexKey;
///
/// let key = IndexKey::of([b"/home/ada/skills".as_slice(), b"loader"]);
/// assert_ne!(key, IndexKey::of([b"/home/ada/skillsloader".as_slice()]));
/// assert_eq!(key.to_string().len(), 64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexKey([u8; 32]);

impl IndexKey {
    /// The key of some parts, whose bounds count.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(*hasher.finalize().as_bytes())
    }
}

impl std::fmt::Display for IndexKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&Digest(self.0), f)
    }
}

/// What tells whether a source is still the file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Which file it is.
    pub identity: Identity,
    /// Its size in bytes.
    pub size: u64,
    /// When its content changed, in nanoseconds since 1970.
    pub modified: i128,
    /// When anything about it changed, in nanoseconds since 1970.
    pub changed: i128,
}

impl Stamp {
    /// The stamp of a regular file on a system that tells files apart.
    #[must_use]
    pub fn of(stat: &Stat) -> Option<Self> {
        let known = stat.file_type == FileType::Regular && stat.identity.inode != 0;
        known.then_some(Self {
            identity: stat.identity,
            size: stat.size,
            modified: stat.modified,
            changed: stat.changed,
        })
    }

    /// Whether a change of the file after `time` (as [`repertoire_fs::now`] counts) would show
    /// in the stamp: its own times are older by more than the granularity of file times.
    #[must_use]
    pub fn is_settled(&self, time: i128) -> bool {
        const SECOND: i128 = 1_000_000_000;
        let whole = |time: i128| time % SECOND == 0;
        let granularity = if whole(self.modified) && whole(self.changed) { 2 * SECOND } else { SECOND / 50 };
        self.modified.max(self.changed) + granularity < time
    }
}

/// What the index says of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The number of its root.
    pub root: u32,
    /// Its path below the root, as bytes.
    pub path: &'a [u8],
    /// The file that was read.
    pub stamp: Stamp,
    /// The SHA-256 of what was read.
    pub digest: Digest,
    /// What was learned.
    pub payload: &'a [u8],
}

/// An index that was read and found whole.
#[derive(Debug)]
pub struct Index {
    bytes: Vec<u8>,
    /// Where each record begins.
    records: Vec<usize>,
}

impl Index {
    /// Takes the bytes of an index, if they are whole and of this version.
    #[must_use]
    pub fn parse(bytes: Vec<u8>) -> Option<Self> {
        let content = bytes.len().checked_sub(CHECKSUM)?;
        if *blake3::hash(&bytes[..content]).as_bytes() != bytes[content..] {
            return None;
        }
        let mut reader = Reader { rest: &bytes[..content] };
        if reader.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let mut records = Vec::new();
        while !reader.rest.is_empty() {
            records.push(content - reader.rest.len());
            let length = reader.u32()? as usize;
            reader.take(length)?;
        }
        Some(Self { bytes, records })
    }

    /// How many records it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The record of a source, with its number. `next` is where the record after the last one
    /// that was found stands: whoever asks in the order of the keys finds each at once.
    #[must_use]
    pub fn find(&self, root: u32, path: &[u8], next: &mut usize) -> Option<(usize, Record<'_>)> {
        let key = |record: &Record<'_>| (record.root, record.path).cmp(&(root, path));
        if let Some(record) = self.record(*next).filter(|record| key(record).is_eq()) {
            *next += 1;
            return Some((*next - 1, record));
        }
        let (mut low, mut high) = (0, self.records.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let record = self.record(middle)?;
            match key(&record) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    *next = middle + 1;
                    return Some((middle, record));
                }
            }
        }
        None
    }

    /// The record of a number, from 0 in the order of the keys.
    #[must_use]
    pub fn record(&self, number: usize) -> Option<Record<'_>> {
        let mut reader = Reader { rest: self.bytes.get(*self.records.get(number)?..)? };
        let length = reader.u32()? as usize;
        let mut reader = Reader { rest: reader.take(length)? };
        let root = reader.u32()?;
        let path = reader.u32()? as usize;
        let path = reader.take(path)?;
        let stamp = Stamp {
            identity: Identity { device: reader.u64()?, inode: reader.u64()? },
            size: reader.u64()?,
            modified: reader.i128()?,
            changed: reader.i128()?,
        };
        let digest = Digest(reader.take(32)?.try_into().ok()?);
        Some(Record { root, path, stamp, digest, payload: reader.rest })
    }
}

/// Writes an index, record by record in the order of the keys: root, then the bytes of the path.
#[derive(Debug)]
pub struct IndexWriter {
    bytes: Vec<u8>,
}

impl IndexWriter {
    /// An index without records.
    #[must_use]
    pub fn new() -> Self {
        Self { bytes: MAGIC.to_vec() }
    }

    /// Appends a record. One too large for its length fields is left out.
    pub fn push(&mut self, record: &Record<'_>) {
        let length = 4 + 4 + record.path.len() + 3 * 8 + 2 * 16 + 32 + record.payload.len();
        let (Ok(length), Ok(path)) = (u32::try_from(length), u32::try_from(record.path.len())) else {
            return;
        };
        let bytes = &mut self.bytes;
        bytes.extend(length.to_le_bytes());
        bytes.extend(record.root.to_le_bytes());
        bytes.extend(path.to_le_bytes());
        bytes.extend(record.path);
        for number in [record.stamp.identity.device, record.stamp.identity.inode, record.stamp.size] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(record.stamp.modified.to_le_bytes());
        bytes.extend(record.stamp.changed.to_le_bytes());
        bytes.extend(record.digest.0);
        bytes.extend(record.payload);
    }

    /// The bytes of the whole index with their checksum.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let checksum = blake3::hash(&self.bytes);
        self.bytes.extend(checksum.as_bytes());
        self.bytes
    }
}

impl Default for IndexWriter {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads numbers and pieces off the front of some bytes.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn i128(&mut self) -> Option<i128> {
        self.array().map(i128::from_le_bytes)
    }
}

/// The directory of indexes below a cache root.
#[derive(Debug)]
pub struct Indexes {
    pub(crate) directory: PrivateDirectory,
}

impl Indexes {
    /// Opens the indexes of a cache root, making what is missing with mode 0700.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the root, or what lies on the way, is not this user's own private
    /// directory or cannot be made.
    pub fn create(root: &Path) -> Result<Self, Error> {
        let directory = crate::conversions::skills(root, true)?.make(INDEXES)?;
        directory.require_private()?;
        Ok(Self { directory })
    }

    /// Opens the indexes of a cache root, if there are any. Nothing is made.
    ///
    /// # Errors
    ///
    /// As for [`Indexes::create`].
    pub fn open(root: &Path) -> Result<Option<Self>, Error> {
        Ok(crate::conversions::opened(root, INDEXES)?.map(|directory| Self { directory }))
    }

    /// The index of a key, if it is there and whole.
    #[must_use]
    pub fn load(&self, key: &IndexKey) -> Option<Index> {
        let file = self.directory.open_file(key.to_string()).ok()?;
        let index = Index::parse(file.read(MAX_BYTES).ok()?)?;
        if now() - file.stat().modified > NOTED_EVERY {
            // Only pruning goes by it.
            let _ = self.directory.touch(key.to_string());
        }
        Some(index)
    }

    /// Puts an index in its place, over what stood there.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn save(&self, key: &IndexKey, index: IndexWriter) -> Result<(), Error> {
        Ok(self.directory.publish(key.to_string(), &index.finish())?)
    }
}

#[cfg(test)]
mod tests;
