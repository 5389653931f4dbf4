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
use crate::terminal::Terminal;
use history::History;
use live::Live;
use repertoire::session::Session;
use std::io::{self, IsTerminal};

/// Runs the command.
pub(crate) fn run(arguments: &Repl, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let history = arguments.transcript.as_deref().map(History::open).transpose()?;
    let session = Session::new(surroundings.discovery());
    let mut live = Live::new(session, history, arguments.budget);
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    if interactive {
        editor::run(&mut live, &|| Terminal::new(&surroundings.everywhere))?;
        return Ok(Outcome::Fine);
    }
    let mut terminal = surroundings.terminal;
    terminal.text.color = surroundings.everywhere.color == When::Always;
    pipe::run(&mut live, terminal)?;
    Ok(if live.has_failed() { Outcome::Findings } else { Outcome::Fine })
}
