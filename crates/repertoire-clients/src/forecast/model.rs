//! The words of a forecast.

use crate::client::Basis;
use std::fmt;

/// What becomes of a skill, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It is loaded.
    Loads,
    /// It is loaded, and the client complains.
    Warns,
    /// It is not loaded, and the client says so.
    Skips,
    /// It is not loaded, and nobody is told.
    SkipsSilently,
}

impl Outcome {
    /// Every outcome, best first.
    pub const ALL: [Self; 4] = [Self::Loads, Self::Warns, Self::Skips, Self::SkipsSilently];

    /// `loads`, `warns`, `skips` or `skips-silently`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Loads => "loads",
            Self::Warns => "warns",
            Self::Skips => "skips",
            Self::SkipsSilently => "skips-silently",
        }
    }

    /// Whether the skill is loaded.
    #[must_use]
    pub const fn is_loaded(self) -> bool {
        matches!(self, Self::Loads | Self::Warns)
    }
}

/// What a remark in a forecast is about. The words of [`as_str`](Self::as_str) are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The client does not read this format.
    Format,
    /// The file is longer than it reads.
    Size,
    /// The bytes are not UTF-8.
    Encoding,
    /// It sees no frontmatter.
    Fence,
    /// Its reader refuses the frontmatter.
    Yaml,
    /// A key stands twice, and its reader refuses that.
    DuplicateKey,
    /// The frontmatter nests or repeats too much.
    Bounds,
    /// A field that it does not know.
    UnknownField,
    /// A field other than name and description is not as it must be.
    FieldType,
    /// There is no name that it can use.
    NameMissing,
    /// The name is not as it must be.
    NameInvalid,
    /// The name is not that of the directory.
    NameMismatch,
    /// There is no description that it can use.
    DescriptionMissing,
    /// The description is not as it must be.
    DescriptionInvalid,
    /// Its reader refuses the frontmatter, and the client reads it all the same.
    Repaired,
    /// It loads the skill without looking at the frontmatter.
    FrontmatterUnseen,
    /// It sees another name than was written.
    NameDiffers,
    /// It sees another description than was written.
    DescriptionDiffers,
    /// It cuts the name or the description.
    Cut,
    /// It hands over another body than was written.
    BodyDiffers,
    /// The model is not told of the skill.
    Hidden,
    /// The skill is not in the catalog that the model sees.
    Uncatalogued,
    /// The skill is not in the list that the client gives on request.
    Unlisted,
    /// The documentation does not say; what is foretold is assumed.
    Undocumented,
}

impl Cause {
    /// The stable name in kebab case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Size => "size",
            Self::Encoding => "encoding",
            Self::Fence => "fence",
            Self::Yaml => "yaml",
            Self::DuplicateKey => "duplicate-key",
            Self::Bounds => "bounds",
            Self::UnknownField => "unknown-field",
            Self::FieldType => "field-type",
            Self::NameMissing => "name-missing",
            Self::NameInvalid => "name-invalid",
            Self::NameMismatch => "name-mismatch",
            Self::DescriptionMissing => "description-missing",
            Self::DescriptionInvalid => "description-invalid",
            Self::Repaired => "repaired",
            Self::FrontmatterUnseen => "frontmatter-unseen",
            Self::NameDiffers => "name-differs",
            Self::DescriptionDiffers => "description-differs",
            Self::Cut => "cut",
            Self::BodyDiffers => "body-differs",
            Self::Hidden => "hidden",
            Self::Uncatalogued => "uncatalogued",
            Self::Unlisted => "unlisted",
            Self::Undocumented => "undocumented",
        }
    }
}

/// A remark: what it is about, and a sentence for people. It may quote the skill; who prints it
/// cleans it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub cause: Cause,
    /// Lower case, without a final period.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What one client makes of one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The name of the client.
    pub client: &'static str,
    /// How the facts about it were found.
    pub basis: Basis,
    /// What becomes of the skill.
    pub outcome: Outcome,
    /// Why it is not loaded, or why the client complains; the first of the [`notes`](Self::notes)
    /// then has the same cause.
    pub cause: Option<Cause>,
    /// The name that the client sees. Of a skill that is not loaded, what it read before it
    /// refused, if it came so far.
    pub name: Option<String>,
    /// The description that the client sees, likewise.
    pub description: Option<String>,
    /// What reaches the model instead of the body as it was written, where that differs.
    pub body: Option<String>,
    /// Remarks, the reason for the outcome first.
    pub notes: Vec<Note>,
}
