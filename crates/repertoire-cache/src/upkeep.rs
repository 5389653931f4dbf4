//! Looking after the cache: counting, verifying, pruning.

use std::collections::BTreeMap;
use std::time::Duration;

use repertoire_fs::{ErrorKind, FileType, PrivateDirectory, TEMPORARY_PREFIX, now};

use crate::conversion::{Conversion, MAX_FORM_CHARACTERS, is_too_long};
use crate::conversions::{Conversions, FORM, MANIFEST, MANIFEST_BYTES, manifest_of};
use crate::digest::Digest;
use crate::error::Error;
use crate::index::Indexes;

/// A leftover that nobody writes any more is at least this old.
const ABANDONED: Duration = Duration::from_secs(3_600);

/// How much the cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Conversions.
    pub entries: usize,
    /// The bytes of their files.
    pub bytes: u64,
    /// Unfinished or foreign files beside them.
    pub leftovers: usize,
}

/// An entry that no look-up would accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The digest of the source, which is the name of the entry.
    pub source: Digest,
    /// What is wrong, in a few words.
    pub reason: &'static str,
}

/// What a pruning is to take away, beside leftovers older than an hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prune {
    /// Entries that were not used for so long. Uses are noted to the day.
    pub unused_for: Option<Duration>,
    /// The least recently used entries, until the rest holds at most so many bytes.
    pub most_bytes: Option<u64>,
}

/// What a pruning took away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Conversions.
    pub entries: usize,
    /// Unfinished or foreign files.
    pub leftovers: usize,
    /// The bytes of all of them.
    pub bytes: u64,
}

/// What a pruning of the indexes took away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrunedIndexes {
    /// Indexes.
    pub indexes: usize,
    /// Unfinished files.
    pub leftovers: usize,
    /// The bytes of all of them.
    pub bytes: u64,
}

/// One entry as it lies on the disk.
struct Lying {
    digest: Digest,
    directory: PrivateDirectory,
    /// Bytes and modification time of each file, by name.
    files: BTreeMap<std::ffi::OsString, (u64, i128)>,
}

impl Lying {
    fn bytes(&self) -> u64 {
        self.known().map(|(_, (bytes, _))| bytes).sum()
    }

    fn used(&self) -> i128 {
        self.known().map(|(_, (_, modified))| *modified).max().unwrap_or(0)
    }

    fn known(&self) -> impl Iterator<Item = (&std::ffi::OsString, &(u64, i128))> {
        self.files.iter().filter(|(name, _)| is_known(name))
    }

    fn is_entry(&self) -> bool {
        self.known().next().is_some()
    }
}

fn is_known(name: &std::ffi::OsStr) -> bool {
    name == FORM || name == MANIFEST
}

impl Conversions {
    /// Counts entries and their bytes.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the directory cannot be listed.
    pub fn stats(&self) -> Result<Stats, Error> {
        let mut stats = Stats::default();
        for lying in self.lying()? {
            stats.entries += usize::from(lying.is_entry());
            stats.bytes += lying.bytes();
            stats.leftovers += lying.files.len() - lying.known().count();
        }
        Ok(stats)
    }

    /// Recomputes every digest, and lists what no look-up would accept, ordered by digest.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the directory cannot be listed.
    pub fn verify(&self) -> Result<Vec<Bad>, Error> {
        let mut bad = Vec::new();
        for (name, file_type) in self.directory.entries()? {
            let Some(source) = name.to_str().and_then(|name| name.parse::<Digest>().ok()) else { continue };
            let verdict = if file_type == FileType::Directory {
                self.directory
                    .enter(&name)
                    .map_err(|_| "the directory cannot be opened")
                    .and_then(|entry| verify(&entry, &source))
            } else {
                Err("it is not a directory")
            };
            bad.extend(verdict.err().map(|reason| Bad { source, reason }));
        }
        Ok(bad)
    }

    /// Takes away what is not wanted any more. A reader meanwhile finds an entry whole or a
    /// miss, never an error.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the directory cannot be listed. An entry that cannot be removed is
    /// left, and not counted.
    pub fn prune(&self, prune: &Prune) -> Result<Pruned, Error> {
        self.prune_at(prune, now())
    }

    fn prune_at(&self, prune: &Prune, now: i128) -> Result<Pruned, Error> {
        let older = |time: i128, than: Duration| is_older(now, time, than);
        let mut pruned = Pruned::default();
        let mut kept = Vec::new();
        for lying in self.lying()? {
            for (name, (bytes, modified)) in lying.files.iter().filter(|(name, _)| !is_known(name)) {
                if older(*modified, ABANDONED) && lying.directory.remove_file(name).is_ok() {
                    pruned.leftovers += 1;
                    pruned.bytes += bytes;
                }
            }
            let unused = prune.unused_for.is_some_and(|unused_for| older(lying.used(), unused_for));
            if !lying.is_entry() {
                // An empty directory; one that is just being filled is young, or not empty by now.
                if lying.directory.stat().is_ok_and(|stat| older(stat.modified, ABANDONED)) {
                    let _ = self.directory.remove_directory(lying.digest.to_string());
                }
            } else if !(unused && self.take(&lying, &mut pruned)) {
                kept.push(lying);
            }
        }
        if let Some(most) = prune.most_bytes {
            let mut total: u64 = kept.iter().map(Lying::bytes).sum();
            kept.sort_by_key(|lying| (lying.used(), lying.digest));
            for lying in &kept {
                if total <= most {
                    break;
                }
                if self.take(lying, &mut pruned) {
                    total -= lying.bytes();
                }
            }
        }
        Ok(pruned)
    }

    /// Removes one entry: first the manifest, so that the rest is a miss from then on. Gives whether
    /// it is gone.
    fn take(&self, lying: &Lying, pruned: &mut Pruned) -> bool {
        let gone = |name| match lying.directory.remove_file(name) {
            Ok(()) | Err(repertoire_fs::Error::NotFound { .. }) => true,
            Err(_) => false,
        };
        let taken = gone(MANIFEST) && gone(FORM);
        if taken {
            pruned.entries += 1;
            pruned.bytes += lying.bytes();
            // Not empty where a writer is at work, who then keeps the directory.
            let _ = self.directory.remove_directory(lying.digest.to_string());
        }
        taken
    }

    fn lying(&self) -> Result<Vec<Lying>, Error> {
        let mut all = Vec::new();
        for (name, file_type) in self.directory.entries()? {
            let digest = name.to_str().and_then(|name| name.parse::<Digest>().ok());
            let (Some(digest), FileType::Directory) = (digest, file_type) else { continue };
            // What another process removes meanwhile is no error.
            let Ok(directory) = self.directory.enter(&name) else { continue };
            let Ok(names) = directory.entries() else { continue };
            let mut files = BTreeMap::new();
            for (name, file_type) in names {
                let counts =
                    is_known(&name) || name.as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes());
                if file_type == FileType::Directory || !(counts || file_type == FileType::Regular) {
                    continue;
                }
                if let Ok(stat) = directory.stat_entry(&name) {
                    files.insert(name, (stat.size, stat.modified));
                }
            }
            all.push(Lying { digest, directory, files });
        }
        Ok(all)
    }
}

impl Indexes {
    /// Takes away temporaries older than an hour and, with a time, the indexes that were not used
    /// for so long. Uses are noted to the day. An index that is missing costs time, never an answer.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the directory cannot be listed. A file that cannot be removed is left, and
    /// not counted.
    pub fn prune(&self, unused_for: Option<Duration>) -> Result<PrunedIndexes, Error> {
        self.prune_at(unused_for, now())
    }

    fn prune_at(&self, unused_for: Option<Duration>, now: i128) -> Result<PrunedIndexes, Error> {
        let mut pruned = PrunedIndexes::default();
        for (name, file_type) in self.directory.entries()? {
            let is_leftover = name.as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes());
            let is_index = name.to_str().is_some_and(|name| name.parse::<Digest>().is_ok());
            let kept_for = match unused_for {
                _ if file_type == FileType::Directory => None,
                _ if is_leftover => Some(ABANDONED),
                unused_for => unused_for.filter(|_| is_index),
            };
            // What another process removes meanwhile is no error.
            let Some((kept_for, stat)) = kept_for.zip(self.directory.stat_entry(&name).ok()) else {
                continue;
            };
            if is_older(now, stat.modified, kept_for) && self.directory.remove_file(&name).is_ok() {
                *if is_leftover { &mut pruned.leftovers } else { &mut pruned.indexes } += 1;
                pruned.bytes += stat.size;
            }
        }
        Ok(pruned)
    }
}

fn is_older(now: i128, time: i128, than: Duration) -> bool {
    now - time > i128::try_from(than.as_nanos()).unwrap_or(i128::MAX)
}

fn verify(entry: &PrivateDirectory, source: &Digest) -> Result<(), &'static str> {
    let manifest = entry.open_file(MANIFEST).map_err(|error| match error.kind() {
        ErrorKind::NotPrivate => "the manifest can be changed by other users",
        _ => "the manifest is missing or not a regular file",
    })?;
    let manifest = manifest.read(MANIFEST_BYTES).map_err(|_| "the manifest is not what it should be")?;
    let form = entry.open_file(FORM).map_err(|error| match error.kind() {
        ErrorKind::NotPrivate => "the form can be changed by other users",
        _ => "the form is missing or not a regular file",
    })?;
    let form = form.read(4 * MAX_FORM_CHARACTERS).map_err(|_| "the form is too large or cannot be read")?;
    if manifest != manifest_of(source, &form).as_bytes() {
        return Err("the digests are not those of the entry");
    }
    let text = std::str::from_utf8(&form).map_err(|_| "the form is not UTF-8")?;
    if is_too_long(text) {
        return Err("the form is too large or cannot be read");
    }
    match Conversion::from_form(text) {
        Some(conversion) if conversion.is_sound(None) => Ok(()),
        _ => Err("the form is not that of a conversion"),
    }
}

#[cfg(test)]
mod tests;
