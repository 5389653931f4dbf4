//! The mapping between paths below a skill and `skill://` URIs: a path comes back from its URI, and no
//! URI that is accepted leads anywhere but below.

use repertoire_mcp::{decode, encode};
use std::path::{Component, Path, PathBuf};

/// Checks one input, as a URI, as what follows the scheme, and as the segments of a path, one a line.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    accepted(&text);
    accepted(&format!("skill://{text}"));
    let segments: Vec<&str> = text.split('\n').collect();
    let is_name = |segment: &&str| {
        let one = Path::new(segment).components().eq([Component::Normal(segment.as_ref())]);
        one && !segment.contains(['/', '\\', '\0'])
    };
    match encode(&segments) {
        Ok(uri) => {
            assert!(segments.iter().all(is_name), "{uri} stands for {segments:?}");
            assert_eq!(decode(&uri).as_deref(), Ok(owned(&segments).as_slice()));
        }
        Err(error) => assert!(!segments.iter().all(is_name), "{segments:?}: {error}"),
    }
}

/// Whatever is accepted stands below, and has one plain spelling that says the same.
fn accepted(uri: &str) {
    let Ok(segments) = decode(uri) else { return };
    let joined: PathBuf = segments.iter().collect();
    assert_eq!(joined.components().count(), segments.len(), "{uri}");
    assert!(joined.components().all(|component| matches!(component, Component::Normal(_))), "{uri}");
    assert!(!segments.iter().any(|segment| segment.contains(['/', '\\', '\0'])), "{uri}");
    let plain = encode(&segments).unwrap_or_else(|error| panic!("{uri} has no plain spelling: {error}"));
    assert!(plain.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#\\".contains(&byte)), "{plain}");
    assert_eq!(decode(&plain), Ok(segments));
}

fn owned(segments: &[&str]) -> Vec<String> {
    segments.iter().map(|segment| (*segment).to_owned()).collect()
}
