//! What clients make of a file: the same twice, never without a reason, and of a skill that is
//! not loaded nothing is handed over.
//!
//! The bytes are the source, in the format that their first byte looks like.

use repertoire_clients::{CLIENTS, Cause, Outcome, forecast};
use repertoire_schema::{Format, Source};

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
    let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    for directory in [None, Some("tide")] {
        let source = Source { path: "SKILL.md", directory, format, bytes };
        for client in CLIENTS {
            let once = forecast(&source, client);
            assert_eq!(once, forecast(&source, client), "not the same twice");
            assert_eq!(once.client, client.name);
            match once.outcome {
                Outcome::Loads => assert_eq!(once.cause, None, "{once:?}"),
                _ => assert_eq!(once.cause, once.notes.first().map(|note| note.cause), "{once:?}"),
            }
            assert!(once.outcome == Outcome::Loads || once.cause.is_some(), "no reason: {once:?}");
            assert!(once.outcome.is_loaded() || once.body.is_none(), "{once:?}");
            let differs = once.notes.iter().any(|note| note.cause == Cause::BodyDiffers);
            assert!(!once.outcome.is_loaded() || differs == once.body.is_some(), "{once:?}");
            for note in &once.notes {
                let told = note.text.strip_prefix("line ").and_then(|rest| rest.split_once(':'));
                if let Some(line) = told.and_then(|(line, _)| line.parse::<usize>().ok()) {
                    assert!((1..=lines + 1).contains(&line), "of {lines} lines: {}", note.text);
                }
            }
        }
    }
}
