//! The durable history: the messages, and nothing else, as JSON lines in a file.

use repertoire::fs::{self, Error, ErrorKind};
use repertoire_report::json;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A history longer than this is to be begun anew.
const MAX_BYTES: usize = 64 << 20;

/// A file to which messages are appended.
#[derive(Debug)]
pub(crate) struct History {
    path: PathBuf,
}

#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    agent: &'a str,
    role: &'static str,
    content: &'a str,
}

impl History {
    /// Makes the file where it is not there yet, and sees that it can be written and that a line
    /// begins at its end.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let ended = match fs::read(path, MAX_BYTES) {
            Ok(bytes) => bytes.last().is_none_or(|last| *last == b'\n'),
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(error),
        };
        fs::append(path, if ended { b"" } else { b"\n" })?;
        Ok(Self { path: path.to_owned() })
    }

    /// Appends what a user said to an agent.
    pub(crate) fn message(&self, agent: &str, content: &str) -> Result<(), Error> {
        let line = Line { version: json::VERSION, agent, role: "user", content };
        fs::append(&self.path, format!("{}\n", json::to_string(&line)).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_appended_to_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/history.jsonl");
        History::open(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
        std::fs::write(&path, "{\"by\":\"another\"}").unwrap();
        let history = History::open(&path).unwrap();
        history.message("main", "when?\n\u{1b}[31m\u{202e}").unwrap();
        history.message("main/scout", "◆ loaded skill: nothing").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[1],
            r#"{"version":1,"agent":"main","role":"user","content":"when?\n\u001b[31m\u202e"}"#
        );
        let line: serde_json::Value = serde_json::from_str(lines[2]).unwrap();
        assert_eq!((&line["agent"], &line["role"]), (&"main/scout".into(), &"user".into()));
        // Somebody takes it away: the next message makes it anew.
        std::fs::remove_file(&path).unwrap();
        history.message("main", "still here").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 1);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(History::open(folder.path()).is_err());
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert!(History::open(&folder.path().join("file/history.jsonl")).is_err());
    }
}
