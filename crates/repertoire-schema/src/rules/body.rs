//! Rules of the body and its links. Bodies are never edited, so none of them has a fix.

use super::{Example, Info, Level};
use repertoire_diagnostic::Kind;

macro_rules! with_body {
    ($body:expr) => {
        concat!("---\n", sound!(), "---\n", $body)
    };
}

pub(super) static BODY_EMPTY: Info = Info {
    id: "body-empty",
    kind: Kind::InvalidInstructions,
    level: Level::Hint,
    essential: false,
    says: "There are no instructions behind the frontmatter.",
    why: "A model that loads the skill learns nothing from it. That is allowed, and rarely meant.",
    help: "write the instructions below the closing fence",
    fix: None,
    example: Example::md(with_body!(""), with_body!("Plot the heights.\n")),
};

pub(super) static BODY_LONG: Info = Info {
    id: "body-long",
    kind: Kind::InvalidInstructions,
    level: Level::Warning,
    essential: false,
    says: "The body has more than 500 lines.",
    why: "The whole body goes into the model's context when the skill is chosen. The specification advises to keep it under 500 lines.",
    help: "move parts that are not always needed into files beside the skill, and link to them",
    fix: None,
    example: Example::bytes(&LONG, with_body!("Plot the heights.\n").as_bytes()),
};

/// A source whose body has 501 lines.
static LONG: [u8; with_body!("").len() + 1002] = {
    let head = with_body!("").as_bytes();
    let mut bytes = [b'a'; with_body!("").len() + 1002];
    let mut at = 0;
    while at < bytes.len() {
        if at < head.len() {
            bytes[at] = head[at];
        } else if (at - head.len()) % 2 == 1 {
            bytes[at] = b'\n';
        }
        at += 1;
    }
    bytes
};

pub(super) static BODY_SECTIONS: Info = Info {
    id: "body-sections",
    kind: Kind::InvalidInstructions,
    level: Level::Off,
    essential: false,
    says: "The body does not follow principle, method, output template, rules.",
    why: "The authoring checklist of the Aether OS format asks for these four sections in this order, so that an agent finds each in its place.",
    help: "give the body the sections Principle, Method, Output template and Rules, in this order",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked about tides.\n---\n## Method\n## Principle\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )
    .under("aether"),
};

pub(super) static RISK_MISSING: Info = Info {
    id: "risk-missing",
    kind: Kind::MissingField,
    level: Level::Off,
    essential: false,
    says: "The body tells of consequential actions, and no risk is set.",
    why: "The authoring checklist of the Aether OS format asks to set `risk` honestly for anything that deletes, pays, sends or deploys.",
    help: "add `risk: low`, `risk: medium` or `risk: high`",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked about tides.\n---\n## Principle\n## Method\nDelete the old charts.\n## Output template\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nrisk: medium\n---\n## Principle\n## Method\nDelete the old charts.\n## Output template\n## Rules\n",
    )
    .under("aether"),
};

pub(super) static LINK_BROKEN: Info = Info {
    id: "link-broken",
    kind: Kind::InvalidInstructions,
    level: Level::Warning,
    essential: false,
    says: "A link leads to a file that is not there.",
    why: "The model tries to read the file, fails, and goes on without what it should have read.",
    help: "correct the path, or add the file",
    fix: None,
    example: Example::md(
        with_body!("Read [the legend](references/legnd.md).\n"),
        with_body!("Read [the legend](references/legend.md).\n"),
    )
    .beside(&["references/legend.md"]),
};

pub(super) static LINK_CASE: Info = Info {
    id: "link-case",
    kind: Kind::InvalidInstructions,
    level: Level::Warning,
    essential: false,
    says: "A link leads to a file only when case is ignored.",
    why: "The link works on the author's disk and fails on disks that tell upper from lower case.",
    help: "write the path as the file is named",
    fix: None,
    example: Example::md(
        with_body!("Read [the legend](References/Legend.md).\n"),
        with_body!("Read [the legend](references/legend.md).\n"),
    )
    .beside(&["references/legend.md"]),
};

pub(super) static LINK_OUTSIDE: Info = Info {
    id: "link-outside",
    kind: Kind::InvalidInstructions,
    level: Level::Hint,
    essential: false,
    says: "A link leads out of the skill's directory.",
    why: "A skill is installed as one directory. What stands outside is left behind, and clients that confine reads refuse it.",
    help: "move the file into the skill's directory",
    fix: None,
    example: Example::md(
        with_body!("Read [the legend](../legend.md).\n"),
        with_body!("Read [the legend](references/legend.md).\n"),
    )
    .beside(&["references/legend.md"]),
};
