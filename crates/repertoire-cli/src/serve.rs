//! `repertoire serve`: skills over the Model Context Protocol.

use crate::args::Serve;
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::scan;
use repertoire::discovery::{Scope, discover};
use repertoire_mcp::Options;

/// Runs the command: until the client is done.
pub(crate) fn run(arguments: &Serve, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let discovery = surroundings.discovery();
    // The server looks at the skills when it is asked; whether a named root is there is told at once.
    let mut named = discovery.clone();
    named.roots.retain(|root| root.scope == Scope::Given);
    named.limits.depth = 0;
    (named.cache, named.index) = (None, false);
    let opened = scan::roots(&discover(&named), surroundings.terminal);
    let options = Options {
        budget: arguments.budget,
        page_size: arguments.page_size,
        dotted_names: arguments.dotted_names,
        ..Options::new(discovery)
    };
    repertoire_mcp::serve(options)?;
    Ok(opened)
}
