//! What clients were seen to do: a file in `outcomes/` is a source and what each client makes of it.
//!
//! A file holds words and JSON strings. `directory`, `source`, and the `name` and `description` that
//! a client sees unless its own line says otherwise; then a line a client, with its outcome and what
//! it sees differently. `{a*65}` stands for so many of a letter, `{bytes}` for two that are no UTF-8.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod support;

use repertoire_clients::{Forecast, by_name, forecast};
use repertoire_schema::{Format, Source};
use std::collections::BTreeMap;
use support::expanded;

/// Where the forecast is not what was seen, and why. At most 3 % of all lines.
const EXCEPTIONS: &[(&str, &str, &str)] = &[];

/// What differs, in words.
fn difference(
    forecast: &Forecast,
    outcome: &str,
    own: &BTreeMap<String, String>,
    common: &BTreeMap<String, String>,
) -> Option<String> {
    if forecast.outcome.as_str() != outcome {
        return Some(format!("foretold {}, was {outcome}; {:?}", forecast.outcome.as_str(), forecast.notes));
    }
    let has = |cause: &str| forecast.notes.iter().any(|note| note.cause.as_str() == cause);
    if let Some(cause) = own.get("note").filter(|cause| !has(cause)) {
        return Some(format!("no remark `{cause}`: {:?}", forecast.notes));
    }
    if let Some(cause) = own.get("without").filter(|cause| has(cause)) {
        return Some(format!("remark `{cause}`"));
    }
    if !forecast.outcome.is_loaded() && !own.contains_key("name") {
        return None;
    }
    for (word, seen) in [("name", &forecast.name), ("description", &forecast.description)] {
        let wanted = expanded(own.get(word).or_else(|| common.get(word)).unwrap());
        let seen = seen.as_deref().unwrap_or_default().trim();
        if seen != wanted {
            return Some(format!("the {word} was {wanted:?}, foretold {seen:?}"));
        }
    }
    let body = forecast.body.as_deref();
    match own.get("body") {
        Some(wanted)
            if body
                .is_some_and(|body| body.starts_with(wanted) && (!wanted.is_empty() || body.is_empty())) =>
        {
            None
        }
        Some(wanted) => Some(format!("the body was {wanted:?}, foretold {body:?}")),
        None if body.is_some() => Some(format!("the body was as written, foretold {body:?}")),
        None => None,
    }
}

#[test]
fn clients_do_what_is_foretold() {
    let mut wrong = Vec::new();
    let (mut lines, mut excepted) = (0, 0);
    for case in support::cases() {
        let bytes = case.bytes();
        let directory = case.directory();
        let source = Source {
            path: "SKILL.md",
            directory: Some(&directory),
            format: Format::AgentSkill,
            bytes: &bytes,
        };
        for (client, outcome, own) in &case.clients {
            lines += 1;
            let foretold = forecast(&source, by_name(client).unwrap_or_else(|| panic!("no client {client}")));
            let difference = difference(&foretold, outcome, own, &case.common);
            let exception = EXCEPTIONS.iter().any(|(name, who, _)| *name == case.name && who == client);
            match difference {
                Some(_) if exception => excepted += 1,
                Some(difference) => wrong.push(format!("{} {client}: {difference}", case.name)),
                None if exception => {
                    wrong.push(format!("{} {client}: is right, take it off the list", case.name));
                }
                None => {}
            }
        }
    }
    println!("{lines} lines, {excepted} exceptions");
    assert!(lines > 1_100 && excepted * 100 <= lines * 3);
    assert!(wrong.is_empty(), "{} of {lines} differ:\n{}", wrong.len(), wrong.join("\n"));
}
