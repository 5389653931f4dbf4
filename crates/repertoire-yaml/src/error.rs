//! What can be wrong with a YAML text.

use repertoire_frontmatter::Span;

/// Why a YAML text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// YAML 1.2 refuses the text; what the parser says of it.
    Syntax(String),
    /// Collections nest too deep.
    Depth,
    /// There are too many values.
    Nodes,
    /// Aliases repeat too much.
    AliasExpansion,
    /// An alias stands inside what it means.
    AliasCycle,
    /// A key stands twice in one map; the earlier one is given.
    DuplicateKey {
        /// Where it stands first.
        first: Span,
    },
    /// A key is a list or a map.
    ComplexKey,
    /// A tag that is not one of the core schema.
    Tag,
    /// A second document.
    ManyDocuments,
}

impl ErrorKind {
    /// The stable name in kebab case.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "syntax",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::AliasExpansion => "alias-expansion",
            Self::AliasCycle => "alias-cycle",
            Self::DuplicateKey { .. } => "duplicate-key",
            Self::ComplexKey => "complex-key",
            Self::Tag => "tag",
            Self::ManyDocuments => "many-documents",
        }
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Syntax(message) => write!(f, "this is not YAML: {message}"),
            Self::Depth => f.write_str("lists and maps nest too deep; flatten them"),
            Self::Nodes => f.write_str("there are too many values; move data to a file beside the skill"),
            Self::AliasExpansion => f.write_str("aliases repeat too much; write the values out"),
            Self::AliasCycle => f.write_str("the alias stands inside what it means; write the value out"),
            Self::DuplicateKey { .. } => f.write_str("the key stands twice in one map; keep one"),
            Self::ComplexKey => f.write_str("a key is a list or a map; use plain text as keys"),
            Self::Tag => f.write_str("the tag means something only to one program; leave it out"),
            Self::ManyDocuments => f.write_str("a second document begins; keep one between the fences"),
        }
    }
}

/// Why a YAML text was refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    /// The reason.
    pub kind: ErrorKind,
    /// The bytes that are meant; empty where only a place is known.
    pub span: Span,
}
