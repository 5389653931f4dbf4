//! Names and files that somebody made to do harm: nothing waits, nothing leaks, one event stays one event.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn repertoire(folder: &Path, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_repertoire"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder.join("home"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    // The outputs here are far smaller than a pipe holds, so that the program never waits for us.
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "the program hangs: {arguments:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("output")
}

fn skill(folder: &Path, name: &OsStr, text: &str) {
    fs::create_dir_all(folder.join(name)).expect("a folder");
    fs::write(folder.join(name).join("SKILL.md"), text).expect("a file");
}

const GOOD: &str = "---\nname: tide\ndescription: Lays out tables of tides. Use when asked.\n---\nBody.\n";

#[test]
fn names_with_odd_bytes_are_shown_escaped_and_kept_whole_in_json() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names: [&[u8]; 4] = [b"new\n::error::line", b"esc\x1b[2J", b"bad\xff", "tide\u{202e}".as_bytes()];
    for name in names {
        skill(&folder.path().join("skills"), OsStr::from_bytes(name), GOOD);
    }
    for form in ["text", "json", "jsonl", "sarif", "github"] {
        let output = repertoire(folder.path(), &["check", "--format", form, "skills"]);
        assert_eq!(output.status.code(), Some(1), "{form}: the names differ from their directories");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(!text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{form}: {text}");
        match form {
            "github" => {
                assert_eq!(text.lines().filter(|line| line.starts_with("::error")).count(), 4, "{text}");
            }
            "jsonl" => {
                assert_eq!(text.lines().count(), 4, "{text}");
                let files: Vec<Value> =
                    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
                let bytes: Vec<&str> = files.iter().filter_map(|file| file["path_bytes"].as_str()).collect();
                assert_eq!(bytes.len(), 1, "only one path is not UTF-8");
                assert!(bytes[0].contains("626164ff"), "{bytes:?}");
            }
            _ => {}
        }
    }
    let output = repertoire(folder.path(), &["list", "--root", "skills", "--all"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text}");
}

#[test]
fn no_command_lets_the_text_of_a_skill_out_raw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let evil = "\u{1b}[2J\u{7}\u{9b}\u{202e}\u{e0041}";
    let text = format!(
        "---\nname: \"tide{evil}\"\ndescription: \"Lays out {evil} tables. Use when asked about {evil} tides.\"\n\
         tags: [\"{evil}\"]\nlicense: \"{evil}\"\n\"{evil}\": x\n---\nBody {evil} of tides.\n"
    );
    skill(&folder.path().join("skills"), OsStr::new("tide"), &text);
    skill(&folder.path().join("skills"), OsStr::new("twin"), &text);
    let name = format!("tide{evil}");
    let commands: [&[&str]; 16] = [
        &["list"],
        &["list", "--all"],
        &["list", "--format", "json"],
        &["show", &name],
        &["show", &name, "--format", "json"],
        &["why", &name],
        &["why", "skills/twin"],
        &["route", "tables of tides"],
        &["route", "tables of tides", "--format", "json"],
        &["load", &name],
        &["load", &name, "--format", "json"],
        &["context", &name],
        &["context", &name, "--form", "json", "--format", "json"],
        &["compat", "skills"],
        &["check", "--diff", "--unsafe-fixes", "skills"],
        &["check", "--unsafe-fixes", "skills"],
    ];
    for command in commands {
        let output = repertoire(folder.path(), command);
        if command[0] == "list" || command[0] == "show" {
            let shown = String::from_utf8_lossy(&output.stdout);
            assert!(
                shown.contains("u{1b}") || shown.contains("u001b"),
                "{command:?} finds the skill: {shown}"
            );
        }
        for stream in [output.stdout, output.stderr] {
            let text = String::from_utf8(stream).expect("UTF-8");
            let raw = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}' || c == '\u{e0041}';
            assert!(!text.chars().any(raw), "{command:?}: {text:?}");
        }
    }
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let skills = folder.path().join("skills");
    skill(&skills, OsStr::new("tide"), GOOD);
    for name in ["fifo", "socket", "device", "loop"] {
        fs::create_dir_all(skills.join(name)).expect("a folder");
    }
    let made = Command::new("mkfifo").arg(skills.join("fifo/SKILL.md")).status().expect("mkfifo");
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(skills.join("socket/SKILL.md")).expect("a socket");
    symlink("/dev/zero", skills.join("device/SKILL.md")).expect("a link");
    symlink("SKILL.md", skills.join("loop/SKILL.md")).expect("a link");
    symlink("..", skills.join("tide/up")).expect("a link");

    for arguments in
        [&["check", "--format", "json", "skills"][..], &["check", "--format", "json", "skills/fifo/SKILL.md"]]
    {
        let output = repertoire(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let kinds: Vec<&str> = report["files"]
            .as_array()
            .expect("files")
            .iter()
            .flat_map(|file| file["diagnostics"].as_array().expect("diagnostics"))
            .map(|found| found["kind"].as_str().expect("a kind"))
            .collect();
        if arguments.len() == 4 && arguments[3] == "skills" {
            assert_eq!(kinds, ["outside-root", "not-regular-file", "read-error", "not-regular-file"]);
            assert_eq!(report["summary"]["valid"], 1, "the rest goes on");
        } else {
            assert_eq!(kinds, ["not-regular-file"]);
        }
    }
}

#[test]
fn a_named_device_and_a_growing_size_are_bounded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("sparse")).expect("a folder");
    let sparse = fs::File::create(folder.path().join("sparse/SKILL.md")).expect("a file");
    sparse.set_len(1 << 40).expect("a sparse file");
    let output = repertoire(folder.path(), &["check", "--format", "json", "sparse", "/dev/zero"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["files"][0]["diagnostics"][0]["kind"], "file-too-large");
    assert_eq!(report["files"][1]["diagnostics"][0]["kind"], "not-regular-file");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_fix_keeps_the_mode_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tide/SKILL.md");
    skill(folder.path(), OsStr::new("tide"), &GOOD.replace("---\nname", "--- \nname"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
    let output = repertoire(folder.path(), &["check", "--fix", "tide"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(fs::read_to_string(&path).expect("a file"), GOOD);
    assert_eq!(fs::metadata(&path).expect("metadata").permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path().join("tide")).expect("a folder").count(), 1);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for number in 0..300 {
        skill(&folder.path().join("skills"), OsStr::new(&format!("s{number}")), &GOOD.replace("tide", "x y"));
    }
    for form in ["text", "json", "jsonl", "github"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_repertoire"))
            .args(["check", "--format", form, "skills"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("output");
        assert_eq!(output.status.code(), Some(0), "{form}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{form}");
    }
}

#[test]
fn a_skill_forges_no_line_on_standard_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let forged = "lost\\nerror: the root is not there";
    let tide = format!(
        "---\nname: tide\ndescription: Lays out tables.\nrequires: [\"{forged}\"]\n\"{forged}\": x\n---\nBody.\n"
    );
    let long = "Long. ".repeat(200);
    let moon = format!("---\nname: \"moon\\nerror: forged\"\ndescription: {long}\n---\nBody.\n");
    skill(&folder.path().join("skills"), OsStr::new("tide"), &tide);
    skill(&folder.path().join("skills"), OsStr::new("moon"), &moon);
    let commands: [(&[&str], usize); 5] = [
        (&["context", "tide", "--budget", "700"], 0),
        (&["context", "gone\nerror: forged"], 1),
        (&["load", "tide"], 0),
        (&["load", "moon\nerror: forged", "gone\nerror: forged"], 1),
        (&["convert", "skills/tide/SKILL.md"], 0),
    ];
    for (command, errors) in commands {
        let output = repertoire(folder.path(), &[command, &["--root", "skills"]].concat());
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let told = said.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(told, errors, "{command:?}: {said}");
    }
}
