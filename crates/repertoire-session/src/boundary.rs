//! The provider boundary: catalog, fresh bodies, warnings.

use std::sync::Arc;

use repertoire_discovery::{Catalog, Entry, Fresh, Options, read};
use repertoire_routing::catalog::{self, Order, render};
use repertoire_routing::{Because, Card, rank_positions};

use crate::cause::{Cause, bounded, warning};
use crate::place::Place;
use crate::request::{Boundary, Contribution, Failure, Kind, Request};
use crate::selection::{Selection, is_same, risk};
use crate::session::Session;
use crate::text;
use crate::{MAX_BODIES, MAX_BODY};

/// As many of the skills that require one are named within a sentence.
const NAMED: usize = 3;

/// What a request carries for these selections.
pub(crate) fn request(session: &Session, selections: &[Selection], boundary: &Boundary<'_>) -> Request {
    let mut request = Request::default();
    if !boundary.wants_skills() {
        return request;
    }
    let catalog = session.catalog();
    if catalog.entries.is_empty() && selections.is_empty() {
        return request;
    }
    show(&mut request, &catalog, session, boundary);

    let mut current: Vec<Current<'_>> =
        selections.iter().map(|selection| Current::read(selection, &catalog, session.options())).collect();
    current.sort_by_cached_key(|current| Place::of(&current.entry));
    let mut warnings = Vec::new();
    let mut left = MAX_BODIES;
    for Current { selection, entry, outcome } in current {
        let outcome = outcome.and_then(|fresh| {
            let body = fresh.skill.instructions;
            let characters = body.chars().count();
            if characters > MAX_BODY {
                return Err(Cause::BodyTooLarge { characters });
            }
            left = left.checked_sub(characters).ok_or(Cause::NoRoom { characters, left })?;
            let risk = fresh.skill.metadata.risk.map(|risk| risk.as_str());
            Ok((selected(selection, &entry, &body, characters), risk))
        });
        match outcome {
            Ok((text, risk)) => request.contributions.push(Contribution {
                id: format!("skill-selected-{}", selection.name),
                kind: Kind::Selected,
                text,
                selection: Some(selection.clone()),
                skill: Some(entry),
                risk,
            }),
            Err(cause) => {
                let id = format!("skill-warning-{}", selection.name);
                warnings.push(Contribution {
                    id: id.clone(),
                    kind: Kind::Warning,
                    text: warning(&selection.name, &cause),
                    risk: risk(&entry),
                    selection: Some(selection.clone()),
                    skill: Some(entry),
                });
                request.failures.push(Failure { id, name: Some(selection.name.clone()), cause });
            }
        }
    }
    warn(&mut request, warnings);
    request
}

/// Adds the catalog.
fn show(request: &mut Request, catalog: &Catalog, session: &Session, boundary: &Boundary<'_>) {
    let paths: Vec<String> = catalog.entries.iter().map(|entry| text::path(&entry.path)).collect();
    let cards: Vec<Card<'_>> =
        catalog.entries.iter().zip(&paths).map(|(entry, path)| Card::of(&entry.metadata, path)).collect();
    let fitting = boundary.query.map(|query| rank_positions(query, &session.index(catalog)));
    let order = fitting.as_deref().map_or(boundary.catalog.order, Order::Relevance);
    match render(&cards, &catalog::Options { order, ..boundary.catalog }) {
        Ok(rendered) => {
            let name = |at: usize| cards.get(at).map(|card| card.name.to_owned());
            request.omitted = rendered.omitted.into_iter().filter_map(name).collect();
            request.contributions.push(Contribution {
                id: "skill-catalog".to_owned(),
                kind: Kind::Catalog,
                text: rendered.text,
                selection: None,
                skill: None,
                risk: None,
            });
        }
        Err(error) => {
            request.failures.push(Failure {
                id: "skill-catalog".to_owned(),
                name: None,
                cause: Cause::Catalog(error),
            });
        }
    }
}

/// A selected skill as it is now.
struct Current<'s> {
    selection: &'s Selection,
    /// The skill in the catalog of now, else as it was selected.
    entry: Arc<Entry>,
    outcome: Result<Fresh, Cause>,
}

impl<'s> Current<'s> {
    /// Reads the source that was selected. Its body counts only if the catalog still offers this
    /// very source under this name: no other source takes its place unasked.
    fn read(selection: &'s Selection, catalog: &Catalog, options: &Options) -> Self {
        let wanted = &selection.entry;
        let found = catalog.find(&selection.name);
        let offered = found.filter(|entry| is_same(entry, wanted));
        let outcome = match read(wanted, options) {
            Err(error) => Err(Cause::Read(error)),
            Ok(fresh) if fresh.skill.metadata.name != wanted.metadata.name => {
                Err(Cause::Renamed { name: fresh.skill.metadata.name })
            }
            Ok(fresh) if offered.is_some() => Ok(fresh),
            Ok(_) => {
                Err(found.map_or(Cause::NotOffered, |entry| Cause::Taken { path: text::path(&entry.path) }))
            }
        };
        let entry = offered.map_or_else(|| Arc::clone(wanted), |entry| Arc::new(entry.clone()));
        Self { selection, entry, outcome }
    }
}

/// The instructions of a skill under a sentence on one line. The sentence tells how long the
/// instructions are, so that nothing in them can pass for their end, and quotes what is not ours.
fn selected(selection: &Selection, entry: &Entry, body: &str, characters: usize) -> String {
    format!(
        "The skill {} ({}) from {} applies to this request only; its complete instructions are the {characters} characters after the empty line.\n\n{body}",
        text::quoted(&text::name(&selection.name)),
        reason(&selection.because),
        text::quoted(&text::path(&entry.path)),
    )
}

/// Why a skill is there.
fn reason(because: &Because) -> String {
    let by = &because.required_by;
    let mut names: Vec<String> = by.iter().take(NAMED).map(|name| text::quoted(&text::name(name))).collect();
    if by.len() > NAMED {
        names.push(format!("and {} more", by.len() - NAMED));
    }
    match (because.selected, names.join(", ").as_str()) {
        (_, "") => "selected".to_owned(),
        (true, names) => format!("selected, and required by {names}"),
        (false, names) => format!("required by {names}"),
    }
}

/// Adds the warnings, within their bound.
fn warn(request: &mut Request, mut warnings: Vec<Contribution>) {
    let texts: Vec<String> = warnings.iter().map(|warning| warning.text.clone()).collect();
    let (shown, overflow) = bounded(&texts);
    warnings.truncate(shown);
    request.contributions.append(&mut warnings);
    request.contributions.extend(overflow.map(|text| Contribution {
        id: "skill-warnings-omitted".to_owned(),
        kind: Kind::Warning,
        text,
        selection: None,
        skill: None,
        risk: None,
    }));
}
