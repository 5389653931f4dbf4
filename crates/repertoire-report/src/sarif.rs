//! SARIF 2.1.0, for code scanning.

use crate::{FileReport, Summary};
use repertoire_diagnostic::{Diagnostic, Fix, LineIndex, Severity, Span, clean};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most results in one document: more are not shown by the services that take it.
pub const MAX_RESULTS: usize = 5_000;

/// What is known of a rule, for the rule table of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule<'a> {
    /// The id that diagnostics carry.
    pub id: &'a str,
    /// One sentence.
    pub summary: &'a str,
    /// Why it matters, and what to do.
    pub help: &'a str,
}

/// One result, ready for the document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Mend>,
    #[serde(skip)]
    severity: Severity,
}

#[derive(Clone, Debug, Serialize)]
struct Message {
    text: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Place,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Clone, Debug, Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Mend {
    description: Message,
    artifact_changes: [Change; 1],
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    artifact_location: Artifact,
    replacements: Vec<Replacement>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    #[serde(skip_serializing_if = "Option::is_none")]
    inserted_content: Option<Message>,
}

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    column_kind: &'static str,
    results: &'a [Found],
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    rules: Vec<RuleEntry<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleEntry<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

/// The results of one file.
#[must_use]
pub fn file(file: &FileReport<'_>) -> Vec<Found> {
    let index = file.source.filter(|_| !file.diagnostics.is_empty()).map(LineIndex::new);
    file.diagnostics.iter().map(|diagnostic| found(file, index.as_ref(), diagnostic)).collect()
}

/// The document. Past [`MAX_RESULTS`] the gravest are kept, in their order, and a notification
/// says how many were left out.
#[must_use]
pub fn document(mut results: Vec<Found>, rules: &[Rule<'_>], summary: &Summary) -> String {
    let left_out = results.len().saturating_sub(MAX_RESULTS);
    if left_out > 0 {
        // Stable: within one severity the order of the report stays.
        let mut order: Vec<usize> = (0..results.len()).collect();
        order.sort_by_key(|at| results[*at].severity);
        let mut kept = vec![false; results.len()];
        order.iter().take(MAX_RESULTS).for_each(|at| kept[*at] = true);
        let mut kept = kept.into_iter();
        results.retain(|_| kept.next().unwrap_or(false));
    }
    let ids: BTreeMap<String, usize> = results.iter().map(|result| (result.rule_id.clone(), 0)).collect();
    let ids: BTreeMap<String, usize> = ids.into_keys().enumerate().map(|(at, id)| (id, at)).collect();
    for result in &mut results {
        result.rule_index = ids.get(&result.rule_id).copied().unwrap_or_default();
    }
    let known: BTreeMap<&str, &Rule<'_>> = rules.iter().map(|rule| (rule.id, rule)).collect();
    let entries = ids
        .keys()
        .map(|id| {
            let rule = known.get(id.as_str());
            RuleEntry {
                id,
                short_description: rule
                    .filter(|rule| !rule.summary.is_empty())
                    .map(|rule| message(rule.summary)),
                help: rule.filter(|rule| !rule.help.is_empty()).map(|rule| message(rule.help)),
            }
        })
        .collect();
    let mut notifications = Vec::new();
    if left_out > 0 {
        notifications.push(Notification {
            level: "warning",
            message: message(&format!(
                "{left_out} of {} findings were left out; the gravest {MAX_RESULTS} are here",
                summary.errors + summary.warnings + summary.hints
            )),
        });
    }
    let log = Log {
        schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver { name: "repertoire", version: env!("CARGO_PKG_VERSION"), rules: entries },
            },
            invocations: [Invocation {
                execution_successful: true,
                tool_execution_notifications: notifications,
            }],
            column_kind: "unicodeCodePoints",
            results: &results,
        }],
    };
    crate::json::to_string(&log)
}

fn found(file: &FileReport<'_>, index: Option<&LineIndex<'_>>, diagnostic: &Diagnostic) -> Found {
    let path = diagnostic.path.as_deref().unwrap_or(file.path);
    let mut text = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        let _ = write!(text, "\n{help}");
    }
    let fixes = index.zip(diagnostic.fix.as_ref()).map(|(index, fix)| mend(fix, path, diagnostic, index));
    Found {
        rule_id: clean(diagnostic.id()).into_owned(),
        rule_index: 0,
        level: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "note",
        },
        message: message(&text),
        locations: [Location {
            physical_location: Place {
                artifact_location: Artifact { uri: uri(path) },
                region: index.zip(diagnostic.span).map(|(index, span)| region(index, span)),
            },
        }],
        fixes: fixes.into_iter().collect(),
        severity: diagnostic.severity,
    }
}

fn mend(fix: &Fix, path: &str, diagnostic: &Diagnostic, index: &LineIndex<'_>) -> Mend {
    Mend {
        description: message(diagnostic.help.as_deref().unwrap_or(&diagnostic.message)),
        artifact_changes: [Change {
            artifact_location: Artifact { uri: uri(path) },
            replacements: fix
                .edits
                .iter()
                .map(|edit| Replacement {
                    deleted_region: region(index, edit.span),
                    // Content is applied to the file, so it is not cleaned.
                    inserted_content: (!edit.text.is_empty()).then(|| Message { text: edit.text.clone() }),
                })
                .collect(),
        }],
    }
}

fn region(index: &LineIndex<'_>, span: Span) -> Region {
    let (start, end) = index.range(span);
    Region {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
        byte_offset: start.offset,
        byte_length: end.offset.saturating_sub(start.offset),
    }
}

/// A plain message: cleaned, and with what would be read as a link or a placeholder escaped.
fn message(text: &str) -> Message {
    let clean = clean(text);
    let mut out = String::with_capacity(clean.len());
    let mut open = false;
    for (at, c) in clean.char_indices() {
        match c {
            '\\' | '[' | ']' => out.push('\\'),
            '{' if placeholder(&clean[at..]) => {
                out.push('{');
                open = true;
            }
            '}' if open => {
                out.push('}');
                open = false;
            }
            _ => {}
        }
        out.push(c);
    }
    Message { text: out }
}

/// Whether a text begins with `{`, digits and `}`.
fn placeholder(text: &str) -> bool {
    let digits = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    digits.len() + 1 < text.len() && digits.starts_with('}')
}

/// A path as a URI reference: relative ones stay relative.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 8);
    if path.starts_with('/') {
        out.push_str("file://");
    } else if path.split('/').next().is_some_and(|first| first.contains(':')) {
        out.push_str("./");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("a b/ü.md"), "a%20b/%C3%BC.md");
        assert_eq!(uri("/tmp/x"), "file:///tmp/x");
        assert_eq!(uri("javascript:alert(1)"), "./javascript%3Aalert%281%29");
    }

    #[test]
    fn messages_hold_no_link_and_no_placeholder() {
        assert_eq!(
            message("see [x](http://y) \\ {0} {a}\u{1b}").text,
            r"see \[x\](http://y) \\ {{0}} {a}\\u{1b}"
        );
    }
}
