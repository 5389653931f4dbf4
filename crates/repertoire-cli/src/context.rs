//! `repertoire context`: what a request would carry.

use crate::args::{CatalogForm, Context, Form};
use crate::error::{Error, Outcome};
use crate::list::bold;
use crate::load::Carried;
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::{Terminal, line, stdout};
use repertoire::diagnostic::{clean, clean_line};
use repertoire::routing::catalog::{self, Order};
use repertoire::session::{Boundary, Cause, Contribution, Session, Size, TOOL_NAME};
use repertoire_report::json;
use serde::Serialize;
use std::io::{self, Write};

/// Runs the command.
pub(crate) fn run(arguments: &Context, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let session = Session::new(surroundings.discovery());
    let scanned = scan::report(&session.catalog(), surroundings);
    let mut carried = Carried::new(&arguments.names, &session, &boundary(arguments));
    // Without a catalog there is nothing to show; what is missing is room, which is for the user to give.
    for failure in carried.request.failures.extract_if(.., |failure| failure.name.is_none()) {
        if let Cause::Catalog(error) = failure.cause {
            return Err(error.into());
        }
    }
    let failures = carried.failures();
    let omitted = &carried.request.omitted;
    let mut warnings = failures.clone();
    warnings.extend(carried.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()));
    match arguments.format {
        Form::Text => {
            let mut out = stdout();
            for (size, contribution) in carried.request.sizes().zip(&carried.request.contributions) {
                if !terminal.quiet {
                    heading(&size, terminal, &mut out)?;
                }
                writeln!(out, "{}", clean(&contribution.text))?;
            }
            out.flush()?;
            if !omitted.is_empty() {
                terminal.note(&format!("left out of the catalog: {}", omitted.join(", ")));
            }
            failures.iter().for_each(|failure| terminal.error(failure));
            carried.tell(terminal);
        }
        Form::Json => {
            let sizes = carried.request.sizes().zip(&carried.request.contributions);
            let document = Document {
                version: json::VERSION,
                contributions: sizes.map(One::new).collect(),
                omitted,
                warnings: &warnings,
            };
            line(&json::to_string(&document))?;
        }
    }
    Ok(if failures.is_empty() { scanned } else { Outcome::Findings.max(scanned) })
}

fn boundary(arguments: &Context) -> Boundary<'_> {
    let form = match arguments.form {
        CatalogForm::Markdown => catalog::Form::Markdown,
        CatalogForm::Xml => catalog::Form::Xml,
        CatalogForm::Json => catalog::Form::Json,
    };
    let order = if arguments.balanced { Order::Balanced } else { Order::Catalog };
    Boundary {
        query: arguments.query.as_deref(),
        catalog: catalog::Options { budget: arguments.budget, order, ..catalog::Options::new(form) },
        ..Boundary::new(&[TOOL_NAME])
    }
}

/// The line above the text of a contribution, and an empty one.
pub(crate) fn heading(size: &Size<'_>, terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    let Size { id, priority, characters, tokens, .. } = size;
    let id = bold(terminal, &clean_line(id));
    writeln!(out, "{id}  priority {priority}, {characters} characters, about {tokens} tokens\n")
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    contributions: Vec<One<'a>>,
    omitted: &'a [String],
    warnings: &'a [String],
}

#[derive(Serialize)]
struct One<'a> {
    id: &'a str,
    class: &'static str,
    priority: u32,
    characters: usize,
    tokens: usize,
    instruction: &'a str,
}

impl<'a> One<'a> {
    fn new((size, contribution): (Size<'a>, &'a Contribution)) -> Self {
        let Size { id, class, priority, characters, tokens, .. } = size;
        Self { id, class, priority, characters, tokens, instruction: &contribution.text }
    }
}
