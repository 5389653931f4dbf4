//! Files that the program makes.

use crate::error::Error;
use repertoire::fs::{self, PrivateDirectory};
use std::path::Path;

/// Makes a file that is not there yet, and the directories above it that are missing.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), Error> {
    if fs::stat(path).is_ok() {
        return Err(Error::Usage(format!("{} is there already; nothing was written", fs::show(path))));
    }
    let name = path
        .file_name()
        .ok_or_else(|| Error::Usage(format!("{} is not the path of a file", fs::show(path))))?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    PrivateDirectory::create(directory)?.publish(name, text.as_bytes())?;
    Ok(())
}
