//! The `skills` installer: the npm package yaml, name and description must be texts.

use crate::client::{
    After, Basis, Body, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener, Otherwise,
    Repair, TextRule,
};
use crate::reader::{Reader, YAML};

/// skills (installer).
pub static SKILLS_INSTALLER: Client = Client {
    name: "skills",
    title: "skills (installer)",
    basis: Basis::Ported,
    version: "1.7.4",
    date: "2026-11",
    sources: &["npm skills 1.7.4 dist/cli.mjs"],
    native: false,
    intake: Intake { decode: Decode::Lossy, strips_bom: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Nothing },
        closer: Closer::Prefix { loses_body: false },
        empty: false,
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
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[],
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
    hiding: Hiding::Never,
    // It copies the files and looks at no body.
    body: Body::Whole,
    undocumented: &[],
};
