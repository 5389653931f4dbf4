//! `repertoire new`: the beginning of a skill.

use crate::args::New;
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::write::create;
use repertoire::frontmatter::quote;
use repertoire::fs;
use repertoire::schema::{Format, Profile, Source, check, native, profile};
use repertoire_report::FileReport;

/// Runs the command.
pub(crate) fn run(arguments: &New, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let profile = surroundings.profile(&profile::AGENT_SKILLS);
    let format = if arguments.native { Format::Native } else { Format::AgentSkill };
    let text = text(arguments, profile, format);
    let shown = format!("{}/{}", arguments.name, format.file_name());
    let source = Source { path: &shown, directory: Some(&arguments.name), format, bytes: text.as_bytes() };
    let checked = check(&source, profile);
    let file = FileReport {
        source: Some(&text),
        diagnostics: &checked.diagnostics,
        ..FileReport::new(&shown, profile.name)
    };
    // A name that is no directory's is reason enough; its findings are about a file that is never made.
    if is_one_name(&arguments.name) {
        terminal.frames(&terminal.text.file(&file));
    }
    if !checked.is_valid() || !is_one_name(&arguments.name) {
        let why = if is_one_name(&arguments.name) { "" } else { "the name must be that of one directory; " };
        terminal.error(&format!("{why}nothing was written"));
        return Ok(Outcome::Findings);
    }
    let within = arguments.within.clone().unwrap_or_else(|| surroundings.workspace.clone());
    let path = within.join(&arguments.name).join(format.file_name());
    create(&path, &text)?;
    terminal.note(&format!("{} is there; now say what it does and when to use it", fs::show(&path)));
    Ok(Outcome::Fine)
}

/// Whether a name is one component of a path and no more. The rules of names say so too, but
/// not every profile has them.
fn is_one_name(name: &str) -> bool {
    let mut parts = std::path::Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(std::path::Component::Normal(part)), None) if part == name)
}

fn text(arguments: &New, profile: &Profile, format: Format) -> String {
    let name = &arguments.name;
    let title = title(name);
    let aether = profile.name == profile::AETHER.name;
    let description = arguments.description.clone().unwrap_or_else(|| {
        if aether {
            format!("Use when somebody asks for {name}. Does it the way this project wants it done.")
        } else {
            format!("Does {name} the way this project wants it done. Use when somebody asks for it.")
        }
    });
    let body = if aether {
        format!(
            "# {title}\n\n## Principle\n\nThe one idea that decides when the steps do not.\n\n\
             ## Method\n\n1. Look at what is there.\n2. Do the work in small steps.\n3. Check the result.\n\n\
             ## Output template\n\nThe result in one sentence, then what was done.\n\n\
             ## Rules\n\n- Say what could not be done, and why.\n"
        )
    } else {
        format!(
            "# {title}\n\n1. Look at what is there.\n2. Do the work in small steps.\n3. Check the result.\n\n\
             ## When it is done\n\nGive the result in one sentence, then what was done. Say what could not be done, and why.\n"
        )
    };
    match format {
        Format::Native => native::render(name, &description, &body),
        Format::AgentSkill => {
            let more = if aether { "version: 0.1.0\nrisk: low\n" } else { "" };
            format!("---\nname: {}\ndescription: {}\n{more}---\n{body}", quote(name), quote(&description))
        }
    }
}

/// A name as words, the first one with a capital.
fn title(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
