//! Paths as text that any reader can tell apart.

use std::path::Path;

/// A path as valid Unicode: itself where it is, else with every byte that is not UTF-8 written
/// as `\xNN` and every backslash doubled, so that the bytes can be read back.
///
/// Control characters stay as they are: whoever prints cleans all text alike.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// assert_eq!(repertoire_fs::show(Path::new("tide/SKILL.md")), "tide/SKILL.md");
/// # #[cfg(unix)] {
/// use std::os::unix::ffi::OsStrExt;
/// let odd = Path::new(std::ffi::OsStr::from_bytes(b"t\xFFde"));
/// assert_eq!(repertoire_fs::show(odd), r"t\xFFde");
/// # }
/// ```
#[must_use]
pub fn show(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown.push_str(&chunk.valid().replace('\\', r"\\"));
        for byte in chunk.invalid() {
            shown.push_str(&format!(r"\x{byte:02X}"));
        }
    }
    shown
}
