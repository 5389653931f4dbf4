//! The arguments of `serve`.

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  repertoire serve                              the skills of the current project and of the user
  repertoire serve --root skills                those of one directory
  repertoire serve --dotted-names               the tools under skill.load and skill.search too

It speaks the Model Context Protocol over standard input and output, and ends when the input does:
clients start it. `docs/mcp.md` has their configurations.";

/// Serve skills to MCP clients: as skills, resources, tools and prompts
///
/// Clients that know the Skills extension get skills that satisfy the published standard. Others call
/// the tools skill_load and skill_search, or pick a prompt.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The greatest number of characters of the catalog that a model sees
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = repertoire::routing::catalog::BUDGET)]
    pub(crate) budget: usize,
    /// Entries of a page of a list
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "100", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub(crate) page_size: usize,
    /// Offer the tools under skill.load and skill.search too
    #[arg(long)]
    pub(crate) dotted_names: bool,
}
