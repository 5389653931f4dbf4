//! The engine for agent skills: one facade over the crates that read, check, find, rank and load
//! `SKILL.md` and `SKILL.sexp`.
//!
//! From a workspace to a catalog, a ranking, a turn and what its next request carries:
//!
#![cfg_attr(feature = "session", doc = "```")]
#![cfg_attr(not(feature = "session"), doc = "```ignore")]
//! use repertoire::Repertoire;
//! use repertoire::session::Boundary;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let workspace = folder.path();
//! # std::fs::create_dir_all(workspace.join(".agents/skills/tide"))?;
//! # let text = "---\nname: tide\ndescription: Plot tide tables. Use when a sailor asks.\n---\nLook it up.\n";
//! # std::fs::write(workspace.join(".agents/skills/tide/SKILL.md"), text)?;
//! let repertoire = Repertoire::builder().standard().build(workspace)?;
//! let catalog = repertoire.catalog();
//! println!("{} skills", catalog.entries.len());
//!
//! let best = &repertoire.rank("when is high tide?")[0];
//! let turn = repertoire.turn();
//! println!("{}", turn.load(&best.name)?.result());
//! let request = turn.request(&Boundary::new(&["skill.load"]));
//! assert_eq!(request.contributions[1].id, "skill-selected-tide");
//! # Ok(())
//! # }
//! ```
//!
//! Judging one text needs no file:
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

#[cfg(feature = "session")]
mod builder;

#[cfg(feature = "session")]
pub use builder::{Builder, Repertoire};

/// The guide, whose examples are tests.
#[cfg(all(doctest, feature = "session"))]
#[doc = include_str!("../../../docs/guide.md")]
pub struct Guide;

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
