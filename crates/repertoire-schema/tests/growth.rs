//! Hostile sources end, with few diagnostics and on a small stack. How the work grows with their size
//! is counted by `cargo xtask growth`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops and tells")]

use repertoire_diagnostic::Applicability;
use repertoire_schema::{Files, Format, Options, Source, apply_fixes, check_with, profile};

/// The smaller and the larger size of a source, in bytes.
const SIZES: [usize; 2] = [8 * 1024, 32 * 1024];

fn sources(size: usize) -> Vec<(&'static str, String)> {
    let body = |unit: &str| {
        format!("---\nname: x\ndescription: Use when asked.\n---\n{}", unit.repeat(size / unit.len()))
    };
    let described =
        |unit: &str| format!("---\nname: x\ndescription: \"{}\"\n---\nB\n", unit.repeat(size / unit.len()));
    let fields = |unit: &str| {
        format!("---\nname: x\ndescription: Use when asked.\n{}---\nB\n", unit.repeat(size / unit.len()))
    };
    let mut numbered = String::from("---\nname: x\ndescription: Use when asked.\n");
    let mut inner = String::from("metadata:\n");
    for at in 0..size / 16 {
        numbered.push_str(&format!("field{at}: 1\n"));
        inner.push_str(&format!("  key{at}: 010\n"));
    }
    vec![
        ("links that never end", body("](")),
        ("pointed links that never end", body("](<")),
        ("links", body("[a](b.md)\n")),
        ("backticks", body("`a``b```c")),
        ("brackets", body("[")),
        ("tag characters", body("\u{e0041}")),
        ("flags", body("\u{1f3f4}\u{e0067}")),
        ("controls", body("\u{1b}a")),
        ("carriage returns", body("\r")),
        ("zero width", body("\u{200b}a")),
        ("headings", body("# Rules\n")),
        ("words", body("sends ")),
        ("angle brackets", described("<")),
        ("tags", described("<ab>")),
        ("gaps", described("[what <")),
        ("marks", described("TODO-")),
        ("sentences", described("a. ")),
        ("one field many times", fields("a: b\n")),
        ("faults", fields("a: b: c\n")),
        ("lines that are none", fields("<<<\n")),
        ("tabs", fields("\ta: b\n")),
        ("comments", fields("a: b #c\n")),
        ("flow lists", fields("license: [a]\n")),
        ("colons", fields(": ")),
        ("many fields", format!("{numbered}---\nB\n")),
        ("much metadata", format!("---\nname: x\ndescription: Use when asked.\n{inner}---\nB\n")),
        ("nothing but dashes", "---\n".repeat(size / 4)),
        ("an open fence", format!("---\n{}", "a: b\n".repeat(size / 5))),
        ("a long name", format!("---\nname: {}\ndescription: d\n---\nB\n", "é-".repeat(size / 3))),
    ]
}

#[test]
fn hostile_sources_end_with_few_diagnostics() {
    let files: [&str; 1] = ["b.md"];
    let files = files.as_slice();
    for (what, text) in sources(SIZES[1]) {
        let source = Source {
            path: "x/SKILL.md",
            directory: Some("x"),
            format: Format::AgentSkill,
            bytes: text.as_bytes(),
        };
        let options = Options { files: Some(&files as &dyn Files), ..Options::default() };
        let checked = check_with(&source, &profile::AGENT_SKILLS, &options);
        assert!(checked.diagnostics.len() < 1_000, "{what}: {}", checked.diagnostics.len());
    }
}

#[test]
fn fixes_of_a_thousand_faults_end() {
    for (what, text) in sources(SIZES[0] / 4) {
        let source = Source {
            path: "x/SKILL.md",
            directory: Some("x"),
            format: Format::AgentSkill,
            bytes: text.as_bytes(),
        };
        let fixed = apply_fixes(&source, &profile::AGENT_SKILLS, &Options::default(), Applicability::Unsafe);
        assert!(fixed.is_none_or(|fixed| fixed.text.len() < text.len() * 2 + 1_000), "{what}");
    }
    let open = "(".repeat(SIZES[1]);
    let deep =
        Source { path: "x/SKILL.sexp", directory: None, format: Format::Native, bytes: open.as_bytes() };
    assert!(!check_with(&deep, &profile::AUTOLITH, &Options::default()).is_valid());
}

#[test]
fn a_small_stack_is_enough() {
    let run = || {
        for (what, text) in sources(SIZES[1]) {
            let source = Source {
                path: "x/SKILL.md",
                directory: Some("x"),
                format: Format::AgentSkill,
                bytes: text.as_bytes(),
            };
            let _ = (what, check_with(&source, &profile::AGENT_SKILLS, &Options::default()));
        }
        let nested = format!(
            "---\nname: x\ndescription: d\nmetadata: {}{}\n---\n",
            "[".repeat(50_000),
            "]".repeat(50_000)
        );
        let source = Source {
            path: "x/SKILL.md",
            directory: Some("x"),
            format: Format::AgentSkill,
            bytes: nested.as_bytes(),
        };
        let _ = check_with(&source, &profile::AGENT_SKILLS, &Options::default());
    };
    std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no overflow");
}
