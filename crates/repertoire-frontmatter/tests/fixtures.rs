//! Drop a file, get a test: each `fixtures/NAME.md` is read, and what comes of it must be what
//! stands in `fixtures/NAME.tree`. `BLESS=1 cargo test` writes the expected files anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot start must fail")]

use repertoire_frontmatter::{Value, ValueKind, parse};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn describe(source: &str) -> String {
    let document = parse(source);
    let mut out = String::new();
    for problem in document.problems() {
        let at = problem.span;
        writeln!(out, "{} {}..{} {:?}: {problem}", problem.id(), at.start(), at.end(), at.slice(source))
            .unwrap();
    }
    writeln!(out, "frontmatter {:?}", document.split().frontmatter.range()).unwrap();
    if let Some(root) = document.tree().root() {
        describe_value(&mut out, root, 0);
    }
    writeln!(out, "body {:?}", document.body()).unwrap();
    out
}

fn describe_value(out: &mut String, value: Value<'_, '_>, depth: usize) {
    let indent = "  ".repeat(depth);
    let span = value.span();
    match value.kind() {
        ValueKind::Scalar(style) => {
            writeln!(out, "{indent}{style:?} {:?} {:?}", span.range(), value.text().unwrap()).unwrap();
        }
        kind => writeln!(out, "{indent}{kind:?} {:?}", span.range()).unwrap(),
    }
    for child in value.items().chain(value.entries().flat_map(|entry| [entry.key, entry.value])) {
        describe_value(out, child, depth + 1);
    }
}

#[test]
fn every_fixture_reads_as_its_tree_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in names.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        count += 1;
        let source = fs::read_to_string(path).unwrap();
        let actual = describe(&source);
        let expected = path.with_extension("tree");
        if bless {
            fs::write(&expected, &actual).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != actual {
            wrong.push(format!("{}\n{actual}", path.display()));
        }
    }
    assert!(count > 40, "the fixtures are gone");
    assert!(wrong.is_empty(), "differ from their .tree (BLESS=1 writes them):\n{}", wrong.join("\n"));
}
