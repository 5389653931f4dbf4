//! Agreement with the readers that the world uses, over thousands of real files.

mod support;

use repertoire_frontmatter::parse_bytes;
use serde_json::Value as Json;
use std::fs;

#[test]
fn real_files_read_as_others_read_them() {
    let Some(shared) = support::shared() else { return };
    let mut differences = Vec::new();
    let mut yaml = 0;
    let mut counts = [0; 3];
    for (folder, oracle) in [("skills", "oracle.jsonl"), ("odd", "odd-oracle.jsonl")] {
        let lines = fs::read_to_string(shared.join("corpus").join(oracle)).unwrap();
        for line in lines.lines() {
            let row: Json = serde_json::from_str(line).unwrap();
            let path = row["path"].as_str().unwrap();
            let bytes = fs::read(shared.join("corpus").join(folder).join(path)).unwrap();
            let name = format!("{folder}/{path}");
            let ok = |reader: &str| row[reader].as_str() == Some("ok");
            let error = |reader: &str| row[reader].as_str() == Some("error");
            let Ok(document) = parse_bytes(&bytes) else {
                assert_eq!(row["fences"], "not-utf8", "{name}");
                continue;
            };
            if document.needs_yaml() {
                yaml += 1;
                if folder == "skills" || ok("pyyaml") { differences.push(format!("UNSUPPORTED {name}: {:?}", document.problems())); }
                continue;
            }
            if ok("pyyaml") && ok("npm_yaml") {
                counts[0] += 1;
                let ours = document.tree().root().map_or(Json::Object(Default::default()), support::texts);
                let errors: Vec<_> = document.problems().iter().filter(|p| p.kind.is_error()).collect();
                if ours != row["text"] || (!errors.is_empty() && row["fences"] == "ok" ) {
                    differences.push(format!("{name}: {errors:?}\n  {ours}\n  {}", row["text"]));
                }
            } else if error("pyyaml") && error("npm_yaml") {
                counts[1] += 1;
                if !document.has_errors() {
                    differences.push(format!("{name}: accepted"));
                }
            }
        }
    }
    println!("{counts:?} yaml {yaml}");
    assert!(differences.is_empty(), "{}\n{}", differences.len(), differences.join("\n"));
}
