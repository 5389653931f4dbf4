//! `repertoire serve` as a process: what stands on its streams, and how it ends.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail loudly")]

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

fn skills() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("tide/SKILL.md", "---\nname: tide\ndescription: Plots tides. Use when asked.\n---\nLook it up.\n"),
        ("moon/SKILL.md", "---\nname: luna\ndescription: Not its directory.\n---\nLook up.\n"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

impl Server {
    fn new(root: &Path) -> Self {
        Self::with(root, &[])
    }

    fn with(root: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_repertoire"))
            .args(["serve", "--no-cache", "--root"])
            .arg(root)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn begun(root: &Path) -> Self {
        let mut server = Self::new(root);
        server.begin();
        server
    }

    fn begin(&mut self) {
        let about = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        self.ask("initialize", &about);
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.write(
            format!("{}\n", json!({ "jsonrpc": "2.0", "id": method, "method": method, "params": params }))
                .as_bytes(),
        );
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the output ended");
            let message: Value =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            if message["id"] == method {
                return message;
            }
        }
    }

    /// The greatest memory that the process has had, in KiB.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    }

    /// How the process ended, and what it said to people.
    fn ended(self) -> (ExitStatus, String) {
        let Self { child, input, output } = self;
        drop(input);
        let (send, done) = mpsc::channel();
        std::thread::spawn(move || {
            // What is left of the output is read, so that nothing waits for that.
            let rest: Vec<String> = output.lines().map_while(Result::ok).collect();
            for line in rest {
                serde_json::from_str::<Value>(&line).unwrap();
            }
            let output = child.wait_with_output().unwrap();
            send.send((output.status, String::from_utf8(output.stderr).unwrap())).unwrap();
        });
        done.recv_timeout(PATIENCE).expect("the server must end with its input")
    }
}

#[test]
fn it_ends_with_its_input_and_keeps_its_output_clean() {
    let skills = skills();
    let mut server = Server::begun(skills.path());
    let listed = server.ask("skills/list", &json!({}));
    assert_eq!(listed["result"]["skills"][0]["uri"], "skill://tide/SKILL.md");
    let (status, said) = server.ended();
    assert!(status.success(), "{status}");
    assert!(
        said.contains(
            "moon/SKILL.md is not served as a skill: the name is `luna`, but the directory is `moon`"
        ),
        "{said}"
    );
    assert!(said.lines().all(|line| line.starts_with("repertoire: ")), "{said}");

    let (status, said) = Server::new(skills.path()).ended();
    assert!(status.success() && said.is_empty(), "{status} {said}");
}

#[test]
fn a_named_root_that_is_not_there_is_told_at_once_and_by_the_exit_code() {
    let skills = skills();
    let (status, said) = Server::new(&skills.path().join("nowhere")).ended();
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: the root ") && said.ends_with("nowhere is not there\n"), "{said}");

    // The others are served all the same.
    let mut server = Server::with(skills.path(), &["--root", "nowhere"]);
    server.begin();
    let listed = server.ask("skills/list", &json!({}));
    assert_eq!(listed["result"]["skills"][0]["uri"], "skill://tide/SKILL.md");
    assert_eq!(server.ended().0.code(), Some(2));
}

#[test]
fn it_ends_when_nobody_reads_its_output() {
    let skills = skills();
    let mut server = Server::begun(skills.path());
    // The client is killed: its end of both pipes goes away, in the middle of a message.
    server.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"skills/li");
    let Server { mut child, input, output } = server;
    drop(output);
    let mut input = input.unwrap();
    // The input stays open: the server notices when it answers.
    input.write_all(b"st\"}\n").unwrap();
    let (send, done) = mpsc::channel();
    std::thread::spawn(move || send.send(child.wait().unwrap()).unwrap());
    let status = done.recv_timeout(PATIENCE).expect("the server must end");
    assert!(status.success(), "{status}");
    drop(input);
}

#[test]
fn a_line_without_an_end_takes_no_memory() {
    let skills = skills();
    let mut server = Server::begun(skills.path());
    server.ask("tools/list", &json!({}));
    let before = server.peak();
    let piece = vec![b'a'; 1 << 20];
    for _ in 0..64 {
        server.write(&piece);
    }
    server.write(b"\n");
    let answer = server.ask("skills/list", &json!({}));
    assert!(answer.get("result").is_some());
    let grown = server.peak() - before;
    assert!(grown < 16 * 1024, "64 MiB on one line took {grown} KiB");
    assert!(server.ended().0.success());
}
