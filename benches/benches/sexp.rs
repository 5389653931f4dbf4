//! Reading and writing native skills, against two other readers of s-expressions and against the
//! scan that no reader of strings can do without.
//!
//! Each reads the whole form. `lexpr` decodes strings while it reads; `repertoire-sexp` and `lispexp` keep spans and
//! leave strings as they stand, so that a second group also decodes every field, which `lispexp` cannot. The peers are
//! not asked for 100,000 parentheses: `lexpr` answers with an error at its own bound of 128, and others (`sexp` 1.1.4,
//! `symbolic_expressions` 5.0.3) overflow their stack and abort.

#![allow(clippy::expect_used, reason = "a bench with wrong input must stop")]

use criterion::{Criterion, Throughput, criterion_group};
use repertoire_benches::ratios;
use repertoire_sexp::{Element, Form, Grammar, quote, read, write};
use std::hint::black_box;
use std::time::Duration;

/// Markdown as skills have it, with about six quotes and backslashes in a thousand bytes (the
/// mean of real ones), cut to `bytes`.
fn instructions(bytes: usize) -> String {
    const SECTION: &str = "## Prepare the release\n\n\
        Follow the procedure completely, and stop at the first step that fails. Each step leaves a record that the\n\
        next one reads; nothing is kept in memory between them.\n\n\
        1. Read `CHANGELOG.md` and make sure that the section \"Unreleased\" is not empty.\n\
        2. Run the whole test suite on a clean checkout, and keep its output.\n\
        3. Build the archive, unpack it elsewhere, and compare it with the tree – byte by byte.\n\n\
        ```sh\ngit status --porcelain | wc -l\ntar -czf release.tar.gz --exclude .git .\n```\n\n\
        If a check cannot run here, say so and go on; what was skipped belongs into the report.\n\n";
    let mut text: String = SECTION.chars().cycle().take(bytes).collect();
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

/// A native skill of about `bytes`.
fn skill(bytes: usize) -> String {
    let head = "(:autolith-skill\n :version 1\n :name \"release-check\"\n :description \"Verify a release from source \
                through its packaged artifact. Use before publishing.\"\n :instructions ";
    format!("{head}{})\n", quote(&instructions(bytes - head.len())))
}

/// The bytes of all strings of a form that was read, decoded.
fn decoded(form: &Form<'_>) -> usize {
    let fields = form.root().as_list().expect("a list");
    fields.iter().filter_map(Element::as_str).map(|text| text.len()).sum()
}

fn lexpr_read(source: &str, options: lexpr::parse::Options) -> lexpr::Value {
    lexpr::from_str_custom(source, options).expect("a skill")
}

/// The bytes of all strings of a form that `lexpr` has read and decoded.
fn lexpr_decoded(form: &lexpr::Value) -> usize {
    form.list_iter().expect("a list").filter_map(lexpr::Value::as_str).map(str::len).sum()
}

/// The floor: every quote and backslash of a text, and nothing made of them.
fn scan(text: &str) -> usize {
    memchr::memchr2_iter(b'"', b'\\', text.as_bytes()).count()
}

fn reading(criterion: &mut Criterion) {
    let grammar = Grammar::autolith_skill();
    let lexpr_options =
        lexpr::parse::Options::new().with_keyword_syntax(lexpr::parse::KeywordSyntax::ColonPrefix);
    let lispexp_options = lispexp::Options::common_lisp();
    for (name, bytes) in [("4-kib", 4 << 10), ("64-kib", 64 << 10)] {
        let source = skill(bytes);
        let ours = || read(black_box(&source), &grammar).expect("a skill");
        let lexpr = || lexpr_read(black_box(&source), lexpr_options);
        let lispexp = || lispexp::parse(black_box(&source), &lispexp_options);
        assert_eq!(decoded(&ours()), lexpr_decoded(&lexpr()), "both read the same strings");
        assert!(lispexp().errors.is_empty() && lispexp().data.len() == 1, "one form without errors");

        let mut group = criterion.benchmark_group(format!("read-skill-{name}"));
        group.throughput(Throughput::Bytes(source.len() as u64));
        group.bench_function("repertoire-sexp", |bench| bench.iter(ours));
        group.bench_function("lexpr", |bench| bench.iter(lexpr));
        group.bench_function("lispexp", |bench| bench.iter(lispexp));
        group.finish();

        let mut group = criterion.benchmark_group(format!("read-and-decode-skill-{name}"));
        group.throughput(Throughput::Bytes(source.len() as u64));
        group.bench_function("repertoire-sexp", |bench| bench.iter(|| decoded(&ours())));
        group.bench_function("lexpr", |bench| bench.iter(|| lexpr_decoded(&lexpr())));
        group.finish();
    }
}

fn long_strings(criterion: &mut Criterion) {
    let plain = instructions(64 << 10).replace(['"', '\\'], "'");
    let escaped = instructions(64 << 10);
    for (name, text) in [("plain", plain), ("escaped", escaped)] {
        let source = quote(&text).to_string();
        let mut group = criterion.benchmark_group(format!("long-string-{name}"));
        group.throughput(Throughput::Bytes(source.len() as u64));
        group.bench_function("repertoire-sexp", |bench| {
            bench
                .iter(|| read(black_box(&source), &Grammar::autolith_skill()).map(|form| form.root().span()));
        });
        group.bench_function("memchr2-scan", |bench| bench.iter(|| scan(black_box(&source))));
        group.finish();
    }
}

fn writing(criterion: &mut Criterion) {
    let source = skill(64 << 10);
    let form = read(&source, &Grammar::autolith_skill()).expect("a skill");
    let mut group = criterion.benchmark_group("write-skill-64-kib");
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("repertoire-sexp", |bench| bench.iter(|| write(black_box(&form))));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(40);
    targets = reading, long_strings, writing
}

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    let sizes = |what: &str| [format!("{what}-skill-4-kib"), format!("{what}-skill-64-kib")];
    for (groups, peers) in
        [(sizes("read-and-decode"), &["lexpr"][..]), (sizes("read"), &["lexpr", "lispexp"])]
    {
        ratios(&groups.each_ref().map(String::as_str), "repertoire-sexp", peers);
    }
    ratios(&["long-string-plain", "long-string-escaped"], "memchr2-scan", &["repertoire-sexp"]);
}
