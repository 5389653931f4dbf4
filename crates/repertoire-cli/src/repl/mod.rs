//! `repertoire repl`: an interactive session, with a person in the model's place.
//!
//! A line is a message or a command ([`command`]). [`live`] does what it says, over the agents of
//! [`agent`], and prints the answer; [`editor`] reads lines from a terminal and [`pipe`] from everything else, which is the only
//! difference between the two.

mod agent;
mod answers;
mod command;
mod complete;
mod editor;
mod history;
mod live;
mod pipe;
mod request;
mod screen;
mod skills;
#[cfg(test)]
mod tests;

use crate::args::{Repl, When};
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::scan;
use crate::terminal::Terminal;
use history::History;
use live::Live;
use repertoire::session::{Cause, Session};
use std::io::{self, IsTerminal};

/// Runs the command.
pub(crate) fn run(arguments: &Repl, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let history = arguments.transcript.as_deref().map(History::open).transpose()?;
    let session = Session::new(surroundings.discovery());
    let scanned = scan::report(&session.catalog(), surroundings);
    let first = session.turn().request(&live::boundary(arguments.budget));
    // What is missing is room for a catalog, which is for the user to give.
    if let Some(Cause::Catalog(error)) =
        first.failures.into_iter().find(|failure| failure.name.is_none()).map(|failure| failure.cause)
    {
        return Err(error.into());
    }
    let mut live = Live::new(session, history, arguments.budget);
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    if interactive {
        editor::run(&mut live, &|| Terminal::new(&surroundings.everywhere))?;
        return Ok(scanned);
    }
    let mut terminal = surroundings.terminal;
    terminal.text.color = surroundings.everywhere.color == When::Always;
    pipe::run(&mut live, terminal)?;
    Ok(if live.has_failed() { Outcome::Findings.max(scanned) } else { scanned })
}
