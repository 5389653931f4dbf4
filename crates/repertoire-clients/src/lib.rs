//! What each known client makes of an agent skill, before anyone installs it.
//!
//! ```
//! use repertoire_clients::{CLIENTS, Outcome, forecast};
//! use repertoire_schema::{Format, Source};
//!
//! let bytes = b"---\nname: tide\ndescription: Use when: the tide is asked for\n---\nBody.\n";
//! let source = Source { path: "tide/SKILL.md", directory: Some("tide"), format: Format::AgentSkill, bytes };
//! let lost: Vec<&str> = CLIENTS
//!     .iter()
//!     .map(|client| forecast(&source, client))
//!     .filter(|forecast| !forecast.outcome.is_loaded())
//!     .map(|forecast| forecast.client)
//!     .collect();
//! assert!(lost.contains(&"goose") && !lost.contains(&"codex"));
//! ```
//!
//! A client is a [table](Client) of parts: how it takes bytes in, where it sees fences, which
//! [reader](reader::Reader) it is built on, what it tries where that refuses, what it asks of names
//! and descriptions. The facts come from the clients' sources, most of them checked by running them;
//! each table names its sources, its version and how its facts were found. A forecast speaks of that
//! version.
//!
//! Nothing here is slow on any text. Clients themselves may be: what their readers take long for, or
//! fall over, is refused with the cause [`Cause::Bounds`] and a word on what the client would suffer.

pub mod client;
pub mod clients;
mod fence;
mod forecast;
pub mod reader;
mod repair;
mod summary;

pub use client::{Basis, Client};
pub use clients::{CLIENTS, by_name};
pub use forecast::{Cause, Forecast, Note, Outcome, forecast};
pub use summary::{Summary, Tally};
