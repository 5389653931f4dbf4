//! What every forecast keeps, whatever the source; the fuzz target `forecast` asks for the same.

use repertoire_clients::{CLIENTS, Cause, Outcome, forecast};
use repertoire_schema::Source;

/// Panics where a client's forecast of a source is not the same twice, gives no reason, hands over a
/// body of a skill that is not loaded, or tells a line that the file does not have.
pub(crate) fn hold(source: &Source<'_>) {
    let lines = source.bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    for client in CLIENTS {
        let once = forecast(source, client);
        assert_eq!(once, forecast(source, client), "not the same twice");
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
