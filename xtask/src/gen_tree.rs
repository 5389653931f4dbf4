//! `cargo xtask gen-tree`: builds a large tree of skills, for measuring by hand.

use crate::{Failure, Outcome};
use repertoire_fs::testkit::{DECOYS, forest};
use std::path::Path;

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let usage = || Failure::Usage("gen-tree takes a directory and a number of skills".to_owned());
    let [directory, skills] = arguments else { return Err(usage()) };
    let skills: usize = skills.parse().map_err(|_| usage())?;
    forest(Path::new(directory), skills);
    println!("{directory}: {skills} skills, each with {DECOYS} other files beside it");
    Ok(())
}
