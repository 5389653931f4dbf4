//! What single libraries look at beyond the grammar: characters, tabs, brackets, dates.

use repertoire_frontmatter::{Layout, Resolution, Resolved, Span, Style, Tree, ValueKind, resolve};

/// The first character that YAML does not call printable.
pub(super) fn unprintable(text: &str) -> Option<usize> {
    text.char_indices().find(|(_, c)| !printable(*c)).map(|(at, _)| at)
}

fn printable(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{85}' => true,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => false,
        '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    }
}

/// A tag that stands at a node or right before it.
pub(super) fn tag(text: &str, span: Span) -> Option<Span> {
    let bytes = text.as_bytes();
    let end_of = |at: usize| {
        let rest = &bytes[at..];
        at + rest
            .iter()
            .position(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}'))
            .unwrap_or(rest.len())
    };
    if bytes.get(span.start()) == Some(&b'!') {
        return Some(Span::new(span.start(), end_of(span.start())));
    }
    let at = text.get(..span.start())?.rfind('!')?;
    let end = end_of(at);
    text.get(end..span.start()).is_some_and(|between| between.trim().is_empty()).then(|| Span::new(at, end))
}

/// The list or map in brackets that begins at a byte.
pub(super) fn brackets(text: &str, at: usize) -> Option<Span> {
    let mut depth = 0usize;
    let mut quote = None;
    for (length, byte) in text.as_bytes().get(at..)?.iter().enumerate() {
        match (quote, byte) {
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[' | b'{') => depth += 1,
            (None, b']' | b'}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(Span::new(at, at + length + 1));
                }
            }
            (None, _) if depth == 0 => return None,
            (None, _) => {}
        }
    }
    None
}

/// The first key that is nothing.
pub(super) fn empty_key(tree: &Tree<'_>) -> Option<usize> {
    let maps = tree.values().filter(|value| value.is_mapping());
    maps.flat_map(|map| map.entries())
        .find(|entry| entry.key.is_absent())
        .map(|entry| entry.key.span().start())
}

/// The spans of quoted values and block scalars, in order.
fn opaque(tree: &Tree<'_>) -> Vec<Span> {
    let quoted = |kind| matches!(kind, ValueKind::Scalar(style) if style != Style::Plain);
    let mut spans: Vec<Span> =
        tree.values().filter(|value| quoted(value.kind())).map(|value| value.span()).collect();
    spans.sort_unstable();
    spans
}

fn covers(spans: &[Span], at: usize) -> bool {
    let after = spans.partition_point(|span| span.start() <= at);
    after > 0 && at < spans[after - 1].end()
}

/// Where a comment begins on the line at `start..end`, outside `opaque` spans.
fn comment(bytes: &[u8], start: usize, end: usize, opaque: &[Span]) -> usize {
    let begins = |at: usize| {
        bytes[at] == b'#' && (at == start || matches!(bytes[at - 1], b' ' | b'\t')) && !covers(opaque, at)
    };
    (start..end).find(|at| begins(*at)).unwrap_or(end)
}

/// The first tab outside quotes, block scalars and comments.
pub(super) fn bare_tab(tree: &Tree<'_>, text: &str) -> Option<usize> {
    if !text.contains('\t') {
        return None;
    }
    let opaque = opaque(tree);
    lines(text).find_map(|(start, end)| {
        let end = comment(text.as_bytes(), start, end, &opaque);
        (start..end).find(|at| text.as_bytes()[*at] == b'\t' && !covers(&opaque, *at))
    })
}

/// The first and the last byte of each line, without the line feed.
fn lines(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, start + line.trim_end_matches('\n').len())
    })
}

/// The first flow collection.
pub(super) fn flow(tree: &Tree<'_>) -> Option<usize> {
    let is_flow = |kind| matches!(kind, ValueKind::Sequence(Layout::Flow) | ValueKind::Mapping(Layout::Flow));
    tree.values().find(|value| is_flow(value.kind())).map(|value| value.span().start())
}

/// Where anchors, aliases and tags begin: behind a blank, a bracket or a comma, outside values.
pub(super) fn node_properties(tree: &Tree<'_>, text: &str) -> Vec<usize> {
    if !text.contains(['&', '*', '!']) {
        return Vec::new();
    }
    let mut spans = opaque(tree);
    spans.extend(tree.values().filter(|value| value.style() == Some(Style::Plain)).map(|value| value.span()));
    spans.sort_unstable();
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (start, end) in lines(text) {
        let end = comment(bytes, start, end, &spans);
        found.extend((start..end).filter(|at| {
            let first = *at == start || matches!(bytes[at - 1], b' ' | b'\t' | b'[' | b'{' | b',');
            // An alias is a node of its own: its span begins at the star.
            let alias = bytes[*at] == b'*' && spans.binary_search_by_key(at, |span| span.start()).is_ok();
            first && (alias || (matches!(bytes[*at], b'&' | b'!' | b'*') && !covers(&spans, *at)))
        }));
    }
    found
}

/// Whether what begins at a byte is no anchor, or one that PyYAML reads.
pub(super) fn is_word_anchor(text: &str, at: usize) -> bool {
    let Some(name) = text[at..].strip_prefix(['&', '*']) else { return true };
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let follows = rest.chars().next().is_none_or(|c| c.is_whitespace() || "?:,]}%@`".contains(c));
    rest.len() < name.len() && follows
}

/// The first plain scalar inside brackets that holds a question mark.
pub(super) fn flow_question(tree: &Tree<'_>) -> Option<usize> {
    let mut flow_end = 0;
    tree.values().find_map(|value| {
        let span = value.span();
        match value.kind() {
            ValueKind::Sequence(Layout::Flow) | ValueKind::Mapping(Layout::Flow) => {
                flow_end = flow_end.max(span.end());
                None
            }
            ValueKind::Scalar(Style::Plain) if span.start() < flow_end => {
                value.text().and_then(|text| text.find('?')).filter(|at| *at > 0).map(|_| span.start())
            }
            _ => None,
        }
    })
}

/// The first plain value that YAML 1.1 types and PyYAML cannot construct: a lone `=` or `<<`, or a
/// date that no calendar has.
pub(super) fn unconstructible(tree: &Tree<'_>) -> Option<usize> {
    let mut keys: Vec<usize> = tree
        .values()
        .flat_map(|value| value.entries().map(|entry| entry.key.span().start()).collect::<Vec<_>>())
        .collect();
    keys.sort_unstable();
    let plain = tree.values().filter(|value| value.style() == Some(Style::Plain));
    plain
        .filter(|value| match value.text() {
            Some("=" | "<<") => keys.binary_search(&value.span().start()).is_err(),
            Some(text) => {
                matches!(resolve(text, Resolution::Yaml11), Resolved::Timestamp(_)) && !exists(text)
            }
            None => false,
        })
        .map(|value| value.span().start())
        .next()
}

/// Whether a calendar has the day that a timestamp begins with.
fn exists(timestamp: &str) -> bool {
    let mut parts = timestamp.split(['-', 'T', 't', ' ', '\t']).map(|part| part.parse::<u32>().unwrap_or(0));
    let (year, month, day) =
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day)
}

/// The first `<<` whose value is neither a map nor a list of maps.
pub(super) fn bad_merge(tree: &Tree<'_>) -> Option<usize> {
    let maps = tree.values().filter(|value| value.is_mapping());
    maps.flat_map(|map| map.entries())
        .filter(|entry| entry.key.text() == Some("<<") && entry.key.style() == Some(Style::Plain))
        .find(|entry| {
            let value = entry.value;
            !(value.is_mapping() || (value.is_sequence() && value.items().all(|item| item.is_mapping())))
        })
        .map(|entry| entry.value.span().start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use repertoire_frontmatter::parse_fields;

    #[test]
    fn tabs_count_outside_quotes_blocks_and_comments() {
        for (text, found) in [
            ("a: b\tc\n", Some(4)),
            ("a: \"b\tc\"\n", None),
            ("a: |\n  b\tc\nd: e\n", None),
            ("a: b # c\td\n", None),
            ("a: b\t# c\n", Some(4)),
            ("# a\tb\n", None),
            ("a: 'b # c'\t# d\n", Some(10)),
        ] {
            assert_eq!(bare_tab(parse_fields(text).tree(), text), found, "{text:?}");
        }
    }

    #[test]
    fn dates_are_held_to_the_calendar() {
        for (text, there) in [
            ("2024-02-29", true),
            ("2023-02-29", false),
            ("2024-13-01", false),
            ("2024-04-30T10:00:00Z", true),
        ] {
            assert_eq!(exists(text), there, "{text}");
        }
    }
}
