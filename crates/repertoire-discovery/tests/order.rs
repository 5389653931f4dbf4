//! The order of the file system, of threads and of opening never shows.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test stops and tells")]

mod support;

use std::path::Path;

use proptest::prelude::*;
use repertoire_discovery::{Options, RootSpec, discover};
use repertoire_fs::Opening;
use repertoire_fs::testkit::Folder;
use support::picture;

/// One line of a tree: a directory of three short names, and what stands in it.
fn line() -> impl Strategy<Value = String> {
    let name = || prop::sample::select(vec!["a", "b", "c", "a-b", ".h", "target", "templates", "SKILL.md"]);
    let what = prop::sample::select(vec![
        "SKILL.md skill a: First.",
        "SKILL.md skill b: Second.",
        "SKILL.sexp skill b: Third.",
        "SKILL.md = broken",
        "skill.md = wrong case",
        "decoy = x",
        "up -> ../..",
        "side -> ../b",
        "out -> /etc",
        "gone -> nowhere",
    ]);
    (prop::sample::select(vec!["one", "two"]), name(), name(), what)
        .prop_map(|(root, first, second, what)| format!("{root}/{first}/{second}/{what}"))
}

/// A folder that holds the lines, made in their order. Lines that clash with earlier ones on
/// which is a file and which a directory are left out by taking each path once.
fn build(lines: &[String], shuffled: &[usize]) -> Folder {
    // On this file system the order of a listing is that of the creation, backwards.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { Folder::in_directory(memory) } else { Folder::new() };
    folder.add("one/\ntwo/");
    for index in shuffled {
        folder.add(&lines[*index]);
    }
    folder
}

fn options(folder: &Folder, threads: usize, opening: Opening) -> Options {
    let roots = ["one", "two"].map(|name| RootSpec::given(folder.join(name)));
    let mut options = Options::new(roots.into());
    options.threads = threads;
    options.opening = Some(opening);
    options.limits.directories = 12;
    options.limits.entries = 30;
    options.limits.characters = 400;
    options.limits.depth = 3;
    options
}

/// The lines of a tree in which no path is both a file and a directory, each path once.
fn consistent(lines: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let path = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    for line in lines {
        let new = path(&line);
        let clashes = |old: &String| {
            let old = path(old);
            old == new || old.starts_with(&format!("{new}/")) || new.starts_with(&format!("{old}/"))
        };
        if !kept.iter().any(clashes) {
            kept.push(line);
        }
    }
    kept
}

fn trees() -> impl Strategy<Value = (Vec<String>, Vec<usize>)> {
    prop::collection::vec(line(), 1..25).prop_map(consistent).prop_flat_map(|lines| {
        let order: Vec<usize> = (0..lines.len()).collect();
        (Just(lines), Just(order).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_shuffled_tree_gives_the_same_catalog((lines, shuffled) in trees()) {
        let straight: Vec<usize> = (0..lines.len()).collect();
        let folder = build(&lines, &straight);
        let expected = picture(&folder, &discover(&options(&folder, 1, Opening::Kernel)));
        for (threads, opening) in [(1, Opening::Stepwise), (4, Opening::Kernel)] {
            let folder = build(&lines, &shuffled);
            let got = picture(&folder, &discover(&options(&folder, threads, opening)));
            prop_assert_eq!(&got, &expected);
        }
    }
}

#[test]
fn the_file_system_of_the_property_really_shuffles() {
    if !Path::new("/dev/shm").is_dir() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI has a file system in memory");
        eprintln!("SKIPPED: no file system in memory here");
        return;
    }
    let lines: Vec<String> =
        ["one/a/x/decoy = x", "one/b/x/decoy = x", "one/c/x/decoy = x"].map(str::to_owned).into();
    let listed = |order: &[usize]| -> Vec<_> {
        let folder = build(&lines, order);
        std::fs::read_dir(folder.join("one")).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    };
    assert_ne!(listed(&[0, 1, 2]), listed(&[2, 1, 0]));
}

#[test]
fn many_threads_over_many_directories_give_the_same_catalog() {
    let mut tree = String::new();
    for number in 0..600 {
        tree.push_str(&format!("one/g{}/s{number}/SKILL.md skill s{}: Is one.\n", number % 7, number % 500));
    }
    let folder = Folder::with(&tree);
    let of = |threads| {
        let mut options = Options::new(vec![RootSpec::given(folder.join("one"))]);
        options.threads = threads;
        picture(&folder, &discover(&options))
    };
    let alone = of(1);
    assert!([2, 3, 8].into_iter().all(|threads| of(threads) == alone));
}
