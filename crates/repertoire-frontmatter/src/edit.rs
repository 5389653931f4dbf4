//! Replacing one value and keeping every other byte.

use crate::{
    Document, Problem, ProblemKind, Resolution, Resolved, Span, Style, Value, parse_fields, resolve,
};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

/// New text for a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The bytes to replace; empty where something is inserted.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Replacement {
    /// The source with the replacement made. A span that does not lie on the source leaves it as
    /// it was.
    #[must_use]
    pub fn apply(&self, source: &str) -> String {
        match (source.get(..self.span.start()), source.get(self.span.end()..)) {
            (Some(before), Some(after)) => format!("{before}{}{after}", self.text),
            _ => source.into(),
        }
    }
}

/// The edit that gives a field a new text, quoted as little as YAML allows. The last entry of a
/// duplicate key is the one that is edited. Nothing where the field is not there.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::{parse, set};
///
/// let source = "---\nname: tide  # the name\ntags: [a]\n---\nBody.\n";
/// let edit = set(&parse(source), "name", "tide: chart").unwrap();
/// assert_eq!(edit.apply(source), "---\nname: 'tide: chart'  # the name\ntags: [a]\n---\nBody.\n");
/// ```
#[must_use]
pub fn set(document: &Document<'_>, field: &str, text: &str) -> Option<Replacement> {
    let entry = document.tree().entries().filter(|entry| entry.key.text() == Some(field)).last()?;
    Some(replace(document, entry.value, text))
}

/// The edit that gives a value, at any depth, a new text. Inside brackets and braces the text is
/// quoted for them.
#[must_use]
pub fn replace(document: &Document<'_>, value: Value<'_, '_>, text: &str) -> Replacement {
    let source = document.text();
    let span = value.span();
    let flow = in_flow(document, span);
    let quoted = if flow { quote_in_flow(text) } else { quote(text) };
    // A value behind its colon needs a blank between; the first line of a block scalar has one.
    let glued = source[..span.start()].ends_with([':', '-', ',']) && !quoted.is_empty();
    let ends_line = matches!(value.style(), Some(Style::Literal | Style::Folded));
    let mut text = String::with_capacity(quoted.len() + 2);
    if glued {
        text.push(' ');
    }
    text.push_str(&quoted);
    let rest = source[span.end()..].trim_start_matches([' ', '\t']);
    debug_assert!(!ends_line || rest.is_empty() || rest.starts_with(['\n', '\r']));
    Replacement { span, text }
}

/// Whether a span lies inside a flow collection, and is not one itself.
fn in_flow(document: &Document<'_>, span: Span) -> bool {
    let mut at = document.tree().root();
    while let Some(value) = at {
        if let crate::ValueKind::Sequence(crate::Layout::Flow)
        | crate::ValueKind::Mapping(crate::Layout::Flow) = value.kind()
        {
            return value.span() != span && value.span().contains(span);
        }
        let children = value.items().chain(value.entries().flat_map(|entry| [entry.key, entry.value]));
        at = { children }.find(|child| child.span().contains(span) && child.span() != span);
    }
    false
}

/// A text as a value behind a key: plain where every YAML reader gives it back as a text,
/// otherwise in single quotes, and in double quotes where only escapes can hold it.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::quote;
///
/// assert_eq!(quote("Use for drains."), "Use for drains.");
/// assert_eq!(quote("Use when: asked"), "'Use when: asked'");
/// assert_eq!(quote("it's: so"), "\"it's: so\"");
/// assert_eq!(quote("yes"), "'yes'");
/// assert_eq!(quote("a\nb"), "\"a\\nb\"");
/// ```
#[must_use]
pub fn quote(text: &str) -> Cow<'_, str> {
    quoted(text, is_plain(text))
}

/// Like [`quote`], for an item between brackets or braces.
///
/// # Examples
///
/// ```
/// assert_eq!(repertoire_frontmatter::quote_in_flow("a, b"), "'a, b'");
/// ```
#[must_use]
pub fn quote_in_flow(text: &str) -> Cow<'_, str> {
    quoted(text, is_plain(text) && !text.contains([',', '[', ']', '{', '}']) && !text.ends_with(':'))
}

fn quoted(text: &str, plain: bool) -> Cow<'_, str> {
    if plain {
        return Cow::Borrowed(text);
    }
    if text.chars().any(|c| {
        c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    }) {
        return Cow::Owned(escaped(text));
    }
    if text.contains('\'') && !text.contains(['"', '\\']) {
        return Cow::Owned(format!("\"{text}\""));
    }
    Cow::Owned(format!("'{}'", text.replace('\'', "''")))
}

fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 8);
    result.push('"');
    for c in text.chars() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\t' => result.push_str("\\t"),
            '\r' => result.push_str("\\r"),
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                // Writing to a string cannot fail.
                let _ = write!(result, "\\u{:04X}", u32::from(c));
            }
            c if c.is_control() => {
                let _ = write!(result, "\\x{:02X}", u32::from(c));
            }
            c => result.push(c),
        }
    }
    result.push('"');
    result
}

/// Whether a text reads as itself when it stands plainly behind a key, and as a text by the rules
/// of YAML 1.2 and 1.1.
fn is_plain(text: &str) -> bool {
    let typed = [Resolution::Core, Resolution::Yaml11]
        .into_iter()
        .any(|rules| !matches!(resolve(text, rules), Resolved::Text(_)));
    if text.is_empty() || typed || text.contains('\n') || matches!(text, "=" | "<<" | "y" | "Y" | "n" | "N") {
        return false;
    }
    let line = format!("k: {text}\n");
    let document = parse_fields(&line);
    let sound = |problem: &Problem| matches!(problem.kind, ProblemKind::Bom);
    document.problems().iter().all(sound)
        && document
            .tree()
            .get("k")
            .is_some_and(|value| value.style() == Some(Style::Plain) && value.text() == Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back_however_they_must_be_quoted() {
        for text in [
            "",
            " a",
            "a ",
            "a: b",
            "a:",
            "a #b",
            "#a",
            "- a",
            "-",
            "@a",
            "`a`",
            "%a",
            "*a*",
            "&a",
            "!a",
            "|",
            ">",
            "[a]",
            "{a}",
            "\"a\"",
            "'a'",
            "it's",
            "it's \"so\"",
            "it's: \"so\" \\",
            "null",
            "~",
            "true",
            "no",
            "1.10",
            "2026-02-27",
            "0o7",
            "a\nb",
            "a\r\n",
            "\u{0}\u{85}",
            "---",
            "...",
            "? a",
            "a\tb",
            "größe",
            "🌾",
            "\u{feff}x",
            ", a",
            "a\\b",
        ] {
            let line = format!("k: {}\n", quote(text));
            let document = parse_fields(&line);
            assert_eq!(document.problems(), [], "{line:?}");
            let value = document.tree().get("k").unwrap();
            assert_eq!(value.text(), Some(text), "{line:?}");
            assert_eq!(value.resolve(Resolution::Yaml11), Some(Resolved::Text(text)), "{line:?}");
            let line = format!("k: [{}, x]\n", quote_in_flow(text));
            let document = parse_fields(&line);
            assert_eq!(document.problems(), [], "{line:?}");
            let items: alloc::vec::Vec<_> =
                document.tree().get("k").unwrap().items().filter_map(Value::text).collect();
            assert_eq!(items, [text, "x"], "{line:?}");
        }
    }

    #[test]
    fn only_the_value_changes() {
        for (source, field, expected) in [
            ("a: b # c\nd: e\n", "a", "a: x y # c\nd: e\n"),
            ("a:\nd: e\n", "a", "a: x y\nd: e\n"),
            ("a: |\n  b\n  c\n\nd: e\n", "a", "a: x y\n\nd: e\n"),
            ("a:\n  - b\n  - c\nd: e\n", "a", "a:\n  x y\nd: e\n"),
            ("a: {b: c}\r\nd: e\r\n", "a", "a: x y\r\nd: e\r\n"),
            ("a: b\na: c\n", "a", "a: b\na: x y\n"),
        ] {
            let edit = set(&parse_fields(source), field, "x y").unwrap();
            assert_eq!(edit.apply(source), expected, "{source:?}");
        }
        assert_eq!(set(&parse_fields("a: b\n"), "z", "x"), None);
        let source = "a: [b, {c: d}]\n";
        let document = parse_fields(source);
        let inner =
            document.tree().get("a").and_then(|a| a.items().nth(1)).and_then(|map| map.get("c")).unwrap();
        assert_eq!(replace(&document, inner, "1, 2").apply(source), "a: [b, {c: '1, 2'}]\n");
    }
}
