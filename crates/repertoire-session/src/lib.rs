//! Logical turns, selections and contributions: what goes into a request once a skill is loaded.
//!
//! ```
//! use repertoire_discovery::{Options, RootSpec};
//! use repertoire_fs::testkit::Folder;
//! use repertoire_session::{Boundary, Session};
//!
//! let folder = Folder::with("skills/tide/SKILL.md skill tide: Reads tide tables.");
//! let session = Session::new(Options::new(vec![RootSpec::given(folder.join("skills"))]));
//!
//! // A user message begins a turn; the model calls the tool `skill.load`.
//! let turn = session.turn();
//! let loaded = turn.load("tide")?;
//! assert!(loaded.newly_selected);
//!
//! // The next request carries the catalog and the body as its source has it now.
//! let request = turn.request(&Boundary::new(&["skill.load"]));
//! let ids: Vec<&str> = request.contributions.iter().map(|one| one.id.as_str()).collect();
//! assert_eq!(ids, ["skill-catalog", "skill-selected-tide"]);
//! assert!(request.contributions[1].text.ends_with("\n\nDo it.\n"));
//!
//! // The final answer ends the turn, and its selections with it.
//! turn.end();
//! assert_eq!(turn.load("tide").unwrap_err().kind(), "inactive-turn");
//! # Ok::<(), repertoire_session::Error>(())
//! ```
//!
//! Everything lives in values: a [`Session`] holds what the host decided once, a [`Turn`] its own
//! selections. Both can be shared between threads; nothing is global. No text selects a skill,
//! whoever wrote it: only [`Turn::load`] does.

mod boundary;
mod cause;
mod error;
mod event;
mod place;
mod ranking;
mod request;
mod role;
mod selection;
mod session;
mod text;
mod tool;
mod turn;

pub use cause::Cause;
pub use error::Error;
pub use event::{Event, Loaded, View};
pub use request::{Boundary, Contribution, Failure, Kind, Request, Size, estimated_tokens};
pub use role::Role;
pub use selection::Selection;
pub use session::{Asked, Session, Verdict};
pub use tool::{TOOL, TOOL_DESCRIPTION, TOOL_NAME, TOOL_PARAMETERS};
pub use turn::Turn;

/// How many distinct names a turn may select, those that fusion brings in included.
pub const MAX_SELECTIONS: usize = 32;
/// The most characters of one body in a request.
pub const MAX_BODY: usize = 65_536;
/// The most characters of all bodies of a request together.
pub const MAX_BODIES: usize = 131_072;
/// The most characters of one warning.
pub const MAX_WARNING: usize = 1_000;
/// The most characters of all warnings of a request together.
pub const MAX_WARNINGS: usize = 4_000;
/// The most characters of a result of the tool `skill.load`.
pub const MAX_RESULT: usize = 255;
