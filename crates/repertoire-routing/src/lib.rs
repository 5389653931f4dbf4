//! Shows a model a catalog of agent skills that fits a budget, ranks skills for a request without a
//! model, and resolves what skills require of one another.
//!
//! ```
//! use repertoire_routing::{Card, Index, catalog, fuse, rank};
//!
//! let requires = ["tide-table".to_owned()];
//! let cards = [
//!     Card {
//!         path: "harbour-plan/SKILL.md",
//!         requires: &requires,
//!         ..Card::new("harbour-plan", "Plans when a ship can enter. Use when asked about harbours.")
//!     },
//!     Card { path: "tide-table/SKILL.md", ..Card::new("tide-table", "Reads tide tables.") },
//! ];
//!
//! // What a request shows the model.
//! let shown = catalog::render(&cards, &catalog::Options::default())?;
//! assert_eq!((shown.included.len(), shown.omitted.len()), (2, 0));
//!
//! // What fits a request, and why.
//! let index = Index::build(&cards);
//! let best = &rank("can a ship enter the harbour tonight?", &index)[0];
//! assert_eq!(best.name, "harbour-plan");
//! assert_eq!(best.reasons.iter().map(|reason| reason.weight).sum::<f64>(), best.score);
//!
//! // What it brings in.
//! let plan = fuse([best.name.as_str()], &cards);
//! assert_eq!(plan.steps[0].name, "tide-table");
//! # Ok::<(), repertoire_routing::Error>(())
//! ```
//!
//! Everything works on plain metadata, without file system, clock or randomness: the same cards
//! give the same bytes on every machine. Every algorithm is linear in the texts that it is given.

mod card;
pub mod catalog;
mod channel;
mod error;
mod escape;
mod form;
mod fusion;
mod gather;
mod graph;
mod index;
mod lexicon;
mod names;
mod nearest;
mod numbers;
mod place;
mod rank;
mod request;
mod weights;
mod words;

pub use card::Card;
pub use error::Error;
pub use fusion::{Because, FLAT, Plan, Step, Unknown, fuse};
pub use index::Index;
pub use nearest::nearest;
pub use rank::{Field, Match, Reason, rank, rank_first, rank_positions};
pub use request::matched_spans;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
