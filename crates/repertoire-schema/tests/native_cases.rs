//! Native forms with the kind that refuses them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

mod shared;

use repertoire_schema::{Checked, Format, Source, check, profile};

fn judge(text: &str) -> Checked {
    let source =
        Source { path: "x/SKILL.sexp", directory: Some("x"), format: Format::Native, bytes: text.as_bytes() };
    check(&source, &profile::AUTOLITH)
}

#[test]
fn each_form_is_refused_with_its_kind() {
    let Some(folder) = shared::folder("cases") else { return };
    let cases = shared::json_lines(&folder.join("native.jsonl"));
    assert!(cases.len() > 50);
    for case in cases {
        let source = case["source"].as_str().expect("a source");
        let checked = judge(source);
        let kinds: Vec<&str> =
            checked.diagnostics.iter().map(|diagnostic| diagnostic.kind.as_str()).collect();
        match case["kind"].as_str() {
            None => {
                let skill = checked.skill.unwrap_or_else(|| panic!("{}: {kinds:?}", case["id"]));
                for (key, found) in [
                    ("name", &skill.metadata.name),
                    ("description", &skill.metadata.description),
                    ("instructions", &skill.instructions),
                ] {
                    if let Some(wanted) = case[key].as_str() {
                        assert_eq!(found, wanted, "{}: {key}", case["id"]);
                    }
                }
            }
            Some(kind) => {
                assert!(checked.skill.is_none());
                let either = kind == "data-too-deep" && kinds == ["data-too-large"];
                assert!(
                    kinds == [kind] || either,
                    "{}: {kinds:?} instead of {kind}: {}",
                    case["id"],
                    case["why"]
                );
            }
        }
    }
}

fn form(fields: &str) -> String {
    format!("(:autolith-skill {fields})")
}

#[test]
fn the_order_of_the_checks_decides_the_kind() {
    for (fields, kind) in [
        (":version 2 :name 1 :description 1 :instructions", "invalid-structure"),
        (":version 2 :name 1 :odd-key", "unknown-field"),
        ("x 1 :name 1 :name 2", "unknown-field"),
        (":name 1 :name 2", "duplicate-field"),
        (":version 2 :name 1", "missing-field"),
        (":version 2 :name 1 :description 1 :instructions 1", "invalid-version"),
        (":version 1 :name 1 :description 1 :instructions 1", "invalid-name"),
        (":version 1 :name \"a\" :description 1 :instructions 1", "invalid-description"),
        (":version 1 :name \"a\" :description \"d\" :instructions 1", "invalid-instructions"),
    ] {
        let kinds: Vec<&str> = judge(&form(fields)).diagnostics.iter().map(|d| d.kind.as_str()).collect();
        assert_eq!(kinds, [kind], "{fields}");
    }
}

#[test]
fn bounds_count_characters() {
    let with = |description: usize, instructions: usize| {
        form(&format!(
            ":version 1 :name \"n\" :description \"{}\" :instructions \"{}\"",
            "é".repeat(description),
            "é".repeat(instructions)
        ))
    };
    let kinds = |text: &str| judge(text).diagnostics.iter().map(|d| d.kind.as_str()).collect::<Vec<_>>();
    assert_eq!(kinds(&with(1024, 1)), Vec::<&str>::new());
    assert_eq!(kinds(&with(1025, 1)), ["invalid-description"]);
    let around = with(1, 0).chars().count();
    assert_eq!(kinds(&with(1, 65_536 - around)), Vec::<&str>::new());
    assert_eq!(kinds(&with(1, 65_537 - around)), ["file-too-large"]);
}
