//! `skill://` URIs: the segments of a path, percent-encoded, and nothing that leads elsewhere.

use std::borrow::Cow;

/// What a `skill://` URI begins with.
const SCHEME: &str = "skill://";

/// Why a URI names no file below a skill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UriError {
    /// It does not begin with `skill://`.
    #[error("`skill://` does not stand at the start; take URIs as the server lists them")]
    Scheme,
    /// It names nothing.
    #[error("no path follows `skill://`; take URIs as the server lists them")]
    Empty,
    /// A segment is empty, `.`, `..`, or holds a slash, a backslash or a NUL.
    #[error(
        "the segment at byte {0} is not the name of a file or directory; take URIs as the server lists them"
    )]
    Segment(usize),
    /// A `%` without two hexadecimal digits behind it, or bytes that are not UTF-8.
    #[error("the segment at byte {0} is not percent-encoded UTF-8; encode each byte as `%` and two digits")]
    Encoding(usize),
    /// A character that stands in no path: `?`, `#`, a blank or a control character.
    #[error("the character at byte {0} must be percent-encoded")]
    Character(usize),
}

/// The URI of a path below the roots, from its segments: those of the skill's place, its name, and
/// those of a file in it. Every byte but letters, digits, `-`, `.`, `_` and `~` is percent-encoded.
///
/// # Errors
///
/// [`UriError::Empty`] without segments, and [`UriError::Segment`] for one that names no file: empty,
/// `.`, `..`, or with a slash, backslash or NUL in it.
pub fn encode<I>(segments: I) -> Result<String, UriError>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let mut uri = String::from(SCHEME);
    for segment in segments {
        if uri.len() > SCHEME.len() {
            uri.push('/');
        }
        let segment = segment.as_ref();
        if !is_name(segment) {
            return Err(UriError::Segment(uri.len()));
        }
        for byte in segment.bytes() {
            if is_plain(byte) {
                uri.push(char::from(byte));
            } else {
                let digit = |value: u8| char::from(b"0123456789ABCDEF"[usize::from(value & 15)]);
                uri.extend(['%', digit(byte >> 4), digit(byte)]);
            }
        }
    }
    if uri.len() == SCHEME.len() { Err(UriError::Empty) } else { Ok(uri) }
}

/// The segments of a URI, decoded. Each is the name of a file or directory: joined in order below a
/// root, they lead nowhere else.
///
/// # Errors
///
/// What [`UriError`] lists, with the byte of the URI, counted from 0.
pub fn decode(uri: &str) -> Result<Vec<String>, UriError> {
    let path = uri.strip_prefix(SCHEME).ok_or(UriError::Scheme)?;
    if path.is_empty() {
        return Err(UriError::Empty);
    }
    let mut start = SCHEME.len();
    let mut segments = Vec::new();
    for segment in path.split('/') {
        let name = decode_segment(segment, start)?;
        if !is_name(&name) {
            return Err(UriError::Segment(start));
        }
        start += segment.len() + 1;
        segments.push(name);
    }
    Ok(segments)
}

/// A URI as [`encode`] spells it, so that two spellings of one path compare equal; what is no such URI
/// stays as it is.
pub(crate) fn canonical(uri: &str) -> Cow<'_, str> {
    // The usual case: a client gives back what was listed.
    if !uri.contains('%') && uri.bytes().all(|byte| is_plain(byte) || matches!(byte, b'/' | b':')) {
        return Cow::Borrowed(uri);
    }
    decode(uri).and_then(encode).map_or(Cow::Borrowed(uri), Cow::Owned)
}

fn decode_segment(segment: &str, start: usize) -> Result<String, UriError> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let at = start + segment.len() - rest.len();
        match byte {
            b'%' => {
                let digit = |index: usize| after.get(index).and_then(|digit| char::from(*digit).to_digit(16));
                let (Some(high), Some(low)) = (digit(0), digit(1)) else {
                    return Err(UriError::Encoding(start));
                };
                // Two hexadecimal digits always fit a byte.
                bytes.push(u8::try_from(high * 16 + low).unwrap_or(0));
                rest = &after[2..];
            }
            b'?' | b'#' | 0..=b' ' | 0x7f => return Err(UriError::Character(at)),
            byte => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).map_err(|_| UriError::Encoding(start))
}

/// Whether a text can name one file or directory, on any system.
fn is_name(segment: &str) -> bool {
    !matches!(segment, "" | "." | "..") && !segment.contains(['/', '\\', '\0'])
}

/// The characters that RFC 3986, section 2.3, calls unreserved.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_leads_elsewhere_is_refused() {
        for (uri, error) in [
            ("file://a", UriError::Scheme),
            ("skill://", UriError::Empty),
            ("skill://a//b", UriError::Segment(10)),
            ("skill://a/", UriError::Segment(10)),
            ("skill://a/..", UriError::Segment(10)),
            ("skill://a/%2e%2E/b", UriError::Segment(10)),
            ("skill://a/.%2e", UriError::Segment(10)),
            ("skill://a/b%2Fc", UriError::Segment(10)),
            ("skill://a/b%5Cc", UriError::Segment(10)),
            ("skill://a/b%00", UriError::Segment(10)),
            ("skill://a/%", UriError::Encoding(10)),
            ("skill://a/%4", UriError::Encoding(10)),
            ("skill://a/%zz", UriError::Encoding(10)),
            ("skill://a/%ff", UriError::Encoding(10)),
            ("skill://a/%é", UriError::Encoding(10)),
            ("skill://a/b?c", UriError::Character(11)),
            ("skill://a/b#c", UriError::Character(11)),
            ("skill://a/b c", UriError::Character(11)),
        ] {
            assert_eq!(decode(uri), Err(error), "{uri}");
        }
        assert_eq!(encode(["a", ".."]), Err(UriError::Segment(10)));
        assert_eq!(encode::<[&str; 0]>([]), Err(UriError::Empty));
    }

    #[test]
    fn one_path_has_one_canonical_spelling() {
        for (uri, expected) in [
            ("skill://tide/a.md", "skill://tide/a.md"),
            ("skill://gr%c3%b6%C3%9fe/%74ide", "skill://gr%C3%B6%C3%9Fe/tide"),
            ("skill://größe/a+b", "skill://gr%C3%B6%C3%9Fe/a%2Bb"),
            ("skill://a/%2e%2e/b", "skill://a/%2e%2e/b"),
            ("skill://a/%zz", "skill://a/%zz"),
            ("file:///%61", "file:///%61"),
        ] {
            assert_eq!(canonical(uri), expected);
        }
    }

    #[test]
    fn dots_in_a_name_are_not_traversal() {
        assert_eq!(
            decode("skill://a/..b/...").as_deref(),
            Ok(["a".into(), "..b".into(), "...".into()].as_slice())
        );
    }

    proptest! {
        #[test]
        fn every_path_comes_back(segments in prop::collection::vec("[^/\\\\\0]{1,12}", 1..5)) {
            prop_assume!(segments.iter().all(|segment| is_name(segment)));
            let uri = encode(&segments).unwrap();
            prop_assert!(uri.is_ascii());
            prop_assert_eq!(decode(&uri).unwrap(), segments);
        }

        #[test]
        fn no_accepted_uri_leads_outside(path in "[a./%2eEfF5cC\\\\]{0,24}") {
            if let Ok(segments) = decode(&format!("skill://{path}")) {
                prop_assert!(segments.iter().all(|segment| is_name(segment)));
                let joined: std::path::PathBuf = segments.iter().collect();
                let normal = joined.components().all(|part| matches!(part, std::path::Component::Normal(_)));
                prop_assert!(normal, "{joined:?}");
            }
        }
    }
}
