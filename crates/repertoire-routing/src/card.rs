//! What the crate is told of one skill.

use repertoire_schema::{Metadata, Risk};

/// What the crate is told of one skill: borrowed texts, nothing that needs a file system.
///
/// A slice of cards is a catalog; the order of the slice is the catalog's order, and a skill's
/// *position* is its index there, from 0.
///
/// # Examples
///
/// ```
/// use repertoire_routing::Card;
///
/// let card = Card { body: Some("Read the tables."), ..Card::new("tides", "Use when asked about tides.") };
/// assert_eq!(card.name, "tides");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card<'a> {
    /// The name, exactly as `load` and `requires` say it.
    pub name: &'a str,
    /// What the skill does and when to use it.
    pub description: &'a str,
    /// Coarse groups.
    pub tags: &'a [String],
    /// The names of the skills that this one builds on.
    pub requires: &'a [String],
    /// The advisory risk.
    pub risk: Option<Risk>,
    /// The path of its source, as the catalog shows it.
    pub path: &'a str,
    /// The name of the directory that holds the source, where it is known.
    pub directory: Option<&'a str>,
    /// The instructions, where the caller has them at hand. Routing is better with them; the first
    /// 12 KiB count.
    pub body: Option<&'a str>,
}

impl<'a> Card<'a> {
    /// A card of a name and a description.
    #[must_use]
    pub fn new(name: &'a str, description: &'a str) -> Self {
        Self { name, description, ..Self::default() }
    }

    /// A card of a skill's metadata and the path of its source.
    #[must_use]
    pub fn of(metadata: &'a Metadata, path: &'a str) -> Self {
        Self {
            name: &metadata.name,
            description: &metadata.description,
            tags: &metadata.tags,
            requires: &metadata.requires,
            risk: metadata.risk,
            path,
            directory: None,
            body: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_of_metadata_has_all_that_routing_looks_at() {
        let metadata = Metadata {
            name: "tides".to_owned(),
            description: "Reads tides.".to_owned(),
            tags: vec!["sea".to_owned()],
            requires: vec!["moon".to_owned()],
            risk: Some(Risk::Low),
            ..Metadata::default()
        };
        let card = Card::of(&metadata, "tides/SKILL.md");
        let expected = Card {
            tags: &metadata.tags,
            requires: &metadata.requires,
            risk: Some(Risk::Low),
            path: "tides/SKILL.md",
            ..Card::new("tides", "Reads tides.")
        };
        assert_eq!(card, expected);
    }
}
