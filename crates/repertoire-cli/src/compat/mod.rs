//! `repertoire compat`: what each known client makes of a skill.

use crate::args::{Compat, Form};
use crate::check::{Input, directory_name, format_of, read, shown, sources};
use crate::error::{Error, Outcome};
use crate::list::{bold, pad};
use crate::roots::Surroundings;
use crate::terminal::{Terminal, stdout};
use repertoire::clients::{CLIENTS, Forecast, Summary, forecast};
use repertoire::diagnostic::{Diagnostic, clean_line};
use repertoire::schema::Source;
use repertoire_report::{FileReport, columns, json};
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(arguments: &Compat, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let inputs = sources(&arguments.paths, surroundings)?;
    let many = inputs.len() > 1;
    let mut out = stdout();
    let mut outcome = Outcome::Fine;
    let mut summary = Summary::default();
    if arguments.format == Form::Json {
        write!(out, "{{\"version\":{},\n \"files\":[", json::VERSION)?;
    }
    let mut lead = "";
    for input in inputs {
        let path = shown(&input.path);
        match forecasts(input) {
            Ok(found) => {
                found.iter().for_each(|forecast| summary.add(forecast));
                match arguments.format {
                    Form::Text => text(&path, &found, terminal, &mut out)?,
                    Form::Json => {
                        write!(out, "{lead}{}", json::to_string(&File::new(&path, &found)))?;
                        lead = ",\n ";
                    }
                }
            }
            Err(diagnostic) => {
                outcome = Outcome::Unread;
                let found = std::slice::from_ref(&*diagnostic);
                terminal.frames(
                    &terminal.text.file(&FileReport { diagnostics: found, ..FileReport::new(&path, "") }),
                );
            }
        }
    }
    match arguments.format {
        Form::Json => writeln!(out, "]}}")?,
        Form::Text if many && !terminal.quiet => table(&summary, terminal, &mut out)?,
        Form::Text => {}
    }
    out.flush()?;
    Ok(outcome)
}

fn forecasts(input: Input) -> Result<Vec<Forecast>, Box<Diagnostic>> {
    let Input { path, origin, .. } = input;
    let bytes = read(&path, origin)?;
    let (name, directory) = (shown(&path), directory_name(&path));
    let source =
        Source { path: &name, directory: directory.as_deref(), format: format_of(&path), bytes: &bytes };
    Ok(CLIENTS.iter().map(|client| forecast(&source, client)).collect())
}

#[derive(Serialize)]
struct File<'a> {
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
    fn new(path: &'a str, found: &'a [Forecast]) -> Self {
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

/// Those that load it as it is written on one line, then a line for each of the others.
fn text(path: &str, found: &[Forecast], terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "{}", bold(terminal, &clean_line(path)))?;
    let (plain, rest): (Vec<&Forecast>, Vec<&Forecast>) =
        found.iter().partition(|forecast| forecast.outcome.is_loaded() && forecast.notes.is_empty());
    if !plain.is_empty() {
        let names: Vec<&str> = plain.iter().map(|forecast| forecast.client).collect();
        let names = crate::explain::wrapped(&names.join(", "), terminal.text.width.saturating_sub(20));
        let mut heading = "loads as written";
        for line in names.lines() {
            writeln!(out, "  {}  {line}", pad(heading, 16))?;
            heading = "";
        }
    }
    let widest = rest.iter().map(|forecast| columns(forecast.client)).max().unwrap_or(0);
    for forecast in rest {
        let (outcome, client) = (pad(forecast.outcome.as_str(), 16), pad(forecast.client, widest));
        let room = terminal.text.width.saturating_sub(22 + widest).max(20);
        let mut lead = format!("{outcome}  {client}");
        if forecast.notes.is_empty() {
            writeln!(out, "  {lead}")?;
        }
        for note in &forecast.notes {
            for line in crate::explain::wrapped(&note.text, room).lines() {
                writeln!(out, "  {lead}  {line}")?;
                lead = pad("", 18 + widest);
            }
        }
    }
    writeln!(out)?;
    Ok(())
}

/// How many files each client loads.
fn table(summary: &Summary, terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
    use repertoire::clients::Outcome::{Loads, Skips, SkipsSilently, Warns};
    let widest = summary.tallies().iter().map(|tally| columns(tally.client)).max().unwrap_or(0);
    let heading = pad("", widest);
    writeln!(out, "{}", bold(terminal, &format!("{heading}  loads  warns  skips  skips silently")))?;
    for tally in summary.tallies() {
        let [loads, warns, skips, silently] =
            [Loads, Warns, Skips, SkipsSilently].map(|outcome| tally.count(outcome));
        writeln!(out, "{}  {loads:5}  {warns:5}  {skips:5}  {silently:14}", pad(tally.client, widest))?;
    }
    Ok(())
}
