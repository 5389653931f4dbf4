//! What can go wrong with the cache. Nothing of it ever makes a skill unusable.

/// Why the cache could not be used or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or directory of the cache refused.
    #[error("the cache cannot be used: {0}")]
    File(#[from] repertoire_fs::Error),
    /// A form passes the bound under which it would be read again.
    #[error("the conversion holds more than {characters} characters and is not kept")]
    TooLarge {
        /// The bound.
        characters: usize,
    },
}

impl Error {
    /// The class in kebab case, stable for machines.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::File(error) => error.kind().as_str(),
            Self::TooLarge { .. } => "too-large",
        }
    }
}
