//! Where the repository is, and how a chore calls another program.

use crate::{Failure, Outcome};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// A cargo command at the top of the repository: the cargo that runs this chore.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Cargo of the nightly toolchain; rustup's proxy understands `+nightly`, cargo itself does not.
pub(crate) fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").current_dir(root());
    command
}

/// Runs a command to its end, with the output where the person sees it.
pub(crate) fn call(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|error| Failure::new(format!("{command:?}: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("{command:?}: {status}"))) }
}

/// Runs a command to its end and gives what it printed.
pub(crate) fn capture(command: &mut Command) -> Result<String, Failure> {
    let output = command.output().map_err(|error| Failure::new(format!("{command:?}: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new(format!("{command:?}: {}\n{said}", output.status)));
    }
    String::from_utf8(output.stdout).map_err(|error| Failure::new(format!("{command:?}: {error}")))
}
