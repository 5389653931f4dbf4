//! Rules of the text as such.

use super::{Example, Info, Level};
use repertoire_diagnostic::{Applicability::Unsafe, Kind};

pub(super) static HIDDEN_TEXT: Info = Info {
    id: "hidden-text",
    kind: Kind::InvalidInstructions,
    level: Level::Error,
    essential: false,
    says: "Characters that cannot be seen carry or reorder text.",
    why: "Tag characters spell out text that only a model reads; bidirectional controls and zero-width characters make a person read something else than the model. Emoji and the scripts that need such characters are left alone.",
    help: "delete the characters, and look at what they say",
    fix: Some((Unsafe, "deletes such characters in the frontmatter")),
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot \u{200b}tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static ESCAPE_SEQUENCE: Info = Info {
    id: "escape-sequence",
    kind: Kind::InvalidInstructions,
    level: Level::Warning,
    essential: false,
    says: "Control characters stand in the text.",
    why: "A terminal obeys escape sequences: they move the cursor, recolour, ring, or hide what stands around them.",
    help: "delete the control characters",
    fix: None,
    example: Example::md(
        concat!("---\n", sound!(), "---\nPlot \u{1b}[8mthe\u{1b}[0m heights.\n"),
        concat!("---\n", sound!(), "---\nPlot the heights.\n"),
    ),
};
