//! Sessions that a script cannot tell: what changes while they run, what is too much, what is refused.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_repertoire"));
    command.arg("repl").args(arguments).current_dir(folder).env_clear().env("HOME", folder.join("home"));
    command
}

/// What a session over a whole script prints.
fn run(folder: &Path, arguments: &[&str], script: &[u8]) -> Output {
    let input = folder.join("script");
    fs::write(&input, script).expect("a script");
    let input = fs::File::open(&input).expect("a script");
    command(folder, arguments).stdin(input).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn skill(folder: &Path, root: &str, name: &str, rest: &str) {
    let directory = folder.join(root).join(name);
    fs::create_dir_all(&directory).expect("a folder");
    let text = format!("---\nname: {name}\ndescription: Does {name}.\n---\n{rest}");
    fs::write(directory.join("SKILL.md"), text).expect("a source");
}

/// A session that is spoken to line by line.
struct Spoken {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Spoken {
    fn new(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = command(folder, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self { child, input, output }
    }

    /// Says a line, and gives the answer: what comes before the answer to a line that is known.
    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}\n(view :compact)").expect("the session hears");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("the session answers");
            assert!(read > 0, "the session has ended after {answer:?}");
            if line == "view: compact\n" {
                return answer;
            }
            answer.push_str(&line);
        }
    }

    /// Says nothing more, and gives the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().expect("a child").code()
    }
}

#[test]
fn each_request_carries_what_the_source_says_by_then() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    skill(folder.path(), "skills", "tide", "FIRST\n");
    let mut session = Spoken::new(folder.path(), &[]);
    assert_eq!(session.say("(load \"tide\")"), "◆ loaded skill: tide\n");
    assert!(session.say("(request)").ends_with("\n\nFIRST\n"));
    skill(folder.path(), "skills", "tide", "SECOND\n");
    let request = session.say("(request)");
    assert!(request.ends_with("\n\nSECOND\n") && !request.contains("FIRST"), "{request}");
    fs::write(folder.path().join("skills/tide/SKILL.md"), "no skill any more").expect("a source");
    let request = session.say("(request)");
    assert!(request.contains("skill-warning-tide  priority 910") && !request.contains("SECOND"), "{request}");
    assert!(request.ends_with("Do not claim that they were applied.\n"), "{request}");
    let context = session.say("(context)");
    assert!(context.contains("failures  skill-warning-tide: invalid: skills/tide/SKILL.md"), "{context}");
    fs::remove_dir_all(folder.path().join("skills")).expect("a folder");
    // The last request is what it was; the next one is another.
    assert_eq!(session.say("(context)"), context);
    assert!(session.say("(request)").contains("is gone"));
    skill(folder.path(), "skills", "tide", "THIRD\n");
    assert!(session.say("(request)").ends_with("\n\nTHIRD\n"), "what comes back is carried again");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn diagnostics_are_told_a_hundred_of_each_kind_and_the_rest_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for number in 0..104 {
        let name = format!("s{number:03}");
        skill(folder.path(), "one", &name, "");
        skill(folder.path(), "two", &name, "");
    }
    for number in 0..101 {
        let bad = folder.path().join(format!("one/bad{number:03}"));
        fs::create_dir_all(&bad).expect("a folder");
        fs::write(bad.join("SKILL.md"), "---\nname: bad\n---\n").expect("a source");
    }
    let output = run(folder.path(), &["--root", "one", "--root", "two"], b"(skills)\n(context)\n");
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "what is wrong with skills is no failure of the session");
    assert!(text.contains("\n104 skills; selected in this turn: none\n"), "{text}");
    assert!(text.contains("\nrejected: 101\n") && text.contains("\n  and 1 more\n"), "{text}");
    assert!(text.contains("\nshadowed: 104\n") && text.contains("\n  and 4 more\n"), "{text}");
    assert_eq!(text.matches("error[description-missing]").count(), 100);
    assert_eq!(text.matches("hint[shadowed]").count(), 100);
    assert!(text.contains("contribution, "), "{text}");
}

#[test]
fn load_and_context_keep_the_bounds_of_a_session() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["a", "b", "c"] {
        skill(folder.path(), "skills", name, &"x".repeat(60_000));
    }
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_repertoire"));
        let output = command.args(arguments).current_dir(folder.path()).env("HOME", folder.path()).output();
        output.expect("the program runs")
    };
    let output = run(&["load", "a", "b", "c", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let loaded: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(loaded["skills"].as_array().map(Vec::len), Some(2));
    let told = "`c` is not loaded: with its 60000 characters the selected instructions would pass 131072: 11072 are left";
    assert_eq!(loaded["failures"], serde_json::json!([told]));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {told}\n"));
    let output = run(&["context", "a", "b", "c", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let context: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let ids: Vec<_> =
        context["contributions"].as_array().expect("a list").iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, ["skill-catalog", "skill-selected-a", "skill-selected-b", "skill-warning-c"]);
    assert_eq!(context["warnings"], serde_json::json!([told]));
}

#[test]
fn a_script_may_come_from_any_editor() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    skill(folder.path(), "skills", "tide", "");
    let plain = text(&run(folder.path(), &[], b"(load \"tide\")\n(context)\n"));
    let marked = text(&run(folder.path(), &[], b"\xEF\xBB\xBF(load \"tide\")\r\n(context)"));
    assert_eq!(plain, marked);
    assert!(plain.starts_with("\u{25c6} loaded skill: tide\n"), "{plain}");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_session_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    skill(folder.path(), "skills", "tide", "");
    let mut script = vec![b'('; 3 << 20];
    script.extend_from_slice(b"\n(load \"tide\")");
    let output = run(folder.path(), &[], &script);
    let text = text(&output);
    assert!(
        text.starts_with("error[data-too-large]: this line has more than 1048576 bytes\n --> input 1:1:1\n")
    );
    assert!(text.ends_with("◆ loaded skill: tide\n") && text.len() < 1_000, "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_transcript_holds_messages_only_and_is_appended_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    skill(folder.path(), "skills", "tide", "SECRET BODY\n");
    let script = b"tide?\n(load \"tide\")\n(view :expanded)\n(turn)\n(load \"tide\")\n(request)\n(skills)\n";
    for _ in 0..2 {
        assert!(run(folder.path(), &["--transcript", "history.jsonl"], script).status.success());
    }
    let line = "{\"version\":1,\"agent\":\"main\",\"role\":\"user\",\"content\":\"tide?\"}\n";
    let history = fs::read_to_string(folder.path().join("history.jsonl")).expect("a transcript");
    assert_eq!(history, line.repeat(2));
}

#[test]
fn a_transcript_that_cannot_be_written_is_refused_before_anything_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = run(folder.path(), &["--transcript", "."], b"hello\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && output.stderr.starts_with(b"error: "), "{output:?}");
}

#[test]
fn a_transcript_that_cannot_be_written_any_more_is_told_and_the_session_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    skill(folder.path(), "skills", "tide", "");
    let history = folder.path().join("history.jsonl");
    let mut session = Spoken::new(folder.path(), &["--transcript", "history.jsonl"]);
    assert!(!session.say("what does `tide` say?").contains("error"));
    fs::remove_file(&history).expect("a transcript");
    fs::create_dir(&history).expect("a folder in its place");
    let answer = session.say("and `tide` now?");
    assert!(answer.starts_with("error: the transcript lacks this message: "), "{answer}");
    assert!(answer.contains("(load \"tide\")"), "{answer}");
    assert!(session.say("(request)").contains("and `tide` now?"), "the message is not lost to the request");
    assert_eq!(session.end(), Some(1));
}

#[test]
fn a_reader_that_goes_away_ends_the_session_in_peace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut child =
        command(folder.path(), &[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a child");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    // It may have ended before it has heard everything.
    let _ = input.write_all("(help)\n".repeat(1_000).as_bytes());
    drop(input);
    assert_eq!(child.wait().expect("a child").code(), Some(0));
}

#[test]
fn colour_is_for_those_who_ask_for_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    skill(folder.path(), "skills", "tide", "");
    let script = b"(skills)\n(help)\n(load tide)\n";
    assert!(!text(&run(folder.path(), &[], script)).contains('\u{1b}'));
    assert!(text(&run(folder.path(), &["--color", "always"], script)).contains('\u{1b}'));
}
