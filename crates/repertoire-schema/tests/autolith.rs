//! The profile `autolith` for `SKILL.md`: each departure refuses with its kind, and the order of
//! the checks decides between several.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

use repertoire_schema::{Checked, Format, Source, check, profile};

fn judge(directory: &str, text: &str) -> Checked {
    let source = Source {
        path: "x/SKILL.md",
        directory: Some(directory),
        format: Format::AgentSkill,
        bytes: text.as_bytes(),
    };
    check(&source, &profile::AUTOLITH)
}

fn kind(fields: &str) -> Option<&'static str> {
    let checked = judge("tide", &format!("---\n{fields}---\nBody.\n"));
    let errors: Vec<_> = checked
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == repertoire_diagnostic::Severity::Error)
        .map(|diagnostic| diagnostic.kind.as_str())
        .collect();
    assert_eq!(checked.skill.is_none(), !errors.is_empty(), "{fields:?}");
    assert!(errors.len() <= 1, "{fields:?}: {errors:?}");
    errors.first().copied()
}

#[test]
fn the_example_of_the_document_is_accepted() {
    let text = "---\nname: release-check\ndescription: Verify a release from source through its packaged artifact.\nlicense: ISC\nmetadata:\n  author: Lambda Symbolics\nallowed-tools: Read Grep\n---\nFollow the repository release procedure completely.\nRun every relevant check before reporting success.\n";
    let skill = judge("release-check", text).skill.expect("a valid skill");
    assert_eq!(skill.metadata.name, "release-check");
    assert!(skill.instructions.starts_with("Follow") && skill.instructions.ends_with("success.\n"));
}

#[test]
fn what_is_allowed_is_accepted() {
    for fields in [
        "name: tide\ndescription: d\n",
        "name: tide\ndescription: d\nmetadata: {}\n",
        "name: tide\ndescription: d\nmetadata: {a: b}\ncompatibility: \"\"\n",
        "name: 'tide'\ndescription: >-\n  a\n  b\nallowed-tools: Read, Grep\n",
        "name: &a tide\ndescription: &b d\nlicense: *b\n",
    ] {
        assert_eq!(kind(fields), None, "{fields:?}");
    }
    assert!(
        judge("tide", "\u{feff}---\nname: tide\ndescription: d\n---\n").skill.is_some(),
        "a byte order mark and an empty body"
    );
    assert!(judge("tide", "---\r\nname: tide\r\ndescription: d\r\n---\r\nx\r\n").skill.is_some(), "CRLF");
    assert!(
        judge("yes", "---\nname: yes\ndescription: d\n---\n").skill.is_some(),
        "`yes` is text in YAML 1.2"
    );
    assert!(judge("tide", "---\nname: tide\ndescription: 2026-02-27\n---\n").skill.is_some(), "so is a date");
}

#[test]
fn each_departure_has_its_kind() {
    for (fields, expected) in [
        ("name: tide\ndescription: a: b\n", "invalid-syntax"),
        ("name: tide\ndescription: [a\n", "invalid-syntax"),
        ("name: tide\nname: tide\ndescription: d\n", "duplicate-field"),
        ("name: tide\ndescription: d\nmetadata:\n  a: b\n  a: c\n", "duplicate-field"),
        ("", "invalid-structure"),
        ("# nothing\n", "invalid-structure"),
        ("- name\n", "invalid-structure"),
        ("just text\n", "invalid-structure"),
        ("name: tide\ndescription: d\ntags: x\n", "unknown-field"),
        ("name: tide\ndescription: d\nlicence: x\n", "unknown-field"),
        ("name: tide\ndescription: d\nmodel: x\n", "unknown-field"),
        ("name: tide\ndescription: d\nlicense: 1\n", "invalid-structure"),
        ("name: tide\ndescription: d\nlicense:\n", "invalid-structure"),
        ("name: tide\ndescription: d\ncompatibility: [a]\n", "invalid-structure"),
        ("name: tide\ndescription: d\nallowed-tools:\n  - Read\n", "invalid-structure"),
        ("name: tide\ndescription: d\nallowed-tools: true\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata: x\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata:\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata: [a]\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata: {a: 1}\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata: {a: null}\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata: {a: {b: c}}\n", "invalid-structure"),
        ("name: tide\ndescription: d\nmetadata: {1: a}\n", "invalid-structure"),
        ("description: d\n", "missing-field"),
        ("name: 123\ndescription: d\n", "invalid-name"),
        ("name:\ndescription: d\n", "invalid-name"),
        ("name: [tide]\ndescription: d\n", "invalid-name"),
        ("name: true\ndescription: d\n", "invalid-name"),
        ("name: tide\n", "missing-field"),
        ("name: tide\ndescription: 1\n", "invalid-description"),
        ("name: tide\ndescription:\n", "invalid-description"),
        ("name: tide\ndescription: {a: b}\n", "invalid-description"),
        ("name: tide\ndescription: \" \"\n", "invalid-description"),
        ("name: \"\"\ndescription: d\n", "invalid-name"),
        ("name: Tide\ndescription: d\n", "invalid-name"),
        ("name: tide-\ndescription: d\n", "invalid-name"),
        ("name: ti--de\ndescription: d\n", "invalid-name"),
        ("name: tïde\ndescription: d\n", "invalid-name"),
        ("name: tides\ndescription: d\n", "invalid-name"),
    ] {
        assert_eq!(kind(fields), Some(expected), "{fields:?}");
    }
    for text in [
        "",
        "# Title\n",
        "---\nname: tide\ndescription: d\n",
        "--- \nname: tide\ndescription: d\n---\n",
        "\n---\nname: tide\ndescription: d\n---\n",
    ] {
        let kinds: Vec<_> =
            judge("tide", text).diagnostics.iter().map(|diagnostic| diagnostic.kind.as_str()).collect();
        assert_eq!(kinds, ["invalid-syntax"], "{text:?}");
    }
    let latin = Source {
        path: "x/SKILL.md",
        directory: Some("x"),
        format: Format::AgentSkill,
        bytes: b"---\nname: \xe9\n---\n",
    };
    assert_eq!(check(&latin, &profile::AUTOLITH).diagnostics[0].kind.as_str(), "read-error");
}

#[test]
fn the_order_of_the_checks_decides_the_kind() {
    let long = "d".repeat(1025);
    for (fields, expected) in [
        ("name: 1\nname: a: b\n", "invalid-syntax"),
        ("tags: x\nlicense: 1\nlicense: 1\n", "duplicate-field"),
        ("tags: x\nlicense: 1\n", "unknown-field"),
        ("license: 1\nname: 1\n", "invalid-structure"),
        ("license: 1\n", "invalid-structure"),
        ("description: 1\n", "missing-field"),
        ("name: 1\n", "invalid-name"),
        ("name: Tide\n", "missing-field"),
        ("name: Tide\ndescription: 1\n", "invalid-description"),
        (&format!("name: Tide\ndescription: {long}\n"), "invalid-description"),
        ("name: Tide\ndescription: \"\"\n", "invalid-name"),
        ("name: tides\ndescription: \"\"\n", "invalid-name"),
        ("name: tide\ndescription: \"\"\n", "invalid-description"),
    ] {
        assert_eq!(kind(fields), Some(expected), "{fields:?}");
    }
}

#[test]
fn the_description_is_measured_before_it_is_collapsed() {
    let spaced = format!("name: tide\ndescription: \"a{}b\"\n", " ".repeat(1022));
    assert_eq!(kind(&spaced), None);
    let spaced = format!("name: tide\ndescription: \"a{}b\"\n", " ".repeat(1023));
    assert_eq!(kind(&spaced), Some("invalid-description"));
    let skill =
        judge("tide", "---\nname: tide\ndescription: |\n  a\n   b\n---\n").skill.expect("a valid skill");
    assert_eq!(skill.metadata.description, "a b");
}

#[test]
fn bounds_count_characters() {
    let source = |count: usize| format!("---\nname: tide\ndescription: d\n---\n{}", "é".repeat(count));
    let around = source(0).chars().count();
    assert!(judge("tide", &source(65_536 - around)).skill.is_some());
    let over = judge("tide", &source(65_537 - around));
    assert_eq!(over.diagnostics[0].kind.as_str(), "file-too-large");
    assert_eq!(over.name.as_deref(), Some("tide"));
}
