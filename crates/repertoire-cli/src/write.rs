//! Files that the program makes.

use crate::error::Error;
use repertoire::fs;
use std::path::Path;

/// Makes a file that is not there yet, and the directories above it that are missing.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), Error> {
    if fs::stat(path).is_ok() {
        return Err(Error::Usage(format!("{} is there already; nothing was written", fs::show(path))));
    }
    Ok(fs::create(path, text.as_bytes())?)
}
