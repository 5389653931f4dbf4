//! Rules of the name.

use super::{Example, Info, Level};
use repertoire_diagnostic::{Applicability::Safe, Applicability::Unsafe, Kind};

pub(super) static NAME_MISSING: Info = Info {
    id: "name-missing",
    kind: Kind::MissingField,
    level: Level::Error,
    essential: false,
    says: "There is no field `name`.",
    why: "The name is how a person or a model asks for the skill. The specification requires it; some clients fall back to the directory's name, others drop the skill.",
    help: "add a line `name:` with the directory's name",
    fix: Some((Unsafe, "adds the directory's name")),
    example: Example::md(
        skill!("description: Plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static NAME_TYPE: Info = Info {
    id: "name-type",
    kind: Kind::InvalidName,
    level: Level::Error,
    essential: false,
    says: "The name is a list or a map.",
    why: "A name is one text; typed clients refuse anything else.",
    help: "write the name as plain text",
    fix: Some((Unsafe, "replaces it by the directory's name")),
    example: Example::md(
        skill!("name:\n  - tide-chart\ndescription: Plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static NAME_NUMBER: Info = Info {
    id: "name-number",
    kind: Kind::InvalidName,
    level: Level::Warning,
    essential: false,
    says: "YAML reads the unquoted name as a number, a date, a truth value or nothing.",
    why: "Typed clients find no text and drop the skill; others rename it: `007` becomes 7, `yes` becomes true.",
    help: "put the name in quotes",
    fix: Some((Safe, "quotes the name")),
    example: Example::md(
        skill!("name: 007\ndescription: Plot tides. Use when asked.\n"),
        skill!("name: '007'\ndescription: Plot tides. Use when asked.\n"),
    )
    .within("007"),
};

pub(super) static NAME_EMPTY: Info = Info {
    id: "name-empty",
    kind: Kind::InvalidName,
    level: Level::Error,
    essential: false,
    says: "The name is empty or blank.",
    why: "Nobody can ask for a skill without a name.",
    help: "write the directory's name",
    fix: Some((Unsafe, "writes the directory's name")),
    example: Example::md(
        skill!("name: \"\"\ndescription: Plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static NAME_LENGTH: Info = Info {
    id: "name-length",
    kind: Kind::InvalidName,
    level: Level::Error,
    essential: false,
    says: "The name has more than 64 characters.",
    why: "The specification bounds names; clients cut longer ones or drop the skill.",
    help: "choose a shorter name, for the directory too",
    fix: None,
    example: Example {
        profile: "agent-skills",
        failing: super::Sample {
            file: "SKILL.md",
            directory: "a-name-that-goes-on-and-on-until-nobody-remembers-how-it-began-at-all",
            bytes: skill!(
                "name: a-name-that-goes-on-and-on-until-nobody-remembers-how-it-began-at-all\ndescription: Plot tides. Use when asked.\n"
            )
            .as_bytes(),
            beside: &[],
        },
        passing: super::Sample {
            file: "SKILL.md",
            directory: "a-short-name",
            bytes: skill!("name: a-short-name\ndescription: Plot tides. Use when asked.\n").as_bytes(),
            beside: &[],
        },
        neighbours: &[],
    },
};

pub(super) static NAME_FORM: Info = Info {
    id: "name-form",
    kind: Kind::InvalidName,
    level: Level::Error,
    essential: false,
    says: "The name holds other characters than lower-case letters, digits and single inner hyphens.",
    why: "Names become commands, directories and keys. The specification allows lower-case letters, digits and single hyphens between them, and nothing else.",
    help: "write the name in lower case, with hyphens between the words",
    fix: Some((
        Unsafe,
        "lower-cases the name and puts hyphens for what is not allowed, where no directory gives the name",
    )),
    example: Example::md(
        skill!("name: Tide_Chart\ndescription: Plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    )
    .within(""),
};

pub(super) static NAME_DIRECTORY: Info = Info {
    id: "name-directory",
    kind: Kind::InvalidName,
    level: Level::Error,
    essential: false,
    says: "The name is not that of the directory.",
    why: "Some clients know the skill by its field, some by its directory. The specification asks for the same name in both.",
    help: "give the directory and the skill the same name",
    fix: Some((Unsafe, "replaces the name by the directory's")),
    example: Example::md(
        skill!("name: tides\ndescription: Plot tides. Use when asked.\n"),
        skill!("name: tide-chart\ndescription: Plot tides. Use when asked.\n"),
    ),
};

pub(super) static NAME_NORMALIZATION: Info = Info {
    id: "name-normalization",
    kind: Kind::InvalidName,
    level: Level::Hint,
    essential: false,
    says: "The name is not in Unicode's composed form.",
    why: "The same letters can be written in several ways that look alike and compare as different; some file systems rewrite them.",
    help: "write the name in composed form (NFC)",
    fix: Some((Safe, "writes the name in composed form")),
    example: Example::md(
        skill!("name: cafe\u{301}\ndescription: Plot tides. Use when asked.\n"),
        skill!("name: caf\u{e9}\ndescription: Plot tides. Use when asked.\n"),
    )
    .within("caf\u{e9}"),
};

pub(super) static NAME_CONFUSABLE: Info = Info {
    id: "name-confusable",
    kind: Kind::InvalidName,
    level: Level::Warning,
    essential: false,
    says: "The name mixes scripts, or its letters look like those of another script.",
    why: "A name with a Cyrillic letter that looks like a Latin one reads as another skill's name and is not it. People and models cannot see the difference.",
    help: "write the name in one script, with the letters that it seems to have",
    fix: None,
    example: Example {
        profile: "agent-skills",
        failing: super::Sample {
            file: "SKILL.md",
            directory: "re\u{430}d-tides",
            bytes: skill!("name: re\u{430}d-tides\ndescription: Plot tides. Use when asked.\n").as_bytes(),
            beside: &[],
        },
        passing: super::Sample {
            file: "SKILL.md",
            directory: "read-tides",
            bytes: skill!("name: read-tides\ndescription: Plot tides. Use when asked.\n").as_bytes(),
            beside: &[],
        },
        neighbours: &[],
    },
};
