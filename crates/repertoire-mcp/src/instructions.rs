//! The instructions of a skill and of those that it requires, as one text for a model.

use std::collections::HashMap;

use repertoire::diagnostic::clean_line;
use repertoire::discovery::{Entry, read};
use repertoire::fs::show;
use repertoire::routing::Because;
use repertoire::session::{MAX_BODIES, Selection};

use crate::files::Roots;
use crate::library::View;

/// So many files of one skill are named; more are counted.
const MOST_FILES: usize = 200;

impl View<'_> {
    /// The instructions of a skill, what it requires before itself, as their sources are now. Fails
    /// with a sentence for the model.
    pub(crate) fn instructions(&self, name: &str) -> Result<String, String> {
        let turn = self.library.session.turn();
        let loaded = turn.load(name).map_err(|error| error.to_string())?;
        let selections = turn.selections();
        let selected: HashMap<&str, &Selection> =
            selections.iter().map(|selection| (selection.name.as_str(), selection)).collect();
        let mut notes: Vec<String> =
            loaded.plan.diagnostics.iter().map(|found| found.message.clone()).collect();
        let mut bodies = Vec::new();
        for step in &loaded.plan.steps {
            let Some(selection) = selected.get(step.name.as_str()) else { continue };
            match read(&selection.entry, &self.library.options.discovery) {
                Ok(fresh) => {
                    let characters = fresh.skill.instructions.chars().count();
                    bodies.push((step, &selection.entry, fresh.skill.instructions, characters));
                }
                Err(error) if step.because.selected => return Err(not_loaded(&step.name, &error)),
                Err(error) => notes.push(format!("the skill {} is left out: {error}", quoted(&step.name))),
            }
        }
        // What was asked for comes first; what it requires takes the room that is left.
        let mut left = MAX_BODIES;
        for (step, _, _, characters) in bodies.iter().filter(|(step, ..)| step.because.selected) {
            left = left.checked_sub(*characters).ok_or_else(|| {
                let most = format!(
                    "its instructions have {characters} characters, and {MAX_BODIES} is the most that is handed over; move details into files beside it"
                );
                not_loaded(&step.name, &most)
            })?;
        }
        let roots = self.roots();
        let mut parts = Vec::new();
        for (step, entry, body, characters) in bodies {
            if !step.because.selected {
                let Some(rest) = left.checked_sub(characters) else {
                    notes.push(format!(
                        "the skill {} is left out: with its {characters} characters the instructions would pass {MAX_BODIES} characters; load it by itself",
                        quoted(&step.name)
                    ));
                    continue;
                };
                left = rest;
            }
            parts.push(self.part(&step.name, &step.because, entry, &roots, characters) + &body);
        }
        if !notes.is_empty() {
            let lines: Vec<String> =
                notes.iter().map(|note| format!("Note: {}\n", clean_line(note))).collect();
            parts.insert(0, lines.concat());
        }
        Ok(parts.join("\n"))
    }

    /// What stands above the instructions of one skill. It tells how long they are, so that nothing in
    /// them can pass for their end.
    fn part(
        &self,
        name: &str,
        because: &Because,
        entry: &Entry,
        roots: &Roots<'_>,
        characters: usize,
    ) -> String {
        let directory = roots.skill(entry);
        let voice = &self.library.voice;
        let files = match &directory {
            Ok(directory) => directory.files(&mut |said| voice.say(&said)).map(|files| {
                let named = files.iter().take(MOST_FILES).map(|file| quoted(&file.join("/")));
                let more =
                    files.len().checked_sub(MOST_FILES + 1).map(|more| format!("and {} more", more + 1));
                named.chain(more).collect::<Vec<String>>().join(", ")
            }),
            Err(error) => Err(error.to_string()),
        };
        let files = files.unwrap_or_else(|error| clean_line(&error).into_owned());
        let path = directory.map_or_else(|_| entry.path.with_file_name(""), |directory| directory.path());
        format!(
            "Skill {} ({}), in the directory {}\nFiles in it: {files}\nIts complete instructions are the {characters} characters after the empty line.\n\n",
            quoted(name),
            clean_line(&because.to_string()),
            quoted(&show(&path)),
        )
    }
}

/// Why the skill that was asked for is not there.
fn not_loaded(name: &str, reason: &impl std::fmt::Display) -> String {
    format!("the skill {} is not loaded: {reason}", quoted(name))
}

/// A text on one line between quotes that nothing in it can close.
fn quoted(text: &str) -> String {
    serde_json::Value::from(clean_line(text)).to_string()
}
