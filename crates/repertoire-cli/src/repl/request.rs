//! `(context)` and `(request)`: what a request carries, as sizes and as texts.

use super::agent::Agent;
use crate::check::shown;
use crate::context::heading;
use crate::explain::wrapped;
use crate::list::{bold, pad};
use crate::terminal::Terminal;
use repertoire::diagnostic::{clean, clean_line};
use repertoire::session::{Contribution, Kind, Request, Size};
use repertoire_report::{columns, fit};
use std::io::{self, Write};

/// As many names of skills that the catalog leaves out are told.
const MAX_OMITTED: usize = 30;
/// The columns of a word at the beginning of a row.
const WORD: usize = 10;

/// What a request carries, by sizes; with the texts too, if `full`.
pub(crate) fn context(
    title: &str,
    carried: &Request,
    full: bool,
    terminal: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    let sizes: Vec<Size<'_>> = carried.sizes().collect();
    let characters: usize = sizes.iter().map(|size| size.characters).sum();
    let tokens: usize = sizes.iter().map(|size| size.tokens).sum();
    let count = sizes.len();
    let contributions = if count == 1 { "contribution" } else { "contributions" };
    writeln!(out, "{title}: {count} {contributions}, {characters} characters, about {tokens} tokens\n")?;
    if count > 0 {
        table(&sizes, terminal, out)?;
        writeln!(out)?;
    }
    let omitted: Vec<&str> = carried.omitted.iter().map(String::as_str).collect();
    let told = match omitted.len() {
        0 => "none".to_owned(),
        1 => format!("1 skill for which the catalog has no room: {}", omitted[0]),
        many => {
            let shown = omitted[..many.min(MAX_OMITTED)].join(", ");
            let more = many.saturating_sub(MAX_OMITTED);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            format!("{many} skills for which the catalog has no room: {shown}{more}")
        }
    };
    row("omitted", &told, terminal, out)?;
    let selected = carried.contributions.iter().filter(|one| one.kind == Kind::Selected);
    let sources: Vec<String> = selected.filter_map(source).collect();
    rows("sources", &sources, terminal, out)?;
    let failures = carried
        .failures
        .iter()
        .map(|failure| format!("{}: {}: {}", failure.id, failure.cause.kind(), failure.cause.told()));
    rows("failures", &failures.collect::<Vec<_>>(), terminal, out)?;
    if full {
        writeln!(out)?;
        texts(carried, terminal, out)?;
    }
    Ok(())
}

/// Everything that the next request carries: the messages, then what the skills contribute.
pub(crate) fn whole(agent: &Agent, terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    for (nth, message) in agent.messages.iter().enumerate() {
        let id = bold(terminal, &format!("message-{}", nth + 1));
        writeln!(out, "{id}  user, {} characters\n", message.chars().count())?;
        writeln!(out, "{}\n", clean(message))?;
    }
    match &agent.last {
        Some(carried) if !carried.contributions.is_empty() => texts(carried, terminal, out),
        _ if agent.messages.is_empty() => writeln!(out, "the request carries nothing"),
        _ => writeln!(out, "the request carries no skills"),
    }
}

fn texts(carried: &Request, terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    for (nth, (size, contribution)) in carried.sizes().zip(&carried.contributions).enumerate() {
        if nth > 0 {
            writeln!(out)?;
        }
        heading(&size, terminal, out)?;
        let text = clean(&contribution.text);
        writeln!(out, "{}", text.strip_suffix('\n').unwrap_or(&text))?;
    }
    Ok(())
}

fn source(contribution: &Contribution) -> Option<String> {
    let selection = contribution.selection.as_ref()?;
    let path = shown(&contribution.skill.as_ref()?.path);
    let risk = contribution.risk.map_or_else(String::new, |risk| format!(", risk {risk}"));
    Some(format!("{path} ({}, {}{risk})", selection.name, selection.because))
}

fn table(sizes: &[Size<'_>], terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    let titles = ["id", "contributor", "priority", "lifetime", "class", "characters", "est. tokens"];
    let ids = (terminal.text.width / 2).saturating_sub(WORD).max(20);
    let cells = sizes.iter().map(|size| {
        [
            fit(size.id, ids),
            size.contributor.to_owned(),
            size.priority.to_string(),
            size.lifetime.to_owned(),
            size.class.to_owned(),
            size.characters.to_string(),
            size.tokens.to_string(),
        ]
    });
    let cells: Vec<[String; 7]> = cells.collect();
    let width =
        |at: usize| cells.iter().map(|row| columns(&row[at])).chain([titles[at].len()]).max().unwrap_or(0);
    let widths: [usize; 7] = std::array::from_fn(width);
    let gaps = 2 * (widths.len() - 1);
    if widths.iter().sum::<usize>() + gaps > terminal.text.width {
        return stacked(sizes, terminal, out);
    }
    // Numbers stand under one another.
    let cell = |at: usize, text: &str| {
        if matches!(at, 2 | 5 | 6) { format!("{text:>0$}", widths[at]) } else { pad(text, widths[at]) }
    };
    let line = |row: &[String; 7]| -> String {
        let cells: Vec<String> = row.iter().enumerate().map(|(at, text)| cell(at, text)).collect();
        cells.join("  ")
    };
    writeln!(out, "{}", bold(terminal, &line(&titles.map(str::to_owned))))?;
    cells.iter().try_for_each(|row| writeln!(out, "{}", line(row)))
}

/// The same for a terminal that is too narrow for a table.
fn stacked(sizes: &[Size<'_>], terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    for size in sizes {
        let Size { id, contributor, priority, lifetime, class, characters, tokens, .. } = size;
        writeln!(out, "{}", bold(terminal, &fit(id, terminal.text.width)))?;
        let row = format!(
            "{contributor}, priority {priority}, {lifetime}, {class}, {characters} characters, about {tokens} tokens"
        );
        for line in wrapped(&row, terminal.text.width.saturating_sub(2)).lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// A word, and a text beside it that is wrapped.
fn row(word: &str, text: &str, terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    let text = wrapped(text, terminal.text.width.saturating_sub(WORD).max(20));
    for (nth, line) in text.lines().enumerate() {
        let word = if nth == 0 { bold(terminal, &pad(word, WORD)) } else { pad("", WORD) };
        writeln!(out, "{word}{line}")?;
    }
    Ok(())
}

fn rows(word: &str, texts: &[String], terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    if texts.is_empty() {
        return row(word, "none", terminal, out);
    }
    for (nth, text) in texts.iter().enumerate() {
        row(if nth == 0 { word } else { "" }, &clean_line(text), terminal, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use repertoire::discovery::{Options, RootSpec};
    use repertoire::session::{Boundary, Session, TOOL_NAME};
    use repertoire_report::Text;

    /// What `(context)` shows on a terminal of some columns.
    fn shown(width: usize) -> String {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("tide");
        std::fs::create_dir(&directory).unwrap();
        let text = "---\nname: tide\ndescription: Knows of tides.\nrisk: high\n---\nLook it up.\n";
        std::fs::write(directory.join("SKILL.md"), text).unwrap();
        let turn = Session::new(Options::new(vec![RootSpec::given(folder.path())])).turn();
        turn.load("tide").unwrap();
        let carried = turn.request(&Boundary::new(&[TOOL_NAME]));
        let mut out = Vec::new();
        context("the last request", &carried, false, Terminal::plain(Text { color: false, width }), &mut out)
            .unwrap();
        String::from_utf8(out).unwrap().replace(folder.path().to_str().unwrap(), "[DIR]")
    }

    #[test]
    fn a_wide_terminal_has_a_table_and_a_narrow_one_rows() {
        let wide = shown(100);
        assert!(wide.contains("\nid                   contributor  priority  lifetime "), "{wide}");
        assert!(
            wide.contains("\nskill-selected-tide  skills            920  ephemeral  mandatory "),
            "{wide}"
        );
        let narrow = shown(80);
        assert!(
            narrow.contains("\nskill-selected-tide\n  skills, priority 920, ephemeral, mandatory, "),
            "{narrow}"
        );
        assert!(narrow.contains("(tide, selected, risk high)"), "{narrow}");
        for width in [40, 60, 80] {
            let long = |line: &&str| columns(line) > width && !line.contains("[DIR]");
            assert_eq!(shown(width).lines().skip(1).find(long), None, "{width}");
        }
    }
}
