//! The engine for agent skills: one facade over the crates that read, check, find, rank and load
//! `SKILL.md` and `SKILL.sexp`.
//!
//! ```
//! use repertoire::schema::{Format, Source, check, profile};
//!
//! let source = Source {
//!     path: "tide/SKILL.md",
//!     directory: Some("tide"),
//!     format: Format::AgentSkill,
//!     bytes: b"---\nname: tide\ndescription: Plot tide tables. Use when a sailor asks.\n---\n# Tides\n",
//! };
//! let checked = check(&source, &profile::AGENT_SKILLS);
//! assert_eq!(checked.name.as_deref(), Some("tide"));
//! ```
//!
//! Each module is a crate of its own, and can be used alone.

pub use repertoire_diagnostic as diagnostic;
pub use repertoire_frontmatter as frontmatter;
pub use repertoire_schema as schema;
pub use repertoire_sexp as sexp;
pub use repertoire_yaml as yaml;

#[cfg(feature = "cache")]
pub use repertoire_cache as cache;
#[cfg(feature = "clients")]
pub use repertoire_clients as clients;
#[cfg(feature = "discovery")]
pub use repertoire_discovery as discovery;
#[cfg(feature = "fs")]
pub use repertoire_fs as fs;
#[cfg(feature = "routing")]
pub use repertoire_routing as routing;
#[cfg(feature = "session")]
pub use repertoire_session as session;
