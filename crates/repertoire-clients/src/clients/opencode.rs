//! opencode: gray-matter with js-yaml 3, and literal blocks where a colon stands in the way.

use crate::client::{
    Basis, Body, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener, Otherwise, Repair,
    TextRule,
};
use crate::reader::{JS_YAML_3, Reader};

/// opencode.
pub static OPENCODE: Client = Client {
    name: "opencode",
    title: "opencode",
    basis: Basis::Ported,
    version: "1.18.34",
    date: "2026-11",
    sources: &[
        "anomalyco/opencode packages/opencode/src/config/markdown.ts @ 0a8a0ed",
        "anomalyco/opencode packages/opencode/src/skill/index.ts",
        "gray-matter 4.0.3",
    ],
    native: false,
    intake: Intake { decode: Decode::Lossy, strips_bom: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Language,
        closer: Closer::Prefix { loses_body: false },
        empty: true,
        open_ended: true,
    },
    unfenced: Otherwise::SkipSilently,
    reader: Reader::Yaml(&JS_YAML_3),
    repair: Repair::Blocks,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::No,
        absent: Fallback::SkipSilently,
        null: Fallback::SkipSilently,
        unfit: Fallback::SkipSilently,
        blank: Fallback::Keep,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Uncatalogued,
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
