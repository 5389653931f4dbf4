//! Visual Studio Code chat: a YAML subset of its own that never fails.

use crate::client::{
    After, Basis, Body, Client, Closer, Coerce, Decode, Fallback, Fences, Hiding, Intake, Opener, Otherwise,
    Repair, Step, TextRule,
};
use crate::reader::Reader;

/// VS Code.
pub static VSCODE: Client = Client {
    name: "vscode",
    title: "VS Code",
    basis: Basis::Source,
    version: "00eacc9, 025b30c",
    date: "2026-11",
    sources: &[
        "microsoft/vscode promptsServiceImpl.ts @ 00eacc9",
        "microsoft/vscode src/vs/base/common/yaml.ts @ 025b30c",
        "microsoft/vscode promptFileLocations.ts @ 0783120",
    ],
    native: false,
    intake: Intake { decode: Decode::Lossy, strips_bom: true, unifies_lines: true, ..Intake::STRICT },
    fences: Fences {
        opener: Opener::Line { indented: false, after: After::Blanks },
        closer: Closer::Line { indented: false, blanks: true, ended: false, retries: false },
        empty: true,
        open_ended: true,
    },
    unfenced: Otherwise::Bare,
    reader: Reader::Subset,
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
        steps: &[Step::StripTags, Step::Cut(64)],
        checks: &[],
        unlisted: &[],
    },
    directory_wins: true,
    descriptions: TextRule {
        coerce: Coerce::No,
        absent: Fallback::Nothing,
        null: Fallback::Nothing,
        unfit: Fallback::Nothing,
        blank: Fallback::Nothing,
        steps: &[Step::StripTags, Step::Cut(1_024)],
        checks: &[],
        unlisted: &[],
    },
    hiding: Hiding::ExactText,
    body: Body::Text,
    undocumented: &[],
};
