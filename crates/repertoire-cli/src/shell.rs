//! `repertoire completions` and `repertoire man`: for the shell.

use crate::args::{Cli, Completions};
use crate::error::{Error, Outcome};
use crate::terminal::stdout;
use clap::CommandFactory;
use std::io::Write;

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &Completions) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "repertoire", &mut script);
    write(&script)
}

/// Prints the manual page: the program, then each command.
pub(crate) fn man() -> Result<Outcome, Error> {
    let mut command = Cli::command().help_template("");
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let name = format!("repertoire {}", below.get_name());
        writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
        // What every command takes stands above, once.
        let own = below.clone().mut_args(|argument| {
            let everywhere = argument.is_global_set();
            if everywhere { argument.hide(true) } else { argument }
        });
        let man = clap_mangen::Man::new(own);
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    write(&page)
}

fn write(bytes: &[u8]) -> Result<Outcome, Error> {
    let mut out = stdout();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Outcome::Fine)
}
