//! Rules of the native form.

use super::{Example, Info, Level};
use repertoire_diagnostic::Kind;

macro_rules! form {
    ($($fields:expr),*) => {
        concat!("(:autolith-skill", $($fields,)* ")\n")
    };
}

macro_rules! whole {
    () => {
        form!(
            "\n :version 1",
            "\n :name \"tide-chart\"",
            "\n :description \"Plot tides. Use when asked.\"",
            "\n :instructions \"Plot the heights.\""
        )
    };
}

pub(super) static NATIVE_SYNTAX: Info = Info {
    id: "native-syntax",
    kind: Kind::InvalidSyntax,
    level: Level::Error,
    essential: true,
    says: "The source is not one form of the data syntax.",
    why: "A native skill is data and nothing else: one list of keywords, strings and integers. Reader macros, quoting, packages and a second form are refused before anything is read.",
    help: "write one list, with text between double quotes",
    fix: None,
    example: Example::sexp("'(:autolith-skill :version 1)\n", whole!()),
};

pub(super) static NATIVE_DEPTH: Info = Info {
    id: "native-depth",
    kind: Kind::DataTooDeep,
    level: Level::Error,
    essential: true,
    says: "The form is nested too deeply.",
    why: "A skill is one flat list. The bound keeps hostile sources from costing anything.",
    help: "write one flat list",
    fix: None,
    example: Example::sexp("((((((((((((((((((((((((((((((((()))))))))))))))))))))))))))))))))\n", whole!()),
};

pub(super) static NATIVE_SIZE: Info = Info {
    id: "native-size",
    kind: Kind::DataTooLarge,
    level: Level::Error,
    essential: true,
    says: "The form has too many nodes.",
    why: "A skill has four fields. The bound keeps hostile sources from costing anything.",
    help: "write one list of four fields",
    fix: None,
    example: Example::sexp(
        concat!(
            "(:autolith-skill",
            " ((1 1 1 1 1 1 1 1 1 1 1 1 1 1) (1 1 1 1 1 1 1 1 1 1 1 1 1 1) (1 1 1 1 1 1 1 1 1 1 1 1 1 1)",
            " (1 1 1 1 1 1 1 1 1 1 1 1 1 1) (1 1 1 1 1 1 1 1 1 1 1 1 1 1)))\n"
        ),
        whole!(),
    ),
};

pub(super) static NATIVE_STRUCTURE: Info = Info {
    id: "native-structure",
    kind: Kind::InvalidStructure,
    level: Level::Error,
    essential: true,
    says: "The form is not a list that begins with `:autolith-skill` and goes on in pairs.",
    why: "The head says that the data is a skill; each field is a keyword and its value.",
    help: "begin the list with `:autolith-skill`, and give each field one value",
    fix: None,
    example: Example::sexp("(:version 1 :name \"tide-chart\")\n", whole!()),
};

pub(super) static NATIVE_FIELD: Info = Info {
    id: "native-field",
    kind: Kind::UnknownField,
    level: Level::Error,
    essential: true,
    says: "A field is not one of the four that the native form knows.",
    why: "The form has `:version`, `:name`, `:description` and `:instructions`; anything else is refused, so that nothing is silently ignored.",
    help: "delete the field",
    fix: None,
    example: Example::sexp(
        form!(
            " :version 1",
            " :name \"tide-chart\"",
            " :description \"Plot tides. Use when asked.\"",
            " :instructions \"Plot.\"",
            " :author \"Oak\""
        ),
        whole!(),
    ),
};

pub(super) static NATIVE_DUPLICATE: Info = Info {
    id: "native-duplicate",
    kind: Kind::DuplicateField,
    level: Level::Error,
    essential: true,
    says: "A field stands twice.",
    why: "Which of the two is meant, nobody can tell.",
    help: "keep one of the two",
    fix: None,
    example: Example::sexp(
        form!(
            " :version 1",
            " :version 1",
            " :name \"tide-chart\"",
            " :description \"Plot tides. Use when asked.\"",
            " :instructions \"Plot.\""
        ),
        whole!(),
    ),
};

pub(super) static NATIVE_MISSING: Info = Info {
    id: "native-missing",
    kind: Kind::MissingField,
    level: Level::Error,
    essential: true,
    says: "One of the four fields is missing.",
    why: "The native form requires `:version`, `:name`, `:description` and `:instructions`.",
    help: "add the field",
    fix: None,
    example: Example::sexp(form!(" :version 1", " :name \"tide-chart\""), whole!()),
};

pub(super) static NATIVE_VERSION: Info = Info {
    id: "native-version",
    kind: Kind::InvalidVersion,
    level: Level::Error,
    essential: true,
    says: "The version is not the integer 1.",
    why: "The version is that of the form, not of the skill; there is only one.",
    help: "write `:version 1`",
    fix: None,
    example: Example::sexp(
        form!(
            " :version \"1\"",
            " :name \"tide-chart\"",
            " :description \"Plot tides. Use when asked.\"",
            " :instructions \"Plot.\""
        ),
        whole!(),
    ),
};

pub(super) static NATIVE_NAME: Info = Info {
    id: "native-name",
    kind: Kind::InvalidName,
    level: Level::Error,
    essential: true,
    says: "The name is not text, or is empty.",
    why: "The name is how a person or a model asks for the skill.",
    help: "write the name between double quotes",
    fix: None,
    example: Example::sexp(
        form!(
            " :version 1",
            " :name tide-chart",
            " :description \"Plot tides. Use when asked.\"",
            " :instructions \"Plot.\""
        ),
        whole!(),
    ),
};

pub(super) static NATIVE_DESCRIPTION: Info = Info {
    id: "native-description",
    kind: Kind::InvalidDescription,
    level: Level::Error,
    essential: true,
    says: "The description is not text, is blank, or has more than 1,024 characters.",
    why: "The description is all that a model sees before it chooses a skill, and it stands in every request.",
    help: "say between double quotes, in a few sentences, what the skill does and when to use it",
    fix: None,
    example: Example::sexp(
        form!(" :version 1", " :name \"tide-chart\"", " :description \" \"", " :instructions \"Plot.\""),
        whole!(),
    ),
};

pub(super) static NATIVE_INSTRUCTIONS: Info = Info {
    id: "native-instructions",
    kind: Kind::InvalidInstructions,
    level: Level::Error,
    essential: true,
    says: "The instructions are not text, or are blank.",
    why: "A native skill without instructions does nothing.",
    help: "write the instructions between double quotes",
    fix: None,
    example: Example::sexp(
        form!(
            " :version 1",
            " :name \"tide-chart\"",
            " :description \"Plot tides. Use when asked.\"",
            " :instructions nil"
        ),
        whole!(),
    ),
};
