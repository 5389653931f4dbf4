//! Lines of a text: where each begins, is first not blank, and ends.

/// One line. Offsets are bytes of the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The first byte.
    pub(crate) start: usize,
    /// The first byte that is neither space nor tab; `end` on a blank line.
    pub(crate) first: usize,
    /// The byte after the last, without LF or CR LF.
    pub(crate) end: usize,
    /// The first byte of the next line.
    pub(crate) next: usize,
    /// A tab stands before `first`.
    pub(crate) tab: bool,
}

impl Line {
    pub(crate) fn is_blank(self) -> bool {
        self.first == self.end
    }
}

/// The line that begins at `start`, in a text that ends at `limit`; nothing at the end.
pub(crate) fn line_at(bytes: &[u8], start: usize, limit: usize) -> Option<Line> {
    if start >= limit {
        return None;
    }
    let (end, next) = match memchr::memchr(b'\n', &bytes[start..limit]) {
        Some(at) => (start + at, start + at + 1),
        None => (limit, limit),
    };
    let end = if next > end && end > start && bytes[end - 1] == b'\r' { end - 1 } else { end };
    let mut first = start;
    let mut tab = false;
    while first < end && matches!(bytes[first], b' ' | b'\t') {
        tab |= bytes[first] == b'\t';
        first += 1;
    }
    Some(Line { start, first, end, next, tab })
}

/// The first byte from `at` on that is neither space nor tab, or `end`.
pub(crate) fn skip_blanks(bytes: &[u8], mut at: usize, end: usize) -> usize {
    while at < end && matches!(bytes[at], b' ' | b'\t') {
        at += 1;
    }
    at
}

/// The end of what stands in `start..end` without the spaces and tabs behind it.
pub(crate) fn trim_end(bytes: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && matches!(bytes[end - 1], b' ' | b'\t') {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_and_crlf_only() {
        let bytes = b" a\r\n\r\r\nb";
        let line = |start, first, end, next| Some(Line { start, first, end, next, tab: false });
        assert_eq!(line_at(bytes, 0, bytes.len()), line(0, 1, 2, 4));
        assert_eq!(line_at(bytes, 4, bytes.len()), line(4, 4, 5, 7));
        assert_eq!(line_at(bytes, 7, bytes.len()), line(7, 7, 8, 8));
        assert_eq!(line_at(bytes, 8, bytes.len()), None);
        assert!(line_at(b" \ta", 0, 3).is_some_and(|line| line.tab && line.first == 2));
    }

    #[test]
    fn blanks_are_spaces_and_tabs() {
        let bytes = b"\n \t\n\r\n\t a \r";
        let line = |start, first, end, next, tab| Some(Line { start, first, end, next, tab });
        assert_eq!(line_at(bytes, 0, bytes.len()), line(0, 0, 0, 1, false));
        assert_eq!(line_at(bytes, 1, bytes.len()), line(1, 3, 3, 4, true));
        assert_eq!(line_at(bytes, 4, bytes.len()), line(4, 4, 4, 6, false));
        assert_eq!(
            line_at(bytes, 6, bytes.len()),
            line(6, 8, 11, 11, true),
            "no break, so a lone CR is text"
        );
        assert_eq!(line_at(bytes, 6, 7), line(6, 7, 7, 7, true), "nothing beyond the limit");
        assert!(line_at(bytes, 1, bytes.len()).is_some_and(Line::is_blank));
        assert!(!line_at(bytes, 6, bytes.len()).is_some_and(Line::is_blank));
        let text = b" \ta b\t ";
        assert_eq!((skip_blanks(text, 0, 7), skip_blanks(text, 2, 7), skip_blanks(text, 5, 6)), (2, 2, 6));
        assert_eq!((trim_end(text, 0, 7), trim_end(text, 0, 5), trim_end(text, 6, 7)), (5, 5, 6));
    }
}
