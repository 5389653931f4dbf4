//! What a caller may give to a check beside the source and the profile.

use crate::MAX_SOURCE_CHARACTERS;
use crate::profile::Levels;

/// What a caller may give to a check beside the source and the profile.
///
/// # Examples
///
/// ```
/// use repertoire_schema::rules::{Level, Rule};
/// use repertoire_schema::{Format, Options, Source, check_with, profile};
///
/// let mut levels = profile::AGENT_SKILLS.levels.clone();
/// levels.set(Rule::BodyEmpty, Level::Off);
/// let options = Options { levels: Some(&levels), ..Options::default() };
///
/// let source = Source {
///     path: "tide/SKILL.md",
///     directory: Some("tide"),
///     format: Format::AgentSkill,
///     bytes: b"---\nname: tide\ndescription: Plot tides. Use when asked.\n---\n",
/// };
/// assert!(check_with(&source, &profile::AGENT_SKILLS, &options).diagnostics.is_empty());
/// ```
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// How much each rule matters, instead of the profile's own word.
    pub levels: Option<&'o Levels>,
    /// Which files stand beside the source. Without it, links are not looked up.
    pub files: Option<&'o dyn Files>,
    /// The greatest number of characters of a source, and of instructions.
    pub max_characters: usize,
    /// Whether fixes are worked out.
    pub fixes: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { levels: None, files: None, max_characters: MAX_SOURCE_CHARACTERS, fixes: true }
    }
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("levels", &self.levels.is_some())
            .field("files", &self.files.is_some())
            .field("max_characters", &self.max_characters)
            .field("fixes", &self.fixes)
            .finish()
    }
}

/// Knows which files stand beside a source. This crate opens nothing itself.
pub trait Files {
    /// Whether a path is there, relative to the directory of the source: with `/` between its
    /// parts, without `.` and `..`, and not empty.
    fn presence(&self, path: &str) -> Presence;
}

/// Whether a file or directory is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is.
    There,
    /// Only under a name that differs in case, which is given.
    OtherCase(String),
    /// It is not.
    Missing,
    /// That cannot be told.
    Unknown,
}

/// A list of paths; the directories above each are there too.
///
/// # Examples
///
/// ```
/// use repertoire_schema::{Files, Presence};
///
/// let files = ["references/legend.md"];
/// assert_eq!(files.as_slice().presence("references"), Presence::There);
/// assert_eq!(files.as_slice().presence("Legend.md"), Presence::Missing);
/// assert_eq!(files.as_slice().presence("References/legend.md"), Presence::OtherCase("references/legend.md".into()));
/// ```
impl<S: AsRef<str>> Files for &[S] {
    fn presence(&self, path: &str) -> Presence {
        let leads = |file: &str, same: fn(&str, &str) -> bool| {
            file.get(..path.len()).is_some_and(|head| same(head, path))
                && matches!(file.as_bytes().get(path.len()), None | Some(b'/'))
        };
        if self.iter().any(|file| leads(file.as_ref(), |a, b| a == b)) {
            return Presence::There;
        }
        self.iter()
            .find(|file| leads(file.as_ref(), |a, b| a.eq_ignore_ascii_case(b)))
            .map_or(Presence::Missing, |file| Presence::OtherCase(file.as_ref()[..path.len()].into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_files_has_their_directories_too() {
        let files = ["Références/a.md", "scripts/plot.py", "b.md"];
        let list = files.as_slice();
        for path in ["b.md", "scripts", "scripts/plot.py", "Références"] {
            assert_eq!(list.presence(path), Presence::There, "{path}");
        }
        for path in ["b", "script", "plot.py", "scripts/plot.py/x", "RÉférences", "Référ"] {
            assert_eq!(list.presence(path), Presence::Missing, "{path}");
        }
        for (path, name) in [("B.md", "b.md"), ("Scripts", "scripts"), ("scripts/Plot.PY", "scripts/plot.py")]
        {
            assert_eq!(list.presence(path), Presence::OtherCase(name.into()), "{path}");
        }
    }

    #[test]
    fn options_show_what_was_given() {
        let shown = format!("{:?}", Options::default());
        assert_eq!(shown, "Options { levels: false, files: false, max_characters: 65536, fixes: true }");
    }
}
