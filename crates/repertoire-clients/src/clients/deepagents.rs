//! deepagents: PyYAML, everything printed to text, warnings for names.

use crate::client::{
    After, Basis, Body, Bound, Check, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Letters,
    Opener, Otherwise, Repair, Step, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{PYYAML, Reader};

/// deepagents.
pub static DEEPAGENTS: Client = Client {
    name: "deepagents",
    title: "deepagents",
    basis: Basis::Run,
    version: "0.7.32",
    date: "2026-11",
    sources: &[
        "langchain-ai/deepagents deepagents/middleware/skills.py 0.7.32",
        "langchain-ai/deepagents libs/code/deepagents_code/skills/load.py @ 23b83ad",
    ],
    native: false,
    intake: Intake { most: Some(Bound::Bytes(10 * 1_024 * 1_024)), ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::BlankLines },
        closer: Closer::Line { indented: false, blanks: true, ended: true, retries: false },
        empty: false,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&PYYAML),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::Python,
        absent: Fallback::Skip,
        null: Fallback::Keep,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[Step::Trim],
        checks: &[
            Check { test: Test::Characters(64), outcome: Outcome::Warns },
            Check { test: Test::Letters(Letters::AnySlug), outcome: Outcome::Warns },
            Check { test: Test::Edges, outcome: Outcome::Warns },
            Check { test: Test::Doubles, outcome: Outcome::Warns },
            Check { test: Test::Directory, outcome: Outcome::Warns },
        ],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::Python,
        absent: Fallback::Skip,
        null: Fallback::Keep,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[Step::Trim, Step::Cut(1_024)],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    body: Body::Whole,
    undocumented: &[],
};
