//! Byte ranges into the text that was read.

use core::ops::Range;

/// A half-open range of bytes, counted from 0, of the text that was given to the reader.
///
/// Offsets are held in 32 bits: texts of 4 GiB and more are refused before they are read (see
/// [`MAX_BYTES`](crate::MAX_BYTES)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The bytes from `start` up to and without `end`. Ends beyond 32 bits are held at the
    /// greatest offset.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: narrow(start), end: narrow(end.max(start)) }
    }

    /// The first byte.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// The byte after the last.
    #[must_use]
    pub const fn end(self) -> usize {
        self.end as usize
    }

    /// How many bytes it covers.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies within it.
    #[must_use]
    pub const fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The bytes it covers of `text`, or nothing where it does not lie on `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_frontmatter::Span;
    ///
    /// assert_eq!(Span::new(6, 10).slice("name: tide\n"), "tide");
    /// assert_eq!(Span::new(6, 99).slice("short"), "");
    /// ```
    #[must_use]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start()..self.end()).unwrap_or_default()
    }

    /// The same as a range of bytes.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_measures_holds_and_cuts() {
        let span = Span::new(3, 7);
        assert_eq!((span.start(), span.end(), span.len(), span.is_empty()), (3, 7, 4, false));
        assert_eq!((span.range(), Range::from(span)), (3..7, 3..7));
        assert_eq!(span.slice("012größe"), "grö");
        assert_eq!(Span::new(3, 6).slice("012größe"), "", "within a character");
        let empty = Span::new(5, 5);
        assert_eq!((empty.len(), empty.is_empty(), Span::new(5, 2)), (0, true, empty));
        for (other, held) in
            [((3, 7), true), ((4, 6), true), ((5, 5), true), ((2, 7), false), ((3, 8), false)]
        {
            assert_eq!(span.contains(Span::new(other.0, other.1)), held, "{other:?}");
        }
    }

    #[test]
    fn ends_beyond_32_bits_are_held_at_the_greatest_offset() {
        let span = Span::new(1, usize::MAX);
        assert_eq!((span.start(), span.end()), (1, u32::MAX as usize));
    }
}
