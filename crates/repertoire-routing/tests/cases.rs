//! Cases rewritten from public reports about budgets and routing.

#![allow(clippy::expect_used, clippy::print_stderr, reason = "a test may fail loudly, and say what it skips")]

use repertoire_routing::catalog::{Form, Options, render};
use repertoire_routing::{Card, Index, rank};
use serde_json::Value;
use std::path::PathBuf;
use unicode_segmentation::UnicodeSegmentation;

/// Cases of these kinds that ask for something outside this crate.
const ELSEWHERE: [&str; 2] = [
    // Which files of a skill are listed: what reads directories decides that.
    "B63", // Scoring the trace of a model's calls: nothing in the project does.
    "B66",
];

fn cases() -> Option<Vec<Value>> {
    let shared = std::env::var_os("REPERTOIRE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join("cases/reports.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "no cases at {}", path.display());
        eprintln!("SKIPPED: no cases at {}; set REPERTOIRE_SHARED", path.display());
        return None;
    };
    let cases: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a case a line")).collect();
    Some(cases.into_iter().filter(|case| case["kind"] == "budget" || case["kind"] == "routing").collect())
}

/// Name, description and path of each source of a case.
fn sources(case: &Value) -> Vec<[String; 3]> {
    let files = case["files"].as_object().expect("a case has files");
    let field = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)).expect("the field is there");
        line.trim().to_owned()
    };
    files
        .iter()
        .filter(|(path, _)| path.ends_with("/SKILL.md"))
        .map(|(path, text)| {
            let text = text.as_str().expect("a file is text");
            [field(text, "name:"), field(text, "description:"), path.clone()]
        })
        .collect()
}

#[test]
fn cases_of_budget_and_routing_hold() {
    let Some(cases) = cases() else { return };
    let mut checked = 0;
    for case in &cases {
        let id = case["id"].as_str().expect("a case has an id");
        let sources = sources(case);
        let cards: Vec<Card<'_>> = sources
            .iter()
            .map(|[name, description, path]| Card { path, ..Card::new(name, description) })
            .collect();
        let expected = &case["expect_lenient"];
        if let Some(queries) = expected["queries"].as_object() {
            let index = Index::build(&cards);
            for (query, expected) in queries {
                let ranked: Vec<String> = rank(query, &index).into_iter().map(|found| found.name).collect();
                assert_eq!(ranked.first().map(String::as_str), expected["top"].as_str(), "{id}: {query}");
                assert_ne!(ranked.first().map(String::as_str), expected["not"].as_str(), "{id}: {query}");
            }
        } else if expected["property"].as_str().is_some_and(|property| property.starts_with("truncate")) {
            cut_at_every_length(id, &cards);
        } else {
            assert!(ELSEWHERE.contains(&id), "{id}: nothing here checks it");
            continue;
        }
        checked += 1;
    }
    assert!(checked >= 2, "{checked} cases of {}", cases.len());
}

fn cut_at_every_length(id: &str, cards: &[Card<'_>]) {
    for card in cards {
        let whole = card.description;
        let bare = Options { introduction: "", guidance: "", ..Options::default() };
        let shortest = render(&[Card { description: "", ..*card }], &bare).expect("it fits").characters;
        let mut kept_before = 0;
        for length in 1..=whole.chars().count() {
            let Ok(rendered) = render(&[*card], &Options { budget: shortest + length, ..bare }) else {
                continue;
            };
            let form = Form::Markdown;
            assert!(rendered.characters <= shortest + length, "{id}: {form}");
            let described = rendered
                .text
                .split_once(": ")
                .map_or("", |(_, rest)| rest.split(" (file: ").next().unwrap_or(""));
            let kept = described.strip_suffix("...").unwrap_or(described);
            assert!(whole.starts_with(kept), "{id}: {kept}");
            let ends: Vec<usize> =
                whole.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len()).collect();
            assert!(kept.is_empty() || ends.contains(&kept.len()), "{id}: cut within a character: {kept}");
            assert!(kept.len() >= kept_before, "{id}: more room, less text");
            kept_before = kept.len();
        }
        assert!(kept_before > 0);
    }
}
