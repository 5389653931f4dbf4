//! Cursor, by its documentation: a name in lower case that is the directory's, and a description.

use crate::client::{
    After, Basis, Body, Check, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Letters, Opener,
    Otherwise, Repair, Test, TextRule,
};
use crate::forecast::{Cause, Outcome};
use crate::reader::{Reader, STRICT};

/// Cursor.
pub static CURSOR: Client = Client {
    name: "cursor",
    title: "Cursor",
    basis: Basis::Documentation,
    version: "documentation of 2026",
    date: "2026-11",
    sources: &["cursor.com/docs/skills"],
    native: false,
    intake: Intake::STRICT,
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Blanks },
        closer: Closer::Line { indented: false, blanks: true, ended: false, retries: false },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&STRICT),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[
            Check { test: Test::Letters(Letters::Slug), outcome: Outcome::Skips },
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
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Bool,
    body: Body::Text,
    undocumented: &[Cause::Fence, Cause::Yaml, Cause::DuplicateKey, Cause::Encoding, Cause::Bounds],
};
