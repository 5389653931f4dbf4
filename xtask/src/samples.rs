//! `cargo xtask samples`: what our pages show as output of the program is what it prints.
//!
//! A sample is a fenced block of the language `console`. A line `$ repertoire …` in it is run at the
//! top of the repository, and the lines below, up to the next such line, are its output. What it is to
//! read stands behind it as shells have it: `<<< 'text'`, or `<<< $'a line\nanother'`.
//! `--bless` writes the pages anew.

use crate::workspace::{capture, cargo, root};
use crate::{Failure, Outcome};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What opens a sample.
const FENCE: &str = "```console";

/// What a line to run begins with.
const PROMPT: &str = "$ repertoire ";

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let bless = match arguments {
        [] => false,
        [one] if one == "--bless" => true,
        _ => return Err(Failure::Usage("this chore takes `--bless` or nothing".to_owned())),
    };
    let program = program()?;
    let mut stale = Vec::new();
    let mut count = 0;
    for path in pages(&root())? {
        let text = fs::read_to_string(root().join(&path))
            .map_err(|error| Failure::new(format!("{path}: {error}")))?;
        let fresh = refresh(&text, &mut |line| {
            count += 1;
            output(&program, line)
        })?;
        if fresh == text {
            continue;
        }
        if bless {
            fs::write(root().join(&path), fresh).map_err(|error| Failure::new(format!("{path}: {error}")))?;
        }
        stale.push(path);
    }
    match (stale.is_empty(), bless) {
        (true, _) => println!("samples: {count}, all as the program prints them"),
        (false, true) => println!("samples: {count}, written anew in {}", stale.join(", ")),
        (false, false) => {
            return Err(Failure::new(format!(
                "samples: not what the program prints in {}; look, then `cargo xtask samples --bless`",
                stale.join(", ")
            )));
        }
    }
    Ok(())
}

/// The pages for people, sorted: at the top, in `docs` and of each crate.
fn pages(root: &Path) -> Result<Vec<String>, Failure> {
    let mut pages = Vec::new();
    let mut folders = vec![String::new(), "docs".to_owned()];
    let crates = names(&root.join("crates"))?;
    folders.extend(crates.into_iter().map(|name| format!("crates/{name}")));
    for folder in folders {
        for name in names(&root.join(&folder))? {
            if name.ends_with(".md") {
                pages.push(if folder.is_empty() { name } else { format!("{folder}/{name}") });
            }
        }
    }
    pages.sort_unstable();
    Ok(pages)
}

fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let read = || -> std::io::Result<Vec<String>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    read().map_err(|error| Failure::new(format!("{}: {error}", folder.display())))
}

/// Builds the program and says where it is.
pub(crate) fn program() -> Result<PathBuf, Failure> {
    let mut build = cargo();
    build.args(["build", "--quiet", "--release", "--package", "repertoire-cli", "--message-format", "json"]);
    let artifacts = capture(&mut build)?;
    let mut executables = artifacts.lines().filter_map(|line| {
        let artifact: Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(artifact.get("executable")?.as_str()?))
    });
    executables.next_back().ok_or_else(|| Failure::new("cargo built no program"))
}

/// What the program prints for a line after the prompt, with the ends of lines trimmed.
fn output(program: &Path, line: &str) -> Result<String, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::new(format!("{line}: {error}"));
    let (arguments, input) = split_input(line).ok_or_else(|| wrong(&"what it reads is not quoted"))?;
    let mut command = Command::new(program);
    command.current_dir(root()).args(arguments.split_whitespace()).env("NO_COLOR", "1").env_remove("COLUMNS");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| wrong(&error))?;
    if let Some(mut pipe) = child.stdin.take() {
        // A sample is read before more than a pipe holds is written.
        pipe.write_all(input.as_bytes()).map_err(|error| wrong(&error))?;
    }
    let output = child.wait_with_output().map_err(|error| wrong(&error))?;
    let both = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(both).map_err(|error| wrong(&error))?;
    Ok(text.lines().map(|line| format!("{}\n", line.trim_end())).collect())
}

/// The arguments, and what stands behind `<<<`.
fn split_input(line: &str) -> Option<(&str, String)> {
    let Some((arguments, quoted)) = line.split_once(" <<< ") else { return Some((line, String::new())) };
    let plain = |quoted: &str| Some(quoted.strip_prefix('\'')?.strip_suffix('\'')?.to_owned());
    let text = match quoted.strip_prefix('$') {
        Some(escaped) => plain(escaped)?.replace("\\n", "\n"),
        None => plain(quoted)?,
    };
    Some((arguments, text + "\n"))
}

/// A page with the output of its samples as `run` gives it now.
fn refresh(page: &str, run: &mut dyn FnMut(&str) -> Result<String, Failure>) -> Result<String, Failure> {
    let mut fresh = String::with_capacity(page.len());
    let mut within = false;
    for line in page.split_inclusive('\n') {
        let bare = line.trim_end();
        if !within {
            within = bare == FENCE;
            fresh.push_str(line);
        } else if bare == "```" {
            within = false;
            fresh.push_str(line);
        } else if let Some(arguments) = bare.strip_prefix(PROMPT) {
            fresh.push_str(line);
            fresh.push_str(&run(arguments)?);
        }
    }
    if within { Err(Failure::new("a sample is never closed")) } else { Ok(fresh) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refreshed(page: &str) -> Option<String> {
        refresh(page, &mut |line| Ok(format!("ran {line}\n\n"))).ok()
    }

    #[test]
    fn output_of_samples_is_replaced_and_nothing_else() {
        let page = "# A\n$ repertoire x\n```console\n$ repertoire list --all\nold\n\n$ repertoire check\n```\nnew\n```sh\nold\n```\n";
        let fresh = "# A\n$ repertoire x\n```console\n$ repertoire list --all\nran list --all\n\n$ repertoire check\nran check\n\n```\nnew\n```sh\nold\n```\n";
        assert_eq!(refreshed(page).as_deref(), Some(fresh));
        assert_eq!(refreshed(fresh).as_deref(), Some(fresh));
    }

    #[test]
    fn an_open_sample_is_an_error_and_not_a_lost_page() {
        assert_eq!(refreshed("```console\n$ repertoire check\nthe rest\n"), None);
    }

    #[test]
    fn what_a_sample_reads_stands_behind_it() {
        let split = |line| split_input(line).map(|(arguments, input)| format!("{arguments}|{input}"));
        for (line, want) in [
            ("repl", Some("repl|")),
            ("repl --root a <<< '(skills)'", Some("repl --root a|(skills)\n")),
            (r#"repl <<< $'(load "a")\n(context)'"#, Some("repl|(load \"a\")\n(context)\n")),
            ("repl <<< (skills)", None),
        ] {
            assert_eq!(split(line).as_deref(), want, "{line}");
        }
    }

    #[test]
    fn pages_are_found_at_the_top_in_docs_and_in_crates() {
        let pages = pages(&root()).expect("pages");
        for page in ["README.md", "docs/architecture.md", "crates/repertoire-cli/README.md"] {
            assert!(pages.iter().any(|known| known == page), "{page}");
        }
    }
}
