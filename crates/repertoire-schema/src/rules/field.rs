//! Rules of the fields other than name and description.

use super::{Example, Info, Level};
use repertoire_diagnostic::{Applicability::Safe, Applicability::Unsafe, Kind};

pub(super) static UNKNOWN_FIELD: Info = Info {
    id: "unknown-field",
    kind: Kind::UnknownField,
    level: Level::Error,
    essential: false,
    says: "A field is none that the format knows.",
    why: "The specification names six fields and keeps all else for `metadata`. Validators and registries refuse others.",
    help: "move it under `metadata`, or delete it",
    fix: Some((Unsafe, "moves a field of one line under `metadata`")),
    example: Example::md(
        skill!(sound!(), "harbour: Emden\n"),
        skill!(sound!(), "metadata:\n  harbour: Emden\n"),
    ),
};

pub(super) static FIELD_TYPO: Info = Info {
    id: "field-typo",
    kind: Kind::UnknownField,
    level: Level::Error,
    essential: false,
    says: "A field is nearly one that the format, or a known client, knows.",
    why: "Clients ignore what they do not know. A key with an underscore for a hyphen has no effect at all, and nobody says so.",
    help: "correct the key",
    fix: Some((Unsafe, "renames the key, where the format knows the right one and it is free")),
    example: Example::md(skill!(sound!(), "licence: MIT\n"), skill!(sound!(), "license: MIT\n")),
};

pub(super) static FIELD_PORTABLE: Info = Info {
    id: "field-portable",
    kind: Kind::UnknownField,
    level: Level::Error,
    essential: false,
    says: "A field is one of a known client's own.",
    why: "It works in that client and has no effect elsewhere; strict validators refuse the file for it.",
    help: "keep it only in skills that are for that client alone",
    fix: None,
    example: Example::md(skill!(sound!(), "argument-hint: PORT\n"), skill!(sound!())),
};

pub(super) static FIELD_TYPE: Info = Info {
    id: "field-type",
    kind: Kind::InvalidStructure,
    level: Level::Error,
    essential: false,
    says: "The value of a field has the wrong shape.",
    why: "A list or a map where the format asks for text makes typed clients refuse the whole file.",
    help: "write the value as the format asks",
    fix: None,
    example: Example::md(skill!(sound!(), "license:\n  - MIT\n"), skill!(sound!(), "license: MIT\n")),
};

pub(super) static FIELD_NUMBER: Info = Info {
    id: "field-number",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "YAML reads the unquoted value of a text field as a number, a date, a truth value or nothing.",
    why: "Typed clients then find no text and refuse the file, or show another value than was written.",
    help: "put the value in quotes",
    fix: Some((Safe, "quotes the value")),
    example: Example::md(skill!(sound!(), "license: 2.0\n"), skill!(sound!(), "license: '2.0'\n")),
};

pub(super) static COMPATIBILITY_LENGTH: Info = Info {
    id: "compatibility-length",
    kind: Kind::InvalidStructure,
    level: Level::Error,
    essential: false,
    says: "The value is not 1 to 500 characters long.",
    why: "The specification bounds `compatibility`; it is a remark on what the skill needs, not a manual.",
    help: "say in a sentence what the skill needs, and the rest in the body",
    fix: None,
    example: Example::md(
        skill!(sound!(), "compatibility: \"\"\n"),
        skill!(sound!(), "compatibility: Needs a network.\n"),
    ),
};

pub(super) static ALLOWED_TOOLS_FORM: Info = Info {
    id: "allowed-tools-form",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "The tools are not given as one text, separated by blanks.",
    why: "The specification writes `allowed-tools` as one text with blanks between the names. Lists and commas are read by some clients only. The field pre-approves tools; it does not restrict a skill to them.",
    help: "write the names in one text, separated by blanks",
    fix: Some((Safe, "writes the names in one text, separated by blanks")),
    example: Example::md(
        skill!(sound!(), "allowed-tools: [Read, \"Bash(git:*)\"]\n"),
        skill!(sound!(), "allowed-tools: Read Bash(git:*)\n"),
    ),
};

pub(super) static METADATA_TYPE: Info = Info {
    id: "metadata-type",
    kind: Kind::InvalidStructure,
    level: Level::Error,
    essential: false,
    says: "The field `metadata` is not a map from text to text.",
    why: "The specification asks for text as each value. Lists and maps inside are refused by typed clients and written out differently by others.",
    help: "write one text a key",
    fix: None,
    example: Example::md(
        skill!(sound!(), "metadata:\n  topics:\n    - sea\n    - moon\n"),
        skill!(sound!(), "metadata:\n  topics: sea, moon\n"),
    ),
};

pub(super) static METADATA_NUMBER: Info = Info {
    id: "metadata-number",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "YAML reads an unquoted value under `metadata` as a number, a date, a truth value or nothing.",
    why: "The values of `metadata` are text. `010` becomes 8 or 10, `yes` becomes true, and a client that saves the file writes that back.",
    help: "put the value in quotes",
    fix: Some((Safe, "quotes the value")),
    example: Example::md(
        skill!(sound!(), "metadata:\n  build: 010\n"),
        skill!(sound!(), "metadata:\n  build: '010'\n"),
    ),
};

pub(super) static VERSION_NUMBER: Info = Info {
    id: "version-number",
    kind: Kind::InvalidStructure,
    level: Level::Warning,
    essential: false,
    says: "YAML reads an unquoted version as a number or a date.",
    why: "A version is text. `1.10` is the number 1.1 to most readers, so that version 1.10 comes before 1.9.",
    help: "put the version in quotes",
    fix: Some((Safe, "quotes the version")),
    example: Example::md(
        skill!(sound!(), "metadata:\n  version: 1.10\n"),
        skill!(sound!(), "metadata:\n  version: '1.10'\n"),
    ),
};

pub(super) static VERSION_FORM: Info = Info {
    id: "version-form",
    kind: Kind::InvalidVersion,
    level: Level::Off,
    essential: false,
    says: "The version is not a semantic version such as `1.2.0`.",
    why: "The Aether OS format asks for a semantic version, so that two versions of a skill can be told apart and ordered.",
    help: "write major, minor and patch, such as `1.2.0`",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nversion: first\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nversion: 1.0.0\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )
    .under("aether"),
};

pub(super) static RISK_VALUE: Info = Info {
    id: "risk-value",
    kind: Kind::InvalidStructure,
    level: Level::Off,
    essential: false,
    says: "The risk is not `low`, `medium` or `high`.",
    why: "The governance gate knows these three; any other value is no hint to it.",
    help: "write `low`, `medium` or `high`",
    fix: None,
    example: Example::md(
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nrisk: tiny\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
        "---\nname: tide-chart\ndescription: Use when asked about tides.\nrisk: low\n---\n## Principle\n## Method\n## Output template\n## Rules\n",
    )
    .under("aether"),
};
