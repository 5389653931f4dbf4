//! `repertoire compat`: what each known client makes of a skill.

mod document;
mod text;

use crate::args::{Compat, FailOn, Form};
use crate::check::{Input, config, directory_name, format_of, read, shown, sources};
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::terminal::stdout;
use repertoire::clients::{CLIENTS, Client, Forecast, Outcome as Fate, Summary, forecast};
use repertoire::diagnostic::{Diagnostic, Kind, Severity};
use repertoire::schema::Source;
use repertoire_report::{FileReport, json};
use std::io::Write;
pub(crate) use text::line;

/// Runs the command.
pub(crate) fn run(arguments: &Compat, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let clients = wanted(&arguments.client)?;
    let inputs = sources(&arguments.paths, surroundings)?;
    let (many, total) = (inputs.len() > 1, inputs.len());
    let mut out = stdout();
    let mut summary = Summary::default();
    let (mut unread, mut failed, mut plain) = (false, false, 0);
    if arguments.format == Form::Json {
        write!(out, "{{\"version\":{},\n \"files\":[", json::VERSION)?;
    }
    let mut lead = "";
    for input in inputs {
        let path = shown(&input.path);
        match forecasts(input, &clients) {
            Ok(found) => {
                found.iter().for_each(|forecast| summary.add(forecast));
                failed |= found.iter().any(|forecast| fails(arguments.fail_on, forecast.outcome));
                plain += usize::from(found.iter().all(text::is_as_written));
                match arguments.format {
                    Form::Text if many && !terminal.verbose => {
                        text::brief(&path, &found, terminal, &mut out)?;
                    }
                    Form::Text => text::whole(&path, &found, terminal, &mut out)?,
                    Form::Json => {
                        write!(out, "{lead}{}", json::to_string(&document::File::new(&path, &found)))?;
                        lead = ",\n ";
                    }
                }
            }
            Err(diagnostic) => {
                match diagnostic.kind {
                    Kind::FileTooLarge | Kind::OutsideRoot => failed = true,
                    _ => unread = true,
                }
                let found = std::slice::from_ref(&*diagnostic);
                terminal.frames(
                    &terminal.text.file(&FileReport { diagnostics: found, ..FileReport::new(&path, "") }),
                );
            }
        }
    }
    match arguments.format {
        Form::Json => writeln!(out, "]}}")?,
        Form::Text if many && !terminal.quiet => {
            text::table(&summary, terminal, &mut out)?;
            let every = if clients.len() == 1 { "the client" } else { "every client" };
            writeln!(out, "\n{total} files, {plain} loaded as written by {every}")?;
        }
        Form::Text => {}
    }
    out.flush()?;
    Ok(match (unread, failed) {
        (true, _) => Outcome::Unread,
        (false, true) => Outcome::Findings,
        (false, false) => Outcome::Fine,
    })
}

/// The clients that were named, or all, in the order of the table.
fn wanted(names: &[String]) -> Result<Vec<&'static Client>, Error> {
    if let Some(unknown) = names.iter().find(|name| CLIENTS.iter().all(|client| client.name != **name)) {
        let known: Vec<&str> = CLIENTS.iter().map(|client| client.name).collect();
        return Err(Error::Usage(config::unknown("client", unknown, &known)));
    }
    Ok(CLIENTS
        .iter()
        .copied()
        .filter(|client| names.is_empty() || names.iter().any(|name| client.name == name))
        .collect())
}

fn fails(on: Option<FailOn>, outcome: Fate) -> bool {
    match on {
        None => false,
        Some(FailOn::Skips) => !outcome.is_loaded(),
        Some(FailOn::Warns) => outcome != Fate::Loads,
    }
}

fn forecasts(input: Input, clients: &[&'static Client]) -> Result<Vec<Forecast>, Box<Diagnostic>> {
    let Input { path, origin, settings } = input;
    let bytes = read(&path, origin, settings.max_source)?;
    if let Some(most) = settings.max_source
        && String::from_utf8_lossy(&bytes).chars().count() > most
    {
        let message = format!("this source holds more than {most} characters");
        return Err(Box::new(Diagnostic::new(Kind::FileTooLarge, Severity::Error, message)));
    }
    let (name, directory) = (shown(&path), directory_name(&path));
    let source =
        Source { path: &name, directory: directory.as_deref(), format: format_of(&path), bytes: &bytes };
    Ok(clients.iter().map(|client| forecast(&source, client)).collect())
}
