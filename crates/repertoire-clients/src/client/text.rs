//! How a client comes to a name or a description, and what it asks of them.

use crate::forecast::Outcome;

/// How a client comes to a name or a description.
#[derive(Clone, Copy, Debug)]
pub struct TextRule {
    /// What becomes of values that are no text.
    pub coerce: Coerce,
    /// Where the field is not there.
    pub absent: Fallback,
    /// Where it is `null`.
    pub null: Fallback,
    /// Where its value does not become a text.
    pub unfit: Fallback,
    /// Where the text is blank.
    pub blank: Fallback,
    /// What is done to the text, in this order.
    pub steps: &'static [Step],
    /// What is asked of the text.
    pub checks: &'static [Check],
    /// Types whose values keep the skill out of the client's listing.
    pub unlisted: &'static [Type],
}

/// What becomes of values that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coerce {
    /// They are not accepted.
    No,
    /// Scalars are taken as they stand in the source.
    Source,
    /// They are printed as Python prints them.
    Python,
    /// They are printed as JavaScript prints them; lists and maps as JSON.
    JavaScript,
}

/// What stands in for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// Nothing: the skill is not loaded.
    Skip,
    /// Nothing: the skill is not loaded, and nobody is told.
    SkipSilently,
    /// The directory's name.
    Directory,
    /// The first line of the body that is no heading.
    BodyLine,
    /// Nothing: the skill is loaded without.
    Nothing,
    /// Nothing: the skill is loaded, and left out of what the model sees.
    Uncatalogued,
    /// What the value is, as a text.
    Keep,
}

/// A type of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `null`, `~` or nothing.
    Null,
    /// A truth value.
    Bool,
    /// A number.
    Number,
    /// A date or a date and time.
    Date,
    /// A text.
    Text,
    /// A list.
    List,
    /// A map.
    Map,
}

impl Type {
    /// A few words for people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool => "a truth value",
            Self::Number => "a number",
            Self::Date => "a date",
            Self::Text => "a text",
            Self::List => "a list",
            Self::Map => "a map",
        }
    }
}

/// What is done to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Every run of white space becomes one space, and the ends are trimmed.
    Collapse,
    /// The ends are trimmed.
    Trim,
    /// These characters become hyphens.
    Hyphens(&'static str),
    /// What looks like an XML tag is taken out.
    StripTags,
    /// What is longer than so many characters is cut there.
    Cut(usize),
    /// What is longer is cut three characters earlier, and three dots end it.
    CutDots(usize),
}

/// What is asked of a text.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The test.
    pub test: Test,
    /// What follows where it fails.
    pub outcome: Outcome,
}

/// A test of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// At most so many characters.
    Characters(usize),
    /// At most so many bytes.
    Bytes(usize),
    /// At most so many units of UTF-16.
    Utf16(usize),
    /// Only these letters.
    Letters(Letters),
    /// No hyphen first or last.
    Edges,
    /// No two hyphens in a row.
    Doubles,
    /// None of these characters.
    Without(&'static str),
    /// Equal to the directory's name, in Unicode's form NFKC.
    Directory,
}

/// Which letters a name may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// `a` to `z`, `0` to `9`, hyphens.
    Slug,
    /// Lower-case letters and digits of any script, hyphens.
    AnySlug,
    /// ASCII.
    Ascii,
}
