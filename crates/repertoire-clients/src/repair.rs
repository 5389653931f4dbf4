//! What clients try where their reader refuses: each a pass over lines.

use crate::client::Repair;
use crate::fence::Parts;
use crate::forecast::Outcome;
use crate::reader::{self, Fields, Reader, Refusal};
use std::ops::Range;

/// How many rounds a repair takes that mends one line at a time.
const MAX_ROUNDS: usize = 3;

/// What a repair comes to: nothing where none is tried, the fields, or an outcome of its own.
pub(crate) fn repair(
    repair: Repair,
    reader: Reader,
    text: &str,
    parts: &Parts<'_>,
    refusal: &Refusal,
) -> Option<Result<Fields, Outcome>> {
    let frontmatter = parts.frontmatter;
    match repair {
        Repair::None => None,
        Repair::QuotedLines => reader.read(&quoted_lines(frontmatter)).ok().map(Ok),
        Repair::Blocks => {
            let blocks = blocks(frontmatter);
            // Only a frontmatter behind an exact fence is looked at.
            let exact = text.starts_with("---\n") || text.starts_with("---\r\n");
            if !exact || blocks == frontmatter {
                return Some(Err(Outcome::SkipsSilently));
            }
            reader.read(&blocks).ok().map(Ok)
        }
        Repair::QuotedDescription => quoted_description(reader, frontmatter, refusal).map(Ok),
        Repair::FieldLines => Some(Ok(field_lines(frontmatter))),
        Repair::AnyLines => Some(Ok(Fields::texts(reader::any_lines(frontmatter)))),
    }
}

/// The lines of name and description.
pub(crate) fn field_lines(frontmatter: &str) -> Fields {
    Fields::texts(reader::field_lines(frontmatter))
}

/// Puts plain values into single quotes that hold a colon and a blank, or that begin with a
/// character which plain values may not begin with. Block scalars are left alone.
fn quoted_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut block: Option<usize> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if block.is_some_and(|key| line.trim().is_empty() || indent > key) {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        block = None;
        match quoted_line(line) {
            Some(quoted) => out.push_str(&quoted),
            None => {
                let value = line.split_once(':').map_or("", |(_, value)| value.trim_start());
                if value.starts_with(['|', '>']) {
                    block = Some(indent);
                }
                out.push_str(line);
            }
        }
        out.push('\n');
    }
    out
}

fn quoted_line(line: &str) -> Option<String> {
    let (key, rest) = line.split_once(':')?;
    if key.trim().is_empty() || !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let end = rest.find(" #").unwrap_or(rest.len());
    let (value, comment) = (rest[..end].trim(), &rest[end..]);
    if value.is_empty() || value.starts_with(['\'', '"', '|', '>']) {
        return None;
    }
    let colon = value.match_indices(':').any(|(at, _)| value[at + 1..].starts_with(char::is_whitespace));
    let reserved = value.starts_with(['[', '{', '@', '`']) && repertoire_yaml::parse(value, 0).is_err();
    (colon || reserved).then(|| format!("{key}: '{}'{comment}", value.replace('\'', "''")))
}

/// Makes literal blocks of unindented values that hold a colon.
fn blocks(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let block = line.split_once(':').and_then(|(key, value)| {
            let key = key.trim_end();
            let word = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let value = value.trim();
            let takes = word && value.contains(':') && !value.starts_with(['"', '\'']);
            takes.then(|| format!("{key}: |-\n  {value}"))
        });
        out.push(block.unwrap_or_else(|| line.to_owned()));
    }
    let mut out = out.join("\n");
    if text.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// Puts the value of the first faulty line into double quotes, as long as that line is one of
/// those that the client mends.
fn quoted_description(reader: Reader, text: &str, refusal: &Refusal) -> Option<Fields> {
    let mut text = text.to_owned();
    let mut refusal = refusal.clone();
    for _ in 0..MAX_ROUNDS {
        let Range { start, end } = nth_line(&text, refusal.line?);
        let (key, value) = text[start..end].split_once(':')?;
        let value = value.trim();
        let mends = match key.trim_end() {
            "description" => true,
            "read_when" | "summary" => value.contains(": "),
            _ => false,
        };
        if !mends || value.starts_with(['|', '>']) {
            return None;
        }
        let quoted =
            format!("{key}: \"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t"));
        text.replace_range(start..end, &quoted);
        match reader.read(&text) {
            Ok(fields) => return Some(fields),
            Err(next) => refusal = next,
        }
    }
    None
}

/// A line of a text without its feed, counted from 1; the last line where there are not so many,
/// for a reader may have ended the text with a feed of its own.
fn nth_line(text: &str, line: usize) -> Range<usize> {
    let mut start = 0;
    for _ in 1..line {
        let Some(length) = text[start..].find('\n') else { break };
        start += length + 1;
    }
    start..text[start..].find('\n').map_or(text.len(), |length| start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_quoted_where_that_helps() {
        for (line, quoted) in [
            ("a: b: c", "a: 'b: c'"),
            ("  a-b: <c: d> # e", "  a-b: '<c: d>' # e"),
            ("a: it's: b", "a: 'it''s: b'"),
            ("a: [b, c", "a: '[b, c'"),
            ("a: @b", "a: '@b'"),
        ] {
            assert_eq!(quoted_lines(line), format!("{quoted}\n"), "{line}");
        }
        for same in
            ["a: b", "a: b:", "a: *b", "a: [b, c]", "a: \"b: c", "a:b: c", ": b: c", "a: |\n  b: c: d\n"]
        {
            assert_eq!(quoted_lines(same).trim_end(), same.trim_end(), "{same}");
        }
    }

    #[test]
    fn a_line_is_found_by_its_number() {
        for (line, found) in [(0, "a"), (1, "a"), (2, "\u{feff}é"), (3, ""), (4, "b"), (9, "b")] {
            assert_eq!(&"a\n\u{feff}é\n\nb"[nth_line("a\n\u{feff}é\n\nb", line)], found, "{line}");
        }
    }

    #[test]
    fn a_byte_order_mark_does_not_hide_the_faulty_line() {
        let reader = Reader::Yaml(&reader::YAML);
        for text in ["\u{feff}}\nname: a", "\u{feff}\nname: a\ndescription: *b\nx: y"] {
            let refusal = reader.read(text).unwrap_err();
            let mended = quoted_description(reader, text, &refusal);
            let description = mended.as_ref().and_then(|fields| fields.typed("description"));
            let wanted = text.contains("description").then_some("*b");
            assert_eq!(description.and_then(|(_, text)| text), wanted, "{text}");
        }
    }

    #[test]
    fn blocks_take_the_place_of_values_with_a_colon() {
        assert_eq!(blocks("a: b: c\nd: e\n"), "a: |-\n  b: c\nd: e\n");
        for same in ["a-b: c: d", "a: \"b: c", "a: b", " a: b: c", "a: [b, c"] {
            assert_eq!(blocks(same), same);
        }
    }
}
