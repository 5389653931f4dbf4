//! Rules that look at several skills at once.

use super::{Example, Info, Level};
use repertoire_diagnostic::Kind;

pub(super) static NAME_TAKEN: Info = Info {
    id: "name-taken",
    kind: Kind::Shadowed,
    level: Level::Warning,
    essential: false,
    says: "Two skills have the same name.",
    why: "Only one of them can be asked for by it. Which one depends on the client.",
    help: "give each skill a name of its own",
    fix: None,
    example: Example::md(skill!(sound!()), skill!(sound!()))
        .among(&[("tide-chart", "---\nname: tide-chart\ndescription: Use when asked.\n---\nBody.\n")]),
};

pub(super) static NAME_NEAR: Info = Info {
    id: "name-near",
    kind: Kind::InvalidName,
    level: Level::Warning,
    essential: false,
    says: "Two skills of different roots have names that are easily taken for each other.",
    why: "A skill from elsewhere with almost the name of one that people trust is asked for by mistake, or meant to be.",
    help: "look at where each comes from, and give one of them a name that is not mistaken for the other",
    fix: None,
    example: Example::md(skill!(sound!()), skill!(sound!()))
        .among(&[("tide-chatr", "---\nname: tide-chatr\ndescription: Use when asked.\n---\nBody.\n")]),
};

pub(super) static REQUIRES_UNKNOWN: Info = Info {
    id: "requires-unknown",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "A skill requires one that is not there.",
    why: "The field `requires` names the skills whose methods this one builds on. A name without a skill brings nothing in.",
    help: "correct the name, or add the skill",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nrequires: [moon-phse]\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nrequires: [moon-phase]\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )
    .under("aether")
    .among(&[(
        "moon-phase",
        "---\nname: moon-phase\ndescription: Use when asked about the moon.\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )]),
};

pub(super) static REQUIRES_CYCLE: Info = Info {
    id: "requires-cycle",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "Skills require each other in a circle, or a skill requires itself.",
    why: "Fusion is meant to be flat. In a circle no skill comes first, and loading one always loads all.",
    help: "take one of the requirements out",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nrequires: moon-phase\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )
    .under("aether")
    .among(&[(
        "moon-phase",
        "---\nname: moon-phase\ndescription: Use when asked about the moon.\nrequires: tide-chart\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )]),
};
