//! Autolith and cl-skills: a strict YAML 1.2 reader, exact fences, six fields.

use crate::client::{
    After, Basis, Body, Bound, Check, Client, Closer, Coerce, Fallback, Fences, Field, Form, Hiding, Intake,
    Letters, Opener, Otherwise, Repair, STANDARD, Step, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{Reader, STRICT};

/// Autolith (cl-skills).
pub static AUTOLITH: Client = Client {
    name: "autolith",
    title: "Autolith (cl-skills)",
    basis: Basis::Source,
    version: "2bc3d4f, 3c219ae",
    date: "2026-11",
    sources: &[
        "lambda-symbolics/cl-skills src/parsing.lisp @ 2bc3d4f",
        "lambda-symbolics/cl-skills src/discovery.lisp @ 3c219ae",
        "lambda-symbolics/autolith src/skills/runtime.lisp @ 6934d55",
    ],
    native: true,
    intake: Intake { most: Some(Bound::Characters(65_536)), strips_bom: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Nothing },
        closer: Closer::Line { indented: false, blanks: false, ended: false, retries: false },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&STRICT),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: Some(STANDARD),
    fields: &[
        Field { key: "license", form: Form::Text },
        Field { key: "compatibility", form: Form::Text },
        Field { key: "allowed-tools", form: Form::Text },
        Field { key: "metadata", form: Form::TextMap },
    ],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[
            Check { test: Test::Characters(64), outcome: Outcome::Skips },
            Check { test: Test::Letters(Letters::Slug), outcome: Outcome::Skips },
            Check { test: Test::Edges, outcome: Outcome::Skips },
            Check { test: Test::Doubles, outcome: Outcome::Skips },
            Check { test: Test::Directory, outcome: Outcome::Skips },
        ],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[Step::Collapse],
        checks: &[Check { test: Test::Characters(1_024), outcome: Outcome::Skips }],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    body: Body::Text,
    undocumented: &[],
};
