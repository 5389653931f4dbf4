//! Who reads a `SKILL.sexp`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repertoire_clients::{CLIENTS, Cause, Outcome, by_name, forecast};
use repertoire_schema::{Format, Source};

fn source(text: &str) -> Source<'_> {
    Source {
        path: "tide/SKILL.sexp",
        directory: Some("tide"),
        format: Format::Native,
        bytes: text.as_bytes(),
    }
}

#[test]
fn only_autolith_looks_for_the_native_form() {
    let text = r#"(:autolith-skill :version 1 :name "tide" :description "d" :instructions "Look.")"#;
    for client in CLIENTS {
        let forecast = forecast(&source(text), client);
        if client.name == "autolith" {
            assert_eq!((forecast.outcome, forecast.name.as_deref()), (Outcome::Loads, Some("tide")));
        } else {
            assert_eq!((forecast.outcome, forecast.cause), (Outcome::SkipsSilently, Some(Cause::Format)));
        }
    }
}

#[test]
fn a_native_form_that_is_not_valid_is_refused_with_a_reason() {
    let forecast = forecast(&source("(:autolith-skill :version 2)"), by_name("autolith").unwrap());
    assert_eq!((forecast.outcome, forecast.cause), (Outcome::Skips, Some(Cause::Format)));
    assert!(!forecast.notes[0].text.is_empty());
}
