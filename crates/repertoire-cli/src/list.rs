//! `repertoire list`: the catalog.

use crate::args::{Form, List};
use crate::check::shown;
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::{Terminal, line, stdout};
use repertoire::diagnostic::{Diagnostic, Kind, Severity};
use repertoire::discovery::{Catalog, Entry, Texts, discover};
use repertoire::fs;
use repertoire_report::{FileReport, columns, fit, json};
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(arguments: &List, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let options = surroundings.discovery();
    let catalog = discover(&options);
    let mut texts = Texts::new(&options);
    match arguments.format {
        Form::Text => text(&catalog, &mut texts, arguments.all, surroundings)?,
        Form::Json => document(&catalog, &mut texts)?,
    }
    Ok(outcome(&catalog))
}

/// How a command over a catalog ends.
pub(crate) fn outcome(catalog: &Catalog) -> Outcome {
    if scan::unopened(catalog).next().is_some() {
        return Outcome::Unread;
    }
    let failed = catalog.diagnostics.iter().any(|found| found.severity == Severity::Error);
    if failed { Outcome::Findings } else { Outcome::Fine }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    skills: Vec<Skill<'a>>,
    diagnostics: Vec<serde_json::Value>,
}

/// One skill as every JSON document shows it.
#[derive(Serialize)]
pub(crate) struct Skill<'a> {
    name: &'a str,
    description: &'a str,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    canonical: String,
    root: String,
    root_index: usize,
    format: &'static str,
    tags: &'a [String],
    requires: &'a [String],
    risk: Option<repertoire::schema::Risk>,
    version: Option<&'a str>,
    digest: String,
}

impl<'a> Skill<'a> {
    /// The skill of an entry.
    pub(crate) fn new(entry: &'a Entry) -> Self {
        Self {
            name: &entry.metadata.name,
            description: &entry.metadata.description,
            path: shown(&entry.path),
            path_bytes: entry
                .path
                .to_str()
                .is_none()
                .then(|| json::hex(entry.path.as_os_str().as_encoded_bytes())),
            canonical: fs::show(&entry.canonical),
            root: shown(&entry.root),
            root_index: entry.root_index,
            format: entry.format.as_str(),
            tags: &entry.metadata.tags,
            requires: &entry.metadata.requires,
            risk: entry.metadata.risk,
            version: entry.metadata.version.as_deref(),
            digest: entry.digest.to_string(),
        }
    }
}

fn document(catalog: &Catalog, texts: &mut Texts<'_>) -> Result<(), Error> {
    let document = Document {
        version: json::VERSION,
        skills: catalog.entries.iter().map(Skill::new).collect(),
        diagnostics: worth_saying(catalog)
            .map(|diagnostic| json::diagnostic(diagnostic, "", texts.of(diagnostic)))
            .collect(),
    };
    line(&json::to_string(&document))?;
    Ok(())
}

/// The diagnostics without those of roots of a layout that are not there.
pub(crate) fn worth_saying(catalog: &Catalog) -> impl Iterator<Item = &Diagnostic> {
    catalog
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.kind != Kind::MissingRoot || diagnostic.severity == Severity::Error)
}

fn text(
    catalog: &Catalog,
    texts: &mut Texts<'_>,
    all: bool,
    surroundings: &Surroundings,
) -> Result<(), Error> {
    let terminal = surroundings.terminal;
    let mut out = stdout();
    if catalog.entries.is_empty() && !surroundings.has_given_roots() && !terminal.quiet {
        writeln!(out, "no skills; they are looked for in")?;
        for root in &catalog.roots {
            writeln!(out, "  {}", shown(&root.path))?;
        }
    }
    for root in catalog.diagnostics.iter().filter(|found| found.kind == Kind::MissingRoot) {
        terminal.detail(&format!("not there: {}", root.path.as_deref().unwrap_or_default()));
    }
    for (index, root) in catalog.roots.iter().enumerate() {
        let entries: Vec<&Entry> = catalog.entries.iter().filter(|entry| entry.root_index == index).collect();
        if !entries.is_empty() {
            let path = shown(&root.path);
            let label = if path == root.label { String::new() } else { format!(" ({})", root.label) };
            writeln!(out, "{}{label}", bold(terminal, &path))?;
            table(&entries, terminal, &mut out)?;
            writeln!(out)?;
        }
    }
    let unopened: Vec<&Diagnostic> = scan::unopened(catalog).map(|(_, found)| found).collect();
    for diagnostic in worth_saying(catalog) {
        if all || unopened.contains(&diagnostic) {
            let found = std::slice::from_ref(diagnostic);
            let file =
                FileReport { diagnostics: found, source: texts.of(diagnostic), ..FileReport::new("", "") };
            out.write_all(terminal.text.file(&file).as_bytes())?;
        }
    }
    if !all {
        scan::unusable_cache(catalog, terminal);
    }
    if !terminal.quiet {
        writeln!(out, "{}", count(catalog, all))?;
    }
    out.flush()?;
    Ok(())
}

/// Name, source below the root, description: aligned, each on one line.
fn table(entries: &[&Entry], terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
    let room = terminal.text.width.saturating_sub(2);
    let source = |entry: &Entry| fs::show(entry.path.strip_prefix(&entry.root).unwrap_or(&entry.path));
    let widest = |texts: &mut dyn Iterator<Item = usize>, most: usize| texts.max().unwrap_or(0).min(most);
    // What is written into a file or a pipe is for programs too, which need names and paths whole.
    let most = if terminal.is_terminal() { room / 3 } else { usize::MAX };
    let names = widest(&mut entries.iter().map(|entry| columns(&entry.metadata.name)), most);
    let sources = widest(&mut entries.iter().map(|entry| columns(&source(entry))), most);
    for entry in entries {
        let name = pad(&fit(&entry.metadata.name, names), names);
        let source = pad(&fit(&source(entry), sources), sources);
        let description = fit(&entry.metadata.description, room.saturating_sub(names + sources + 4).max(12));
        writeln!(out, "  {}  {source}  {description}", bold(terminal, &name))?;
    }
    Ok(())
}

/// A text with blanks up to a width.
pub(crate) fn pad(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(columns(text)))
}

/// A text made bold where there is colour.
pub(crate) fn bold(terminal: Terminal, text: &str) -> String {
    if terminal.text.color { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
}

/// What the catalog holds, and what it does not.
fn count(catalog: &Catalog, all: bool) -> String {
    let skills = catalog.entries.len();
    let unopened: Vec<&Diagnostic> = scan::unopened(catalog).map(|(_, found)| found).collect();
    let rejected: std::collections::BTreeSet<_> = catalog
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error && !unopened.contains(diagnostic))
        .map(|diagnostic| diagnostic.path.as_deref())
        .collect();
    let mut parts = vec![format!("{skills} {}", if skills == 1 { "skill" } else { "skills" })];
    if !catalog.shadowed.is_empty() {
        parts.push(format!("{} shadowed", catalog.shadowed.len()));
    }
    if !rejected.is_empty() {
        parts.push(format!("{} rejected", rejected.len()));
    }
    if scan::cut_short(catalog).is_some() {
        parts.push("scan cut short".to_owned());
    }
    let more = if parts.len() > 1 && !all { " (--all tells why)" } else { "" };
    format!("{}{more}", parts.join(", "))
}
