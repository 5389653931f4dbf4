//! Tests of the conversions on disk.

use super::*;
use repertoire_fs::testkit::Folder;
use std::time::{Duration, SystemTime};

fn conversion(instructions: String) -> Conversion {
    Conversion { name: "tide".to_owned(), description: "Reads tide tables.".to_owned(), instructions }
}

fn created(folder: &Folder) -> Conversions {
    Conversions::create(&folder.join("cache")).unwrap()
}

#[test]
fn the_longest_source_has_a_conversion() {
    let folder = Folder::new();
    let conversions = created(&folder);
    // Each of these characters takes two in the form.
    let quotes = conversion("\"".repeat(repertoire_schema::MAX_SOURCE_CHARACTERS));
    conversions.store(&Digest::of(b"quotes"), &quotes).unwrap();
    assert_eq!(conversions.lookup(&Digest::of(b"quotes"), None), Some(quotes));
}

#[test]
fn a_form_is_kept_up_to_its_bound_in_characters() {
    let folder = Folder::new();
    let conversions = created(&folder);
    let digest = Digest::of(b"source");
    let frame = conversion(String::new()).to_form().chars().count();
    for letter in ["x", "é", "🌊"] {
        let longest = conversion(letter.repeat(MAX_FORM_CHARACTERS - frame));
        conversions.store(&digest, &longest).unwrap();
        assert_eq!(conversions.lookup(&digest, None), Some(longest), "{letter}");
        assert_eq!(conversions.verify().unwrap(), [], "{letter}");

        let longer = conversion(letter.repeat(MAX_FORM_CHARACTERS - frame + 1));
        let error = conversions.store(&digest, &longer).unwrap_err();
        assert!(matches!(error, Error::TooLarge { characters: MAX_FORM_CHARACTERS }));
        assert_eq!(error.kind(), "too-large");
        // Nor is one that another writer has put there read.
        let (entry, form) = (conversions.path().join(digest.to_string()), longer.to_form());
        std::fs::write(entry.join(FORM), &form).unwrap();
        std::fs::write(entry.join(MANIFEST), manifest_of(&digest, form.as_bytes())).unwrap();
        assert_eq!(conversions.lookup(&digest, None), None, "{letter}");
        let bad = conversions.verify().unwrap();
        assert_eq!(bad.len(), 1, "{letter}: what no look-up accepts is bad");
    }
}

#[test]
fn a_use_is_noted_once_a_day() {
    let folder = Folder::new();
    let conversions = created(&folder);
    let digest = Digest::of(b"source");
    conversions.store(&digest, &conversion(String::new())).unwrap();
    let manifest = conversions.path().join(digest.to_string()).join(MANIFEST);
    let modified = || std::fs::metadata(&manifest).unwrap().modified().unwrap();
    for (hours, noted) in [(1, false), (23, false), (25, true)] {
        let before = SystemTime::now() - Duration::from_secs(hours * 3_600);
        std::fs::File::options().write(true).open(&manifest).unwrap().set_modified(before).unwrap();
        let before = modified();
        assert!(conversions.lookup(&digest, None).is_some());
        assert_eq!(modified() > before, noted, "{hours} hours");
    }
}

#[test]
fn what_was_created_is_opened_and_stands_where_the_path_says() {
    let folder = Folder::new();
    let root = folder.join("cache");
    let digest = Digest::of(b"source");
    let conversions = created(&folder);
    conversions.store(&digest, &conversion(String::new())).unwrap();
    let opened = Conversions::open(&root).unwrap().unwrap();
    assert!(opened.lookup(&digest, None).is_some());
    assert_eq!(opened.path(), std::fs::canonicalize(conversions_path(&root)).unwrap());
    assert_eq!(opened.path(), conversions.path());
}

#[test]
fn a_cache_that_was_taken_away_is_an_error_in_the_end() {
    let folder = Folder::new();
    let conversions = created(&folder);
    std::fs::remove_dir_all(folder.join("cache")).unwrap();
    let error = conversions.store(&Digest::of(b"source"), &conversion(String::new())).unwrap_err();
    assert_eq!(error.kind(), "not-found");
}

#[test]
fn fixes_are_worked_out_only_where_they_are_wanted() {
    let folder = Folder::new();
    let conversions = created(&folder);
    let source = Source {
        path: "tide/SKILL.md",
        directory: Some("tide"),
        format: Format::AgentSkill,
        bytes: b"---\nname: tide\ndescription: Reads: tide tables.\n---\nDo it.\n",
    };
    for wanted in [true, false] {
        let (checked, failure) = conversions.check(&source, &Digest::of(source.bytes), wanted);
        assert!(checked.skill.is_none() && failure.is_none());
        assert_eq!(checked.diagnostics.iter().any(|found| found.fix.is_some()), wanted);
    }
}

#[test]
fn a_native_form_is_judged_without_the_cache() {
    let folder = Folder::new();
    let conversions = created(&folder);
    let form = conversion("Do it.".to_owned()).to_form();
    let source = Source {
        path: "tide/SKILL.sexp",
        directory: Some("tide"),
        format: Format::Native,
        bytes: form.as_bytes(),
    };
    let (checked, failure) = conversions.check(&source, &Digest::of(source.bytes), true);
    assert!(checked.skill.is_some() && failure.is_none());
    assert_eq!(conversions.stats().unwrap().entries, 0);
}
