//! Finds agent skills: layouts, the bounded walk, precedence, trust and the catalog.
//!
//! ```
//! use repertoire_discovery::{Options, RootSpec, discover, read};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let skills = folder.path().join("skills");
//! std::fs::create_dir_all(skills.join("tide"))?;
//! let text = "---\nname: tide\ndescription: Reads tide tables. Use for heights.\n---\nLook it up.\n";
//! std::fs::write(skills.join("tide/SKILL.md"), text)?;
//!
//! let options = Options::new(vec![RootSpec::given(&skills)]);
//! let catalog = discover(&options);
//! let tide = catalog.find("tide").unwrap();
//! assert_eq!(tide.path, skills.join("tide/SKILL.md"));
//! assert!(catalog.diagnostics.is_empty());
//!
//! // The catalog holds no body; the source is read again when one is wanted.
//! assert_eq!(read(tide, &options)?.skill.instructions, "Look it up.\n");
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here reads a variable, a clock or a global setting into a result: [`Options`] are
//! values, and [`Environment`] is filled by the program.

mod beside;
mod catalog;
mod codec;
mod covered;
mod discover;
mod environment;
mod files;
mod fresh;
mod judge;
mod layout;
mod lost;
mod memory;
mod options;
mod parallel;
mod precedence;
mod report;
mod root;
mod texts;
mod walk;
mod why;

pub use beside::Beside;
pub use catalog::{Catalog, Entry, Shadowed};
pub use discover::discover;
pub use environment::Environment;
pub use files::{SkillFile, SkillFiles, files};
pub use fresh::{Error, Fresh, read};
pub use layout::{Base, Layout, Preference, Reach, RootTemplate, Rules, project_root};
pub use options::{Limits, Links, Options};
pub use root::{RootSpec, Scope, Trust};
pub use texts::Texts;
pub use why::{Reason, Verdict, Why, why_name, why_path};
