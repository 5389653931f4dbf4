//! `serde_yaml` itself, into a struct that a table describes.
//!
//! The library is quadratic in nested brackets and expands aliases, so a text is measured first:
//! the bounds below keep the worst case at a few milliseconds.

use super::{Fields, Refusal, RefusalKind, Typing, dialect::line};
use repertoire_frontmatter::{Layout, Span, Style, TreeBuilder};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;

/// The longest text that is handed over, in bytes.
const MAX_BYTES: usize = 256 * 1024;
/// How many opening brackets and braces a text may hold, quoted or not, closed or not.
const MAX_BRACKETS: usize = 1_000;
/// How many words that begin with `*` a text may hold.
const MAX_ALIASES: usize = 256;
/// How many lines may begin with `%`.
const MAX_DIRECTIVES: usize = 16;
/// How many `- ` or `? ` may begin one line.
const MAX_COMPACT: usize = 64;

/// A struct as a client declares it for serde.
#[derive(Debug)]
pub struct Shape {
    /// Its fields; all others are passed over.
    pub fields: &'static [(&'static str, Want)],
    /// Whether only the first document counts; else a second one is an error.
    pub first_document: bool,
}

/// What a field of a struct is declared as.
#[derive(Clone, Copy, Debug)]
pub enum Want {
    /// A text that must be there.
    Text,
    /// A text, if it is there and not `null`.
    OptionalText,
    /// A text, empty where it is not there.
    DefaultText,
    /// A truth value, `false` where it is not there.
    DefaultBool,
    /// A map, empty where it is not there.
    DefaultMap,
    /// A struct, or nothing.
    Nested(&'static Shape),
}

impl Shape {
    /// Reads a text into the struct.
    pub(super) fn read(&'static self, text: &str) -> Result<Fields, Refusal> {
        measure(text)?;
        let mut documents = serde_yaml::Deserializer::from_str(text);
        let found = if self.first_document {
            match documents.next() {
                Some(first) => Into(self).deserialize(first),
                None => Err(serde_yaml::Error::custom("there is no document")),
            }
        } else {
            Into(self).deserialize(documents)
        };
        found.map(|found| self.fields(&found)).map_err(|error| {
            let line = error.location().map(|location| location.line());
            let message = error.to_string();
            let kind =
                if message.contains("duplicate") { RefusalKind::DuplicateKey } else { RefusalKind::Syntax };
            // Types are told by serde without the words of a parser.
            let kind = if message.contains("invalid type") || message.contains("missing field") {
                RefusalKind::Type
            } else {
                kind
            };
            Refusal::new(kind, line, without_places(&message))
        })
    }

    fn fields(&self, found: &[(usize, Found)]) -> Fields {
        let nowhere = Span::new(0, 0);
        let mut tree = TreeBuilder::with_capacity(found.len() * 2 + 1);
        tree.open_mapping(Layout::Block, nowhere);
        for (index, found) in found {
            let Some((key, _)) = self.fields.get(*index) else { continue };
            tree.scalar(Cow::Borrowed(key), Style::Plain, nowhere);
            match found {
                Found::Text(text) => tree.scalar(Cow::Owned(text.clone()), Style::DoubleQuoted, nowhere),
                Found::Bool(value) => {
                    tree.scalar(Cow::Borrowed(if *value { "true" } else { "false" }), Style::Plain, nowhere);
                }
                Found::Nothing => tree.scalar(Cow::Borrowed(""), Style::Plain, nowhere),
                Found::Map => {
                    tree.open_mapping(Layout::Block, nowhere);
                    tree.close(0);
                }
            }
        }
        Fields { tree: tree.finish(), typing: Typing::Core, merges: false, unended: None }
    }
}

/// A message of the library without the places in it, which count from where its text began.
fn without_places(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find(" at line ") {
        let place = &rest[at + " at line ".len()..];
        let after = place.trim_start_matches(|c: char| c.is_ascii_digit());
        let after = match after.strip_prefix(" column ") {
            Some(column) if after.len() < place.len() => {
                column.trim_start_matches(|c: char| c.is_ascii_digit())
            }
            _ => {
                let kept = rest.len() - place.len();
                out.push_str(&rest[..kept]);
                rest = place;
                continue;
            }
        };
        out.push_str(&rest[..at]);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Refuses what the library would take long for.
fn measure(text: &str) -> Result<(), Refusal> {
    let refuse = |at: usize, what: &str| {
        let message = format!(
            "{what}; serde_yaml takes time that grows with the square of nested brackets, and refuses 128 levels"
        );
        Err(Refusal::new(RefusalKind::Bounds, Some(line(text, at)), message))
    };
    if text.len() > MAX_BYTES {
        return refuse(MAX_BYTES, "the frontmatter is too long");
    }
    let bytes = text.as_bytes();
    let (mut brackets, mut aliases, mut directives) = (0usize, 0usize, 0usize);
    let mut compact = Some(0usize);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'[' | b'{' => brackets += 1,
            b'*' if at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'\n' | b'[' | b'{' | b',' | b':') => {
                aliases += 1;
            }
            b'%' if at == 0 || bytes[at - 1] == b'\n' => directives += 1,
            _ => {}
        }
        compact = match (byte, compact) {
            (b'\n', _) => Some(0),
            (b'-' | b'?', Some(count)) => Some(count + 1),
            (b' ' | b'\t', count) => count,
            _ => None,
        };
        if brackets > MAX_BRACKETS {
            return refuse(at, "there are too many brackets");
        }
        if aliases > MAX_ALIASES {
            return refuse(at, "there are too many aliases");
        }
        if directives > MAX_DIRECTIVES {
            return refuse(at, "there are too many directives");
        }
        if compact.is_some_and(|count| count > MAX_COMPACT) {
            return refuse(at, "lists nest too deep");
        }
    }
    Ok(())
}

/// What one field of the struct became.
enum Found {
    Text(String),
    Bool(bool),
    Map,
    Nothing,
}

/// The struct, as something to read into.
struct Into<'s>(&'s Shape);

impl<'de> DeserializeSeed<'de> for Into<'_> {
    type Value = Vec<(usize, Found)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        // The names only show in messages, which differ from those of the client anyway.
        deserializer.deserialize_struct("frontmatter", &[], self)
    }
}

impl<'de> Visitor<'de> for Into<'_> {
    type Value = Vec<(usize, Found)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found: Vec<(usize, Found)> = Vec::new();
        while let Some(index) = map.next_key_seed(Key(self.0))? {
            let Some(index) = index else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let (key, want) = self.0.fields[index];
            if found.iter().any(|(known, _)| *known == index) {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
            found.push((index, map.next_value_seed(Slot(want))?));
        }
        for (index, (key, want)) in self.0.fields.iter().enumerate() {
            if found.iter().any(|(known, _)| *known == index) {
                continue;
            }
            match want {
                Want::Text => return Err(A::Error::custom(format_args!("missing field `{key}`"))),
                Want::DefaultText => found.push((index, Found::Text(String::new()))),
                _ => {}
            }
        }
        Ok(found)
    }
}

/// A key: the number of the field, or nothing where it is another.
struct Key<'s>(&'s Shape);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.fields.iter().position(|(name, _)| *name == key))
    }
}

/// The value of one field, as something to read into.
struct Slot(Want);

impl<'de> DeserializeSeed<'de> for Slot {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        match self.0 {
            Want::Text | Want::DefaultText => deserializer.deserialize_string(self),
            Want::OptionalText | Want::Nested(_) => deserializer.deserialize_option(self),
            Want::DefaultBool => deserializer.deserialize_bool(self),
            Want::DefaultMap => deserializer.deserialize_map(self),
        }
    }
}

impl<'de> Visitor<'de> for Slot {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Want::Text | Want::OptionalText | Want::DefaultText => "a string",
            Want::DefaultBool => "a boolean",
            Want::DefaultMap | Want::Nested(_) => "a map",
        })
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Found, E> {
        match self.0 {
            Want::DefaultBool => Ok(Found::Bool(value)),
            _ => Err(E::invalid_type(Unexpected::Bool(value), &self)),
        }
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Found, E> {
        match self.0 {
            Want::Text | Want::OptionalText | Want::DefaultText => Ok(Found::Text(text.to_owned())),
            _ => Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
    }

    fn visit_none<E>(self) -> Result<Found, E> {
        Ok(Found::Nothing)
    }

    fn visit_unit<E>(self) -> Result<Found, E> {
        Ok(Found::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        match self.0 {
            Want::Nested(shape) => Into(shape).deserialize(deserializer).map(|_| Found::Map),
            _ => deserializer.deserialize_string(self),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Found, A::Error> {
        if !matches!(self.0, Want::DefaultMap) {
            return Err(A::Error::invalid_type(Unexpected::Map, &self));
        }
        while map.next_key::<String>()?.is_some() {
            map.next_value::<IgnoredAny>()?;
        }
        Ok(Found::Map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SHAPE: Shape = Shape {
        fields: &[
            ("name", Want::Text),
            ("about", Want::OptionalText),
            ("on", Want::DefaultBool),
            ("more", Want::DefaultMap),
        ],
        first_document: false,
    };

    #[test]
    fn scalars_keep_their_source_text() {
        for (text, name) in
            [("name: 010", "010"), ("name: yes", "yes"), ("name: null", "null"), ("name: 1.10", "1.10")]
        {
            let fields = SHAPE.read(text).unwrap();
            assert_eq!(fields.see("name").and_then(|seen| seen.text()), Some(name), "{text}");
        }
    }

    #[test]
    fn what_a_struct_refuses_is_refused() {
        for (text, kind) in [
            ("about: b", RefusalKind::Type),
            ("name: [a]", RefusalKind::Type),
            ("name: a\nname: b", RefusalKind::DuplicateKey),
            ("name: a\non: yes", RefusalKind::Type),
            ("name: a\nmore: b", RefusalKind::Type),
            ("name: a: b", RefusalKind::Syntax),
        ] {
            assert_eq!(SHAPE.read(text).map_err(|refusal| refusal.kind).err(), Some(kind), "{text}");
        }
        for text in [
            "name: a\nmore:",
            "name: a\nabout: ~",
            "name: a\nx: 1\nx: 2",
            "name: a\non: true",
            "name: a\nmore: {b: [c]}",
        ] {
            assert!(SHAPE.read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn places_are_taken_out_of_messages() {
        for (message, kept) in [
            ("bad at line 2 column 46", "bad"),
            ("bad at line 2 column 4, while parsing a map at line 1 column 1", "bad, while parsing a map"),
            ("stay at line 2", "stay at line 2"),
            ("stay at line column 2 at line 3 column ", "stay at line column 2"),
            ("", ""),
        ] {
            assert_eq!(without_places(message), kept, "{message}");
        }
    }

    #[test]
    fn hostile_text_is_measured_and_not_handed_over() {
        let bombs = [
            "[".repeat(65_536),
            "- ".repeat(30_000),
            "a: *b\n".repeat(1_000),
            "? ".repeat(1_000),
            "%TAG ! x\n".repeat(100),
            "a".repeat(300_000),
        ];
        for bomb in bombs {
            assert_eq!(SHAPE.read(&bomb).map_err(|refusal| refusal.kind).err(), Some(RefusalKind::Bounds));
        }
    }
}
