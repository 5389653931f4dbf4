//! Real skills: a loader sees name and description as other readers do, and nothing panics.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

mod shared;

use repertoire_schema::{Format, Source, check, profile};
use std::collections::HashMap;

fn source<'a>(path: &'a str, bytes: &'a [u8]) -> Source<'a> {
    Source { path, directory: shared::directory(path), format: Format::AgentSkill, bytes }
}

#[test]
fn a_loader_sees_what_other_readers_see() {
    let Some(corpus) = shared::folder("corpus") else { return };
    for (folder, oracle) in [("skills", "oracle.jsonl"), ("odd", "odd-oracle.jsonl")] {
        let oracle: HashMap<String, serde_json::Value> = shared::json_lines(&corpus.join(oracle))
            .into_iter()
            .map(|line| (line["path"].as_str().expect("a path").to_owned(), line))
            .collect();
        let (mut same, mut all, mut lost) = (0, 0, Vec::new());
        for (path, bytes) in shared::sources(&corpus.join(folder)) {
            let checked = check(&source(&path, &bytes), &profile::LOADER);
            let Some(known) =
                oracle.get(&path).filter(|known| known["pyyaml"] == "ok" && known["fences"] == "ok")
            else {
                continue;
            };
            let (name, description) = (known["text"]["name"].as_str(), known["text"]["description"].as_str());
            let (Some(name), Some(description)) = (name, description) else { continue };
            all += 1;
            let wanted = (Some(name), Some(description.trim()).filter(|text| !text.is_empty()));
            let found = (checked.name.as_deref(), checked.description.as_deref());
            if found == wanted {
                same += 1;
            } else {
                lost.push(format!("{path}: {found:?} instead of {wanted:?}"));
            }
        }
        eprintln!("{folder}: {same} of {all} as other readers see them");
        lost.iter().take(20).for_each(|line| eprintln!("{line}"));
        assert!(same * 100 >= all * 99, "{same} of {all}");
    }
}

#[test]
fn every_profile_judges_every_source() {
    let Some(corpus) = shared::folder("corpus") else { return };
    for folder in ["skills", "odd"] {
        for (path, bytes) in shared::sources(&corpus.join(folder)) {
            for profile in profile::ALL {
                let checked = check(&source(&path, &bytes), profile);
                assert_eq!(checked.is_valid(), checked.skill.is_some(), "{path} under {}", profile.name);
                let errors = checked
                    .diagnostics
                    .iter()
                    .filter(|d| d.severity == repertoire_diagnostic::Severity::Error);
                assert!(
                    checked.skill.is_some() || errors.count() > 0,
                    "{path} under {}: refused without a word",
                    profile.name
                );
                for diagnostic in &checked.diagnostics {
                    let span = diagnostic.span.unwrap_or_default();
                    assert!(span.start <= span.end && span.end <= bytes.len() + 1, "{path}: {diagnostic:?}");
                }
            }
        }
    }
}
