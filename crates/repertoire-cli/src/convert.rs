//! `repertoire convert`: a skill in the other form.

use crate::args::{Convert, Target};
use crate::error::{Error, Outcome};
use crate::fields;
use crate::roots::Surroundings;
use crate::write::create;
use repertoire::diagnostic::clean_line;
use repertoire::fs;
use repertoire::schema::{Format, Source, check, convert, profile};
use repertoire_report::FileReport;

/// The most bytes of a source that are read.
const MAX_BYTES: usize = 4 << 20;
/// The fields that the native form has.
const NATIVE_FIELDS: [&str; 2] = ["name", "description"];

/// Runs the command.
pub(crate) fn run(arguments: &Convert, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let profile = surroundings.profile(&profile::LOADER);
    let bytes = fs::read(&arguments.file, MAX_BYTES)?;
    let shown = fs::show(&arguments.file);
    let is_native =
        arguments.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sexp"));
    let format = if is_native { Format::Native } else { Format::AgentSkill };
    let canonical = fs::canonical(&arguments.file)?;
    let directory = canonical.parent().and_then(|parent| parent.file_name()).and_then(|name| name.to_str());
    let checked = check(&Source { path: &shown, directory, format, bytes: &bytes }, profile);
    let text = std::str::from_utf8(&bytes).ok();
    let Some(skill) = checked.skill else {
        let file = FileReport {
            source: text,
            diagnostics: &checked.diagnostics,
            ..FileReport::new(&shown, profile.name)
        };
        terminal.frames(&terminal.text.file(&file));
        terminal.error("the source is no skill, so nothing was written");
        return Ok(Outcome::Findings);
    };
    let target = arguments.to.unwrap_or(if is_native { Target::Md } else { Target::Sexp });
    if arguments.name.is_some() && target == Target::Sexp {
        return Err(Error::Usage("--name is for a SKILL.md; the native form takes any name".into()));
    }
    let lost = lost(text.unwrap_or_default(), format);
    if !lost.is_empty() {
        let why = match target {
            Target::Sexp => "the native form has no place for it",
            Target::Md => "only name and description are written anew",
        };
        // Not a word less under --quiet: what is lost is lost.
        terminal.warn(&format!("left out: {}; {why}", lost.join(", ")));
    }
    let converted = match target {
        Target::Sexp => convert::to_native(&skill),
        Target::Md => convert::to_markdown(&skill, arguments.name.as_deref()),
    };
    let converted = match converted {
        Ok(converted) => converted,
        Err(error) => {
            let give = matches!(error, repertoire::schema::Error::Name { .. });
            let how = if give { " with --name" } else { "" };
            terminal.error(&format!("{shown}: {error}{how}"));
            return Ok(Outcome::Findings);
        }
    };
    if target == Target::Md {
        let wanted = arguments.name.as_deref().unwrap_or(&skill.metadata.name);
        if let Some(name) =
            fields::of(&converted).and_then(|fields| Some(fields.get("name")?.as_str()?.to_owned()))
            && name != wanted
        {
            terminal.warn(&format!(
                "the name `{}` does not fit a SKILL.md; it became `{name}`",
                clean_line(wanted)
            ));
        }
    }
    match &arguments.output {
        Some(path) => create(path, &converted)?,
        None => terminal.exact(&converted)?,
    }
    Ok(Outcome::Fine)
}

/// The fields of a `SKILL.md` that the native form cannot hold.
fn lost(text: &str, format: Format) -> Vec<String> {
    if format == Format::Native {
        return Vec::new();
    }
    let fields = fields::of(text).unwrap_or_default();
    fields.keys().filter(|key| !NATIVE_FIELDS.contains(&key.as_str())).map(|key| format!("`{key}`")).collect()
}
