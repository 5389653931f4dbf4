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
    if text.chars().any(|c| c.is_control() || is_unseen(c)) {
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
            // Writing to a string cannot fail.
            c if is_unseen(c) && u32::from(c) > 0xffff => {
                let _ = write!(result, "\\U{:08X}", u32::from(c));
            }
            c if is_unseen(c) => {
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

/// Characters that are written as escapes, so that nobody reads past them: separators of lines, marks and
/// controls of direction, characters without width other than joiners, and tags.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a text reads as itself when it stands plainly behind a key, and as a text by the rules
/// of YAML 1.2 and 1.1.
fn is_plain(text: &str) -> bool {
    let typed = [Resolution::Core, Resolution::Yaml11]
        .into_iter()
        .any(|rules| !matches!(resolve(text, rules), Resolved::Text(_)));
    // Readers of YAML 1.1 break lines at the second too.
    let broken = text.contains(['\n', '\u{85}']) || text.contains(is_unseen);
    if text.is_empty() || typed || broken || matches!(text, "=" | "<<" | "y" | "Y" | "n" | "N") {
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

    #[test]
    fn a_text_is_quoted_as_little_as_yaml_allows() {
        for (text, outside, inside) in [
            ("a", "a", "a"),
            ("a, b", "a, b", "'a, b'"),
            ("a [b]", "a [b]", "'a [b]'"),
            ("a {b}", "a {b}", "'a {b}'"),
            ("a:b", "a:b", "a:b"),
            ("a:", "'a:'", "'a:'"),
            ("it's", "it's", "it's"),
            ("it's: so", "\"it's: so\"", "\"it's: so\""),
            ("it's: \"so\"", "'it''s: \"so\"'", "'it''s: \"so\"'"),
            ("it's: \\", "'it''s: \\'", "'it''s: \\'"),
            ("a #b", "'a #b'", "'a #b'"),
            ("", "''", "''"),
            ("~", "'~'", "'~'"),
            ("yes", "'yes'", "'yes'"),
            ("010", "'010'", "'010'"),
            ("=", "'='", "'='"),
            ("<<", "'<<'", "'<<'"),
            ("y", "'y'", "'y'"),
            ("N", "'N'", "'N'"),
            (" a", "' a'", "' a'"),
            ("größe", "größe", "größe"),
        ] {
            assert_eq!((&*quote(text), &*quote_in_flow(text)), (outside, inside), "{text:?}");
        }
    }

    #[test]
    fn only_escapes_hold_control_characters() {
        let text = "\"a\\\n\t\r\0\u{7f}\u{9f}\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}é🌾";
        let escaped = r#""\"a\\\n\t\r\x00\x7F\x9F\u2028\u2029\uFEFF\uFFFE\uFFFFé🌾""#;
        assert_eq!(quote(text), escaped);
        assert_eq!(quote("a\u{e0041}\u{200b}\u{202e}"), r#""a\U000E0041\u200B\u202E""#);
        for c in ["\u{1}", "\u{feff}", "\u{fffe}", "\u{ffff}"] {
            assert!(quote(c).starts_with("\"\\"), "{c:?}");
        }
    }

    #[test]
    fn what_breaks_a_line_in_yaml_1_1_never_stands_plainly() {
        for (text, escaped) in [
            ("a\nb", "\"a\\nb\""),
            ("a\u{85}b", "\"a\\x85b\""),
            ("a\u{2028}b", "\"a\\u2028b\""),
            ("a\u{2029}b", "\"a\\u2029b\""),
        ] {
            assert_eq!(quote(text), escaped);
        }
    }

    #[test]
    fn a_replacement_needs_a_span_on_the_source() {
        let edit = |start, end| Replacement { span: Span::new(start, end), text: "x".into() };
        assert_eq!(edit(1, 3).apply("abcd"), "axd");
        assert_eq!(edit(4, 4).apply("abcd"), "abcdx");
        assert_eq!(edit(1, 5).apply("abcd"), "abcd");
        assert_eq!(edit(1, 2).apply("aé"), "aé", "within a character");
    }

    #[test]
    fn a_value_at_any_depth_can_be_replaced() {
        for (source, index, text, expected) in [
            ("a: [b, c]\n", 4, "1, 2", "a: [b, '1, 2']\n"),
            ("a: [b, c]\n", 2, "1, 2", "a: 1, 2\n"),
            ("a: {b: c}\n", 4, "1, 2", "a: {b: '1, 2'}\n"),
            ("a: {b:, c: d}\n", 4, "x", "a: {b: x, c: d}\n"),
            ("a: [[b], c]\n", 3, "1, 2", "a: ['1, 2', c]\n"),
            ("a:\n  - b\n  -\n", 3, "1, 2", "a:\n  - 1, 2\n  -\n"),
            ("a:\n  - b\n  -\n", 4, "1, 2", "a:\n  - b\n  - 1, 2\n"),
            ("a:\n  b: c\n  d: e\n", 6, "1, 2", "a:\n  b: c\n  d: 1, 2\n"),
            ("a:\nb: c\n", 2, "x", "a: x\nb: c\n"),
            ("a: >\n  b\n  c\n", 2, "x", "a: x\n"),
            // The comment behind a list belongs to what follows.
            ("a:\n  - b\n# of c\nc: d\n", 2, "x", "a:\n  x\n# of c\nc: d\n"),
        ] {
            let document = parse_fields(source);
            let value = document.tree().values().nth(index).unwrap();
            assert_eq!(replace(&document, value, text).apply(source), expected, "{source:?} {index}");
        }
    }
}
