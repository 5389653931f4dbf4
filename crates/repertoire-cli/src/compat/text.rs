//! Forecasts for people: a line a client for one file, a line a cause for many.

use crate::error::Error;
use crate::explain::wrapped;
use crate::list::{bold, pad};
use crate::terminal::Terminal;
use repertoire::clients::{Basis, Cause, Forecast, Outcome, Summary, Tally};
use repertoire::diagnostic::clean_line;
use repertoire_report::columns;
use std::fmt::Write as _;
use std::io::Write;

/// What becomes of a skill, as people tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    AsWritten,
    Otherwise,
    Warns,
    Skips,
    SkipsSilently,
}

impl Fate {
    const ALL: [Self; 5] = [Self::AsWritten, Self::Otherwise, Self::Warns, Self::Skips, Self::SkipsSilently];

    fn of(forecast: &Forecast) -> Self {
        match forecast.outcome {
            Outcome::Loads if forecast.notes.is_empty() => Self::AsWritten,
            Outcome::Loads => Self::Otherwise,
            Outcome::Warns => Self::Warns,
            Outcome::Skips => Self::Skips,
            Outcome::SkipsSilently => Self::SkipsSilently,
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Self::AsWritten => "loads as written",
            Self::Otherwise => "loads, but",
            Self::Warns => "loads, and warns",
            Self::Skips => "skips",
            Self::SkipsSilently => "skips silently",
        }
    }
}

/// Whether a client loads a skill, and the model gets what was written.
pub(super) fn is_as_written(forecast: &Forecast) -> bool {
    Fate::of(forecast) == Fate::AsWritten
}

/// All that is known of one file: who loads it as it is written, then a line for each other client
/// under what becomes of it there.
pub(super) fn whole(
    path: &str,
    found: &[Forecast],
    terminal: Terminal,
    out: &mut impl Write,
) -> Result<(), Error> {
    writeln!(out, "{}", bold(terminal, &clean_line(path)))?;
    let widest = found.iter().map(|forecast| columns(&name(forecast))).max().unwrap_or(0);
    for fate in Fate::ALL {
        let group: Vec<&Forecast> = found.iter().filter(|forecast| Fate::of(forecast) == fate).collect();
        if group.is_empty() {
            continue;
        }
        writeln!(out, "  {}", bold(terminal, fate.heading()))?;
        if fate == Fate::AsWritten {
            let names: Vec<String> = group.iter().map(|forecast| name(forecast)).collect();
            for line in wrapped(&names.join(", "), room(terminal, 4)).lines() {
                writeln!(out, "    {line}")?;
            }
            continue;
        }
        for forecast in group {
            let notes: Vec<&str> = forecast.notes.iter().map(|note| note.text.as_str()).collect();
            let mut lead = name(forecast);
            for line in wrapped(&notes.join("; "), room(terminal, 6 + widest)).lines() {
                writeln!(out, "    {}  {line}", pad(&lead, widest))?;
                lead.clear();
            }
        }
    }
    if found.iter().any(|forecast| forecast.basis == Basis::Documentation) {
        writeln!(out, "  * by its documentation alone")?;
    }
    writeln!(out)?;
    Ok(())
}

/// One of many files: nothing where all clients load it as it is written, else a line for each fate
/// and cause.
pub(super) fn brief(
    path: &str,
    found: &[Forecast],
    terminal: Terminal,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut groups: Vec<(Fate, Option<Cause>, Vec<&str>)> = Vec::new();
    for forecast in found.iter().filter(|forecast| !is_as_written(forecast)) {
        let key = (Fate::of(forecast), forecast.notes.first().map(|note| note.cause));
        match groups.iter_mut().find(|group| (group.0, group.1) == key) {
            Some(group) => group.2.push(forecast.client),
            None => groups.push((key.0, key.1, vec![forecast.client])),
        }
    }
    if groups.is_empty() {
        return Ok(());
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.0));
    writeln!(out, "{}", bold(terminal, &clean_line(path)))?;
    for (fate, cause, clients) in groups {
        let (fate, cause) = (pad(fate.heading(), 16), pad(cause.map_or("", Cause::as_str), 19));
        writeln!(out, "  {fate}  {cause}  {}", listed(&clients, room(terminal, 41)))?;
    }
    writeln!(out)?;
    Ok(())
}

/// What each client loads of many files, and what it loses to which causes.
pub(super) fn table(summary: &Summary, terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
    let widest = summary.tallies().iter().map(|tally| columns(tally.client)).max().unwrap_or(0);
    let heading = format!("{}  loads  warns  skips  silently  lost to", pad("", widest));
    writeln!(out, "{}", bold(terminal, &heading))?;
    for tally in summary.tallies() {
        let [loads, warns, skips, silently] = Outcome::ALL.map(|outcome| tally.count(outcome));
        let counts = format!("{loads:5}  {warns:5}  {skips:5}  {silently:8}");
        let mut lead = format!("{}  {counts}", pad(tally.client, widest));
        for line in causes(tally, room(terminal, widest + 33)) {
            writeln!(out, "{lead}  {line}")?;
            lead = pad("", widest + 31);
        }
        if tally.lost() == 0 {
            writeln!(out, "{lead}")?;
        }
    }
    Ok(())
}

/// All clients in one line, those that lose the skill by name.
pub(crate) fn line(found: &[Forecast], terminal: Terminal) -> String {
    let count = |fate| found.iter().filter(|forecast| Fate::of(forecast) == fate).count();
    let lost: Vec<&str> = found
        .iter()
        .filter(|forecast| !forecast.outcome.is_loaded())
        .map(|forecast| forecast.client)
        .collect();
    let mut line = format!("{} of {} clients load it as written", count(Fate::AsWritten), found.len());
    let otherwise = count(Fate::Otherwise) + count(Fate::Warns);
    if otherwise > 0 {
        let _ = write!(line, ", {otherwise} with a difference or a warning");
    }
    if !lost.is_empty() {
        let _ = write!(line, ", {} not at all: ", lost.len());
        line.push_str(&listed(&lost, room(terminal, line.len() + 2)));
    }
    line
}

/// The name of a client, marked where no code of it was seen.
fn name(forecast: &Forecast) -> String {
    match forecast.basis {
        Basis::Documentation => format!("{}*", forecast.client),
        _ => forecast.client.to_owned(),
    }
}

/// The causes of a client's losses, the most frequent first, in lines of so many columns.
fn causes(tally: &Tally, room: usize) -> Vec<String> {
    let mut causes: Vec<(Cause, usize)> = tally.lost.iter().map(|(cause, count)| (*cause, *count)).collect();
    causes.sort_by_key(|(cause, count)| (std::cmp::Reverse(*count), *cause));
    let mut lines: Vec<String> = Vec::new();
    for (cause, count) in causes {
        let told = format!("{} {count}", cause.as_str());
        match lines.last_mut() {
            Some(line) if line.len() + 2 + told.len() < room => {
                line.push_str(", ");
                line.push_str(&told);
            }
            Some(line) => {
                line.push(',');
                lines.push(told);
            }
            None => lines.push(told),
        }
    }
    lines
}

/// As many names as there is room for, and how many more there are.
fn listed(names: &[&str], room: usize) -> String {
    let whole = names.join(", ");
    if columns(&whole) <= room {
        return whole;
    }
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        let more = format!(" and {} more", names.len() - at);
        if at > 0 && columns(&out) + 2 + columns(name) + columns(&more) > room {
            return out + &more;
        }
        if at > 0 {
            out.push_str(", ");
        }
        out.push_str(name);
    }
    out
}

/// The columns beside as many that are taken, some at least.
fn room(terminal: Terminal, taken: usize) -> usize {
    terminal.text.width.saturating_sub(taken).max(20)
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn names_are_listed_as_far_as_they_fit() {
        let names = ["codex", "goose", "pi"];
        for (room, told) in [
            (99, "codex, goose, pi"),
            (16, "codex, goose, pi"),
            (15, "codex and 2 more"),
            (1, "codex and 2 more"),
        ] {
            assert_eq!(listed(&names, room), told, "{room}");
        }
        assert_eq!(listed(&["codex", "goose", "hermes", "openclaw"], 26), "codex, goose and 2 more");
        assert_eq!(listed(&[], 5), "");
    }
}
