//! goose: three dashes anywhere, and serde_yaml.

use crate::client::{
    Basis, Body, Check, Client, Closer, Coerce, Fallback, Fences, Hiding, Intake, Opener, Otherwise, Repair,
    Test, TextRule,
};
use crate::forecast::Outcome;
use crate::reader::{Reader, Shape, Want};

/// goose.
pub static GOOSE: Client = Client {
    name: "goose",
    title: "goose",
    basis: Basis::Ported,
    version: "00c3874, 0d2074c",
    date: "2026-11",
    sources: &[
        "block/goose crates/goose/src/sources.rs @ 00c3874",
        "block/goose crates/goose/src/skills/mod.rs @ 0d2074c",
    ],
    native: false,
    intake: Intake::STRICT,
    fences: Fences { opener: Opener::Anywhere, closer: Closer::Anywhere, empty: false, open_ended: false },
    unfenced: Otherwise::SkipSilently,
    reader: Reader::Serde(&SHAPE),
    repair: Repair::None,
    unread: Otherwise::Skip,
    known: None,
    fields: &[],
    names: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Skip,
        null: Fallback::Skip,
        unfit: Fallback::Skip,
        blank: Fallback::Skip,
        steps: &[],
        checks: &[Check { test: Test::Without("/"), outcome: Outcome::Skips }],
        unlisted: &[],
    },
    directory_wins: false,
    descriptions: TextRule {
        coerce: Coerce::Source,
        absent: Fallback::Nothing,
        null: Fallback::Nothing,
        unfit: Fallback::Skip,
        blank: Fallback::Keep,
        steps: &[],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::Never,
    body: Body::Text,
    undocumented: &[],
};

static SHAPE: Shape = Shape {
    fields: &[
        ("name", Want::OptionalText),
        ("description", Want::DefaultText),
        ("metadata", Want::DefaultMap),
    ],
    first_document: false,
};
