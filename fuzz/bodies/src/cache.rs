//! A cache that somebody wrote to: what it answers is what was stored, or nothing.
//!
//! The first byte chooses which file is changed and how; the rest is what is written.

use repertoire_cache::{Conversion, Conversions, Digest, Index};
use std::fs;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold, or no temporary directory can be made.
pub fn run(data: &[u8]) {
    // An index that is not whole is none.
    if let Some(index) = Index::parse(data.to_vec()) {
        assert!((0..=index.len()).filter_map(|number| index.record(number)).count() <= index.len());
    }
    let (&choice, bytes) = data.split_first().unwrap_or((&0, &[]));
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no temporary directory: {error}"));
    let root = folder.path().join("cache");
    let conversions = Conversions::create(&root).unwrap_or_else(|error| panic!("{error}"));
    let conversion = Conversion {
        name: "tide".to_owned(),
        description: "Reads \"tide\" tables.".to_owned(),
        instructions: "Look it up.\n".to_owned(),
    };
    let digest = Digest::of(b"the source");
    conversions.store(&digest, &conversion).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(conversions.lookup(&digest, Some("tide")).as_ref(), Some(&conversion));

    let entry = conversions.path().join(digest.to_string());
    let mut files: Vec<_> = fs::read_dir(&entry)
        .unwrap_or_else(|error| panic!("{error}"))
        .filter_map(|file| Some(file.ok()?.path()))
        .collect();
    files.sort();
    let file = &files[usize::from(choice) % files.len()];
    let mut content = fs::read(file).unwrap_or_default();
    match choice / 16 % 4 {
        0 => content = bytes.to_vec(),
        1 => content.extend(bytes),
        2 => content.truncate(bytes.len() % (content.len() + 1)),
        _ => {
            for (place, byte) in bytes.iter().enumerate() {
                let at = (place * 31 + usize::from(*byte)) % content.len().max(1);
                if let Some(old) = content.get_mut(at) {
                    *old ^= byte;
                }
            }
        }
    }
    let written = fs::write(file, &content);
    written.unwrap_or_else(|error| panic!("{error}"));
    let answer = conversions.lookup(&digest, Some("tide"));
    assert!(answer.is_none() || answer.as_ref() == Some(&conversion), "a forged answer: {answer:?}");
    assert!(conversions.lookup(&digest, Some("moon")).is_none(), "not of that directory");
    conversions.store(&digest, &conversion).unwrap_or_else(|error| panic!("it does not heal: {error}"));
    assert_eq!(conversions.lookup(&digest, Some("tide")).as_ref(), Some(&conversion));
}
