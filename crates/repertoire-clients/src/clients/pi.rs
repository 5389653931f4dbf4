//! pi: the npm package yaml, and warnings for what the specification asks of names.

use crate::client::{
    Basis, Body, Check, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Letters, Opener,
    Otherwise, Repair, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{Reader, YAML};

/// pi.
pub static PI: Client = Client {
    name: "pi",
    title: "pi",
    basis: Basis::Run,
    version: "1.6.0",
    date: "2026-11",
    sources: &[
        "npm @earendil-works/pi-coding-agent 1.6.0 dist/core/skills.js",
        "npm @earendil-works/pi-coding-agent 1.6.0 dist/utils/frontmatter.js",
    ],
    native: false,
    intake: Intake { decode: Decode::Lossy, strips_bom: true, unifies_lines: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Dashes { from: 4, trimmed: false },
        closer: Closer::Prefix { loses_body: false },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&YAML),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Directory,
        null: Fallback::Directory,
        unfit: Fallback::Directory,
        blank: Fallback::Directory,
        steps: &[],
        checks: &[
            Check { test: Test::Utf16(64), outcome: Outcome::Warns },
            Check { test: Test::Letters(Letters::Slug), outcome: Outcome::Warns },
            Check { test: Test::Edges, outcome: Outcome::Warns },
            Check { test: Test::Doubles, outcome: Outcome::Warns },
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
        checks: &[Check { test: Test::Utf16(1_024), outcome: Outcome::Warns }],
        unlisted: &[],
    },
    hiding: Hiding::Bool,
    body: Body::Text,
    undocumented: &[],
};
