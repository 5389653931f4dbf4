//! Serves agent skills over the Model Context Protocol: to clients that know its Skills extension
//! as skills and resources, to all others as two tools and as prompts.
//!
//! [`serve`] speaks over standard input and output, and ends when the input does.
//! [`serve_with`] speaks over any pair of streams:
//!
//! ```
//! use repertoire::discovery::{self, RootSpec};
//! use repertoire_mcp::{Options, serve_with};
//! use tokio::io::AsyncReadExt as _;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # std::fs::create_dir_all(folder.path().join("tide"))?;
//! # let text = "---\nname: tide\ndescription: Plots tides. Use when a sailor asks.\n---\nLook it up.\n";
//! # std::fs::write(folder.path().join("tide/SKILL.md"), text)?;
//! let input = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
//! {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"skill://tide/SKILL.md"}}
//! "#;
//! let options = Options::new(discovery::Options::new(vec![RootSpec::given(folder.path())]));
//!
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
//! let answers = runtime.block_on(async {
//!     let (mut answers, output) = tokio::io::simplex(65_536);
//!     let served = tokio::spawn(serve_with(options, input.as_bytes(), output));
//!     let mut text = String::new();
//!     answers.read_to_string(&mut text).await.map(|_| (text, served))
//! })?;
//! assert!(answers.0.contains(r#""mimeType":"text/markdown","text":"---\nname: tide"#));
//! # Ok(())
//! # }
//! ```
//!
//! # What is where
//!
//! - [`encode`] and [`decode`] map files below the roots to `skill://` URIs and back; no URI that is
//!   accepted leads outside.
//! - [`Options`] carry where skills are, how long pages are, and how often files are looked at.
//!
//! Each answer is read from disk anew, under the confinement of the root. Nothing but messages of
//! the protocol goes to the output; what people should know goes to standard error.

mod error;
mod files;
mod frontmatter;
mod instructions;
mod library;
mod media;
mod news;
mod options;
mod page;
mod prompts;
mod resources;
mod revision;
mod serve;
mod server;
mod shelf;
mod skills;
mod tools;
mod transport;
mod uri;
mod voice;
mod watch;

pub use error::Error;
pub use options::Options;
pub use serve::{serve, serve_with};
pub use uri::{UriError, decode, encode};
