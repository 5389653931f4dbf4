//! The arguments of each command, with examples.

use super::known::{Known, clients, rules};
use super::{CheckForm, Form};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const CHECK_EXAMPLES: &str = "\
Examples:
  repertoire check                              the project's own roots
  repertoire check skills/tide/SKILL.md         one file
  repertoire check --fix skills                 a tree, mending what may be mended without asking
  repertoire check --diff --unsafe-fixes skills what all fixes would change, changing nothing
  repertoire check --rule body-long=off skills  one rule at another level
  git diff --name-only --diff-filter=d -z -- '*SKILL.md' '*SKILL.sexp' | repertoire check --paths-from - -0
  repertoire check - --stdin-path tide/SKILL.md < draft.md";

/// Validate skills: files, skill directories, or whole trees
///
/// A tree is searched for every SKILL.md and SKILL.sexp below it. Without PATH, the project's roots are checked.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// Files and directories; `-` reads one source from standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The form of the report
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: CheckForm,
    /// Apply the fixes that keep what a reader sees
    #[arg(long)]
    pub(crate) fix: bool,
    /// Apply also the fixes that a person should look at
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Show what the fixes would change, and change nothing
    #[arg(long)]
    pub(crate) diff: bool,
    /// Set a rule's level: error, warning, hint or off; repeatable
    #[arg(long = "rule", value_name = "ID=LEVEL")]
    pub(crate) rules: Vec<String>,
    /// Fail if there are more warnings than this
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_warnings: Option<usize>,
    /// Read paths from a file, a line each; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) paths_from: Option<PathBuf>,
    /// Paths from --paths-from end with NUL instead of a line end
    #[arg(short = '0', long = "null", requires = "paths_from")]
    pub(crate) null: bool,
    /// The path that standard input stands for
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_path: Option<PathBuf>,
    /// The configuration to use instead of the nearest repertoire.toml
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// How many files to check at once [default: as many as the machine can]
    #[arg(long, value_name = "N", allow_negative_numbers = true, hide_short_help = true)]
    pub(crate) threads: Option<usize>,
}

const LIST_EXAMPLES: &str = "\
Examples:
  repertoire list                               what this workspace offers
  repertoire list --all                         also what was rejected or shadowed, and why
  repertoire list --root ./skills --root ~/skills --format json";

/// Show the catalog: every skill that the roots offer
///
/// The first valid definition of a name takes it, in the order of the roots.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub(crate) struct List {
    /// List also what was rejected or shadowed
    #[arg(long)]
    pub(crate) all: bool,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  repertoire show tide
  repertoire show user:tide                     a definition that another one shadows
  repertoire show tide --format json            its fields, files and diagnostics, for programs";

/// Show everything about one skill
#[derive(Debug, Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct Show {
    /// The name, or ROOT:NAME for a definition that is shadowed
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const WHY_EXAMPLES: &str = "\
Examples:
  repertoire why tide                           who has the name, and who wanted it
  repertoire why .claude/skills/tide            why a directory is or is not in the catalog";

/// Say which rule includes, excludes or shadows a file or a name
#[derive(Debug, Args)]
#[command(after_help = WHY_EXAMPLES)]
pub(crate) struct Why {
    /// A name, or the path of a source or a directory
    #[arg(value_name = "PATH|NAME")]
    pub(crate) what: PathBuf,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  repertoire explain yaml-colon
  repertoire explain                            every rule in a line";

/// Explain a rule: its reason, an example, its fix
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(crate) struct Explain {
    /// The rule; without one, all are listed
    #[arg(value_name = "RULE", value_parser = Known(rules), hide_possible_values = true)]
    pub(crate) rule: Option<String>,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const NEW_EXAMPLES: &str = "\
Examples:
  repertoire new tide                           tide/SKILL.md
  repertoire new tide --in skills --profile aether
  repertoire new tide --native                  tide/SKILL.sexp";

/// Begin a skill that passes `check`
#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(crate) struct New {
    /// The name, and the name of the directory that is made for it
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The directory in which it is made [default: the workspace]
    #[arg(long = "in", value_name = "DIR")]
    pub(crate) within: Option<PathBuf>,
    /// What it does and when to use it
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,
    /// Write the native form
    #[arg(long)]
    pub(crate) native: bool,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  repertoire convert tide/SKILL.md              the native form, on standard output
  repertoire convert tide/SKILL.sexp --output tide/SKILL.md";

/// Write a SKILL.md as a SKILL.sexp, or back
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct Convert {
    /// The source
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The form to write [default: the other one]
    #[arg(long, value_name = "FORM")]
    pub(crate) to: Option<Target>,
    /// The file to write; it must not be there yet
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The name in the SKILL.md, where the native one does not fit its rules
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// The two forms of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    Sexp,
    Md,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  repertoire completions bash > ~/.local/share/bash-completion/completions/repertoire
  repertoire completions zsh > ~/.zfunc/_repertoire
  repertoire completions fish > ~/.config/fish/completions/repertoire.fish";

/// Print the completions of a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

const ROUTE_EXAMPLES: &str = "\
Examples:
  repertoire route 'when is high water in Emden?'
  repertoire route --limit 3 --format json 'review this migration'
  repertoire route --queries-from queries.txt   a JSON document a line, one index for all";

/// Rank the skills for a request, with the reasons
///
/// No model is asked: words of the request are weighed against names, tags, descriptions and bodies.
#[derive(Debug, Args)]
#[command(after_help = ROUTE_EXAMPLES)]
pub(crate) struct Route {
    /// The request, as a user would write it
    #[arg(value_name = "QUERY", required_unless_present = "queries_from", conflicts_with = "queries_from")]
    pub(crate) query: Option<String>,
    /// How many skills to name at most
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
    /// Read requests from a file, a line each, and answer each with a line of JSON; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) queries_from: Option<PathBuf>,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const COMPAT_EXAMPLES: &str = "\
Examples:
  repertoire compat skills/tide                 who loads it, and as what
  repertoire compat skills                      what each client loses of a tree, and to what
  repertoire compat --client goose --client pi --fail-on skips skills
                                                exit 1 if one of the two skips a skill
  repertoire compat skills --format json        every skill of a tree, for programs";

/// Foretell what each known client makes of a skill
///
/// No client is run: each is a table of facts about one version of it, and `basis` says how they were found.
#[derive(Debug, Args)]
#[command(after_help = COMPAT_EXAMPLES)]
pub(crate) struct Compat {
    /// Files and directories [default: the project's roots]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Only this client, as often as needed
    #[arg(long, value_name = "NAME", value_parser = Known(clients), hide_possible_values = true)]
    pub(crate) client: Vec<String>,
    /// Exit with 1 if a client does this with a skill
    #[arg(long, value_name = "WHAT")]
    pub(crate) fail_on: Option<FailOn>,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

/// What of a forecast makes the command fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A skill is not loaded
    Skips,
    /// A skill is not loaded, or is loaded with a warning
    Warns,
}

const CACHE_EXAMPLES: &str = "\
Examples:
  repertoire cache stats
  repertoire cache prune --unused-for-days 90 --most-bytes 50000000";

/// Look after the conversion cache
///
/// Under the profile `autolith` each valid SKILL.md is kept in its native form, so that it need not be converted again. Other profiles keep only an index of the catalog, which is found anew where it is lost.
#[derive(Debug, Args)]
#[command(after_help = CACHE_EXAMPLES)]
pub(crate) struct Cache {
    /// What to do
    #[command(subcommand)]
    pub(crate) chore: CacheChore,
}

/// What can be done with the cache.
#[derive(Debug, Subcommand)]
pub(crate) enum CacheChore {
    /// Print where the conversions lie
    Path,
    /// Count entries and bytes
    Stats {
        /// The form of the answer
        #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
        format: Form,
    },
    /// Recompute every digest, and list what is bad
    Verify {
        /// The form of the answer
        #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
        format: Form,
    },
    /// Take away leftovers, and what is not wanted any more
    Prune {
        /// Entries and indexes that were not used for so many days
        #[arg(long, value_name = "N", allow_negative_numbers = true)]
        unused_for_days: Option<u32>,
        /// The entries used longest ago, until all take no more than this
        #[arg(long, value_name = "N", allow_negative_numbers = true)]
        most_bytes: Option<u64>,
        /// The form of the answer
        #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
        format: Form,
    },
}

const LOAD_EXAMPLES: &str = "\
Examples:
  repertoire load release-check
  repertoire load tide moon --format json";

/// Hand over the instructions of skills, with those of the skills that they require
///
/// In the order of the catalog, as a request would carry them. Each source is read anew.
#[derive(Debug, Args)]
#[command(after_help = LOAD_EXAMPLES)]
pub(crate) struct Load {
    /// The names, exactly as `list` shows them
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const CONTEXT_EXAMPLES: &str = "\
Examples:
  repertoire context                            the catalog as a request would carry it
  repertoire context --query 'high water?' --budget 1200
  repertoire context tide --form xml --format json";

/// Show what a request would carry: the catalog, and the instructions of selected skills
#[derive(Debug, Args)]
#[command(after_help = CONTEXT_EXAMPLES)]
pub(crate) struct Context {
    /// The names of selected skills
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Fill the catalog by what this request speaks to
    #[arg(long, value_name = "QUERY")]
    pub(crate) query: Option<String>,
    /// The greatest number of characters of the catalog
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = repertoire::routing::catalog::BUDGET)]
    pub(crate) budget: usize,
    /// Share the room for descriptions equally
    #[arg(long, conflicts_with = "query")]
    pub(crate) balanced: bool,
    /// The form of the catalog
    #[arg(long, value_name = "FORM", default_value = "markdown")]
    pub(crate) form: CatalogForm,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const REPL_EXAMPLES: &str = "\
Examples:
  repertoire repl                               then a message, or (help)
  repertoire repl --transcript history.jsonl    keep the messages, and nothing else
  echo '(skills)' | repertoire repl             from a script: no prompt, the same answers";

/// Live a session: what an agent's terminal does, with you in the model's place
///
/// A line that begins with `(` is a command, such as (load "tide"); anything else is a user message and begins a
/// logical turn.
#[derive(Debug, Args)]
#[command(after_help = REPL_EXAMPLES)]
pub(crate) struct Repl {
    /// Append the messages to a file as JSON lines
    #[arg(long, value_name = "FILE")]
    pub(crate) transcript: Option<PathBuf>,
    /// The greatest number of characters of the catalog
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = repertoire::routing::catalog::BUDGET)]
    pub(crate) budget: usize,
}

/// The forms of a catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CatalogForm {
    Markdown,
    Xml,
    Json,
}
