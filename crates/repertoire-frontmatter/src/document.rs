//! Documents.
use crate::{Problem, Span, Split, Tree};

/// A source that was read: its parts, its tree and its problems.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    split: Split<'a>,
    tree: Tree<'a>,
    problems: alloc::vec::Vec<Problem>,
}

impl<'a> Document<'a> {
    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &'a str { self.split.text }
    /// The parts: prefix, fences, frontmatter, body (spans that tile the text).
    #[must_use]
    pub fn split(&self) -> &Split<'a> { &self.split }
    /// Whether an opening and a closing fence were found or recovered.
    #[must_use]
    pub fn has_frontmatter(&self) -> bool { !self.split.open.is_empty() && !self.split.close.is_empty() }
    /// The lines between the fences.
    #[must_use]
    pub fn frontmatter(&self) -> &'a str { self.split.frontmatter.slice(self.split.text) }
    /// What follows the closing fence, byte for byte.
    #[must_use]
    pub fn body(&self) -> &'a str { self.split.body.slice(self.split.text) }
    /// The tree, with spans into the whole text.
    #[must_use]
    pub fn tree(&self) -> &Tree<'a> { &self.tree }
    /// All problems, of the fences and of the frontmatter, ordered by span.
    #[must_use]
    pub fn problems(&self) -> &[Problem] { &self.problems }
    /// Whether any part was left to a full YAML reader.
    #[must_use]
    pub fn needs_yaml(&self) -> bool { self.problems.iter().any(|p| matches!(p.kind, crate::ProblemKind::Unsupported(_))) }
    /// Whether any problem is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool { self.problems.iter().any(|p| p.kind.is_error()) }
    /// The whole lines that an entry of the root mapping takes, its line end included.
    #[must_use]
    pub fn extent(&self, _key: Span) -> Span { loop {} }
}

/// Reads a source. Never fails.
#[must_use]
pub fn parse(_text: &str) -> Document<'_> { loop {} }

/// Reads bytes; what is not UTF-8 is an `encoding` problem.
///
/// # Errors
/// The `encoding` problem with its offset.
pub fn parse_bytes(_bytes: &[u8]) -> Result<Document<'_>, Problem> { loop {} }

/// Reads text that stands between fences.
#[must_use]
pub fn parse_fields(_text: &str) -> Document<'_> { loop {} }
