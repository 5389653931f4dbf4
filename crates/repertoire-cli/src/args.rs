//! The command line: commands, their arguments, and the help that explains them.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const ROOT_HELP: &str = "\
{about}

Usage: repertoire COMMAND [ARGUMENTS]

{subcommands}{after-help}";

const ROOT_AFTER: &str = "\
`repertoire COMMAND --help` has the arguments and examples of a command.
Every command takes --workspace, --root, --layout, --profile and --color; `--version` stands alone.

Exit codes: 0 nothing at error level; 1 findings at error level, or an unknown name;
            2 wrong usage, or something that could not be read at all";

/// Reads, checks, finds and loads agent skills (SKILL.md and SKILL.sexp)
#[derive(Debug, Parser)]
#[command(name = "repertoire", version, help_template = ROOT_HELP, after_help = ROOT_AFTER)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    infer_long_args = true
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// What every command takes.
    #[command(flatten)]
    pub(crate) everywhere: Everywhere,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Validate skills: files, skill directories, or whole trees
    Check(Box<Check>),
    /// Show the catalog: every skill that the roots offer
    List(List),
    /// Show everything about one skill
    Show(Show),
    /// Say which rule includes, excludes or shadows a file or a name
    Why(Why),
    /// Foretell what each known client makes of a skill
    Compat(Compat),
    /// Rank the skills for a request, with the reasons
    Route(Route),
    /// Explain a rule: its reason, an example, its fix
    Explain(Explain),
    /// Begin a skill that passes `check`
    New(New),
    /// Write a SKILL.md as a SKILL.sexp, or back
    Convert(Convert),
    /// Look after the conversion cache
    Cache(Cache),
    /// Print the completions of a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// What every command takes.
#[derive(Clone, Debug, Args)]
pub(crate) struct Everywhere {
    /// The workspace [default: the current directory]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where skills are")]
    pub(crate) workspace: Option<PathBuf>,
    /// A root to look in instead of the layout's; repeatable, the first to win first
    #[arg(long = "root", global = true, value_name = "DIR", help_heading = "Where skills are")]
    pub(crate) roots: Vec<PathBuf>,
    /// A root of reduced trust: its names never take one from another root; repeatable
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where skills are")]
    pub(crate) untrusted: Vec<PathBuf>,
    /// Which roots there are: the three layouts together, or one of them [default: all]
    #[arg(long, global = true, value_name = "NAME", help_heading = "Where skills are")]
    pub(crate) layout: Option<LayoutName>,
    /// A directory that links may lead into; repeatable
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where skills are")]
    pub(crate) links_within: Vec<PathBuf>,
    /// Whether links are followed
    #[arg(
        long,
        global = true,
        value_name = "WHICH",
        default_value = "within",
        help_heading = "Where skills are"
    )]
    pub(crate) links: Links,

    /// The rules to judge by [default: agent-skills for check and new, else loader]
    #[arg(long, global = true, value_name = "NAME", help_heading = "Judgement")]
    pub(crate) profile: Option<ProfileName>,

    /// The root of the cache [default: autolith in the user's cache directory]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Cache", hide_short_help = true)]
    pub(crate) cache_dir: Option<PathBuf>,
    /// Neither read nor write the cache
    #[arg(long, global = true, help_heading = "Cache", hide_short_help = true)]
    pub(crate) no_cache: bool,
    /// Keep no index of the catalog
    #[arg(long, global = true, help_heading = "Cache", hide_short_help = true)]
    pub(crate) no_index: bool,

    /// Levels of directories below a root [default: 6]
    #[arg(
        long,
        global = true,
        value_name = "N",
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_depth: Option<usize>,
    /// Directories [default: 2000]
    #[arg(
        long,
        global = true,
        value_name = "N",
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_directories: Option<usize>,
    /// Entries of all directories [default: 20000]
    #[arg(
        long,
        global = true,
        value_name = "N",
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_entries: Option<usize>,
    /// Characters of one source [default: 65536]
    #[arg(
        long,
        global = true,
        value_name = "N",
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_source: Option<usize>,
    /// Characters of all sources [default: 8388608]
    #[arg(
        long,
        global = true,
        value_name = "N",
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_characters: Option<usize>,
    /// No bound but that of one source
    #[arg(long, global = true, help_heading = "Bounds of each root", hide_short_help = true)]
    pub(crate) no_limits: bool,

    /// When to colour; NO_COLOR counts too
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: When,
    /// Less: findings only, without summary and progress
    #[arg(long, short, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub(crate) quiet: bool,
    /// More: what was looked at, and why
    #[arg(long, short, global = true, help_heading = "Output")]
    pub(crate) verbose: bool,
}

/// A layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutName {
    All,
    Autolith,
    Agents,
    Aether,
}

impl LayoutName {
    /// The name as the discovery knows it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            LayoutName::All => "all",
            LayoutName::Autolith => "autolith",
            LayoutName::Agents => "agents",
            LayoutName::Aether => "aether",
        }
    }
}

/// A profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    AgentSkills,
    Loader,
    Autolith,
    Aether,
}

/// Whether links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Links {
    /// As far as the bounds of their root reach
    Within,
    /// Not at all
    None,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// The two forms that most commands speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    #[default]
    Text,
    Json,
}

/// The forms of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckForm {
    /// Frames for people
    #[default]
    Text,
    /// One document
    Json,
    /// One object a file and line, as each is ready
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  repertoire check                              the project's own roots
  repertoire check skills/tide/SKILL.md         one file
  repertoire check --fix skills                 a tree, mending what may be mended without asking
  repertoire check --diff --unsafe-fixes skills what all fixes would change, changing nothing
  repertoire check --rule body-long=off skills  one rule at another level
  git diff --name-only -z | repertoire check --paths-from - -0 --format jsonl
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
    #[arg(long, value_name = "N")]
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
    #[arg(long, value_name = "N", hide_short_help = true)]
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
    #[arg(value_name = "RULE")]
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
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) limit: usize,
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
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(crate) format: Form,
}

const CACHE_EXAMPLES: &str = "\
Examples:
  repertoire cache stats
  repertoire cache prune --unused-for-days 90 --most-bytes 50000000";

/// Look after the conversion cache
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
    /// Take away leftovers, and entries that are not wanted any more
    Prune {
        /// Entries that were not used for so many days
        #[arg(long, value_name = "N")]
        unused_for_days: Option<u32>,
        /// The entries used longest ago, until all take no more than this
        #[arg(long, value_name = "N")]
        most_bytes: Option<u64>,
    },
}
