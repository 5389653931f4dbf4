//! `repertoire explain`: what a rule says, and why.

use crate::args::{Explain, Form};
use crate::check::config::unknown_rule;
use crate::error::{Error, Outcome};
use crate::list::{bold, pad};
use crate::roots::Surroundings;
use crate::terminal::{Terminal, stdout};
use repertoire::diagnostic::Applicability;
use repertoire::schema::profile;
use repertoire::schema::rules::{Rule, Sample};
use repertoire_report::{fit, json};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

/// Examples longer than this are shown from their beginning.
const MAX_EXAMPLE: usize = 900;

/// Runs the command.
pub(crate) fn run(arguments: &Explain, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let mut out = stdout();
    let Some(id) = &arguments.rule else {
        match arguments.format {
            Form::Text => out.write_all(all(terminal).as_bytes())?,
            Form::Json => {
                let rules: Vec<Page> = Rule::ALL.iter().map(|rule| Page::new(*rule)).collect();
                writeln!(out, "{}", json::to_string(&Pages { version: json::VERSION, rules }))?;
            }
        }
        out.flush()?;
        return Ok(Outcome::Fine);
    };
    let Some(rule) = Rule::by_id(id) else {
        terminal.error(&unknown_rule(id));
        return Ok(Outcome::Findings);
    };
    match arguments.format {
        Form::Text => out.write_all(one(rule, terminal).as_bytes())?,
        Form::Json => {
            let rules = vec![Page::new(rule)];
            writeln!(out, "{}", json::to_string(&Pages { version: json::VERSION, rules }))?;
        }
    }
    out.flush()?;
    Ok(Outcome::Fine)
}

#[derive(Serialize)]
struct Pages {
    version: u32,
    rules: Vec<Page>,
}

#[derive(Serialize)]
struct Page {
    rule: &'static str,
    kind: &'static str,
    says: &'static str,
    why: &'static str,
    help: &'static str,
    fix: Option<Fix>,
    levels: serde_json::Map<String, serde_json::Value>,
    example: Example,
}

#[derive(Serialize)]
struct Example {
    profile: &'static str,
    failing: Source,
    passing: Source,
    neighbours: Vec<Source>,
}

#[derive(Serialize)]
struct Source {
    path: String,
    text: Cow<'static, str>,
    /// The bytes in hexadecimal, where they are no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<String>,
    /// Other files of the skill.
    beside: &'static [&'static str],
}

#[derive(Serialize)]
struct Fix {
    applicability: Applicability,
    does: &'static str,
}

impl Source {
    fn new(sample: &Sample) -> Self {
        let text = String::from_utf8_lossy(sample.bytes);
        let bytes = matches!(text, Cow::Owned(_)).then(|| json::hex(sample.bytes));
        Self { path: sample.path(), text, bytes, beside: sample.beside }
    }

    fn neighbour((directory, text): &(&'static str, &'static str)) -> Self {
        Self { path: format!("{directory}/SKILL.md"), text: Cow::Borrowed(text), bytes: None, beside: &[] }
    }
}

impl Page {
    fn new(rule: Rule) -> Self {
        let info = rule.info();
        let level =
            |profile: &&profile::Profile| (profile.name.to_owned(), profile.level(rule).as_str().into());
        Self {
            rule: info.id,
            kind: info.kind.as_str(),
            says: info.says,
            why: info.why,
            help: info.help,
            fix: info.fix.map(|(applicability, does)| Fix { applicability, does }),
            levels: profile::ALL.iter().map(level).collect(),
            example: Example {
                profile: info.example.profile,
                failing: Source::new(&info.example.failing),
                passing: Source::new(&info.example.passing),
                neighbours: info.example.neighbours.iter().map(Source::neighbour).collect(),
            },
        }
    }
}

/// Every rule in a line.
fn all(terminal: Terminal) -> String {
    let widest = Rule::ALL.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
    let room = terminal.text.width.saturating_sub(widest + 2).max(20);
    let mut out = String::new();
    for rule in Rule::ALL {
        let _ = writeln!(out, "{}  {}", bold(terminal, &pad(rule.id(), widest)), fit(rule.info().says, room));
    }
    out
}

/// One rule.
fn one(rule: Rule, terminal: Terminal) -> String {
    let info = rule.info();
    let width = terminal.text.width.min(88);
    let mut out = String::new();
    let _ = writeln!(out, "{} ({})\n", bold(terminal, info.id), info.kind);
    let _ = writeln!(out, "{}\n", wrapped(&format!("{} {}", info.says, info.why), width));
    let _ = writeln!(out, "{}", wrapped(&format!("What to do: {}.", info.help), width));
    if let Some((applicability, does)) = info.fix {
        let switch = if applicability == Applicability::Safe { "--fix" } else { "--unsafe-fixes" };
        let _ = writeln!(out, "{}", wrapped(&format!("With {switch}: {does}."), width));
    }
    let levels: Vec<String> = profile::ALL
        .iter()
        .map(|profile| format!("{} {}", profile.name, profile.level(rule).as_str()))
        .collect();
    let stays = if info.essential { " (always: no skill can come of such a source)" } else { "" };
    let _ = writeln!(out, "Levels: {}{stays}", levels.join(", "));
    let example = &info.example;
    let under =
        if example.profile == "agent-skills" { String::new() } else { format!(" under {}", example.profile) };
    sample(&format!("Found{under}"), &example.failing, &mut out);
    for (directory, text) in example.neighbours {
        let _ = writeln!(out, "\nBeside it, {directory}/SKILL.md:\n");
        indent(text, &mut out);
    }
    sample("Not found", &example.passing, &mut out);
    out
}

fn sample(title: &str, sample: &Sample, out: &mut String) {
    let _ = writeln!(out, "\n{title} in {}:\n", sample.path());
    indent(&String::from_utf8_lossy(sample.bytes), out);
}

/// An example, with what cannot be seen made visible.
fn indent(text: &str, out: &mut String) {
    let end = (0..=MAX_EXAMPLE.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    if text.is_empty() {
        out.push_str("    (nothing)\n");
    }
    for line in text[..end].split_terminator('\n') {
        let shown = line.trim_end_matches(' ');
        let blanks = "·".repeat(line.len() - shown.len());
        let _ = writeln!(out, "    {}{blanks}", repertoire_report::visible(shown));
    }
    if end < text.len() {
        out.push_str("    …\n");
    }
}

/// A sentence or more, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let columns = repertoire_report::columns(word);
        if used > 0 && used + 1 + columns > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(&repertoire::diagnostic::clean_line(word));
        used += columns;
    }
    out
}
