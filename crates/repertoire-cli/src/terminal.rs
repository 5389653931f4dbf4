//! What the program writes to, and how: colour, width, and the end of a pipe.

use crate::args::{Everywhere, When};
use repertoire_report::Text;
use std::io::{self, IsTerminal, Write};

/// The width of what is not a terminal, the same everywhere.
const PLAIN_WIDTH: usize = 100;
/// Lines longer than this are hard to read in any terminal.
const MAX_WIDTH: usize = 140;

/// How to write for people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// How frames look on standard output.
    pub(crate) text: Text,
    /// Whether standard output is a terminal, which obeys what is written to it.
    obeys: bool,
    /// Whether standard error is a terminal that progress may be drawn on.
    pub(crate) progress: bool,
    /// Whether summaries are left out.
    pub(crate) quiet: bool,
    /// Whether more is said.
    pub(crate) verbose: bool,
}

impl Terminal {
    /// Looks at the streams, the switches and the environment.
    pub(crate) fn new(everywhere: &Everywhere) -> Self {
        let out = io::stdout().is_terminal();
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let color = match everywhere.color {
            When::Always => true,
            When::Never => false,
            When::Auto => out && !dumb && !set("NO_COLOR"),
        };
        let width = out.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0));
        Self {
            text: Text {
                color,
                width: width.filter(|width| *width > 0).unwrap_or(PLAIN_WIDTH).min(MAX_WIDTH),
            },
            obeys: out,
            progress: io::stderr().is_terminal() && !dumb && !everywhere.quiet,
            quiet: everywhere.quiet,
            verbose: everywhere.verbose,
        }
    }

    /// Whether standard output is a terminal.
    pub(crate) const fn is_terminal(self) -> bool {
        self.obeys
    }

    /// One that obeys nothing, for tests.
    #[cfg(test)]
    pub(crate) const fn plain(text: Text) -> Self {
        Self { text, obeys: false, progress: false, quiet: false, verbose: false }
    }

    /// Writes text that is meant for a file or a program and comes from a skill: exactly as it is,
    /// but for a terminal without what a terminal obeys.
    pub(crate) fn exact(self, text: &str) -> io::Result<()> {
        let mut out = stdout();
        let text = if self.obeys { repertoire::diagnostic::clean(text) } else { text.into() };
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Says something beside the result, on a line of standard error.
    pub(crate) fn note(self, text: &str) {
        if !self.quiet {
            // Nobody is left to hear of a standard error that is closed.
            let _ = writeln!(io::stderr().lock(), "{}", repertoire::diagnostic::clean_line(text));
        }
    }

    /// Says what went wrong, on a line of standard error, quiet or not.
    pub(crate) fn error(self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "error: {}", repertoire::diagnostic::clean_line(text));
    }

    /// Says what somebody would miss, on a line of standard error, quiet or not.
    pub(crate) fn warn(self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{}", repertoire::diagnostic::clean_line(text));
    }

    /// Shows frames that are not the result of the command, on standard error.
    pub(crate) fn frames(self, frames: &str) {
        let _ = io::stderr().lock().write_all(frames.as_bytes());
    }

    /// Says something only where more is asked for.
    pub(crate) fn detail(self, text: &str) {
        if self.verbose {
            self.note(text);
        }
    }
}

/// Writes a line that is the whole answer.
pub(crate) fn line(text: &str) -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{text}")?;
    // A buffer that is dropped would keep to itself that the disk is full.
    out.flush()
}

/// Standard output, buffered.
pub(crate) fn stdout() -> io::BufWriter<io::StdoutLock<'static>> {
    io::BufWriter::with_capacity(1 << 16, io::stdout().lock())
}
