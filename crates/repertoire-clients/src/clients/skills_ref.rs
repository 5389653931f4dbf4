//! The reference validator of the specification: strictyaml, three dashes anywhere.

use crate::client::{
    Basis, Body, Check, Client, Closer, Coerce, Fallback, Fences, Field, Form, Hiding, Intake, Letters,
    Opener, Otherwise, Repair, STANDARD, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{Reader, STRICTYAML};

/// skills-ref (reference validator).
pub static SKILLS_REF: Client = Client {
    name: "skills-ref",
    title: "skills-ref (reference validator)",
    basis: Basis::Run,
    version: "0.1.0 at 69ef37e",
    date: "2026-11",
    sources: &[
        "agentskills/agentskills skills-ref/src/skills_ref/parser.py @ 69ef37e",
        "agentskills/agentskills skills-ref/src/skills_ref/validator.py @ 69ef37e",
    ],
    native: false,
    intake: Intake { unifies_lines: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Dashes { from: 3, trimmed: false },
        closer: Closer::Anywhere,
        empty: false,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&STRICTYAML),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: Some(STANDARD),
    fields: &[Field { key: "compatibility", form: Form::Most(500) }],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[
            Check { test: Test::Characters(64), outcome: Outcome::Skips },
            Check { test: Test::Letters(Letters::AnySlug), outcome: Outcome::Skips },
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
        steps: &[],
        checks: &[Check { test: Test::Characters(1_024), outcome: Outcome::Skips }],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    // It hands no body to a model.
    body: Body::Whole,
    undocumented: &[],
};
