//! What could stand at the cursor: commands, names of skills, roles, keywords.

use super::command::{FORMS, Form, Takes};
use repertoire::diagnostic::clean_line;
use repertoire::sexp::quote;

/// The names that can be completed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The skills that there are.
    pub(crate) skills: Vec<String>,
    /// The roles that were spoken of.
    pub(crate) roles: Vec<String>,
}

/// What can stand at a place of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Completion {
    /// Where it begins, as a byte of the line. It ends at the cursor.
    pub(crate) start: usize,
    /// What can stand there instead of what does.
    pub(crate) candidates: Vec<Candidate>,
}

/// One thing that can stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// What is listed.
    pub(crate) shown: String,
    /// What is written.
    pub(crate) text: String,
}

/// What can stand at the cursor, in the order in which it is listed.
pub(crate) fn complete(line: &str, cursor: usize, known: &Known) -> Completion {
    let before = &line[..cursor];
    let Some(inside) = before.trim_ascii_start().strip_prefix('(') else { return Completion::default() };
    let Some((name, rest)) = inside.split_once([' ', '\t']) else {
        return commands(inside, cursor);
    };
    let Some(form) = FORMS.iter().find(|form| form.name.eq_ignore_ascii_case(name)) else {
        return Completion::default();
    };
    let after = &line[cursor..];
    match form.takes {
        Takes::Nothing | Takes::Text => Completion::default(),
        Takes::Skill => strings(rest.trim_ascii_start(), cursor, &known.skills, ")", after),
        Takes::Role => strings(rest.trim_ascii_start(), cursor, &known.roles, ")", after),
        Takes::Permission => permission(rest.trim_ascii_start(), cursor, known, after),
        Takes::One(keywords) | Takes::Perhaps(keywords) => {
            let all = keywords.iter().map(|keyword| format!(":{keyword}"));
            words(rest.trim_ascii_start(), cursor, all, ")", after)
        }
    }
}

/// What is still to be written where only one thing can stand, or the rest of a command.
pub(crate) fn hint(line: &str, cursor: usize, known: &Known) -> Option<String> {
    if cursor < line.len() {
        return None;
    }
    let Completion { start, candidates } = complete(line, cursor, known);
    if let Some(name) = line.trim_ascii_start().strip_prefix('(')
        && let Some(form) = FORMS.iter().find(|form| form.name == name)
    {
        return form.usage.strip_prefix('(')?.strip_prefix(name).map(str::to_owned);
    }
    match candidates.as_slice() {
        [one] if start < cursor => one.text.strip_prefix(&line[start..]).map(str::to_owned),
        _ => None,
    }
}

fn commands(typed: &str, cursor: usize) -> Completion {
    let fitting = FORMS.iter().filter(|form| begins(form.name, typed));
    let candidates =
        fitting.map(|form| Candidate { shown: form.name.to_owned(), text: opened(form) }).collect();
    Completion { start: cursor - typed.len(), candidates }
}

/// A command up to where the person goes on.
fn opened(form: &Form) -> String {
    let name = form.name;
    match form.takes {
        Takes::Nothing | Takes::Perhaps(_) => format!("{name})"),
        Takes::Text | Takes::Skill | Takes::Role | Takes::Permission => format!("{name} \""),
        Takes::One(_) => format!("{name} :"),
    }
}

/// Names between quotes. A name that a terminal obeys or hides is never offered.
fn strings(typed: &str, cursor: usize, names: &[String], end: &str, after: &str) -> Completion {
    let quoted = names.iter().filter(|name| *clean_line(name) == **name).map(|name| quote(name).to_string());
    words(typed, cursor, quoted, end, after)
}

/// Whole words, with what follows them unless it stands there already.
fn words(
    typed: &str,
    cursor: usize,
    all: impl Iterator<Item = String>,
    end: &str,
    after: &str,
) -> Completion {
    let candidates = all
        .filter(|word| begins(word, typed))
        .map(|word| {
            // The closing quote may stand behind the cursor.
            let quote = usize::from(word.ends_with('"') && after.starts_with('"'));
            let end = if after[quote..].trim_ascii_start().starts_with(end) { "" } else { end };
            let text = format!("{}{end}", &word[..word.len() - quote]);
            Candidate { shown: word.trim_matches('"').to_owned(), text }
        })
        .collect();
    Completion { start: cursor - typed.len(), candidates }
}

fn permission(rest: &str, cursor: usize, known: &Known, after: &str) -> Completion {
    // A quote behind the first one closes the name.
    let closed = rest.char_indices().skip(1).find(|(at, c)| *c == '"' && !rest[..*at].ends_with('\\'));
    match closed {
        None => strings(rest, cursor, &known.roles, " :load ", after),
        Some((at, _)) => {
            let typed = rest[at + 1..].trim_ascii_start();
            let all = [":load nil", ":load t"].into_iter().map(str::to_owned);
            words(typed, cursor, all, ")", after)
        }
    }
}

fn begins(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Known {
            skills: names(&["tide", "tide-table", "mo\"on", "bad\u{1b}[31m", "潮汐"]),
            roles: names(&["reviewer", "scout"]),
        }
    }

    /// The line with each candidate in its place; `|` is the cursor.
    fn completed(marked: &str) -> Vec<String> {
        let cursor = marked.find('|').unwrap();
        let line = marked.replace('|', "");
        let Completion { start, candidates } = complete(&line, cursor, &known());
        let put = |one: Candidate| format!("{}{}{}", &line[..start], one.text, &line[cursor..]);
        candidates.into_iter().map(put).collect()
    }

    #[test]
    fn commands_names_and_keywords_are_completed() {
        let cases: &[(&str, &[&str])] = &[
            ("(ski|", &["(skills)"]),
            ("  (LO|", &["  (load \""]),
            ("(vi|", &["(view :"]),
            ("(e|", &["(end)"]),
            ("(q|uit)", &["(quit)uit)"]),
            (
                "(load |",
                &["(load \"tide\")", "(load \"tide-table\")", "(load \"mo\\\"on\")", "(load \"潮汐\")"],
            ),
            ("(load \"ti|", &["(load \"tide\")", "(load \"tide-table\")"]),
            ("(load \"ti|\")", &["(load \"tide\")", "(load \"tide-table\")"]),
            ("(load \"tide-|)", &["(load \"tide-table\")"]),
            ("(fuse \"mo|", &["(fuse \"mo\\\"on\")"]),
            ("(load \"潮|", &["(load \"潮汐\")"]),
            ("(load \"bad|", &[]),
            ("(child \"s|", &["(child \"scout\")"]),
            ("(view :|", &["(view :compact)", "(view :expanded)"]),
            ("(context |", &["(context :full)"]),
            ("(permit \"sc|", &["(permit \"scout\" :load "]),
            ("(permit \"scout\" |", &["(permit \"scout\" :load nil)", "(permit \"scout\" :load t)"]),
            ("(permit \"scout\" :load n|", &["(permit \"scout\" :load nil)"]),
            ("(route \"ti|", &[]),
            ("(nothing \"ti|", &[]),
            ("tell me of ti|", &[]),
            ("|", &[]),
        ];
        for (marked, want) in cases {
            assert_eq!(completed(marked), *want, "{marked}");
        }
        assert_eq!(completed("(|").len(), FORMS.len());
    }

    #[test]
    fn hints_show_the_rest_of_what_is_certain() {
        for (line, want) in [
            ("(load", Some(" \"name\")")),
            ("(sk", Some("ills)")),
            ("(load \"tide-", Some("table\")")),
            ("(load \"ti", None),
            ("(", None),
            ("(end", Some(")")),
            ("(e", Some("nd)")),
            ("hello", None),
            ("(view :e", Some("xpanded)")),
        ] {
            assert_eq!(hint(line, line.len(), &known()).as_deref(), want, "{line}");
        }
        assert_eq!(hint("(sk", 2, &known()), None, "not while the cursor stands inside");
    }

    #[test]
    fn every_prefix_of_every_usage_completes_without_a_fault() {
        for form in FORMS {
            for (at, _) in form.usage.char_indices() {
                let Completion { start, candidates } = complete(form.usage, at, &known());
                assert!(start <= at && candidates.len() <= FORMS.len());
            }
        }
    }
}
