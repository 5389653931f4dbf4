//! Confined, bounded access to files in trees that nobody vetted.
//!
//! A [`Root`] is a directory that is held open. A [`Confinement`] opens files and directories
//! beneath it, and through links as far as its bounds reach; whatever somebody renames in
//! between, nothing outside is ever opened. A [`File`] is regular by its open descriptor, and
//! is read up to a bound on the bytes that come out. A [`PrivateDirectory`] publishes files
//! whole. A [`Tree`] is a directory that the user named for a search.
//!
//! ```
//! use std::sync::Arc;
//! use repertoire_fs::{Confinement, ErrorKind, Root};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! std::fs::create_dir_all(folder.path().join("skills/tide"))?;
//! std::fs::write(folder.path().join("skills/tide/SKILL.md"), "---\nname: tide\n---\n")?;
//!
//! let root = Arc::new(Root::open(&folder.path().join("skills"))?);
//! let confinement = Confinement::new(root, Vec::new());
//! let file = confinement.open_file(&confinement.root_place().child("tide/SKILL.md"))?;
//! assert_eq!(file.read(65_536)?, b"---\nname: tide\n---\n");
//! assert!(matches!(file.read_start(3)?, (start, false) if start == b"---"));
//!
//! let error = confinement.open(&folder.path().join("skills/../secret")).unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::NotFound);
//! # Ok(())
//! # }
//! ```

mod confinement;
mod directory;
mod error;
mod file;
mod named;
mod private;
mod show;
mod stat;
mod sys;
#[cfg(feature = "testkit")]
pub mod testkit;
mod tree;

pub use confinement::{Confinement, Opening, Place, Root};
pub use directory::{Directory, ListBuffer};
pub use error::{Error, ErrorKind};
pub use file::File;
pub use named::{append, canonical, create, find_upward, names, open, read, replace, stat, stat_unfollowed};
pub use private::{PrivateDirectory, TEMPORARY_PREFIX};
pub use show::show;
pub use stat::{FileType, Identity, Stat, now};
pub use tree::{Cut, Found, Limits, Tree};
