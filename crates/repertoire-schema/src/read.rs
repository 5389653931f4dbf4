//! One `SKILL.md`, read: its fences, its tree, and what a value says.

use crate::profile::Reading;
use repertoire_diagnostic::{Span, clean_line};
use repertoire_frontmatter::{Document, Entry, Resolution, Resolved, Style, Tree, Value, resolve};

/// A document and the tree that counts: the lexer's own, or that of the full YAML reader where
/// the text needs one.
pub(crate) struct Read<'a> {
    pub(crate) document: Document<'a>,
    pub(crate) yaml: Option<Tree<'a>>,
}

impl<'a> Read<'a> {
    pub(crate) fn text(&self) -> &'a str {
        self.document.text()
    }

    pub(crate) fn tree<'r>(&'r self) -> &'r Tree<'r> {
        match &self.yaml {
            Some(tree) => tree,
            None => self.document.tree(),
        }
    }

    /// What stands at a span.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text().get(span.start..span.end).unwrap_or_default()
    }

    /// Where the body begins, in bytes.
    pub(crate) fn body_start(&self) -> usize {
        self.document.split().body.start()
    }
}

/// A span of the parser as one of a report.
pub(crate) fn span(span: repertoire_frontmatter::Span) -> Span {
    Span::new(span.start(), span.end())
}

/// Text of a source as a message quotes it: on one line, cut short, nothing unseen.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut rest = text.chars();
    let short: String = rest.by_ref().take(MOST).collect();
    let mut shown = clean_line(&short).into_owned();
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The last entry of a key: what lenient readers take.
pub(crate) fn entry<'t, 'a>(tree: &'t Tree<'a>, key: &str) -> Option<Entry<'t, 'a>> {
    tree.entries().filter(|entry| entry.key.text() == Some(key)).last()
}

/// What an unquoted value that is no text is to YAML: by the core schema of YAML 1.2 or, unless
/// only that one counts, by YAML 1.1.
pub(crate) fn untyped(value: Value<'_, '_>, reading: Reading) -> Option<&'static str> {
    if value.style() != Some(Style::Plain) {
        return None;
    }
    let text = value.text()?;
    let name = |resolved| match resolved {
        Resolved::Null => Some("nothing"),
        Resolved::Bool(_) => Some("a truth value"),
        Resolved::Integer(_) | Resolved::Float(_) => Some("a number"),
        Resolved::Timestamp(_) => Some("a date"),
        Resolved::Text(_) => None,
    };
    let core = name(resolve(text, Resolution::Core));
    if reading == Reading::Core { core } else { core.or_else(|| name(resolve(text, Resolution::Yaml11))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_cut_behind_eighty_characters() {
        assert_eq!(shown("a\nb\u{1b}"), "a\\nb\\u{1b}");
        assert_eq!(shown(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(shown(&"é".repeat(81)), format!("{}…", "é".repeat(80)));
    }

    #[test]
    fn plain_values_are_what_either_yaml_takes_them_for() {
        for (written, either, core) in [
            ("text", None, None),
            ("'1'", None, None),
            ("1", Some("a number"), Some("a number")),
            ("1.5", Some("a number"), Some("a number")),
            ("true", Some("a truth value"), Some("a truth value")),
            ("null", Some("nothing"), Some("nothing")),
            ("yes", Some("a truth value"), None),
            ("2026-02-27", Some("a date"), None),
            ("[1]", None, None),
        ] {
            let fields = format!("x: {written}\n");
            let document = repertoire_frontmatter::parse_fields(&fields);
            let value = document.tree().get("x");
            let as_read = |reading| value.and_then(|value| untyped(value, reading));
            assert_eq!((as_read(Reading::Text), as_read(Reading::Core)), (either, core), "{written}");
        }
    }

    #[test]
    fn the_last_entry_of_a_key_counts() {
        let document = repertoire_frontmatter::parse_fields("a: 1\nb: 2\na: 3\n");
        let found = |key| entry(document.tree(), key).and_then(|entry| entry.value.text());
        assert_eq!((found("a"), found("b"), found("c")), (Some("3"), Some("2"), None));
    }
}
