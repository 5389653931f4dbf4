//! Whatever a skill holds, no format lets it out raw, and one event stays one event.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use repertoire_diagnostic::{Diagnostic, Edit, Fix, Kind, Severity, Span};
use repertoire_report::{FileReport, Format, Report, Text};

const NASTY: &str = "[a-c:,%{}\\[\\]|\u{0}\u{7}\u{8}\u{1b}\r\n\t\u{7f}\u{9b}\u{200b}\u{200d}\u{202e}\u{2066}\u{2028}\u{feff}\u{e0041}é潮🌾\u{301}]{0,24}";

fn write(format: Format, file: &FileReport<'_>) -> String {
    let mut out = Vec::new();
    let mut report = Report::new(format, &mut out);
    report.push(format.render(file)).expect("writing to memory");
    report.finish(&[file.path.to_owned()], &[]).expect("writing to memory");
    String::from_utf8(out).expect("reports are UTF-8")
}

fn hidden(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

proptest! {
    #[test]
    fn no_format_prints_controls(
        source in NASTY, path in NASTY, name in NASTY, message in NASTY, help in NASTY, insert in NASTY,
        start in 0_usize..60, length in 0_usize..60, width in 0_usize..90,
    ) {
        let span = Span::new(start, start + length);
        let error = Diagnostic::new(Kind::InvalidSyntax, Severity::Error, message)
            .with_rule("yaml-colon")
            .with_span(span)
            .with_help(help)
            .with_fix(Fix::safe(vec![Edit::new(span, insert.as_str())]));
        let hint = Diagnostic::new(Kind::ReadError, Severity::Hint, name.as_str()).with_path(path.as_str());
        let found = [error, hint];
        let file = FileReport {
            source: Some(&source),
            name: Some(&name),
            description: Some(&source),
            diagnostics: &found,
            ..FileReport::new(&path, "loader")
        };
        for format in [
            Format::Text(Text { color: false, width }),
            Format::Json,
            Format::JsonLines,
            Format::Sarif,
            Format::GitHub,
        ] {
            let out = write(format, &file);
            prop_assert!(!out.chars().any(hidden), "{format:?}: {out:?}");
            match format {
                Format::Json | Format::JsonLines | Format::Sarif => {
                    let value: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
                    if let Format::JsonLines = format {
                        prop_assert_eq!(out.lines().count(), 1);
                        prop_assert_eq!(value["name"].as_str(), Some(name.as_str()), "lossless");
                        prop_assert_eq!(value["path"].as_str(), Some(path.as_str()), "lossless");
                    }
                }
                Format::GitHub => {
                    let commands: Vec<_> = out.lines().collect();
                    prop_assert_eq!(commands.len(), 3, "{:?}", out);
                    prop_assert!(commands[0].starts_with("::error file=") && commands[1].starts_with("::notice file="));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn the_mark_of_a_frame_lies_under_the_line(source in "[a-zé潮]{1,30}", at in 0_usize..30) {
        let at = source.char_indices().map(|(i, _)| i).nth(at).unwrap_or(0);
        let end = at + source[at..].chars().next().map_or(0, char::len_utf8);
        let found = [Diagnostic::new(Kind::InvalidName, Severity::Error, "x").with_span(Span::new(at, end))];
        let file = FileReport { source: Some(&source), diagnostics: &found, ..FileReport::new("p", "loader") };
        let out = Text::default().file(&file);
        let lines: Vec<_> = out.lines().collect();
        prop_assert_eq!(lines[3], &format!("1 | {source}"));
        let before = unicode_width::UnicodeWidthStr::width(&source[..at]);
        prop_assert_eq!(lines[4].find('^'), Some(4 + before), "{}", out);
    }
}
