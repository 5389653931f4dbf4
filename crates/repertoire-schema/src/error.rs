//! Why a form is no skill, or a skill cannot be written in the other format.

use crate::rules::Rule;
use repertoire_diagnostic::Span;

/// Why a form is no skill, or a skill cannot be written in the other format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A native form breaks a rule. The first one in the order of the checks is given.
    #[error("{message}")]
    Native {
        /// The rule; its page has the kind.
        rule: Rule,
        /// The bytes of the source that are meant.
        span: Span,
        /// One sentence that ends with the remedy.
        message: String,
    },
    /// The source is no skill under the profile that the conversion asks for.
    #[error("the source is no skill that can be converted: {message}; mend it first")]
    Refused {
        /// What is wrong with it first.
        message: String,
    },
    /// No name that the other format allows can be made of this one.
    #[error("no name of lower-case ASCII letters, digits and hyphens can be made of `{name}`; give one")]
    Name {
        /// The name.
        name: String,
    },
    /// A `SKILL.sexp` cannot be without instructions.
    #[error("the body is blank, and a native skill needs instructions; write some")]
    NoInstructions,
}
