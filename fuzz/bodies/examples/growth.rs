//! What `cargo xtask growth` counts the instructions of: one reader on one hostile text.
//!
//! `growth` alone lists the pairs of reader and generator; `growth READER GENERATOR BYTES read` reads one
//! text of about that size; with `make` in place of `read` it only makes it.

#![allow(clippy::print_stdout, reason = "it talks to the chore that runs it")]

use repertoire_fuzz_bodies::hostile::{FRONTMATTER, Generator, NATIVE};
use repertoire_sexp::Grammar;
use std::hint::black_box;

const READERS: &[(&str, &[Generator], fn(&str))] = &[
    ("frontmatter", FRONTMATTER, |text| drop(black_box(repertoire_frontmatter::parse_fields(text)))),
    ("split", FRONTMATTER, |text| drop(black_box(repertoire_frontmatter::split(text)))),
    ("yaml", FRONTMATTER, |text| drop(black_box(repertoire_yaml::parse(text, 0)))),
    ("sexp", NATIVE, |text| drop(black_box(repertoire_sexp::read(text, &Grammar::data())))),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [reader, generator, bytes, read] = arguments.as_slice() else {
        for (reader, generators, _) in READERS {
            for (generator, _) in *generators {
                println!("{reader} {generator}");
            }
        }
        return;
    };
    let bytes: usize = bytes.parse().unwrap_or(0);
    let (_, generators, run) = READERS.iter().find(|row| row.0 == reader).copied().unwrap_or(READERS[0]);
    let Some((_, generate)) = generators.iter().find(|row| row.0 == generator) else { return };
    let mut text = generate(bytes);
    if reader == "split" {
        text.insert_str(0, "---\n");
    }
    if read == "read" {
        run(&text);
    }
}
