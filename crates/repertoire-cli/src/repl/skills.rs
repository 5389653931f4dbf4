//! `(skills)`: the definitions that have their names, and what is wrong with the others.

use crate::check::shown;
use crate::explain::wrapped;
use crate::list::bold;
use crate::terminal::Terminal;
use repertoire::diagnostic::{Diagnostic, Kind, Severity, clean_line};
use repertoire::discovery::{Catalog, Entry};
use repertoire::fs;
use repertoire::session::View;
use repertoire_report::fit;
use std::io::{self, Write};

/// As many of each kind of diagnostic are shown.
const MAX_SHOWN: usize = 100;

/// Shows a catalog. In expanded view descriptions are whole, else each takes a line.
pub(crate) fn show(
    catalog: &Catalog,
    selected: &[String],
    view: View,
    terminal: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    if catalog.entries.is_empty() {
        writeln!(out, "there are no skills; make one in a directory of one of these roots:")?;
        for root in &catalog.roots {
            writeln!(out, "  {}", shown(&root.path))?;
        }
    } else {
        for (index, root) in catalog.roots.iter().enumerate() {
            let of_root = catalog.entries.iter().filter(|entry| entry.root_index == index);
            let path = shown(&root.path);
            let label =
                if path == root.label { String::new() } else { format!(" ({})", clean_line(&root.label)) };
            for (nth, entry) in of_root.enumerate() {
                if nth == 0 {
                    writeln!(out, "{}{label}", bold(terminal, &path))?;
                }
                definition(entry, view, terminal, out)?;
            }
        }
        let count = catalog.entries.len();
        let skills = if count == 1 { "skill" } else { "skills" };
        let names: Vec<_> = selected.iter().map(|name| clean_line(name)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        writeln!(out, "\n{count} {skills}; selected in this turn: {names}")?;
    }
    // Roots that are not there say nothing about a file.
    let mut found: Vec<&Diagnostic> =
        catalog.diagnostics.iter().filter(|one| one.kind != Kind::MissingRoot).collect();
    let shadowed: Vec<&Diagnostic> = found.extract_if(.., |one| one.kind == Kind::Shadowed).collect();
    let rejected: Vec<&Diagnostic> = found.extract_if(.., |one| one.severity == Severity::Error).collect();
    section("rejected", &rejected, terminal, out)?;
    section("shadowed", &shadowed, terminal, out)?;
    match found.len() {
        0 => Ok(()),
        1 => writeln!(out, "\n1 more remark; `repertoire list --all` has it"),
        more => writeln!(out, "\n{more} more remarks; `repertoire list --all` has them"),
    }
}

/// Name and source, and the description below.
fn definition(entry: &Entry, view: View, terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    let room = terminal.text.width.saturating_sub(4).max(20);
    let name = fit(&entry.metadata.name, room / 2);
    let source = fs::show(entry.path.strip_prefix(&entry.root).unwrap_or(&entry.path));
    writeln!(out, "  {}  {}", bold(terminal, &name), clean_line(&source))?;
    let description = match view {
        View::Compact => fit(&entry.metadata.description, room),
        View::Expanded => wrapped(&entry.metadata.description, room),
    };
    description.lines().try_for_each(|line| writeln!(out, "    {line}"))
}

fn section(title: &str, found: &[&Diagnostic], terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}: {}", bold(terminal, title), found.len())?;
    for diagnostic in found.iter().take(MAX_SHOWN) {
        let path = diagnostic.path.as_deref().unwrap_or_default();
        writeln!(out, "  {}", clean_line(path))?;
        writeln!(out, "    {}", super::answers::remark(diagnostic))?;
    }
    match found.len().saturating_sub(MAX_SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more"),
    }
}
