//! Frames for people, like a compiler's.

use crate::excerpt::excerpt;
use crate::suggestion::suggestion;
use crate::{FileReport, Summary};
use annotate_snippets::renderer::{
    AnsiColor, DEFAULT_ADDITION_STYLE, DEFAULT_LINE_NUM_STYLE, DEFAULT_REMOVAL_STYLE, Style,
};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use repertoire_diagnostic::{Applicability, Diagnostic, LineIndex, Severity, clean, clean_line};
use std::fmt::Write as _;

/// As many lines of a suggestion are shown that go, and as many that come in their place.
const MAX_SUGGESTED: usize = 5;

/// How frames look.
///
/// # Examples
///
/// ```
/// use repertoire_diagnostic::{Diagnostic, Kind, Severity};
/// use repertoire_report::{FileReport, Text};
///
/// let found = [Diagnostic::new(Kind::ReadError, Severity::Error, "no such file")];
/// let file = FileReport { diagnostics: &found, ..FileReport::new("tide/SKILL.md", "agent-skills") };
/// assert_eq!(Text::default().file(&file), "error[read-error]: no such file\n --> tide/SKILL.md\n\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Whether to colour.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
}

impl Default for Text {
    /// No colour, 100 columns.
    fn default() -> Self {
        Self { color: false, width: 100 }
    }
}

impl Text {
    /// The frames of one file, each followed by an empty line; nothing for a file without findings.
    #[must_use]
    pub fn file(&self, file: &FileReport<'_>) -> String {
        let mut out = String::new();
        let index = file.source.filter(|_| !file.diagnostics.is_empty()).map(LineIndex::new);
        for diagnostic in file.diagnostics {
            self.frame(file, index.as_ref(), diagnostic, &mut out);
            out.push('\n');
        }
        out
    }

    fn frame(
        &self,
        file: &FileReport<'_>,
        index: Option<&LineIndex<'_>>,
        diagnostic: &Diagnostic,
        out: &mut String,
    ) {
        let path = clean_line(diagnostic.path.as_deref().unwrap_or(file.path)).into_owned();
        let place = file.source.zip(index).zip(diagnostic.span);
        let fix = file.source.zip(diagnostic.fix.as_ref());
        let line = place.map_or(1, |((_, index), span)| index.position(span.start).line);
        let gutter = (line + 4).to_string().len().max(line.to_string().len());
        let columns = self.width.saturating_sub(gutter + 3).max(20);
        let suggested = fix.map_or_else(Vec::new, |(source, fix)| suggestion(source, &fix.edits, columns));
        let gutter =
            suggested.iter().map(|line| line.number).max().unwrap_or(line).max(line).to_string().len();

        let title = level(diagnostic.severity)
            .primary_title(clean_line(&diagnostic.message))
            .id(clean_line(diagnostic.id()));
        let cut =
            place.map(|((source, index), span)| (excerpt(source, span, columns), index.position(span.start)));
        let mut group = Group::with_title(title);
        let mut gutter = gutter;
        if let Some((cut, at)) = &cut {
            gutter = gutter.max((at.line + cut.lines - 1).to_string().len());
            group = group.element(
                Snippet::source(cut.text.as_str())
                    .line_start(at.line)
                    .annotation(AnnotationKind::Primary.span(cut.mark.clone())),
            );
        }
        let drawn = self.renderer().render(&[group]);
        let (title, lines) = drawn.split_once('\n').unwrap_or((drawn.as_str(), ""));
        out.push_str(title);
        out.push('\n');
        // The library counts lines and columns in the excerpt, so the place is written here.
        let place = cut.as_ref().map_or_else(String::new, |(_, at)| format!(":{}:{}", at.line, at.column));
        let _ = writeln!(out, "{:gutter$}{} {path}{place}", "", self.paint(DEFAULT_LINE_NUM_STYLE, "-->"));
        // The library makes the gutter as wide as its own numbers; a suggestion may need more.
        let own = cut.as_ref().map_or(gutter, |(cut, at)| (at.line + cut.lines - 1).to_string().len());
        for line in lines.lines() {
            let _ = writeln!(out, "{:pad$}{line}", "", pad = gutter - own.min(gutter));
        }
        self.help(diagnostic, gutter, out);
        if !suggested.is_empty() {
            let _ = writeln!(out, "{:gutter$} {}", "", self.paint(DEFAULT_LINE_NUM_STYLE, "|"));
        }
        for side in suggested.chunk_by(|a, b| a.added == b.added) {
            for line in side.iter().take(MAX_SUGGESTED) {
                let number = self.paint(DEFAULT_LINE_NUM_STYLE, &format!("{:>gutter$}", line.number));
                let (sign, style) =
                    if line.added { ('+', DEFAULT_ADDITION_STYLE) } else { ('-', DEFAULT_REMOVAL_STYLE) };
                let text =
                    if line.text.is_empty() { String::from(sign) } else { format!("{sign} {}", line.text) };
                let _ = writeln!(out, "{number} {}", self.paint(style, &text));
            }
            if let Some(more) = side.len().checked_sub(MAX_SUGGESTED + 1) {
                let _ = writeln!(out, "{:gutter$} … {}", "", plural(more + 1, "more line"));
            }
        }
    }

    fn help(&self, diagnostic: &Diagnostic, gutter: usize, out: &mut String) {
        let only = match diagnostic.fix.as_ref().map(|fix| fix.applicability) {
            Some(Applicability::Unsafe) => " (with --unsafe-fixes)",
            _ => "",
        };
        let Some(help) = diagnostic.help.as_deref().or(diagnostic.fix.as_ref().map(|_| "this mends it"))
        else {
            return;
        };
        let bar = self.paint(DEFAULT_LINE_NUM_STYLE, "=");
        let word = self.paint(Style::new().bold(), "help");
        for (i, line) in clean(help).lines().enumerate() {
            if i == 0 {
                let _ = write!(out, "{:gutter$} {bar} {word}: {line}", "");
            } else {
                let _ = write!(out, "\n{:gutter$}         {line}", "");
            }
        }
        out.push_str(only);
        out.push('\n');
    }

    /// The line that ends a check.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_report::{Summary, Text};
    ///
    /// let summary = Summary { files: 3, valid: 2, errors: 1, hints: 2, fixes: 1, ..Summary::default() };
    /// assert_eq!(Text::default().summary(&summary), "3 files: 1 error, 2 hints (1 fixable with --fix)\n");
    /// ```
    #[must_use]
    pub fn summary(&self, summary: &Summary) -> String {
        let red = AnsiColor::BrightRed.on_default().bold();
        let yellow = AnsiColor::Yellow.on_default().bold();
        let green = AnsiColor::BrightGreen.on_default().bold();
        let mut counts = Vec::new();
        for (count, word, style) in [
            (summary.errors, "error", red),
            (summary.warnings, "warning", yellow),
            (summary.hints, "hint", green),
        ] {
            if count > 0 {
                counts.push(self.paint(style, &plural(count, word)));
            }
        }
        if summary.mended > 0 {
            counts.insert(0, format!("{} mended", summary.mended));
        }
        let found = if counts.is_empty() { String::from("nothing found") } else { counts.join(", ") };
        let fixable = match (summary.fixes, summary.unsafe_fixes) {
            (0, 0) => String::new(),
            (fixes, 0) => format!(" ({fixes} fixable with --fix)"),
            (0, more) => format!(" ({more} fixable with --unsafe-fixes)"),
            (fixes, more) => {
                format!(" ({fixes} fixable with --fix, {more} more with --unsafe-fixes)")
            }
        };
        format!("{}: {found}{fixable}\n", plural(summary.files, "file"))
    }

    fn renderer(&self) -> Renderer {
        let renderer = if self.color { Renderer::styled().hyperlink(false) } else { Renderer::plain() };
        // Lines are cut here already; the margin keeps the library from cutting once more.
        renderer.term_width(self.width.max(20) * 2 + 40)
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// A text on one line, made harmless: white space collapsed, and cut so that it fits into as many
/// columns.
///
/// # Examples
///
/// ```
/// use repertoire_report::fit;
///
/// assert_eq!(fit("Plot\n tide\u{7} tables.", 80), "Plot tide\\u{7} tables.");
/// assert_eq!(fit("潮汐 tables for sailors", 12), "潮汐 tables…");
/// ```
#[must_use]
pub fn fit(text: &str, columns: usize) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    crate::excerpt::head(&line, columns)
}

/// A line with all that cannot be seen made visible, tabs too.
///
/// # Examples
///
/// ```
/// assert_eq!(repertoire_report::visible("a\tb\u{200b}"), "a→   b\\u{200b}");
/// ```
#[must_use]
pub fn visible(line: &str) -> String {
    crate::excerpt::visible(line)
}

/// How many columns a text takes on a terminal once it is made harmless.
///
/// # Examples
///
/// ```
/// assert_eq!(repertoire_report::columns("潮汐"), 4);
/// ```
#[must_use]
pub fn columns(text: &str) -> usize {
    crate::excerpt::width(text)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    }
}

/// `1 error`, `2 errors`.
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
