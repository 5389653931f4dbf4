//! How much of a root is looked at, and what is said where that ends.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::fmt::Write as _;

use repertoire_discovery::{Limits, Options, discover, files};
use repertoire_fs::testkit::Folder;
use support::{kinds, names, options};

fn with(folder: &Folder, roots: &[&str], limits: Limits) -> Options {
    Options { limits, ..options(folder, roots) }
}

#[test]
fn depth_is_inclusive_and_told_once_for_each_directory_cut() {
    let folder = Folder::with(
        "skills/1/2/3/4/5/6/SKILL.md skill six: Is there.
         skills/1/2/3/4/5/6/7/SKILL.md skill seven: Is too deep.
         skills/1/2/3/4/5/6/8/SKILL.md skill eight: Is too deep.
         skills/a/2/3/4/5/6/SKILL.md skill six-a: Is there.",
    );
    let catalog = discover(&options(&folder, &["skills"]));
    assert_eq!(names(&catalog), ["six", "six-a"]);
    assert!(kinds(&folder, &catalog).contains(&"scan-depth-limit skills/1/2/3/4/5/6".to_owned()));
    assert_eq!(kinds(&folder, &catalog).iter().filter(|kind| kind.starts_with("scan")).count(), 1);
    let all = discover(&with(&folder, &["skills"], Limits::unbounded()));
    assert_eq!(all.entries.len(), 4);
}

#[cfg(unix)]
#[test]
fn depth_counts_through_links_too() {
    let folder = Folder::with(
        "skills/1/2/link -> ../../far
         skills/far/a/SKILL.md skill a: Does a.
         skills/1/2/out -> ../../../store
         store/b/SKILL.md skill b: Does b.",
    );
    let limits = Limits { depth: 2, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills"], limits));
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(kinds(&folder, &catalog), ["scan-depth-limit skills/1/2"]);
    let limits = Limits { depth: 4, ..Limits::default() };
    assert_eq!(names(&discover(&with(&folder, &["skills"], limits))), ["b", "a"]);
}

fn many(count: usize) -> String {
    let mut tree = String::new();
    for number in 0..count {
        writeln!(tree, "skills/s{number:03}/SKILL.md skill s{number:03}: Is number {number}.").unwrap();
    }
    tree
}

#[test]
fn directories_end_the_scan_of_their_root() {
    let folder = Folder::with(&many(20));
    let limits = |directories| Limits { directories, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills"], limits(20)));
    assert_eq!((catalog.entries.len(), catalog.diagnostics.len()), (20, 0));
    let catalog = discover(&with(&folder, &["skills"], limits(7)));
    assert_eq!(catalog.entries.len(), 7);
    assert_eq!(names(&catalog).last(), Some(&"s006"));
    assert_eq!(kinds(&folder, &catalog), ["scan-directory-limit skills/s007"]);
}

#[test]
fn an_overfull_directory_is_dropped_whole_and_the_rest_goes_on() {
    let mut tree = String::from(
        "skills/a/SKILL.md skill a: Does a.
         skills/m/SKILL.md skill m: Is crowded out.
         skills/z/SKILL.md skill z: Does z.\n",
    );
    for number in 0..30 {
        writeln!(tree, "skills/m/decoy{number}").unwrap();
    }
    let folder = Folder::with(&tree);
    let limits = |entries| Limits { entries, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills"], limits(20)));
    assert_eq!(names(&catalog), ["a", "z"]);
    assert_eq!(kinds(&folder, &catalog), ["scan-entry-limit skills/m"]);
    // The root holds 3 entries, the skills 1, 31 and 1.
    assert_eq!(discover(&with(&folder, &["skills"], limits(36))).entries.len(), 3);
    assert_eq!(names(&discover(&with(&folder, &["skills"], limits(35)))), ["a", "m"]);
}

#[test]
fn entries_of_dropped_directories_end_the_scan_in_the_end() {
    let mut tree = String::from("skills/z/SKILL.md skill z: Does z.\n");
    for directory in 0..20 {
        for number in 0..6 {
            writeln!(tree, "skills/d{directory:02}/decoy{number}").unwrap();
        }
    }
    let folder = Folder::with(&tree);
    let limits = Limits { entries: 25, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills"], limits));
    assert!(catalog.entries.len() <= 1);
    let limits = Limits { entries: 5, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills"], limits));
    assert!(catalog.entries.is_empty());
    assert_eq!(kinds(&folder, &catalog), ["scan-entry-limit skills"]);
}

#[test]
fn characters_are_charged_as_read_and_end_the_reading_of_their_root() {
    let folder = Folder::with(
        "skills/a/SKILL.md skill a: Does a.
         skills/b/SKILL.md = not a skill
         skills/c/SKILL.md skill c: Does c.
         skills/d/SKILL.md skill d: Does d.
         user/e/SKILL.md skill e: Does e.",
    );
    let size = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap().chars().count();
    let three = size("skills/a/SKILL.md") + size("skills/b/SKILL.md") + size("skills/c/SKILL.md");
    let limits = |characters| Limits { characters, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills", "user"], limits(three)));
    assert_eq!(names(&catalog), ["a", "c", "e"], "budgets are per root");
    assert_eq!(
        kinds(&folder, &catalog),
        ["invalid-syntax skills/b/SKILL.md", "scan-character-limit skills/d/SKILL.md"]
    );
    let catalog = discover(&with(&folder, &["skills", "user"], limits(three - 1)));
    assert_eq!(names(&catalog), ["a", "e"]);
}

#[test]
fn a_source_is_bounded_in_characters_not_bytes() {
    let folder = Folder::new();
    let head = "---\nname: NAME\ndescription: Is long.\n---\n";
    for (name, letter) in [("ascii", 'x'), ("wide", '𝄞')] {
        let head = head.replace("NAME", name);
        for (more, suffix) in [(0, ""), (1, "-over")] {
            let head =
                if suffix.is_empty() { head.clone() } else { head.replace(name, &format!("{name}{suffix}")) };
            let body: String = std::iter::repeat_n(letter, 65_536 - head.chars().count() + more).collect();
            let directory = folder.join(format!("skills/{name}{suffix}"));
            std::fs::create_dir_all(&directory).unwrap();
            std::fs::write(directory.join("SKILL.md"), head + &body).unwrap();
        }
    }
    let catalog = discover(&options(&folder, &["skills"]));
    assert_eq!(names(&catalog), ["ascii", "wide"]);
    assert_eq!(
        kinds(&folder, &catalog),
        ["file-too-large skills/ascii-over/SKILL.md", "file-too-large skills/wide-over/SKILL.md"]
    );
}

#[test]
fn what_is_no_text_is_charged_too() {
    let folder = Folder::new();
    for name in ["a", "b", "c", "d"] {
        let directory = folder.join(format!("skills/{name}"));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("SKILL.md"), [0x80; 400]).unwrap();
    }
    let limits =
        |source_characters, characters| Limits { source_characters, characters, ..Limits::default() };
    let kinds = |limits| kinds(&folder, &discover(&with(&folder, &["skills"], limits)));
    assert_eq!(
        kinds(limits(100, 299)),
        [
            "read-error skills/a/SKILL.md",
            "read-error skills/b/SKILL.md",
            "scan-character-limit skills/c/SKILL.md"
        ]
    );
    // No text of so many bytes has so few characters.
    assert_eq!(kinds(limits(99, 10_000))[0], "file-too-large skills/a/SKILL.md");
}

#[cfg(unix)]
#[test]
fn what_was_dropped_is_not_visited_again_through_a_link() {
    let mut tree = String::from("skills/a/SKILL.md skill a: Does a.\nskills/z/l -> ../big\n");
    for number in 0..30 {
        writeln!(tree, "skills/big/decoy{number}").unwrap();
    }
    let folder = Folder::with(&tree);
    let limits = Limits { entries: 20, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills"], limits));
    assert_eq!(kinds(&folder, &catalog), ["scan-entry-limit skills/big"]);
}

#[test]
fn the_files_of_a_skill_are_whole_directories_level_by_level() {
    let folder = Folder::with(
        "skills/a/SKILL.md skill a: Does a.
         skills/a/b/2 = x
         skills/a/b/deep/3 = x
         skills/a/c/1 = x
         skills/a/c/2 = x
         skills/a/d/1 = x",
    );
    let options = options(&folder, &["skills"]);
    let catalog = discover(&options);
    let listed = |most| {
        let found = files(&catalog.entries[0], &options, most).unwrap();
        let paths: Vec<_> = found.files.iter().map(|file| file.path.to_str().unwrap().to_owned()).collect();
        (paths.join(" "), found.incomplete)
    };
    assert_eq!(listed(3), (String::new(), true), "the directory itself holds four");
    assert_eq!(listed(4), ("SKILL.md".to_owned(), true));
    assert_eq!(listed(6), ("SKILL.md b/2".to_owned(), true));
    assert_eq!(listed(7), ("SKILL.md b/2".to_owned(), true), "half of a directory is not shown");
    assert_eq!(listed(9), ("SKILL.md b/2 c/1 c/2 d/1".to_owned(), true));
    assert_eq!(listed(10), ("SKILL.md b/2 b/deep/3 c/1 c/2 d/1".to_owned(), false));
}

#[test]
fn ten_thousand_decoys_cost_nothing_but_their_listing() {
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.");
    for number in 0..10_000 {
        std::fs::write(folder.join(format!("skills/a/decoy-{number}.md")), "").unwrap();
    }
    let catalog = discover(&options(&folder, &["skills"]));
    assert_eq!((names(&catalog), catalog.diagnostics.len()), (vec!["a"], 0));
}

#[test]
fn a_root_that_uses_up_its_budget_hides_nobody_elses_skills() {
    let mut tree = many(30);
    tree.push_str("user/mine/SKILL.md skill mine: Is the user's.\n");
    let folder = Folder::with(&tree);
    let limits = Limits { directories: 10, entries: 40, characters: 500, ..Limits::default() };
    let catalog = discover(&with(&folder, &["skills", "user"], limits));
    assert!(names(&catalog).contains(&"mine"), "{:?}", catalog.diagnostics);
}
