//! Hostile sources cost time in proportion to their size. Each is large enough that anything
//! worse would take minutes.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

use repertoire_diagnostic::Applicability;
use repertoire_schema::{Files, Format, Options, Source, apply_fixes, check_with, profile};
use std::time::{Duration, Instant};

const SIZE: usize = 96 * 1024;

fn sources() -> Vec<(&'static str, String)> {
    let body = |unit: &str| {
        format!("---\nname: x\ndescription: Use when asked.\n---\n{}", unit.repeat(SIZE / unit.len()))
    };
    let described =
        |unit: &str| format!("---\nname: x\ndescription: \"{}\"\n---\nB\n", unit.repeat(SIZE / unit.len()));
    let fields = |unit: &str| {
        format!("---\nname: x\ndescription: Use when asked.\n{}---\nB\n", unit.repeat(SIZE / unit.len()))
    };
    let mut numbered = String::from("---\nname: x\ndescription: Use when asked.\n");
    let mut inner = String::from("metadata:\n");
    for at in 0..SIZE / 16 {
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
        ("nothing but dashes", "---\n".repeat(SIZE / 4)),
        ("an open fence", format!("---\n{}", "a: b\n".repeat(SIZE / 5))),
        ("a long name", format!("---\nname: {}\ndescription: d\n---\nB\n", "é-".repeat(SIZE / 3))),
    ]
}

#[test]
fn hostile_sources_take_time_in_proportion_to_their_size() {
    let files: [&str; 1] = ["b.md"];
    let files = files.as_slice();
    for (what, text) in sources() {
        let source = Source {
            path: "x/SKILL.md",
            directory: Some("x"),
            format: Format::AgentSkill,
            bytes: text.as_bytes(),
        };
        let options = Options { files: Some(&files as &dyn Files), ..Options::default() };

        let start = Instant::now();
        for profile in profile::ALL {
            let checked = check_with(&source, profile, &options);
            assert!(checked.diagnostics.len() < 1_000, "{what}: {}", checked.diagnostics.len());
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{what}: {:?}", start.elapsed());
        let checking = start.elapsed();
        let start = Instant::now();
        let _ = apply_fixes(&source, &profile::AGENT_SKILLS, &options, Applicability::Unsafe);
        assert!(start.elapsed() < Duration::from_secs(120), "{what}: {:?} for its fixes", start.elapsed());
        eprintln!("{what}: {checking:?}, with fixes {:?}", start.elapsed());
    }
    let open = "(".repeat(SIZE);
    let deep =
        Source { path: "x/SKILL.sexp", directory: None, format: Format::Native, bytes: open.as_bytes() };
    assert!(!check_with(&deep, &profile::AUTOLITH, &Options::default()).is_valid());
}

#[test]
fn a_small_stack_is_enough() {
    let run = || {
        for (what, text) in sources() {
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
