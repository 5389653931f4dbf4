//! Writing a skill in the other format.
//!
//! ```
//! use repertoire_schema::{convert, profile, Format, Source, check};
//!
//! let source = Source {
//!     path: "tide/SKILL.md",
//!     directory: Some("tide"),
//!     format: Format::AgentSkill,
//!     bytes: b"---\nname: tide\ndescription: |\n  Plot tides.\n  Use when asked.\n---\nPlot the heights.\n",
//! };
//! let skill = check(&source, &profile::AUTOLITH).skill.expect("a valid skill");
//! let native = convert::to_native(&skill)?;
//! assert!(native.contains(":description \"Plot tides. Use when asked.\""));
//! assert_eq!(
//!     convert::to_markdown(&skill, None)?,
//!     "---\nname: tide\ndescription: Plot tides. Use when asked.\n---\nPlot the heights.\n"
//! );
//! # Ok::<(), repertoire_schema::Error>(())
//! ```

use crate::check::{collapse, fitting, is_sound};
use crate::native::{self, Purpose};
use crate::profile::AUTOLITH;
use crate::{Error, Skill};
use repertoire_frontmatter::quote;

/// Writes a skill as a `SKILL.sexp`. Name, normalised description and instructions are kept; the
/// native form has no other fields.
///
/// # Errors
///
/// [`Error::NoInstructions`] where the body is blank, and [`Error::Native`] where the form would
/// break a rule of its own, as with a description of more than 1,024 characters.
pub fn to_native(skill: &Skill) -> Result<String, Error> {
    let text = native::render(&skill.metadata.name, &skill.metadata.description, &skill.instructions);
    match native::read(&text, Purpose::Source) {
        Ok(_) => Ok(text),
        Err(Error::Native { rule: crate::rules::Rule::NativeInstructions, .. }) => Err(Error::NoInstructions),
        Err(error) => Err(error),
    }
}

/// Writes a skill as a `SKILL.md` that passes the profile `autolith`, quoting only what needs it.
/// The name is `name` where one is given; else the skill's own, made to follow the rules of
/// names. The instructions are kept byte for byte.
///
/// # Errors
///
/// [`Error::Name`] where no name can be made that follows the rules.
pub fn to_markdown(skill: &Skill, name: Option<&str>) -> Result<String, Error> {
    let wanted = name.unwrap_or(&skill.metadata.name);
    let name =
        if is_sound(wanted, AUTOLITH.names) { Some(wanted.to_owned()) } else { fitting(wanted, &AUTOLITH) };
    let name = name.ok_or_else(|| Error::Name { name: wanted.to_owned() })?;
    let description = collapse(&skill.metadata.description);
    Ok(format!(
        "---\nname: {}\ndescription: {}\n---\n{}",
        quote(&name),
        quote(&description),
        skill.instructions
    ))
}
