//! Lines from a person at a terminal: history, completion, hints, and a screen that can be drawn
//! anew.

use super::complete::{Candidate, Completion, Known, complete, hint};
use super::live::{Flow, Live};
use crate::error::Error;
use crate::list::bold;
use crate::terminal::{Terminal, stdout};
use repertoire::session::Session;
use rustyline::completion::{Completer, Pair};
use rustyline::config::{Builder, ColorMode, CompletionType};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ConditionalEventHandler, Context, Editor, Event, EventContext, EventHandler, Helper, KeyEvent,
    RepeatCount,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// As many lines of the session can be called back.
const MAX_HISTORY: usize = 1_000;

/// Answers each line until the person ends the session. `looks` says how to write by now: the
/// window may have changed.
pub(crate) fn run(live: &mut Live, looks: &dyn Fn() -> Terminal) -> Result<(), Error> {
    let color = looks().text.color;
    let config = Builder::new()
        .max_history_size(MAX_HISTORY)
        .and_then(|config| config.history_ignore_dups(true))
        .map_err(stream)?
        .completion_type(CompletionType::List)
        .color_mode(if color { ColorMode::Enabled } else { ColorMode::Disabled })
        .build();
    let mut editor =
        Editor::with_history(config.clone(), MemHistory::with_config(&config)).map_err(stream)?;
    let redraw = Redraw::default();
    editor.bind_sequence(KeyEvent::ctrl('L'), EventHandler::Conditional(Box::new(redraw.clone())));
    let assistant = Assistant { session: live.session().clone(), known: RefCell::default(), hints: color };
    assistant.look();
    say(&greeting(assistant.known.borrow().skills.len(), looks()))?;
    editor.set_helper(Some(assistant));

    let mut started = (String::new(), String::new());
    let mut interrupted = false;
    loop {
        if let Some(assistant) = editor.helper_mut() {
            assistant.known.get_mut().roles = live.roles();
        }
        let prompt = live.prompt();
        let line = editor.readline_with_initial(&prompt, (&started.0, &started.1));
        started = Default::default();
        match line {
            Ok(line) => {
                interrupted = false;
                if let Some(line) = redraw.take() {
                    started = line;
                    let rows = editor.dimensions().map_or(0, |(_, rows)| usize::from(rows));
                    editor.clear_screen().map_err(stream)?;
                    let mut out = stdout();
                    live.kept(rows.saturating_sub(2)).try_for_each(|line| writeln!(out, "{line}"))?;
                    out.flush()?;
                    continue;
                }
                if !line.trim().is_empty() {
                    editor.add_history_entry(&line).map_err(stream)?;
                }
                let mut out = stdout();
                let flow = live.line(&line, looks(), &mut out)?;
                out.flush()?;
                if flow == Flow::Ends {
                    return Ok(());
                }
            }
            // The line is given up, as in a shell; whoever insists wants to leave.
            Err(ReadlineError::Interrupted) if interrupted => say("(quit) or Ctrl-D ends the session")?,
            Err(ReadlineError::Interrupted) => interrupted = true,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(stream(error)),
        }
    }
}

fn greeting(skills: usize, terminal: Terminal) -> String {
    let skills = format!("{skills} {}", if skills == 1 { "skill" } else { "skills" });
    let name = bold(terminal, concat!("repertoire ", env!("CARGO_PKG_VERSION")));
    format!("{name}: {skills}. Write a message, or (help); Ctrl-D ends.")
}

fn say(text: &str) -> Result<(), Error> {
    let mut out = stdout();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

fn stream(error: ReadlineError) -> Error {
    Error::Stream(match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    })
}

/// What the editor asks while a line is written.
struct Assistant {
    session: Session,
    known: RefCell<Known>,
    /// Without colour a hint would look like what was typed.
    hints: bool,
}

impl Assistant {
    /// Looks at the skills that there are by now. A large library takes a moment, so this is done
    /// when a person asks, and not for each line.
    fn look(&self) {
        let entries = self.session.catalog().entries;
        self.known.borrow_mut().skills = entries.into_iter().map(|entry| entry.metadata.name).collect();
    }
}

impl Helper for Assistant {}
impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        self.look();
        let Completion { start, candidates } = complete(line, cursor, &self.known.borrow());
        let pair = |Candidate { shown, text }| Pair { display: shown, replacement: text };
        Ok((start, candidates.into_iter().map(pair).collect()))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<String> {
        if self.hints { hint(line, cursor, &self.known.borrow()) } else { None }
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m"))
    }
}

/// Ctrl-L: the editor hands the line over, and gets it back below what the screen keeps.
#[derive(Clone, Default)]
struct Redraw {
    line: Arc<Mutex<Option<(String, String)>>>,
}

impl Redraw {
    /// The line on both sides of the cursor, if the screen is to be drawn anew.
    fn take(&self) -> Option<(String, String)> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl ConditionalEventHandler for Redraw {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let (before, after) = context.line().split_at(context.pos());
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((before.to_owned(), after.to_owned()));
        // Unlike an interruption this loses no key that was pressed meanwhile.
        Some(Cmd::AcceptLine)
    }
}
