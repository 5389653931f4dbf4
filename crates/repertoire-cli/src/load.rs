//! `repertoire load`: the instructions of skills, with those that they require.

use crate::args::{Form, Load};
use crate::check::shown;
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::{Terminal, line, stdout};
use repertoire::diagnostic::{Diagnostic, clean, clean_line};
use repertoire::session::{Boundary, Contribution, Kind, Request, Session, TOOL_NAME};
use repertoire_report::{FileReport, json};
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(arguments: &Load, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let session = Session::new(surroundings.discovery());
    let scanned = scan::report(&session.catalog(), surroundings);
    let carried = Carried::new(&arguments.names, &session, &Boundary::new(&[TOOL_NAME]));
    let failures = carried.failures();
    for failure in &failures {
        terminal.error(failure);
    }
    match arguments.format {
        Form::Text => {
            let texts: Vec<&str> = carried.selected().map(|one| one.text.as_str()).collect();
            let mut out = stdout();
            out.write_all(clean(&texts.join("\n")).as_bytes())?;
            out.flush()?;
            carried.tell(terminal);
            if let Some((risk, name)) = carried.risk() {
                terminal.note(&format!("risk: {risk} (from {name})"));
            }
        }
        Form::Json => {
            let document = Document {
                version: json::VERSION,
                skills: carried.selected().filter_map(One::new).collect(),
                risk: carried.risk().map(|(risk, _)| risk),
                diagnostics: carried
                    .diagnostics
                    .iter()
                    .map(|found| json::diagnostic(found, "", None))
                    .collect(),
                failures: &failures,
            };
            line(&json::to_string(&document))?;
        }
    }
    Ok(if failures.is_empty() { scanned } else { Outcome::Findings.max(scanned) })
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    skills: Vec<One<'a>>,
    risk: Option<&'static str>,
    diagnostics: Vec<serde_json::Value>,
    failures: &'a [String],
}

#[derive(Serialize)]
struct One<'a> {
    name: &'a str,
    path: String,
    because: String,
    instructions: &'a str,
}

impl<'a> One<'a> {
    fn new(contribution: &'a Contribution) -> Option<Self> {
        let selection = contribution.selection.as_ref()?;
        Some(Self {
            name: &selection.name,
            path: shown(&contribution.skill.as_ref()?.path),
            because: selection.because.to_string(),
            instructions: contribution.instructions()?,
        })
    }
}

/// What a request carries after some names were loaded in a turn of their own.
pub(crate) struct Carried {
    /// The request.
    pub(crate) request: Request,
    /// What fusion says, each thing once.
    pub(crate) diagnostics: Vec<Diagnostic>,
    refused: Vec<String>,
}

impl Carried {
    /// Loads names, and looks at the next request.
    pub(crate) fn new(names: &[String], session: &Session, boundary: &Boundary<'_>) -> Self {
        let turn = session.turn();
        let mut diagnostics = Vec::new();
        let mut refused = Vec::new();
        for name in names {
            match turn.load(name) {
                Ok(loaded) => {
                    for found in loaded.plan.diagnostics {
                        if !diagnostics.contains(&found) {
                            diagnostics.push(found);
                        }
                    }
                }
                Err(error) => refused.push(error.to_string()),
            }
        }
        Self { request: turn.request(boundary), diagnostics, refused }
    }

    /// What could not be selected, or is not part of the request: a sentence each.
    pub(crate) fn failures(&self) -> Vec<String> {
        let missing = self.request.failures.iter().filter_map(|failure| {
            let name = failure.name.as_deref()?;
            Some(format!("`{}` is not loaded: {}", clean_line(name), failure.cause.told()))
        });
        self.refused.iter().cloned().chain(missing).collect()
    }

    /// Shows what fusion says, on standard error.
    pub(crate) fn tell(&self, terminal: Terminal) {
        for diagnostic in &self.diagnostics {
            let found = std::slice::from_ref(diagnostic);
            terminal
                .frames(&terminal.text.file(&FileReport { diagnostics: found, ..FileReport::new("", "") }));
        }
    }

    /// The selected skills whose instructions are there, in catalog order.
    fn selected(&self) -> impl Iterator<Item = &Contribution> {
        self.request.contributions.iter().filter(|one| one.kind == Kind::Selected)
    }

    /// The highest risk, and the first skill that states it.
    fn risk(&self) -> Option<(&'static str, &str)> {
        let stated = |risk: &str| {
            let one = self.selected().find(|one| one.risk == Some(risk))?;
            Some((one.risk?, one.selection.as_ref()?.name.as_str()))
        };
        ["high", "medium", "low"].into_iter().find_map(stated)
    }
}
