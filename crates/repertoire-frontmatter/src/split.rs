//! Fences.
use crate::{Problem, Span};
use alloc::vec::Vec;

/// The parts of a source, one after the other and without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split<'a> {
    /// The whole text.
    pub text: &'a str,
    /// What stands before the opening fence: a byte order mark, blank lines, comments.
    pub prefix: Span,
    /// The opening fence with its line end. Empty where there is none.
    pub open: Span,
    /// The lines between the fences.
    pub frontmatter: Span,
    /// The closing fence with its line end. Empty where there is none.
    pub close: Span,
    /// Everything after the closing fence, byte for byte.
    pub body: Span,
    /// What is wrong with the fences, in the order of the text.
    pub problems: Vec<Problem>,
}
/// Splits. Never fails.
#[must_use]
pub fn split(_text: &str) -> Split<'_> { loop {} }
