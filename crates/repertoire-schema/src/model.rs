//! A skill as the rest of the house sees it, whatever format it was written in.

use repertoire_diagnostic::{Diagnostic, Severity, Span};
use serde::Serialize;

/// The two formats of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A `SKILL.md`: frontmatter and Markdown.
    AgentSkill,
    /// A `SKILL.sexp`: one data form.
    Native,
}

impl Format {
    /// The format that a file name stands for, compared exactly.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_schema::Format;
    ///
    /// assert_eq!(Format::of_file_name("SKILL.md"), Some(Format::AgentSkill));
    /// assert_eq!(Format::of_file_name("skill.md"), None);
    /// ```
    #[must_use]
    pub fn of_file_name(name: &str) -> Option<Self> {
        match name {
            "SKILL.md" => Some(Self::AgentSkill),
            "SKILL.sexp" => Some(Self::Native),
            _ => None,
        }
    }

    /// The one file name that counts.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::AgentSkill => "SKILL.md",
            Self::Native => "SKILL.sexp",
        }
    }

    /// `agent-skill` or `native`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AgentSkill => "agent-skill",
            Self::Native => "native",
        }
    }
}

/// The advisory risk of the Aether format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Little can go wrong.
    Low,
    /// Some care is due.
    Medium,
    /// Consequential.
    High,
}

impl Risk {
    /// The risk of a name, compared without case.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_schema::Risk;
    ///
    /// assert_eq!(Risk::by_name("high"), Some(Risk::High));
    /// assert_eq!(Risk::by_name("huge"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Low, Self::Medium, Self::High]
            .into_iter()
            .find(|risk| risk.as_str().eq_ignore_ascii_case(name.trim()))
    }

    /// `low`, `medium` or `high`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// What a catalog may hold of a skill: everything but its instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// The name, exactly as other skills and `load` say it.
    pub name: String,
    /// The description, trimmed (native and `autolith`: white space collapsed).
    pub description: String,
    /// Coarse groups.
    pub tags: Vec<String>,
    /// Named inputs.
    pub inputs: Vec<String>,
    /// Names of the skills that this one builds on.
    pub requires: Vec<String>,
    /// The advisory risk, where it is one of the three known ones.
    pub risk: Option<Risk>,
    /// The version as it was written.
    pub version: Option<String>,
}

/// One skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Name, description and the other facts that a catalog shows.
    pub metadata: Metadata,
    /// The exact body of a `SKILL.md`, or the `:instructions` of a `SKILL.sexp`.
    pub instructions: String,
    /// The format of its source.
    pub format: Format,
}

/// One source to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The path to show in diagnostics. It is never opened.
    pub path: &'a str,
    /// The name of the directory that holds the file, where it is known.
    pub directory: Option<&'a str>,
    /// Which format to read it as.
    pub format: Format,
    /// The bytes of the file.
    pub bytes: &'a [u8],
}

/// What became of a source under a profile.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The skill, unless the profile refuses it.
    pub skill: Option<Skill>,
    /// The name that could be read, even where the skill is refused.
    pub name: Option<String>,
    /// The description that could be read, even where the skill is refused.
    pub description: Option<String>,
    /// Everything that was found, ordered by span, then by rule.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the values stand that checks over several skills speak of.
    pub places: Places,
}

/// Where some values stand in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The value of the name.
    pub name: Option<Span>,
    /// Each requirement, in the order of [`Metadata::requires`].
    pub requires: Vec<Span>,
}

impl Checked {
    /// Whether nothing was found at error level.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.skill.is_some()
            && self.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_and_risks_go_by_their_names() {
        for (format, file, name) in
            [(Format::AgentSkill, "SKILL.md", "agent-skill"), (Format::Native, "SKILL.sexp", "native")]
        {
            assert_eq!((format.file_name(), format.as_str()), (file, name));
            assert_eq!(Format::of_file_name(file), Some(format));
        }
        assert_eq!(Format::of_file_name("SKILL.txt"), None);
        for (risk, name) in [(Risk::Low, "low"), (Risk::Medium, "medium"), (Risk::High, "high")] {
            assert_eq!(risk.as_str(), name);
            assert_eq!(Risk::by_name(&format!(" {} ", name.to_uppercase())), Some(risk));
        }
    }

    #[test]
    fn a_source_is_valid_with_a_skill_and_without_errors() {
        use repertoire_diagnostic::Kind;
        let found = |severity| Diagnostic::new(Kind::InvalidName, severity, "x");
        let skill =
            Skill { metadata: Metadata::default(), instructions: String::new(), format: Format::Native };
        for (skill, diagnostics, valid) in [
            (Some(skill.clone()), vec![], true),
            (Some(skill.clone()), vec![found(Severity::Warning), found(Severity::Hint)], true),
            (Some(skill), vec![found(Severity::Warning), found(Severity::Error)], false),
            (None, vec![], false),
        ] {
            let checked =
                Checked { skill, name: None, description: None, diagnostics, places: Places::default() };
            assert_eq!(checked.is_valid(), valid, "{checked:?}");
        }
    }
}
