//! The profile `aether`: base and evolved fields, and the authoring checklist.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

use repertoire_schema::{Checked, Format, Risk, Source, check, profile};

const BODY: &str =
    "\n## Principle\nWhy.\n\n## Method\n1. How.\n\n## Output template\nShape.\n\n## Rules\n- Never.\n";

fn judge(fields: &str, body: &str) -> Checked {
    let text = format!("---\n{fields}---\n{body}");
    let source = Source {
        path: "tide/SKILL.md",
        directory: Some("tide"),
        format: Format::AgentSkill,
        bytes: text.as_bytes(),
    };
    check(&source, &profile::AETHER)
}

fn ids(fields: &str, body: &str) -> Vec<String> {
    judge(fields, body).diagnostics.iter().map(|diagnostic| diagnostic.id().to_owned()).collect()
}

#[test]
fn the_examples_of_the_document_are_clean() {
    let invoice = "name: extract-invoice\ndescription: >\n  Use when the user provides an invoice, receipt, or bill and wants the\n  key fields pulled out. Extracts vendor, date, line items, and total.\nversion: 0.3.0\ntags: [finance, extraction]\ninputs: [document_text]\nrequires: [normalize-currency]\nrisk: low\n";
    let checked = judge(invoice, BODY);
    assert_eq!(checked.diagnostics, []);
    let metadata = checked.skill.expect("a valid skill").metadata;
    assert_eq!(metadata.name, "extract-invoice");
    assert_eq!(metadata.tags, ["finance", "extraction"]);
    assert_eq!(metadata.inputs, ["document_text"]);
    assert_eq!(metadata.requires, ["normalize-currency"]);
    assert_eq!(metadata.risk, Some(Risk::Low));
    assert_eq!(metadata.version.as_deref(), Some("0.3.0"));
    assert!(metadata.description.starts_with("Use when the user provides"));
}

#[test]
fn lists_may_be_flow_block_or_one_text() {
    for fields in ["tags: [a, b]\n", "tags:\n  - a\n  - b\n", "tags:\n- a\n- b\n", "tags: a, b\n"] {
        let fields = format!("description: Use when asked.\n{fields}name: tide\n");
        let checked = judge(&fields, BODY);
        assert_eq!(checked.diagnostics, [], "{fields:?}");
        assert_eq!(checked.skill.expect("a valid skill").metadata.tags, ["a", "b"], "{fields:?}");
    }
    assert_eq!(
        ids("name: tide\ndescription: Use when asked.\nrequires: {a: b}\n", BODY),
        ["field-type", "line-reader"]
    );
}

#[test]
fn a_missing_name_is_the_directory_s() {
    let checked = judge("description: Use when asked.\n", BODY);
    assert_eq!(checked.diagnostics[0].id(), "name-missing");
    assert_eq!(checked.skill.expect("a valid skill").metadata.name, "tide");
    assert!(judge("name: tide\n", BODY).skill.is_none(), "a description is required");
}

#[test]
fn unknown_fields_and_any_name_are_allowed() {
    assert_eq!(
        ids("name: Tide Chart!\ndescription: Use when asked.\nharbour: Emden\nlicense: MIT\n", BODY),
        Vec::<String>::new()
    );
}

#[test]
fn what_a_line_reader_cannot_read_is_warned_of() {
    let described = "name: tide\ndescription: Use when asked.\n";
    for (fields, rules) in [
        ("metadata:\n  a: b\n", ["line-reader"].as_slice()),
        ("x: [[a], b]\n", &["line-reader"]),
        ("x: a\n  b\n", &["line-reader"]),
        ("x: \"a\n  b\"\n", &["line-reader"]),
        ("x: |\n  a\n  b\n", &[]),
        ("x: >-\n  a\n  b\n", &[]),
        ("x: &a b\n", &["unsupported"]),
    ] {
        assert_eq!(ids(&format!("{described}{fields}"), BODY), rules, "{fields:?}");
    }
}

#[test]
fn the_checklist_is_kept() {
    let fields = "name: tide\ndescription: Use when asked.\n";
    assert_eq!(ids(fields, "## Method\n## Principle\n## Output template\n## Rules\n"), ["body-sections"]);
    assert_eq!(ids(fields, "Only prose.\n"), ["body-sections"]);
    assert_eq!(ids(fields, &format!("{BODY}Send the report to the customer.\n")), ["risk-missing"]);
    assert_eq!(
        ids(&format!("{fields}risk: high\n"), &format!("{BODY}Send the report.\n")),
        Vec::<String>::new()
    );
    assert_eq!(ids(&format!("{fields}risk: none\n"), BODY), ["risk-value"]);
    assert_eq!(ids(&format!("{fields}version: 1.0\n"), BODY), ["version-number"]);
    assert_eq!(ids(&format!("{fields}version: one\n"), BODY), ["version-form"]);
    assert_eq!(ids("name: tide\ndescription: Plots tides. Use when asked.\n", BODY), Vec::<String>::new());
    assert_eq!(ids("name: tide\ndescription: Plots tides well.\n", BODY), ["description-trigger"]);
    assert_eq!(ids(&format!("{fields}requries: [a]\n"), BODY), ["field-typo"]);
}
