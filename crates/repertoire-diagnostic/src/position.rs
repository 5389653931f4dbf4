//! Byte spans, and what line and column they stand on.

use serde::Serialize;

/// A half-open range of bytes, counted from 0, of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to and without `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// How many bytes it covers.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

impl From<Span> for std::ops::Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// A place as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// The line, from 1. Lines end at LF; a CR before it belongs to the line.
    pub line: usize,
    /// The column, from 1, in Unicode scalar values. A leading byte order mark counts as none.
    pub column: usize,
    /// The byte, from 0.
    pub offset: usize,
}

/// The starts of the lines of one text, built once, so that each look-up is a binary search and
/// one walk along a line.
///
/// # Examples
///
/// ```
/// use repertoire_diagnostic::LineIndex;
///
/// let index = LineIndex::new("größe\nb");
/// assert_eq!(index.position(7).column, 6);
/// assert_eq!(index.position(8).line, 2);
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1));
        Self { text, starts }
    }

    /// The position of a byte. An offset past the end is taken as the end, one inside a
    /// character as that character's first byte.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        let before = &self.text[start..offset];
        let before = if start == 0 { before.strip_prefix('\u{feff}').unwrap_or(before) } else { before };
        Position { line, column: before.chars().count() + 1, offset }
    }

    /// The first and the last position of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> (Position, Position) {
        (self.position(span.start), self.position(span.end.max(span.start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let index = LineIndex::new("a\r\nö€b\n");
        let at = |offset| {
            let p = index.position(offset);
            (p.line, p.column, p.offset)
        };
        assert_eq!(at(0), (1, 1, 0));
        assert_eq!(at(2), (1, 3, 2));
        assert_eq!(at(3), (2, 1, 3));
        assert_eq!(at(5), (2, 2, 5));
        assert_eq!(at(6), (2, 2, 5), "inside a character");
        assert_eq!(at(9), (2, 4, 9));
        assert_eq!(at(99), (3, 1, 10), "past the end");
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        assert_eq!(LineIndex::new("\u{feff}---\n").position(3).column, 1);
    }
}
