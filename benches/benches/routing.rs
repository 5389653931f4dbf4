//! The router: how well it ranks on labelled queries, and how fast over 10,000 skills, each beside
//! substring counting and the `bm25` crate with its defaults in the same run.

#![allow(clippy::print_stdout, reason = "the tables are what it is for")]

#[allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "the accuracy test uses the rest, and it says what it skips"
)]
#[path = "../../crates/repertoire-routing/tests/libraries/mod.rs"]
mod libraries;

use bm25::{Document, Language, SearchEngine, SearchEngineBuilder};
use criterion::{Criterion, criterion_group, criterion_main};
use libraries::{Answer, HEAD, Library, Measure, Skill, mean, measure, row};
use repertoire_routing::{Card, Index, rank, rank_first};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many skills the speed part has.
const SKILLS: usize = 10_000;

fn engine(texts: impl IntoIterator<Item = String>) -> SearchEngine<u32> {
    let documents: Vec<Document<u32>> =
        texts.into_iter().enumerate().map(|(at, contents)| Document { id: at as u32, contents }).collect();
    SearchEngineBuilder::<u32>::with_documents(Language::English, documents).build()
}

fn all_text(skill: &Skill) -> String {
    format!("{} {} {} {}", skill.name, skill.description, skill.tags.join(" "), skill.body)
}

fn metadata(skill: &Skill) -> String {
    format!("{} {} {}", skill.name, skill.description, skill.tags.join(" "))
}

/// Twice the occurrences of the whole query in the name and once those in the description.
fn count_substrings(skills: &[Skill], query: &str) -> Vec<usize> {
    let query = query.to_lowercase();
    let mut scored: Vec<(usize, usize)> = skills
        .iter()
        .enumerate()
        .map(|(at, skill)| {
            let count = |text: &str| text.to_lowercase().matches(&query).count();
            (2 * count(&skill.name) + count(&skill.description), at)
        })
        .filter(|(score, _)| *score > 0)
        .collect();
    scored.sort_by_key(|(score, at)| (std::cmp::Reverse(*score), *at));
    scored.into_iter().map(|(_, at)| at).collect()
}

fn print_table(title: &str, libraries: &[Library], mut of: impl FnMut(&Library) -> Measure) {
    println!("\n{title}\n{HEAD}");
    let measures: Vec<Measure> = libraries
        .iter()
        .map(|library| {
            let measure = of(library);
            println!("{}", row(library.name, &measure));
            measure
        })
        .collect();
    println!("{}", row("mean", &mean(&measures)));
}

fn ours(library: &Library, card: impl Fn(&Skill) -> Card<'_>) -> Measure {
    let cards: Vec<Card<'_>> = library.skills.iter().map(card).collect();
    let index = Index::build(&cards);
    measure(library, |query| {
        let matches = rank(query, &index);
        Answer {
            weak: matches.first().is_some_and(|first| first.weak),
            ranked: matches.iter().map(|found| found.position).collect(),
        }
    })
}

fn theirs(library: &Library, text: impl Fn(&Skill) -> String) -> Measure {
    let engine = engine(library.skills.iter().map(text));
    measure(library, |query| {
        let ranked = engine.search(query, None).into_iter().map(|found| found.document.id as usize).collect();
        Answer { ranked, weak: false }
    })
}

fn accuracy(_: &mut Criterion) {
    let Some(libraries) = libraries::load() else { return };
    let libraries = libraries.as_slice();
    print_table("repertoire, whole source as the body", libraries, |library| {
        ours(library, |skill| Card { body: Some(&skill.body), ..skill.card() })
    });
    print_table("repertoire, instructions as the body", libraries, |library| ours(library, Skill::card));
    print_table("repertoire, without bodies", libraries, |library| {
        ours(library, |skill| Card { body: None, ..skill.card() })
    });
    print_table("peer: the bm25 crate, all text", libraries, |library| theirs(library, all_text));
    print_table("peer: the bm25 crate, metadata", libraries, |library| theirs(library, metadata));
    print_table("peer: substring counting", libraries, |library| {
        measure(library, |query| Answer { ranked: count_substrings(&library.skills, query), weak: false })
    });
    println!();
}

/// The skills of the libraries, over and over, each time with other names and some other words.
fn many(libraries: &[Library], skills: usize) -> Vec<Skill> {
    let known: Vec<&Skill> = libraries.iter().flat_map(|library| &library.skills).collect();
    (0..skills)
        .map(|at| {
            let (skill, round) = (known[at % known.len()], at / known.len());
            let other = known[(at * 7 + round) % known.len()];
            let borrowed: Vec<&str> = other.description.split(' ').skip(round % 5).take(6).collect();
            Skill {
                name: format!("{}-{round}", skill.name),
                description: format!("{} {}", skill.description, borrowed.join(" ")),
                tags: skill.tags.clone(),
                body: skill.body.clone(),
            }
        })
        .collect()
}

/// Median and 99th percentile of the time that each query takes.
fn times(queries: &[&str], mut ask: impl FnMut(&str)) -> (Duration, Duration) {
    let mut times: Vec<Duration> = queries
        .iter()
        .map(|query| {
            let start = Instant::now();
            ask(query);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

fn took<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn speed(_: &mut Criterion) {
    let Some(libraries) = libraries::load() else { return };
    let skills = many(&libraries, SKILLS);
    let bodiless: Vec<Card<'_>> = skills.iter().map(|skill| Card { body: None, ..skill.card() }).collect();
    let whole: Vec<Card<'_>> = skills.iter().map(Skill::card).collect();
    let queries: Vec<&str> =
        libraries.iter().flat_map(|library| &library.queries).map(|query| query.text.as_str()).collect();

    println!("\nbuilding, the best of three       skills        ours   bm25 crate");
    let mut built = None;
    for count in [SKILLS / 4, SKILLS / 2, SKILLS] {
        let ours =
            (0..3).map(|_| took(|| black_box(Index::build(&bodiless[..count]))).1).min().unwrap_or_default();
        let theirs = (0..3)
            .map(|_| {
                let (engine, time) = took(|| engine(skills[..count].iter().map(metadata)));
                built = Some(engine);
                time
            })
            .min()
            .unwrap_or_default();
        println!("  cards without bodies            {count:>6}  {ours:>10.1?}  {theirs:>10.1?}");
    }
    let Some(bm25) = built else { return };
    let (with_bodies, time) = took(|| Index::build(&whole));
    let bytes: usize = skills.iter().map(|skill| skill.body.len()).sum();
    println!("  cards with bodies ({} MB)      {SKILLS:>6}  {time:>10.1?}", bytes / 1_000_000);

    let index = Index::build(&bodiless);
    println!("\n{} queries over {SKILLS} skills, each one     median        99 %", queries.len());
    let print = |label: &str, (median, late): (Duration, Duration)| {
        println!("  {label:<42}{median:>10.1?}  {late:>10.1?}");
    };
    print("ours, first 10, cards", times(&queries, |query| drop(black_box(rank_first(query, &index, 10)))));
    print(
        "ours, first 10, cards with bodies",
        times(&queries, |query| drop(black_box(rank_first(query, &with_bodies, 10)))),
    );
    let some = &queries[..queries.len().min(300)];
    print("ours, every match with reasons, cards", times(some, |query| drop(black_box(rank(query, &index)))));
    print("bm25 crate, first 10, cards", times(some, |query| drop(black_box(bm25.search(query, 10)))));
    print(
        "substring counting, cards",
        times(&some[..some.len().min(50)], |query| drop(black_box(count_substrings(&skills, query)))),
    );

    let mut index = index;
    let ((), time) = took(|| {
        for at in 0..100 {
            let _ = index.update(at * 97 % SKILLS, &bodiless[(at * 31 + 1) % SKILLS]);
        }
    });
    println!("\none skill replaced: {:.1?} (mean of 100)\n", time / 100);
}

criterion_group!(benches, accuracy, speed);
criterion_main!(benches);
