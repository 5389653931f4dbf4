//! What fixes would change, as a unified diff.

use super::judge::Judged;
use repertoire::diagnostic::{clean, clean_line};
use repertoire_report::Text;
use similar::TextDiff;
use std::fmt::Write as _;

/// The diff of one source; empty where nothing changes.
pub(crate) fn diff(judged: &Judged, text: Text) -> String {
    let Some(before) = &judged.before else { return String::new() };
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(&judged.bytes));
    let path = clean_line(&judged.shown);
    let mut out = String::new();
    paint(text, "1", &format!("--- {path}"), &mut out);
    paint(text, "1", &format!("+++ {path}"), &mut out);
    let changes = TextDiff::from_lines(before.as_ref(), after.as_ref());
    for hunk in changes.unified_diff().context_radius(3).iter_hunks() {
        for line in hunk.to_string().split_inclusive('\n') {
            let style = match line.as_bytes().first() {
                Some(b'@') => "36",
                Some(b'+') => "32",
                Some(b'-') => "31",
                _ => "",
            };
            paint(text, style, &clean(line.strip_suffix('\n').unwrap_or(line)), &mut out);
        }
    }
    out
}

fn paint(text: Text, style: &str, line: &str, out: &mut String) {
    let _ = if text.color && !style.is_empty() {
        writeln!(out, "\u{1b}[{style}m{line}\u{1b}[0m")
    } else {
        writeln!(out, "{line}")
    };
}
