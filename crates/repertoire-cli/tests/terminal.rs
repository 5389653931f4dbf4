//! A session in a real terminal: keys go in, the screen is read. `tmux` is the terminal; without it
//! the tests say so and prove nothing.

#![cfg(unix)]
#![allow(clippy::expect_used, clippy::print_stderr, reason = "a test may fail, and skip, loudly")]

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A screen that does not become what is expected of it for so long never will.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal of 80 columns and 24 rows with a session in it.
struct Terminal {
    socket: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    /// A session over the skills `moon`, `tide` and `tide-table`; nothing where there is no `tmux`.
    fn new(name: &str, arguments: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("!! SKIPPED: there is no tmux, so that no real terminal is tried");
            return None;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["moon", "tide", "tide-table"] {
            let skill = folder.path().join("skills").join(name);
            fs::create_dir_all(&skill).expect("a folder");
            let text = format!("---\nname: {name}\ndescription: Knows of the {name}.\n---\nDo {name}.\n");
            fs::write(skill.join("SKILL.md"), text).expect("a source");
        }
        let terminal = Self { socket: format!("repertoire-{name}-{}", std::process::id()), folder };
        let program = env!("CARGO_BIN_EXE_repertoire");
        let session = format!("'{program}' repl {arguments}; echo \"ended with $?\"; sleep 600");
        terminal.tmux(&["-u", "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &session]);
        terminal.wait("the greeting", |screen| screen.len() == 2 && screen[1] == ">");
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let output = Command::new("tmux")
            .args(["-L", &self.socket])
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "screen-256color")
            .output()
            .expect("tmux runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        output
    }

    /// Presses keys, each named as tmux does.
    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a text.
    fn write(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Types a text and waits for the screen to end with some lines.
    fn say(&self, text: &str, then: &[&str]) {
        self.write(text);
        self.press(&["Enter"]);
        self.ends_with(then);
    }

    /// The lines of the screen without blanks at their ends and without empty ones at its end.
    fn screen(&self) -> Vec<String> {
        let output = self.tmux(&["capture-pane", "-p"]);
        let text = String::from_utf8(output.stdout).expect("a screen is text");
        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
    }

    fn wait(&self, what: &str, right: impl Fn(&[String]) -> bool) {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if right(&screen) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{what} never came:\n{}", screen.join("\n"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn ends_with(&self, lines: &[&str]) {
        self.wait(&lines.join("\n"), |screen| {
            screen.len() >= lines.len() && screen[screen.len() - lines.len()..] == *lines
        });
    }

    fn is(&self, lines: &[&str]) {
        self.wait(&lines.join("\n"), |screen| screen == lines);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn a_marker_survives_redraws_and_so_does_the_line_at_hand() {
    let Some(terminal) = Terminal::new("redraw", "--transcript history.jsonl") else { return };
    terminal.say("what of the `moon`?", &["suggested", "  (load \"moon\")  Knows of the moon.", ">"]);
    terminal.say("(load \"moon\")", &["> (load \"moon\")", "◆ loaded skill: moon", ">"]);
    terminal.say("(view :expanded)", &["view: expanded", ">"]);
    terminal
        .say("(load \"tide\")", &["loaded skill: tide; the instructions come with the next request", ">"]);
    terminal.say("(skills)", &["3 skills; selected in this turn: moon, tide", ">"]);
    terminal.write("half a line");
    terminal.press(&["Left", "Left", "Left"]);
    terminal.ends_with(&["> half a line"]);
    terminal.press(&["C-l"]);
    // Answers passed by; what an expanded view shows is an answer too.
    terminal.is(&["> what of the `moon`?", "◆ loaded skill: moon", "> half a line"]);
    terminal.write("X");
    terminal.ends_with(&["> half a lXine"]);
    terminal.tmux(&["resize-window", "-x", "60", "-y", "10"]);
    terminal.write("Y");
    terminal.is(&["> what of the `moon`?", "◆ loaded skill: moon", "> half a lXYine"]);
    terminal.press(&["C-c"]);
    terminal.ends_with(&["> half a lXYine", ">"]);
    terminal.say("(view :compact)", &["view: compact", ">"]);
    terminal.press(&["C-l"]);
    terminal.is(&["> what of the `moon`?", "◆ loaded skill: moon", ">"]);
    terminal.press(&["C-d"]);
    terminal.ends_with(&["ended with 0"]);
    let history = fs::read_to_string(terminal.folder.path().join("history.jsonl")).expect("a transcript");
    let line = "{\"version\":1,\"agent\":\"main\",\"role\":\"user\",\"content\":\"what of the `moon`?\"}\n";
    assert_eq!(history, line);
}

#[test]
fn commands_and_names_are_completed_hinted_and_called_back() {
    let Some(terminal) = Terminal::new("editing", "") else { return };
    terminal.write("(sk");
    terminal.ends_with(&["> (skills)"]);
    // The hint is taken with the right arrow.
    terminal.press(&["Right", "Enter"]);
    terminal.ends_with(&["3 skills; selected in this turn: none", ">"]);
    terminal.write("(lo");
    terminal.press(&["Tab"]);
    terminal.ends_with(&["> (load \""]);
    terminal.write("ti");
    terminal.press(&["Tab", "Tab"]);
    // Both are offered, and what they share is written.
    terminal.wait("the offer", |screen| screen.iter().any(|line| line == "tide        tide-table"));
    terminal.write("-");
    terminal.press(&["Tab", "Enter"]);
    terminal.ends_with(&["> (load \"tide-table\")", "◆ loaded skill: tide-table", ">"]);
    terminal.press(&["Up", "Up"]);
    terminal.ends_with(&["> (skills)"]);
    terminal.press(&["Down"]);
    terminal.ends_with(&["> (load \"tide-table\")"]);
    terminal.press(&["C-u"]);
    terminal.say("(quit)", &["ended with 0"]);
}

#[test]
fn a_mistake_has_a_place_and_the_line_comes_back_to_be_mended() {
    let Some(terminal) = Terminal::new("mistakes", "") else { return };
    let frame = [
        "error[invalid-syntax]: this list is never closed",
        " --> input 1:1:1",
        "  |",
        "1 | (load \"tide\"",
        "  | ^",
    ];
    terminal.say("(load \"tide\"", &[&frame[..], &["  = help: add the missing `)`", ">"]].concat());
    terminal.press(&["Up"]);
    terminal.write(")");
    terminal.press(&["Enter"]);
    terminal.ends_with(&["> (load \"tide\")", "◆ loaded skill: tide", ">"]);
    // One Ctrl-C gives the line up, another tells the way out, and nothing is lost by either.
    terminal.write("never mind");
    terminal.press(&["C-c"]);
    terminal.ends_with(&["> never mind", ">"]);
    terminal.press(&["C-c"]);
    terminal.ends_with(&[">", "(quit) or Ctrl-D ends the session", ">"]);
    terminal.say("(load \"tide\")", &["skill already loaded: tide", ">"]);
    terminal.say("(child \"scout\")", &["child scout: a turn of its own, nothing is selected", "scout>"]);
    terminal.say("(end)", &["child scout ends", "back in main: tide selected", ">"]);
    terminal.press(&["C-d"]);
    terminal.ends_with(&["ended with 0"]);
}
