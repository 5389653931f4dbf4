//! YAML text to the tree of `repertoire-frontmatter`, by a conforming YAML 1.2 parser.
//!
//! The lexer of `repertoire-frontmatter` reads what real skills use and marks the rest as
//! unsupported. This crate is asked for that rest, and only then. It is strict (what YAML 1.2
//! refuses is an [`Error`] with its place), bounded ([`Limits`]: a few lines can never become
//! much) and iterative.
//!
//! ```
//! use repertoire_yaml::{ErrorKind, parse};
//!
//! let tree = parse("base: &b [a, b]\nmore: *b\n", 0)?;
//! assert_eq!(tree.get("more").map(|more| more.items().count()), Some(2));
//!
//! let error = parse("a: 1\na: 2\n", 0).unwrap_err();
//! assert!(matches!(error.kind, ErrorKind::DuplicateKey { .. }));
//! assert_eq!(error.span.start(), 5);
//! # Ok::<(), repertoire_yaml::Error>(())
//! ```
//!
//! What the tree cannot hold is refused: keys that are lists or maps, tags other than those of
//! the core schema, directives, and more than one document. `<<` is a key like any other, as in
//! YAML 1.2.

mod build;
mod error;

pub use error::{Error, ErrorKind};

use repertoire_frontmatter::{Document, Tree};

/// What one text may grow to. All bounds are inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep collections may nest.
    pub depth: usize,
    /// How many scalars, lists and maps the tree may hold, aliases expanded.
    pub nodes: usize,
    /// How many of these nodes may come from aliases.
    pub alias_nodes: usize,
    /// How many bytes of text aliases may repeat.
    pub alias_bytes: usize,
}

impl Default for Limits {
    /// Depth 32, 2,048 nodes, of which 1,024 nodes and 65,536 bytes from aliases.
    fn default() -> Self {
        Self {
            depth: repertoire_frontmatter::MAX_DEPTH,
            nodes: repertoire_frontmatter::MAX_NODES,
            alias_nodes: 1_024,
            alias_bytes: 65_536,
        }
    }
}

/// Reads YAML text that begins at byte `offset` of a source; spans lie on that source.
///
/// # Errors
///
/// What YAML 1.2 refuses, and what passes [`Limits::default`] or cannot be held by the tree.
pub fn parse(text: &str, offset: usize) -> Result<Tree<'_>, Error> {
    parse_with(text, offset, &Limits::default())
}

/// Like [`parse`], within given limits.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_with<'a>(text: &'a str, offset: usize, limits: &Limits) -> Result<Tree<'a>, Error> {
    build::build(text, offset, limits)
}

/// Reads the frontmatter of a document again, whole.
///
/// # Errors
///
/// As [`parse`].
///
/// # Examples
///
/// ```
/// let document = repertoire_frontmatter::parse("---\nname: !!str 8004\n---\n");
/// assert!(document.needs_yaml());
/// let tree = repertoire_yaml::parse_document(&document)?;
/// let name = tree.get("name").unwrap();
/// assert_eq!((name.text(), name.span().start()), (Some("8004"), 16));
/// # Ok::<(), repertoire_yaml::Error>(())
/// ```
pub fn parse_document<'a>(document: &Document<'a>) -> Result<Tree<'a>, Error> {
    parse(document.frontmatter(), document.split().frontmatter.start())
}
