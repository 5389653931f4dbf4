//! What a plain scalar is to a reader, and how two languages print values.

use crate::client::Type;
use repertoire_frontmatter::{Resolution, Resolved, Style, Value, ValueKind, resolve};

/// How plain scalars get their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Not at all: every scalar is text.
    Text,
    /// By the core schema of YAML 1.2.
    Core,
    /// By YAML 1.1, as PyYAML does.
    Yaml11,
    /// As js-yaml 3 does: octal and base 60 of YAML 1.1, dates, no `yes` and `no`.
    JsYaml3,
    /// As js-yaml 4 does: the core schema, dates, `0b` and underscores.
    JsYaml4,
}

/// A value as a reader sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen<'t> {
    Null(&'t str),
    Bool(bool, &'t str),
    Integer(i64, &'t str),
    Float(f64, &'t str),
    Date(&'t str),
    Text(&'t str),
    Collection(Value<'t, 'static>, Typing),
}

impl<'t> Seen<'t> {
    pub(crate) fn kind(self) -> Type {
        match self {
            Self::Null(_) => Type::Null,
            Self::Bool(..) => Type::Bool,
            Self::Integer(..) | Self::Float(..) => Type::Number,
            Self::Date(_) => Type::Date,
            Self::Text(_) => Type::Text,
            Self::Collection(value, _) if value.is_sequence() => Type::List,
            Self::Collection(..) => Type::Map,
        }
    }

    /// The text of a text.
    pub(crate) fn text(self) -> Option<&'t str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// What stands in the source, without quotes; nothing for lists and maps.
    pub(crate) fn source(self) -> Option<&'t str> {
        match self {
            Self::Null(text)
            | Self::Bool(_, text)
            | Self::Integer(_, text)
            | Self::Float(_, text)
            | Self::Date(text)
            | Self::Text(text) => Some(text),
            Self::Collection(..) => None,
        }
    }
}

impl Typing {
    pub(crate) fn see<'t>(self, value: Value<'t, 'static>) -> Seen<'t> {
        let Some(text) = value.text() else { return Seen::Collection(value, self) };
        if value.style() != Some(Style::Plain) || self == Self::Text {
            return Seen::Text(text);
        }
        let resolved = match self {
            Self::Text => Resolved::Text(text),
            Self::Core => resolve(text, Resolution::Core),
            Self::Yaml11 => resolve(text, Resolution::Yaml11),
            Self::JsYaml3 => js_yaml_3(text),
            Self::JsYaml4 => js_yaml_4(text),
        };
        match resolved {
            Resolved::Null => Seen::Null(text),
            Resolved::Bool(value) => Seen::Bool(value, text),
            Resolved::Integer(value) => Seen::Integer(value, text),
            Resolved::Float(value) => Seen::Float(value, text),
            Resolved::Timestamp(_) => Seen::Date(text),
            Resolved::Text(_) => Seen::Text(text),
        }
    }
}

/// Numbers of YAML 1.1 and floats without a sign in the exponent; no words but those of 1.2.
fn js_yaml_3(text: &str) -> Resolved<'_> {
    match resolve(text, Resolution::Yaml11) {
        Resolved::Bool(_) => resolve(text, Resolution::Core),
        Resolved::Text(_) => match resolve(text, Resolution::Core) {
            found @ Resolved::Float(_) if !text.starts_with(['-', '+']) || !text[1..].starts_with('.') => {
                found
            }
            _ => Resolved::Text(text),
        },
        found => found,
    }
}

/// The core schema with dates, `0b` and underscores, but without a sign before a bare point.
fn js_yaml_4(text: &str) -> Resolved<'_> {
    let core = resolve(text, Resolution::Core);
    match core {
        Resolved::Float(_) if text.starts_with(['-', '+']) && text[1..].starts_with('.') => {
            if text[1..].starts_with(".i") || text[1..].starts_with(".I") {
                core
            } else {
                Resolved::Text(text)
            }
        }
        Resolved::Text(_) => match resolve(text, Resolution::Yaml11) {
            date @ Resolved::Timestamp(_) => date,
            number @ (Resolved::Integer(_) | Resolved::Float(_)) if !text.contains(':') => number,
            _ => core,
        },
        _ => core,
    }
}

/// A value as Python's `str` prints it.
pub(crate) fn python(seen: Seen<'_>) -> String {
    scalar_or(seen, &Language::PYTHON, true)
}

/// A value as JavaScript's `String` prints it, lists and maps as `JSON.stringify` does.
pub(crate) fn javascript(seen: Seen<'_>) -> String {
    scalar_or(seen, &Language::JAVASCRIPT, true)
}

/// How a language prints values.
struct Language {
    words: [&'static str; 3],
    quote: char,
    gap: &'static str,
    /// Whether a float without a fraction keeps its point.
    points: bool,
}

impl Language {
    const PYTHON: Self = Self { words: ["None", "True", "False"], quote: '\'', gap: " ", points: true };
    const JAVASCRIPT: Self = Self { words: ["null", "true", "false"], quote: '"', gap: "", points: false };
}

fn scalar_or(seen: Seen<'_>, language: &Language, bare: bool) -> String {
    match seen {
        Seen::Null(_) => language.words[0].to_owned(),
        Seen::Bool(value, _) => language.words[if value { 1 } else { 2 }].to_owned(),
        Seen::Integer(value, _) => value.to_string(),
        Seen::Float(value, _) if language.points => format!("{value:?}"),
        Seen::Float(value, _) => value.to_string(),
        Seen::Date(text) => text.to_owned(),
        Seen::Text(text) if bare => text.to_owned(),
        Seen::Text(text) => quoted(text, language),
        Seen::Collection(value, typing) => collection(value, typing, language),
    }
}

fn quoted(text: &str, language: &Language) -> String {
    let quote =
        if language.points && text.contains('\'') && !text.contains('"') { '"' } else { language.quote };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// Without recursion: a stack of what is open, with the values that are still to come.
fn collection(value: Value<'_, 'static>, typing: Typing, language: &Language) -> String {
    enum Work<'t> {
        Value(Value<'t, 'static>),
        Word(&'static str),
    }
    let mut out = String::new();
    let mut work = vec![Work::Value(value)];
    while let Some(next) = work.pop() {
        let value = match next {
            Work::Word(word) => {
                out.push_str(word);
                continue;
            }
            Work::Value(value) => value,
        };
        let comma = if language.gap.is_empty() { "," } else { ", " };
        let colon = if language.gap.is_empty() { ":" } else { ": " };
        let mut inner = Vec::new();
        match value.kind() {
            ValueKind::Scalar(_) => {
                out.push_str(&scalar_or(typing.see(value), language, false));
                continue;
            }
            ValueKind::Sequence(_) => {
                out.push('[');
                for (at, item) in value.items().enumerate() {
                    if at > 0 {
                        inner.push(Work::Word(comma));
                    }
                    inner.push(Work::Value(item));
                }
                inner.push(Work::Word("]"));
            }
            ValueKind::Mapping(_) => {
                out.push('{');
                for (at, entry) in value.entries().enumerate() {
                    if at > 0 {
                        inner.push(Work::Word(comma));
                    }
                    inner.extend([Work::Value(entry.key), Work::Word(colon), Work::Value(entry.value)]);
                }
                inner.push(Work::Word("}"));
            }
        }
        work.extend(inner.into_iter().rev());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use repertoire_frontmatter::parse_fields;

    fn seen(text: &str, typing: Typing, print: fn(Seen<'_>) -> String) -> String {
        let source = format!("k: {text}\n");
        let tree = parse_fields(&source).tree().clone().into_owned();
        print(typing.see(tree.get("k").unwrap()))
    }

    #[test]
    fn languages_print_lists_and_maps_in_their_way() {
        let text = "[a, {b: 1.0, c: [yes, ~]}, \"d'e\"]";
        assert_eq!(seen(text, Typing::Yaml11, python), r#"['a', {'b': 1.0, 'c': [True, None]}, "d'e"]"#);
        assert_eq!(seen(text, Typing::Core, javascript), r#"["a",{"b":1,"c":["yes",null]},"d'e"]"#);
    }

    #[test]
    fn the_two_versions_of_js_yaml_type_numbers_apart() {
        for (text, three, four) in [
            ("010", Type::Number, Type::Number),
            ("08", Type::Text, Type::Number),
            ("1:30", Type::Number, Type::Text),
            ("1e3", Type::Number, Type::Number),
            ("0o10", Type::Text, Type::Number),
            ("1_000", Type::Number, Type::Number),
            ("-.5", Type::Text, Type::Text),
            ("-.inf", Type::Number, Type::Number),
            ("yes", Type::Text, Type::Text),
            ("2026-02-27", Type::Date, Type::Date),
        ] {
            let tree = parse_fields(&format!("k: {text}")).tree().clone().into_owned();
            let value = tree.get("k").unwrap();
            assert_eq!(Typing::JsYaml3.see(value).kind(), three, "{text}");
            assert_eq!(Typing::JsYaml4.see(value).kind(), four, "{text}");
        }
    }
}
