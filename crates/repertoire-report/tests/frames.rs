//! What people see.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use repertoire_diagnostic::{Diagnostic, Edit, Fix, Kind, Severity, Span};
use repertoire_report::{FileReport, Text};

fn frame(source: &str, diagnostic: Diagnostic, width: usize) -> String {
    let found = [diagnostic];
    let file =
        FileReport { source: Some(source), diagnostics: &found, ..FileReport::new("a/SKILL.md", "loader") };
    Text { color: false, width }.file(&file)
}

fn at(source: &str, mark: &str) -> Span {
    let start = source.find(mark).expect("the mark is in the source");
    Span::new(start, start + mark.len())
}

fn warning(message: &str) -> Diagnostic {
    Diagnostic::new(Kind::UnknownField, Severity::Warning, message).with_rule("unknown-field")
}

#[test]
fn without_a_source_the_path_stands_alone() {
    let found = [Diagnostic::new(Kind::ReadError, Severity::Error, "no such file")
        .with_help("check the spelling\nand the case")];
    let file = FileReport { diagnostics: &found, ..FileReport::new("a\u{1b}[2J/SKILL.md", "loader") };
    assert_eq!(
        Text::default().file(&file),
        "error[read-error]: no such file
 --> a\\u{1b}[2J/SKILL.md
  = help: check the spelling
          and the case

"
    );
}

#[test]
fn an_unsafe_fix_says_which_switch_applies_it() {
    let source = "---\nName: tide\n---\n";
    let span = at(source, "Name");
    let fix = Fix::r#unsafe(vec![Edit::new(span, "name")]);
    assert_eq!(
        frame(
            source,
            warning("`Name` is not a field").with_span(span).with_help("did you mean `name`?").with_fix(fix),
            80
        ),
        "warning[unknown-field]: `Name` is not a field
 --> a/SKILL.md:2:1
  |
2 | Name: tide
  | ^^^^
  = help: did you mean `name`? (with --unsafe-fixes)
  |
2 - Name: tide
2 + name: tide

"
    );
}

#[test]
fn gutters_agree_between_a_frame_and_its_suggestion() {
    let source = format!("{}name: x\n{}end", "\n".repeat(8), "\n".repeat(3));
    let span = at(&source, "name");
    let fix = Fix::safe(vec![Edit::new(at(&source, "end"), "END")]);
    assert_eq!(
        frame(&source, warning("far away").with_span(span).with_fix(fix), 80),
        "warning[unknown-field]: far away
  --> a/SKILL.md:9:1
   |
 9 | name: x
   | ^^^^
   = help: this mends it
   |
13 - end
13 + END

"
    );
}

#[test]
fn wide_and_combining_characters_stay_aligned() {
    let source = "name: 潮汐表 e\u{301}tat X\n";
    assert_eq!(
        frame(source, warning("wide").with_span(at(source, "X")), 80),
        "warning[unknown-field]: wide
 --> a/SKILL.md:1:17
  |
1 | name: 潮汐表 e\u{301}tat X
  |                   ^

"
    );
}

#[test]
fn a_long_line_is_a_window() {
    let source = format!("description: {} HERE {}\n", "before ".repeat(60), "after ".repeat(60));
    let shown = frame(&source, warning("long").with_span(at(&source, "HERE")), 60);
    assert_eq!(
        shown,
        "warning[unknown-field]: long
 --> a/SKILL.md:1:435
  |
1 | …re before before before  HERE after after after after …
  |                           ^^^^

"
    );
    assert!(shown.lines().all(|line| line.chars().count() <= 60));
}

#[test]
fn a_mark_over_lines_is_a_bracket() {
    let source = "metadata:\n  - a\n  - b\nname: x\n";
    assert_eq!(
        frame(source, warning("a list").with_span(at(source, "- a\n  - b")), 80),
        "warning[unknown-field]: a list
 --> a/SKILL.md:2:3
  |
2 | /   - a
3 | |   - b
  | |_____^

"
    );
}

#[test]
fn colour_is_only_styling() {
    let source = "---\nName: tide\n---\n";
    let span = at(source, "Name");
    let fix = Fix::safe(vec![Edit::new(span, "name")]);
    let found = [warning("`Name`").with_span(span).with_help("rename").with_fix(fix)];
    let file =
        FileReport { source: Some(source), diagnostics: &found, ..FileReport::new("a/SKILL.md", "loader") };
    let colored = Text { color: true, width: 80 }.file(&file);
    assert!(colored.contains("\u{1b}[33m") || colored.contains("\u{1b}[1m"), "{colored:?}");
    let mut plain = String::new();
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    assert_eq!(plain, Text { color: false, width: 80 }.file(&file));
}

#[test]
fn a_long_suggestion_is_cut_on_both_sides() {
    let source: String = (1..=9).map(|n| format!("line {n}\n")).collect();
    let span = at(&source, "line 1");
    let fix = Fix::safe(vec![Edit::new(Span::new(0, source.len() - 1), "one\ntwo")]);
    let shown = frame(&source, warning("many").with_span(span).with_help("join").with_fix(fix), 80);
    let suggested = shown.lines().skip_while(|line| !line.contains("help")).collect::<Vec<_>>().join("\n");
    assert_eq!(
        suggested,
        "  = help: join
  |
1 - line 1
2 - line 2
3 - line 3
4 - line 4
5 - line 5
  … 4 more lines
1 + one
2 + two
"
    );
}
