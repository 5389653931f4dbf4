//! Fixes: how each is made, and the laws that each is held to before it is offered.
//!
//! A fix is never trusted. Before a diagnostic carries one, the frontmatter is read again with the
//! fix applied, and the fix is dropped unless the text parses, the rule fires less often, no
//! other rule fires more often, the body begins with the same byte, and the values are those that
//! were reported.

mod apply;
mod fence;
mod proof;
mod value;

pub use apply::{Fixed, apply_fixes};
pub(crate) use fence::fence;
pub(crate) use proof::{Candidate, prove};
pub(crate) use value::{
    add_name, comment, deletion, duplicate, flow, name, quoted, rename, swallowed_help, syntax, tabs,
    text_as_written, tools, under_metadata, value,
};

/// What may be different once a fix is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    /// Nothing: all values are those that were reported.
    Same,
    /// The value of this field.
    Field(String),
    /// This field goes to the other one.
    Moved(String, &'static str),
    /// There was no document, and now there is one.
    Document,
}

/// A source of the skill `tide`, as the tests of the fixes read it.
#[cfg(test)]
pub(crate) fn source(text: &str) -> crate::Source<'_> {
    crate::Source {
        path: "tide/SKILL.md",
        directory: Some("tide"),
        format: crate::Format::AgentSkill,
        bytes: text.as_bytes(),
    }
}
