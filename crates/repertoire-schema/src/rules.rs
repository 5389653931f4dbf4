//! The registry of rules: what each one says, why it matters, and an example that is run as a
//! test.
//!
//! ```
//! use repertoire_schema::rules::Rule;
//!
//! let rule = Rule::by_id("yaml-colon").expect("a rule of the registry");
//! assert_eq!(rule.info().kind.as_str(), "invalid-syntax");
//! assert!(rule.info().fix.is_some());
//! ```

/// A whole source from the lines between its fences.
macro_rules! skill {
    ($($fields:expr),+) => {
        concat!("---\n", $($fields,)+ "---\n# Tide chart\n\nPlot the heights.\n")
    };
}

/// A name and a description with which nothing is wrong.
macro_rules! sound {
    () => {
        "name: tide-chart\ndescription: Plot tide tables. Use when someone asks about tides.\n"
    };
}

mod body;
mod description;
mod example;
mod fence;
mod field;
mod name;
mod native;
mod page;
mod text;
mod together;
mod yaml;

use repertoire_diagnostic::{Applicability, Kind, Severity};

pub use example::{Example, Sample};
pub use page::page;

/// How much a rule matters under a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Refuses the skill, or fails the check.
    Error,
    /// Should be mended.
    Warning,
    /// Worth knowing.
    Hint,
    /// Not looked for.
    Off,
}

impl Level {
    /// `error`, `warning`, `hint` or `off`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Hint => "hint",
            Level::Off => "off",
        }
    }

    /// The level of such a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        [Level::Error, Level::Warning, Level::Hint, Level::Off]
            .into_iter()
            .find(|level| level.as_str() == name)
    }

    /// The severity that it gives a diagnostic; none where it is off.
    #[must_use]
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Level::Error => Some(Severity::Error),
            Level::Warning => Some(Severity::Warning),
            Level::Hint => Some(Severity::Hint),
            Level::Off => None,
        }
    }
}

/// The page of one rule.
#[derive(Debug)]
pub struct Info {
    /// The stable name in kebab case; it reads after "allow".
    pub id: &'static str,
    /// The closed class that its diagnostics bear.
    pub kind: Kind,
    /// How much it matters unless a profile says otherwise; this is the level of `agent-skills`.
    pub level: Level,
    /// Whether no skill can come of a source that breaks it, so that it stays an error.
    pub essential: bool,
    /// What it looks for, in one sentence.
    pub says: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do about it: the help of its diagnostics, where they have no better one.
    pub help: &'static str,
    /// Whether it comes with a fix, and what the fix does.
    pub fix: Option<(Applicability, &'static str)>,
    /// A failing and a passing source.
    pub example: Example,
}

macro_rules! rules {
    ($($module:ident { $($name:ident = $page:ident,)* })*) => {
        /// A rule of the registry.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Rule {
            $($(
                #[doc = concat!("Its page: [`info`](Self::info), in `rules/", stringify!($module), ".rs`.")]
                $name,
            )*)*
        }

        impl Rule {
            /// Every rule, in the order of the registry.
            pub const ALL: &'static [Rule] = &[$($(Rule::$name,)*)*];

            /// Its page.
            #[must_use]
            pub const fn info(self) -> &'static Info {
                match self {
                    $($(Rule::$name => &$module::$page,)*)*
                }
            }

            /// The chapter of the registry in which it stands.
            #[must_use]
            pub const fn chapter(self) -> &'static str {
                match self {
                    $($(Rule::$name => stringify!($module),)*)*
                }
            }
        }
    };
}

rules! {
    fence {
        Encoding = ENCODING,
        EmptyFile = EMPTY_FILE,
        FenceMissing = FENCE_MISSING,
        FenceUnclosed = FENCE_UNCLOSED,
        FenceNotFirst = FENCE_NOT_FIRST,
        FenceSpaces = FENCE_SPACES,
        FenceJoined = FENCE_JOINED,
        FenceDots = FENCE_DOTS,
        FenceIndented = FENCE_INDENTED,
        Bom = BOM,
        FileTooLarge = FILE_TOO_LARGE,
        FilenameCase = FILENAME_CASE,
    }
    yaml {
        YamlColon = YAML_COLON,
        YamlReserved = YAML_RESERVED,
        YamlQuoteTail = YAML_QUOTE_TAIL,
        YamlQuoteOpen = YAML_QUOTE_OPEN,
        YamlQuoteColumn = YAML_QUOTE_COLUMN,
        YamlFlow = YAML_FLOW,
        YamlTab = YAML_TAB,
        YamlIndent = YAML_INDENT,
        YamlContinuation = YAML_CONTINUATION,
        YamlLine = YAML_LINE,
        YamlEscape = YAML_ESCAPE,
        YamlControl = YAML_CONTROL,
        YamlSyntax = YAML_SYNTAX,
        DuplicateKey = DUPLICATE_KEY,
        CommentCutsValue = COMMENT_CUTS_VALUE,
        Unsupported = UNSUPPORTED,
        FlowStyle = FLOW_STYLE,
        LineReader = LINE_READER,
        FrontmatterStructure = FRONTMATTER_STRUCTURE,
    }
    field {
        UnknownField = UNKNOWN_FIELD,
        FieldTypo = FIELD_TYPO,
        FieldPortable = FIELD_PORTABLE,
        FieldType = FIELD_TYPE,
        FieldNumber = FIELD_NUMBER,
        CompatibilityLength = COMPATIBILITY_LENGTH,
        AllowedToolsForm = ALLOWED_TOOLS_FORM,
        MetadataType = METADATA_TYPE,
        MetadataNumber = METADATA_NUMBER,
        VersionNumber = VERSION_NUMBER,
        VersionForm = VERSION_FORM,
        RiskValue = RISK_VALUE,
    }
    name {
        NameMissing = NAME_MISSING,
        NameType = NAME_TYPE,
        NameNumber = NAME_NUMBER,
        NameEmpty = NAME_EMPTY,
        NameLength = NAME_LENGTH,
        NameForm = NAME_FORM,
        NameDirectory = NAME_DIRECTORY,
        NameNormalization = NAME_NORMALIZATION,
        NameConfusable = NAME_CONFUSABLE,
    }
    description {
        DescriptionMissing = DESCRIPTION_MISSING,
        DescriptionType = DESCRIPTION_TYPE,
        DescriptionNumber = DESCRIPTION_NUMBER,
        DescriptionEmpty = DESCRIPTION_EMPTY,
        DescriptionLength = DESCRIPTION_LENGTH,
        DescriptionPlaceholder = DESCRIPTION_PLACEHOLDER,
        DescriptionWhen = DESCRIPTION_WHEN,
        DescriptionTrigger = DESCRIPTION_TRIGGER,
        DescriptionMarkup = DESCRIPTION_MARKUP,
    }
    text {
        HiddenText = HIDDEN_TEXT,
        EscapeSequence = ESCAPE_SEQUENCE,
    }
    body {
        BodyEmpty = BODY_EMPTY,
        BodyLong = BODY_LONG,
        BodySections = BODY_SECTIONS,
        RiskMissing = RISK_MISSING,
        LinkBroken = LINK_BROKEN,
        LinkCase = LINK_CASE,
        LinkOutside = LINK_OUTSIDE,
    }
    together {
        NameTaken = NAME_TAKEN,
        NameNear = NAME_NEAR,
        RequiresUnknown = REQUIRES_UNKNOWN,
        RequiresCycle = REQUIRES_CYCLE,
    }
    native {
        NativeSyntax = NATIVE_SYNTAX,
        NativeDepth = NATIVE_DEPTH,
        NativeSize = NATIVE_SIZE,
        NativeStructure = NATIVE_STRUCTURE,
        NativeField = NATIVE_FIELD,
        NativeDuplicate = NATIVE_DUPLICATE,
        NativeMissing = NATIVE_MISSING,
        NativeVersion = NATIVE_VERSION,
        NativeName = NATIVE_NAME,
        NativeDescription = NATIVE_DESCRIPTION,
        NativeInstructions = NATIVE_INSTRUCTIONS,
    }
}

impl Rule {
    /// The rule of an id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// Shorthand for the id on its page.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// The rule whose id is nearest to a word that is none, where one is near enough.
    #[must_use]
    pub fn nearest(word: &str) -> Option<Self> {
        crate::near::nearest(word, Self::ALL.iter().map(|rule| rule.id())).and_then(Self::by_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct_and_in_kebab_case() {
        for (at, rule) in Rule::ALL.iter().enumerate() {
            assert_eq!(*rule as usize, at);
            assert!(rule.id().bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", rule.id());
            assert_eq!(Rule::by_id(rule.id()), Some(*rule));
        }
    }

    #[test]
    fn essential_rules_are_errors() {
        for rule in Rule::ALL {
            assert!(!rule.info().essential || rule.info().level == Level::Error, "{}", rule.id());
        }
    }

    #[test]
    fn pages_are_written_in_the_house_style() {
        for rule in Rule::ALL {
            let info = rule.info();
            for sentence in [info.says, info.why] {
                assert!(
                    sentence.ends_with('.') && sentence.starts_with(char::is_uppercase),
                    "{}: {sentence}",
                    info.id
                );
            }
            for fragment in [info.help, info.fix.map_or("x", |fix| fix.1)] {
                assert!(!fragment.is_empty() && !fragment.ends_with('.'), "{}: {fragment}", info.id);
            }
        }
    }

    #[test]
    fn levels_go_by_their_names_and_give_a_severity() {
        for (level, name, severity) in [
            (Level::Error, "error", Some(Severity::Error)),
            (Level::Warning, "warning", Some(Severity::Warning)),
            (Level::Hint, "hint", Some(Severity::Hint)),
            (Level::Off, "off", None),
        ] {
            assert_eq!((level.as_str(), level.severity()), (name, severity));
            assert_eq!(Level::by_name(name), Some(level));
        }
        assert_eq!(Level::by_name("Error"), None);
    }

    #[test]
    fn rules_go_by_their_names_and_are_found_near_them() {
        for rule in Rule::ALL {
            assert_eq!(Rule::by_id(rule.id()), Some(*rule));
        }
        assert_eq!(Rule::by_id("yaml"), None);
        assert_eq!(Rule::nearest("yaml-collon"), Some(Rule::YamlColon));
        assert_eq!(Rule::nearest("harbour"), None);
    }
}
