//! Zed: serde_yaml_ng, which is serde_yaml under another name, and bounds in bytes.

use crate::client::{
    Basis, Body, Bound, Check, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Letters, Opener,
    Otherwise, Repair, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{Reader, Shape, Want};

/// Zed.
pub static ZED: Client = Client {
    name: "zed",
    title: "Zed",
    basis: Basis::Ported,
    version: "007ed5c, 015419a",
    date: "2026-11",
    sources: &[
        "zed-industries/zed crates/agent_skills/agent_skills.rs @ 007ed5c",
        "zed-industries/zed crates/agent/src/tools/skill_tool.rs @ 015419a",
    ],
    native: false,
    intake: Intake { most: Some(Bound::Bytes(100 * 1_024)), ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Dashes { from: 3, trimmed: true },
        closer: Closer::Line { indented: false, blanks: false, ended: false, retries: true },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Serde(&SHAPE),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[
            Check { test: Test::Bytes(64), outcome: Outcome::Skips },
            Check { test: Test::Letters(Letters::Slug), outcome: Outcome::Skips },
        ],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[Check { test: Test::Bytes(1_024), outcome: Outcome::Skips }],
        unlisted: &[],
    },
    hiding: Hiding::Bool,
    body: Body::Text,
    undocumented: &[],
};

static SHAPE: Shape = Shape {
    fields: &[
        ("name", Want::Text),
        ("description", Want::Text),
        ("disable-model-invocation", Want::DefaultBool),
    ],
    first_document: true,
};
