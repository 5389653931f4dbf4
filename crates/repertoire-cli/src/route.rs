//! `repertoire route`: the skills that a request speaks to.

use crate::args::{Form, Route};
use crate::check::{paths, shown};
use crate::error::{Error, Outcome};
use crate::list::bold;
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::{Terminal, stdout};
use repertoire::diagnostic::clean_line;
use repertoire::discovery::Catalog;
use repertoire::routing::{Index, Match, matched_spans, rank_first};
use repertoire::session::Session;
use repertoire_report::json;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

/// As many reasons are shown to people.
const MAX_REASONS: usize = 6;

/// As many cells has the bar of the best match.
const BAR: usize = 10;

/// As many characters of a description are shown.
const MAX_DESCRIPTION: usize = 200;

/// Runs the command.
pub(crate) fn run(arguments: &Route, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let session = Session::new(surroundings.discovery());
    let catalog = session.catalog();
    let scanned = scan::report(&catalog, surroundings);
    let routes = Routes::new(&catalog, &session);
    let mut out = stdout();
    if let Some(from) = &arguments.queries_from {
        for query in paths::lines(from)? {
            let query = query?;
            writeln!(out, "{}", json::to_string(&routes.answer(&query, limit)))?;
            out.flush()?;
        }
        return Ok(scanned);
    }
    let query = arguments.query.as_deref().unwrap_or_default();
    match arguments.format {
        Form::Text => routes.text(query, limit, surroundings.terminal, &mut out)?,
        Form::Json => writeln!(out, "{}", json::to_string(&routes.answer(query, limit)))?,
    }
    out.flush()?;
    Ok(scanned)
}

/// A catalog with its index.
pub(crate) struct Routes<'a> {
    catalog: &'a Catalog,
    index: Arc<Index>,
}

#[derive(Serialize)]
struct Answer<'a> {
    version: u32,
    query: &'a str,
    matches: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    name: String,
    score: f64,
    weak: bool,
    path: String,
    why: Vec<Why>,
}

#[derive(Serialize)]
struct Why {
    term: String,
    field: &'static str,
    weight: f64,
}

impl<'a> Routes<'a> {
    /// The skills that a session offers now, with their bodies.
    pub(crate) fn new(catalog: &'a Catalog, session: &Session) -> Self {
        Self { catalog, index: session.index(catalog) }
    }

    fn matches(&self, query: &str, limit: usize) -> Vec<Match> {
        rank_first(query, &self.index, limit)
    }

    fn path(&self, found: &Match) -> String {
        self.catalog.entries.get(found.position).map_or_else(String::new, |entry| shown(&entry.path))
    }

    fn answer<'q>(&self, query: &'q str, limit: usize) -> Answer<'q> {
        let found = |found: Match| Found {
            path: self.path(&found),
            name: found.name,
            score: found.score,
            weak: found.weak,
            why: found
                .reasons
                .into_iter()
                .map(|reason| Why { term: reason.term, field: reason.field.as_str(), weight: reason.weight })
                .collect(),
        };
        Answer {
            version: json::VERSION,
            query,
            matches: self.matches(query, limit).into_iter().map(found).collect(),
        }
    }

    /// The matches with their reasons, for people.
    pub(crate) fn text(
        &self,
        query: &str,
        limit: usize,
        terminal: Terminal,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let matches = self.matches(query, limit);
        if matches.is_empty() {
            match self.catalog.entries.len() {
                0 => writeln!(out, "there are no skills")?,
                1 => writeln!(out, "nothing in the request speaks to the one skill")?,
                count => writeln!(out, "nothing in the request speaks to any of {count} skills")?,
            }
        }
        let best = matches.first().map_or(0.0, |found| found.score);
        for found in &matches {
            let weak = if found.weak { " (weak)" } else { "" };
            writeln!(
                out,
                "{} {:6.2}  {}{weak}  {}",
                bar(found.score, best),
                found.score,
                bold(terminal, &clean_line(&found.name)),
                self.path(found)
            )?;
            if let Some(entry) = self.catalog.entries.get(found.position) {
                writeln!(out, "    {}", marked(query, &entry.metadata.description, terminal))?;
            }
            let reasons: Vec<String> = found
                .reasons
                .iter()
                .take(MAX_REASONS)
                .map(|reason| format!("{} {:.2} ({})", clean_line(&reason.term), reason.weight, reason.field))
                .collect();
            let more = found.reasons.len().saturating_sub(MAX_REASONS);
            let more = if more > 0 { format!(", {more} more") } else { String::new() };
            writeln!(out, "    {}{more}", reasons.join(", "))?;
        }
        Ok(())
    }
}

/// How much speaks for a match beside the best one: scores compare within one request only.
fn bar(score: f64, best: f64) -> String {
    // A match has a score above 0, and none is above the best one's.
    let filled = ((score / best * BAR as f64).round() as usize).clamp(1, BAR);
    format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled))
}

/// The beginning of a description with the words that the request shares with it marked: in bold
/// where there is colour, else between asterisks.
fn marked(query: &str, description: &str, terminal: Terminal) -> String {
    let cut = description.char_indices().nth(MAX_DESCRIPTION).map_or(description.len(), |(at, _)| at);
    let mut text = String::with_capacity(cut + 32);
    let mut done = 0;
    for span in matched_spans(query, description).into_iter().filter(|span| span.end <= cut) {
        text.push_str(&clean_line(&description[done..span.start]));
        let word = clean_line(&description[span.clone()]);
        if terminal.text.color {
            text.push_str(&bold(terminal, &word));
        } else {
            text.push_str(&format!("*{word}*"));
        }
        done = span.end;
    }
    text.push_str(&clean_line(&description[done..cut]));
    if cut < description.len() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_shows_a_share_of_the_best_and_is_never_empty() {
        assert_eq!(bar(3.0, 3.0), "██████████");
        assert_eq!(bar(1.5, 3.0), "█████░░░░░");
        assert_eq!(bar(0.001, 3.0), "█░░░░░░░░░");
    }
}
