//! Claude Code, by its documentation: the directory names the skill, nothing is dropped.

use crate::client::{
    After, Basis, Body, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener, Otherwise,
    Repair, Step, TextRule,
};
use crate::reader::{Reader, STRICT};

/// Claude Code.
pub static CLAUDE_CODE: Client = Client {
    name: "claude-code",
    title: "Claude Code",
    basis: Basis::Documentation,
    version: "documentation of 2026-04 to 2026-09",
    date: "2026-11",
    sources: &["code.claude.com/docs/en/skills"],
    native: false,
    intake: Intake { decode: Decode::Lossy, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Blanks },
        closer: Closer::Line { indented: false, blanks: true, ended: false, retries: false },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Bare,
    reader: Reader::Yaml(&STRICT),
    repair: Repair::None,
    unread: Otherwise::Bare,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Directory,
        null: Fallback::Directory,
        unfit: Fallback::Directory,
        blank: Fallback::Directory,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    directory_wins: true,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::BodyLine,
        null: Fallback::BodyLine,
        unfit: Fallback::BodyLine,
        blank: Fallback::BodyLine,
        steps: &[Step::Cut(1_536)],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Bool,
    body: Body::Text,
    undocumented: &[],
};
