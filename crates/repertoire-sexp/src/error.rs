//! Why a text is not read.

use alloc::string::String;
use core::ops::Range;

/// Why a text is not read, and at which bytes.
///
/// Messages are one line in lower case and end with the remedy. What they quote of the source is
/// cut short, and its control and invisible characters are escaped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The source holds nothing but white space and comments.
    #[error("the source holds no form; write exactly one list")]
    NoForm {
        /// The end of the source.
        span: Range<usize>,
    },
    /// Something stands after the form.
    #[error("there is text after the form; keep one form and put the rest in a comment or away")]
    TextAfterForm {
        /// The first token after the form.
        span: Range<usize>,
    },
    /// The source begins with a byte order mark, which reads as a symbol of its own.
    #[error("the source begins with a byte order mark; save it as UTF-8 without one")]
    ByteOrderMark {
        /// The mark.
        span: Range<usize>,
    },
    /// A `)` that closes nothing.
    #[error("this `)` closes no list; remove it or open the list")]
    StrayClose {
        /// The parenthesis.
        span: Range<usize>,
    },
    /// A list that is never closed.
    #[error("this list is never closed; add the missing `)`")]
    UnclosedList {
        /// The `(` of the innermost open list.
        span: Range<usize>,
    },
    /// A string that is never closed.
    #[error("this string is never closed; end it with `\"`, and write a quote inside it as `\\\"`")]
    UnclosedString {
        /// From the opening quote to the end of the source.
        span: Range<usize>,
    },
    /// A block comment that is never closed.
    #[error("this block comment is never closed; end it with `|#`")]
    UnclosedComment {
        /// The outermost `#|`.
        span: Range<usize>,
    },
    /// A character that begins reader syntax that data does not need.
    #[error("`{character}` is no part of plain data; remove it or put it inside a string")]
    Reserved {
        /// One of `#`, `'`, `` ` ``, `,`, `\` and `|`.
        character: char,
        /// The character.
        span: Range<usize>,
    },
    /// A symbol with a package before it.
    #[error("`{name}` names a package; write the symbol without `:`")]
    Qualified {
        /// The token, cut short and with its control characters escaped.
        name: String,
        /// The token.
        span: Range<usize>,
    },
    /// A keyword that holds `:`, `\`, `|` or `#`, or nothing at all.
    #[error("`{name}` is no plain keyword; write a colon and a name without `:`, `\\`, `|` and `#`")]
    MalformedKeyword {
        /// The token, cut short and with its control characters escaped.
        name: String,
        /// The token.
        span: Range<usize>,
    },
    /// A keyword that the grammar does not accept.
    #[error("`{name}` is not a known keyword; remove it or mend its spelling")]
    UnknownKeyword {
        /// The token, cut short and with its control characters escaped.
        name: String,
        /// The token.
        span: Range<usize>,
    },
    /// A dot where the grammar allows no dotted list.
    #[error("dotted lists are not accepted; remove the dot")]
    DottedList {
        /// The dot.
        span: Range<usize>,
    },
    /// A dot that does not stand between the elements of a list and its one tail.
    #[error("this dot is out of place; put exactly one element after it, and at least one before it")]
    MisplacedDot {
        /// The dot, or what follows the tail.
        span: Range<usize>,
    },
    /// More depth than the grammar allows.
    #[error("the data is nested more than {max} deep; flatten it or shorten its lists")]
    TooDeep {
        /// The bound of the grammar.
        max: usize,
        /// The first token that is too deep.
        span: Range<usize>,
    },
    /// More nodes than the grammar allows.
    #[error("the data has more than {max} nodes; keep fewer elements")]
    TooManyNodes {
        /// The bound of the grammar.
        max: usize,
        /// The first token that is one too many.
        span: Range<usize>,
    },
    /// A string with more characters than the grammar allows.
    #[error("this string has more than {max} characters; shorten it")]
    StringTooLong {
        /// The bound of the grammar.
        max: usize,
        /// The string with its quotes.
        span: Range<usize>,
    },
    /// A source of more than [`MAX_BYTES`](crate::MAX_BYTES) bytes.
    #[error("the source has more than {max} bytes; split it", max = crate::MAX_BYTES)]
    SourceTooLong {
        /// What lies beyond the bound.
        span: Range<usize>,
    },
}

impl Error {
    /// The class of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoForm { .. }
            | Self::TextAfterForm { .. }
            | Self::ByteOrderMark { .. }
            | Self::StrayClose { .. }
            | Self::UnclosedList { .. }
            | Self::UnclosedString { .. }
            | Self::UnclosedComment { .. }
            | Self::Reserved { .. }
            | Self::Qualified { .. }
            | Self::MalformedKeyword { .. } => ErrorKind::InvalidSyntax,
            Self::DottedList { .. } | Self::MisplacedDot { .. } => ErrorKind::InvalidStructure,
            Self::UnknownKeyword { .. } => ErrorKind::UnknownField,
            Self::TooDeep { .. } => ErrorKind::DataTooDeep,
            Self::TooManyNodes { .. } | Self::StringTooLong { .. } | Self::SourceTooLong { .. } => {
                ErrorKind::DataTooLarge
            }
        }
    }

    /// The bytes of the source that are meant, counted from 0.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        match self {
            Self::NoForm { span }
            | Self::TextAfterForm { span }
            | Self::ByteOrderMark { span }
            | Self::StrayClose { span }
            | Self::UnclosedList { span }
            | Self::UnclosedString { span }
            | Self::UnclosedComment { span }
            | Self::Reserved { span, .. }
            | Self::Qualified { span, .. }
            | Self::MalformedKeyword { span, .. }
            | Self::UnknownKeyword { span, .. }
            | Self::DottedList { span }
            | Self::MisplacedDot { span }
            | Self::TooDeep { span, .. }
            | Self::TooManyNodes { span, .. }
            | Self::StringTooLong { span, .. }
            | Self::SourceTooLong { span } => span.clone(),
        }
    }
}

/// The classes of errors, stable for machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// The text is not a form of the grammar.
    InvalidSyntax,
    /// A dotted list where none is accepted, or a dot out of place.
    InvalidStructure,
    /// A keyword that the grammar does not accept.
    UnknownField,
    /// Over the bound on depth.
    DataTooDeep,
    /// Over a bound on size: nodes, the characters of a string, the bytes of the source.
    DataTooLarge,
}

impl ErrorKind {
    /// The name in kebab case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidSyntax => "invalid-syntax",
            Self::InvalidStructure => "invalid-structure",
            Self::UnknownField => "unknown-field",
            Self::DataTooDeep => "data-too-deep",
            Self::DataTooLarge => "data-too-large",
        }
    }
}

impl core::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How many characters of a token a message quotes.
const QUOTED_CHARS: usize = 64;

/// A token as a message quotes it: cut short, one line, nothing invisible.
pub(crate) fn excerpt(token: &str) -> String {
    let mut rest = token.chars();
    let mut quoted: String = rest.by_ref().take(QUOTED_CHARS).flat_map(char::escape_debug).collect();
    if rest.next().is_some() {
        quoted.push('…');
    }
    quoted
}
