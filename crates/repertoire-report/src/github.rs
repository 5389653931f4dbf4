//! Workflow commands that GitHub shows as annotations beside the lines.

use crate::FileReport;
use repertoire_diagnostic::{LineIndex, Severity, clean, clean_line};
use std::fmt::Write as _;

/// The commands of one file, one a line.
///
/// # Examples
///
/// ```
/// use repertoire_diagnostic::{Diagnostic, Kind, Severity};
/// use repertoire_report::{FileReport, github};
///
/// let found = [Diagnostic::new(Kind::ReadError, Severity::Error, "100% gone\n::error::x")];
/// let file = FileReport { diagnostics: &found, ..FileReport::new("a,b/SKILL.md", "loader") };
/// assert_eq!(
///     github::file(&file),
///     "::error file=a%2Cb/SKILL.md,title=read-error::100%25 gone%0A::error::x\n"
/// );
/// ```
#[must_use]
pub fn file(file: &FileReport<'_>) -> String {
    let mut out = String::new();
    let index = file.source.filter(|_| !file.diagnostics.is_empty()).map(LineIndex::new);
    for diagnostic in file.diagnostics {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let path = diagnostic.path.as_deref().unwrap_or(file.path);
        let _ = write!(out, "::{command} file={}", property(path));
        if let Some((index, span)) = index.as_ref().zip(diagnostic.span) {
            let (start, end) = index.range(span);
            let _ = write!(out, ",line={},endLine={}", start.line, end.line);
            // Columns over several lines are refused.
            if start.line == end.line {
                let _ = write!(out, ",col={},endColumn={}", start.column, end.column.max(start.column + 1));
            }
        }
        let _ = write!(out, ",title={}::{}", property(diagnostic.id()), data(&diagnostic.message));
        if let Some(help) = &diagnostic.help {
            let _ = write!(out, "%0A{}", data(help));
        }
        out.push('\n');
    }
    out
}

fn data(text: &str) -> String {
    clean(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    clean_line(text).replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}
