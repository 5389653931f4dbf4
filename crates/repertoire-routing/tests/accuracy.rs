//! How well the router does on labelled queries of six libraries.

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses the rest")]
mod libraries;

use libraries::{Answer, HEAD, Library, Measure, mean, measure, row};
use repertoire_routing::{Card, Index, rank};

fn ours(library: &Library, card: impl Fn(usize) -> Card<'static>) -> Measure {
    let _ = card;
    let cards: Vec<Card<'_>> = library.skills.iter().map(|skill| skill.card()).collect();
    let index = Index::build(&cards);
    measure(library, |query| {
        let matches = rank(query, &index);
        Answer {
            weak: matches.first().is_some_and(|first| first.weak),
            ranked: matches.iter().map(|found| found.position).collect(),
        }
    })
}

#[test]
fn the_router_meets_its_targets_on_six_libraries() {
    let Some(libraries) = libraries::load() else { return };
    println!("{HEAD}");
    let mut measures = vec![];
    for l in &libraries {
        let m = ours(l, |_| Card::default());
        println!("{}", row(l.name, &m));
        measures.push(m);
    }
    println!("{}", row("mean", &mean(&measures)));
}
