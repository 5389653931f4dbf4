//! `compat`: one forecast a client and file, in both forms.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn compat(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_repertoire"))
        .arg("compat")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

#[test]
fn every_client_has_a_word_on_every_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, description) in [("tide", "Use when: asked"), ("moon", "Tells the phase of the moon.")] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        let text = format!("---\nname: {name}\ndescription: {description}\n---\nBody.\n");
        fs::write(folder.path().join(name).join("SKILL.md"), text).expect("a file");
    }
    let output = compat(folder.path(), &["--format", "json", "tide", "moon"]);
    assert_eq!(output.status.code(), Some(0));
    let document: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    assert_eq!(document["version"], 1);
    let files = document["files"].as_array().expect("files");
    let paths: Vec<_> = files.iter().map(|file| file["path"].as_str()).collect();
    assert_eq!(paths, [Some("tide/SKILL.md"), Some("moon/SKILL.md")]);
    let outcome = |file: &Value, client: &str| {
        let clients = file["clients"].as_array().expect("clients");
        let found = clients.iter().find(|one| one["client"] == client).expect("a known client");
        found["outcome"].as_str().expect("an outcome").to_owned()
    };
    for file in files {
        let clients = file["clients"].as_array().expect("clients");
        assert!(clients.len() > 10);
        for client in clients {
            let outcome = client["outcome"].as_str().expect("an outcome");
            assert!(["loads", "warns", "skips", "skips-silently"].contains(&outcome), "{outcome}");
            assert!(client["basis"].is_string() && client["notes"].is_array());
        }
    }
    assert_eq!((outcome(&files[0], "goose"), outcome(&files[0], "gemini")), ("skips".into(), "loads".into()));
    assert_eq!(outcome(&files[1], "goose"), "loads");
}

#[test]
fn the_answer_for_people_names_those_that_lose_a_skill() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("tide")).expect("a folder");
    let text = "---\nname: tide\ndescription: \u{1b}[2JUse when: asked\n---\nBody.\n";
    fs::write(folder.path().join("tide/SKILL.md"), text).expect("a file");
    let output = compat(folder.path(), &["tide", "nowhere"]);
    assert_eq!(output.status.code(), Some(2), "one path could not be read");
    let answer = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(answer.starts_with("tide/SKILL.md\n"), "{answer}");
    assert!(
        answer.lines().any(|line| line.trim_start().starts_with("skips") && line.contains("goose")),
        "{answer}"
    );
    assert!(!answer.chars().any(|c| c.is_control() && c != '\n'), "{answer}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[read-error]: nothing is there"));
}

#[test]
fn a_source_is_read_as_far_as_the_help_of_max_source_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tide/SKILL.md");
    fs::create_dir(folder.path().join("tide")).expect("a folder");
    let begin = "---\nname: tide\ndescription: Plots tides. Use when asked.\n---\n";
    let most = 4 << 20;
    for (size, code) in [(most, 0), (most + 1, 1)] {
        fs::write(&path, format!("{begin}{}", "x".repeat(size - begin.len()))).expect("a file");
        let output = compat(folder.path(), &["tide", "--client", "codex"]);
        assert_eq!(output.status.code(), Some(code), "{size} bytes");
    }
    let output = compat(folder.path(), &["tide", "--client", "codex", "--max-source", "5000000"]);
    assert_eq!(output.status.code(), Some(0), "a greater bound is kept");
    let help = String::from_utf8(compat(folder.path(), &["--help"]).stdout).expect("UTF-8");
    assert!(help.contains("for compat as many as 4 MiB hold"), "{help}");
}
