//! Hostile texts and real files by the thousand, before every client. How the work grows with the size
//! of a text is counted by `cargo xtask growth`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a test may panic")]

mod support;

use repertoire_clients::{CLIENTS, Cause, Outcome, Summary, by_name, forecast};
use repertoire_schema::{Format, Source};

/// Texts that a reader may take long for, of about so many bytes.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let times = |text: &str| text.repeat(size / text.len());
    let fenced = |fields: String| format!("---\nname: tide\ndescription: d\n{fields}\n---\nBody.\n");
    let numbered = |line: fn(usize) -> String| (0..size / 16).map(line).collect::<String>();
    vec![
        ("brackets", fenced(format!("k: {}", times("[")))),
        ("closed brackets", fenced(format!("k: {}{}", "[".repeat(size / 2), "]".repeat(size / 2)))),
        ("hidden brackets", fenced(format!("k: {}", times("[ \"]\", ")))),
        ("braces", fenced(format!("k: {}", times("{a: ")))),
        ("compact lists", fenced(format!("k:\n  {}", times("- ")))),
        ("compact keys", fenced(times("? "))),
        ("aliases", fenced(format!("k: &a b\n{}", times("- *a\n")))),
        ("anchors", fenced(numbered(|at| format!("k{at}: &a{at} b\n")))),
        ("merges", fenced(format!("k: &a {{b: c}}\n{}", numbered(|at| format!("k{at}: {{<<: *a}}\n"))))),
        ("directives", format!("---\n{}---\nBody.\n", numbered(|at| format!("%TAG !t{at}! x\n")))),
        ("equal keys", fenced(times("a: b\n"))),
        ("keys", fenced(numbered(|at| format!("k{at}: v\n")))),
        ("colons", fenced(times("a: b: c\n"))),
        ("colons in one value", format!("---\nname: a\ndescription: {}\n---\n", times("b: "))),
        ("fences", format!("---\n{}", times("a\n---\n"))),
        ("open quotes", fenced(times("a: \"b\n"))),
        ("quotes in one value", format!("---\nname: a\ndescription: {}\n---\n", times("\"b "))),
        ("tabs", fenced(format!("k: a{}b", times("\t")))),
        ("hashes", fenced(format!("k: a{}", times("\t#")))),
        ("tags in text", format!("---\nname: a\ndescription: {}\n---\n", times("<"))),
        ("tags", fenced(format!("k: [{}]", times("!a b, ")))),
        ("blank lines", format!("---\n{}", times("\n"))),
        ("folded", fenced(format!("k: >\n{}", times("  a\n\n")))),
        ("one long line", fenced(format!("k: {}", times("word ")))),
        ("continuations", fenced(format!("k: a\n{}", times("stray\n")))),
        ("carriage returns", times("---\r")),
        ("spaces", format!("---\n{}x\n---\n", " ".repeat(size))),
        ("flow lines", fenced(format!("k: [\n{}]", times("a,\n")))),
        (
            "deep indentation",
            fenced((0..(size as f64).sqrt() as usize).map(|at| format!("{}a:\n", " ".repeat(at))).collect()),
        ),
    ]
}

/// One client for each reader, repair and way to look for fences.
const DISTINCT: &[&str] = &[
    "codex",
    "gemini",
    "opencode",
    "skills-ref",
    "zed",
    "vscode",
    "hermes",
    "openclaw",
    "autolith",
    "aether",
];

#[test]
fn hostile_texts_are_foretold_too() {
    for (name, text) in hostile(48 * 1024) {
        let source = Source {
            path: "SKILL.md",
            directory: Some("tide"),
            format: Format::AgentSkill,
            bytes: text.as_bytes(),
        };
        for client in DISTINCT {
            let forecast = forecast(&source, by_name(client).unwrap());
            let dropped = matches!(forecast.outcome, Outcome::Skips | Outcome::SkipsSilently);
            assert_eq!(dropped, forecast.cause.is_some(), "{name}, {client}: {:?}", forecast.cause);
        }
    }
}

#[test]
fn what_a_client_would_suffer_is_said() {
    let text = format!("---\nname: tide\ndescription: d\nk: {}\n---\n", "[".repeat(20_000));
    let source = Source {
        path: "SKILL.md",
        directory: Some("tide"),
        format: Format::AgentSkill,
        bytes: text.as_bytes(),
    };
    for (client, words) in [("goose", "square"), ("deepagents", "RecursionError"), ("pi", "stack overflow")] {
        let forecast = forecast(&source, by_name(client).unwrap());
        assert_eq!(forecast.cause, Some(Cause::Bounds), "{client}");
        assert!(forecast.notes[0].text.contains(words), "{client}: {}", forecast.notes[0].text);
    }
}

#[test]
fn every_real_file_is_foretold() {
    let Some(shared) = support::shared() else { return };
    let mut summary = Summary::default();
    let mut files = Vec::new();
    for path in support::skills(&shared.join("corpus/odd")) {
        let directory = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        files.push((directory, std::fs::read(&path).unwrap()));
    }
    for (directory, bytes) in &files {
        let source =
            Source { path: "SKILL.md", directory: Some(directory), format: Format::AgentSkill, bytes };
        for client in CLIENTS {
            summary.add(&forecast(&source, client));
        }
    }
    for tally in summary.tallies() {
        assert_eq!(tally.total(), files.len());
        assert_eq!(tally.lost.values().sum::<usize>(), tally.lost());
        println!("{:15} {:?} {:?}", tally.client, tally.outcomes, tally.lost);
    }
    // VS Code leaves nothing out, and the reference validator most of what is odd.
    assert_eq!(
        summary.tallies().iter().find(|tally| tally.client == "vscode").map(|tally| tally.lost()),
        Some(0)
    );
    let strict = summary.tallies().iter().find(|tally| tally.client == "skills-ref").unwrap();
    assert!(strict.count(Outcome::Skips) > strict.total() / 2);
}
