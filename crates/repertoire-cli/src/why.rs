//! `repertoire why`: which rule decides about a path or a name.

use crate::args::{Form, Why};
use crate::check::shown;
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::stdout;
use repertoire::discovery::{Verdict, discover, why_name, why_path};
use repertoire::fs;
use repertoire_report::json;
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(arguments: &Why, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let options = surroundings.discovery();
    let catalog = discover(&options);
    let scanned = scan::report(&catalog, surroundings);
    // What is there as a path, or looks like one, is meant as one.
    let what = &arguments.what;
    let looks_like_a_path = what.components().count() > 1 || what.is_absolute();
    let name = what
        .to_str()
        .filter(|name| !looks_like_a_path && (catalog.find(name).is_some() || fs::stat(what).is_err()));
    let why = match name {
        Some(name) => why_name(&catalog, name),
        None => why_path(&catalog, &options, what),
    };
    let mut out = stdout();
    match arguments.format {
        Form::Text => {
            let named = name.map_or_else(|| shown(what), str::to_owned);
            writeln!(out, "{}: {}", repertoire::diagnostic::clean_line(&named), why.verdict.as_str())?;
            for reason in &why.reasons {
                writeln!(out, "  {}: {}", reason.rule, repertoire::diagnostic::clean_line(&reason.text))?;
                if let Some(path) = &reason.path {
                    writeln!(out, "    {}", shown(path))?;
                }
            }
        }
        Form::Json => {
            let document = Document {
                version: json::VERSION,
                verdict: why.verdict.as_str(),
                reasons: why
                    .reasons
                    .iter()
                    .map(|reason| Reason {
                        rule: reason.rule,
                        text: &reason.text,
                        path: reason.path.as_deref().map(shown),
                    })
                    .collect(),
            };
            writeln!(out, "{}", json::to_string(&document))?;
        }
    }
    out.flush()?;
    Ok(if why.verdict == Verdict::Unknown { Outcome::Findings.max(scanned) } else { scanned })
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    verdict: &'static str,
    reasons: Vec<Reason<'a>>,
}

#[derive(Serialize)]
struct Reason<'a> {
    rule: &'static str,
    text: &'a str,
    path: Option<String>,
}
