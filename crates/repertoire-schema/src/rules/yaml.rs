//! Rules of the frontmatter as YAML.

use super::{Example, Info, Level};
use repertoire_diagnostic::{Applicability::Safe, Applicability::Unsafe, Kind};

const QUOTES: Option<(repertoire_diagnostic::Applicability, &str)> =
    Some((Safe, "quotes the value as a lenient reader sees it"));

pub(super) static YAML_COLON: Info = Info {
    id: "yaml-colon",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "An unquoted value holds a colon and a blank.",
    why: "In YAML that begins a mapping, so the whole frontmatter becomes unreadable. It is the commonest fault of all: most lost skills are lost by it.",
    help: "put the value in quotes",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when: someone asks about tides.\n"),
        skill!("name: tide-chart\ndescription: 'Plot tides. Use when: someone asks about tides.'\n"),
    ),
};

pub(super) static YAML_RESERVED: Info = Info {
    id: "yaml-reserved",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "An unquoted value begins with a character that means something else in YAML.",
    why: "A leading `@`, backtick, `%`, `*`, `&`, `!`, `|`, `>` or bracket starts a construct of YAML, not text, and makes the frontmatter unreadable.",
    help: "put the value in quotes",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: @oak\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: '@oak'\n"),
    ),
};

pub(super) static YAML_QUOTE_TAIL: Info = Info {
    id: "yaml-quote-tail",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "Text follows a closing quote.",
    why: "A value that begins with a quote ends at the next one. What follows makes the frontmatter unreadable.",
    help: "put the whole value in quotes of the other kind",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: \"Tide twice\" - plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: '\"Tide twice\" - plot tides. Use when asked.'\n"),
    ),
};

pub(super) static YAML_QUOTE_OPEN: Info = Info {
    id: "yaml-quote-open",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A quote is never closed.",
    why: "Everything behind the quote belongs to the value, the closing fence included, so the frontmatter has no end.",
    help: "close the quote",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: \"Plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static YAML_QUOTE_COLUMN: Info = Info {
    id: "yaml-quote-column",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A quoted value goes on at the start of a line.",
    why: "YAML 1.2 wants the further lines of a value indented. Readers of YAML 1.1 take them all the same, so that some clients see the skill and others do not.",
    help: "indent the further lines of the value",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: \"Plot tides.\nUse when asked.\"\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static YAML_FLOW: Info = Info {
    id: "yaml-flow",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "Brackets or braces do not form a list or a map.",
    why: "A value that begins with `[` or `{` is a list or a map to YAML. Brackets that are meant as text must be quoted.",
    help: "put the value in quotes, or close the brackets",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: [MIT] [ISC]\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: '[MIT] [ISC]'\n"),
    ),
};

pub(super) static YAML_TAB: Info = Info {
    id: "yaml-tab",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A tab indents a line.",
    why: "YAML forbids tabs in indentation, because nobody can tell how deep they reach.",
    help: "indent with spaces",
    fix: Some((Safe, "replaces the tab by spaces")),
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nmetadata:\n\tauthor: Oak\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nmetadata:\n  author: Oak\n"),
    ),
};

pub(super) static YAML_INDENT: Info = Info {
    id: "yaml-indent",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A field or a list item stands at a wrong level of indentation.",
    why: "In YAML the indentation says what belongs to what. A line that fits nowhere makes the frontmatter unreadable.",
    help: "give the lines of one level the same indentation",
    fix: None,
    example: Example::md(
        skill!(
            "name: tide-chart\ndescription: Plot tides. Use when asked.\nmetadata:\n    author: Oak\n  topic: sea\n"
        ),
        skill!(
            "name: tide-chart\ndescription: Plot tides. Use when asked.\nmetadata:\n  author: Oak\n  topic: sea\n"
        ),
    ),
};

pub(super) static YAML_CONTINUATION: Info = Info {
    id: "yaml-continuation",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A line that is meant to continue a value does not do so in YAML.",
    why: "The further lines of an unquoted value must be indented and must not look like fields. Otherwise the frontmatter becomes unreadable.",
    help: "put the value in quotes, or use a block with `>-`",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tide tables\nand moons. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tide tables and moons. Use when asked.\n"),
    ),
};

pub(super) static YAML_LINE: Info = Info {
    id: "yaml-line",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A line is neither a field, nor a continuation, nor a comment.",
    why: "Conflict marks and stray prose make the whole frontmatter unreadable to a strict reader.",
    help: "delete the line, or make it a comment",
    fix: Some((Safe, "makes the line a comment, unless it is the mark of a conflict")),
    example: Example::md(
        skill!("name: tide-chart\ndescription: 'Plot tides. Use when asked.'\n-- to be reviewed --\n"),
        skill!("name: tide-chart\ndescription: 'Plot tides. Use when asked.'\n# -- to be reviewed --\n"),
    ),
};

pub(super) static YAML_ESCAPE: Info = Info {
    id: "yaml-escape",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "An escape between double quotes is not one of YAML's.",
    why: "A backslash between double quotes must begin one of YAML's escapes. An unknown one makes the frontmatter unreadable.",
    help: "double the backslash, or use single quotes",
    fix: QUOTES,
    example: Example::md(
        skill!("name: tide-chart\ndescription: \"Plot C:\\quay. Use when asked.\"\n"),
        skill!("name: tide-chart\ndescription: Plot C:\\quay. Use when asked.\n"),
    ),
};

pub(super) static YAML_CONTROL: Info = Info {
    id: "yaml-control",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A control character stands in the frontmatter.",
    why: "YAML forbids control characters. They cannot be seen, and a terminal may obey them.",
    help: "delete the character",
    fix: Some((Unsafe, "deletes the character")),
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot\u{1} tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static YAML_SYNTAX: Info = Info {
    id: "yaml-syntax",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: false,
    says: "A conforming YAML reader refuses the frontmatter.",
    why: "The text uses constructs beyond plain fields, and uses them wrongly, so that strict clients cannot read it.",
    help: "write plain fields: `key: value`, lists and maps by indentation",
    fix: None,
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: &a &b MIT\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: MIT\n"),
    ),
};

pub(super) static DUPLICATE_KEY: Info = Info {
    id: "duplicate-key",
    kind: Kind::DuplicateField,
    level: Level::Error,
    essential: false,
    says: "A key stands twice in one map.",
    why: "Some readers take the first, some the last, some refuse the file: what the skill says depends on who reads it.",
    help: "keep one of the two",
    fix: Some((Unsafe, "deletes the earlier field; lenient readers take the last one")),
    example: Example::md(
        skill!("name: tide-chart\nlicense: MIT\ndescription: Plot tides. Use when asked.\nlicense: ISC\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: ISC\n"),
    ),
};

pub(super) static COMMENT_CUTS_VALUE: Info = Info {
    id: "comment-cuts-value",
    kind: Kind::InvalidSyntax,
    level: Level::Warning,
    essential: false,
    says: "A comment cuts the rest of an unquoted value off.",
    why: "A blank and `#` begin a comment in YAML. What was meant as text is silently lost.",
    help: "put the value in quotes if the rest belongs to it",
    fix: Some((Unsafe, "quotes the value with the text that was cut off")),
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked in the #tides room.\n"),
        skill!("name: tide-chart\ndescription: 'Plot tides. Use when asked in the #tides room.'\n"),
    ),
};

pub(super) static UNSUPPORTED: Info = Info {
    id: "unsupported",
    kind: Kind::InvalidSyntax,
    level: Level::Warning,
    essential: false,
    says: "The frontmatter uses anchors, aliases, tags or another construct that few readers know.",
    why: "It is valid YAML, but the reference validator refuses it and clients with small readers misread it.",
    help: "write the value out",
    fix: None,
    example: Example::md(
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: !!str MIT\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\nlicense: MIT\n"),
    ),
};

pub(super) static FLOW_STYLE: Info = Info {
    id: "flow-style",
    kind: Kind::InvalidSyntax,
    level: Level::Warning,
    essential: false,
    says: "A list or map is written with brackets or braces.",
    why: "It is valid YAML, but the reference validator of the Agent Skills specification refuses it.",
    help: "write one item or key a line, indented",
    fix: Some((Safe, "writes one item or key a line")),
    example: Example::md(
        skill!(
            "name: tide-chart\ndescription: Plot tides. Use when asked.\nmetadata: { author: Oak, topic: sea }\n"
        ),
        skill!(
            "name: tide-chart\ndescription: Plot tides. Use when asked.\nmetadata:\n  author: Oak\n  topic: sea\n"
        ),
    ),
};

pub(super) static LINE_READER: Info = Info {
    id: "line-reader",
    kind: Kind::InvalidSyntax,
    level: Level::Off,
    essential: false,
    says: "A value is more than one line of text, a folded or literal block, or a flat list.",
    why: "The format promises to work without a YAML library: its registry reads line by line, and misreads nested maps and values that go on over lines.",
    help: "write plain `key: value` pairs and flat lists",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked\n  about tides.\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )
    .under("aether"),
};

pub(super) static FRONTMATTER_STRUCTURE: Info = Info {
    id: "frontmatter-structure",
    kind: Kind::InvalidStructure,
    level: Level::Error,
    essential: true,
    says: "The frontmatter holds no fields.",
    why: "Between the fences stand `key: value` lines. Anything else has no name and no description.",
    help: "write `name:` and `description:` between the fences",
    fix: None,
    example: Example::md(skill!("- tide-chart\n- Plot tides.\n"), skill!(sound!())),
};
