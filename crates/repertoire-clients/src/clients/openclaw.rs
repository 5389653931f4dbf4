//! OpenClaw: the npm package yaml, and quotes around a faulty description.

use crate::client::{
    After, Basis, Body, Bound, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener,
    Otherwise, Repair, TextRule,
};
use crate::reader::{Reader, YAML};

/// OpenClaw.
pub static OPENCLAW: Client = Client {
    name: "openclaw",
    title: "OpenClaw",
    basis: Basis::Run,
    version: "2026.9.6",
    date: "2026-11",
    sources: &[
        "npm openclaw 2026.9.6 dist/frontmatter-BdjKgRi1.mjs",
        "npm openclaw 2026.9.6 dist/local-loader-DP-Jr6_I.mjs",
    ],
    native: false,
    intake: Intake {
        most: Some(Bound::Bytes(256_000)),
        decode: Decode::Lossy,
        strips_bom: true,
        unifies_lines: true,
        window: None,
    },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Blanks },
        closer: Closer::Line { indented: false, blanks: true, ended: false, retries: false },
        empty: true,
        open_ended: false,
    },
    unfenced: Otherwise::Skip,
    reader: Reader::Yaml(&YAML),
    repair: Repair::QuotedDescription,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::JavaScript,
        absent: Fallback::Directory,
        null: Fallback::Keep,
        unfit: Fallback::Directory,
        blank: Fallback::Directory,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::JavaScript,
        absent: Fallback::Skip,
        null: Fallback::Keep,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Words,
    body: Body::Text,
    undocumented: &[],
};
