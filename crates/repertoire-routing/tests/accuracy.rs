//! How well the router does on labelled queries of six libraries: the targets that it must hold.

#![allow(
    clippy::expect_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test may fail loudly, and say what it skips"
)]

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses the rest")]
mod libraries;

use libraries::{Answer, HEAD, Library, Measure, Skill, mean, measure, row};
use repertoire_routing::{Card, Index, rank_first};

/// Hit@1 and Recall@5 of a plain two-channel BM25F with stemming: what the router set out from. No
/// library may fall behind it by more than [`BEHIND`].
const PLAIN: [(&str, f64, f64); 6] = [
    ("dotnet-artisan", 0.815, 0.932),
    ("gtm", 0.985, 1.0),
    ("marketing", 0.724, 0.973),
    ("vexjoy", 0.495, 0.657),
    ("golang", 0.517, 0.776),
    ("alicoder", 0.935, 1.0),
];

const BEHIND: f64 = 0.01;

fn ours<'l>(library: &'l Library, card: impl Fn(&'l Skill) -> Card<'l>) -> Measure {
    let cards: Vec<Card<'_>> = library.skills.iter().map(card).collect();
    let index = Index::build(&cards);
    measure(library, |query| {
        let matches = rank_first(query, &index, 10);
        Answer {
            weak: matches.first().is_some_and(|first| first.weak),
            ranked: matches.iter().map(|found| found.position).collect(),
        }
    })
}

fn holds_its_targets(libraries: &[Library], measures: &[Measure]) {
    println!("{HEAD}");
    for ((library, measure), (name, hit1, recall5)) in libraries.iter().zip(measures).zip(PLAIN) {
        println!("{}", row(library.name, measure));
        assert_eq!(library.name, name);
        assert!(measure.hit1 >= hit1 - BEHIND, "{name}: Hit@1 {:.3}, plain {hit1}", measure.hit1);
        assert!(measure.recall5 >= recall5 - BEHIND, "{name}: R@5 {:.3}, plain {recall5}", measure.recall5);
    }
    let mean = mean(measures);
    println!("{}", row("mean", &mean));
    assert!(mean.hit1 >= 0.745, "Hit@1 {:.4}", mean.hit1);
    assert!(mean.recall5 >= 0.885, "R@5 {:.4}", mean.recall5);
    assert!(mean.recall10 >= 0.92, "R@10 {:.4}", mean.recall10);
    assert!(mean.false_trigger.is_some_and(|share| share <= 0.15), "false triggers {:?}", mean.false_trigger);
    assert!(mean.weak_hit <= 0.15, "right answers said to be weak {:.3}", mean.weak_hit);
}

#[test]
fn the_router_holds_its_targets_with_instructions_as_bodies() {
    let Some(libraries) = libraries::load() else { return };
    let measures: Vec<Measure> = libraries.iter().map(|library| ours(library, Skill::card)).collect();
    holds_its_targets(&libraries, &measures);
}

#[test]
fn the_router_holds_its_targets_with_whole_sources_as_bodies() {
    let Some(libraries) = libraries::load() else { return };
    let measures: Vec<Measure> = libraries
        .iter()
        .map(|library| ours(library, |skill| Card { body: Some(&skill.body), ..skill.card() }))
        .collect();
    holds_its_targets(&libraries, &measures);
}
