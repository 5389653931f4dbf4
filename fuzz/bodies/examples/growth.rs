//! What `cargo xtask growth` counts the instructions of: each reader on hostile texts.
//!
//! Prints a line `READER GENERATOR` for each pair, and reads three texts for it, each twice the size
//! of the one before, the smallest of as many bytes as the first argument says.

#![allow(clippy::print_stdout, reason = "it talks to the chore that runs it")]

use repertoire_clients::{CLIENTS, forecast};
use repertoire_fuzz_bodies::hostile::{FRONTMATTER, Generator, NATIVE, SKILLS};
use repertoire_routing::Card;
use repertoire_routing::catalog::{Options, Order, render};
use repertoire_schema::{Format, Profile, Source, check, profile};
use repertoire_sexp::Grammar;
use std::hint::black_box;

/// A name, the texts that it is given, and what reads them.
type Reader = (&'static str, &'static [Generator], fn(&str));

const READERS: &[Reader] = &[
    ("frontmatter", FRONTMATTER, |text| drop(black_box(repertoire_frontmatter::parse_fields(text)))),
    ("split", FRONTMATTER, |text| drop(black_box(repertoire_frontmatter::split(text)))),
    ("yaml", FRONTMATTER, |text| drop(black_box(repertoire_yaml::parse(text, 0)))),
    ("strict-check", SKILLS, |text| judge(text, &profile::AGENT_SKILLS)),
    ("aether-check", SKILLS, |text| judge(text, &profile::AETHER)),
    ("forecasts", FRONTMATTER, |text| foretell(&format!("---\n{text}---\n"))),
    ("catalog", CARDS, catalog),
    ("sexp", NATIVE, |text| drop(black_box(repertoire_sexp::read(text, &Grammar::data())))),
];

/// What every client makes of a source.
fn foretell(text: &str) {
    let directory = Some("x");
    let source = Source { path: "x/SKILL.md", directory, format: Format::AgentSkill, bytes: text.as_bytes() };
    for client in CLIENTS {
        drop(black_box(forecast(&source, client)));
    }
}

/// Lines that stand for the names of skills.
const CARDS: &[Generator] = &[("names", |n| (0..n / 8).map(|at| format!("skill{at:05}\n")).collect())];

/// Fits a card for each line into a budget that holds about half of them whole.
fn catalog(text: &str) {
    let card = |name| Card { path: name, ..Card::new(name, "Does one thing, and does it well.") };
    let cards: Vec<Card<'_>> = text.lines().map(card).collect();
    let options = Options { budget: 300 + cards.len() * 40, order: Order::Balanced, ..Options::default() };
    drop(black_box(render(&cards, &options)));
}

/// Judges a source, its fixes included.
fn judge(text: &str, profile: &Profile) {
    let directory = Some("x");
    let source = Source { path: "x/SKILL.md", directory, format: Format::AgentSkill, bytes: text.as_bytes() };
    drop(black_box(check(&source, profile)));
}

/// Texts that pass the bound on values at these sizes, which costs each client one reading by the
/// full YAML reader: a step, no growth. The readers themselves are measured on them.
const CROSSING: &[&str] = &["flow-items", "items", "keys"];

/// The only code whose instructions count; the chore knows it by name.
#[inline(never)]
fn measured(run: fn(&str), text: &str) {
    run(text);
}

fn main() {
    let bytes: usize = std::env::args().nth(1).and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
    for (reader, generators, run) in READERS {
        for (generator, generate) in *generators {
            if *reader == "forecasts" && CROSSING.contains(generator) {
                continue;
            }
            println!("{reader} {generator}");
            // Whole sources in sizes that stay below the bound on values: crossing it costs one
            // reading by the full YAML reader, at whatever size.
            let bytes = if matches!(*reader, "strict-check" | "aether-check" | "forecasts") {
                bytes / 4
            } else {
                bytes
            };
            for size in [bytes, 2 * bytes, 4 * bytes] {
                let mut text = generate(size);
                if *reader == "split" {
                    text.insert_str(0, "---\n");
                }
                measured(*run, &text);
            }
        }
    }
}
