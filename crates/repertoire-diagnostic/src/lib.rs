//! What is reported about agent skills: closed [`Kind`]s, severities, byte [`Span`]s with their
//! lines and columns, [`Fix`]es as text edits, and the cleaning of untrusted text.
//!
//! Everything here is plain data without I/O. The crates that find problems build
//! [`Diagnostic`] values; the crates that talk to people and machines render them.
//!
//! ```
//! use repertoire_diagnostic::{Diagnostic, Kind, LineIndex, Severity, Span};
//!
//! let source = "---\nname: Tide\n---\n";
//! let diagnostic = Diagnostic::new(Kind::InvalidName, Severity::Error, "names are lower case")
//!     .with_rule("name-form")
//!     .with_path("tide/SKILL.md")
//!     .with_span(Span::new(10, 14));
//!
//! let index = LineIndex::new(source);
//! let start = index.position(diagnostic.span.map_or(0, |span| span.start));
//! assert_eq!((start.line, start.column), (2, 7));
//! assert_eq!(diagnostic.kind.as_str(), "invalid-name");
//! ```

mod clean;
mod fix;
mod kind;
mod position;

pub use clean::{clean, clean_line};
pub use fix::{Applicability, ApplyError, Edit, Fix, apply};
pub use kind::{Kind, Severity};
pub use position::{LineIndex, Position, Span};

use std::borrow::Cow;

/// One thing that is reported about one place.
///
/// Severity is the word of the profile under which a skill was judged; nothing in this crate
/// decides what is fatal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The closed, machine-readable class.
    pub kind: Kind,
    /// The finer rule, in kebab case, where one applies.
    pub rule: Option<Cow<'static, str>>,
    /// How much it matters under the profile in force.
    pub severity: Severity,
    /// One sentence for people, lower case, without a final period. May quote untrusted text:
    /// renderers pass it through [`clean`].
    pub message: String,
    /// The path as the caller gave it.
    pub path: Option<String>,
    /// The root it belongs to, counted from 0 in the order of the roots.
    pub root_index: Option<usize>,
    /// The bytes of the source that are meant.
    pub span: Option<Span>,
    /// What to do about it.
    pub help: Option<String>,
    /// Edits that would mend it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    #[must_use]
    pub fn new(kind: Kind, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            kind,
            rule: None,
            severity,
            message: message.into(),
            path: None,
            root_index: None,
            span: None,
            help: None,
            fix: None,
        }
    }

    /// The same, under a rule.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<Cow<'static, str>>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// The same, about a path.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// The same, in a root (counted from 0).
    #[must_use]
    pub fn with_root(mut self, root_index: usize) -> Self {
        self.root_index = Some(root_index);
        self
    }

    /// The same, at a span of the source.
    #[must_use]
    pub fn with_span(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same, with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, with a fix.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// The rule where there is one, else the kind: what a report prints as the identifier.
    #[must_use]
    pub fn id(&self) -> &str {
        self.rule.as_deref().unwrap_or_else(|| self.kind.as_str())
    }
}
