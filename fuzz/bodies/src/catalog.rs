//! A rendered catalog: within its budget, and read back to exactly its entries, whatever the
//! texts.
//!
//! The first byte chooses form, order and budget; each line after it is a skill: name,
//! description and path with tabs between.

use repertoire_routing::Card;
use repertoire_routing::catalog::{Form, Options, Order, render};

#[allow(clippy::expect_used, reason = "what does not read back is a finding")]
#[path = "../../../crates/repertoire-routing/tests/catalog/reading.rs"]
mod reading;

/// Longer inputs would only make it slower.
const MAX_BYTES: usize = 4 * 1024;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let (&choice, rest) = data.split_first().unwrap_or((&0, &[]));
    let text = String::from_utf8_lossy(&rest[..rest.len().min(MAX_BYTES)]);
    let cards: Vec<Card<'_>> = text
        .split('\n')
        .map(|line| {
            let mut fields = line.splitn(3, '\t');
            let mut field = || fields.next().unwrap_or_default();
            let (name, description) = (field(), field());
            Card { path: field(), ..Card::new(name, description) }
        })
        .collect();
    let backwards: Vec<usize> = (0..cards.len()).rev().collect();
    let form = [Form::Markdown, Form::Xml, Form::Json][usize::from(choice % 3)];
    let order = [Order::Catalog, Order::Balanced, Order::Relevance(&backwards)][usize::from(choice / 3 % 3)];
    let budget = [150, 400, 2_000, 100_000][usize::from(choice / 9 % 4)];
    let options = Options { budget, order, ..Options::new(form) };
    let Ok(shown) = render(&cards, &options) else {
        let enough = Options { budget: 1_000_000, ..options };
        let empty = render(&[], &enough).map_or(0, |shown| shown.characters);
        assert!(budget < empty + 100, "a budget of {budget} holds the frame of {empty} characters");
        return;
    };
    assert_eq!(shown.text.chars().count(), shown.characters);
    assert!(shown.characters <= budget);
    let mut all: Vec<usize> = shown.included.iter().chain(&shown.omitted).copied().collect();
    all.sort_unstable();
    assert_eq!(all, (0..cards.len()).collect::<Vec<_>>(), "every skill is in or out, once");
    let (entries, omitted) = reading::read(form, &shown.text, &options);
    assert_eq!(omitted, shown.omitted.len());
    assert_eq!(entries.len(), shown.included.len());
    let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (position, (name, description, path)) in shown.included.iter().zip(&entries) {
        let card = &cards[*position];
        assert_eq!(collapsed(name), collapsed(card.name), "{}", shown.text);
        assert_eq!(collapsed(path), collapsed(card.path), "{}", shown.text);
        if !shown.shortened.contains(position) {
            assert_eq!(collapsed(description), collapsed(card.description), "{}", shown.text);
        }
    }
}
