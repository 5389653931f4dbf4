//! What clients make of a file: the same twice, never without a reason, and of a skill that is
//! not loaded nothing is handed over.
//!
//! The bytes are the source, in the format that their first byte looks like.

use repertoire_schema::{Format, Source};

#[path = "../../../crates/repertoire-clients/tests/support/law.rs"]
mod law;

/// Longer inputs would only make it slower.
const MAX_BYTES: usize = 16 * 1024;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let bytes = &data[..data.len().min(MAX_BYTES)];
    let format = if bytes.first() == Some(&b'(') { Format::Native } else { Format::AgentSkill };
    for directory in [None, Some("tide")] {
        law::hold(&Source { path: "SKILL.md", directory, format, bytes });
    }
}
