//! Profiles: tables that say what a skill must be, and how much each rule matters.
//!
//! A profile holds no code. The engine that applies one knows no profile's name, so that a new
//! standard or client is a new file here and its tests.

mod aether;
mod agent_skills;
mod autolith;
mod loader;

use crate::rules::{Level, Rule};

pub use aether::AETHER;
pub use agent_skills::AGENT_SKILLS;
pub use autolith::AUTOLITH;
pub use loader::LOADER;

/// Every profile, in the order in which they are documented.
pub static ALL: [&Profile; 4] = [&AGENT_SKILLS, &LOADER, &AUTOLITH, &AETHER];

/// The profile of a name.
///
/// # Examples
///
/// ```
/// use repertoire_schema::profile;
///
/// assert!(profile::by_name("agent-skills").is_some());
/// assert!(profile::by_name("Agent Skills").is_none());
/// ```
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Profile> {
    ALL.into_iter().find(|profile| profile.name == name)
}

/// What a standard or a client asks of a skill.
#[derive(Debug)]
pub struct Profile {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// One sentence for people.
    pub about: &'static str,
    /// The fields that it knows.
    pub fields: &'static [Field],
    /// What it asks of names.
    pub names: Names,
    /// What it asks of descriptions.
    pub descriptions: Descriptions,
    /// When an unquoted value counts as text.
    pub reading: Reading,
    /// Whether only the first error counts, so that one input always gives one kind.
    pub first_error: bool,
    /// Whether tags, inputs, requirements, risk and version reach the catalog.
    pub extras: bool,
    /// How much each rule matters.
    pub levels: Levels,
}

impl Profile {
    /// The field of a name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// How much a rule matters.
    #[must_use]
    pub const fn level(&self, rule: Rule) -> Level {
        self.levels.of(rule)
    }
}

/// A field that a profile knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What its value must be.
    pub form: Form,
}

/// What the value of a field must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The name of the skill; see [`Names`].
    Name,
    /// Its description; see [`Descriptions`].
    Description,
    /// Text.
    Text,
    /// Text of 1 to so many characters.
    Bounded(usize),
    /// Names of tools in one text, separated by blanks; a list is a departure of its own.
    Tools,
    /// A map from text to text.
    TextMap,
    /// A list of texts, or one text.
    TextList,
    /// A semantic version.
    Version,
    /// `low`, `medium` or `high`.
    Risk,
}

/// What a profile asks of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names {
    /// The greatest number of characters.
    pub longest: usize,
    /// Whether letters and digits must be ASCII.
    pub ascii: bool,
    /// Whether the directory's name serves where the field gives none.
    pub from_directory: bool,
}

/// What a profile asks of descriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptions {
    /// The greatest number of characters.
    pub longest: usize,
    /// Whether every run of white space becomes one space; else only the ends are trimmed.
    pub collapsed: bool,
    /// Whether the length is that of the value as written, before trimming and collapsing.
    pub measured_raw: bool,
}

/// When an unquoted value counts as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Always; a value that YAML 1.1 or 1.2 types otherwise is only worth a remark.
    Text,
    /// Only where the core schema of YAML 1.2 says so.
    Core,
}

/// How much each rule matters under a profile.
///
/// # Examples
///
/// ```
/// use repertoire_schema::profile::Levels;
/// use repertoire_schema::rules::{Level, Rule};
///
/// const STRICT: Levels = Levels::usual().with(&[(Rule::BodyLong, Level::Error)]);
/// assert_eq!(STRICT.of(Rule::BodyLong), Level::Error);
/// assert_eq!(STRICT.of(Rule::YamlColon), Rule::YamlColon.info().level);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels([Level; Rule::ALL.len()]);

impl Levels {
    /// The level that each rule's own page names.
    #[must_use]
    pub const fn usual() -> Self {
        let mut levels = [Level::Off; Rule::ALL.len()];
        let mut at = 0;
        while at < levels.len() {
            levels[at] = Rule::ALL[at].info().level;
            at += 1;
        }
        Self(levels)
    }

    /// Every rule off that can be.
    #[must_use]
    pub const fn silent() -> Self {
        let mut levels = [Level::Off; Rule::ALL.len()];
        let mut at = 0;
        while at < levels.len() {
            if Rule::ALL[at].info().essential {
                levels[at] = Level::Error;
            }
            at += 1;
        }
        Self(levels)
    }

    /// The same with some rules at another level. [Essential](crate::rules::Info::essential)
    /// rules stay errors.
    #[must_use]
    pub const fn with(mut self, changes: &[(Rule, Level)]) -> Self {
        let mut at = 0;
        while at < changes.len() {
            let (rule, level) = changes[at];
            if !rule.info().essential {
                self.0[rule as usize] = level;
            }
            at += 1;
        }
        self
    }

    /// How much a rule matters.
    #[must_use]
    pub const fn of(&self, rule: Rule) -> Level {
        self.0[rule as usize]
    }

    /// Makes a rule matter so much, and says whether that could be done: an essential rule stays
    /// an error.
    pub fn set(&mut self, rule: Rule, level: Level) -> bool {
        let free = !rule.info().essential || level == Level::Error;
        if free {
            self.0[rule as usize] = level;
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct() {
        for (i, profile) in ALL.iter().enumerate() {
            assert_eq!(ALL.iter().position(|other| other.name == profile.name), Some(i));
        }
    }

    #[test]
    fn essential_rules_stay_errors() {
        let mut levels = AGENT_SKILLS.levels.clone();
        assert!(!levels.set(Rule::EmptyFile, Level::Off));
        assert!(levels.set(Rule::BodyLong, Level::Off));
        for profile in ALL {
            assert_eq!(profile.level(Rule::EmptyFile), Level::Error, "{}", profile.name);
        }
    }

    #[test]
    fn levels_change_but_for_essential_rules() {
        let (usual, silent) = (Levels::usual(), Levels::silent());
        for rule in Rule::ALL {
            let info = rule.info();
            assert_eq!(usual.of(*rule), info.level, "{}", info.id);
            assert_eq!(
                silent.of(*rule),
                if info.essential { Level::Error } else { Level::Off },
                "{}",
                info.id
            );
        }
        let changed = silent.with(&[(Rule::EmptyFile, Level::Off), (Rule::BodyLong, Level::Hint)]);
        assert_eq!(changed.of(Rule::EmptyFile), Level::Error);
        assert_eq!(changed.of(Rule::BodyLong), Level::Hint);
        assert_eq!(changed.of(Rule::BodyEmpty), Level::Off);
        let mut levels = changed;
        assert!(!levels.set(Rule::EmptyFile, Level::Warning), "an essential rule stays an error");
        assert!(levels.set(Rule::EmptyFile, Level::Error), "and may be told so");
        assert_eq!(levels.of(Rule::EmptyFile), Level::Error);
        assert!(levels.set(Rule::BodyLong, Level::Error) && levels.set(Rule::BodyLong, Level::Warning));
        assert_eq!(levels.of(Rule::BodyLong), Level::Warning);
    }

    #[test]
    fn profiles_and_fields_go_by_their_names() {
        for profile in ALL {
            assert_eq!(by_name(profile.name).map(|found| found.about), Some(profile.about));
            for field in profile.fields {
                assert_eq!(profile.field(field.name), Some(field));
            }
            assert_eq!(profile.field("harbour"), None);
        }
        assert!(by_name("").is_none());
    }
}
