//! Rules of the file and its fences.

use super::{Example, Info, Level};
use repertoire_diagnostic::{Applicability::Safe, Applicability::Unsafe, Kind};

pub(super) static ENCODING: Info = Info {
    id: "encoding",
    kind: Kind::ReadError,
    level: Level::Error,
    essential: true,
    says: "The bytes are not UTF-8.",
    why: "Skills are UTF-8 text. A file in UTF-16 or an 8-bit code page, as some shells and editors write it, is unreadable to most clients, and many of them say nothing about it.",
    help: "save the file as UTF-8",
    fix: None,
    example: Example::bytes(
        b"---\nname: tide-chart\ndescription: Le caf\xe9. Use when someone asks.\n---\nBody.\n",
        "---\nname: tide-chart\ndescription: Le café. Use when someone asks.\n---\nBody.\n".as_bytes(),
    ),
};

pub(super) static EMPTY_FILE: Info = Info {
    id: "empty-file",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: true,
    says: "The file is empty.",
    why: "An empty file has no description, so no client can offer it as a skill.",
    help: "write a frontmatter with a name and a description, and the instructions below it",
    fix: None,
    example: Example::md("", skill!(sound!())),
};

pub(super) static FENCE_MISSING: Info = Info {
    id: "fence-missing",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: true,
    says: "There is no frontmatter.",
    why: "Name and description stand between two lines of three dashes at the top of the file. Without them a client has nothing to show to the model, and drops the skill, often silently.",
    help: "begin the file with a line `---`, the fields, and another line `---`",
    fix: Some((Unsafe, "puts a fence before and behind fields that stand there without")),
    example: Example::md(
        "name: tide-chart\ndescription: Plot tide tables. Use when someone asks about tides.\n\n# Tide chart\n",
        "---\nname: tide-chart\ndescription: Plot tide tables. Use when someone asks about tides.\n---\n\n# Tide chart\n",
    ),
};

pub(super) static FENCE_UNCLOSED: Info = Info {
    id: "fence-unclosed",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: true,
    says: "The opening fence is never closed.",
    why: "Without a second line of three dashes nobody can tell where the fields end and the instructions begin.",
    help: "put a line `---` behind the last field",
    fix: Some((Unsafe, "puts a fence behind the last field")),
    example: Example::md(
        "---\nname: tide-chart\ndescription: Plot tide tables. Use when someone asks about tides.\n\n# Tide chart\n",
        "---\nname: tide-chart\ndescription: Plot tide tables. Use when someone asks about tides.\n---\n\n# Tide chart\n",
    ),
};

pub(super) static FENCE_NOT_FIRST: Info = Info {
    id: "fence-not-first",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "Blank lines or comments stand before the opening fence.",
    why: "Nearly every client looks for the fence in the first line and takes the file for plain Markdown otherwise; some then show the banner as the description.",
    help: "move what stands above the fence below it, as comment lines that begin with `#`",
    fix: Some((Safe, "moves the comment below the fence")),
    example: Example::md(
        concat!("<!-- made by a tool -->\n\n", skill!(sound!())),
        skill!("# <!-- made by a tool -->\n", sound!()),
    ),
};

pub(super) static FENCE_SPACES: Info = Info {
    id: "fence-spaces",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "Blanks stand behind the dashes of a fence.",
    why: "The blanks cannot be seen, and about half of the known clients do not take such a line for a fence.",
    help: "delete the blanks behind the dashes",
    fix: Some((Safe, "deletes the blanks")),
    example: Example::md(
        concat!("---  \n", sound!(), "---\nPlot the heights.\n"),
        concat!("---\n", sound!(), "---\nPlot the heights.\n"),
    ),
};

pub(super) static FENCE_JOINED: Info = Info {
    id: "fence-joined",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "Text follows the dashes of the closing fence on their line.",
    why: "A fence is a line of its own. Clients that look for one never find the end of the frontmatter; clients that look for three dashes take the text into the body.",
    help: "begin a new line behind the dashes",
    fix: Some((Safe, "begins a new line behind the dashes")),
    example: Example::md(
        concat!("---\n", sound!(), "---# Tide chart\n"),
        concat!("---\n", sound!(), "---\n# Tide chart\n"),
    ),
};

pub(super) static FENCE_DOTS: Info = Info {
    id: "fence-dots",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "The frontmatter is closed by `...` instead of `---`.",
    why: "Three dots end a document in YAML, but no known client takes them for a fence.",
    help: "close the frontmatter with `---`",
    fix: Some((Safe, "replaces the dots by dashes")),
    example: Example::md(
        concat!("---\n", sound!(), "...\nPlot the heights.\n"),
        concat!("---\n", sound!(), "---\nPlot the heights.\n"),
    ),
};

pub(super) static FENCE_INDENTED: Info = Info {
    id: "fence-indented",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "The closing fence is indented.",
    why: "An indented line of dashes belongs to the value above it; few clients take it for a fence.",
    help: "begin the fence at the start of its line",
    fix: Some((Safe, "deletes the indentation")),
    example: Example::md(
        concat!("---\n", sound!(), "  ---\nPlot the heights.\n"),
        concat!("---\n", sound!(), "---\nPlot the heights.\n"),
    ),
};

pub(super) static BOM: Info = Info {
    id: "bom",
    kind: Kind::InvalidSyntax,
    level: Level::Warning,
    essential: false,
    says: "A byte order mark stands before the opening fence.",
    why: "The mark cannot be seen. Several clients, and the reference validator, do not find the fence behind it.",
    help: "save the file as UTF-8 without a byte order mark",
    fix: Some((Safe, "deletes the mark")),
    example: Example::md(concat!("\u{feff}", skill!(sound!())), skill!(sound!())),
};

pub(super) static FILE_TOO_LARGE: Info = Info {
    id: "file-too-large",
    kind: Kind::FileTooLarge,
    level: Level::Warning,
    essential: false,
    says: "The source has more characters than a loader reads.",
    why: "A skill's instructions go into the model's context whole. Loaders bound what they read, usually at 65,536 characters, and leave out what is larger.",
    help: "move parts that are not always needed into files beside the skill, and link to them",
    fix: None,
    example: Example::bytes(&LARGE, skill!(sound!()).as_bytes()),
};

/// A source of a few characters more than a loader reads, in few long lines.
static LARGE: [u8; 65_700] = {
    let head = concat!("---\n", sound!(), "---\n").as_bytes();
    let mut bytes = [b'a'; 65_700];
    let mut at = 0;
    while at < head.len() {
        bytes[at] = head[at];
        at += 1;
    }
    bytes
};

pub(super) static FILENAME_CASE: Info = Info {
    id: "filename-case",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "The file's name is `SKILL.md` or `SKILL.sexp` only when case is ignored.",
    why: "Names of files are compared exactly. A `skill.md` is found on disks that ignore case and lost on all others.",
    help: "name the file exactly `SKILL.md` or `SKILL.sexp`",
    fix: None,
    example: Example::md(skill!(sound!()), skill!(sound!())).called("skill.md"),
};
