//! What people see: each file in `tests/cli` lays out a folder, runs commands in it, and holds
//! what they print. `BLESS=1 cargo test -p repertoire-cli --test cli` writes what they print now.
//!
//! ```text
//! Words for people, ignored.
//! === tide/SKILL.md            a file with the lines below it; `escaped` behind the path
//! ---                          makes `\xNN` in them a byte and keeps the last line end off
//! === tide/link -> elsewhere   a link
//! === tide/scripts/            a directory
//! $ repertoire check tide      a command, also with `< file`; `cat FILE` shows a file
//! what it prints
//! ! what it says on standard error
//! ? 1                          its exit code where it is not 0
//! ```

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn commands_print_what_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut cases: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    cases.sort();
    assert!(cases.len() > 4, "no cases in {}", folder.display());
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for case in &cases {
        let written = fs::read_to_string(case).expect("a case is text");
        let now = run(&written);
        if bless {
            fs::write(case, &now).expect("a case can be written");
        } else if now != written {
            wrong.push(format!("{}:\n{}", case.display(), difference(&written, &now)));
        }
    }
    eprintln!("{} cases", cases.len());
    assert!(wrong.is_empty(), "{}\nBLESS=1 accepts what is printed now", wrong.join("\n"));
}

/// Runs a case, and gives it back with what is printed now.
fn run(written: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().canonicalize().expect("a real path");
    let mut lines = written.lines().peekable();
    let mut now = String::new();
    while let Some(line) = lines.next() {
        let _ = writeln!(now, "{line}");
        if let Some(spec) = line.strip_prefix("=== ") {
            let mut content = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("=== ") && !line.starts_with("$ "))
            {
                let _ = writeln!(now, "{line}");
                content.push(line);
            }
            make(&root, spec, &content);
        } else if let Some(command) = line.strip_prefix("$ ") {
            while lines.next_if(|line| !line.starts_with("=== ") && !line.starts_with("$ ")).is_some() {}
            now.push_str(&execute(&root, command));
        }
    }
    now
}

fn make(root: &Path, spec: &str, lines: &[&str]) {
    let parent = |path: &Path| fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    if let Some((path, target)) = spec.split_once(" -> ") {
        parent(&root.join(path));
        std::os::unix::fs::symlink(target, root.join(path)).expect("a link");
    } else if spec.ends_with('/') {
        fs::create_dir_all(root.join(spec)).expect("a folder");
    } else if let Some(path) = spec.strip_suffix(" escaped") {
        parent(&root.join(path));
        fs::write(root.join(path), unescape(&lines.join("\n"))).expect("a file");
    } else {
        parent(&root.join(spec));
        let text: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
        fs::write(root.join(spec), text).expect("a file");
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(&after[..2], 16).expect("two hexadecimal digits"));
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn execute(root: &Path, command: &str) -> String {
    let (command, input) =
        command.split_once(" < ").map_or((command, None), |(command, file)| (command, Some(file)));
    let words = words(command);
    let (program, arguments) = words.split_first().expect("a command");
    if program == "cat" {
        return arguments.iter().map(|file| fs::read_to_string(root.join(file)).expect("a text")).collect();
    }
    assert_eq!(program, "repertoire", "cases run repertoire and cat");
    let input =
        input.map_or_else(Stdio::null, |file| fs::File::open(root.join(file)).expect("an input").into());
    let output = Command::new(env!("CARGO_BIN_EXE_repertoire"))
        .args(arguments)
        .current_dir(root)
        .env_clear()
        .env("HOME", root.join("home"))
        .stdin(input)
        .output()
        .expect("the program runs");
    let folder = root.to_str().expect("a temporary folder is UTF-8");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8").replace(folder, "[DIR]");
    let mut printed = text(output.stdout);
    for line in text(output.stderr).lines() {
        let _ = writeln!(printed, "! {line}");
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => {
            let _ = writeln!(printed, "? {code}");
        }
        None => printed.push_str("? killed\n"),
    }
    printed
}

/// Words as a shell splits them, single quotes included.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn difference(written: &str, now: &str) -> String {
    let mut out = String::new();
    for change in similar::TextDiff::from_lines(written, now).unified_diff().context_radius(2).iter_hunks() {
        let _ = write!(out, "{change}");
    }
    out
}
