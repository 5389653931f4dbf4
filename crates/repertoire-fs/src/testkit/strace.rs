//! Faults and deaths at chosen system calls, by strace's injection.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The tracer, ready to inject.
#[derive(Debug)]
pub struct Strace;

impl Strace {
    /// Finds a tracer that works here, installing it from the distribution where this process
    /// may. `None` where there is none, which is told loudly; under `CI=true` that is a failure.
    #[must_use]
    pub fn find() -> Option<Self> {
        let works = || {
            let probe =
                Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
            probe.is_ok_and(|status| status.success())
        };
        if !works() && super::is_root() {
            let install =
                "apt-get install -y -qq strace || { apt-get update -qq && apt-get install -y -qq strace; }";
            let _ =
                Command::new("sh").args(["-c", install]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        if works() {
            return Some(Self);
        }
        assert!(
            std::env::var_os("CI").is_none_or(|ci| ci != "true"),
            "CI needs strace, and a kernel that lets it trace"
        );
        #[allow(clippy::print_stderr)] // A test that proves nothing must say so.
        {
            eprintln!("SKIPPED: strace does not work here");
        }
        None
    }

    /// Runs this very program with some arguments, and gives how often each system call was
    /// made, in all of its threads.
    #[must_use]
    pub fn count(&self, arguments: &[&Path]) -> BTreeMap<String, usize> {
        let log = super::Folder::new();
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o"]).arg(log.join("log")).arg(own_program()).args(arguments);
        let output = command.output().expect("strace");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let log = std::fs::read_to_string(log.join("log")).expect("the log of strace");
        let mut calls = BTreeMap::new();
        for line in log.lines() {
            // `PID name(arguments) = result`; resumed calls and signals have no name there.
            let name = line.split_once(' ').and_then(|(_, rest)| rest.trim_start().split_once('('));
            let name = name
                .map(|(name, _)| name)
                .filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
            if let Some(name) = name {
                *calls.entry(name.to_owned()).or_insert(0) += 1;
            }
        }
        calls
    }

    /// Runs this very program with some arguments while a system call is tampered with, as
    /// strace's `inject=` has it: `openat:error=EIO:when=3`.
    #[must_use]
    pub fn inject(&self, tampering: &str, arguments: &[&Path]) -> Output {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("inject={tampering}")]);
        command.arg(own_program()).args(arguments).output().expect("strace")
    }
}

fn own_program() -> std::path::PathBuf {
    std::env::current_exe().expect("the path of this program")
}
