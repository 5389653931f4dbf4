//! The check that comes with the skill-creator skill: PyYAML, six keys.

use crate::client::{
    After, Basis, Body, Check, Client, Closer, Coerce, Fallback, Fences, Field, Form, Hiding, Intake,
    Letters, Opener, Otherwise, Repair, STANDARD, Step, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{PYYAML, Reader};

/// quick_validate (skill-creator).
pub static QUICK_VALIDATE: Client = Client {
    name: "quick-validate",
    title: "quick_validate (skill-creator)",
    basis: Basis::Run,
    version: "9d2f1ae",
    date: "2026-11",
    sources: &["anthropics/skills skills/skill-creator/scripts/quick_validate.py @ 9d2f1ae"],
    native: false,
    intake: Intake { unifies_lines: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Nothing },
        closer: Closer::Prefix { loses_body: false },
        empty: false,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&PYYAML),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: Some(STANDARD),
    fields: &[Field { key: "compatibility", form: Form::Most(500) }],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Keep,
        steps: &[Step::Trim],
        checks: &[
            Check { test: Test::Characters(64), outcome: Outcome::Skips },
            Check { test: Test::Letters(Letters::Slug), outcome: Outcome::Skips },
            Check { test: Test::Edges, outcome: Outcome::Skips },
            Check { test: Test::Doubles, outcome: Outcome::Skips },
        ],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Keep,
        steps: &[Step::Trim],
        checks: &[
            Check { test: Test::Without("<>"), outcome: Outcome::Skips },
            Check { test: Test::Characters(1_024), outcome: Outcome::Skips },
        ],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    // It hands no body to a model.
    body: Body::Whole,
    undocumented: &[],
};
