//! `repertoire check` where a case of `tests/cli` cannot lay out what happens: a full disk, a long input.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Two skills of one name in one tree, each with something that `--fix` mends.
fn twins() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for directory in ["skills/tide", "skills/deep/tide"] {
        let directory = folder.path().join(directory);
        fs::create_dir_all(&directory).expect("a folder");
        let text = "---\nname: tide\ndescription: Lays out tables. Use when asked.\nmetadata:\n  version: 1.10\n---\nBody.\n";
        fs::write(directory.join("SKILL.md"), text).expect("a file");
    }
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_repertoire"));
    command.arg("check").args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs a check that can write to no file, as on a full disk.
fn on_a_full_disk(folder: &Path, arguments: &[&str]) -> Output {
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" check \"$@\"";
    Command::new("sh")
        .args(["-c", full, env!("CARGO_BIN_EXE_repertoire")])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("a shell runs")
}

/// The rules of what was found in a file, or the kinds of what belongs to none.
fn found(file: &Value) -> Vec<&str> {
    let found = file["diagnostics"].as_array().expect("diagnostics").iter();
    found.map(|found| found["rule"].as_str().or(found["kind"].as_str()).expect("a kind")).collect()
}

#[test]
fn fixes_that_cannot_be_written_are_told_beside_what_needs_several_skills() {
    let folder = twins();
    let output = on_a_full_disk(folder.path(), &["--fix", "--format", "json", "skills"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for file in report["files"].as_array().expect("files") {
        assert_eq!(file["diagnostics"][0]["kind"], "read-error", "{file}");
        let message = file["diagnostics"][0]["message"].as_str().expect("a message");
        assert!(message.starts_with("the fixes could not be written: "), "{message}");
    }
    assert_eq!(found(&report["files"][1]), ["read-error", "name-taken", "version-number"], "{report}");
    assert_eq!(report["summary"].get("mended"), None, "{report}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_was_mended_is_counted_beside_what_needs_several_skills() {
    let folder = twins();
    let output =
        check(folder.path(), &["--fix", "--format", "json", "skills"]).output().expect("the program runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["summary"]["mended"], 2, "{report}");
    let all: Vec<_> = report["files"].as_array().expect("files").iter().flat_map(found).collect();
    assert_eq!(all, ["name-taken"], "{report}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn standard_input_past_the_bound_is_refused_like_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tide/SKILL.md");
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    let begin = "---\nname: tide\ndescription: Lays out tables. Use when asked.\n---\n";
    let most = 4 << 20;
    // A cut would go through a character of the last.
    for (body, message) in [
        ("x".repeat(most - begin.len()), "the source has 4194304 characters; loaders read 65536"),
        ("x".repeat(most - begin.len() + 1), "the file holds more than 4194304 bytes"),
        ("\u{fc}".repeat(most), "the file holds more than 4194304 bytes"),
    ] {
        let text = format!("{begin}{body}");
        fs::write(&path, &text).expect("a file");
        let arguments = ["--format", "json", "-", "--stdin-path", "tide/SKILL.md"];
        let input = fs::File::open(&path).expect("a file");
        let given = check(folder.path(), &arguments).stdin(input).output().expect("the program runs");
        let named = check(folder.path(), &["--format", "json", "tide/SKILL.md"]).output();
        let named = named.expect("the program runs");
        let report: Value = serde_json::from_slice(&given.stdout).expect("JSON");
        assert_eq!(found(&report["files"][0]), ["file-too-large"], "{} bytes", text.len());
        assert_eq!(report["files"][0]["diagnostics"][0]["message"], message);
        assert!(given.stdout == named.stdout, "{} bytes", text.len());
        assert_eq!(given.status.code(), named.status.code());
    }
}
