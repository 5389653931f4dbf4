//! What `cargo xtask growth` counts the instructions of: each reader on hostile texts.
//!
//! Prints a line `READER GENERATOR` for each pair, and reads three texts for it, each twice the size
//! of the one before, the smallest of as many bytes as the first argument says.

#![allow(clippy::print_stdout, reason = "it talks to the chore that runs it")]

use repertoire_fuzz_bodies::hostile::{FRONTMATTER, Generator, NATIVE, SKILLS};
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
    ("sexp", NATIVE, |text| drop(black_box(repertoire_sexp::read(text, &Grammar::data())))),
];

/// Judges a source, its fixes included.
fn judge(text: &str, profile: &Profile) {
    let directory = Some("x");
    let source = Source { path: "x/SKILL.md", directory, format: Format::AgentSkill, bytes: text.as_bytes() };
    drop(black_box(check(&source, profile)));
}

/// The only code whose instructions count; the chore knows it by name.
#[inline(never)]
fn measured(run: fn(&str), text: &str) {
    run(text);
}

fn main() {
    let bytes: usize = std::env::args().nth(1).and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
    for (reader, generators, run) in READERS {
        for (generator, generate) in *generators {
            println!("{reader} {generator}");
            // Whole sources in sizes that stay below the bound on values: crossing it costs one
            // reading by the full YAML reader, at whatever size.
            let bytes = if reader.ends_with("check") { bytes / 4 } else { bytes };
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
