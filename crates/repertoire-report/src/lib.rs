//! What people and machines read: frames in a terminal, JSON, JSON lines, SARIF and GitHub
//! annotations.
//!
//! A [`FileReport`] says what was found in one file; a [`Format`] renders it, on any thread; a
//! [`Report`] writes what was rendered, in order, and ends with the counts. Text that comes from
//! a skill is made harmless for each format: nothing reaches a terminal raw.
//!
//! ```
//! use repertoire_diagnostic::{Diagnostic, Edit, Fix, Kind, Severity, Span};
//! use repertoire_report::{FileReport, Text};
//!
//! let source = "---\nname: tide\ndescription: Use when: asked\n---\n";
//! let found = [Diagnostic::new(Kind::InvalidSyntax, Severity::Error, "a colon ends the value")
//!     .with_rule("yaml-colon")
//!     .with_span(Span::new(36, 37))
//!     .with_help("quote the value")
//!     .with_fix(Fix::safe(vec![
//!         Edit::new(Span::new(28, 28), "\""),
//!         Edit::new(Span::new(43, 43), "\""),
//!     ]))];
//! let file = FileReport {
//!     source: Some(source),
//!     diagnostics: &found,
//!     ..FileReport::new("tide/SKILL.md", "agent-skills")
//! };
//!
//! let frames = Text::default().file(&file);
//! assert_eq!(
//!     frames,
//!     "error[yaml-colon]: a colon ends the value
//!  --> tide/SKILL.md:3:22
//!   |
//! 3 | description: Use when: asked
//!   |                      ^
//!   = help: quote the value
//!   |
//! 3 - description: Use when: asked
//! 3 + description: \"Use when: asked\"
//!
//! "
//! );
//! ```

mod excerpt;
pub mod github;
mod input;
pub mod json;
mod report;
pub mod sarif;
mod suggestion;
mod text;

pub use input::{FileReport, Summary};
pub use report::{Format, Rendered, Report};
pub use text::{Text, columns, fit, visible};
