//! Why a skill was not selected.

use crate::text;
use crate::{MAX_RESULT, MAX_SELECTIONS};

/// The most characters of all suggested names together.
const SUGGESTIONS: usize = 100;

/// Why a skill was not selected. Nothing is recorded then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The turn has ended.
    #[error("this turn has ended: load skills within a turn that goes on")]
    InactiveTurn,
    /// The role of the agent lacks `skill.load`.
    #[error("the role `{}` may not load skills: go on without", text::name(role))]
    NotPermitted {
        /// The role.
        role: String,
    },
    /// No skill bears the name, compared exactly.
    #[error("there is no skill `{}`: {}", text::name(name), help(nearest))]
    UnknownSkill {
        /// The name that was asked for.
        name: String,
        /// Names that it may stand for, the nearest first.
        nearest: Vec<String>,
    },
    /// The turn cannot hold so many distinct names.
    #[error(
        "`{}` is not loaded: a turn holds at most {MAX_SELECTIONS} skills, with those that they require; go on with those that it has",
        text::name(name)
    )]
    SelectionLimit {
        /// The name that was asked for.
        name: String,
    },
    /// The host's gate denies the skill.
    #[error("`{}` is not loaded: {}; go on without", text::name(name), text::line(reason))]
    Denied {
        /// The skill that it denies: the one that was asked for, or one that it requires.
        name: String,
        /// The gate's reason.
        reason: String,
    },
}

fn help(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return "use a name of the catalog as it stands".to_owned();
    }
    let names: Vec<String> = nearest.iter().map(|name| format!("`{}`", text::name(name))).collect();
    format!("did you mean {}?", text::cut(&names.join(", "), SUGGESTIONS))
}

impl Error {
    /// The class in kebab case, stable for machines.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::InactiveTurn => "inactive-turn",
            Self::NotPermitted { .. } => "not-permitted",
            Self::UnknownSkill { .. } => "unknown-skill",
            Self::SelectionLimit { .. } => "selection-limit",
            Self::Denied { .. } => "denied",
        }
    }

    /// What the tool `skill.load` answers: one line of at most [`MAX_RESULT`] characters.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_session::Error;
    ///
    /// let error = Error::UnknownSkill { name: "tied".into(), nearest: vec!["tide".into()] };
    /// assert_eq!(error.result(), "unknown-skill: there is no skill `tied`: did you mean `tide`?");
    /// ```
    #[must_use]
    pub fn result(&self) -> String {
        text::cut(&format!("{}: {self}", self.kind()), MAX_RESULT)
    }
}
