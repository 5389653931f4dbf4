//! Placeholder page.

mod model;
pub mod profile;

pub use model::{Checked, Format, Metadata, Risk, Skill, Source};
pub use profile::Profile;

/// The greatest number of characters (Unicode scalar values) of one source, of its
/// instructions, and of a description, unless a caller says otherwise.
pub const MAX_SOURCE_CHARACTERS: usize = 65_536;

/// Judges a source under a profile. Never fails: what is wrong is in the diagnostics.
#[must_use]
pub fn check(_source: &Source<'_>, _profile: &Profile) -> Checked { loop {} }
