//! Fixes: sets of edits on the bytes of one source.

use crate::Span;
use serde::Serialize;

/// Whether a fix may be applied without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Applicability {
    /// What a lenient reader sees stays the same.
    Safe,
    /// The meaning may change; a person should look.
    Unsafe,
}

/// One replacement of bytes. An empty span inserts, an empty text deletes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Replaces the bytes of `span` by `text`.
    #[must_use]
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// A set of edits that together mend one diagnostic, ordered by span and without overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied without asking.
    pub applicability: Applicability,
    /// The edits, in the order of their spans.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that keeps what a lenient reader sees.
    #[must_use]
    pub fn safe(edits: Vec<Edit>) -> Self {
        Self { applicability: Applicability::Safe, edits }
    }

    /// A fix that a person should look at.
    #[must_use]
    pub fn r#unsafe(edits: Vec<Edit>) -> Self {
        Self { applicability: Applicability::Unsafe, edits }
    }
}

/// Why a set of edits cannot be applied to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// An edit reaches past the text, ends before it starts, or cuts a character in two.
    #[error(
        "the edit at bytes {0}..{1} does not lie on the text; take edits from a report on this very text"
    )]
    Bounds(usize, usize),
    /// Two edits touch the same bytes.
    #[error("two edits overlap at byte {0}; apply one, then look again")]
    Overlap(usize),
}

/// Applies edits in any order and keeps every other byte.
///
/// # Errors
///
/// [`ApplyError::Bounds`] and [`ApplyError::Overlap`]; the text is then left as it was. Two
/// insertions at one byte overlap, because their order would be a guess.
///
/// # Examples
///
/// ```
/// use repertoire_diagnostic::{Edit, Span, apply};
///
/// let edits = [Edit::new(Span::new(6, 10), "tide")];
/// assert_eq!(apply("name: Tide\n", &edits)?, "name: tide\n");
/// # Ok::<(), repertoire_diagnostic::ApplyError>(())
/// ```
pub fn apply(text: &str, edits: &[Edit]) -> Result<String, ApplyError> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result =
        String::with_capacity(text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut done = 0;
    let mut last: Option<Span> = None;
    for edit in order {
        let Span { start, end } = edit.span;
        if last.is_some_and(|last| start < last.end || (start == last.start && end == last.end)) {
            return Err(ApplyError::Overlap(start));
        }
        let (Some(kept), Some(_)) = (text.get(done..start), text.get(start..end)) else {
            return Err(ApplyError::Bounds(start, end));
        };
        result.push_str(kept);
        result.push_str(&edit.text);
        done = end;
        last = Some(edit.span);
    }
    result.push_str(text.get(done..).unwrap_or_default());
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit::new(Span::new(start, end), text)
    }

    #[test]
    fn edits_apply_in_any_order() {
        let edits = [edit(4, 5, "E"), edit(0, 1, ""), edit(2, 2, "--")];
        assert_eq!(apply("abcde", &edits).as_deref(), Ok("b--cdE"));
    }

    #[test]
    fn overlaps_and_strays_are_refused() {
        assert_eq!(apply("abc", &[edit(0, 2, ""), edit(1, 3, "")]), Err(ApplyError::Overlap(1)));
        assert_eq!(apply("abc", &[edit(1, 1, "x"), edit(1, 1, "y")]), Err(ApplyError::Overlap(1)));
        assert_eq!(apply("abc", &[edit(2, 9, "")]), Err(ApplyError::Bounds(2, 9)));
        assert_eq!(apply("é", &[edit(1, 2, "")]), Err(ApplyError::Bounds(1, 2)));
        assert_eq!(apply("abc", &[edit(2, 1, "")]), Err(ApplyError::Bounds(2, 1)));
    }
}
