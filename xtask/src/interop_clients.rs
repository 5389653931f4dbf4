//! `cargo xtask interop-clients`: the YAML libraries that clients are built on read what our models
//! of them read, and both must come to the same.
//!
//! Installs PyYAML and strictyaml into a virtual environment and `yaml`, `js-yaml` and `gray-matter`
//! beside it, all below `target/interop-clients`, gives them the probes of `repertoire-clients` and
//! real skills, and has that crate's test compare. With `--bless` the answers to the probes and the
//! table of agreement are written where `docs/clients.md` is made from.

use crate::workspace::{call, cargo, root};
use crate::{Failure, Outcome};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The halves that are not ours.
const SCRIPTS: [(&str, &str); 2] = [
    ("readers.py", include_str!("interop_clients/readers.py")),
    ("readers.mjs", include_str!("interop_clients/readers.mjs")),
];

/// What pip installs, as the dialects of `repertoire-clients` name it.
const PYTHON: &[&str] = &["PyYAML==6.0.4", "strictyaml==1.7.3"];

/// What npm installs.
const NODE: &[&str] = &["yaml@2.9.0", "js-yaml@4.1.1", "js-yaml3@npm:js-yaml@3.14.1", "gray-matter@4.0.3"];

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let bless = match arguments {
        [] => false,
        [one] if one == "--bless" => true,
        [other, ..] => {
            return Err(Failure::Usage(format!(
                "this chore takes `--bless` or nothing, and was given `{other}`"
            )));
        }
    };
    let folder = root().join("target/interop-clients");
    install(&folder)?;
    let readings = root().join("crates/repertoire-clients/tests/readings");
    let probes = probes(&readings.join("probes.jsonl"))?;
    let files = files()?;
    println!("{} probes, {} files with fences", probes.len(), files.len());
    let answers = ask(&folder, "probes", &probes)?;
    ask(&folder, "files", &files)?;
    let committed = readings.join("answers.jsonl");
    if bless {
        fs::write(&committed, &answers).map_err(at(&committed))?;
    } else if fs::read_to_string(&committed).map_err(at(&committed))? != answers {
        return Err(Failure::new(format!(
            "{} is not what the libraries answer; `--bless` writes it anew",
            committed.display()
        )));
    }
    let mut test = cargo();
    test.args(["test", "--quiet", "--package", "repertoire-clients", "--test", "readings"]);
    test.args(["--", "--nocapture"]).env("REPERTOIRE_READINGS", &folder);
    if bless {
        test.env("BLESS", "1");
    }
    call(&mut test)
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let path = path.display().to_string();
    move |error| Failure::new(format!("{path}: {error}"))
}

/// Installs what is missing.
fn install(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(at(folder))?;
    for (name, text) in SCRIPTS {
        let path = folder.join(name);
        fs::write(&path, text).map_err(at(&path))?;
    }
    // What was asked for is written down last, so that a half-done installation is done again.
    let stamp = folder.join("installed");
    let wanted = [PYTHON.join(" "), NODE.join(" ")].join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    call(Command::new("python3").args(["-m", "venv", "venv"]).current_dir(folder))?;
    call(Command::new("venv/bin/pip").args(["install", "--quiet"]).args(PYTHON).current_dir(folder))?;
    let package = folder.join("package.json");
    fs::write(&package, "{\"private\": true}\n").map_err(at(&package))?;
    call(
        Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"])
            .args(NODE)
            .current_dir(folder),
    )?;
    fs::write(&stamp, wanted).map_err(at(&stamp))
}

/// The probes: one JSON string a line.
fn probes(path: &Path) -> Result<Vec<Value>, Failure> {
    let lines = fs::read_to_string(path).map_err(at(path))?;
    let probe = |line: &str| {
        let text: String =
            serde_json::from_str(line).map_err(|error| Failure::new(format!("{line}: {error}")))?;
        Ok(json!({"id": line, "yaml": text}))
    };
    lines.lines().map(probe).collect()
}

/// Real skills between exact fences, sorted.
fn files() -> Result<Vec<Value>, Failure> {
    let shared =
        std::env::var_os("REPERTOIRE_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let corpus = shared.join("corpus");
    let mut files = Vec::new();
    let mut folders = vec![corpus.join("skills"), corpus.join("odd")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry.map_err(at(&folder))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut rows = Vec::new();
    for path in files {
        let bytes = fs::read(&path).map_err(at(&path))?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if let Some(yaml) = between_fences(&text) {
            let id = path.strip_prefix(&corpus).unwrap_or(&path).display().to_string();
            rows.push(json!({"id": id, "yaml": yaml, "whole": text}));
        }
    }
    Ok(rows)
}

/// What stands between a first line and a next line of three dashes.
fn between_fences(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_fence = |line: &str| line.strip_suffix('\n').unwrap_or(line).trim_end_matches('\r') == "---";
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| is_fence(line))?;
    let mut end = first.len();
    for line in lines {
        if is_fence(line) {
            return Some(&text[first.len()..end]);
        }
        end += line.len();
    }
    None
}

/// Gives rows to every library, and the answers as JSON lines, which are also kept in a file.
fn ask(folder: &Path, name: &str, rows: &[Value]) -> Result<String, Failure> {
    let given = folder.join(format!("{name}.jsonl"));
    let mut file = File::create(&given).map_err(at(&given))?;
    for row in rows {
        writeln!(file, "{row}").map_err(at(&given))?;
    }
    let mut answers = String::new();
    let halves: [(&str, &[&str]); 2] = [("venv/bin/python", &["readers.py"]), ("node", &["readers.mjs"])];
    for (program, arguments) in halves {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder);
        command.stdin(File::open(&given).map_err(at(&given))?);
        answers.push_str(&crate::workspace::capture(&mut command)?);
    }
    let path = folder.join(format!("{name}.answers.jsonl"));
    fs::write(&path, &answers).map_err(at(&path))?;
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_fences_count() {
        assert_eq!(between_fences("\u{feff}---\r\na: b\r\n---\r\nB"), Some("a: b\r\n"));
        assert_eq!(between_fences("---\n---"), Some(""));
        for text in ["", "---\na: b\n", "--- \na: b\n---\n", "---\na: b\n----\n"] {
            assert_eq!(between_fences(text), None, "{text:?}");
        }
    }
}
