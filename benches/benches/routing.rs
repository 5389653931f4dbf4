//! The router: how well it ranks on labelled queries, and how fast over 10,000 skills, each beside
//! substring counting and the `bm25` crate with its defaults in the same run.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "the tables are what it is for, and a bench with wrong input must stop"
)]

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
use repertoire_benches::shared;
use repertoire_fs::{Limits, Tree};
use repertoire_routing::{Card, Index, rank, rank_first};
use repertoire_schema::{Format, Metadata, Source, check, profile};
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
    print_table("repertoire, whole sources as bodies", libraries, |library| {
        ours(library, |skill| Card { body: Some(&skill.body), ..skill.card() })
    });
    print_table("repertoire, instructions as bodies", libraries, |library| ours(library, Skill::card));
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

/// Every skill of the collection that a strict loader takes, with its instructions, in the order of paths.
fn collection() -> Option<Vec<Skill>> {
    let root = shared()?.join("corpus/skills");
    let tree = Tree::open(&root).expect("the collection opens");
    let paths = tree.find(&["SKILL.md"], Limits::default()).files;
    let skill = |path: &std::path::PathBuf| {
        let bytes = tree.read(path, 4 << 20).expect("a file of the collection");
        let source = Source { path: "SKILL.md", directory: None, format: Format::AgentSkill, bytes: &bytes };
        let skill = check(&source, &profile::LOADER).skill?;
        let Metadata { name, description, tags, .. } = skill.metadata;
        Some(Skill { name, description, tags, body: skill.instructions })
    };
    Some(paths.iter().filter_map(skill).collect())
}

/// The skills of the collection, over and over, each time with other names and some other words.
fn many(known: &[Skill], skills: usize) -> Vec<Skill> {
    (0..skills)
        .map(|at| {
            let (skill, round) = (&known[at % known.len()], at / known.len());
            let other = &known[(at * 7 + round) % known.len()];
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

/// One line of ratios to the `bm25` crate, which is given no bodies.
fn ratio(group: &str, base: Duration, ours: &[(&str, Duration)]) {
    let times =
        |(name, time): &(&str, Duration)| format!("{name} {:.2}x", time.as_secs_f64() / base.as_secs_f64());
    let ours: Vec<String> = ours.iter().map(times).collect();
    println!("{group}: bm25 1x, {}", ours.join(", "));
}

fn took<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn speed(_: &mut Criterion) {
    let (Some(libraries), Some(known)) = (libraries::load(), collection()) else { return };
    let skills = many(&known, SKILLS);
    let cards: Vec<Card<'_>> = skills.iter().map(Skill::card).collect();
    let bodiless: Vec<Card<'_>> = cards.iter().map(|card| Card { body: None, ..*card }).collect();
    let queries: Vec<&str> =
        libraries.iter().flat_map(|library| &library.queries).map(|query| query.text.as_str()).collect();
    let bytes: usize = skills.iter().map(|skill| skill.body.len()).sum();
    println!(
        "\n{SKILLS} skills: {} real ones over and over with variations, {} MB of bodies",
        known.len(),
        bytes / 1_000_000
    );

    println!("\nbuilding, the best of three       skills        ours  no bodies   bm25 crate (no bodies)");
    let mut built = None;
    for count in [SKILLS / 4, SKILLS / 2, SKILLS] {
        let mut best = [Duration::MAX; 3];
        for _ in 0..3 {
            let ours = took(|| black_box(Index::build(&cards[..count])));
            let plain = took(|| black_box(Index::build(&bodiless[..count])));
            let theirs = took(|| engine(skills[..count].iter().map(metadata)));
            for (best, time) in best.iter_mut().zip([ours.1, plain.1, theirs.1]) {
                *best = time.min(*best);
            }
            built = Some((ours.0, plain.0, theirs.0));
        }
        println!(
            "                                  {count:>6}  {:>10.1?} {:>10.1?}   {:>10.1?}",
            best[0], best[1], best[2]
        );
        if count == SKILLS {
            ratio("routing-build", best[2], &[("with-bodies", best[0]), ("without", best[1])]);
        }
    }
    let Some((mut index, plain, bm25)) = built else { return };

    println!("\n{} queries over {SKILLS} skills, each one     median        99 %", queries.len());
    let print = |label: &str, (median, late): (Duration, Duration)| {
        println!("  {label:<42}{median:>10.1?}  {late:>10.1?}");
    };
    for _ in 0..2 {
        print("ours, first 10", times(&queries, |query| drop(black_box(rank_first(query, &index, 10)))));
    }
    print(
        "ours, first 10, no bodies",
        times(&queries, |query| drop(black_box(rank_first(query, &plain, 10)))),
    );
    let some = &queries[..queries.len().min(300)];
    let [with, without] =
        [&index, &plain].map(|index| times(some, |query| drop(black_box(rank_first(query, index, 10)))));
    let theirs = times(some, |query| drop(black_box(bm25.search(query, 10))));
    print("ours, every match with reasons", times(some, |query| drop(black_box(rank(query, &index)))));
    print("bm25 crate, first 10, no bodies", theirs);
    print(
        "substring counting, no bodies",
        times(&some[..some.len().min(50)], |query| drop(black_box(count_substrings(&skills, query)))),
    );

    let ((), time) = took(|| {
        for at in 0..100 {
            let _ = index.update(at * 97 % SKILLS, &cards[(at * 31 + 1) % SKILLS]);
        }
    });
    println!("\none skill replaced: {:.1?} (mean of 100)\n", time / 100);
    ratio("routing-query", theirs.0, &[("with-bodies", with.0), ("without", without.0)]);
}

criterion_group!(benches, accuracy, speed);
criterion_main!(benches);
