//! OpenAI Codex: serde_yaml, and a repair that quotes values line by line.

use crate::client::{
    After, Basis, Body, Check, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Opener, Otherwise,
    Repair, Step, Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{Reader, Shape, Want};

/// Codex.
pub static CODEX: Client = Client {
    name: "codex",
    title: "Codex",
    basis: Basis::Ported,
    version: "rust-v0.155.0",
    date: "2026-11",
    sources: &[
        "openai/codex codex-rs/skills/src/parser.rs",
        "openai/codex codex-rs/core-skills/src/loader.rs @ e51b9d1",
        "openai/codex text_prefix.rs @ e51b9d1",
    ],
    native: false,
    intake: Intake::STRICT,
    fences: Fences {
        opener: Opener::Line { indented: true, after: After::Blanks },
        closer: Closer::Line { indented: true, blanks: true, ended: false, retries: false },
        empty: false,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Serde(&SHAPE),
    repair: Repair::QuotedLines,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Directory,
        null: Fallback::Directory,
        unfit: Fallback::Skip,
        blank: Fallback::Directory,
        steps: &[Step::Collapse],
        checks: &[Check { test: Test::Characters(64), outcome: Outcome::Skips }],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        // Cut in the catalog and in what is injected, not when it is loaded.
        steps: &[Step::Collapse, Step::CutDots(1_024)],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    body: Body::Whole,
    undocumented: &[],
};

static SHAPE: Shape = Shape {
    fields: &[
        ("name", Want::OptionalText),
        ("description", Want::OptionalText),
        (
            "metadata",
            Want::Nested(&Shape {
                fields: &[("short-description", Want::OptionalText)],
                first_document: false,
            }),
        ),
    ],
    first_document: false,
};
