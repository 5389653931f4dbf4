//! `repertoire show`: everything about one skill.

use crate::args::{Form, Show};
use crate::check::shown;
use crate::error::{Error, Outcome, rejected, unknown_name};
use crate::explain::wrapped;
use crate::fields;
use crate::files::{self, File};
use crate::list::{Skill, bold, pad};
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::{Terminal, line, stdout};
use repertoire::discovery::{Catalog, Entry, Texts, Verdict, discover, read, why_name};
use repertoire::fs;
use repertoire::routing::nearest;
use repertoire::schema::Format;
use repertoire_report::{FileReport, json};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(arguments: &Show, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let options = surroundings.discovery();
    let catalog = discover(&options);
    let scanned = scan::report(&catalog, surroundings);
    let Some(entry) = catalog.find(&arguments.name) else {
        let why = why_name(&catalog, &arguments.name);
        if why.verdict == Verdict::Rejected {
            surroundings.terminal.error(&rejected(&arguments.name, &why));
            return Ok(Outcome::Findings.max(scanned));
        }
        let names = catalog.entries.iter().map(|entry| entry.metadata.name.as_str());
        surroundings
            .terminal
            .error(&unknown_name(&arguments.name, nearest(&arguments.name, names, 1).first().copied()));
        return Ok(Outcome::Findings.max(scanned));
    };
    let fresh = read(entry, &options)?;
    // The text is for the fields and for frames.
    let text = Texts::new(&options).of_entry(entry);
    let (files, more) = files::list(entry, &options);
    let about = About {
        catalog: &catalog,
        entry,
        text: text.as_deref(),
        diagnostics: &fresh.diagnostics,
        files,
        more,
    };
    match arguments.format {
        Form::Text => about.text(surroundings.terminal)?,
        Form::Json => about.document()?,
    }
    Ok(scanned)
}

struct About<'a> {
    catalog: &'a Catalog,
    entry: &'a Entry,
    text: Option<&'a str>,
    diagnostics: &'a [repertoire::diagnostic::Diagnostic],
    files: Vec<File>,
    more: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    skill: Whole<'a>,
}

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    skill: Skill<'a>,
    characters: Option<usize>,
    fields: Option<serde_json::Map<String, serde_json::Value>>,
    files: Vec<Listed>,
    files_cut: bool,
    diagnostics: Vec<serde_json::Value>,
    shadows: Vec<String>,
}

#[derive(Serialize)]
struct Listed {
    path: String,
    size: u64,
}

impl About<'_> {
    fn fields(&self) -> Option<serde_json::Map<String, serde_json::Value>> {
        self.text.filter(|_| self.entry.format == Format::AgentSkill).and_then(fields::of)
    }

    fn document(&self) -> Result<(), Error> {
        let path = shown(&self.entry.path);
        let document = Document {
            version: json::VERSION,
            skill: Whole {
                skill: Skill::new(self.entry),
                characters: self.text.map(|text| text.chars().count()),
                fields: self.fields(),
                files: self
                    .files
                    .iter()
                    .map(|file| Listed { path: fs::show(&file.path), size: file.size })
                    .collect(),
                files_cut: self.more,
                diagnostics: self
                    .diagnostics
                    .iter()
                    .map(|found| json::diagnostic(found, &path, self.text))
                    .collect(),
                shadows: self.catalog.shadowed_by(self.entry).map(|entry| shown(&entry.path)).collect(),
            },
        };
        line(&json::to_string(&document))?;
        Ok(())
    }

    fn text(&self, terminal: Terminal) -> Result<(), Error> {
        let mut out = stdout();
        let metadata = &self.entry.metadata;
        let width = terminal.text.width.min(88);
        writeln!(out, "{}", bold(terminal, &repertoire::diagnostic::clean_line(&metadata.name)))?;
        for line in wrapped(&metadata.description, width - 2).lines() {
            writeln!(out, "  {line}")?;
        }
        writeln!(out)?;
        let mut row = |name: &str, value: &str| {
            let mut lines = wrapped(value, width.saturating_sub(16))
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
                .into_iter();
            writeln!(out, "  {}  {}", pad(name, 12), lines.next().unwrap_or_default())?;
            lines.try_for_each(|line| writeln!(out, "  {}  {line}", pad("", 12)))
        };
        row("source", &shown(&self.entry.path))?;
        if self.entry.canonical != self.entry.path
            && fs::canonical(&self.entry.path).ok().as_ref() != Some(&self.entry.canonical)
        {
            row("leads to", &fs::show(&self.entry.canonical))?;
        }
        let root = self.catalog.roots.get(self.entry.root_index);
        row(
            "root",
            &root.map_or_else(String::new, |root| format!("{} ({})", shown(&root.path), root.label)),
        )?;
        row("format", self.entry.format.as_str())?;
        if let Some(text) = self.text {
            row("size", &format!("{} characters", text.chars().count()))?;
        }
        row("digest", &self.entry.digest.to_string())?;
        for (name, value) in self.fields().unwrap_or_default() {
            if name != "name" && name != "description" {
                let value = value.as_str().map_or_else(|| json::to_string(&value), str::to_owned);
                row(&repertoire_report::fit(&name, 40), &value)?;
            }
        }
        for entry in self.catalog.shadowed_by(self.entry) {
            row("shadows", &shown(&entry.path))?;
        }
        let source = self.entry.path.file_name().map(Path::new);
        let mut heading = "files";
        for file in self.files.iter().filter(|file| Some(file.path.as_path()) != source) {
            row(heading, &format!("{} ({} bytes)", fs::show(&file.path), file.size))?;
            heading = "";
        }
        if self.more {
            row(heading, "and more")?;
        }
        if !self.diagnostics.is_empty() {
            writeln!(out)?;
            let path = shown(&self.entry.path);
            let file =
                FileReport { source: self.text, diagnostics: self.diagnostics, ..FileReport::new(&path, "") };
            out.write_all(terminal.text.file(&file).as_bytes())?;
        }
        out.flush()?;
        Ok(())
    }
}
