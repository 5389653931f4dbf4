//! Will serve agent skills over the Model Context Protocol. What is here so far is the mapping
//! between files below a skill and their `skill://` URIs.
//!
//! ```
//! use repertoire_mcp::{decode, encode};
//!
//! let uri = encode(["charts", "tide-chart", "references", "höhe 1.md"])?;
//! assert_eq!(uri, "skill://charts/tide-chart/references/h%C3%B6he%201.md");
//! assert_eq!(decode(&uri)?, ["charts", "tide-chart", "references", "höhe 1.md"]);
//! assert!(decode("skill://tide-chart/%2e%2e/secret").is_err());
//! # Ok::<(), repertoire_mcp::UriError>(())
//! ```
//!
//! The server itself (the Skills extension of the protocol for clients that know it, tools and
//! prompts for those that do not) is not written yet, and the program does not offer it.

mod uri;

pub use uri::{UriError, decode, encode};
