//! The chores of the repository, as `cargo xtask CHORE`.
//!
//! A chore is a module with a `run` function and one row in [`CHORES`].

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "chores talk to the person who runs them")]

mod bench_report;
mod doors;
mod fuzz;
mod gen_tree;
mod growth;
mod interop_clients;
mod interop_lisp;
mod interop_mcp;
mod layers;
mod release;
mod samples;
mod tidy;
mod workspace;
mod yaml_suite;

use std::fmt;
use std::process::ExitCode;

/// One chore.
struct Chore {
    /// What one types after `cargo xtask`.
    name: &'static str,
    /// Its arguments, as the help shows them.
    arguments: &'static str,
    /// One line for the help.
    about: &'static str,
    /// Does it, with the arguments after its name.
    run: fn(&[String]) -> Outcome,
}

/// Every chore, in the order of their names.
const CHORES: &[Chore] = &[
    Chore {
        name: "bench-report",
        arguments: "[BENCHMARK]...",
        about: "runs the benchmarks and writes their ratios into docs/performance.md",
        run: bench_report::run,
    },
    Chore {
        name: "doors",
        arguments: "",
        about: "holds files, environment, clock and output to the crates that may touch them",
        run: doors::run,
    },
    Chore {
        name: "fuzz",
        arguments: "[TARGET] [SECONDS]",
        about: "searches for inputs that break a target (all targets, 60 seconds each)",
        run: fuzz::run,
    },
    Chore {
        name: "gen-tree",
        arguments: "DIRECTORY SKILLS",
        about: "builds a large tree of skills to measure on",
        run: gen_tree::run,
    },
    Chore {
        name: "growth",
        arguments: "",
        about: "counts how the work of each reader grows with hostile texts",
        run: growth::run,
    },
    Chore {
        name: "interop-clients",
        arguments: "[--bless]",
        about: "holds our models of YAML libraries against the libraries",
        run: interop_clients::run,
    },
    Chore {
        name: "interop-lisp",
        arguments: "[--short]",
        about: "holds the native form's reader and writer against a real Common Lisp",
        run: interop_lisp::run,
    },
    Chore {
        name: "interop-mcp",
        arguments: "[--short]",
        about: "has the official MCP clients drive the server",
        run: interop_mcp::run,
    },
    Chore {
        name: "layers",
        arguments: "",
        about: "holds every dependency to the table of rooms",
        run: layers::run,
    },
    Chore {
        name: "release",
        arguments: "[PART]",
        about: "packs each crate, builds with the oldest libraries, and compares interfaces",
        run: release::run,
    },
    Chore {
        name: "samples",
        arguments: "[--bless]",
        about: "holds the samples of output on our pages to what the program prints",
        run: samples::run,
    },
    Chore { name: "tidy", arguments: "", about: "holds files to the rules of the house", run: tidy::run },
    Chore {
        name: "yaml-suite",
        arguments: "",
        about: "holds both readers of frontmatter against the official YAML test suite",
        run: yaml_suite::run,
    },
];

/// What a chore comes to.
type Outcome = Result<(), Failure>;

/// Why a chore did not come to its end.
#[derive(Clone, Debug)]
enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// The chore ran, and this is what is wrong.
    Failed(String),
}

impl Failure {
    /// A failure of the chore itself.
    fn new(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Failed(text) => f.write_str(text),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            match failure {
                Failure::Failed(_) => ExitCode::from(1),
                Failure::Usage(_) => ExitCode::from(2),
            }
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let Some((name, rest)) = arguments.split_first() else {
        return Err(Failure::Usage(help()));
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(());
    }
    match CHORES.iter().find(|chore| chore.name == name) {
        Some(chore) => (chore.run)(rest),
        None => Err(Failure::Usage(format!("there is no chore `{name}`\n\n{}", help()))),
    }
}

fn help() -> String {
    let usage = |chore: &Chore| format!("{} {}", chore.name, chore.arguments);
    let width = CHORES.iter().map(|chore| usage(chore).len()).max().unwrap_or(0);
    let mut text = String::from("cargo xtask CHORE\n\n");
    for chore in CHORES {
        text.push_str(&format!("  {:width$}  {}\n", usage(chore), chore.about));
    }
    text
}

/// Refuses arguments where a chore takes none.
fn no_arguments(arguments: &[String]) -> Outcome {
    match arguments.first() {
        Some(first) => Err(Failure::Usage(format!("this chore takes no argument, and was given `{first}`"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_chore_and_chores_are_in_order() {
        let help = help();
        for chore in CHORES {
            assert!(help.contains(&format!("  {} ", chore.name)), "{}", chore.name);
        }
        assert!(CHORES.windows(2).all(|pair| pair[0].name < pair[1].name));
    }

    #[test]
    fn unknown_chores_and_stray_arguments_are_wrong_usage() {
        for arguments in [vec![], vec!["paint".to_owned()], vec!["layers".to_owned(), "fast".to_owned()]] {
            assert!(matches!(dispatch(&arguments), Err(Failure::Usage(_))), "{arguments:?}");
        }
    }
}
