//! The media type of a file: by its extension, else by what it holds.

/// So many bytes tell whether a file without a known extension is text.
pub(crate) const SNIFFED: usize = 8_192;

/// The type of the source of a skill.
pub(crate) const MARKDOWN: &str = "text/markdown";

/// Extensions and types, ordered for a search.
const TYPES: &[(&str, &str)] = &[
    ("avif", "image/avif"),
    ("bash", "text/x-shellscript"),
    ("bmp", "image/bmp"),
    ("c", "text/x-c"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("gif", "image/gif"),
    ("go", "text/x-go"),
    ("gz", "application/gzip"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("java", "text/x-java"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("jsonl", "application/jsonl"),
    ("markdown", MARKDOWN),
    ("md", MARKDOWN),
    ("mjs", "text/javascript"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("otf", "font/otf"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("py", "text/x-python"),
    ("rb", "text/x-ruby"),
    ("rs", "text/x-rust"),
    ("sh", "text/x-shellscript"),
    ("sql", "application/sql"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("toml", "application/toml"),
    ("tsv", "text/tab-separated-values"),
    ("tsx", "text/x-typescript"),
    ("ttf", "font/ttf"),
    ("txt", "text/plain"),
    ("wasm", "application/wasm"),
    ("wav", "audio/wav"),
    ("webp", "image/webp"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "application/xml"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("zip", "application/zip"),
];

/// The type that the name tells.
fn by_name(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let at = TYPES.binary_search_by(|(known, _)| (*known).cmp(extension.as_str())).ok()?;
    Some(TYPES[at].1)
}

/// The media type of a file. `start` gives its first [`SNIFFED`] bytes; it is asked only where the
/// name tells nothing.
pub(crate) fn media_type(name: &str, start: impl FnOnce() -> Option<Vec<u8>>) -> &'static str {
    by_name(name).unwrap_or_else(|| match start() {
        Some(bytes) if is_text_so_far(&bytes) => "text/plain",
        _ => "application/octet-stream",
    })
}

/// Whether bytes are text, or the beginning of one that was cut within a character.
fn is_text_so_far(bytes: &[u8]) -> bool {
    let cut = |error: std::str::Utf8Error| bytes.len() >= SNIFFED && error.error_len().is_none();
    !bytes.contains(&0) && std::str::from_utf8(bytes).map_or_else(cut, |_| true)
}

/// The text that bytes are, if they are one: UTF-8 without a NUL.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    if bytes.contains(&0) {
        return Err(bytes);
    }
    String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_ordered() {
        assert!(TYPES.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn the_name_tells_first_and_the_bytes_next() {
        let never = || -> Option<Vec<u8>> { unreachable!() };
        assert_eq!(media_type("SKILL.md", never), "text/markdown");
        assert_eq!(media_type("a.b.PNG", never), "image/png");
        assert_eq!(media_type("LICENSE", || Some(b"MIT".to_vec())), "text/plain");
        assert_eq!(media_type("LICENSE", || Some(vec![0xff])), "application/octet-stream");
        assert_eq!(media_type("md", || Some(b"a\0".to_vec())), "application/octet-stream");
        assert_eq!(media_type("x", || None), "application/octet-stream");
    }

    #[test]
    fn a_character_that_the_look_cuts_is_no_fault() {
        let mut bytes = vec![b'a'; SNIFFED - 1];
        bytes.push(0xc3);
        assert!(is_text_so_far(&bytes));
        assert!(!is_text_so_far(&bytes[SNIFFED - 2..]));
        assert_eq!(text_of(b"a\0".to_vec()), Err(b"a\0".to_vec()));
    }
}
