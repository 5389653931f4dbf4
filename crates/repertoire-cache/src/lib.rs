//! The conversion cache of agent skills and the index of their catalog.
//!
//! A `SKILL.md` that is valid under the profile `autolith` is kept in its native form, in a
//! directory named by the SHA-256 of its exact text. The bytes there are an interface: other
//! readers of the format share the directory.
//!
//! ```
//! use repertoire_cache::{Conversions, Digest};
//! use repertoire_schema::{Format, Source};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = repertoire_fs::testkit::Folder::new();
//! let conversions = Conversions::create(&folder.join("cache"))?;
//! let bytes = b"---\nname: tide\ndescription: Reads tide tables.\n---\nDo it.\n";
//! let source = Source {
//!     path: "skills/tide/SKILL.md",
//!     directory: Some("tide"),
//!     format: Format::AgentSkill,
//!     bytes,
//! };
//! let digest = Digest::of(bytes);
//!
//! let (miss, _) = conversions.check(&source, &digest, true);
//! let (hit, _) = conversions.check(&source, &digest, true);
//! assert_eq!(miss.skill, hit.skill);
//! assert_eq!(hit.skill.unwrap().instructions, "Do it.\n");
//!
//! let form = folder.join("cache/skills/agent-skill-v1").join(digest.to_string()).join("SKILL.sexp");
//! assert!(std::fs::read_to_string(form)?.starts_with("(:autolith-skill\n :version 1\n :name \"tide\""));
//! # Ok(())
//! # }
//! ```

mod conversion;
mod conversions;
mod digest;
mod error;
mod index;
mod upkeep;

pub use conversion::{Conversion, MAX_FORM_CHARACTERS};
pub use conversions::{Conversions, conversions_path};
pub use digest::{Digest, NotADigest};
pub use error::Error;
pub use index::{Index, IndexKey, IndexWriter, Indexes, Record, Stamp};
pub use upkeep::{Bad, Prune, Pruned, PrunedIndexes, Stats};

/// The name of the conversions' directory, with the version of their form.
const CONVERSIONS: &str = "agent-skill-v1";
