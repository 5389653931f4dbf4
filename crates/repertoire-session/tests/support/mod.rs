//! What the tests of sessions share.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part, and stops where it fails")]

use std::fmt::Write as _;

use repertoire_discovery::{Options, RootSpec};
use repertoire_fs::testkit::Folder;
use repertoire_session::{Boundary, Contribution, Kind, Request, Session, Turn};

/// The tools of an ordinary request.
pub(crate) const TOOLS: &[&str] = &["file.read", "skill.load"];

/// Discovery in the roots `names` of a folder.
pub(crate) fn options(folder: &Folder, names: &[&str]) -> Options {
    Options::new(names.iter().map(|name| RootSpec::given(folder.join(name))).collect())
}

/// A session over the root `skills` of a folder.
pub(crate) fn session(folder: &Folder) -> Session {
    Session::new(options(folder, &["skills"]))
}

/// Writes `skills/NAME/SKILL.md` with further fields and a body.
pub(crate) fn write(folder: &Folder, name: &str, fields: &str, body: &str) {
    let directory = folder.join("skills").join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let text = format!("---\nname: {name}\ndescription: Does {name}.\n{fields}---\n{body}");
    std::fs::write(directory.join("SKILL.md"), text).unwrap();
}

/// A folder of skills: `NAME` or `NAME requires A B`, each with the body `Do NAME.`.
pub(crate) fn skills(lines: &[&str]) -> Folder {
    let folder = Folder::with("skills/");
    for line in lines {
        let (name, requires) = line.split_once(" requires ").unwrap_or((line, ""));
        let mut fields = String::new();
        if !requires.is_empty() {
            let _ = writeln!(fields, "requires: [{}]", requires.replace(' ', ", "));
        }
        write(&folder, name, &fields, &format!("Do {name}.\n"));
    }
    folder
}

/// What an ordinary request of a turn carries.
pub(crate) fn request(turn: &Turn) -> Request {
    turn.request(&Boundary::new(TOOLS))
}

/// The ids of the contributions.
pub(crate) fn ids(request: &Request) -> Vec<&str> {
    request.contributions.iter().map(|one| one.id.as_str()).collect()
}

/// The names of a turn's selections.
pub(crate) fn selected(turn: &Turn) -> Vec<String> {
    turn.selections().into_iter().map(|selection| selection.name).collect()
}

/// The body of a selected skill: all that follows the first empty line.
pub(crate) fn body(contribution: &Contribution) -> &str {
    assert_eq!(contribution.kind, Kind::Selected);
    let body = contribution.text.split_once("\n\n").unwrap().1;
    assert_eq!(contribution.instructions(), Some(body));
    body
}

/// The contribution of an id.
pub(crate) fn find<'r>(request: &'r Request, id: &str) -> &'r Contribution {
    let found = request.contributions.iter().find(|one| one.id == id);
    found.unwrap_or_else(|| panic!("{id} in {:?}", ids(request)))
}

/// `id kind` of each failure.
pub(crate) fn failures(request: &Request) -> Vec<String> {
    request.failures.iter().map(|failure| format!("{} {}", failure.id, failure.cause.kind())).collect()
}
