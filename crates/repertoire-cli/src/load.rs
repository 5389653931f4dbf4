//! `repertoire load`: the instructions of skills, with those that they require.

use crate::args::{Form, Load};
use crate::check::shown;
use crate::error::{Error, Outcome, unknown_name};
use crate::roots::Surroundings;
use crate::terminal::stdout;
use repertoire::diagnostic::{Diagnostic, clean, clean_line};
use repertoire::discovery::{Catalog, Options, discover, read};
use repertoire::routing::{Card, Plan, fuse};
use repertoire_report::{FileReport, json};
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(arguments: &Load, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let options = surroundings.discovery();
    let catalog = discover(&options);
    let selection = Selection::new(&arguments.names, &catalog, &options);
    for failure in &selection.failures {
        terminal.error(failure);
    }
    match arguments.format {
        Form::Text => {
            let texts: Vec<String> = selection.loaded.iter().map(Loaded::instruction).collect();
            let mut out = stdout();
            out.write_all(clean(&texts.join("\n")).as_bytes())?;
            out.flush()?;
            for diagnostic in &selection.plan.diagnostics {
                let found = std::slice::from_ref(diagnostic);
                terminal.frames(
                    &terminal.text.file(&FileReport { diagnostics: found, ..FileReport::new("", "") }),
                );
            }
            if let Some((risk, position)) = selection.plan.risk
                && let Some(entry) = catalog.entries.get(position)
            {
                terminal.note(&format!(
                    "risk: {} (from {})",
                    risk.as_str(),
                    clean_line(&entry.metadata.name)
                ));
            }
        }
        Form::Json => {
            let document = Document {
                version: json::VERSION,
                skills: selection.loaded.iter().map(One::new).collect(),
                risk: selection.plan.risk.map(|(risk, _)| risk.as_str()),
                diagnostics: selection.diagnostics().map(|found| json::diagnostic(found, "", None)).collect(),
                failures: &selection.failures,
            };
            writeln!(stdout(), "{}", json::to_string(&document))?;
        }
    }
    Ok(if selection.failures.is_empty() { Outcome::Fine } else { Outcome::Findings })
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
    path: &'a str,
    because: &'a str,
    instructions: &'a str,
}

impl<'a> One<'a> {
    fn new(loaded: &'a Loaded) -> Self {
        Self {
            name: &loaded.name,
            path: &loaded.path,
            because: &loaded.because,
            instructions: &loaded.instructions,
        }
    }
}

/// Selected skills with what they require, read anew.
pub(crate) struct Selection {
    /// The skills that could be read, in the order to load them.
    pub(crate) loaded: Vec<Loaded>,
    /// What fusion says.
    pub(crate) plan: Plan,
    /// What could not be selected or read: a sentence each.
    pub(crate) failures: Vec<String>,
}

/// One skill with its current instructions.
pub(crate) struct Loaded {
    /// The name.
    pub(crate) name: String,
    /// Its source.
    pub(crate) path: String,
    /// Why it is there.
    pub(crate) because: String,
    /// The instructions as the source has them now.
    pub(crate) instructions: String,
}

impl Loaded {
    /// The text that a request carries.
    pub(crate) fn instruction(&self) -> String {
        format!(
            "The skill `{}` applies to this request only ({}). Its complete instructions, from {}, follow.\n\n{}",
            clean_line(&self.name),
            clean_line(&self.because),
            self.path,
            self.instructions
        )
    }
}

impl Selection {
    /// Selects names, fuses, and reads.
    pub(crate) fn new(names: &[String], catalog: &Catalog, options: &Options) -> Self {
        let paths: Vec<String> = catalog.entries.iter().map(|entry| shown(&entry.path)).collect();
        let cards: Vec<Card<'_>> =
            catalog.entries.iter().zip(&paths).map(|(entry, path)| Card::of(&entry.metadata, path)).collect();
        let plan = fuse(names.iter().map(String::as_str), &cards);
        let mut failures: Vec<String> = plan
            .unknown
            .iter()
            .map(|unknown| unknown_name(&unknown.name, unknown.nearest.as_deref()))
            .collect();
        let mut loaded = Vec::new();
        for step in &plan.steps {
            let Some(entry) = catalog.entries.get(step.position) else { continue };
            match read(entry, options) {
                Ok(fresh) => loaded.push(Loaded {
                    name: step.name.clone(),
                    path: shown(&entry.path),
                    because: step.because.to_string(),
                    instructions: fresh.skill.instructions,
                }),
                Err(error) => failures.push(format!("`{}` is not loaded: {error}", step.name)),
            }
        }
        Self { loaded, plan, failures }
    }

    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.plan.diagnostics.iter()
    }
}
