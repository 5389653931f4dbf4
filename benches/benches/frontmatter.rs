//! Reading frontmatter, against the YAML readers that other tools use, the fastest reader of
//! skills that is known, and the scan that no splitter can do without.
//!
//! Each reader gets what it needs to give a tree (ours, `craftbag`: the whole source; the YAML
//! readers: the lines between the fences), and gives all of it.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a bench with wrong input must stop, and says what it counted"
)]

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::time::Duration;

/// Six lines of the standard's own fields, so that no reader passes over any.
const SIX_LINES: &str = "---\nname: tide-chart\ndescription: Plot tide tables with heights, times and the phase of \
    the moon. Use when someone asks about tides.\nlicense: MIT\nallowed-tools: Read Grep\nmetadata:\n  \
    version: \"1.2.0\"\n---\n# Tide chart\n";

/// A skill of forty lines with every common shape: blocks, lists, nested maps, quotes.
fn forty_lines() -> String {
    let mut text = String::from(
        "---\nname: release-check\ndescription: >-\n  Verify a release from source through its packaged artifact. Use when \
         a release is\n  about to be cut, when a tag was pushed, or when someone asks whether the archive\n  is what the \
         repository says.\nlicense: MIT\ncompatibility: \"Needs git, tar and a POSIX shell; no network is used at all\"\n\
         allowed-tools: Read Grep Bash(git:*) Bash(tar:*) Edit Write\nmetadata:\n  author: Lambda Works\n  version: \"1.4.0\"\n  \
         homepage: https://example.com/skills/release-check\n  category: 'release engineering'\n",
    );
    for index in 0..11 {
        text.push_str(&format!("  check-{index}: \"verify step {index}, then publish it\"\n"));
    }
    text.push_str("triggers:\n");
    for index in 0..8 {
        text.push_str(&format!("  - \"check release {index}, then publish it\"\n"));
    }
    text.push_str("requires: [changelog-entry, version-bump, tag-sign]\ninputs: [tag, archive]\n");
    text.push_str("notes: |\n  First line of notes.\n");
    text.push_str("  Second line of notes.\n\n  Last line.\n---\n# Release check\n\nFollow the procedure.\n");
    text
}

fn inner(source: &str) -> &str {
    let split = repertoire_frontmatter::split(source);
    split.frontmatter.slice(source)
}

fn ours(source: &str) -> usize {
    repertoire_frontmatter::parse(source).tree().len()
}

fn serde_yaml(frontmatter: &str) -> usize {
    serde_yaml::from_str::<serde_yaml::Value>(frontmatter)
        .map_or(0, |value| value.as_mapping().map_or(0, |map| map.len()))
}

fn saphyr(frontmatter: &str) -> usize {
    serde_saphyr::from_str::<serde_json::Value>(frontmatter)
        .map_or(0, |value| value.as_object().map_or(0, |map| map.len()))
}

/// The bare parser below our own YAML reader: events, no tree.
fn granit(frontmatter: &str) -> usize {
    granit_parser::Parser::new_from_str(frontmatter).filter_map(Result::ok).count()
}

fn craftbag(source: &str) -> usize {
    craftbag::parse_skill(source).map_or(0, |skill| skill.description.len())
}

fn allocations(name: &str, source: &str) {
    let frontmatter = inner(source);
    let count = |run: &dyn Fn() -> usize| allocation_counter::measure(|| _ = black_box(run())).count_total;
    println!(
        "{name}: allocations: repertoire {}, serde_yaml {}, serde-saphyr {}, granit-parser {}, craftbag {}",
        count(&|| ours(source)),
        count(&|| serde_yaml(frontmatter)),
        count(&|| saphyr(frontmatter)),
        count(&|| granit(frontmatter)),
        count(&|| craftbag(source)),
    );
}

fn compare(criterion: &mut Criterion, group: &str, sources: &[String]) {
    let inners: Vec<&str> = sources.iter().map(|source| inner(source)).collect();
    let bytes: usize = inners.iter().map(|text| text.len()).sum();
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Bytes(bytes as u64));
    let sum = |read: fn(&str) -> usize, texts: &[&str]| {
        texts.iter().map(|text| read(black_box(text))).sum::<usize>()
    };
    let whole: Vec<&str> = sources.iter().map(String::as_str).collect();
    group.bench_function("repertoire", |bench| bench.iter(|| sum(ours, &whole)));
    group.bench_function("craftbag", |bench| bench.iter(|| sum(craftbag, &whole)));
    group.bench_function("granit-parser", |bench| bench.iter(|| sum(granit, &inners)));
    group.bench_function("serde-saphyr", |bench| bench.iter(|| sum(saphyr, &inners)));
    group.bench_function("serde_yaml", |bench| bench.iter(|| sum(serde_yaml, &inners)));
    group.finish();
}

/// Splitting 64 KiB whose closing fence stands at the very end, against the scan for that fence.
fn splitting(criterion: &mut Criterion) {
    let line = "note: a line of prose that is long enough to be like real ones, with --- dashes in it\n";
    let source = format!("---\n{}---\nBody.\n", line.repeat((64 << 10) / line.len()));
    let mut group = criterion.benchmark_group("split-64-kib");
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("repertoire", |bench| {
        bench.iter(|| repertoire_frontmatter::split(black_box(&source)).body);
    });
    group.bench_function("memchr-scan", |bench| {
        bench.iter(|| memchr::memmem::find(black_box(source.as_bytes()), b"\n---\n"));
    });
    group.finish();
}

fn corpus() -> Vec<String> {
    let Some(shared) = repertoire_benches::shared() else { return Vec::new() };
    let corpus = shared.join("corpus");
    let manifest =
        std::fs::read_to_string(corpus.join("manifest.tsv")).expect("the manifest of the collection");
    let read = |row: &str| {
        let mut columns = row.split('\t');
        let (repo, path) = (columns.next()?, columns.next()?);
        std::fs::read_to_string(corpus.join("skills").join(repo).join(path)).ok()
    };
    manifest.lines().skip(1).filter_map(read).collect()
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30)
        .configure_from_args();
    let forty = forty_lines();
    assert_eq!(repertoire_frontmatter::parse(SIX_LINES).problems(), []);
    assert_eq!(repertoire_frontmatter::parse(&forty).problems(), []);
    assert_eq!(inner(&forty).lines().count(), 40);
    compare(&mut criterion, "frontmatter-6-lines", &[SIX_LINES.to_owned()]);
    compare(&mut criterion, "frontmatter-40-lines", std::slice::from_ref(&forty));
    let corpus = corpus();
    if !corpus.is_empty() {
        compare(&mut criterion, "frontmatter-corpus", &corpus);
    }
    splitting(&mut criterion);
    criterion.final_summary();
    let groups = ["frontmatter-6-lines", "frontmatter-40-lines", "frontmatter-corpus"];
    repertoire_benches::ratios(
        &groups,
        "repertoire",
        &["craftbag", "granit-parser", "serde-saphyr", "serde_yaml"],
    );
    repertoire_benches::ratios(&["split-64-kib"], "memchr-scan", &["repertoire"]);
    allocations("frontmatter-6-lines", SIX_LINES);
    allocations("frontmatter-40-lines", &forty);
}
