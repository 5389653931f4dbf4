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
    let word = (prop_oneof![0..6u32, 30..45u32, 250..260u32, 600..603u32], 0..6u8);
    prop::collection::vec(prop::collection::vec(word, 0..30), 1..5)
}

proptest! {
    #[test]
    fn pairs_are_the_neighbours(texts in texts(), first in 0..6u32, second in prop_oneof![0..6u32, 250..260u32]) {
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
        for term in (0..610).map(term) {
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
    fn parts_sum_to_the_whole_and_are_by_occurrences_and_weights(
        units in 0..100_000u64,
        counts in prop_oneof![any::<[u16; FIELDS]>(), prop::array::uniform3(0..3u16)],
    ) {
        const WEIGHTS: [u64; FIELDS] = [2, 3, 1];
        let channel = Channel::new(WEIGHTS.map(|weight| weight as u32), 0);
        prop_assume!(counts.iter().any(|count| *count > 0));
        let parts = channel.split(units, counts);
        prop_assert_eq!(parts.iter().sum::<u64>(), units);
        let weighed: Vec<u64> = counts.iter().zip(WEIGHTS).map(|(count, weight)| u64::from(*count) * weight).collect();
        let all: u64 = weighed.iter().sum();
        let first = counts.iter().position(|count| *count > 0);
        for (field, (part, weighed)) in parts.iter().zip(weighed).enumerate() {
            let exact = units * weighed / all;
            prop_assert!(*part == exact || Some(field) == first && *part - exact < FIELDS as u64);
        }
    }

    #[test]
    fn the_first_posting_from_a_skill_on_is_found_wherever_one_begins(
        skills in prop::collection::btree_set(0..200u32, 0..60),
        from in 0..60usize,
        skill in 0..210u32,
    ) {
        let posting = |skill| Posting { skill, start: 0, places: 0, counts: [0; FIELDS], followers: 0 };
        let list: Vec<Posting> = skills.into_iter().map(posting).collect();
        let from = from.min(list.len());
        let expected = list.iter().skip(from).position(|posting| posting.skill >= skill);
        prop_assert_eq!(first_from(&list, from, skill), expected.map_or(list.len(), |at| from + at));
    }
}

#[test]
fn further_occurrences_count_less_and_never_more_than_three() {
    // By the discount: 2 in a text of average length, 1/2 in an empty one.
    for (frequency, discount, points) in
        [(1.0, 2.0, 1.0), (2.0, 2.0, 1.5), (4.0, 2.0, 2.0), (1.0, 0.5, 2.0), (1.0, 5.0, 0.5), (0.0, 2.0, 0.0)]
    {
        assert_eq!(saturated(frequency, discount), points, "{frequency} {discount}");
    }
    assert!(saturated(1e9, 2.0) < 3.0);
}

#[test]
fn a_term_tells_by_how_many_skills_say_it() {
    // Three skills; the first term is said by all, the second by one, the third by none.
    let word = |number| (number, 2);
    let channel = channel(&[vec![word(0), word(1)], vec![word(0)], vec![word(0)], vec![]]);
    let told = |number| channel.information(Some(term(number)));
    let formula = |skills: f64| (1.0 + (3.0 - skills + 0.5) / (skills + 0.5)).ln();
    for (told, skills) in [(told(0), 3.0), (told(1), 1.0), (told(2), 0.0), (channel.information(None), 0.0)] {
        assert!((told - formula(skills)).abs() < 1e-12, "{told} {skills}");
    }
    // A skill that says nothing counts neither among the skills nor for the average length: 5/3, since
    // the first word of two stands in a field that counts double.
    let (hit, points) = channel.score_of(term(1), 0).expect("it says it");
    let discount = SATURATION * (1.0 - LENGTH + LENGTH * 3.0 / (5.0 / 3.0));
    assert_eq!(hit, Hit { skill: 0, counts: [0, 1, 0] });
    assert!((points - told(1) * saturated(1.0, discount)).abs() < 1e-12, "{points}");
}

#[test]
fn a_pair_is_of_the_field_where_it_stands_first() {
    let words = |field, at: u32| {
        let said = |(nth, number)| Occurrence::new(term(number), Place::new(field, at + nth));
        [(0, 0), (1, 1)].map(said)
    };
    let mut channel = Channel::new([1; FIELDS], 3);
    channel.set(0, &mut [words(2, 7)].concat());
    channel.set(1, &mut [words(1, 3), words(1, 9), words(2, 0)].concat());
    channel.set(2, &mut [words(2, 0)].concat());
    channel.set(2, &mut []);
    channel.file();
    channel.settle();
    let found = channel.pairs(term(0), term(1));
    let places: Vec<(usize, usize)> = found.iter().map(|(skill, field, _)| (*skill, *field)).collect();
    assert_eq!(places, [(0, 2), (1, 1)]);
    // Once counts 1, and three times 9/5, of what so rare a pair tells.
    assert_eq!(found[1].2, found[0].2 * 1.8);
}
