//! The cache of a discovery: the conversions, and the index of what earlier ones learned.

use std::path::Path;

use repertoire_cache::{Conversions, Digest, Index, IndexKey, IndexWriter, Indexes, Record, Stamp};
use repertoire_diagnostic::{Diagnostic, Kind, Severity};
use repertoire_fs::show;
use repertoire_schema::profile::{self, Profile};

use crate::discover::OpenRoots;
use crate::judge::Memory;
use crate::options::Options;

/// One record of the next index.
enum Piece {
    /// That of the index that was read, by its number.
    Known(usize),
    /// A new one, with its root and key.
    New { root: u32, key: Vec<u8>, stamp: Stamp, digest: Digest, payload: Vec<u8> },
}

/// What a discovery remembers. Whatever is missing or broken costs time, never an answer.
#[derive(Default)]
pub(crate) struct Remembered {
    pub(crate) conversions: Option<Conversions>,
    pub(crate) index: Option<Index>,
    indexes: Option<(Indexes, IndexKey)>,
    /// What the next index is to hold, in the order of the keys.
    pieces: Vec<Piece>,
    failure: Option<repertoire_cache::Error>,
}

impl Remembered {
    /// Opens what the options allow.
    pub(crate) fn open(options: &Options, roots: &OpenRoots) -> Self {
        let mut remembered = Self::default();
        let Some(root) = &options.cache else { return remembered };
        if uses_conversions(options.profile) {
            match Conversions::create(root) {
                Ok(conversions) => remembered.conversions = Some(conversions),
                Err(error) => remembered.fail(error),
            }
        }
        if options.index {
            match Indexes::create(root) {
                Ok(indexes) => {
                    let key = key(options, roots);
                    remembered.index = indexes.load(&key);
                    remembered.indexes = Some((indexes, key));
                }
                Err(error) => remembered.fail(error),
            }
        }
        remembered
    }

    /// Whether an index will be written.
    pub(crate) fn remembers(&self) -> bool {
        self.indexes.is_some()
    }

    /// Keeps the first failure: one warning is enough.
    pub(crate) fn fail(&mut self, failure: repertoire_cache::Error) {
        self.failure.get_or_insert(failure);
    }

    /// Takes what one source leaves, in the order of the sources.
    pub(crate) fn keep(&mut self, root: usize, key: Vec<u8>, memory: Memory) {
        let Ok(root) = u32::try_from(root) else { return };
        self.pieces.push(match memory {
            Memory::Known(number) => Piece::Known(number),
            Memory::New { stamp, digest, payload } => Piece::New { root, key, stamp, digest, payload },
        });
    }

    /// Writes the index if it says anything new; gives the one warning, if there is any.
    pub(crate) fn finish(mut self, options: &Options) -> Option<Diagnostic> {
        if let Some((indexes, key)) = self.indexes.take()
            && !self.is_known()
            && let Err(error) = indexes.save(&key, self.write())
        {
            self.fail(error);
        }
        let failure = self.failure?;
        let path = options.cache.as_deref().unwrap_or(Path::new(""));
        Some(
            Diagnostic::new(Kind::ReadError, Severity::Warning, failure.to_string())
                .with_rule("cache-unusable")
                .with_path(show(path))
                .with_help("skills are found all the same; mend the directory, choose another with `--cache-dir`, or go without by `--no-cache`"),
        )
    }
}

impl Remembered {
    /// Whether the index that was read says exactly what the next one would.
    fn is_known(&self) -> bool {
        let known = self.index.as_ref().is_some_and(|index| index.len() == self.pieces.len());
        known
            && self
                .pieces
                .iter()
                .enumerate()
                .all(|(number, piece)| matches!(piece, Piece::Known(at) if *at == number))
    }

    /// The next index; what it is made of is let go on the way.
    fn write(&mut self) -> IndexWriter {
        let mut writer = IndexWriter::new();
        for piece in std::mem::take(&mut self.pieces) {
            match &piece {
                Piece::Known(number) => {
                    let record = self.index.as_ref().and_then(|index| index.record(*number));
                    record.into_iter().for_each(|record| writer.push(&record));
                }
                Piece::New { root, key, stamp, digest, payload } => {
                    writer.push(&Record { root: *root, path: key, stamp: *stamp, digest: *digest, payload });
                }
            }
        }
        writer
    }
}

/// Whether the sources of a profile are converted: a native form holds all that this profile reads.
pub(crate) fn uses_conversions(profile: &Profile) -> bool {
    std::ptr::eq(profile, &profile::AUTOLITH)
}

/// Everything that the records of an index depend on.
fn key(options: &Options, roots: &OpenRoots) -> IndexKey {
    let mut parts: Vec<Vec<u8>> = vec![
        env!("CARGO_PKG_VERSION").into(),
        format!("{:?}", options.profile).into(),
        format!("{:?} {:?} {:?}", options.links, options.limits, options.least_severity).into(),
        format!("{:?} {:?}", options.rules, options.fixes).into(),
    ];
    for index in 0..roots.specs.len() {
        let spec = &roots.specs[index];
        parts.push(spec.path.as_os_str().as_encoded_bytes().to_vec());
        parts.push(format!("{:?} {:?}", spec.scope, spec.trust).into());
        if let Ok((confinement, _)) = roots.confinement(index, options) {
            parts.extend(confinement.bounds().map(|bound| bound.as_os_str().as_encoded_bytes().to_vec()));
        }
    }
    IndexKey::of(parts.iter().map(Vec::as_slice))
}
