//! A skill through the native form and back, and the conversion cache's own reading of the form.
//!
//! The bytes are a source, in the format that their first byte looks like.

use repertoire_cache::Conversion;
use repertoire_frontmatter::quote;
use repertoire_schema::{Format, Skill, Source, check, convert, profile};

/// Longer inputs would only make it slower.
const MAX_BYTES: usize = 16 * 1024;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let bytes = &data[..data.len().min(MAX_BYTES)];
    let format = if bytes.first() == Some(&b'(') { Format::Native } else { Format::AgentSkill };
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some(conversion) = Conversion::from_form(text)
    {
        assert_eq!(conversion.to_form(), text, "a hit is what a miss would have written");
    }
    let Some(skill) = read(format, bytes) else { return };
    let markdown = convert::to_markdown(&skill, None)
        .unwrap_or_else(|error| panic!("a skill that Autolith loads cannot be written: {error}"));
    let again = read(Format::AgentSkill, markdown.as_bytes())
        .unwrap_or_else(|| panic!("what was written is refused: {markdown}"));
    if again.metadata.name == skill.metadata.name {
        same(&skill, &again);
    } else {
        // A native name is free text; only one that follows the rules of the other form is kept.
        let named = format!("---\nname: {}\ndescription: d\n---\nx\n", quote(&skill.metadata.name));
        assert!(read(Format::AgentSkill, named.as_bytes()).is_none(), "a sound name was changed: {markdown}");
        let Skill { mut metadata, .. } = again;
        metadata.name.clone_from(&skill.metadata.name);
        same(&skill, &Skill { metadata, ..again });
    }
    let conversion = Conversion {
        name: skill.metadata.name.clone(),
        description: skill.metadata.description.split_whitespace().collect::<Vec<_>>().join(" "),
        instructions: skill.instructions.clone(),
    };
    assert_eq!(Conversion::from_form(&conversion.to_form()).as_ref(), Some(&conversion));
    if let Ok(native) = convert::to_native(&skill) {
        let again = read(Format::Native, native.as_bytes()).unwrap_or_else(|| panic!("refused: {native}"));
        same(&skill, &again);
    } else {
        assert!(skill.instructions.trim().is_empty(), "only an empty body has no native form");
    }
}

fn read(format: Format, bytes: &[u8]) -> Option<Skill> {
    // The directory is left open: any sound name will do.
    check(&Source { path: "x/SKILL.md", directory: None, format, bytes }, &profile::AUTOLITH).skill
}

fn same(a: &Skill, b: &Skill) {
    assert_eq!(a.metadata.name, b.metadata.name);
    assert_eq!(
        a.metadata.description.split_whitespace().collect::<Vec<_>>(),
        b.metadata.description.split_whitespace().collect::<Vec<_>>()
    );
    assert_eq!(a.instructions, b.instructions, "the body is kept to the byte");
}
