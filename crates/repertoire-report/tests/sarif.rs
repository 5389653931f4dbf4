//! SARIF documents hold to the official schema, and to what the schema cannot say.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use repertoire_diagnostic::{Diagnostic, Edit, Fix, Kind, Severity, Span};
use repertoire_report::sarif::{MAX_RESULTS, Rule};
use repertoire_report::{FileReport, Format, Report};
use serde_json::{Map, Value, json};

const SCHEMA: &str = include_str!("sarif-schema-2.1.0.json");

/// Validates the keywords that the schema uses, and refuses to pass over any other.
fn violations(schema: &Value, root: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else {
        return;
    };
    for (keyword, rule) in schema {
        match keyword.as_str() {
            "$schema" | "$comment" | "$id" | "title" | "default" | "definitions" => {}
            "$ref" => {
                let pointer =
                    rule.as_str().and_then(|text| text.strip_prefix('#')).expect("a local reference");
                violations(root.pointer(pointer).expect("a definition"), root, value, at, out);
            }
            "type" => {
                let wanted: Vec<&str> = rule
                    .as_array()
                    .map_or_else(|| vec![rule], |all| all.iter().collect())
                    .into_iter()
                    .filter_map(Value::as_str)
                    .collect();
                if !wanted.iter().any(|name| is(value, name)) {
                    out.push(format!("{at}: not {wanted:?}"));
                }
            }
            "enum" => {
                if !rule.as_array().expect("a list").contains(value) {
                    out.push(format!("{at}: {value} is not one of {rule}"));
                }
            }
            "required" => {
                for name in rule.as_array().expect("a list").iter().filter_map(Value::as_str) {
                    if value.is_object() && value.get(name).is_none() {
                        out.push(format!("{at}: no {name}"));
                    }
                }
            }
            "properties" | "additionalProperties" => {}
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    violations(rule, root, item, &format!("{at}/{i}"), out);
                }
            }
            "minItems" => {
                if value.as_array().is_some_and(|list| (list.len() as u64) < rule.as_u64().expect("a count"))
                {
                    out.push(format!("{at}: too few"));
                }
            }
            "uniqueItems" => {
                let list = value.as_array().map_or(&[][..], Vec::as_slice);
                if rule == true
                    && list.len() < 50
                    && list.iter().enumerate().any(|(i, item)| list[..i].contains(item))
                {
                    out.push(format!("{at}: twice the same"));
                }
            }
            "minimum" | "maximum" => {
                let (limit, number) = (rule.as_f64().expect("a number"), value.as_f64());
                if number.is_some_and(
                    |number| {
                        if keyword == "minimum" { number < limit } else { number > limit }
                    },
                ) {
                    out.push(format!("{at}: {value} past {limit}"));
                }
            }
            "pattern" => {
                // Guids and languages: none of them is written.
                out.push(format!("{at}: a pattern is not looked at"));
            }
            "format" => {
                let text = value.as_str().unwrap_or_default();
                let plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
                if !text.chars().all(plain) {
                    out.push(format!("{at}: {text} is no {rule}"));
                }
            }
            "anyOf" | "oneOf" => {
                let fits = rule.as_array().expect("a list").iter().filter(|option| {
                    let mut inner = Vec::new();
                    violations(option, root, value, at, &mut inner);
                    inner.is_empty()
                });
                let fits = fits.count();
                if fits == 0 || (keyword == "oneOf" && fits > 1) {
                    out.push(format!("{at}: {fits} of {keyword} fit"));
                }
            }
            other => panic!("the schema uses `{other}`, which this test does not know"),
        }
    }
    let none = Map::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    for (name, inner) in value.as_object().unwrap_or(&none) {
        let at = format!("{at}/{name}");
        match (known.get(name), schema.get("additionalProperties")) {
            (Some(rule), _) => violations(rule, root, inner, &at, out),
            (None, Some(Value::Bool(false))) => out.push(format!("{at}: unknown")),
            (None, Some(rule)) => violations(rule, root, inner, &at, out),
            (None, None) => {}
        }
    }
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}

fn check(document: &Value) -> Vec<String> {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let mut out = Vec::new();
    violations(&schema, &schema, document, "", &mut out);
    out
}

fn document(files: &[FileReport<'_>], rules: &[Rule<'_>]) -> Value {
    let mut out = Vec::new();
    let mut report = Report::new(Format::Sarif, &mut out);
    for file in files {
        report.push(Format::Sarif.render(file)).expect("writing to memory");
    }
    report.finish(&[], rules).expect("writing to memory");
    serde_json::from_slice(&out).expect("valid JSON")
}

fn found() -> Vec<Diagnostic> {
    vec![
        Diagnostic::new(Kind::InvalidSyntax, Severity::Error, "a [link](javascript:x) and {0}")
            .with_rule("yaml-colon")
            .with_span(Span::new(17, 18))
            .with_help("quote it")
            .with_fix(Fix::safe(vec![
                Edit::new(Span::new(15, 15), "\""),
                Edit::new(Span::new(20, 20), "\""),
            ])),
        Diagnostic::new(Kind::InvalidName, Severity::Hint, "no place").with_rule("name-form"),
        Diagnostic::new(Kind::ReadError, Severity::Warning, "no rule").with_path("other place/ü.md"),
    ]
}

#[test]
fn documents_hold_to_the_schema() {
    let found = found();
    let source = "---\ndescription: a: b\n---\n";
    let full =
        FileReport { source: Some(source), diagnostics: &found, ..FileReport::new("a b/SKILL.md", "loader") };
    let rules = [
        Rule { id: "yaml-colon", summary: "a colon", help: "quote" },
        Rule { id: "unused", summary: "", help: "" },
    ];
    let log = document(&[full, FileReport::new("b", "loader")], &rules);
    assert_eq!(check(&log), Vec::<String>::new());

    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let names: Vec<_> =
        run["tool"]["driver"]["rules"].as_array().expect("rules").iter().map(|rule| &rule["id"]).collect();
    assert_eq!(names, ["name-form", "read-error", "yaml-colon"], "those that occur, in order");
    for result in run["results"].as_array().expect("results") {
        let at = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(&result["ruleId"], names[at]);
    }
    let first = &run["results"][0];
    assert_eq!(first["message"]["text"], "a \\[link\\](javascript:x) and {{0}}\nquote it");
    assert_eq!(first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b/SKILL.md");
    assert_eq!(first["locations"][0]["physicalLocation"]["region"]["startColumn"], 14);
    assert_eq!(first["fixes"][0]["artifactChanges"][0]["replacements"][1]["insertedContent"]["text"], "\"");
    assert_eq!(check(&document(&[], &[])), Vec::<String>::new(), "nothing found");
}

#[test]
fn the_validator_of_this_test_refuses_what_is_wrong() {
    let log = document(&[], &[]);
    for (pointer, value) in [
        ("/version", json!("2.0.0")),
        ("/runs/0/columnKind", json!("bytes")),
        ("/runs/0/results", json!([{"message": {}}])),
        ("/runs/0/results", json!([{"message": {"text": "x"}, "level": "hint"}])),
        ("/runs/0/tool/driver", json!({"version": "1"})),
        ("/runs/0/tool", json!({"driver": {"name": "x"}, "stray": 1})),
    ] {
        let mut wrong = log.clone();
        *wrong.pointer_mut(pointer).expect("a place in the log") = value;
        assert_ne!(check(&wrong), Vec::<String>::new(), "{pointer}");
    }
}

#[test]
fn the_gravest_results_are_kept_and_the_rest_counted() {
    let mut many = vec![Diagnostic::new(Kind::InvalidName, Severity::Hint, "slight"); MAX_RESULTS + 7];
    many.push(Diagnostic::new(Kind::InvalidSyntax, Severity::Error, "grave"));
    let file = FileReport { diagnostics: &many, ..FileReport::new("a", "loader") };
    let log = document(&[file], &[]);
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), MAX_RESULTS);
    assert_eq!(results[MAX_RESULTS - 1]["level"], "error", "the order of the report stays");
    let note =
        run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].as_str().expect("a note");
    assert!(note.starts_with("8 of 5008 findings were left out"), "{note}");
}
