//! `repertoire context`: what a request would carry.

use crate::args::{CatalogForm, Context, Form};
use crate::check::shown;
use crate::error::{Error, Outcome};
use crate::list::bold;
use crate::load::Selection;
use crate::roots::Surroundings;
use crate::route::Routes;
use crate::terminal::stdout;
use repertoire::diagnostic::{clean, clean_line};
use repertoire::discovery::{Catalog, Options, discover};
use repertoire::routing::catalog::{self, Order, render};
use repertoire::routing::{Card, Plan};
use repertoire_report::json;
use serde::Serialize;
use std::io::Write;

/// The characters of all selected instructions together.
const MAX_SELECTED: usize = 131_072;
const CATALOG_PRIORITY: u32 = 900;
const SELECTED_PRIORITY: u32 = 920;

/// Runs the command.
pub(crate) fn run(arguments: &Context, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let options = surroundings.discovery();
    let catalog = discover(&options);
    let mut carried = Carried::default();
    if !catalog.entries.is_empty() {
        carried.catalog(arguments, &catalog, &options)?;
    }
    let selection = Selection::new(&arguments.names, &catalog, &options);
    carried.selected(&selection);
    match arguments.format {
        Form::Text => {
            let mut out = stdout();
            for contribution in &carried.contributions {
                if !terminal.quiet {
                    let Contribution { id, priority, characters, tokens, .. } = contribution;
                    let id = bold(terminal, &clean_line(id));
                    writeln!(
                        out,
                        "{id}  priority {priority}, {characters} characters, about {tokens} tokens\n"
                    )?;
                }
                writeln!(out, "{}", clean(&contribution.instruction))?;
            }
            out.flush()?;
            if !carried.omitted.is_empty() {
                terminal.note(&format!("left out of the catalog: {}", carried.omitted.join(", ")));
            }
            carried.warnings.iter().for_each(|warning| terminal.error(warning));
        }
        Form::Json => writeln!(stdout(), "{}", json::to_string(&carried))?,
    }
    Ok(if selection.failures.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// What a request carries.
#[derive(Serialize)]
struct Carried {
    version: u32,
    contributions: Vec<Contribution>,
    omitted: Vec<String>,
    warnings: Vec<String>,
}

impl Default for Carried {
    fn default() -> Self {
        Self { version: json::VERSION, contributions: Vec::new(), omitted: Vec::new(), warnings: Vec::new() }
    }
}

#[derive(Serialize)]
struct Contribution {
    id: String,
    class: &'static str,
    priority: u32,
    characters: usize,
    tokens: usize,
    instruction: String,
}

impl Contribution {
    fn new(id: String, priority: u32, instruction: String) -> Self {
        let characters = instruction.chars().count();
        Self {
            id,
            class: "mandatory",
            priority,
            characters,
            tokens: (characters + 24).div_ceil(4),
            instruction,
        }
    }
}

impl Carried {
    fn catalog(&mut self, arguments: &Context, catalog: &Catalog, options: &Options) -> Result<(), Error> {
        let paths: Vec<String> = catalog.entries.iter().map(|entry| shown(&entry.path)).collect();
        let cards: Vec<Card<'_>> =
            catalog.entries.iter().zip(&paths).map(|(entry, path)| Card::of(&entry.metadata, path)).collect();
        let ranked: Vec<usize> = match &arguments.query {
            Some(query) => Routes::new(catalog, options).positions(query),
            None => Vec::new(),
        };
        let form = match arguments.form {
            CatalogForm::Markdown => catalog::Form::Markdown,
            CatalogForm::Xml => catalog::Form::Xml,
            CatalogForm::Json => catalog::Form::Json,
        };
        let order = match (&arguments.query, arguments.balanced) {
            (Some(_), _) => Order::Relevance(&ranked),
            (None, true) => Order::Balanced,
            (None, false) => Order::Catalog,
        };
        let wanted = catalog::Options { budget: arguments.budget, order, ..catalog::Options::new(form) };
        let rendered = render(&cards, &wanted)?;
        self.omitted = rendered
            .omitted
            .iter()
            .filter_map(|at| cards.get(*at))
            .map(|card| card.name.to_owned())
            .collect();
        self.contributions.push(Contribution::new("skill-catalog".into(), CATALOG_PRIORITY, rendered.text));
        Ok(())
    }

    fn selected(&mut self, selection: &Selection) {
        self.warnings.extend(selection.failures.iter().cloned());
        let Plan { diagnostics, .. } = &selection.plan;
        self.warnings.extend(diagnostics.iter().map(|diagnostic| diagnostic.message.clone()));
        let mut used = 0;
        for loaded in &selection.loaded {
            let characters = loaded.instructions.chars().count();
            if used + characters > MAX_SELECTED {
                self.warnings.push(format!(
                    "`{}` is left out: with its {characters} characters the selected instructions pass {MAX_SELECTED}",
                    loaded.name
                ));
                continue;
            }
            used += characters;
            let id = format!("skill-selected-{}", loaded.name);
            self.contributions.push(Contribution::new(id, SELECTED_PRIORITY, loaded.instruction()));
        }
    }
}
