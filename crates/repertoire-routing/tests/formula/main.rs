//! The ranking is what docs/routing.md says, to the last unit of each reason.

use proptest::prelude::*;
use reference::Skill;
use repertoire_routing::{Card, Field, Index, Match, rank};
use std::collections::BTreeMap;

/// The ranking written down plainly.
mod reference;

/// Words that are their own stems and no stop words.
const WORDS: [&str; 11] =
    ["moon", "star", "sail", "fog", "oar", "dock", "reef", "mast", "helm", "knot", "gull"];
const NAMES: [&str; 9] = [
    "moon",
    "moon-star",
    "star-sail",
    "moon-star-sail",
    "fog-oar",
    "dock-dock",
    "reef-mast-helm",
    "knot-fog",
    "helm",
];

fn token() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        12 => prop::sample::select(&WORDS[..]),
        3 => prop::sample::select(&NAMES[..]),
        1 => Just("."),
    ]
}

fn text(tokens: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let token = prop_oneof![20 => token(), 1 => Just("\n")];
    prop::collection::vec(token, tokens).prop_map(|tokens| tokens.join(" "))
}

fn request() -> impl Strategy<Value = String> {
    prop::collection::vec(token(), 0..9).prop_map(|tokens| tokens.join(" "))
}

fn skills() -> impl Strategy<Value = Vec<Skill>> {
    let name = || prop::sample::select(&NAMES[..]).prop_map(str::to_owned);
    let tags =
        prop::collection::vec(prop::sample::select(vec!["fog".to_owned(), "oar moon".to_owned()]), 0..3);
    let body = prop_oneof![Just(String::new()), text(0..20), text(20..80)];
    let skill = (name(), prop::option::of(name()), tags, text(0..15), body);
    let skill = skill.prop_map(|(name, directory, tags, description, body)| Skill {
        name,
        directory,
        tags,
        description,
        body,
    });
    prop::collection::vec(skill, 0..7)
}

fn card(skill: &Skill) -> Card<'_> {
    Card {
        tags: &skill.tags,
        directory: skill.directory.as_deref(),
        body: Some(&skill.body),
        ..Card::new(&skill.name, &skill.description)
    }
}

fn units(points: f64) -> u64 {
    (points * 1024.0) as u64
}

fn reasons(found: &Match) -> BTreeMap<(String, Field), u64> {
    found.reasons.iter().map(|reason| ((reason.term.clone(), reason.field), units(reason.weight))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_ranking_is_what_the_plain_rules_say(skills in skills(), request in request()) {
        let mut matches = rank(&request, &Index::build(&skills.iter().map(card).collect::<Vec<_>>()));
        matches.sort_by_key(|found| found.position);
        let expected = reference::rank(&request, &skills);
        let positions: Vec<usize> = matches.iter().map(|found| found.position).collect();
        prop_assert_eq!(positions, expected.iter().map(|found| found.position).collect::<Vec<_>>());
        for (found, expected) in matches.iter().zip(&expected) {
            prop_assert_eq!(&reasons(found), &expected.reasons, "{}", &found.name);
            prop_assert_eq!(found.reasons.len(), expected.reasons.len());
            prop_assert_eq!(units(found.score), expected.score);
            prop_assert!(expected.weak.is_none_or(|weak| weak == found.weak), "{expected:?}");
        }
    }
}
