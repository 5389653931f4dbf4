//! JSON: one document, or one line a file.

use crate::{FileReport, Summary};
use repertoire_diagnostic::{Applicability, Diagnostic, Fix, Kind, LineIndex, Position, Severity, clean};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};

/// The version of every JSON document. Fields are added, never changed.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    format: Option<&'a str>,
    profile: &'a str,
    valid: bool,
    name: Option<&'a str>,
    description: Option<&'a str>,
    diagnostics: Vec<Found<'a>>,
}

#[derive(Serialize)]
struct Found<'a> {
    rule: Option<&'a str>,
    kind: Kind,
    severity: Severity,
    message: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_index: Option<usize>,
    span: Option<Range>,
    help: Option<&'a str>,
    fix: Option<Mend<'a>>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Mend<'a> {
    applicability: Applicability,
    edits: Vec<Replace<'a>>,
}

#[derive(Serialize)]
struct Replace<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

#[derive(Serialize)]
struct Counts {
    files: usize,
    valid: usize,
    errors: usize,
    warnings: usize,
    hints: usize,
    #[serde(skip_serializing_if = "is_zero")]
    mended: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The JSON object of one file, on one line, without a line end.
///
/// # Examples
///
/// ```
/// use repertoire_report::{FileReport, json};
///
/// let file = FileReport { valid: true, name: Some("tide"), ..FileReport::new("tide/SKILL.md", "loader") };
/// assert_eq!(
///     json::file(&file),
///     r#"{"path":"tide/SKILL.md","format":null,"profile":"loader","valid":true,"name":"tide","description":null,"diagnostics":[]}"#
/// );
/// ```
#[must_use]
pub fn file(file: &FileReport<'_>) -> String {
    let index =
        LineIndex::new(if file.diagnostics.is_empty() { "" } else { file.source.unwrap_or_default() });
    to_string(&File {
        path: file.path,
        path_bytes: file.path_bytes.map(hex),
        format: file.format,
        profile: file.profile,
        valid: file.valid,
        name: file.name,
        description: file.description,
        diagnostics: file
            .diagnostics
            .iter()
            .map(|diagnostic| found(diagnostic, file.path, file.source.map(|_| &index)))
            .collect(),
    })
}

/// The JSON object of one diagnostic, for documents that list diagnostics alone. `source` is
/// what its span points into; without it there is no `span`.
#[must_use]
pub fn diagnostic(diagnostic: &Diagnostic, path: &str, source: Option<&str>) -> serde_json::Value {
    let index = source.map(LineIndex::new);
    serde_json::to_value(found(diagnostic, path, index.as_ref())).unwrap_or_default()
}

/// The JSON object of the counts.
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let Summary { files, valid, errors, warnings, hints, mended, .. } = *summary;
    to_string(&Counts { files, valid, errors, warnings, hints, mended })
}

fn found<'a>(diagnostic: &'a Diagnostic, path: &'a str, index: Option<&LineIndex<'_>>) -> Found<'a> {
    let range = index.zip(diagnostic.span).map(|(index, span)| {
        let (start, end) = index.range(span);
        Range { start, end }
    });
    Found {
        rule: diagnostic.rule.as_deref(),
        kind: diagnostic.kind,
        severity: diagnostic.severity,
        message: &diagnostic.message,
        path: diagnostic.path.as_deref().unwrap_or(path),
        root_index: diagnostic.root_index,
        span: range,
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(mend),
    }
}

fn mend(fix: &Fix) -> Mend<'_> {
    Mend {
        applicability: fix.applicability,
        edits: fix
            .edits
            .iter()
            .map(|edit| Replace { start: edit.span.start, end: edit.span.end, text: &edit.text })
            .collect(),
    }
}

/// Any value as JSON on one line, with everything that a terminal obeys or hides (controls,
/// bidirectional controls, tag characters) written as `\\u` escapes. A reader gets it back unchanged.
///
/// Values whose maps have keys that are not texts give an empty string.
///
/// # Examples
///
/// ```
/// assert_eq!(repertoire_report::json::to_string(&"a\u{9b}\u{e0041}"), r#""a\u009b\udb40\udc41""#);
/// ```
#[must_use]
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Vec::with_capacity(256);
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Visible);
    match value.serialize(&mut serializer) {
        Ok(()) => String::from_utf8(out).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

struct Visible;

impl serde_json::ser::Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if matches!(clean(fragment), Cow::Borrowed(_)) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut buffer = [0; 4];
        for c in fragment.chars() {
            let text: &str = c.encode_utf8(&mut buffer);
            if matches!(clean(text), Cow::Borrowed(_)) {
                writer.write_all(text.as_bytes())?;
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}

/// Bytes as lower-case hexadecimal digits, as every JSON document carries a path that is not UTF-8.
///
/// # Examples
///
/// ```
/// assert_eq!(repertoire_report::json::hex(b"a\xff"), "61ff");
/// ```
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
