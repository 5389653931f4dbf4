//! `repertoire serve`: skills over the Model Context Protocol.

use crate::args::Serve;
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use repertoire_mcp::Options;

/// Runs the command: until the client is done.
pub(crate) fn run(arguments: &Serve, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let options = Options {
        budget: arguments.budget,
        page_size: arguments.page_size,
        dotted_names: arguments.dotted_names,
        ..Options::new(surroundings.discovery())
    };
    repertoire_mcp::serve(options)?;
    Ok(Outcome::Fine)
}
