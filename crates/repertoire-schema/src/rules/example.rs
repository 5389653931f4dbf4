//! Examples of rules: small sources that a test runs.

use crate::{Format, Source};

/// A failing and a passing source of one rule.
#[derive(Debug)]
pub struct Example {
    /// The name of the profile under which both are judged.
    pub profile: &'static str,
    /// Gives this rule and no other.
    pub failing: Sample,
    /// Gives nothing. Where the rule has a fix, this is what the fix makes of `failing`.
    pub passing: Sample,
    /// Other skills in the same root, each a directory and its source.
    pub neighbours: &'static [(&'static str, &'static str)],
}

/// One source of an example.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The file's name.
    pub file: &'static str,
    /// The name of the directory; empty where it is not known.
    pub directory: &'static str,
    /// The bytes of the source.
    pub bytes: &'static [u8],
    /// Other files of the skill, relative to its directory.
    pub beside: &'static [&'static str],
}

impl Sample {
    const fn new(file: &'static str, directory: &'static str, bytes: &'static [u8]) -> Self {
        Self { file, directory, bytes, beside: &[] }
    }

    /// The path to show.
    #[must_use]
    pub fn path(&self) -> String {
        if self.directory.is_empty() {
            self.file.to_owned()
        } else {
            format!("{}/{}", self.directory, self.file)
        }
    }

    /// The source to check, shown as `path`.
    #[must_use]
    pub fn source<'a>(&'a self, path: &'a str) -> Source<'a> {
        let format = if self.file.ends_with(".sexp") { Format::Native } else { Format::AgentSkill };
        Source {
            path,
            directory: Some(self.directory).filter(|directory| !directory.is_empty()),
            format,
            bytes: self.bytes,
        }
    }
}

impl Example {
    /// Two `SKILL.md` in the directory `tide-chart`, under `agent-skills`.
    pub(super) const fn md(failing: &'static str, passing: &'static str) -> Self {
        Self::bytes(failing.as_bytes(), passing.as_bytes())
    }

    /// The same from bytes.
    pub(super) const fn bytes(failing: &'static [u8], passing: &'static [u8]) -> Self {
        Self {
            profile: "agent-skills",
            failing: Sample::new("SKILL.md", "tide-chart", failing),
            passing: Sample::new("SKILL.md", "tide-chart", passing),
            neighbours: &[],
        }
    }

    /// Two `SKILL.sexp`, under `autolith`.
    pub(super) const fn sexp(failing: &'static str, passing: &'static str) -> Self {
        Self {
            profile: "autolith",
            failing: Sample::new("SKILL.sexp", "tide-chart", failing.as_bytes()),
            passing: Sample::new("SKILL.sexp", "tide-chart", passing.as_bytes()),
            neighbours: &[],
        }
    }

    /// The same under another profile.
    pub(super) const fn under(mut self, profile: &'static str) -> Self {
        self.profile = profile;
        self
    }

    /// The same in another directory.
    pub(super) const fn within(mut self, directory: &'static str) -> Self {
        self.failing.directory = directory;
        self.passing.directory = directory;
        self
    }

    /// The same with the failing file under another name.
    pub(super) const fn called(mut self, file: &'static str) -> Self {
        self.failing.file = file;
        self
    }

    /// The same with other files of the skill.
    pub(super) const fn beside(mut self, files: &'static [&'static str]) -> Self {
        self.failing.beside = files;
        self.passing.beside = files;
        self
    }

    /// The same among other skills.
    pub(super) const fn among(mut self, neighbours: &'static [(&'static str, &'static str)]) -> Self {
        self.neighbours = neighbours;
        self
    }
}
