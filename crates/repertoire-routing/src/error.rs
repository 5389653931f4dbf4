//! Why a catalog cannot be shown or an index not be updated.

/// Why a catalog cannot be shown or an index not be updated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The budget cannot hold introduction, omission line and guidance.
    #[error(
        "a catalog of {budget} characters cannot hold its introduction, omission line and guidance; give it at least {needed}"
    )]
    BudgetTooSmall {
        /// The budget in characters.
        budget: usize,
        /// How many characters are needed at least.
        needed: usize,
    },
    /// There is no skill at that position.
    #[error("there is no skill at position {position} of {len}; build the index anew when skills come or go")]
    NoSuchPosition {
        /// The position, from 0.
        position: usize,
        /// How many skills there are.
        len: usize,
    },
}
