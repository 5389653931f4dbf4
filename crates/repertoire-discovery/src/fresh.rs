//! Reading what was selected: always the original source, as it is now.

use std::path::{Path, PathBuf};

use repertoire_cache::{Conversions, Digest};
use repertoire_diagnostic::Diagnostic;
use repertoire_fs::{Confinement, ErrorKind, File, show};
use repertoire_schema::{Checked, Format, Skill, Source};

use crate::catalog::Entry;
use crate::covered::Covered;
use crate::discover::OpenRoots;
use crate::judge::{Text, check, directory_name, read_text};
use crate::memory::uses_conversions;
use crate::options::{Links, Options};
use crate::report::Reporter;

/// A skill as its source is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fresh {
    /// The skill with its current instructions.
    pub skill: Skill,
    /// The SHA-256 of the source as it was read just now.
    pub digest: Digest,
    /// Whether it differs from what the catalog saw.
    pub changed: bool,
    /// What the profile says about it now.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why a selected skill cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The source is not there any more, or its root is not.
    #[error("{} is gone: look for skills again", show(path))]
    Gone {
        /// The source.
        path: PathBuf,
    },
    /// The source leads out of the bounds of its root by now.
    #[error("{} leads outside the bounds of its root by now", show(path))]
    Outside {
        /// The source.
        path: PathBuf,
    },
    /// The source became another file while it was opened.
    #[error("{} became another file while it was opened: try again", show(path))]
    IdentityChanged {
        /// The source.
        path: PathBuf,
    },
    /// The source passes the bound on characters by now.
    #[error("{} holds more than {characters} characters by now: shorten it", show(path))]
    TooLarge {
        /// The source.
        path: PathBuf,
        /// The bound.
        characters: usize,
    },
    /// The profile refuses the source as it is now.
    #[error("{} is not valid any more: {}", show(path), first_error(diagnostics))]
    Invalid {
        /// The source.
        path: PathBuf,
        /// What the profile says about it.
        diagnostics: Vec<Diagnostic>,
    },
    /// The source cannot be opened or read.
    #[error("{} cannot be read", show(path))]
    Unreadable {
        /// The source.
        path: PathBuf,
        /// What is in the way.
        source: repertoire_fs::Error,
    },
    /// The entry belongs to none of the roots.
    #[error("{} belongs to none of the roots: look for skills again", show(path))]
    Unknown {
        /// The source.
        path: PathBuf,
    },
}

impl Error {
    /// The class in kebab case, stable for machines.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Gone { .. } => "gone",
            Self::Outside { .. } => "outside-root",
            Self::IdentityChanged { .. } => "identity-changed",
            Self::TooLarge { .. } => "file-too-large",
            Self::Invalid { .. } => "invalid",
            Self::Unreadable { .. } => "read-error",
            Self::Unknown { .. } => "unknown-root",
        }
    }
}

fn first_error(diagnostics: &[Diagnostic]) -> &str {
    let gravest = diagnostics.iter().min_by_key(|diagnostic| diagnostic.severity);
    gravest.map_or("the profile refuses it", |diagnostic| &diagnostic.message)
}

/// Reads the source of an entry again, under the confinement of its root, and gives what it
/// says now. The catalog does not change by it.
///
/// # Errors
///
/// One [`Error`] for each way in which a source can fail by now.
pub fn read(entry: &Entry, options: &Options) -> Result<Fresh, Error> {
    let path = || entry.path.clone();
    let opened = OpenRoots::open(options);
    let index = opened.specs.iter().position(|spec| spec.path == entry.root);
    let index = index.ok_or_else(|| Error::Unknown { path: path() })?;
    let Some((confinement, _)) = opened.confinement(index, options).ok() else {
        return Err(match opened.into_error(index) {
            Some(source) if source.kind() != ErrorKind::NotFound => {
                Error::Unreadable { path: path(), source }
            }
            _ => Error::Gone { path: path() },
        });
    };
    let reporter = Reporter { spec: &opened.specs[index], index };
    let below = entry.path.strip_prefix(&entry.root).map_err(|_| Error::Outside { path: path() })?;
    let file = open(&confinement, &opened.covered(index), &entry.path, below, options);
    let file = file.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::Gone { path: path() },
        ErrorKind::Outside => Error::Outside { path: path() },
        ErrorKind::IdentityChanged => Error::IdentityChanged { path: path() },
        _ => Error::Unreadable { path: path(), source: error },
    })?;
    let characters = options.limits.source_characters;
    let bytes = match read_text(&file, characters) {
        Ok(Text::Whole(bytes)) => bytes,
        Ok(Text::TooLarge(_)) => return Err(Error::TooLarge { path: path(), characters }),
        Err(error) => return Err(Error::Unreadable { path: path(), source: error }),
    };
    let directory = directory_name(&reporter, below.parent().unwrap_or(below));
    let shown = show(&entry.path);
    let source =
        Source { path: &shown, directory: directory.as_deref(), format: entry.format, bytes: &bytes };
    let digest = Digest::of(&bytes);
    let cache = options.cache.as_deref();
    let cache = cache.filter(|_| uses_conversions(options.profile) && entry.format == Format::AgentSkill);
    let conversions = cache.and_then(|root| Conversions::create(root).ok());
    let (Checked { skill, diagnostics, .. }, _) = check(&source, &digest, options, conversions.as_ref());
    match skill {
        Some(skill) => Ok(Fresh { skill, digest, changed: digest != entry.digest, diagnostics }),
        None => Err(Error::Invalid { path: path(), diagnostics }),
    }
}

/// Opens the source at `path`, which is `below` its root: where it stands, and through a link only
/// where links are followed.
pub(crate) fn open(
    confinement: &Confinement,
    covered: &Covered<'_>,
    path: &Path,
    below: &Path,
    options: &Options,
) -> Result<File, repertoire_fs::Error> {
    let outside = || repertoire_fs::Error::Outside { path: path.to_owned(), target: path.to_owned() };
    let place = confinement.root_place().child(below);
    let plain = confinement.open_file(&place);
    let (place, file) = match plain {
        Err(error) if error.kind() == ErrorKind::IdentityChanged && options.links == Links::Within => {
            let path = confinement.root().canonical().join(below);
            confinement.open(&path)?
        }
        Err(error) if error.kind() == ErrorKind::IdentityChanged => return Err(outside()),
        plain => (place, plain?),
    };
    match covered.by(&confinement.canonical(&place)) {
        Some(_) => Err(outside()),
        None => Ok(file),
    }
}
