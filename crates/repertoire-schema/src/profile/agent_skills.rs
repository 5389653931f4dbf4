//! The published Agent Skills specification, strictly.

use super::{Descriptions, Field, Form, Levels, Names, Profile, Reading};

/// The published standard, strictly: for authors and for continuous integration.
pub static AGENT_SKILLS: Profile = Profile {
    name: "agent-skills",
    about: "the published Agent Skills specification, strictly; for authors and continuous integration",
    fields: FIELDS,
    names: Names { longest: 64, ascii: false, from_directory: false },
    descriptions: Descriptions { longest: 1024, collapsed: false, measured_raw: false },
    reading: Reading::Text,
    first_error: false,
    extras: true,
    levels: Levels::usual(),
};

pub(super) const FIELDS: &[Field] = &[
    Field { name: "name", form: Form::Name },
    Field { name: "description", form: Form::Description },
    Field { name: "license", form: Form::Text },
    Field { name: "compatibility", form: Form::Bounded(500) },
    Field { name: "metadata", form: Form::TextMap },
    Field { name: "allowed-tools", form: Form::Tools },
];
