//! The whole collection of real skills, read by the program.
//!
//! The collection lies in the folder that `REPERTOIRE_SHARED` names (default `../shared` beside the
//! workspace). Without it these tests say so and pass; with `CI=true` they fail.

#![allow(clippy::expect_used, clippy::print_stderr, reason = "a test may fail loudly, and say what it skips")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("REPERTOIRE_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let corpus = shared.join("corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is missing", corpus.display());
    eprintln!("SKIPPED: {} is missing", corpus.display());
    None
}

fn check(arguments: &[&str], folder: &Path) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_repertoire"))
        .arg("check")
        .args(arguments)
        .arg(folder)
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "nothing beside the report");
    (String::from_utf8(output.stdout).expect("a report is UTF-8"), output.status.code())
}

#[test]
fn names_and_descriptions_are_those_that_yaml_reads() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("skills");
    let (report, code) = check(&["--format", "json"], &folder);
    assert_eq!(code, Some(1), "some real skills have errors");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let files = report["files"].as_array().expect("files");
    let prefix = format!("{}/", folder.display());
    let read: BTreeMap<&str, &Value> = files
        .iter()
        .map(|file| {
            (file["path"].as_str().expect("a path").strip_prefix(&prefix).expect("below the folder"), file)
        })
        .collect();

    let oracle = fs::read_to_string(corpus.join("oracle.jsonl")).expect("the oracle");
    let (mut known, mut compared, mut equal) = (0, 0, 0);
    for line in oracle.lines() {
        let expected: Value = serde_json::from_str(line).expect("a line of JSON");
        known += 1;
        let path = expected["path"].as_str().expect("a path");
        let file = read.get(path).unwrap_or_else(|| panic!("{path} is not in the report"));
        if expected["pyyaml"] != "ok" {
            continue;
        }
        compared += 1;
        let text = |field: &str| expected["text"][field].as_str().filter(|text| !text.trim().is_empty());
        let name = file["name"].as_str() == text("name");
        let description = file["description"].as_str() == text("description").map(str::trim);
        if name && description {
            equal += 1;
        } else {
            eprintln!("{path}: {} | {}", file["name"], file["description"]);
        }
    }
    eprintln!("{known} files, {equal} of {compared} with the name and description of the oracle");
    assert_eq!(files.len(), known);
    assert!(compared > 3_000 && equal * 100 >= compared * 99);
}

#[test]
fn every_form_takes_the_odd_ones() {
    let Some(corpus) = corpus() else { return };
    for form in ["text", "json", "jsonl", "sarif", "github"] {
        let (report, code) = check(&["--format", form], &corpus.join("odd"));
        assert_eq!(code, Some(1), "{form}");
        let raw = report.chars().find(|c| c.is_control() && *c != '\n' && *c != '\t');
        assert_eq!(raw, None, "{form} lets a control character out");
        if form == "jsonl" {
            assert_eq!(report.lines().count(), 475);
            assert!(report.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
        }
    }
}

#[test]
fn the_order_of_the_output_does_not_depend_on_threads() {
    let Some(corpus) = corpus() else { return };
    let odd = corpus.join("odd");
    let one = check(&["--threads", "1"], &odd);
    for threads in ["2", "7"] {
        assert!(check(&["--threads", threads], &odd) == one, "{threads} threads");
    }
}

#[test]
fn fixing_the_odd_ones_leaves_no_safe_fix_and_no_changed_body() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut before = BTreeMap::new();
    for entry in fs::read_dir(corpus.join("odd")).expect("the odd ones") {
        let entry = entry.expect("an entry");
        let source = entry.path().join("SKILL.md");
        let Ok(bytes) = fs::read(&source) else { continue };
        let copy = folder.path().join(entry.file_name());
        fs::create_dir(&copy).expect("a folder");
        fs::write(copy.join("SKILL.md"), &bytes).expect("a copy");
        before.insert(copy.join("SKILL.md"), bytes);
    }
    assert!(before.len() > 400);

    let (report, _) = check(&["--fix", "--format", "json"], folder.path());
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let mended = report["summary"]["mended"].as_u64().unwrap_or(0);
    let mut changed = 0;
    for (path, bytes) in &before {
        let after = fs::read(path).expect("a copy");
        if after == *bytes {
            continue;
        }
        changed += 1;
        let (before, after) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&after));
        let (before, after) =
            (repertoire::frontmatter::parse(&before), repertoire::frontmatter::parse(&after));
        assert!(after.has_frontmatter(), "{}", path.display());
        if before.has_frontmatter() {
            assert!(before.body() == after.body(), "the body of {} changed", path.display());
        }
    }
    eprintln!("{mended} findings mended in {changed} of {} files", before.len());
    assert!(mended > 100 && changed > 100);

    let (again, _) = check(&["--fix", "--format", "json"], folder.path());
    let again: Value = serde_json::from_str(&again).expect("the report is JSON");
    assert_eq!(again["summary"].get("mended"), None, "fixing twice changes nothing");
    for file in again["files"].as_array().expect("files") {
        for found in file["diagnostics"].as_array().expect("diagnostics") {
            assert_ne!(found["fix"]["applicability"], "safe", "{}: {}", file["path"], found["rule"]);
        }
    }
}
