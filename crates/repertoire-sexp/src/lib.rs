//! Reads and writes bounded, data-only s-expressions: the small subset of Common Lisp's data
//! syntax in which native agent skills (`SKILL.sexp`) are written.
//!
//! ```
//! use repertoire_sexp::{Grammar, read};
//!
//! let source = r#"(:autolith-skill
//!  :version 1
//!  :name "release-check"
//!  :description "Verify a release."
//!  :instructions "Run every relevant check.")"#;
//!
//! let form = read(source, &Grammar::autolith_skill())?;
//! let list = form.root().as_list().expect("a skill is a list");
//! assert_eq!(list.head_keyword().as_deref(), Some("autolith-skill"));
//!
//! let mut fields = list.iter().skip(1);
//! while let (Some(key), Some(value)) = (fields.next(), fields.next()) {
//!     match key.as_keyword().as_deref() {
//!         Some("version") => assert_eq!(value.as_integer().expect("an integer"), 1),
//!         Some("name") => assert_eq!(value.as_str().as_deref(), Some("release-check")),
//!         _ => assert!(!value.span().is_empty()),
//!     }
//! }
//! # Ok::<(), repertoire_sexp::Error>(())
//! ```
//!
//! # What is where
//!
//! - [`read`] turns a text into a [`Form`] within the bounds of a [`Grammar`], or into an
//!   [`Error`] that has a [`kind`](Error::kind), a [`span`](Error::span) in bytes and a message
//!   that ends with the remedy.
//! - A form is seen through [`Element`]s, which are small and [`Copy`]:
//!   [`value`](Element::value) for a `match`, or [`as_list`](Element::as_list),
//!   [`as_str`](Element::as_str), [`as_keyword`](Element::as_keyword),
//!   [`is_keyword`](Element::is_keyword), [`as_integer`](Element::as_integer) and
//!   [`as_symbol`](Element::as_symbol); [`span`](Element::span) and [`source`](Element::source)
//!   tell where it stands and how it is written. A [`List`] has its elements
//!   ([`iter`](List::iter)), its [`head`](List::head) and its dotted [`tail`](List::tail).
//! - [`write()`] and `Display` print a form so that it reads back to an equal one; [`quote`] prints
//!   one string, for those who lay out a form of their own.
//!
//! # What is read
//!
//! Lists, strings, keywords, integers and bare tokens, with `;` comments between them. In a
//! string `\` makes the next character literal, whatever it is, and nothing else is special.
//! Keywords are compared without the case of their ASCII letters and seen in lower case. `nil`
//! and `1.5` are bare tokens like any other: what they mean is for the caller to say. Reader
//! macros, quoting, escapes outside strings and package prefixes are refused, and nothing is ever
//! evaluated or interned.
//!
//! # What it costs
//!
//! Reading takes time linear in the source, eight bytes for each element in one or two allocations for
//! the whole form, and four for each escape. Where the escapes stand is kept, so that decoding a
//! string copies runs and searches nothing. Nothing recurses: neither reading, dropping, comparing nor
//! printing follows the depth of the data. The crate needs `alloc` only.

#![no_std]

extern crate alloc;

mod error;
mod form;
mod grammar;
mod integer;
mod node;
mod read;
mod scan;
mod write;

pub use error::{Error, ErrorKind};
pub use form::{Element, Elements, Form, List, Value};
pub use grammar::{Grammar, Keywords};
pub use integer::Integer;
pub use read::{MAX_BYTES, read};
pub use write::{Quoted, quote, write};

/// Runs the example of the crate's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
