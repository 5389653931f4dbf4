//! One source: looked up, or opened, read within its bound, hashed and judged.

use std::path::{Path, PathBuf};

use repertoire_cache::{Conversions, Digest, Index, Stamp};
use repertoire_diagnostic::Diagnostic;
use repertoire_fs::{Confinement, Error, File, FileType, Place, show};
use repertoire_schema::{Checked, Format, Metadata, Source, check_with};

use crate::codec::{self, Kept};
use crate::covered::Covered;
use crate::memory::uses_conversions;
use crate::options::{Links, Options};
use crate::report::Reporter;
use crate::walk::{Found, Walk, Walked};

/// What became of one source.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// The characters that were read of it.
    pub(crate) characters: usize,
    /// What it defines, if it is valid.
    pub(crate) definition: Option<Definition>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What the index is to keep of it.
    pub(crate) memory: Option<Memory>,
    /// Why its conversion could not be stored.
    pub(crate) cache_failure: Option<repertoire_cache::Error>,
}

/// A valid definition.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) metadata: Metadata,
    pub(crate) digest: Digest,
    /// Where a link led to the file, if it is one.
    pub(crate) canonical: Option<PathBuf>,
}

/// What the index is to keep of one source.
#[derive(Debug)]
pub(crate) enum Memory {
    /// The record of this number, as it is.
    Known(usize),
    /// A new record.
    New { stamp: Stamp, digest: Digest, payload: Vec<u8> },
}

/// The text of a source, within its bound.
pub(crate) enum Text {
    Whole(Vec<u8>),
    /// So many characters were read, and more follow.
    TooLarge(usize),
}

/// Reads a source no further than tells whether it passes a bound in characters.
pub(crate) fn read_text(file: &File, characters: usize) -> Result<Text, Error> {
    // So many bytes hold so many characters at most, so the first read is enough for any text
    // in ASCII. Only a longer one can need up to four bytes a character.
    let (bytes, whole) = file.read_start(characters.saturating_add(1))?;
    if whole {
        return Ok(text_within(bytes, characters));
    }
    let count = count_characters(&bytes);
    if count > characters {
        return Ok(Text::TooLarge(count));
    }
    let (bytes, whole) = file.read_start(characters.saturating_mul(4))?;
    Ok(if whole { text_within(bytes, characters) } else { Text::TooLarge(count_characters(&bytes)) })
}

fn text_within(bytes: Vec<u8>, characters: usize) -> Text {
    let count = if bytes.len() > characters { count_characters(&bytes) } else { 0 };
    if count > characters { Text::TooLarge(count) } else { Text::Whole(bytes) }
}

/// The characters of some bytes: those that do not continue one, and no fewer than the longest
/// characters would make of them, for bytes that are no text are read like any.
pub(crate) fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte as i8) >= -0x40).count().max(bytes.len().div_ceil(4))
}

/// Judges a source under the profile of the options, by its conversion where one can answer.
pub(crate) fn check(
    source: &Source<'_>,
    digest: &Digest,
    options: &Options,
    conversions: Option<&Conversions>,
) -> (Checked, Option<repertoire_cache::Error>) {
    let usual = options.limits.source_characters == repertoire_schema::MAX_SOURCE_CHARACTERS;
    match conversions {
        Some(conversions)
            if uses_conversions(options.profile) && usual && source.format == Format::AgentSkill =>
        {
            conversions.check(source, digest, options.fixes)
        }
        _ => {
            let how = repertoire_schema::Options {
                max_characters: options.limits.source_characters,
                fixes: options.fixes,
                ..repertoire_schema::Options::default()
            };
            (check_with(source, options.profile, &how), None)
        }
    }
}

/// What the judging of the sources of a root goes by.
pub(crate) struct Judge<'a> {
    pub(crate) confinement: &'a Confinement,
    pub(crate) covered: &'a Covered<'a>,
    pub(crate) reporter: Reporter<'a>,
    pub(crate) options: &'a Options,
    pub(crate) walk: &'a Walk,
    pub(crate) conversions: Option<&'a Conversions>,
    pub(crate) index: Option<&'a Index>,
    /// Whether an index will be written.
    pub(crate) remember: bool,
    /// When the discovery began.
    pub(crate) started: i128,
}

impl Judge<'_> {
    /// Judges one source. `next` is where in the index the next one should stand.
    pub(crate) fn judge(&self, found: &Found, next: &mut usize) -> Judged {
        let directory = &self.walk.directories[found.directory];
        let below = directory.below.join(found.format.file_name());
        let place = directory.place(self.confinement).child(found.format.file_name());
        if let Some(judged) = self.recall(found, &below, &place, next) {
            return judged;
        }
        let refuse = |diagnostic| Judged { diagnostics: vec![diagnostic], ..Judged::default() };
        let (file, canonical) = match self.open(found, &below, &place) {
            Ok(opened) => opened,
            Err(diagnostic) => return refuse(*diagnostic),
        };
        let limit = self.options.limits.source_characters;
        let bytes = match read_text(&file, limit) {
            Err(error) => return refuse(self.reporter.source_error(&below, &error)),
            Ok(Text::TooLarge(characters)) => {
                return Judged { characters, ..refuse(self.reporter.too_large(&below, limit)) };
            }
            Ok(Text::Whole(bytes)) => bytes,
        };
        self.read(found, &below, &bytes, &file, canonical)
    }

    fn read(
        &self,
        found: &Found,
        below: &Path,
        bytes: &[u8],
        file: &File,
        canonical: Option<PathBuf>,
    ) -> Judged {
        let name = directory_name(&self.reporter, &self.walk.directories[found.directory].below);
        let shown = show(&self.reporter.path(below));
        let source = Source { path: &shown, directory: name.as_deref(), format: found.format, bytes };
        let digest = Digest::of(bytes);
        let (Checked { skill, mut diagnostics, .. }, cache_failure) =
            check(&source, &digest, self.options, self.conversions);
        diagnostics.retain(|diagnostic| diagnostic.severity <= self.options.least_severity);
        let metadata = skill.map(|skill| skill.metadata);
        let characters = count_characters(bytes);
        let stamp = Stamp::of(file.stat()).filter(|stamp| {
            self.remember && found.file_type == FileType::Regular && stamp.is_settled(self.started)
        });
        let memory = stamp.map(|stamp| {
            let payload = codec::encode(characters, metadata.as_ref(), &diagnostics);
            Memory::New { stamp, digest, payload }
        });
        self.place_diagnostics(&mut diagnostics, &shown);
        let definition = metadata.map(|metadata| Definition { metadata, digest, canonical });
        Judged { characters, definition, diagnostics, memory, cache_failure }
    }

    /// What the index knows of a source whose stat is the one that it holds.
    fn recall(&self, found: &Found, below: &Path, place: &Place, next: &mut usize) -> Option<Judged> {
        let index = self.index.filter(|_| found.file_type == FileType::Regular)?;
        let root = u32::try_from(self.reporter.index).ok()?;
        let (number, record) =
            index.find(root, &key(&self.walk.directories[found.directory], found), next)?;
        let stamp = Stamp::of(&self.confinement.stat(place).ok()?)?;
        if stamp != record.stamp || !stamp.is_settled(self.started) {
            return None;
        }
        let Kept { characters, metadata, mut diagnostics } = codec::decode(record.payload)?;
        if !diagnostics.is_empty() {
            self.place_diagnostics(&mut diagnostics, &show(&self.reporter.path(below)));
        }
        let digest = record.digest;
        Some(Judged {
            characters,
            definition: metadata.map(|metadata| Definition { metadata, digest, canonical: None }),
            diagnostics,
            memory: Some(Memory::Known(number)),
            cache_failure: None,
        })
    }

    fn place_diagnostics(&self, diagnostics: &mut [Diagnostic], shown: &str) {
        for diagnostic in diagnostics {
            diagnostic.path = Some(shown.to_owned());
            diagnostic.root_index = Some(self.reporter.index);
        }
    }

    fn open(
        &self,
        found: &Found,
        below: &Path,
        place: &Place,
    ) -> Result<(File, Option<PathBuf>), Box<Diagnostic>> {
        let fail = |error: &Error| Box::new(self.reporter.source_error(below, error));
        match found.file_type {
            FileType::Regular | FileType::Unknown => {
                self.confinement.open_file(place).map(|file| (file, None)).map_err(|error| fail(&error))
            }
            FileType::Link if self.options.links == Links::None => {
                Err(Box::new(self.reporter.link_not_followed(below)))
            }
            FileType::Link => {
                let path = self.confinement.canonical(place);
                let (place, file) = self.confinement.open(&path).map_err(|error| fail(&error))?;
                let canonical = self.confinement.canonical(&place);
                match self.covered.by(&canonical) {
                    Some(by) => Err(Box::new(self.reporter.of_reduced_trust(below, &canonical, by))),
                    None => Ok((file, Some(canonical))),
                }
            }
            other => Err(fail(&Error::NotRegularFile { path: self.reporter.path(below), found: other })),
        }
    }
}

/// The key of a source in the index. Keys stand in the order of the sources, because no name
/// holds the byte that ends the directory's path.
pub(crate) fn key(directory: &Walked, found: &Found) -> Vec<u8> {
    let format = match found.format {
        Format::Native => 0,
        Format::AgentSkill => 1,
    };
    [directory.below.as_os_str().as_encoded_bytes(), &[0, format]].concat()
}

/// The name of the directory that holds a source, as its profile compares it.
pub(crate) fn directory_name(reporter: &Reporter<'_>, below: &Path) -> Option<String> {
    if let Some(name) = below.file_name() {
        return Some(show(Path::new(name)));
    }
    let path = reporter.path(below);
    let name = path.file_name().map(|name| show(Path::new(name)));
    name.or_else(|| {
        let canonical = repertoire_fs::canonical(&path).ok()?;
        canonical.file_name().map(|name| show(Path::new(name)))
    })
}
