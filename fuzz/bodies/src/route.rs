//! The router: any query over any skills gives finite scores that are the sums of their reasons,
//! in an order that does not depend on that of the skills.
//!
//! The first line is the query; each other line is a skill: name, description and body with tabs
//! between.

use repertoire_routing::{Card, Index, Match, matched_spans, rank};

/// Longer inputs would only make it slower.
const MAX_BYTES: usize = 4 * 1024;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(MAX_BYTES)]);
    let mut lines = text.split('\n');
    let query = lines.next().unwrap_or_default();
    let mut names = std::collections::BTreeSet::new();
    let mut cards: Vec<Card<'_>> = Vec::new();
    for line in lines {
        let mut fields = line.splitn(3, '\t');
        let (name, description) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        // Two skills of one name would have no order but that of their places.
        if names.insert(name) {
            cards.push(Card { body: fields.next(), ..Card::new(name, description) });
        }
    }
    let index = Index::build(&cards);
    let found = rank(query, &index);
    for pair in found.windows(2) {
        assert!(pair[0].score >= pair[1].score, "best first");
    }
    for one in &found {
        assert!(one.score.is_finite() && one.score > 0.0, "{one:?}");
        assert_eq!(one.reasons.iter().map(|reason| reason.weight).sum::<f64>(), one.score, "{one:?}");
        let card = cards.iter().find(|card| card.name == one.name);
        let card = card.unwrap_or_else(|| panic!("a skill that is not there: {one:?}"));
        for span in matched_spans(query, card.description) {
            assert!(card.description.get(span).is_some_and(|word| !word.is_empty()));
        }
    }
    let backwards: Vec<Card<'_>> = cards.iter().rev().copied().collect();
    let turned = Index::build(&backwards);
    let plain = |found: &[Match]| -> Vec<(String, u64)> {
        // Equal scores stand in the order of the skills, which is turned round here.
        let mut plain: Vec<_> = found.iter().map(|one| (one.name.to_owned(), one.score.to_bits())).collect();
        plain.sort();
        plain
    };
    assert_eq!(plain(&found), plain(&rank(query, &turned)), "the order of the skills changes the answer");
}
