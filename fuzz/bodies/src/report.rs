//! Reports of hostile text: nothing that a terminal obeys, no command that was not meant, JSON
//! that reads back.
//!
//! The first line is a path, the second a message, the rest a source that the message is about.

use repertoire_diagnostic::{Diagnostic, Edit, Fix, Kind, Severity, Span};
use repertoire_report::{FileReport, Text, github, json, sarif};

/// Longer inputs would only make it slower.
const MAX_BYTES: usize = 4 * 1024;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(MAX_BYTES)]);
    let (path, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let (message, source) = rest.split_once('\n').unwrap_or((rest, ""));
    let bound =
        |at: usize| (0..=at.min(source.len())).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
    let (start, end) = (bound(message.len()), bound(message.len() + path.len()));
    let span = Span::new(start, end);
    let fix = Fix::r#unsafe(vec![Edit::new(span, message)]);
    let found = [
        Diagnostic::new(Kind::ReadError, Severity::Error, message)
            .with_span(span)
            .with_fix(fix)
            .with_help(path),
        Diagnostic::new(Kind::InvalidSyntax, Severity::Hint, source).with_path(message),
    ];
    let file = FileReport {
        source: Some(source),
        name: Some(message),
        description: Some(path),
        diagnostics: &found,
        ..FileReport::new(path, "loader")
    };
    for width in [20, 80] {
        obeyed_by_nobody(&Text { color: false, width }.file(&file));
    }
    let commands = github::file(&file);
    obeyed_by_nobody(&commands);
    let lines: Vec<&str> = commands.lines().collect();
    assert_eq!(lines.len(), found.len(), "one command a finding: {commands}");
    assert!(lines[0].starts_with("::error file=") && lines[1].starts_with("::notice file="), "{commands}");
    assert!(lines.iter().all(|line| line.matches("::").count() >= 2), "{commands}");
    let document = json::file(&file);
    let read: serde_json::Value =
        serde_json::from_str(&document).unwrap_or_else(|error| panic!("{error}: {document}"));
    assert_eq!(read["path"], path);
    assert_eq!(read["diagnostics"][0]["message"], message);
    assert!(!document.contains('\n'), "one line a document");
    let document = sarif::document(sarif::file(&file), &[], &file.summary());
    serde_json::from_str::<serde_json::Value>(&document)
        .unwrap_or_else(|error| panic!("{error}: {document}"));
}

/// No control character but tabs and the ends of lines, and nothing that turns the direction of text.
fn obeyed_by_nobody(text: &str) {
    let obeyed = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    assert!(!text.contains(obeyed), "{text:?}");
}
