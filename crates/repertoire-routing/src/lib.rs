//! Shows a catalog of agent skills that fits a budget, ranks skills for a request, and resolves
//! what they require.

mod card;
mod channel;
mod error;
mod index;
mod lexicon;
mod names;
mod numbers;
mod rank;
mod request;
mod weights;
mod words;

pub use card::Card;
pub use error::Error;
pub use index::Index;
pub use rank::{Field, Match, Reason, rank, rank_first};
pub use request::matched_spans;
