//! For libraries that do not look at columns inside quotes and brackets: the same text with such
//! lines indented, so that a strict reader takes it.

use std::borrow::Cow;

/// Beyond this column nothing is moved, so that the text cannot grow much.
const MAX_INDENT: usize = 64;

/// What a line may begin inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Single,
    Double,
}

/// Indents each line that begins inside a quoted value or a flow collection, and at a lower column
/// than it must; if so asked, only those that begin with a closing bracket.
pub(super) fn indent(text: &str, closers: bool) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut inside = Inside::Nothing;
    let mut depth = 0usize;
    // The column of the line on which the value began.
    let mut column = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches([' ', '\t']);
        let own = line.len() - content.len();
        let blank = content.trim_end().is_empty();
        if inside == Inside::Nothing && depth == 0 {
            column = own;
        } else if (own <= column || content.len() < line.len() && line.starts_with('\t'))
            && column < MAX_INDENT
            && !blank
            && (!closers || content.starts_with([']', '}']))
        {
            out.push_str(&text[copied..at]);
            out.extend(std::iter::repeat_n(' ', column + 1 - own.min(column)));
            copied = at;
        }
        (inside, depth) = scan(line.trim_end(), inside, depth);
        at += line.len();
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// What is open at the end of a line.
fn scan(line: &str, mut inside: Inside, mut depth: usize) -> (Inside, usize) {
    let bytes = line.as_bytes();
    // Whether a value may begin here.
    let mut begins = depth > 0 || !matches!(inside, Inside::Nothing);
    let mut at = 0;
    if inside == Inside::Nothing && depth == 0 {
        match value_start(line) {
            Some(start) => at = start,
            None => return (inside, depth),
        }
        begins = true;
    }
    while at < bytes.len() {
        let byte = bytes[at];
        match inside {
            Inside::Double if byte == b'\\' => at += 1,
            Inside::Double if byte == b'"' => inside = Inside::Nothing,
            Inside::Single if byte == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            Inside::Single if byte == b'\'' => inside = Inside::Nothing,
            Inside::Double | Inside::Single => {}
            Inside::Nothing => match byte {
                b'"' if begins => inside = Inside::Double,
                b'\'' if begins => inside = Inside::Single,
                b'[' | b'{' if begins || depth > 0 => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                b'#' if at > 0 && matches!(bytes[at - 1], b' ' | b'\t') => return (inside, depth),
                _ if depth == 0 => return (inside, depth), // a plain value, or what follows one
                _ => {}
            },
        }
        if inside == Inside::Nothing {
            begins = match byte {
                b' ' | b'\t' => begins,
                b'[' | b'{' | b',' | b':' => depth > 0,
                _ => false,
            };
        }
        at += 1;
    }
    (inside, depth)
}

/// Where the value of a `key: value` line or of a `- item` begins.
fn value_start(line: &str) -> Option<usize> {
    let mut at = line.len() - line.trim_start_matches([' ', '\t']).len();
    while line[at..].starts_with("- ") {
        at += 2;
        at += line[at..].len() - line[at..].trim_start_matches(' ').len();
    }
    let rest = &line[at..];
    if rest.starts_with(['"', '\'', '[', '{']) {
        return Some(at);
    }
    let colon = rest.find(": ")?;
    let value = rest[colon + 1..].trim_start_matches([' ', '\t']);
    Some(line.len() - value.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_inside_quotes_and_brackets_move_right() {
        for (text, moved) in [
            ("a: \"b\nc\"\nd: e\n", "a: \"b\n c\"\nd: e\n"),
            ("a: 'b''\n\nc'\nd: e\n", "a: 'b''\n\n c'\nd: e\n"),
            ("a: [b,\nc\n]\nd: e\n", "a: [b,\n c\n ]\nd: e\n"),
            ("a:\n  b: {\n\"c\": 1\n}\nd: e\n", "a:\n  b: {\n   \"c\": 1\n   }\nd: e\n"),
            ("- \"a\nb\"\n- c\n", "- \"a\n b\"\n- c\n"),
        ] {
            assert_eq!(indent(text, false), moved, "{text:?}");
        }
        assert_eq!(
            indent(
                "a: [\n\"b\
\"\n]\n",
                true
            ),
            "a: [\n\"b\
\"\n ]\n"
        );
        for same in [
            "a: b \"c\nd: e\n",
            "a: it's\nb: c\n",
            "a: [b, 'c # d']\ne: f\n",
            "a: b # \"c\nd: e\n",
            "a: \"b\\\"\" # '\nc: d\n",
        ] {
            assert_eq!(indent(same, false), same);
        }
    }
}
