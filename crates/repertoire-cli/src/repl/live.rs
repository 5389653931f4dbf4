//! A session at work: does what each line says, and prints the answer.

use super::agent::Agents;
use super::answers;
use super::command::{Command, Input, Mistake, read};
use super::history::History;
use super::screen::Screen;
use super::{request, skills};
use crate::error::Error;
use crate::route::Routes;
use crate::terminal::Terminal;
use repertoire::diagnostic::{Diagnostic, Kind, Severity, Span, clean, clean_line};
use repertoire::routing::{catalog, rank_first};
use repertoire::session::{Boundary, Session, TOOL_NAME, View};
use repertoire_report::{FileReport, columns, fit};
use std::io::Write;
use std::str::from_utf8;

/// As many skills are suggested for a message, and ranked for a text.
const SUGGESTED: usize = 5;
/// The columns of a role in a sentence and in the prompt.
const ROLE: usize = 40;

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    GoesOn,
    Ends,
}

/// A session at work.
#[derive(Debug)]
pub(crate) struct Live {
    session: Session,
    agents: Agents,
    history: Option<History>,
    budget: usize,
    view: View,
    screen: Screen,
    /// How many lines were read.
    lines: usize,
    failed: bool,
}

impl Live {
    /// A session in which nothing was said yet.
    pub(crate) fn new(session: Session, history: Option<History>, budget: usize) -> Self {
        Self {
            agents: Agents::new(&session),
            session,
            history,
            budget,
            view: View::default(),
            screen: Screen::default(),
            lines: 0,
            failed: false,
        }
    }

    /// Whether a line could not be done.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }

    /// What stands before a line.
    pub(crate) fn prompt(&self) -> String {
        match self.agents.path().split_once('/') {
            Some((_, children)) => format!("{}> ", fit(children, ROLE)),
            None => "> ".to_owned(),
        }
    }

    /// The lines that a redraw shows, at most so many.
    pub(crate) fn kept(&self, most: usize) -> impl Iterator<Item = &str> {
        self.screen.last(most)
    }

    /// Where skills are found.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// The roles that were spoken of.
    pub(crate) fn roles(&self) -> Vec<String> {
        self.agents.roles().map(str::to_owned).collect()
    }

    /// Does what a line of bytes says.
    pub(crate) fn bytes(
        &mut self,
        line: &[u8],
        terminal: Terminal,
        out: &mut impl Write,
    ) -> Result<Flow, Error> {
        let error = match from_utf8(line) {
            Ok(line) => return self.line(line, terminal, out),
            Err(error) => error,
        };
        self.lines += 1;
        let at = error.valid_up_to();
        let mistake = Mistake {
            span: at..at + char::REPLACEMENT_CHARACTER.len_utf8(),
            id: "read-error",
            message: "this line is not UTF-8".to_owned(),
            help: "write it anew from here on".to_owned(),
        };
        self.mistaken(&String::from_utf8_lossy(line), &mistake, terminal, out)?;
        Ok(Flow::GoesOn)
    }

    /// Refuses a line of which this is the beginning.
    pub(crate) fn too_long(
        &mut self,
        start: &[u8],
        most: u64,
        terminal: Terminal,
        out: &mut impl Write,
    ) -> Result<Flow, Error> {
        self.lines += 1;
        let mistake = Mistake {
            span: 0..1,
            id: "data-too-large",
            message: format!("this line has more than {most} bytes"),
            help: "say it in fewer words".to_owned(),
        };
        self.mistaken(&String::from_utf8_lossy(start), &mistake, terminal, out)?;
        Ok(Flow::GoesOn)
    }

    /// Does what a line says.
    pub(crate) fn line(
        &mut self,
        line: &str,
        terminal: Terminal,
        out: &mut impl Write,
    ) -> Result<Flow, Error> {
        self.lines += 1;
        match read(line) {
            Ok(Input::Nothing) => {}
            Ok(Input::Message(text)) => self.message(text, terminal, out)?,
            Ok(Input::Command(Command::Quit)) => return Ok(Flow::Ends),
            Ok(Input::Command(command)) => self.command(command, terminal, out)?,
            Err(mistake) => self.mistaken(line, &mistake, terminal, out)?,
        }
        Ok(Flow::GoesOn)
    }

    fn message(&mut self, text: &str, terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
        let prompt = self.prompt();
        // No line of a message begins where markers do.
        let indent = " ".repeat(columns(&prompt));
        for (nth, line) in clean(text).lines().enumerate() {
            self.screen.keep(format!("{}{line}", if nth == 0 { &prompt } else { &indent }));
        }
        dropped(&self.agents.message(text), out)?;
        if let Some(history) = &self.history
            && let Err(error) = history.message(&self.agents.path(), text)
        {
            self.failed = true;
            writeln!(out, "error: the transcript lacks this message: {}", clean_line(&error.to_string()))?;
        }
        if self.agents.current().turn.role().may_load() {
            let catalog = self.session.catalog();
            let matches = rank_first(text, &self.session.index(&catalog), SUGGESTED);
            answers::suggestions(&matches, &catalog, terminal, out)?;
        } else {
            writeln!(out, "{}", self.no_skills())?;
        }
        self.request();
        Ok(())
    }

    fn command(&mut self, command: Command, terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
        match command {
            Command::Skills => {
                let selected = self.agents.current().selected();
                skills::show(&self.session.catalog(), &selected, self.view, terminal, out)?;
            }
            Command::Load(name) => self.load(&name, out)?,
            Command::Request => {
                self.request();
                request::whole(self.agents.current(), terminal, out)?;
            }
            Command::Context { full } => self.context(full, terminal, out)?,
            Command::Route(text) => {
                let catalog = self.session.catalog();
                Routes::new(&catalog, &self.session).text(&text, SUGGESTED, terminal, out)?;
            }
            Command::Fuse(name) => self.fuse(&name, terminal, out)?,
            Command::Turn => {
                dropped(&self.agents.renew(), out)?;
                writeln!(out, "another turn begins: nothing is selected")?;
            }
            Command::Child(role) => {
                self.agents.child(&role);
                if self.agents.current().turn.role().may_load() {
                    writeln!(out, "child {}: a turn of its own, nothing is selected", fit(&role, ROLE))?;
                } else {
                    writeln!(out, "child {}: {}", fit(&role, ROLE), self.no_skills())?;
                }
            }
            Command::End => self.end(out)?,
            Command::Permit { role, load } => {
                let dropped = self.agents.permit(&role, load);
                let may = if load { "may" } else { "may not" };
                writeln!(out, "the role {} {may} load skills", fit(&role, ROLE))?;
                if !dropped.is_empty() {
                    writeln!(out, "not selected any more: {}", names(&dropped))?;
                }
            }
            Command::View(view) => {
                self.view = view;
                let name = if view == View::Compact { "compact" } else { "expanded" };
                writeln!(out, "view: {name}")?;
            }
            Command::Help => answers::help(terminal, out)?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn load(&mut self, name: &str, out: &mut impl Write) -> Result<(), Error> {
        match self.agents.current().turn.load(name) {
            Ok(loaded) => {
                let lines = loaded.lines(self.view);
                for line in &lines {
                    let line = clean_line(line);
                    writeln!(out, "{line}")?;
                    if self.view == View::Compact {
                        self.screen.keep(line);
                    }
                }
                // A load that selects nothing leaves no marker.
                if lines.is_empty() {
                    writeln!(out, "{}", clean_line(&loaded.result()))?;
                }
                for diagnostic in &loaded.plan.diagnostics {
                    writeln!(out, "{}", answers::remark(diagnostic))?;
                }
                self.request();
            }
            Err(error) => {
                self.failed = true;
                writeln!(out, "{}", clean_line(&error.result()))?;
            }
        }
        Ok(())
    }

    fn fuse(&mut self, name: &str, terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
        // A turn of nobody: what is selected in it is gone with it.
        match self.session.turn().load(name) {
            Ok(loaded) => answers::plan(&loaded.plan, terminal, out)?,
            Err(error) => {
                self.failed = true;
                writeln!(out, "{}", clean_line(&error.result()))?;
            }
        }
        Ok(())
    }

    fn context(&mut self, full: bool, terminal: Terminal, out: &mut impl Write) -> Result<(), Error> {
        let agent = self.agents.current();
        let (when, made) = match &agent.last {
            Some(_) => ("last", None),
            None => ("next", Some(agent.turn.request(&boundary(self.budget)))),
        };
        let title = format!("the {when} request of {}", fit(&self.agents.path(), ROLE));
        let Some(carried) = made.as_ref().or(agent.last.as_ref()) else { return Ok(()) };
        if carried.contributions.is_empty() && carried.failures.is_empty() {
            let why = if agent.turn.role().may_load() {
                "there are none; (skills) shows where to make one".to_owned()
            } else {
                self.no_skills()
            };
            writeln!(out, "{title} carries no skills: {why}")?;
            return Ok(());
        }
        Ok(request::context(&title, carried, full, terminal, out)?)
    }

    fn end(&mut self, out: &mut impl Write) -> Result<(), Error> {
        let dropped = self.agents.current().selected();
        let Some(child) = self.agents.end() else {
            self.failed = true;
            writeln!(out, "error: there is no child to end; (turn) ends the turn, (quit) the session")?;
            return Ok(());
        };
        let ended = fit(child.role(), ROLE);
        let with =
            if dropped.is_empty() { String::new() } else { format!(", and with it: {}", names(&dropped)) };
        writeln!(out, "child {ended} ends{with}")?;
        let selected = self.agents.current().selected();
        let selected = if selected.is_empty() { "nothing".to_owned() } else { names(&selected) };
        writeln!(out, "back in {}: {selected} selected", fit(&self.agents.path(), ROLE))?;
        Ok(())
    }

    /// The provider boundary of the agent at work.
    fn request(&mut self) {
        let boundary = boundary(self.budget);
        self.agents.current_mut().request(&boundary);
    }

    fn no_skills(&self) -> String {
        format!("the role {} may not load skills", fit(self.agents.current().role(), ROLE))
    }

    fn mistaken(
        &mut self,
        line: &str,
        mistake: &Mistake,
        terminal: Terminal,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        self.failed = true;
        let found = [Diagnostic::new(Kind::InvalidSyntax, Severity::Error, &mistake.message)
            .with_rule(mistake.id)
            .with_span(Span::new(mistake.span.start, mistake.span.end))
            .with_help(&mistake.help)];
        let nth = format!("input {}", self.lines);
        let file = FileReport { source: Some(line), diagnostics: &found, ..FileReport::new(&nth, "") };
        writeln!(out, "{}", terminal.text.file(&file).trim_end())?;
        Ok(())
    }
}

/// What a request of the session is asked with.
pub(crate) fn boundary(budget: usize) -> Boundary<'static> {
    Boundary {
        catalog: catalog::Options { budget, ..catalog::Options::default() },
        ..Boundary::new(&[TOOL_NAME])
    }
}

/// Names on one line.
fn names(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| clean_line(name)).collect();
    names.join(", ")
}

fn dropped(dropped: &[String], out: &mut impl Write) -> Result<(), Error> {
    if !dropped.is_empty() {
        writeln!(out, "the last turn ends, and with it: {}", names(dropped))?;
    }
    Ok(())
}
