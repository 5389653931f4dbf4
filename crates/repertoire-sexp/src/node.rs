//! How a form is kept: one small node an element.

use core::ops::Range;

/// One element in the arena: the bytes it spans, and a flag in the spare bit of each end.
///
/// The elements of a form stand in the order of their first bytes, a list before its elements.
/// What an element is, its first byte tells. While a list is open, `end` holds the index of the
/// list around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The first byte; flagged where the element is a dotted tail.
    start: u32,
    /// The byte after the last; flagged where a string holds a backslash.
    end: u32,
}

impl Node {
    /// The index of no node.
    pub(crate) const NONE: u32 = u32::MAX;
    const FLAG: u32 = 1 << 31;

    pub(crate) fn open(start: usize, parent: u32, tail: bool) -> Self {
        Self { start: Self::pack(start, tail), end: parent }
    }

    pub(crate) fn atom(span: Range<usize>, escaped: bool, tail: bool) -> Self {
        Self { start: Self::pack(span.start, tail), end: Self::pack(span.end, escaped) }
    }

    /// Ends an open list and gives the index of the list around it.
    pub(crate) fn close(&mut self, end: usize) -> u32 {
        core::mem::replace(&mut self.end, Self::pack(end, false))
    }

    fn pack(at: usize, flag: bool) -> u32 {
        // `read` refuses sources of more than `MAX_BYTES`, so that offsets have 31 bits.
        let at = at as u32;
        at | if flag { Self::FLAG } else { 0 }
    }

    pub(crate) const fn start(self) -> usize {
        (self.start & !Self::FLAG) as usize
    }

    pub(crate) const fn end(self) -> usize {
        (self.end & !Self::FLAG) as usize
    }

    pub(crate) const fn is_tail(self) -> bool {
        self.start & Self::FLAG != 0
    }

    pub(crate) const fn is_escaped(self) -> bool {
        self.end & Self::FLAG != 0
    }
}
