//! The published guide for clients: what has a description is loaded.

use super::{Descriptions, Levels, Names, Profile, Reading, agent_skills};
use crate::rules::{
    Level::{Error, Off, Warning},
    Rule,
};

/// For programs that must not lose skills: whatever has a description loads, with warnings where
/// other clients may stumble.
pub static LOADER: Profile = Profile {
    name: "loader",
    about: "the guide for clients of the Agent Skills specification: load whatever has a description, with warnings",
    fields: agent_skills::FIELDS,
    names: Names { longest: 64, ascii: false, from_directory: true },
    descriptions: Descriptions { longest: 1024, collapsed: false, measured_raw: false },
    reading: Reading::Text,
    first_error: false,
    extras: true,
    levels: Levels::usual().with(&[
        // Every recovery of the parser is allowed.
        (Rule::Bom, Off),
        (Rule::FenceSpaces, Warning),
        (Rule::FenceNotFirst, Warning),
        (Rule::FenceJoined, Warning),
        (Rule::FenceDots, Warning),
        (Rule::FenceIndented, Warning),
        (Rule::YamlColon, Warning),
        (Rule::YamlReserved, Warning),
        (Rule::YamlQuoteTail, Warning),
        (Rule::YamlQuoteOpen, Warning),
        (Rule::YamlQuoteColumn, Warning),
        (Rule::YamlFlow, Warning),
        (Rule::YamlTab, Warning),
        (Rule::YamlIndent, Warning),
        (Rule::YamlContinuation, Warning),
        (Rule::YamlLine, Warning),
        (Rule::YamlEscape, Warning),
        (Rule::YamlControl, Warning),
        (Rule::YamlSyntax, Warning),
        (Rule::Unsupported, Off),
        (Rule::FlowStyle, Off),
        (Rule::DuplicateKey, Warning),
        // Fields of other clients are theirs.
        (Rule::UnknownField, Off),
        (Rule::FieldPortable, Off),
        (Rule::FieldTypo, Warning),
        (Rule::FieldType, Warning),
        (Rule::FieldNumber, Off),
        (Rule::CompatibilityLength, Warning),
        (Rule::AllowedToolsForm, Off),
        (Rule::MetadataType, Off),
        (Rule::MetadataNumber, Off),
        (Rule::VersionNumber, Off),
        // A name that breaks the rules is still a name.
        (Rule::NameMissing, Warning),
        (Rule::NameEmpty, Warning),
        (Rule::NameType, Warning),
        (Rule::NameNumber, Off),
        (Rule::NameLength, Warning),
        (Rule::NameForm, Warning),
        (Rule::NameDirectory, Warning),
        (Rule::NameNormalization, Off),
        (Rule::DescriptionType, Warning),
        (Rule::DescriptionNumber, Off),
        (Rule::DescriptionLength, Warning),
        (Rule::DescriptionWhen, Off),
        (Rule::DescriptionMarkup, Off),
        (Rule::HiddenText, Warning),
        // Matters of writing are for authors.
        (Rule::BodyEmpty, Off),
        (Rule::BodyLong, Off),
        (Rule::LinkBroken, Off),
        (Rule::LinkCase, Off),
        (Rule::LinkOutside, Off),
        (Rule::FileTooLarge, Error),
    ]),
};
