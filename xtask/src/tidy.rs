//! `cargo xtask tidy`: holds the files of the repository to the rules of the house.
//!
//! Each check is a function from a path and a text to the faults it finds; this file gathers the
//! texts and says what came of it.

mod manifest;
mod prose;
mod source;

use crate::workspace::root;
use crate::{Failure, Outcome, no_arguments};
use std::fmt;
use std::fs;
use std::path::Path;

/// What may stand at the top of the repository, besides names that begin with a dot.
const TOP: &[&str] = &[
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "action.yml",
    "benches",
    "clippy.toml",
    "crates",
    "deny.toml",
    "docs",
    "fuzz",
    "rustfmt.toml",
    "xtask",
];

/// What must stand there.
const TOP_REQUIRED: &[&str] = &[
    ".ci/run",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "deny.toml",
    "docs/architecture.md",
    "docs/decisions.md",
];

/// Folders that hold what machines made, by name or by path from the top: not looked into.
const MADE: &[&str] =
    &[".git", "target", "mutants.out", "mutants.out.old", "fuzz/artifacts", "fuzz/corpus", "fuzz/coverage"];

/// Folders whose files are inputs of tests and examples, with every fault on purpose.
const INPUTS: &[&str] = &["data", "examples", "fixtures", "seeds", "snapshots", "proptest-regressions"];

/// Lines of a file past which it is a fault, and past which it is a remark.
const LONGEST: usize = 800;
const LONG: usize = 400;

/// Files that a chore writes, however long they get.
const GENERATED: &[&str] = &["docs/rules.md"];

/// Something that breaks a rule, or nearly does.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fault {
    path: String,
    /// From 1; 0 is the file as a whole.
    line: usize,
    message: String,
    /// A remark does not fail the chore.
    remark: bool,
}

impl Fault {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into(), remark: false }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}{}", if self.remark { "(remark) " } else { "" }, self.message)
    }
}

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    let files = Files::read(&root())?;
    let faults = files.faults();
    let failed = faults.iter().filter(|fault| !fault.remark).count();
    for fault in &faults {
        println!("{fault}");
    }
    println!("tidy: {} files, {failed} faults, {} remarks", files.texts.len(), faults.len() - failed);
    if failed == 0 { Ok(()) } else { Err(Failure::new("tidy: see CONTRIBUTING.md for the rules")) }
}

/// The files of the repository that people wrote.
struct Files {
    /// Paths from the top, with slashes, sorted; and the texts of those that are UTF-8.
    texts: Vec<(String, String)>,
    /// The paths of all files, texts or not, sorted.
    paths: Vec<String>,
    /// The entries at the top.
    top: Vec<String>,
}

impl Files {
    /// Reads everything below `root` that no machine made.
    fn read(root: &Path) -> Result<Self, Failure> {
        let mut files = Self { texts: Vec::new(), paths: Vec::new(), top: Vec::new() };
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let here = root.join(&folder);
            let failure = |error| Failure::new(format!("{}: {error}", here.display()));
            for entry in fs::read_dir(&here).map_err(failure)? {
                let entry = entry.map_err(failure)?;
                let name = entry.file_name().into_string().map_err(|name| {
                    Failure::new(format!("{}: a name that is not UTF-8: {}", here.display(), name.display()))
                })?;
                let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                if MADE.contains(&name.as_str()) || MADE.contains(&path.as_str()) {
                    continue;
                }
                if folder.is_empty() {
                    files.top.push(name);
                }
                if entry.file_type().map_err(failure)?.is_dir() {
                    folders.push(path);
                    continue;
                }
                if let Ok(text) = String::from_utf8(fs::read(entry.path()).map_err(failure)?) {
                    files.texts.push((path.clone(), text));
                }
                files.paths.push(path);
            }
        }
        files.texts.sort_unstable();
        files.paths.sort_unstable();
        files.top.sort_unstable();
        Ok(files)
    }

    /// Everything that is wrong, in the order of the paths.
    fn faults(&self) -> Vec<Fault> {
        let mut faults = top(&self.top, &self.paths);
        faults.extend(manifest::unexplained(self));
        for (path, text) in self.texts.iter().filter(|(path, _)| !is_input(path)) {
            let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
            match extension {
                "rs" => faults.extend(source::faults(path, text)),
                "toml" => faults.extend(manifest::faults(path, text)),
                "md" => faults.extend(prose::faults(path, text, self)),
                _ => {}
            }
            if matches!(extension, "rs" | "toml" | "md" | "yml" | "yaml" | "sh") || path == ".ci/run" {
                faults.extend(blanks(path, text));
            }
            if matches!(extension, "rs" | "md" | "toml") && !GENERATED.contains(&path.as_str()) {
                faults.extend(length(path, text));
            }
        }
        faults.sort_unstable();
        faults
    }

    /// These texts at these paths.
    #[cfg(test)]
    fn of(texts: &[(&str, &str)]) -> Self {
        let mut texts: Vec<_> =
            texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        texts.sort_unstable();
        let paths = texts.iter().map(|(path, _)| path.clone()).collect();
        Self { texts, paths, top: Vec::new() }
    }

    /// The text of a file.
    fn text(&self, path: &str) -> Option<&str> {
        let index = self.texts.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()?;
        Some(&self.texts[index].1)
    }

    /// Whether a path from the top is a file or a folder that holds one.
    fn holds(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let below = format!("{path}/");
        path.is_empty() || self.paths.iter().any(|known| known == path || known.starts_with(&below))
    }
}

fn is_input(path: &str) -> bool {
    path.rsplit_once('/')
        .is_some_and(|(folders, _)| folders.split('/').any(|folder| INPUTS.contains(&folder)))
}

/// Strays at the top, and what is missing there.
fn top(entries: &[String], paths: &[String]) -> Vec<Fault> {
    let strays = entries.iter().filter(|name| !name.starts_with('.') && !TOP.contains(&name.as_str()));
    let missing =
        TOP_REQUIRED.iter().filter(|path| paths.binary_search_by(|known| known.as_str().cmp(path)).is_err());
    let strays = strays.map(|name| {
        Fault::new(name, 0, "does not belong at the top; TOP in xtask/src/tidy.rs lists what does")
    });
    strays.chain(missing.map(|path| Fault::new(path, 0, "is missing"))).collect()
}

/// White space before a line's end, and a last line that does not end.
fn blanks(path: &str, text: &str) -> Vec<Fault> {
    let trailing = text.lines().enumerate().filter(|(_, line)| line.ends_with([' ', '\t', '\r']));
    let mut faults: Vec<_> =
        trailing.map(|(at, _)| Fault::new(path, at + 1, "white space at the end of the line")).collect();
    if text.is_empty() {
        faults.push(Fault::new(path, 0, "is empty"));
    } else if !text.ends_with('\n') {
        faults.push(Fault::new(path, text.lines().count(), "the last line does not end with a newline"));
    }
    faults
}

/// Files that nobody reads to the end.
fn length(path: &str, text: &str) -> Option<Fault> {
    let lines = text.lines().count();
    if lines <= LONG {
        return None;
    }
    let remark = lines <= LONGEST;
    let message = format!(
        "{lines} lines: {LONG} is long, {LONGEST} is the end; look for the seam along which it splits"
    );
    Some(Fault { remark, ..Fault::new(path, 0, message) })
}

#[cfg(test)]
mod tests;
