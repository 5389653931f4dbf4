//! What stands where a frontmatter should: naming texts without fences, and bytes that are no text.

use crate::{Encoding, Found, Problem, ProblemKind, Span, token};

/// What a text without an opening fence seems to be.
pub(crate) fn found(text: &str) -> Found {
    let trimmed = text.trim_start();
    let first = trimmed.lines().next().unwrap_or_default().trim_end();
    if first.starts_with("{\\rtf") {
        Found::Rtf
    } else if first.starts_with("```") || first.starts_with("~~~") {
        Found::CodeFence
    } else if first.starts_with('#') {
        Found::Heading
    } else if first.starts_with('>') {
        Found::Quote
    } else if first.starts_with('<') {
        Found::Xml
    } else if first.starts_with("----") && trimmed.contains("Content-Disposition:") {
        Found::Multipart
    } else if first.starts_with("--- ") && first.contains(": ") {
        Found::OneLine
    } else if first.starts_with('{') || first.starts_with('[') {
        Found::Json
    } else if trimmed.trim_end().lines().count() == 1 && looks_like_path(first) {
        Found::Path
    } else if token::looks_like_field(first) {
        Found::KeyLines
    } else {
        Found::Prose
    }
}

fn looks_like_path(line: &str) -> bool {
    !line.contains(char::is_whitespace)
        && (line.contains('/') || line.ends_with(".md") || line.ends_with(".sexp"))
}

/// Names the encoding of bytes that are not UTF-8, or that are UTF-16 although each byte is
/// ASCII. The offset is that of the first byte that is not UTF-8.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, Problem> {
    let wrong = |encoding, at| Err(Problem::new(ProblemKind::Encoding(encoding), Span::new(at, bytes.len())));
    match bytes {
        [0xff, 0xfe, ..] | [_, 0, _, 0, ..] if bytes[0] != 0 => return wrong(Encoding::Utf16Le, 0),
        [0xfe, 0xff, ..] | [0, _, 0, _, ..] if bytes[1] != 0 => return wrong(Encoding::Utf16Be, 0),
        _ => {}
    }
    core::str::from_utf8(bytes).or_else(|error| {
        let encoding = if memchr::memchr(0, bytes).is_some() { Encoding::Binary } else { Encoding::CodePage };
        wrong(encoding, error.valid_up_to())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split;

    #[test]
    fn what_stands_instead_is_named() {
        for (text, expected) in [
            ("# Title", Found::Heading),
            ("```skill\n---\n", Found::CodeFence),
            ("name: x\ndescription: d\n", Found::KeyLines),
            ("--- name: X description: y ---\n", Found::OneLine),
            ("../../a/SKILL.md", Found::Path),
            ("<skill>\n", Found::Xml),
            ("{\\rtf1\\ansi\n", Found::Rtf),
            ("{\"name\": 1}", Found::Json),
            ("------0aa8\r\nContent-Disposition: form-data\r\n", Found::Multipart),
            ("> Related\n\n---\n", Found::Quote),
            ("Some words here\n", Found::Prose),
            ("~~~\n", Found::CodeFence),
            ("[1, 2]\n", Found::Json),
            ("SKILL.md", Found::Path),
            ("skill.sexp\n", Found::Path),
            ("a/b", Found::Path),
            ("a/b\nc\n", Found::Prose),
            ("see a/b", Found::Prose),
            ("skill.txt", Found::Prose),
            ("----\nwords\n", Found::Prose),
            ("words\nContent-Disposition: form-data\n", Found::Prose),
            ("--- words\n", Found::Prose),
            ("words: --- name\n", Found::KeyLines),
        ] {
            let kind = split(text).problems[0].kind;
            assert_eq!(kind, ProblemKind::FenceMissing(expected), "{text:?}");
        }
    }

    #[test]
    fn encodings_are_named_with_the_offset() {
        let kind =
            |bytes: &'static [u8]| decode(bytes).map_err(|problem| (problem.kind, problem.span.start()));
        assert_eq!(kind(b"---\n"), Ok("---\n"));
        assert_eq!(kind(b"\xff\xfe-\0"), Err((ProblemKind::Encoding(Encoding::Utf16Le), 0)));
        assert_eq!(kind(b"-\0-\0-\0"), Err((ProblemKind::Encoding(Encoding::Utf16Le), 0)));
        assert_eq!(kind(b"\xfe\xff\0-"), Err((ProblemKind::Encoding(Encoding::Utf16Be), 0)));
        assert_eq!(kind(b"\0-\0-"), Err((ProblemKind::Encoding(Encoding::Utf16Be), 0)));
        assert_eq!(kind(b"\0\0\0\0"), Ok("\0\0\0\0"));
        assert_eq!(kind(b"g\xb3os"), Err((ProblemKind::Encoding(Encoding::CodePage), 1)));
        assert_eq!(kind(b"\x7fELF\0\xff"), Err((ProblemKind::Encoding(Encoding::Binary), 5)));
    }
}
