//! The workspace is tidy, and each rule fails on a file that breaks it.

use super::*;

fn files(texts: &[(&str, &str)], top: &[&str]) -> Files {
    let mut files = Files::of(texts);
    files.paths.extend(TOP_REQUIRED.iter().map(ToString::to_string));
    files.paths.sort_unstable();
    files.top = top.iter().map(ToString::to_string).collect();
    files
}

fn shown(files: &Files) -> Vec<String> {
    files.faults().iter().map(ToString::to_string).collect()
}

#[test]
fn the_workspace_is_tidy() {
    let faults = Files::read(&root()).expect("readable files").faults();
    let failed: Vec<_> = faults.iter().filter(|fault| !fault.remark).map(ToString::to_string).collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn a_tidy_repository_has_no_fault() {
    let files = files(
        &[("crates/a/src/lib.rs", "//! A.\n"), ("docs/a.md", "A page.\n")],
        &["docs", ".ci", "Cargo.toml"],
    );
    assert_eq!(shown(&files), [""; 0]);
}

#[test]
fn strays_and_gaps_at_the_top_are_named() {
    let mut files = files(&[], &["docs", "notes.txt"]);
    files.paths.retain(|path| path != "SECURITY.md");
    let shown = shown(&files);
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(
        shown[0] == "SECURITY.md: is missing" && shown[1].starts_with("notes.txt: does not belong"),
        "{shown:?}"
    );
}

#[test]
fn blanks_at_the_end_of_lines_are_named_but_not_in_inputs() {
    let text = "//! A. \n\tx\t\nlast";
    let shown = shown(&files(
        &[("docs/a.md", text), ("docs/examples/a.md", text), ("crates/a/tests/fixtures/a.md", text)],
        &[],
    ));
    assert_eq!(shown.len(), 3, "{shown:?}");
    assert!(shown.iter().all(|fault| fault.starts_with("docs/a.md:")), "{shown:?}");
}

#[test]
fn long_files_are_remarked_on_and_endless_ones_refused() {
    let lines = |count: usize| format!("//! A.\n{}", "// b\n".repeat(count - 1));
    let judge = |count: usize| {
        files(&[("crates/a/src/lib.rs", &lines(count))], &[])
            .faults()
            .iter()
            .map(|fault| fault.remark)
            .collect::<Vec<_>>()
    };
    assert_eq!(judge(LONG), [false; 0]);
    assert_eq!(judge(LONG + 1), [true]);
    assert_eq!(judge(LONGEST), [true]);
    assert_eq!(judge(LONGEST + 1), [false]);
}

#[test]
fn each_kind_of_file_has_its_check() {
    let files = files(
        &[
            ("crates/a/Cargo.toml", "[dependencies]\nnom = \"8\"\n[lints]\nworkspace = true\n"),
            ("crates/a/src/lib.rs", "fn a() {}\n"),
            ("docs/a.md", "[b](b.md)\n"),
        ],
        &[],
    );
    let paths: Vec<_> = files.faults().into_iter().map(|fault| fault.path).collect();
    assert_eq!(paths, ["crates/a/Cargo.toml", "crates/a/src/lib.rs", "docs/a.md"]);
}
