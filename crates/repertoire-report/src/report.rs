//! One report in one of the formats: files in, text out.

use crate::{FileReport, Summary, Text, github, json, sarif};
use std::io::{self, Write};

/// In which form to report.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Frames and a summary line, for people.
    Text(Text),
    /// One JSON document.
    Json,
    /// One JSON object a file and line.
    JsonLines,
    /// One SARIF 2.1.0 document.
    Sarif,
    /// GitHub workflow commands.
    GitHub,
}

/// What one file adds to a report. Made on any thread, written in order by a [`Report`].
#[derive(Clone, Debug)]
pub struct Rendered {
    text: String,
    results: Vec<sarif::Found>,
    summary: Summary,
}

impl Rendered {
    /// The counts of the file.
    #[must_use]
    pub const fn summary(&self) -> Summary {
        self.summary
    }
}

impl Format {
    /// Renders one file.
    #[must_use]
    pub fn render(&self, file: &FileReport<'_>) -> Rendered {
        let mut results = Vec::new();
        let text = match self {
            Format::Text(text) => text.file(file),
            Format::Json | Format::JsonLines => json::file(file),
            Format::GitHub => github::file(file),
            Format::Sarif => {
                results = sarif::file(file);
                String::new()
            }
        };
        Rendered { text, results, summary: file.summary() }
    }
}

/// Writes a report.
///
/// # Examples
///
/// ```
/// use repertoire_report::{FileReport, Format, Report};
///
/// let mut out = Vec::new();
/// let mut report = Report::new(Format::JsonLines, &mut out);
/// let file = FileReport { valid: true, ..FileReport::new("tide/SKILL.md", "loader") };
/// report.push(Format::JsonLines.render(&file))?;
/// let summary = report.finish(&[], &[])?;
/// assert_eq!((summary.files, out.last()), (1, Some(&b'\n')));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Report<W: Write> {
    format: Format,
    out: W,
    quiet: bool,
    summary: Summary,
    results: Vec<sarif::Found>,
}

impl<W: Write> Report<W> {
    /// A report that has said nothing yet.
    pub fn new(format: Format, out: W) -> Self {
        Self { format, out, quiet: false, summary: Summary::default(), results: Vec::new() }
    }

    /// The same, without the line that ends a report for people.
    #[must_use]
    pub fn quiet(mut self, quiet: bool) -> Self {
        self.quiet = quiet;
        self
    }

    /// Adds a file.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn push(&mut self, rendered: Rendered) -> io::Result<()> {
        let first = self.summary.files == 0;
        self.summary.add(rendered.summary);
        match self.format {
            Format::Text(_) | Format::GitHub => self.out.write_all(rendered.text.as_bytes()),
            Format::Json => {
                let lead = if first { HEAD } else { ",\n " };
                self.out.write_all(lead.as_bytes())?;
                self.out.write_all(rendered.text.as_bytes())
            }
            Format::JsonLines => {
                self.out.write_all(rendered.text.as_bytes())?;
                self.out.write_all(b"\n")?;
                self.out.flush()
            }
            Format::Sarif => {
                self.results.extend(rendered.results);
                Ok(())
            }
        }
    }

    /// Writes text of the caller's between the files of a report for people.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn insert(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Ends the report and gives its counts. `configs` are the configuration files that were in
    /// force, `rules` what is known of the rules.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn finish(mut self, configs: &[String], rules: &[sarif::Rule<'_>]) -> io::Result<Summary> {
        match self.format {
            Format::Text(text) if !self.quiet => {
                self.out.write_all(text.summary(&self.summary).as_bytes())?;
            }
            Format::GitHub if !self.quiet => {
                self.out.write_all(Text::default().summary(&self.summary).as_bytes())?;
            }
            Format::Text(_) | Format::JsonLines | Format::GitHub => {}
            Format::Json => {
                if self.summary.files == 0 {
                    self.out.write_all(HEAD.as_bytes())?;
                }
                let configs = json::to_string(configs);
                writeln!(
                    self.out,
                    "],\n \"configs\":{configs},\n \"summary\":{}}}",
                    json::summary(&self.summary)
                )?;
            }
            Format::Sarif => {
                writeln!(self.out, "{}", sarif::document(self.results, rules, &self.summary))?;
            }
        }
        self.out.flush()?;
        Ok(self.summary)
    }
}

/// What stands before the first file of a JSON document.
const HEAD: &str = "{\"version\":1,\n \"files\":[";
