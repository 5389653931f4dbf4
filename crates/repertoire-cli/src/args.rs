//! The command line: commands, their arguments, and the help that explains them.

mod commands;
mod known;
mod serve;

use clap::{Args, Parser, Subcommand, ValueEnum};
pub(crate) use commands::{
    Cache, CacheChore, CatalogForm, Check, Compat, Completions, Context, Convert, Explain, FailOn, List,
    Load, New, Repl, Route, Show, Target, Why,
};
pub(crate) use serve::Serve;
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

/// The commands. What each is for stands at its arguments, so that its own help has all of it.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<Check>),
    List(List),
    Show(Show),
    Why(Why),
    Compat(Compat),
    Route(Route),
    Load(Load),
    Context(Context),
    Explain(Explain),
    New(New),
    Convert(Convert),
    Cache(Cache),
    Repl(Repl),
    Serve(Serve),
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
    /// A root of reduced trust, which never takes a name from another; repeatable, beside the layout's or among --root
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

    /// Levels of directories below a root [default: 6; for check and compat any number]
    #[arg(
        long,
        global = true,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_depth: Option<usize>,
    /// Directories [default: 2000; for check and compat 1000000]
    #[arg(
        long,
        global = true,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_directories: Option<usize>,
    /// Entries of all directories [default: 20000; for check and compat any number]
    #[arg(
        long,
        global = true,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_entries: Option<usize>,
    /// Characters of one source [default: 65536; for compat as many as 4 MiB hold]
    #[arg(
        long,
        global = true,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Bounds of each root",
        hide_short_help = true
    )]
    pub(crate) max_source: Option<usize>,
    /// Characters of all sources [default: 8388608; for check and compat any number]
    #[arg(
        long,
        global = true,
        value_name = "N",
        allow_negative_numbers = true,
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
