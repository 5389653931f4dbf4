//! Gemini CLI: js-yaml 4, and lines of its own where that is not enough.

use crate::client::{
    After, Basis, Body, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener, Otherwise,
    Repair, Step, TextRule,
};
use crate::reader::{JS_YAML_4, Reader};

/// Gemini CLI.
pub static GEMINI: Client = Client {
    name: "gemini",
    title: "Gemini CLI",
    basis: Basis::Run,
    version: "0.61.0",
    date: "2026-11",
    sources: &[
        "google-gemini/gemini-cli packages/core/src/skills/skillLoader.ts @ 5411f11",
        "npm @google/gemini-cli-core 0.61.0",
    ],
    native: false,
    intake: Intake { decode: Decode::Lossy, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Nothing },
        closer: Closer::Prefix { loses_body: true },
        empty: false,
        open_ended: false,
    },
    unfenced: Otherwise::SkipSilently,
    reader: Reader::Yaml(&JS_YAML_4),
    repair: Repair::FieldLines,
    unread: Otherwise::SkipSilently,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::SkipSilently,
        null: Fallback::SkipSilently,
        unfit: Fallback::SkipSilently,
        blank: Fallback::Keep,
        steps: &[Step::Hyphens(":\\/<>*?\"|")],
        checks: &[],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::SkipSilently,
        null: Fallback::SkipSilently,
        unfit: Fallback::SkipSilently,
        blank: Fallback::Keep,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    body: Body::Text,
    undocumented: &[],
};
