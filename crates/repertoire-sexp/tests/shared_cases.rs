//! The collection of native sources that lies outside the repository, read by this layer alone.

use repertoire_sexp::{Grammar, read};
use serde_json::Value;
use std::path::PathBuf;

/// The kinds that a form can only be given once it is read.
const LATER: &[&str] = &[
    "invalid-structure",
    "unknown-field",
    "duplicate-field",
    "missing-field",
    "invalid-version",
    "invalid-name",
    "invalid-description",
    "invalid-instructions",
];

#[test]
fn every_source_is_read_or_refused_for_its_reason() {
    let folder = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let path = folder.join("cases/native.jsonl");
    let Ok(cases) = std::fs::read_to_string(&path) else {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is missing", path.display());
        eprintln!("SKIPPED: {} is missing; set REPERTOIRE_SHARED to the folder that has it", path.display());
        return;
    };
    let mut seen = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let text = |key: &str| case[key].as_str();
        let (id, source) = (text("id").expect("an id"), text("source").expect("a source"));
        let (expected, later) = (text("kind"), text("kind").is_none_or(|kind| LATER.contains(&kind)));
        match read(source, &Grammar::autolith_skill()) {
            Ok(form) => {
                assert!(later, "{id} should be {expected:?}");
                let again = form.to_string();
                assert_eq!(read(&again, &Grammar::autolith_skill()).as_ref(), Ok(&form), "{id}");
            }
            Err(error) => {
                let kind = error.kind().as_str();
                let over = |kind: &str| kind.starts_with("data-too-");
                let fits =
                    expected.is_some_and(|expected| kind == expected || (over(kind) && over(expected)));
                assert!(fits, "{id}: {error} ({kind}), not {expected:?}");
            }
        }
        seen += 1;
    }
    assert!(seen >= 50, "only {seen} cases in {}", path.display());
}
