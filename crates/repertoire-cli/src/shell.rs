//! `repertoire completions` and `repertoire man`: for the shell.

use crate::args::{Cli, Completions};
use crate::error::{Error, Outcome};
use crate::terminal::stdout;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &Completions) -> Result<Outcome, Error> {
    write(&script(arguments.shell))
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "repertoire", &mut script);
    script
}

/// Prints the manual page: the program, then each command.
pub(crate) fn man() -> Result<Outcome, Error> {
    write(&page()?)
}

fn page() -> Result<Vec<u8>, Error> {
    let mut command = whole(Cli::command().help_template(""));
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    section("EXIT STATUS", &mut page)?;
    writeln!(page, ".TP\n.B 0\nNothing at error level.")?;
    writeln!(page, ".TP\n.B 1\nFindings at error level, or an unknown name.")?;
    writeln!(page, ".TP\n.B 2\nWrong usage, or something that could not be read at all.")?;
    for below in shown(&command) {
        self::command(below, "repertoire", &mut page)?;
    }
    Ok(page)
}

/// A command and those below it with every option told: the page has room for all.
fn whole(command: clap::Command) -> clap::Command {
    command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(whole)
}

fn shown(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|below| below.get_name() != "help")
}

/// The section of a command, and those of the commands below it.
fn command(command: &clap::Command, above: &str, page: &mut Vec<u8>) -> Result<(), Error> {
    let name = format!("{above} {}", command.get_name());
    section(&name.to_uppercase(), page)?;
    // What every command takes stands above, once.
    let own = command.clone().after_help("").mut_args(|argument| {
        let everywhere = argument.is_global_set();
        if everywhere { argument.hide(true) } else { argument }
    });
    let man = clap_mangen::Man::new(own);
    let mut rendered = Vec::new();
    man.render_synopsis_section(&mut rendered)?;
    man.render_description_section(&mut rendered)?;
    man.render_options_section(&mut rendered)?;
    // Sections of the program are headings within the section of a command.
    page.extend_from_slice(String::from_utf8_lossy(&rendered).replace(".SH ", ".SS ").as_bytes());
    if let Some(examples) = command.get_after_help() {
        let examples = examples.to_string();
        writeln!(page, ".SS EXAMPLES\n.nf")?;
        for line in examples.lines().filter(|line| *line != "Examples:") {
            writeln!(page, "{}", verbatim(line))?;
        }
        writeln!(page, ".fi")?;
    }
    shown(command).try_for_each(|below| self::command(below, &name, page))
}

fn section(title: &str, page: &mut Vec<u8>) -> Result<(), Error> {
    Ok(writeln!(page, ".SH \"{title}\"")?)
}

/// A line that the formatter prints as it stands.
fn verbatim(line: &str) -> String {
    let escaped = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if escaped.starts_with('.') { format!("\\&{escaped}") } else { escaped }
}

fn write(bytes: &[u8]) -> Result<Outcome, Error> {
    let mut out = stdout();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Outcome::Fine)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops and tells")]
mod tests {
    use super::{Cli, CommandFactory as _, Shell, page, script, shown, verbatim, whole};
    use clap::ValueEnum as _;

    fn told(command: &clap::Command, page: &str) {
        let own = |argument: &&clap::Arg| !argument.is_global_set() && argument.get_id() != "help";
        for argument in command.get_arguments().filter(own) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            let beginning: Vec<&str> = help.split(' ').take(4).collect();
            let beginning = beginning.join(" ").replace('-', "\\-").replace('\'', "\\*(Aq");
            assert!(!help.is_empty() && page.contains(&beginning), "{}: {beginning}", argument.get_id());
        }
        shown(command).for_each(|below| told(below, page));
    }

    #[test]
    fn the_page_tells_every_option_of_every_command() {
        let page = String::from_utf8(page().unwrap()).unwrap();
        let mut command = whole(Cli::command());
        command.build();
        told(&command, &page);
        for name in ["CHECK", "CACHE PRUNE", "COMPLETIONS"] {
            assert!(page.contains(&format!(".SH \"REPERTOIRE {name}\"")), "{name}");
        }
    }

    #[test]
    fn completions_know_the_clients_and_the_rules() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = String::from_utf8(script(shell)).unwrap();
            assert!(script.contains("copilot-cli"), "{shell}");
            // Those of fish know no values but those of options.
            assert!(script.contains("yaml-colon") || shell == Shell::Fish, "{shell}");
        }
        assert!(Shell::value_variants().iter().all(|shell| !script(*shell).is_empty()));
    }

    #[test]
    fn a_line_of_an_example_is_printed_as_it_stands() {
        assert_eq!(verbatim("  a --b 'c' \\d"), "  a \\-\\-b \\(aqc\\(aq \\ed");
        assert_eq!(verbatim(".x"), "\\&.x");
    }
}
