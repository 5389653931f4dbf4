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
        let roots = self.roots();
        let mut parts = Vec::new();
        let mut notes: Vec<String> =
            loaded.plan.diagnostics.iter().map(|found| found.message.clone()).collect();
        let mut left = MAX_BODIES;
        for step in &loaded.plan.steps {
            let Some(selection) = selected.get(step.name.as_str()) else { continue };
            let body = read(&selection.entry, &self.library.options.discovery);
            let body = body.map_err(|error| error.to_string()).and_then(|fresh| {
                let body = fresh.skill.instructions;
                let characters = body.chars().count();
                left = left.checked_sub(characters).ok_or_else(|| {
                    format!("its {characters} characters do not fit beside the others; load it alone")
                })?;
                Ok((body, characters))
            });
            match body {
                Ok((body, characters)) => {
                    parts.push(
                        self.part(&step.name, &step.because, &selection.entry, &roots, characters) + &body,
                    );
                }
                Err(error) if step.because.selected => {
                    return Err(format!("the skill {} is not loaded: {error}", quoted(&step.name)));
                }
                Err(error) => notes.push(format!("the skill {} is left out: {error}", quoted(&step.name))),
            }
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

/// A text on one line between quotes that nothing in it can close.
fn quoted(text: &str) -> String {
    serde_json::Value::from(clean_line(text)).to_string()
}
