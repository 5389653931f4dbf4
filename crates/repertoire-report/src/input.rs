//! What a report is made of: one [`FileReport`] a file, and the [`Summary`] of all.

use repertoire_diagnostic::{Applicability, Diagnostic, Severity};

/// One file that was looked at, as every renderer takes it.
#[derive(Clone, Copy, Debug)]
pub struct FileReport<'a> {
    /// The path as the caller gave it, or relative to the workspace.
    pub path: &'a str,
    /// The bytes of the path where they are not UTF-8, so that a program can still open it.
    pub path_bytes: Option<&'a [u8]>,
    /// `agent-skill` or `native`; none where nothing could be read.
    pub format: Option<&'a str>,
    /// The name of the profile in force.
    pub profile: &'a str,
    /// The text that spans point into; none where it could not be read.
    pub source: Option<&'a str>,
    /// Whether nothing was found at error level.
    pub valid: bool,
    /// The name that could be read.
    pub name: Option<&'a str>,
    /// The description that could be read.
    pub description: Option<&'a str>,
    /// What was found, in the order to show.
    pub diagnostics: &'a [Diagnostic],
    /// How many findings were mended in it just now, and so are not among the others.
    pub mended: usize,
}

impl<'a> FileReport<'a> {
    /// A file about which nothing is known yet but its path and the profile.
    #[must_use]
    pub const fn new(path: &'a str, profile: &'a str) -> Self {
        Self {
            path,
            path_bytes: None,
            format: None,
            profile,
            source: None,
            valid: false,
            name: None,
            description: None,
            diagnostics: &[],
            mended: 0,
        }
    }

    /// Its counts.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary =
            Summary { files: 1, valid: usize::from(self.valid), mended: self.mended, ..Summary::default() };
        for diagnostic in self.diagnostics {
            match diagnostic.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Hint => summary.hints += 1,
            }
            match diagnostic.fix.as_ref().map(|fix| fix.applicability) {
                Some(Applicability::Safe) => summary.fixes += 1,
                Some(Applicability::Unsafe) => summary.unsafe_fixes += 1,
                None => {}
            }
        }
        summary
    }
}

/// The counts of a whole report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files looked at.
    pub files: usize,
    /// Files without a finding at error level.
    pub valid: usize,
    /// Findings at error level.
    pub errors: usize,
    /// Findings at warning level.
    pub warnings: usize,
    /// Findings at hint level.
    pub hints: usize,
    /// Findings with a fix that may be applied without asking.
    pub fixes: usize,
    /// Findings with a fix that a person should look at.
    pub unsafe_fixes: usize,
    /// Findings that were mended just now.
    pub mended: usize,
}

impl Summary {
    /// Adds the counts of another report.
    pub fn add(&mut self, other: Summary) {
        self.files += other.files;
        self.valid += other.valid;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.hints += other.hints;
        self.fixes += other.fixes;
        self.unsafe_fixes += other.unsafe_fixes;
        self.mended += other.mended;
    }
}
