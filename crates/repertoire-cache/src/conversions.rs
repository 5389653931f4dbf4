//! The conversions on disk: looked up by the digest of a source, stored, healed.

use std::path::{Path, PathBuf};

use repertoire_fs::{FileType, PrivateDirectory, now};
use repertoire_schema::{Checked, Format, Metadata, Places, Skill, Source, profile};

use crate::conversion::{Conversion, MAX_FORM_CHARACTERS, is_too_long};
use crate::digest::Digest;
use crate::error::Error;

/// The file that holds the native form.
pub(crate) const FORM: &str = "SKILL.sexp";
/// The file that holds the digests of the source and of the form.
pub(crate) const MANIFEST: &str = "manifest.sha256";
/// The exact size of a manifest in bytes.
pub(crate) const MANIFEST_BYTES: usize = "source \ncache \n".len() + 2 * 64;
/// A use is noted in the manifest's time, but not more often than this.
pub(crate) const NOTED_EVERY: i128 = 24 * 3_600 * 1_000_000_000;

/// The directory of conversions below a cache root.
///
/// # Examples
///
/// ```
/// use repertoire_cache::{Conversion, Conversions, Digest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = repertoire_fs::testkit::Folder::new();
/// let conversions = Conversions::create(&folder.join("cache"))?;
/// let source = Digest::of(b"---\nname: tide\ndescription: Reads tide tables.\n---\nDo it.\n");
/// assert_eq!(conversions.lookup(&source, Some("tide")), None);
///
/// let conversion = Conversion {
///     name: "tide".to_owned(),
///     description: "Reads tide tables.".to_owned(),
///     instructions: "Do it.\n".to_owned(),
/// };
/// conversions.store(&source, &conversion)?;
/// assert_eq!(conversions.lookup(&source, Some("tide")), Some(conversion));
/// assert_eq!(conversions.lookup(&source, Some("elsewhere")), None);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Conversions {
    pub(crate) directory: PrivateDirectory,
}

impl Conversions {
    /// Opens the conversions of a cache root, making what is missing with mode 0700.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the root, or what lies on the way, is not this user's own private
    /// directory or cannot be made.
    pub fn create(root: &Path) -> Result<Self, Error> {
        let directory = skills(root, true)?.make(crate::CONVERSIONS)?;
        directory.require_private()?;
        Ok(Self { directory })
    }

    /// Opens the conversions of a cache root, if there are any. Nothing is made.
    ///
    /// # Errors
    ///
    /// As for [`Conversions::create`].
    pub fn open(root: &Path) -> Result<Option<Self>, Error> {
        Ok(opened(root, crate::CONVERSIONS)?.map(|directory| Self { directory }))
    }

    /// The directory without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The conversion of a source, if it is there, whole, and right for the directory in which
    /// the source stands. Whatever is wrong is a miss.
    #[must_use]
    pub fn lookup(&self, source: &Digest, directory: Option<&str>) -> Option<Conversion> {
        let entry = source.to_string();
        let manifest = self.directory.open_file_at(&Path::new(&entry).join(MANIFEST)).ok()?;
        let noted = manifest.stat().modified;
        let manifest = manifest.read(MANIFEST_BYTES).ok()?;
        let form = self.directory.open_file_at(&Path::new(&entry).join(FORM)).ok()?;
        let form = form.read(4 * MAX_FORM_CHARACTERS).ok()?;
        if manifest != manifest_of(source, &form).as_bytes() {
            return None;
        }
        let form = String::from_utf8(form).ok()?;
        if is_too_long(&form) {
            return None;
        }
        let conversion = Conversion::from_form(&form).filter(|conversion| conversion.is_sound(directory))?;
        if now() - noted > NOTED_EVERY {
            // Only pruning goes by it; a cache that cannot be written answers all the same.
            let _ = self.directory.enter(&entry).and_then(|entry| entry.touch(MANIFEST));
        }
        Some(conversion)
    }

    /// Puts the conversion of a source in its place, over whatever stood there.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the cache cannot be written; [`Error::TooLarge`] when the form
    /// passes the bound under which it would be read.
    pub fn store(&self, source: &Digest, conversion: &Conversion) -> Result<(), Error> {
        let form = conversion.to_form();
        if is_too_long(&form) {
            return Err(Error::TooLarge { characters: MAX_FORM_CHARACTERS });
        }
        let manifest = manifest_of(source, form.as_bytes());
        let name = source.to_string();
        let mut attempts = 0;
        loop {
            let stored = self.entry(&name).and_then(|entry| {
                publish(&entry, FORM, form.as_bytes())?;
                publish(&entry, MANIFEST, manifest.as_bytes())
            });
            attempts += 1;
            match stored {
                // Pruning took the directory away under our hands.
                Err(repertoire_fs::Error::NotFound { .. }) if attempts < 8 => {}
                other => return Ok(other?),
            }
        }
    }

    /// The directory of an entry, made anew where something else stands.
    fn entry(&self, name: &str) -> Result<PrivateDirectory, repertoire_fs::Error> {
        match self.directory.make(name) {
            Err(repertoire_fs::Error::NotDirectory { .. }) => {
                self.directory.remove_file(name)?;
                self.directory.make(name)
            }
            other => other,
        }
    }

    /// Judges a `SKILL.md` under the profile `autolith`: by its conversion where there is one,
    /// else by its text, storing the conversion. Beside the answer, which never depends on the
    /// cache, stands what kept the conversion from being stored.
    ///
    /// A source about which anything is to be said has no conversion, so that an answer from
    /// the cache says no less than one from the source. `fixes` says whether fixes are worked
    /// out for what is found in one that has none.
    #[must_use]
    pub fn check(&self, source: &Source<'_>, digest: &Digest, fixes: bool) -> (Checked, Option<Error>) {
        let judge = || {
            let how = repertoire_schema::Options { fixes, ..repertoire_schema::Options::default() };
            repertoire_schema::check_with(source, &profile::AUTOLITH, &how)
        };
        if source.format != Format::AgentSkill {
            return (judge(), None);
        }
        if let Some(conversion) = self.lookup(digest, source.directory) {
            return (checked(conversion), None);
        }
        let mut checked = judge();
        let Some(skill) = checked.skill.as_ref().filter(|_| checked.diagnostics.is_empty()) else {
            return (checked, None);
        };
        let conversion = Conversion {
            name: skill.metadata.name.clone(),
            description: skill.metadata.description.clone(),
            instructions: skill.instructions.clone(),
        };
        // A native form knows no places in the source.
        checked.places = Places::default();
        (checked, self.store(digest, &conversion).err())
    }
}

/// `skills` below a cache root.
pub(crate) fn skills(root: &Path, make: bool) -> Result<PrivateDirectory, Error> {
    let skills = if make {
        PrivateDirectory::create(root)?.make("skills")?
    } else {
        PrivateDirectory::open(root)?.enter("skills")?
    };
    skills.require_private()?;
    Ok(skills)
}

/// A directory of `skills` below a cache root, if it is there.
pub(crate) fn opened(root: &Path, name: &str) -> Result<Option<PrivateDirectory>, Error> {
    let opened = skills(root, false).and_then(|skills| {
        let directory = skills.enter(name)?;
        directory.require_private()?;
        Ok(directory)
    });
    match opened {
        Ok(directory) => Ok(Some(directory)),
        Err(Error::File(repertoire_fs::Error::NotFound { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Publishes a file, over an empty directory too.
fn publish(entry: &PrivateDirectory, name: &str, bytes: &[u8]) -> Result<(), repertoire_fs::Error> {
    let first = entry.publish(name, bytes);
    let is_directory = || entry.stat_entry(name).is_ok_and(|found| found.file_type == FileType::Directory);
    if first.is_err() && is_directory() && entry.remove_directory(name).is_ok() {
        return entry.publish(name, bytes);
    }
    first
}

/// The exact text of a manifest.
pub(crate) fn manifest_of(source: &Digest, form: &[u8]) -> String {
    format!("source {source}\ncache {}\n", Digest::of(form))
}

fn checked(conversion: Conversion) -> Checked {
    let metadata = Metadata {
        name: conversion.name.clone(),
        description: conversion.description.clone(),
        ..Metadata::default()
    };
    Checked {
        skill: Some(Skill { metadata, instructions: conversion.instructions, format: Format::AgentSkill }),
        name: Some(conversion.name),
        description: Some(conversion.description),
        diagnostics: Vec::new(),
        places: Places::default(),
    }
}

/// The path of the conversions below a cache root, whether they are there or not.
#[must_use]
pub fn conversions_path(root: &Path) -> PathBuf {
    root.join("skills").join(crate::CONVERSIONS)
}

#[cfg(test)]
mod tests;
