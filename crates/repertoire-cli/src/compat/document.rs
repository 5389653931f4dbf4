//! The forecasts of a file as JSON.

use repertoire::clients::Forecast;
use serde::Serialize;

/// One file.
#[derive(Serialize)]
pub(super) struct File<'a> {
    path: &'a str,
    clients: Vec<One<'a>>,
}

#[derive(Serialize)]
struct One<'a> {
    client: &'static str,
    basis: &'static str,
    outcome: &'static str,
    cause: Option<&'static str>,
    name: Option<&'a str>,
    description: Option<&'a str>,
    notes: Vec<&'a str>,
}

impl<'a> File<'a> {
    /// What all clients make of a file.
    pub(super) fn new(path: &'a str, found: &'a [Forecast]) -> Self {
        let one = |forecast: &'a Forecast| One {
            client: forecast.client,
            basis: forecast.basis.as_str(),
            outcome: forecast.outcome.as_str(),
            cause: forecast.cause.map(|cause| cause.as_str()),
            name: forecast.name.as_deref(),
            description: forecast.description.as_deref(),
            notes: forecast.notes.iter().map(|note| note.text.as_str()).collect(),
        };
        Self { path, clients: found.iter().map(one).collect() }
    }
}
