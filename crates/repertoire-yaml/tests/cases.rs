//! Inputs after real reports and minimal shapes seen in the wild: the names and descriptions that
//! must be seen, to the byte.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot start must fail loudly")]

mod support;

use repertoire_frontmatter::{Document, Tree, parse, parse_bytes};
use serde_json::Value as Json;
use std::fs;

/// What a reader that recovers sees of a field: the YAML reader's word where the lexer is unsure.
fn field(document: &Document<'_>, key: &str) -> Option<Json> {
    let whole = document.needs_yaml().then(|| repertoire_yaml::parse_document(document).ok()).flatten();
    let tree: &Tree<'_> = whole.as_ref().unwrap_or(document.tree());
    tree.get(key).map(support::texts)
}

#[test]
fn reports_about_yaml_and_fences_recover_their_values() {
    let Some(shared) = support::shared() else { return };
    let rows = fs::read_to_string(shared.join("cases/reports.jsonl")).unwrap();
    let mut checked = 0;
    for row in rows.lines().map(|line| serde_json::from_str::<Json>(line).unwrap()) {
        if !matches!(row["kind"].as_str(), Some("yaml" | "envelope")) {
            continue;
        }
        let id = row["id"].as_str().unwrap();
        let sources: Vec<&str> =
            row["files"].as_object().unwrap().values().filter_map(Json::as_str).collect();
        let documents: Vec<_> = sources.iter().map(|source| parse(source)).collect();
        for (name, fields) in row["expect_lenient"]["skills"].as_object().into_iter().flatten() {
            let named = |document: &&Document<'_>| field(document, "name") == Some(name.as_str().into());
            let document = documents.iter().find(named).unwrap_or_else(|| panic!("{id}: no {name}"));
            for (key, expected) in fields.as_object().unwrap() {
                assert_eq!(field(document, key).as_ref(), Some(expected), "{id}: {name}: {key}");
                checked += 1;
            }
        }
        // What the strict reading refuses has a problem, what it passes has none.
        let verdict = row["expect_strict"]["verdict"].as_str().unwrap();
        if verdict == "ok" {
            assert!(documents.iter().all(|document| document.problems().is_empty()), "{id}");
        }
        if verdict == "error" && !documents.is_empty() {
            assert!(documents.iter().all(Document::has_errors), "{id}");
        }
    }
    assert!(checked >= 10, "the reports are gone");
}

/// A number, the ids of its problems, the name and the description that must be seen.
type Shape = (&'static str, &'static [&'static str], Option<&'static str>, Option<&'static str>);

/// The shapes, with what must be seen of each.
const SHAPES: &[Shape] = &[
    ("01", &["fence-unclosed"], None, None),
    ("02", &["yaml-line", "yaml-line", "yaml-line"], Some("x"), Some("d")),
    ("03", &["yaml-flow"], Some("x\\_api"), Some("d")),
    ("04", &["yaml-flow"], Some("x"), Some("d")),
    ("05", &["yaml-flow"], Some("x"), Some("d")),
    ("06", &["fence-unclosed"], None, None),
    ("07", &["fence-unclosed"], None, None),
    ("08", &["fence-missing"], None, None),
    ("09", &["fence-not-first"], Some("x"), Some("d")),
    ("10", &["fence-not-first"], Some("x"), Some("d")),
    ("11", &["fence-missing"], None, None),
    ("12", &["yaml-colon"], Some("x"), Some("Detect a host (IP: 192.0.2.1) now. Triggers: a, b")),
    ("13", &["yaml-flow"], Some("x"), Some("d")),
    ("14", &["yaml-reserved"], Some("x"), Some(", it might be")),
    ("15", &["yaml-control"], Some("x"), Some("aâ\u{80}¯b")),
    ("16", &[], Some("x"), Some("d")),
    ("17", &["yaml-control"], Some("x"), Some("a \0\0 b\n")),
    ("18", &["yaml-control"], Some("x"), Some("d")),
    ("19", &["fence-missing"], None, None),
    ("20", &["fence-missing"], None, None),
    ("21", &["fence-missing"], None, None),
    ("22", &["empty-file"], None, None),
    ("23", &["encoding"], None, None),
    ("24", &[], Some("8004"), Some("d")),
    ("25", &[], Some("x"), None),
    ("26", &["duplicate-key"], Some("x"), Some("d")),
    ("27", &["yaml-quote-column"], Some("x"), Some("first second")),
    ("28", &["yaml-escape"], Some("x"), Some("d")),
    ("29", &["yaml-reserved"], Some("x"), Some("d")),
    ("30", &["unsupported"], Some("x"), Some("d")),
    ("31", &["yaml-flow"], Some("x"), Some("{AGENT_NAME}'s identity. Grows.")),
    ("32", &["fence-missing"], None, None),
    ("33", &["fence-joined"], Some("x"), Some("d")),
    ("34", &["yaml-reserved"], Some("x"), Some("**Safe**: text")),
    ("35", &[], Some("--help"), Some("d")),
    ("36", &[], Some("x"), Some("Split by \"---\" marks.")),
    ("37", &[], Some("yes"), Some("d")),
    ("38", &["comment-cuts-value"], Some("x"), Some("")),
    ("39", &["fence-spaces"], Some("x"), Some("d")),
    ("40", &[], Some("x"), Some("d")),
    ("41", &[], Some("x"), None),
    ("42", &["yaml-flow"], Some("x"), Some("d")),
    ("43", &["fence-missing"], None, None),
    ("44", &["fence-missing"], None, None),
    ("45", &["bom"], Some("x"), Some("d")),
    ("46", &[], Some("re\u{430}d"), Some("d")),
    ("48", &[], Some("x"), Some("d")),
    ("49", &[], Some("x"), Some("d")),
    ("50", &[], Some("x"), Some("d")),
];

#[test]
fn shapes_seen_in_the_wild_recover_their_values() {
    let Some(shared) = support::shared() else { return };
    let mut folders: Vec<_> =
        fs::read_dir(shared.join("cases/shapes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let mut checked = 0;
    for (number, ids, name, description) in SHAPES {
        let starts =
            |path: &&std::path::PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(number);
        let bytes = fs::read(folders.iter().find(starts).unwrap().join("SKILL.md")).unwrap();
        let document = match parse_bytes(&bytes) {
            Ok(document) => document,
            Err(problem) => {
                assert_eq!(&[problem.id()], ids, "{number}");
                checked += 1;
                continue;
            }
        };
        let found: Vec<_> = document.problems().iter().map(|problem| problem.id()).collect();
        assert_eq!(&found, ids, "{number}");
        let text = |key| field(&document, key).and_then(|value| value.as_str().map(str::to_owned));
        assert_eq!(text("name").as_deref(), *name, "{number}: name");
        assert_eq!(text("description").as_deref(), *description, "{number}: description");
        checked += 1;
    }
    assert_eq!(checked, SHAPES.len());
}
