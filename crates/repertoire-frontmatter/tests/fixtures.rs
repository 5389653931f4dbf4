//! Drop a file, get a test: each `fixtures/NAME.md` is read, and what comes of it must be what
//! stands in `fixtures/NAME.tree`. A file of `fixtures/snippets` holds many short frontmatters, each
//! below a line `===== the rule` and above what comes of it. `BLESS=1 cargo test` writes both anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot start must fail")]

use repertoire_frontmatter::{Document, Value, ValueKind, parse, parse_fields};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Signs of a snippet for what would not be seen in it; the last one ends it without a line end.
const SIGNS: [(char, &str); 4] = [('→', "\t"), ('␣', " "), ('␍', "\r"), ('␄', "")];

fn describe(source: &str) -> String {
    let document = parse(source);
    let mut out = String::new();
    for problem in document.problems() {
        let at = problem.span;
        writeln!(out, "{} {}..{} {:?}: {problem}", problem.id(), at.start(), at.end(), at.slice(source))
            .unwrap();
    }
    writeln!(out, "frontmatter {:?}", document.split().frontmatter.range()).unwrap();
    describe_tree(&mut out, &document);
    writeln!(out, "body {:?}", document.body()).unwrap();
    out
}

/// The problems and the tree of a snippet, and the lines that each field takes.
fn describe_snippet(source: &str) -> String {
    let document = parse_fields(source);
    let mut out = String::new();
    for problem in document.problems() {
        let at = problem.span;
        writeln!(out, "{:?} {:?} {:?}", problem.kind, at.range(), at.slice(source)).unwrap();
    }
    let before = out.lines().count();
    describe_tree(&mut out, &document);
    assert_eq!(
        out.lines().count() - before,
        document.tree().len(),
        "{source:?}: a value without its key\n{out}"
    );
    let extents: Vec<_> = document.extents().iter().map(|extent| extent.range()).collect();
    writeln!(out, "extents {extents:?}").unwrap();
    out
}

fn describe_tree(out: &mut String, document: &Document<'_>) {
    if let Some(root) = document.tree().root() {
        describe_value(out, root, 0);
    }
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

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

#[test]
fn every_fixture_reads_as_its_tree_says() {
    let sources = files("tests/fixtures", "md");
    let mut wrong = Vec::new();
    for path in &sources {
        let actual = describe(&fs::read_to_string(path).unwrap());
        let expected = path.with_extension("tree");
        if bless() {
            fs::write(&expected, &actual).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != actual {
            wrong.push(format!("{}\n{actual}", path.display()));
        }
    }
    assert!(sources.len() > 40, "the fixtures are gone");
    assert!(wrong.is_empty(), "differ from their .tree (BLESS=1 writes them):\n{}", wrong.join("\n"));
}

#[test]
fn every_snippet_reads_as_the_lines_below_it_say() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files("tests/fixtures/snippets", "txt") {
        let text = fs::read_to_string(&path).unwrap();
        let mut blessed = String::new();
        for snippet in text.split("===== ").skip(1) {
            count += 1;
            let (rule, rest) = snippet.split_once('\n').unwrap();
            let (written, expected) = rest.split_once("-----\n").unwrap_or((rest, ""));
            let mut source = written.replace("␄\n", "␄");
            for (sign, meant) in SIGNS {
                source = source.replace(sign, meant);
            }
            let actual = describe_snippet(&source);
            if expected != actual {
                wrong.push(format!("{}: {rule}\n{written}-----\n{actual}", path.display()));
            }
            write!(blessed, "===== {rule}\n{written}-----\n{actual}").unwrap();
        }
        if bless() {
            fs::write(&path, blessed).unwrap();
        }
    }
    assert!(count > 100, "the snippets are gone");
    assert!(bless() || wrong.is_empty(), "differ (BLESS=1 writes them):\n{}", wrong.join("\n"));
}
