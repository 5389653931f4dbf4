//! Reads the frontmatter of an agent skill (`SKILL.md`): a resilient lexer that gives fences, a
//! tree of spanned values and a list of problems, and never fails.
//!
//! ```
//! use repertoire_frontmatter::{Resolution, Resolved, Style, parse, set};
//!
//! let source = "---\nname: tide-chart\ndescription: Plot tides. Use when: asked\nversion: 1.10\n---\n# Tides\n";
//! let document = parse(source);
//!
//! // The tree: values with their text, style and place, one problem never costing another value.
//! let description = document.tree().get("description").unwrap();
//! assert_eq!(description.text(), Some("Plot tides. Use when: asked"));
//! assert_eq!(description.style(), Some(Style::Plain));
//! assert_eq!(description.span().slice(source), "Plot tides. Use when: asked");
//! assert_eq!(document.body(), "# Tides\n");
//!
//! // The problems: stable ids, the bytes that are meant, a sentence for people.
//! let problem = document.problems()[0];
//! assert_eq!((problem.id(), problem.span.slice(source)), ("yaml-colon", ":"));
//! assert_eq!(problem.to_string(), "a colon and a space inside an unquoted value start a mapping in YAML");
//!
//! // The repair: one value replaced, quoted as little as YAML allows, every other byte kept.
//! let fixed = set(&document, "description", description.text().unwrap()).unwrap().apply(source);
//! assert_eq!(fixed.lines().nth(2), Some("description: 'Plot tides. Use when: asked'"));
//! assert!(parse(&fixed).problems().is_empty());
//!
//! // Types only when someone asks.
//! let version = document.tree().get("version").unwrap();
//! assert_eq!(version.text(), Some("1.10"));
//! assert_eq!(version.resolve(Resolution::Core), Some(Resolved::Float(1.1)));
//! # #[cfg(feature = "serde")] {
//!
//! // Any type, with the feature `serde`.
//! #[derive(serde::Deserialize)]
//! struct Fields { name: String, version: String }
//! let fields: Fields = document.tree().deserialize().unwrap();
//! assert_eq!((fields.name.as_str(), fields.version.as_str()), ("tide-chart", "1.10"));
//! # }
//! ```
//!
//! # What it reads
//!
//! Fences first ([`split`]): one byte order mark is stepped over, the first line is exactly `---`,
//! the next line that is exactly `---` closes, and what follows is the body, byte for byte. Then the
//! lines between, as real skills write them: keys, plain, quoted and block scalars, flow and block
//! lists and maps, comments. Each departure is a [`Problem`] with one defined recovery
//! ([`ProblemKind`] lists them all), and the next line is read as if nothing had happened.
//!
//! What it is not sure of (anchors, aliases, tags, directives, keys that are not plain text, a
//! second document, deep nesting) it marks [`ProblemKind::Unsupported`], keeps the entry's text, and
//! leaves the judgment to a full YAML reader such as `repertoire-yaml`.
//!
//! # What it promises
//!
//! - **Agreement.** A text without error problems and without `Unsupported` has the tree that a
//!   conforming YAML 1.2 reader gives it; a text that YAML refuses has at least one of the two.
//! - **Bounds.** Linear time, no recursion on the depth of the input, nesting up to [`MAX_DEPTH`];
//!   at most one copy of a decoded scalar and none of a plain one on one line.
//! - **Places.** Every span lies on the text that was given, on character boundaries.
//!
//! # Features
//!
//! - `std` (default) lets the search for bytes use what the processor has; without it the crate
//!   needs only `alloc`.
//! - `serde` deserializes any type from a [`Tree`].
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod builder;
#[cfg(feature = "serde")]
mod de;
mod document;
mod duplicates;
mod edit;
mod found;
mod lex;
mod lines;
mod problem;
mod resolve;
mod span;
mod split;
mod token;
mod tree;

pub use builder::TreeBuilder;
#[cfg(feature = "serde")]
pub use de::DeserializeError;
pub use document::{Document, parse, parse_bytes, parse_fields};
pub use edit::{Replacement, quote, quote_in_flow, replace, set};
pub use problem::{Construct, Encoding, Found, Problem, ProblemKind};
pub use resolve::{Resolution, Resolved, resolve};
pub use span::Span;
pub use split::{Split, split};
pub use tree::{Entries, Entry, Items, Layout, Style, Tree, Value, ValueKind};

/// The greatest length of a text, in bytes: offsets are held in 32 bits.
pub const MAX_BYTES: usize = u32::MAX as usize;

/// How deep collections may nest before the lexer leaves the text to a full YAML reader.
pub const MAX_DEPTH: usize = 32;

/// How many scalars, lists and maps a tree may hold before the lexer leaves the text to a full YAML
/// reader. Real frontmatters hold a few dozen; the bound keeps hostile ones small.
pub const MAX_NODES: usize = 2_048;

/// How many problems are kept of one text. Later ones are dropped: the first ones say enough.
pub const MAX_PROBLEMS: usize = 1_024;
