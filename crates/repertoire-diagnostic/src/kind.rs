//! The closed enumeration of kinds, and severities.

use serde::Serialize;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What class of thing happened: a closed enumeration, printed in kebab case.
        ///
        /// Its names are those of the Autolith Skills document where it names them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $name,)*
        }

        impl Kind {
            /// Every kind, in a fixed order.
            pub const ALL: &'static [Kind] = &[$(Kind::$name,)*];

            /// The name in kebab case, stable for machines.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Kind::$name => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// A configured root is not there.
    MissingRoot = "missing-root",
    /// A directory or entry could not be examined.
    ScanError = "scan-error",
    /// A directory stands deeper than the scan goes.
    ScanDepthLimit = "scan-depth-limit",
    /// A root holds more directories than the scan visits.
    ScanDirectoryLimit = "scan-directory-limit",
    /// A root holds more entries than the scan reads.
    ScanEntryLimit = "scan-entry-limit",
    /// A root holds more characters of sources than the scan reads.
    ScanCharacterLimit = "scan-character-limit",
    /// A path leads out of the bounds of its root.
    OutsideRoot = "outside-root",
    /// A source is a FIFO, socket, device or directory.
    NotRegularFile = "not-regular-file",
    /// A source became another file while it was opened.
    IdentityChanged = "identity-changed",
    /// A source could not be read, or is not UTF-8.
    ReadError = "read-error",
    /// A source or its instructions pass the bound on characters.
    FileTooLarge = "file-too-large",
    /// Native data is nested too deeply.
    DataTooDeep = "data-too-deep",
    /// Native data has too many nodes.
    DataTooLarge = "data-too-large",
    /// The text cannot be read as what it should be.
    InvalidSyntax = "invalid-syntax",
    /// The text reads, but has the wrong shape.
    InvalidStructure = "invalid-structure",
    /// A required field is absent.
    MissingField = "missing-field",
    /// A field that the format does not know.
    UnknownField = "unknown-field",
    /// A field that stands twice.
    DuplicateField = "duplicate-field",
    /// A version that the format does not know.
    InvalidVersion = "invalid-version",
    /// A name that breaks the rules of names.
    InvalidName = "invalid-name",
    /// A description that breaks the rules of descriptions.
    InvalidDescription = "invalid-description",
    /// Instructions that break the rules of instructions.
    InvalidInstructions = "invalid-instructions",
    /// A valid definition whose name an earlier one has taken.
    Shadowed = "shadowed",
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// How much a diagnostic matters under the profile in force, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Refuses the skill, or fails the check.
    Error,
    /// Should be mended; refuses nothing.
    Warning,
    /// Worth knowing.
    Hint,
}

impl Severity {
    /// `error`, `warning` or `hint`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        }
    }
}

impl std::fmt::Display for Severity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_distinct_and_in_kebab_case() {
        let mut names: Vec<_> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(names.len(), 23);
        for name in &names {
            assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{name}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Kind::ALL.len());
    }

    #[test]
    fn severities_order_from_grave_to_slight() {
        assert!(Severity::Error < Severity::Warning && Severity::Warning < Severity::Hint);
    }
}
