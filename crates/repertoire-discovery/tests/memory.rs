//! The cache of a discovery: nothing but speed depends on it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test stops and tells")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use repertoire_diagnostic::Severity;
use repertoire_discovery::{Catalog, Options, discover};
use repertoire_fs::testkit::{Folder, without_privilege};
use repertoire_schema::{Profile, profile};
use support::{kinds, names, options};

const TREE: &str = "
    skills/a/SKILL.md skill a: Does a.
    skills/b/SKILL.md = ---\\nname: b\\ndescription: Is: broken: here\\n---\\n
    skills/c/SKILL.sexp skill c: Does c.
    skills/d/SKILL.md = ---\\nname: d\\n---\\n
    store/l.md skill l: Is linked.
    skills/l/SKILL.md -> ../../store/l.md
    skills/e/SKILL.md = ---\\nname: e\\ndescription: Tagged.\\ntags: [x, y]\\nrequires: [a]\\nrisk: low\\nversion: 1.0.0\\n---\\n
    more/a/SKILL.md skill a: Another.
";

fn cached(folder: &Folder, profile: &'static Profile) -> Options {
    Options { cache: Some(folder.join("cache")), profile, ..options(folder, &["skills", "more"]) }
}

/// Waits until what was just written is older than the granularity of file times.
fn settle() {
    std::thread::sleep(Duration::from_millis(40));
}

fn index_file(folder: &Folder) -> PathBuf {
    let entries = fs::read_dir(folder.join("cache/skills/index-v1")).unwrap();
    let files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

#[test]
fn with_and_without_cache_and_index_the_catalog_is_the_same() {
    for profile in profile::ALL {
        let folder = Folder::with(TREE);
        settle();
        let plain = discover(&options(&folder, &["skills", "more"]));
        let plain = if profile.name == "loader" {
            plain
        } else {
            discover(&Options { profile, ..options(&folder, &["skills", "more"]) })
        };
        for index in [false, true] {
            let options = Options { index, ..cached(&folder, profile) };
            for round in ["cold", "warm"] {
                assert_eq!(discover(&options), plain, "{} index {index} {round}", profile.name);
            }
        }
        let conversions = folder.join("cache/skills/agent-skill-v1");
        assert_eq!(conversions.exists(), profile.name == "autolith", "only `autolith` keeps conversions");
    }
}

#[test]
fn the_index_is_written_once_and_a_change_is_seen() {
    let folder = Folder::with(TREE);
    let options = cached(&folder, &profile::LOADER);
    settle();
    let first = discover(&options);
    let source = folder.join("skills/a/SKILL.md");
    let before = fs::metadata(&source).unwrap();
    assert_eq!(discover(&options), first);
    let index = fs::read(index_file(&folder)).unwrap();
    assert_eq!(discover(&options), first);
    assert_eq!(fs::read(index_file(&folder)).unwrap(), index, "nothing new is not written again");

    // The same size and modification time, other bytes: the time of the change tells.
    settle();
    fs::write(&source, fs::read_to_string(&source).unwrap().replace("Does a.", "Does x.")).unwrap();
    let file = fs::File::options().write(true).open(&source).unwrap();
    file.set_modified(before.modified().unwrap()).unwrap();
    assert_eq!(fs::metadata(&source).unwrap().len(), before.len());
    let second = discover(&options);
    assert_eq!(second.find("a").unwrap().metadata.description, "Does x.");
    assert_ne!(second, first);
}

#[test]
fn a_source_that_changed_just_now_is_read_again_even_with_the_same_stat() {
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.");
    let options = cached(&folder, &profile::LOADER);
    // No time passes between writing and looking, over and over: no old text is ever served.
    for number in 0..200 {
        let text = format!("---\nname: a\ndescription: Number {number:03}.\n---\n");
        fs::write(folder.join("skills/a/SKILL.md"), text).unwrap();
        let found = discover(&options).entries[0].metadata.description.clone();
        assert_eq!(found, format!("Number {number:03}."));
    }
}

#[test]
fn a_right_that_was_taken_away_is_seen() {
    let folder =
        Folder::with("more/\nskills/a/SKILL.md skill a: Does a.\nskills/b/SKILL.md skill b: Does b.");
    let options = cached(&folder, &profile::LOADER);
    let source = folder.join("skills/a/SKILL.md");
    settle();
    assert_eq!(names(&discover(&options)), ["a", "b"]);
    // Taking the right to read away changes the time of the change, so the index is not asked.
    fs::set_permissions(&source, fs::Permissions::from_mode(0o000)).unwrap();
    let second = without_privilege(|| discover(&options));
    assert_eq!(
        (names(&second), kinds(&folder, &second)),
        (vec!["b"], vec!["read-error skills/a/SKILL.md".to_owned()])
    );
}

#[test]
fn a_torn_or_foreign_index_is_ignored_and_rewritten() {
    let folder = Folder::with(TREE);
    let options = cached(&folder, &profile::LOADER);
    settle();
    let first = discover(&options);
    let file = index_file(&folder);
    let whole = fs::read(&file).unwrap();
    for broken in
        [Vec::new(), whole[..whole.len() / 2].to_vec(), [b"x".as_slice(), &whole].concat(), vec![0; 500]]
    {
        fs::write(&file, broken).unwrap();
        assert_eq!(discover(&options), first);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", &file).unwrap();
    assert_eq!(discover(&options), first);
    assert!(!fs::symlink_metadata(&file).unwrap().is_symlink(), "the link was replaced");
    assert_eq!(fs::read(&file).unwrap(), whole);
}

#[test]
fn other_roots_profiles_and_bounds_have_other_indexes() {
    let folder = Folder::with(TREE);
    settle();
    let variants = [
        cached(&folder, &profile::LOADER),
        cached(&folder, &profile::AETHER),
        Options { roots: options(&folder, &["more", "skills"]).roots, ..cached(&folder, &profile::LOADER) },
        Options { least_severity: Severity::Hint, ..cached(&folder, &profile::LOADER) },
        Options { links_within: vec![folder.join("store")], ..cached(&folder, &profile::LOADER) },
    ];
    for (number, options) in variants.iter().enumerate() {
        let plain = discover(&Options { cache: None, ..options.clone() });
        assert_eq!(discover(options), plain);
        assert_eq!(discover(options), plain);
        assert_eq!(fs::read_dir(folder.join("cache/skills/index-v1")).unwrap().count(), number + 1);
    }
}

#[test]
fn a_cache_that_cannot_be_used_costs_one_warning_and_no_skill() {
    for profile in [&profile::LOADER, &profile::AUTOLITH] {
        for (what, tree) in [
            ("a file for the root", "cache = x"),
            ("a file for a directory", "cache/skills = x"),
            ("a file for the indexes", "cache/skills/index-v1 = x\ncache/skills/agent-skill-v1 = x"),
            ("others may write", "cache/ mode 777"),
            ("others may write below", "cache/skills/ mode 777"),
            (
                "read-only",
                "cache/skills/index-v1/\ncache/skills/agent-skill-v1/\ncache/skills/index-v1/ mode 500\ncache/skills/agent-skill-v1/ mode 500\ncache/ mode 500",
            ),
            ("no way in", "cache/ mode 000"),
            ("a link out", "elsewhere/\ncache/skills -> ../elsewhere"),
        ] {
            let folder = Folder::with(TREE);
            folder.add(tree);
            settle();
            let options = cached(&folder, profile);
            let plain = discover(&Options { cache: None, ..options.clone() });
            let mut found: Catalog = without_privilege(|| discover(&options));
            let warnings: Vec<_> =
                found.diagnostics.extract_if(.., |it| it.rule.as_deref() == Some("cache-unusable")).collect();
            assert_eq!(warnings.len(), 1, "{what}: {:?}", found.diagnostics);
            assert_eq!(warnings[0].severity, Severity::Warning);
            assert_eq!(found, plain, "{what}");
            if what == "a link out" {
                assert_eq!(fs::read_dir(folder.join("elsewhere")).unwrap().count(), 0);
            }
        }
    }
}

#[test]
fn a_clock_that_runs_ahead_costs_time_only() {
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.");
    let file = fs::File::options().write(true).open(folder.join("skills/a/SKILL.md")).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(3_600)).unwrap();
    let options = cached(&folder, &profile::LOADER);
    settle();
    assert_eq!(discover(&options), discover(&options));
    fs::write(folder.join("skills/a/SKILL.md"), "---\nname: a\ndescription: Does b.\n---\nDo it.\n").unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(3_600)).unwrap();
    assert_eq!(discover(&options).entries[0].metadata.description, "Does b.");
}
