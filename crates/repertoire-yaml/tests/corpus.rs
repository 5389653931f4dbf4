//! Agreement with the readers that the world uses, over thousands of real files.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot start must fail loudly")]

mod support;

use repertoire_frontmatter::{ProblemKind, parse_bytes};
use serde_json::Value as Json;
use std::fs;

/// Files where both oracles accept and our tree differs, each with its reason. At most ten.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "odd/456/SKILL.md",
    "a list stands as a key of a flow map; the value is kept as written, with a `yaml-flow` error, where the oracle prints the list as the key's text",
)];

/// Rows of an oracle with the bytes of their files.
fn rows(folder: &str, oracle: &str) -> Option<Vec<(String, Json, Vec<u8>)>> {
    let corpus = support::shared()?.join("corpus");
    let lines = fs::read_to_string(corpus.join(oracle)).unwrap();
    let row = |line: &str| {
        let row: Json = serde_json::from_str(line).unwrap();
        let path = row["path"].as_str().unwrap().to_owned();
        let bytes = fs::read(corpus.join(folder).join(&path)).unwrap();
        (format!("{folder}/{path}"), row, bytes)
    };
    Some(lines.lines().map(row).collect())
}

#[test]
fn real_files_read_as_others_read_them() {
    let mut differences = Vec::new();
    let (mut agreed, mut refused) = (0, 0);
    for (folder, oracle) in [("skills", "oracle.jsonl"), ("odd", "odd-oracle.jsonl")] {
        let Some(rows) = rows(folder, oracle) else { return };
        let total = rows.len();
        let mut yaml = 0;
        for (name, row, bytes) in rows {
            let both = |word: &str| row["pyyaml"] == word && row["npm_yaml"] == word;
            let Ok(document) = parse_bytes(&bytes) else {
                assert_eq!(row["fences"], "not-utf8", "{name}");
                continue;
            };
            yaml += usize::from(document.needs_yaml());
            let whole = document.needs_yaml().then(|| repertoire_yaml::parse_document(&document));
            if both("ok") {
                let tree = match &whole {
                    Some(Ok(tree)) => tree,
                    Some(Err(error)) => {
                        differences.push((name, format!("refused: {error}")));
                        continue;
                    }
                    None => document.tree(),
                };
                let (text, core) = tree
                    .root()
                    .map_or((Json::Null, Json::Null), |root| (support::texts(root), support::core(root)));
                if text != row["text"] || core != support::floats(&row["core"]) {
                    differences.push((name, format!("{text}\n  {}", row["text"])));
                } else {
                    agreed += 1;
                }
            } else if both("error") {
                if document.has_errors() || matches!(whole, Some(Err(_))) {
                    refused += 1;
                } else {
                    differences.push((name, "accepted".to_owned()));
                }
            }
        }
        println!("{folder}: {yaml} of {total} files need the full YAML reader");
        assert!(folder != "skills" || yaml * 100 < total, "1 % of files or more need the full YAML reader");
    }
    println!("{agreed} trees equal, {refused} refusals shared, {} exceptions", EXCEPTIONS.len());
    differences.retain(|(name, _)| !EXCEPTIONS.iter().any(|(exception, _)| name == exception));
    assert!(EXCEPTIONS.len() <= 10);
    assert_eq!(differences, []);
}

/// What the lexer reads without a doubt, the YAML reader reads alike; what YAML refuses, the
/// lexer does not pass.
#[test]
fn the_two_readers_agree_on_real_files() {
    let mut differences = Vec::new();
    for (folder, oracle) in [("skills", "oracle.jsonl"), ("odd", "odd-oracle.jsonl")] {
        let Some(rows) = rows(folder, oracle) else { return };
        for (name, _, bytes) in rows {
            let Ok(document) = parse_bytes(&bytes) else { continue };
            if !document.has_frontmatter() {
                continue;
            }
            let errors =
                document.problems().iter().any(|problem| problem.kind.is_error() && !problem.kind.is_fence());
            if errors || document.needs_yaml() {
                continue;
            }
            match repertoire_yaml::parse_document(&document) {
                Ok(tree) => {
                    let (ours, theirs) =
                        (document.tree().root().map(support::texts), tree.root().map(support::texts));
                    if ours != theirs {
                        differences.push((name, format!("{ours:?}\n  {theirs:?}")));
                    }
                }
                Err(error) => differences.push((name, format!("{error} at {:?}", error.span))),
            }
        }
    }
    assert_eq!(differences, []);
}

/// False alarms: the lexer reports no YAML error where both oracles accept, but for these kinds.
#[test]
fn the_lexer_refuses_little_that_others_accept() {
    let mut alarms = Vec::new();
    for (folder, oracle) in [("skills", "oracle.jsonl"), ("odd", "odd-oracle.jsonl")] {
        let Some(rows) = rows(folder, oracle) else { return };
        for (name, row, bytes) in rows {
            if row["pyyaml"] != "ok" || row["npm_yaml"] != "ok" {
                continue;
            }
            let document = parse_bytes(&bytes).unwrap();
            for problem in document
                .problems()
                .iter()
                .filter(|problem| problem.kind.is_error() && !problem.kind.is_fence())
            {
                if !matches!(problem.kind, ProblemKind::YamlIndent)
                    || repertoire_yaml::parse_document(&document).is_ok()
                {
                    alarms.push((name.clone(), problem.id()));
                }
            }
        }
    }
    alarms.retain(|(name, _)| !EXCEPTIONS.iter().any(|(exception, _)| name == exception));
    assert_eq!(alarms, []);
}
