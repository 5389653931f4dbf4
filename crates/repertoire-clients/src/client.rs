//! The table that describes a client, and the parts that it is made of.
//!
//! Each part is data. The engine in [`forecast`](crate::forecast) applies the parts in the order in
//! which a file meets them: intake, fences, reader, repair, fields, name, description, body.

mod text;

pub use text::{Check, Coerce, Fallback, Letters, Step, Test, TextRule, Type};

use crate::forecast::Cause;
use crate::reader::Reader;

/// What is known of one client, as a table.
#[derive(Debug)]
pub struct Client {
    /// The name by which it is chosen: lower case, hyphens.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// How the facts were found.
    pub basis: Basis,
    /// The version, or the commits, that the facts hold for.
    pub version: &'static str,
    /// The day of the newest source, as `2026-11-30`.
    pub date: &'static str,
    /// Where the facts were read.
    pub sources: &'static [&'static str],
    /// Whether it reads `SKILL.sexp` as well, by the rules of the native form.
    pub native: bool,
    /// From bytes to text.
    pub intake: Intake,
    /// From text to frontmatter and body.
    pub fences: Fences,
    /// Where there is no frontmatter for it.
    pub unfenced: Otherwise,
    /// From frontmatter to fields.
    pub reader: Reader,
    /// What it tries where its reader refuses.
    pub repair: Repair,
    /// Where its reader refuses, repair included.
    pub unread: Otherwise,
    /// The only fields that it accepts, where it refuses others.
    pub known: Option<Known>,
    /// What it asks of fields beside name and description.
    pub fields: &'static [Field],
    /// The name.
    pub names: TextRule,
    /// Whether the directory's name replaces another name.
    pub directory_wins: bool,
    /// The description.
    pub descriptions: TextRule,
    /// When `disable-model-invocation` hides the skill from the model.
    pub hiding: Hiding,
    /// What reaches the model of the body.
    pub body: Body,
    /// What its documentation leaves open, where that is all there is to go by.
    pub undocumented: &'static [Cause],
}

/// How facts about a client were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The client's own code was run.
    Run,
    /// Its code was ported, and run on the libraries that it uses.
    Ported,
    /// Its source was read.
    Source,
    /// Its documentation was read; the source is closed.
    Documentation,
}

impl Basis {
    /// `run`, `ported`, `source` or `documentation`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Ported => "ported",
            Self::Source => "source",
            Self::Documentation => "documentation",
        }
    }
}

/// From bytes to text.
#[derive(Clone, Copy, Debug)]
pub struct Intake {
    /// The greatest file.
    pub most: Option<Bound>,
    /// What becomes of bytes that are not UTF-8.
    pub decode: Decode,
    /// Whether one byte order mark is taken away.
    pub strips_bom: bool,
    /// Whether every line end becomes a line feed.
    pub unifies_lines: bool,
    /// How many characters it looks at.
    pub window: Option<usize>,
}

impl Intake {
    /// Strict UTF-8, nothing taken away, no bound.
    pub const STRICT: Self =
        Self { most: None, decode: Decode::Strict, strips_bom: false, unifies_lines: false, window: None };
}

/// A greatest size, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// In bytes.
    Bytes(usize),
    /// In characters.
    Characters(usize),
}

/// What becomes of bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decode {
    /// The file is refused.
    Strict,
    /// Each becomes a replacement character.
    Lossy,
    /// The skill is listed by its directory, without anything that the file says.
    Bare,
}

/// Where the frontmatter begins and ends.
#[derive(Clone, Copy, Debug)]
pub struct Fences {
    /// How it begins.
    pub opener: Opener,
    /// How it ends.
    pub closer: Closer,
    /// Whether the closing fence may be the line after the opening one.
    pub empty: bool,
    /// Whether everything is frontmatter where no fence closes it; else there is none.
    pub open_ended: bool,
}

/// How a frontmatter begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// The text begins with three dashes; what follows from this byte on is frontmatter.
    Dashes {
        /// The first byte, counted from 0.
        from: usize,
        /// Whether white space before the dashes is passed.
        trimmed: bool,
    },
    /// The first three dashes anywhere.
    Anywhere,
    /// The first line is three dashes.
    Line {
        /// Blanks may stand before them.
        indented: bool,
        /// What may stand behind them.
        after: After,
    },
    /// Three dashes that no fourth follows; the rest of the line names a language.
    Language,
}

/// What may stand behind the dashes of an opening fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Nothing.
    Nothing,
    /// Blanks.
    Blanks,
    /// Blanks, and blank lines.
    BlankLines,
}

/// How a frontmatter ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closer {
    /// At the next three dashes, wherever they stand.
    Anywhere,
    /// At a line that begins with three dashes.
    Prefix {
        /// Whether the body is lost where the line goes on.
        loses_body: bool,
    },
    /// At a line of three dashes.
    Line {
        /// Blanks may stand before them.
        indented: bool,
        /// Blanks may stand behind them.
        blanks: bool,
        /// A line end must follow.
        ended: bool,
        /// Where the reader refuses what lies before, the next such line is tried.
        retries: bool,
    },
}

/// What happens where something cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The skill is not loaded, and the client says so.
    Skip,
    /// The skill is not loaded, and nobody is told.
    SkipSilently,
    /// The skill is loaded as if it had no fields.
    Bare,
}

/// What a client tries where its reader refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Nothing.
    None,
    /// Plain values that look like the fault are put into single quotes, line by line.
    QuotedLines,
    /// Values that hold a colon become literal blocks. Silent where that changes nothing.
    Blocks,
    /// The line of the first fault is put into double quotes, up to three times.
    QuotedDescription,
    /// `name:` and `description:` lines are looked for; also where either is no text.
    FieldLines,
    /// Every line with a colon is a field.
    AnyLines,
}

/// The only fields that a client accepts.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Their keys.
    pub keys: &'static [&'static str],
}

/// The six fields of the published specification.
pub const STANDARD: Known =
    Known { keys: &["name", "description", "license", "compatibility", "metadata", "allowed-tools"] };

/// What a client asks of a field beside name and description.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// What its value must be.
    pub form: Form,
}

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A text.
    Text,
    /// If a text, of at most so many characters.
    Most(usize),
    /// A map from text to text.
    TextMap,
}

/// When `disable-model-invocation` hides a skill from the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hiding {
    /// Never: the client does not know the field.
    Never,
    /// Where it is the truth value.
    Bool,
    /// Where it is exactly the text `true`.
    ExactText,
    /// Where it is one of `true`, `yes`, `on`, `1`, in any case.
    Words,
}

/// What reaches the model of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// What the client holds to be the body.
    Text,
    /// The whole file, or nothing at all: the fences do not matter.
    Whole,
}
