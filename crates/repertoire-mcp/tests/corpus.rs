//! Real skills, each as a root of its own: their entries against what other readers of YAML made of
//! the frontmatter, and against the bytes of the files.
//!
//! The collection lies in the folder that `REPERTOIRE_SHARED` names (default `../shared` beside the
//! workspace).
#![allow(clippy::expect_used, clippy::print_stderr, clippy::unwrap_used, reason = "tests may fail loudly")]

mod support;

use repertoire::cache::Digest;
use repertoire::schema::MAX_SOURCE_CHARACTERS;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::{Client, options, run};

/// So many roots of one server: each is held open.
const MOST_ROOTS: usize = 150;

fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("REPERTOIRE_SHARED").map_or_else(beside, PathBuf::from);
    let corpus = shared.join("corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "no collection at {}", corpus.display());
    eprintln!("SKIPPED: no collection at {}; set REPERTOIRE_SHARED", corpus.display());
    None
}

/// What the published standard asks of a frontmatter and of the name of its directory, written down
/// once more from the document and over another reader's tree.
fn satisfies_the_standard(fields: &Value, directory: &str) -> bool {
    let text = |key: &str, most: usize| match fields.get(key) {
        Some(Value::String(text)) => (1..=most).contains(&text.trim().chars().count()),
        _ => false,
    };
    let name = |name: &str| {
        let piece = |piece: &str| {
            !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        name.len() <= 64 && name.split('-').all(piece)
    };
    let optional_text = |key: &str| fields.get(key).is_none_or(Value::is_string);
    let tools = fields.get("allowed-tools").is_none_or(|tools| tools.is_string() || tools.is_array());
    let metadata = fields.get("metadata").is_none_or(|metadata| {
        metadata.as_object().is_some_and(|metadata| metadata.values().all(Value::is_string))
    });
    fields["name"].as_str().is_some_and(|own| own == directory && name(own))
        && text("description", 1_024)
        && (fields.get("compatibility").is_none() || text("compatibility", 500))
        && optional_text("license")
        && tools
        && metadata
}

/// Numbers as JavaScript has them: 1 and 1.0 are one.
fn normal(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(normal).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), normal(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn entries_of_real_skills_are_what_other_readers_read() {
    let Some(corpus) = corpus() else { return };
    let oracle = fs::read_to_string(corpus.join("oracle.jsonl")).unwrap();
    // Of each name one skill a server, so that none is shadowed.
    let mut turns: BTreeMap<String, usize> = BTreeMap::new();
    let mut rounds: Vec<Vec<(PathBuf, Value)>> = Vec::new();
    for line in oracle.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let source = corpus.join("skills").join(row["path"].as_str().unwrap());
        let directory = source.parent().unwrap();
        let name = directory.file_name().unwrap().to_str().unwrap().to_owned();
        let named = row["core"]["name"].as_str().unwrap_or(&name).to_owned();
        let turn = turns.entry(named).or_default();
        let round =
            (*turn..).find(|round| rounds.get(*round).is_none_or(|round| round.len() < MOST_ROOTS)).unwrap();
        *turn = round + 1;
        rounds.resize_with(rounds.len().max(round + 1), Vec::new);
        rounds[round].push((directory.to_owned(), row));
    }
    let (mut served, mut refused, mut wrong) = (0, 0, Vec::new());
    for round in &rounds {
        run(async {
            let roots: Vec<&Path> = round.iter().map(|(root, _)| root.as_path()).collect();
            let mut client = Client::new(options(&roots)).await;
            let (skills, _) = client.whole("skills/list", "skills", json!({})).await;
            let entries: BTreeMap<&str, &Value> =
                skills.iter().map(|skill| (skill["frontmatter"]["name"].as_str().unwrap(), skill)).collect();
            assert_eq!(entries.len(), skills.len());
            for (directory, row) in round {
                let path = directory.join("SKILL.md");
                let name = directory.file_name().unwrap().to_str().unwrap();
                let bytes = fs::read(&path).unwrap();
                let uri = entries.get(name).map(|entry| entry["uri"].as_str().unwrap());
                // A skill below another of this round stands below it.
                let own = uri.filter(|uri| uri.ends_with(&format!("/{name}/SKILL.md")));
                let valid = row["npm_yaml"] == "ok"
                    && row["fences"] == "ok"
                    && String::from_utf8_lossy(&bytes).chars().count() <= MAX_SOURCE_CHARACTERS
                    && satisfies_the_standard(&row["core"], name);
                if own.is_some() != valid {
                    wrong.push(format!("{}: served {}, valid {valid}", path.display(), own.is_some()));
                }
                let Some(uri) = own else {
                    refused += 1;
                    continue;
                };
                served += 1;
                let entry = entries[name];
                assert_eq!(normal(&entry["frontmatter"]), normal(&row["core"]), "{}", path.display());
                let source = entry["resources"].as_array().unwrap().iter().find(|file| file["uri"] == uri);
                let source = source.expect("an entry lists its source");
                assert_eq!(source["digest"], format!("sha256:{}", row["sha256"].as_str().unwrap()));
                assert_eq!(source["digest"], format!("sha256:{}", Digest::of(&bytes)));
                assert_eq!(source["size"], bytes.len());
            }
        });
    }
    eprintln!("{served} real skills are served as other readers read them; {refused} are not the standard's");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(served > 3_000, "{served}");
}
