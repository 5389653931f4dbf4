//! A source that was read: its parts, its tree and its problems.

use crate::found::decode;
use crate::lex::{Lexed, lex};
use crate::{Problem, ProblemKind, Span, Split, Tree, split};
use alloc::vec::Vec;

/// A source that was read: its parts, its tree and its problems.
///
/// All spans lie on the text that was given to [`parse`].
#[derive(Clone, Debug)]
pub struct Document<'a> {
    split: Split<'a>,
    tree: Tree<'a>,
    extents: Vec<Span>,
    problems: Vec<Problem>,
}

impl<'a> Document<'a> {
    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.split.text
    }

    /// The parts: prefix, fences, frontmatter and body, whose spans tile the text.
    #[must_use]
    pub fn split(&self) -> &Split<'a> {
        &self.split
    }

    /// Whether an opening and a closing fence were found or recovered.
    #[must_use]
    pub fn has_frontmatter(&self) -> bool {
        !self.split.open.is_empty() && !self.split.close.is_empty()
    }

    /// The lines between the fences.
    #[must_use]
    pub fn frontmatter(&self) -> &'a str {
        self.split.frontmatter.slice(self.split.text)
    }

    /// What follows the closing fence, byte for byte.
    #[must_use]
    pub fn body(&self) -> &'a str {
        self.split.body.slice(self.split.text)
    }

    /// The tree of the frontmatter.
    #[must_use]
    pub fn tree(&self) -> &Tree<'a> {
        &self.tree
    }

    /// The whole lines that each entry of the root mapping takes, line ends included, in the
    /// order of [`Tree::entries`]. Comments, blank lines and skipped lines belong to none.
    #[must_use]
    pub fn extents(&self) -> &[Span] {
        &self.extents
    }

    /// All problems, of the fences and of the frontmatter, ordered by span.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether any part was left to a full YAML reader.
    #[must_use]
    pub fn needs_yaml(&self) -> bool {
        self.problems.iter().any(|problem| matches!(problem.kind, ProblemKind::Unsupported(_)))
    }

    /// Whether any problem is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.kind.is_error())
    }
}

/// Reads a source: fences, frontmatter, body. Never fails.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::parse;
///
/// let document = parse("---\nname: tide\ndescription: Use when: asked\n---\nBody.\n");
/// let description = document.tree().get("description").and_then(|value| value.text());
/// assert_eq!(description, Some("Use when: asked"));
/// assert_eq!(document.problems()[0].id(), "yaml-colon");
/// assert_eq!(document.body(), "Body.\n");
/// ```
#[must_use]
pub fn parse(text: &str) -> Document<'_> {
    let split = split(text);
    if split.open.is_empty() || split.close.is_empty() {
        let problems = split.problems.clone();
        return Document { split, tree: Tree::default(), extents: Vec::new(), problems };
    }
    let range = split.frontmatter;
    document(split, range)
}

/// Reads bytes like [`parse`].
///
/// # Errors
///
/// An [`Encoding`](ProblemKind::Encoding) problem where they are not UTF-8, with the offset of
/// the first byte that is not.
///
/// # Examples
///
/// ```
/// let problem = repertoire_frontmatter::parse_bytes(b"---\nname: g\xb3os\n---\n").unwrap_err();
/// assert_eq!((problem.id(), problem.span.start()), ("encoding", 11));
/// ```
pub fn parse_bytes(bytes: &[u8]) -> Result<Document<'_>, Problem> {
    decode(bytes).map(parse)
}

/// Reads text that stands between fences, without any.
///
/// # Examples
///
/// ```
/// let document = repertoire_frontmatter::parse_fields("tags: [a, b]\n");
/// assert_eq!(document.tree().get("tags").map(|tags| tags.items().count()), Some(2));
/// ```
#[must_use]
pub fn parse_fields(text: &str) -> Document<'_> {
    let text = text.get(..crate::MAX_BYTES).unwrap_or(text);
    let (none, whole, end) = (Span::new(0, 0), Span::new(0, text.len()), Span::new(text.len(), text.len()));
    let split = Split {
        text,
        prefix: none,
        open: none,
        frontmatter: whole,
        close: end,
        body: end,
        problems: Vec::new(),
    };
    document(split, whole)
}

fn document(split: Split<'_>, range: Span) -> Document<'_> {
    let Lexed { tree, extents, problems } = lex(split.text, range);
    let problems = if split.problems.is_empty() {
        problems
    } else {
        let mut all = split.problems.clone();
        all.extend(problems);
        all.sort_by_key(|problem| (problem.span.start(), problem.span.end()));
        all
    };
    Document { split, tree, extents, problems }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding;

    #[test]
    fn only_two_fences_make_a_frontmatter() {
        for (text, both, fields) in [
            ("---\na: b\n---\nBody.\n", true, 1),
            ("---\n---\n", true, 0),
            ("---\na: b\n", false, 0),
            ("a: b\n", false, 0),
            ("", false, 0),
        ] {
            let document = parse(text);
            assert_eq!((document.has_frontmatter(), document.text()), (both, text), "{text:?}");
            assert_eq!(document.tree().entries().count(), fields, "{text:?}");
            assert_eq!(document.extents().len(), fields, "{text:?}");
        }
    }

    #[test]
    fn the_parts_of_a_document_are_those_of_its_text() {
        let text = "\u{feff}---\na: b # c\nd: @e\n---\nBody.\n";
        let document = parse_bytes(text.as_bytes()).unwrap();
        assert_eq!(
            (document.text(), document.frontmatter(), document.body()),
            (text, "a: b # c\nd: @e\n", "Body.\n")
        );
        assert_eq!(document.split(), &split(text));
        assert_eq!(
            document.extents().iter().map(|extent| extent.slice(text)).collect::<Vec<_>>(),
            ["a: b # c\n", "d: @e\n"]
        );
        let problems: Vec<_> =
            document.problems().iter().map(|problem| (problem.id(), problem.span.slice(text))).collect();
        assert_eq!(problems, [("bom", "\u{feff}"), ("yaml-reserved", "@")]);
    }

    #[test]
    fn fields_without_fences_have_neither_fences_nor_a_body() {
        let document = parse_fields("a: b\n---\n");
        assert!(!document.has_frontmatter());
        assert_eq!((document.frontmatter(), document.body()), ("a: b\n---\n", ""));
    }

    #[test]
    fn warnings_and_what_is_unsupported_are_no_errors() {
        for (text, errors, unsure) in [
            ("a: b\n", false, false),
            ("a: b c d # e\n", false, false),
            ("a: &x b\n", false, true),
            ("a: @b\n", true, false),
            ("a: @b\nc: *d\ne: &f\n", true, true),
        ] {
            let document = parse_fields(text);
            assert_eq!((document.has_errors(), document.needs_yaml()), (errors, unsure), "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_one_problem() {
        let problem = parse_bytes(b"---\na: \xff\n---\n").unwrap_err();
        assert_eq!(problem, Problem::new(ProblemKind::Encoding(Encoding::CodePage), Span::new(7, 13)));
    }
}
