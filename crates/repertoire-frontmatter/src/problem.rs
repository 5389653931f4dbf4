//! What is wrong, or worth knowing, about a text: one closed enumeration with stable ids.

use crate::Span;

/// What a text without frontmatter seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Found {
    /// A Markdown heading stands first.
    Heading,
    /// A code fence stands first.
    CodeFence,
    /// `key: value` lines without a fence.
    KeyLines,
    /// The whole frontmatter stands on the first line, behind the dashes.
    OneLine,
    /// A path alone: a link that was checked out as text.
    Path,
    /// XML or HTML.
    Xml,
    /// A Rich Text Format document.
    Rtf,
    /// A JSON document.
    Json,
    /// A multipart form upload.
    Multipart,
    /// A block quote stands first.
    Quote,
    /// Other text.
    Prose,
}

impl Found {
    /// A few words that fit "the text begins with …".
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Found::Heading => "a heading",
            Found::CodeFence => "a code fence",
            Found::KeyLines => "fields without a fence",
            Found::OneLine => "a frontmatter written on one line",
            Found::Path => "nothing but a path, as of a link checked out as text",
            Found::Xml => "XML or HTML",
            Found::Rtf => "a Rich Text Format document",
            Found::Json => "JSON",
            Found::Multipart => "a multipart form upload",
            Found::Quote => "a block quote",
            Found::Prose => "prose",
        }
    }
}

/// How bytes that are not UTF-8 seem to be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
    /// An 8-bit code page such as Windows-1252 or ISO 8859-2.
    CodePage,
    /// None that is known: binary data.
    Binary,
}

impl Encoding {
    /// The name for people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Encoding::Utf16Le => "UTF-16 (little-endian)",
            Encoding::Utf16Be => "UTF-16 (big-endian)",
            Encoding::CodePage => "an 8-bit code page",
            Encoding::Binary => "binary data",
        }
    }
}

/// A construct of YAML that the lexer leaves to a full reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Construct {
    /// `&name`.
    Anchor,
    /// `*name`.
    Alias,
    /// `!tag`.
    Tag,
    /// `%YAML` or `%TAG`.
    Directive,
    /// `? key`, or a key that is not a scalar.
    ComplexKey,
    /// A document mark, or content after one.
    Document,
    /// `<<`.
    MergeKey,
    /// Nesting beyond [`MAX_DEPTH`](crate::MAX_DEPTH).
    Depth,
    /// More values than [`MAX_NODES`](crate::MAX_NODES).
    Size,
    /// Anything else that the lexer is not sure of.
    Other,
}

impl Construct {
    /// A few words for people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Construct::Anchor => "an anchor",
            Construct::Alias => "an alias",
            Construct::Tag => "a tag",
            Construct::Directive => "a directive",
            Construct::ComplexKey => "a key that is not plain text",
            Construct::Document => "a document mark",
            Construct::MergeKey => "a merge key",
            Construct::Depth => "deep nesting",
            Construct::Size => "a great number of values",
            Construct::Other => "an unusual construct",
        }
    }
}

/// What kind of problem it is, with what belongs to it.
///
/// [`id`](Self::id) is stable for machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A byte order mark stands first.
    Bom,
    /// Blanks stand behind the dashes of a fence.
    FenceSpaces,
    /// Blank lines or comments stand before the opening fence.
    FenceNotFirst,
    /// Text follows the closing dashes on their line.
    FenceJoined,
    /// `...` closes instead of `---`.
    FenceDots,
    /// The closing fence is indented.
    FenceIndented,
    /// The opening fence is never closed.
    FenceUnclosed,
    /// There is no fence.
    FenceMissing(Found),
    /// There is no text.
    EmptyFile,
    /// The bytes are not UTF-8.
    Encoding(Encoding),
    /// A plain value holds `: `.
    YamlColon,
    /// A plain value begins with a character that YAML reserves.
    YamlReserved,
    /// Text follows a closing quote.
    YamlQuoteTail,
    /// A quote is never closed.
    YamlQuoteOpen,
    /// A quoted value goes on at column 0.
    YamlQuoteColumn,
    /// A flow collection is malformed, or text follows it.
    YamlFlow,
    /// A tab indents.
    YamlTab,
    /// A list item or key stands at a wrong level.
    YamlIndent,
    /// A line that should be indented to continue the value, or that holds a key inside one.
    YamlContinuation,
    /// A line that is neither key, continuation nor comment.
    YamlLine,
    /// An escape that YAML does not know.
    YamlEscape,
    /// A control character.
    YamlControl,
    /// A key that stands twice in one map; the earlier one is given.
    DuplicateKey {
        /// Where it stands first.
        first: Span,
    },
    /// A comment that cuts off the rest of a plain value. Valid YAML.
    CommentCutsValue,
    /// A construct that a full YAML reader must judge. Not an error by itself.
    Unsupported(Construct),
}

impl ProblemKind {
    /// The stable name in kebab case.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            ProblemKind::Bom => "bom",
            ProblemKind::FenceSpaces => "fence-spaces",
            ProblemKind::FenceNotFirst => "fence-not-first",
            ProblemKind::FenceJoined => "fence-joined",
            ProblemKind::FenceDots => "fence-dots",
            ProblemKind::FenceIndented => "fence-indented",
            ProblemKind::FenceUnclosed => "fence-unclosed",
            ProblemKind::FenceMissing(_) => "fence-missing",
            ProblemKind::EmptyFile => "empty-file",
            ProblemKind::Encoding(_) => "encoding",
            ProblemKind::YamlColon => "yaml-colon",
            ProblemKind::YamlReserved => "yaml-reserved",
            ProblemKind::YamlQuoteTail => "yaml-quote-tail",
            ProblemKind::YamlQuoteOpen => "yaml-quote-open",
            ProblemKind::YamlQuoteColumn => "yaml-quote-column",
            ProblemKind::YamlFlow => "yaml-flow",
            ProblemKind::YamlTab => "yaml-tab",
            ProblemKind::YamlIndent => "yaml-indent",
            ProblemKind::YamlContinuation => "yaml-continuation",
            ProblemKind::YamlLine => "yaml-line",
            ProblemKind::YamlEscape => "yaml-escape",
            ProblemKind::YamlControl => "yaml-control",
            ProblemKind::DuplicateKey { .. } => "duplicate-key",
            ProblemKind::CommentCutsValue => "comment-cuts-value",
            ProblemKind::Unsupported(_) => "unsupported",
        }
    }

    /// Whether a conforming YAML reader, or the published format, refuses the text for it.
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(self, ProblemKind::Bom | ProblemKind::CommentCutsValue | ProblemKind::Unsupported(_))
    }

    /// Whether it is about fences and encoding rather than about YAML.
    #[must_use]
    pub const fn is_fence(self) -> bool {
        matches!(
            self,
            ProblemKind::Bom
                | ProblemKind::FenceSpaces
                | ProblemKind::FenceNotFirst
                | ProblemKind::FenceJoined
                | ProblemKind::FenceDots
                | ProblemKind::FenceIndented
                | ProblemKind::FenceUnclosed
                | ProblemKind::FenceMissing(_)
                | ProblemKind::EmptyFile
                | ProblemKind::Encoding(_)
        )
    }
}

/// A problem and its place. Its [`Display`](core::fmt::Display) is one sentence for people.
///
/// It is also the error of [`parse_bytes`](crate::parse_bytes), the one function here that can
/// fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// The bytes that are meant: the offending character or line, not the whole value.
    pub span: Span,
}

impl Problem {
    /// A problem at a place.
    #[must_use]
    pub const fn new(kind: ProblemKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Shorthand for the id of its kind.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.kind.id()
    }
}

impl core::fmt::Display for Problem {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let text = match self.kind {
            ProblemKind::Bom => "a byte order mark stands before the opening fence",
            ProblemKind::FenceSpaces => "blanks follow the three dashes of the fence",
            ProblemKind::FenceNotFirst => "the opening fence is not the first line",
            ProblemKind::FenceJoined => "text follows the dashes of the closing fence",
            ProblemKind::FenceDots => "the frontmatter is closed by `...` instead of `---`",
            ProblemKind::FenceIndented => "the closing fence is indented",
            ProblemKind::FenceUnclosed => "the opening fence is never closed",
            ProblemKind::FenceMissing(found) => {
                return write!(f, "there is no frontmatter; the text begins with {}", found.as_str());
            }
            ProblemKind::EmptyFile => "the file is empty",
            ProblemKind::Encoding(encoding) => {
                return write!(
                    f,
                    "the bytes from offset {} on are not UTF-8; they look like {}",
                    self.span.start(),
                    encoding.as_str()
                );
            }
            ProblemKind::YamlColon => "a colon and a space inside an unquoted value start a mapping in YAML",
            ProblemKind::YamlReserved => "an unquoted value cannot begin with this character",
            ProblemKind::YamlQuoteTail => "text follows the closing quote",
            ProblemKind::YamlQuoteOpen => "the quote is never closed",
            ProblemKind::YamlQuoteColumn => "a quoted value goes on at the start of a line",
            ProblemKind::YamlFlow => "the brackets or braces do not form a list or map",
            ProblemKind::YamlTab => "a tab indents the line",
            ProblemKind::YamlIndent => "the line stands at a wrong level of indentation",
            ProblemKind::YamlContinuation => "the line does not continue the value in YAML",
            ProblemKind::YamlLine => "the line is neither a field, a continuation nor a comment",
            ProblemKind::YamlEscape => "the escape is not one of YAML's",
            ProblemKind::YamlControl => "a control character stands in the frontmatter",
            ProblemKind::DuplicateKey { .. } => "the key stands twice in one map",
            ProblemKind::CommentCutsValue => "a comment cuts the value off",
            ProblemKind::Unsupported(construct) => {
                return write!(f, "{} needs a full YAML reader", construct.as_str());
            }
        };
        f.write_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_kind_is_about_fences_or_yaml_and_an_error_or_none() {
        let first = Span::new(0, 1);
        for (kind, id, fence, error) in [
            (ProblemKind::Bom, "bom", true, false),
            (ProblemKind::FenceSpaces, "fence-spaces", true, true),
            (ProblemKind::FenceUnclosed, "fence-unclosed", true, true),
            (ProblemKind::FenceMissing(Found::Rtf), "fence-missing", true, true),
            (ProblemKind::EmptyFile, "empty-file", true, true),
            (ProblemKind::Encoding(Encoding::Utf16Le), "encoding", true, true),
            (ProblemKind::YamlColon, "yaml-colon", false, true),
            (ProblemKind::YamlControl, "yaml-control", false, true),
            (ProblemKind::DuplicateKey { first }, "duplicate-key", false, true),
            (ProblemKind::CommentCutsValue, "comment-cuts-value", false, false),
            (ProblemKind::Unsupported(Construct::Tag), "unsupported", false, false),
        ] {
            assert_eq!((kind.id(), kind.is_fence(), kind.is_error()), (id, fence, error));
            assert_eq!(Problem::new(kind, first).id(), id);
        }
    }

    #[test]
    fn a_sentence_names_what_was_found() {
        for (kind, sentence) in [
            (
                ProblemKind::FenceMissing(Found::Path),
                "there is no frontmatter; the text begins with nothing but a path, as of a link checked out as text",
            ),
            (
                ProblemKind::Encoding(Encoding::Utf16Be),
                "the bytes from offset 3 on are not UTF-8; they look like UTF-16 (big-endian)",
            ),
            (ProblemKind::Unsupported(Construct::MergeKey), "a merge key needs a full YAML reader"),
            (ProblemKind::YamlEscape, "the escape is not one of YAML's"),
        ] {
            assert_eq!(Problem::new(kind, Span::new(3, 9)).to_string(), sentence);
        }
    }
}
