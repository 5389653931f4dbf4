//! Untrusted text within sentences of ours: on one line, and bounded.

use std::path::Path;

/// The most characters of a name within a sentence.
const NAME: usize = 80;
/// What closes a text that was cut.
const ELLIPSIS: &str = "...";

/// A text on one line: what breaks lines, or is not seen, becomes an escape such as `\u{202e}`.
pub(crate) fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for piece in text.split_inclusive(['"', '\'', '\\']) {
        // These three are kept as they are: nothing here is read back.
        let end = piece.char_indices().next_back().filter(|(_, c)| matches!(c, '"' | '\'' | '\\'));
        let (before, last) = piece.split_at(end.map_or(piece.len(), |(at, _)| at));
        line.extend(before.escape_debug());
        line.push_str(last);
    }
    line
}

/// A name on one line, cut where it is very long.
pub(crate) fn name(text: &str) -> String {
    cut(&line(&cut(text, NAME)), NAME)
}

/// A text on one line between quotes that nothing in it can close.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", line(text).replace('\\', r"\\").replace('"', "\\\""))
}

/// The beginning of a text, closed with an ellipsis if there is more of it.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let kept = text.chars().take(most.saturating_sub(ELLIPSIS.len()));
    kept.chain(ELLIPSIS.chars()).take(most).collect()
}

/// A path as valid Unicode, with every byte that is not UTF-8 as `\xNN`.
pub(crate) fn path(path: &Path) -> String {
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown.push_str(chunk.valid());
        for byte in chunk.invalid() {
            shown.push_str(&format!(r"\x{byte:02X}"));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_one_line_and_ordinary_text_stays_as_it_is() {
        assert_eq!(line("a\n\nb\u{202e}\u{1b}[0m"), "a\\n\\nb\\u{202e}\\u{1b}[0m");
        for text in ["", "it's \"so\" \\ and `so`", "über/潮汐/कि.md"] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn nothing_closes_its_quotes() {
        assert_eq!(quoted("tide"), "\"tide\"");
        assert_eq!(quoted("a\" b"), r#""a\" b""#);
        assert_eq!(quoted("a\\"), r#""a\\""#);
    }

    #[test]
    fn a_cut_text_has_the_length_that_was_asked_for() {
        for (text, most, want) in
            [("abcdef", 6, "abcdef"), ("abcdef", 5, "ab..."), ("ab", 1, "."), ("a", 0, ""), ("äöü", 3, "äöü")]
        {
            assert_eq!(cut(text, most), want);
        }
        assert_eq!(name(&"\n".repeat(70_000)).chars().count(), NAME);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_shows_every_byte() {
        use std::os::unix::ffi::OsStrExt as _;
        let odd = std::ffi::OsStr::from_bytes(b"a\xFF/b");
        assert_eq!(path(Path::new(odd)), r"a\xFF/b");
    }
}
