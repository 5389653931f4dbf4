//! GitHub Copilot CLI, by its documentation and change log.

use crate::client::{
    After, Basis, Body, Check, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Letters, Opener,
    Otherwise, Repair, Test, TextRule,
};
use crate::forecast::{Cause, Outcome};
use crate::reader::{Reader, STRICT};

/// Copilot CLI.
pub static COPILOT_CLI: Client = Client {
    name: "copilot-cli",
    title: "Copilot CLI",
    basis: Basis::Documentation,
    version: "change log to 1.0.78",
    date: "2026-11",
    sources: &[
        "github/docs data/reusables/copilot/creating-adding-skills.md @ 2629d0b",
        "github/copilot-cli changelog.md @ 9532bda",
    ],
    native: false,
    intake: Intake { strips_bom: true, ..Intake::STRICT },
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
        absent: Fallback::Directory,
        null: Fallback::Directory,
        unfit: Fallback::Directory,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[Check { test: Test::Letters(Letters::Ascii), outcome: Outcome::Skips }],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::BodyLine,
        null: Fallback::BodyLine,
        unfit: Fallback::BodyLine,
        blank: Fallback::BodyLine,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Bool,
    body: Body::Text,
    undocumented: &[Cause::Fence, Cause::Yaml, Cause::DuplicateKey, Cause::Encoding, Cause::Bounds],
};
