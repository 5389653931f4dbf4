//! Hermes: PyYAML, and lines where that fails; a skill is never dropped from its index.

use crate::client::{
    Basis, Body, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener, Otherwise, Repair,
    Step, TextRule, Type,
};
use crate::reader::{PYYAML, Reader};

/// Hermes.
pub static HERMES: Client = Client {
    name: "hermes",
    title: "Hermes",
    basis: Basis::Run,
    version: "0.19.0",
    date: "2026-11",
    sources: &[
        "NousResearch/hermes-agent 0.19.0 agent/skill_utils.py",
        "NousResearch/hermes-agent 0.19.0 agent/prompt_builder.py",
        "NousResearch/hermes-agent 0.19.0 tools/skills_tool.py",
    ],
    native: false,
    // The list on request reads so many characters; the index reads all.
    intake: Intake {
        decode: Decode::Bare,
        strips_bom: true,
        unifies_lines: true,
        window: Some(4_000),
        ..Intake::STRICT
    },
    fences: Fences {
        opener: Opener::Dashes { from: 3, trimmed: false },
        closer: Closer::Line { indented: false, blanks: true, ended: true, retries: false },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Bare,
    reader: Reader::Yaml(&PYYAML),
    repair: Repair::AnyLines,
    unread: Otherwise::Bare,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::Python,
        absent: Fallback::Directory,
        null: Fallback::Directory,
        unfit: Fallback::Directory,
        blank: Fallback::Directory,
        steps: &[Step::Cut(64)],
        checks: &[],
        unlisted: &[Type::Null, Type::Bool, Type::Number, Type::Date, Type::List, Type::Map],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::Python,
        absent: Fallback::BodyLine,
        null: Fallback::BodyLine,
        unfit: Fallback::BodyLine,
        blank: Fallback::BodyLine,
        // The index shows 57 characters and three dots.
        steps: &[Step::CutDots(1_024)],
        checks: &[],
        unlisted: &[Type::Bool, Type::Number, Type::Date],
    },
    hiding: Hiding::Never,
    body: Body::Whole,
    undocumented: &[],
};
