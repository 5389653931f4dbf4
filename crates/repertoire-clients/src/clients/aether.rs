//! Aether OS: lines split at the first colon, values as written.

use crate::client::{
    After, Basis, Body, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Opener, Otherwise, Repair,
    TextRule,
};
use crate::reader::Reader;

/// Aether OS.
pub static AETHER: Client = Client {
    name: "aether",
    title: "Aether OS",
    basis: Basis::Run,
    version: "f4edd95",
    date: "2026-11",
    sources: &["moses607/aether-os aether/kernel/skills.py @ f4edd95"],
    native: false,
    intake: Intake { unifies_lines: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: true, after: After::Blanks },
        closer: Closer::Line { indented: true, blanks: true, ended: false, retries: false },
        empty: true,
        open_ended: true,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Lines,
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Directory,
        null: Fallback::Directory,
        unfit: Fallback::Directory,
        blank: Fallback::Directory,
        steps: &[],
        checks: &[],
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
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    body: Body::Text,
    undocumented: &[],
};
