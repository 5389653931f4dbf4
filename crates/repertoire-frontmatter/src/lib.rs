//! Placeholder page.
#![no_std]
extern crate alloc;

mod document;
mod edit;
mod lex;
mod lines;
mod problem;
mod resolve;
mod span;
mod split;
mod token;
mod tree;

pub use document::{Document, parse, parse_bytes, parse_fields};
pub use edit::{Replacement, quote, quote_in_flow, replace, set};
pub use problem::{Construct, Encoding, Found, Problem, ProblemKind};
pub use resolve::{Resolution, Resolved, resolve};
pub use span::Span;
pub use split::{Split, split};
pub use tree::{Entries, Entry, Items, Layout, Style, Tree, TreeBuilder, Value, ValueKind};

/// The greatest length of a text, in bytes: offsets are held in 32 bits.
pub const MAX_BYTES: usize = u32::MAX as usize;
/// How deep collections may nest before the lexer leaves the text to a full YAML reader.
pub const MAX_DEPTH: usize = 32;
