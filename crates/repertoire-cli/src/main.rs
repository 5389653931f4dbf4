//! The `repertoire` program: arguments in, reports out.

mod args;
mod cache;
mod check;
mod compat;
mod context;
mod convert;
mod error;
mod explain;
mod fields;
mod files;
mod list;
mod load;
mod new;
mod progress;
mod repl;
mod roots;
mod route;
mod scan;
mod serve;
mod shell;
mod show;
mod terminal;
mod why;
mod write;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use error::{Error, Outcome};
use repertoire::diagnostic::{clean, clean_line};
use std::io::Write;
use std::process::ExitCode;
use terminal::Terminal;

fn main() -> ExitCode {
    let matches = Cli::command().get_matches();
    let mut cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let order = roots::given(&matches, &mut cli.everywhere);
    match run(cli, order) {
        Ok(outcome) => outcome.into(),
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            let text = match error {
                // It shows the lines of the file, behind their numbers.
                Error::Config { .. } => clean(&text),
                _ => clean_line(&text),
            };
            // Nobody is left to hear of a standard error that is closed.
            let _ = writeln!(std::io::stderr().lock(), "error: {text}");
            Outcome::Unread.into()
        }
    }
}

fn run(cli: Cli, given: Vec<roots::Given>) -> Result<Outcome, Error> {
    let terminal = Terminal::new(&cli.everywhere);
    let surroundings = roots::Surroundings::new(cli.everywhere, given, terminal)?;
    match cli.command {
        Command::Check(arguments) => check::run(&arguments, &surroundings),
        Command::List(arguments) => list::run(&arguments, &surroundings),
        Command::Show(arguments) => show::run(&arguments, &surroundings),
        Command::Why(arguments) => why::run(&arguments, &surroundings),
        Command::Compat(arguments) => compat::run(&arguments, &surroundings),
        Command::Cache(arguments) => cache::run(&arguments, &surroundings),
        Command::Route(arguments) => route::run(&arguments, &surroundings),
        Command::Load(arguments) => load::run(&arguments, &surroundings),
        Command::Context(arguments) => context::run(&arguments, &surroundings),
        Command::Explain(arguments) => explain::run(&arguments, &surroundings),
        Command::New(arguments) => new::run(&arguments, &surroundings),
        Command::Convert(arguments) => convert::run(&arguments, &surroundings),
        Command::Repl(arguments) => repl::run(&arguments, &surroundings),
        Command::Serve(arguments) => serve::run(&arguments, &surroundings),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man => shell::man(),
    }
}
