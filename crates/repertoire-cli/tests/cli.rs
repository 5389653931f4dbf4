//! What people see: each file in `tests/cli` lays out a folder, runs commands in it, and holds
//! what they print. `BLESS=1 cargo test -p repertoire-cli --test cli` writes what they print now.
//!
//! ```text
//! Words for people, ignored.
//! === tide/SKILL.md            a file with the lines below it; `escaped` behind the path
//! ---                          makes `\xNN` in them a byte and keeps the last line end off
//! === tide/link -> elsewhere   a link
//! === tide/scripts/            a directory
//! $ repertoire check tide      a command, also with `< file`; `cat FILE` shows a file, and `[DIR]`
//!                              stands for the folder, here and in what is printed
//! what it prints
//! ! what it says on standard error
//! ? 1                          its exit code where it is not 0
//! $ repertoire repl            a session: its input is the lines that begin with `> `, and below
//! > (skills)                   each stands what it prints
//! ```

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
            let mut said = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("=== ") && !line.starts_with("$ "))
            {
                said.extend(line.strip_prefix("> "));
            }
            now.push_str(&if said.is_empty() {
                execute(&root, command)
            } else {
                session(&root, command, &said)
            });
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
    let folder = root.to_str().expect("a temporary folder is UTF-8");
    let words = words(&command.replace("[DIR]", folder));
    let (program, arguments) = words.split_first().expect("a command");
    if program == "cat" {
        return arguments.iter().map(|file| fs::read_to_string(root.join(file)).expect("a text")).collect();
    }
    assert_eq!(program, "repertoire", "cases run repertoire and cat");
    let input =
        input.map_or_else(Stdio::null, |file| fs::File::open(root.join(file)).expect("an input").into());
    printed(root, &repertoire(root, arguments, input))
}

fn repertoire(root: &Path, arguments: &[String], input: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_repertoire"))
        .args(arguments)
        .current_dir(root)
        .env_clear()
        .env("HOME", root.join("home"))
        .stdin(input)
        .output()
        .expect("the program runs")
}

/// A session with its answers under its lines. It is run once for each line, with the lines up to
/// it, so that what is new in the output belongs to it; and so the same beginning is seen to give
/// the same answers each time.
fn session(root: &Path, command: &str, said: &[&str]) -> String {
    let words = words(command);
    assert_eq!(words.get(1).map(String::as_str), Some("repl"), "only a session hears what is said");
    let transcript =
        words.iter().skip_while(|word| *word != "--transcript").nth(1).map(|file| root.join(file));
    let before = transcript.as_ref().and_then(|file| fs::read(file).ok());
    let mut whole = String::new();
    let mut now = String::new();
    for (nth, line) in said.iter().enumerate() {
        match (&transcript, &before) {
            (Some(file), Some(bytes)) => fs::write(file, bytes).expect("a transcript"),
            (Some(file), None) if file.exists() => fs::remove_file(file).expect("a transcript"),
            _ => {}
        }
        let input = root.join(".said");
        fs::write(&input, unescape(&format!("{}\n", said[..=nth].join("\n")))).expect("an input");
        let output = repertoire(root, &words[1..], fs::File::open(&input).expect("an input").into());
        fs::remove_file(&input).expect("an input");
        let last = nth + 1 == said.len();
        let text = if last { printed(root, &output) } else { text(root, &output.stdout) };
        let new = text.strip_prefix(&whole).expect("a longer session begins like a shorter one");
        let _ = write!(now, "> {line}\n{new}");
        whole = text;
    }
    now
}

fn text(root: &Path, bytes: &[u8]) -> String {
    let folder = root.to_str().expect("a temporary folder is UTF-8");
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8").replace(folder, "[DIR]")
}

fn printed(root: &Path, output: &Output) -> String {
    let mut printed = text(root, &output.stdout);
    for line in text(root, &output.stderr).lines() {
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
