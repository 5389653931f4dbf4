//! Large trees of skills, for measuring.

use std::fs;
use std::path::Path;

/// How many files that are no sources stand beside each skill of a forest.
pub const DECOYS: usize = 10;
/// How many skills stand in one group of a forest.
const GROUP: usize = 1_000;

/// Builds a tree of `skills` skills in groups of a thousand, each with [`DECOYS`] other files.
/// The same number gives the same tree. One that is there whole already is left alone.
pub fn forest(base: &Path, skills: usize) {
    let mark = base.join(".complete");
    if fs::read_to_string(&mark).is_ok_and(|text| text == skills.to_string()) {
        return;
    }
    let body = "## Method\n\nRead the table, find the hour, say the height. Ask where it is not clear.\n\n"
        .repeat(24);
    for number in 0..skills {
        let name = format!("skill-{number:06}");
        let directory = base.join(format!("group-{:03}", number / GROUP)).join(&name);
        fs::create_dir_all(&directory).expect("a directory");
        let description =
            format!("Reads tide table number {number}. Use when somebody asks for heights, times or moons.");
        let text = super::markdown_skill(&name, &description, &format!("\n# Skill {number}\n\n{body}"));
        fs::write(directory.join("SKILL.md"), text).expect("a source");
        for decoy in 0..DECOYS {
            fs::write(directory.join(format!("note-{decoy}.md")), "Not a skill.\n").expect("a decoy");
        }
    }
    fs::write(mark, skills.to_string()).expect("a mark");
}
