//! Short answers: suggestions, plans, help.

use super::command::FORMS;
use crate::list::{bold, pad};
use crate::terminal::Terminal;
use repertoire::diagnostic::{Diagnostic, clean_line};
use repertoire::discovery::Catalog;
use repertoire::routing::{Match, Plan};
use repertoire::sexp::quote;
use repertoire_report::{columns, fit};
use std::io::{self, Write};

/// The skills that a message speaks to, each as the command that loads it.
pub(crate) fn suggestions(
    matches: &[Match],
    catalog: &Catalog,
    terminal: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    if matches.is_empty() {
        return match catalog.entries.len() {
            0 => writeln!(out, "there are no skills; (skills) shows where to make one"),
            1 => writeln!(out, "nothing in it speaks to the one skill that there is"),
            many => writeln!(out, "nothing in it speaks to any of {many} skills"),
        };
    }
    // Those that little speaks for are named only where there is nothing better.
    let strong: Vec<&Match> = matches.iter().filter(|found| !found.weak).collect();
    let matches = if strong.is_empty() { matches.iter().collect() } else { strong };
    let room = terminal.text.width.saturating_sub(2);
    let command = |found: &Match| fit(&format!("(load {})", quote(&found.name)), room / 2);
    let widest = matches.iter().map(|found| columns(&command(found))).max().unwrap_or(0);
    writeln!(out, "{}", bold(terminal, "suggested"))?;
    for found in matches {
        let weak = if found.weak { "(weak) " } else { "" };
        let description =
            catalog.entries.get(found.position).map(|entry| entry.metadata.description.as_str());
        let left = room.saturating_sub(widest + 2).max(12);
        let description = fit(&format!("{weak}{}", description.unwrap_or_default()), left);
        writeln!(out, "{}", format!("  {}  {description}", pad(&command(found), widest)).trim_end())?;
    }
    Ok(())
}

/// What selecting a skill brings in, in the order to load it.
pub(crate) fn plan(plan: &Plan, terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    let name = |name: &str| fit(name, terminal.text.width / 2);
    let widest = plan.steps.iter().map(|step| columns(&name(&step.name))).max().unwrap_or(0);
    for (nth, step) in plan.steps.iter().enumerate() {
        let because = step.because.to_string();
        writeln!(out, "{:>3}  {}  {}", nth + 1, pad(&name(&step.name), widest), clean_line(&because))?;
    }
    if let Some((risk, position)) = plan.risk {
        let from = plan.steps.iter().find(|step| step.position == position);
        writeln!(out, "risk: {} (from {})", risk.as_str(), name(from.map_or("", |step| &step.name)))?;
    }
    plan.diagnostics.iter().try_for_each(|diagnostic| writeln!(out, "{}", remark(diagnostic)))
}

/// A diagnostic on one line.
pub(crate) fn remark(diagnostic: &Diagnostic) -> String {
    let severity = diagnostic.severity.as_str();
    format!("{severity}[{}]: {}", clean_line(diagnostic.id()), clean_line(&diagnostic.message))
}

/// The commands.
pub(crate) fn help(terminal: Terminal, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "A line is a message, which begins a logical turn, or one of these commands:")?;
    let widest = FORMS.iter().map(|form| form.usage.len()).max().unwrap_or(0);
    for form in FORMS {
        writeln!(out, "  {}  {}", bold(terminal, &pad(form.usage, widest)), form.about)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use repertoire_report::Text;

    fn terminal() -> Terminal {
        Terminal::plain(Text { color: false, width: 60 })
    }

    fn found(position: usize, name: &str, weak: bool) -> Match {
        Match { position, name: name.to_owned(), score: 1.0, weak, reasons: Vec::new() }
    }

    fn suggested(matches: &[Match]) -> String {
        let mut out = Vec::new();
        suggestions(matches, &Catalog::default(), terminal(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn weak_suggestions_are_made_only_where_there_are_no_others() {
        let (strong, weak) = (found(0, "tide", false), found(1, "moon", true));
        assert_eq!(suggested(&[strong, weak.clone()]), "suggested\n  (load \"tide\")\n");
        assert_eq!(suggested(&[weak]), "suggested\n  (load \"moon\")  (weak)\n");
        assert_eq!(suggested(&[]), "there are no skills; (skills) shows where to make one\n");
    }

    #[test]
    fn a_long_name_leaves_room_for_the_description() {
        let long = suggested(&[found(0, &"潮".repeat(80), false)]);
        assert!(long.lines().all(|line| columns(line) <= 60), "{long}");
    }

    #[test]
    fn help_fits_a_narrow_terminal() {
        let mut out = Vec::new();
        help(terminal(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
