//! Laws of a channel: pairs, replacement, splitting.

use super::*;
use proptest::prelude::*;

/// A term by its number; every fifth has the same mark.
fn term(number: u32) -> Term {
    Term::new(number as usize, &char::from(b'a' + (number % 5) as u8).to_string())
}

/// A text as terms in one field or two, with wholes (odd second number) between.
fn occurrences(text: &[(u32, u8)]) -> Vec<Occurrence> {
    let mut at = 0;
    let half = text.len() / 2;
    let mut occurrences = Vec::new();
    for (nth, (number, kind)) in text.iter().enumerate() {
        let field = usize::from(nth >= half);
        match kind {
            0 => occurrences.push(Occurrence::new(term(*number), Place::whole(field))),
            1 => at += 1,
            _ => {
                occurrences.push(Occurrence::new(term(*number), Place::new(field, at)));
                at += 1;
            }
        }
    }
    occurrences
}

/// How often one term directly follows another, by looking at every pair of occurrences.
fn neighbours(occurrences: &[Occurrence], first: Term, second: Term) -> usize {
    let places = |wanted| occurrences.iter().filter(move |said| said.term == wanted).map(|said| said.place);
    places(first)
        .filter_map(|place| Some((place.field(), place.at()? + 1)))
        .map(|next| {
            places(second).filter(|place| place.at().is_some_and(|at| (place.field(), at) == next)).count()
        })
        .sum()
}

fn channel(texts: &[Vec<(u32, u8)>]) -> Channel {
    let mut channel = Channel::new([2, 1, 1], texts.len());
    for (skill, text) in texts.iter().enumerate() {
        channel.set(skill, &mut occurrences(text));
    }
    channel.file();
    channel.settle();
    channel
}

fn texts() -> impl Strategy<Value = Vec<Vec<(u32, u8)>>> {
    let word = (prop_oneof![0..6u32, 30..70u32], 0..6u8);
    prop::collection::vec(prop::collection::vec(word, 0..30), 1..5)
}

proptest! {
    #[test]
    fn pairs_are_the_neighbours(texts in texts(), first in 0..6u32, second in prop_oneof![0..6u32, 30..70u32]) {
        let channel = channel(&texts);
        let found = channel.pairs(term(first), term(second));
        let expected: Vec<(usize, usize)> = texts
            .iter()
            .map(|text| neighbours(&occurrences(text), term(first), term(second)))
            .enumerate()
            .filter(|(_, times)| *times > 0)
            .collect();
        prop_assert_eq!(found.iter().map(|(skill, _, _)| *skill).collect::<Vec<_>>(), expected.iter().map(|(skill, _)| *skill).collect::<Vec<_>>());
        let information = channel.of_frequency(expected.len());
        for ((_, _, points), (_, times)) in found.iter().zip(expected) {
            prop_assert_eq!(*points, information * saturated(times as f64, SATURATION));
        }
    }

    #[test]
    fn what_was_replaced_leaves_no_trace(before in texts(), after in texts()) {
        let mut after = after;
        after.resize(before.len(), Vec::new());
        let mut replaced = channel(&before);
        for (skill, text) in after.iter().enumerate() {
            replaced.set(skill, &mut occurrences(text));
        }
        replaced.file();
        replaced.settle();
        let fresh = channel(&after);
        for term in (0..70).map(term) {
            let scores = |channel: &Channel| {
                let mut scores = Vec::new();
                channel.score(term, |hit, points| scores.push((hit, points.to_bits())));
                scores
            };
            prop_assert_eq!(scores(&replaced), scores(&fresh));
            for (hit, points) in scores(&fresh) {
                prop_assert_eq!(fresh.score_of(term, hit.skill).map(|(hit, points)| (hit, points.to_bits())), Some((hit, points)));
            }
        }
    }

    #[test]
    fn parts_sum_to_the_whole(units in 0..100_000u64, counts in any::<[u16; FIELDS]>()) {
        let channel = Channel::new([2, 2, 1], 0);
        prop_assume!(counts.iter().any(|count| *count > 0));
        let parts = channel.split(units, counts);
        prop_assert_eq!(parts.iter().sum::<u64>(), units);
        prop_assert!(parts.iter().zip(counts).all(|(part, count)| count > 0 || *part == 0));
    }
}
