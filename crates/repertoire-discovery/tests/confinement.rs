//! Rows of what a hostile tree may hold, seen through a whole discovery.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test stops and tells")]

mod support;

use repertoire_discovery::{Layout, Links, Options, RootSpec, Scope, discover};
use repertoire_fs::Opening;
use repertoire_fs::testkit::{Folder, is_root, without_privilege};
use support::{below, catalog_of, kinds, names, options};

/// What stands beside a good skill in `skills`, the diagnostics, and what else is found.
struct Row {
    what: &'static str,
    tree: &'static str,
    kinds: &'static [&'static str],
    further: &'static [&'static str],
    needs_root: bool,
}

const fn row(
    what: &'static str,
    tree: &'static str,
    kinds: &'static [&'static str],
    further: &'static [&'static str],
) -> Row {
    Row { what, tree, kinds, further, needs_root: false }
}

const ROWS: &[Row] = &[
    row("a linked source out", "skills/a/SKILL.md -> /etc/passwd", &["outside-root skills/a/SKILL.md"], &[]),
    row("a linked directory out", "skills/a -> /etc", &["outside-root skills/a"], &[]),
    row("a linked file out that is no source", "skills/a -> /etc/passwd", &[], &[]),
    row(
        "the environment",
        "skills/a/SKILL.md -> /proc/self/environ",
        &["outside-root skills/a/SKILL.md"],
        &[],
    ),
    row(
        "the directory that holds the root is a bound",
        "store/tide.md skill a: Does a.\nskills/a/SKILL.md -> ../../store/tide.md",
        &[],
        &["a"],
    ),
    row(
        "a linked directory in the bounds",
        "store/a/SKILL.md skill a: Does a.\nskills/a -> ../store/a",
        &[],
        &["a"],
    ),
    row("a dangling source", "skills/a/SKILL.md -> nowhere", &["read-error skills/a/SKILL.md"], &[]),
    row("another dangling link", "skills/a -> nowhere", &["scan-error skills/a"], &[]),
    row("a link to itself", "skills/a -> a", &["scan-error skills/a"], &[]),
    row("a FIFO", "skills/a/SKILL.md fifo", &["not-regular-file skills/a/SKILL.md"], &[]),
    row(
        "a linked FIFO",
        "skills/p fifo\nskills/a/SKILL.md -> ../p",
        &["not-regular-file skills/a/SKILL.md"],
        &[],
    ),
    row("a socket", "skills/a/SKILL.sexp socket", &["not-regular-file skills/a/SKILL.sexp"], &[]),
    row("a directory", "skills/a/SKILL.md/", &["not-regular-file skills/a/SKILL.md"], &[]),
    row(
        "a directory named like a source is searched all the same",
        "skills/SKILL.md/a/SKILL.md skill a: Does a.",
        &["not-regular-file skills/SKILL.md"],
        &["a"],
    ),
    row(
        "an unreadable source",
        "skills/a/SKILL.md skill a: A. mode 000",
        &["read-error skills/a/SKILL.md"],
        &[],
    ),
    row(
        "an unreadable directory",
        "skills/a/SKILL.md skill a: A.\nskills/a/ mode 000",
        &["scan-error skills/a"],
        &[],
    ),
    row(
        "not UTF-8",
        "skills/a/SKILL.md = ---\\nname: a\\xFF\\n---\\n",
        &["read-error skills/a/SKILL.md"],
        &[],
    ),
    row("an empty file", "skills/a/SKILL.md", &["invalid-syntax skills/a/SKILL.md"], &[]),
    row("a huge file", "skills/a/SKILL.md size 1000000000000", &["file-too-large skills/a/SKILL.md"], &[]),
    row("the wrong case", "skills/a/skill.md skill a: A.", &["invalid-structure skills/a/skill.md"], &[]),
    row("a name with a newline", "skills/a\\nb/SKILL.md skill a: Does a.", &[], &["a"]),
    row("a name that is not Unicode", "skills/a\\xFFb/SKILL.md skill a: Does a.", &[], &["a"]),
    Row {
        needs_root: true,
        ..row("a device", "skills/a/SKILL.md device", &["not-regular-file skills/a/SKILL.md"], &[])
    },
];
const ROOT_ROWS: usize = 1;

#[test]
fn every_row_is_one_diagnostic_and_the_rest_goes_on() {
    let mut privileged = 0;
    for row in ROWS {
        if row.needs_root && !is_root() {
            assert!(
                std::env::var_os("CI").is_none_or(|ci| ci != "true"),
                "CI runs as root, for: {}",
                row.what
            );
            eprintln!("SKIPPED, needs root: {}", row.what);
            continue;
        }
        privileged += usize::from(row.needs_root);
        let folder = Folder::with(row.tree);
        folder.add("skills/good/SKILL.md skill good: Is good. Use when all is well.");
        for opening in [Opening::Kernel, Opening::Stepwise] {
            let options = Options { opening: Some(opening), ..options(&folder, &["skills"]) };
            let catalog = without_privilege(|| discover(&options));
            let mut found: Vec<_> = row.further.iter().copied().chain(["good"]).collect();
            found.sort_unstable();
            assert_eq!(names(&catalog), found, "{}: {:?}", row.what, catalog.diagnostics);
            let told: Vec<_> = kinds(&folder, &catalog)
                .into_iter()
                .filter(|told| !told.starts_with("invalid-name"))
                .collect();
            assert_eq!(told, row.kinds, "{}: {:?}", row.what, catalog.diagnostics);
        }
    }
    if is_root() {
        assert_eq!(privileged, ROOT_ROWS);
    }
}

#[test]
fn odd_bytes_are_shown_escaped_and_kept_in_the_path() {
    use std::os::unix::ffi::OsStrExt as _;
    let (folder, catalog) =
        catalog_of("skills/a\\xFFb/SKILL.md skill other: Does a.\nskills/c\\xFE/SKILL.md = x");
    let path = &catalog.entries[0].path;
    assert_eq!(
        path.as_os_str().as_bytes(),
        [folder.path().as_os_str().as_bytes(), b"/skills/a\xFFb/SKILL.md"].concat()
    );
    assert_eq!(below(&folder, path), r"skills/a\xFFb/SKILL.md");
    assert!(kinds(&folder, &catalog).contains(&r"invalid-syntax skills/c\xFE/SKILL.md".to_owned()));
}

#[test]
fn link_cycles_end_and_give_one_entry() {
    let (folder, catalog) = catalog_of(
        "skills/loom/SKILL.md skill loom: Weaves.
         skills/loom/loom -> .
         skills/up -> ..
         skills/x/y -> ../z
         skills/z/w -> ../x",
    );
    assert_eq!(names(&catalog), ["loom"]);
    assert_eq!(catalog.entries[0].path, folder.join("skills/loom/SKILL.md"));
    assert!(catalog.shadowed.is_empty());
    assert_eq!(kinds(&folder, &catalog), ["scan-error skills/loom/loom"]);
}

#[test]
fn a_link_to_a_directory_above_the_root_is_followed_within_the_bounds() {
    let tree = "u/r/mine/SKILL.md skill mine: Mine.
         u/r/up -> ..
         u/side/SKILL.md skill side: Beside the root.
         u/r/deep -> ../../s/deep
         s/deep/SKILL.md skill deep: Elsewhere.
         s/deep/up -> ..
         s/near/SKILL.md skill near: Beside it.
         s/deep/again -> ../deep";
    let folder = Folder::with(tree);
    let options = Options { links_within: vec![folder.join("s")], ..options(&folder, &["u/r"]) };
    let mut seen = Vec::new();
    for (threads, cache) in [(1, false), (4, false), (1, true), (4, true)] {
        let cache = cache.then(|| folder.join("cache"));
        let catalog = discover(&Options { threads, cache, ..options.clone() });
        assert_eq!(names(&catalog), ["deep", "near", "mine", "side"]);
        // Only what was visited already adds nothing.
        assert_eq!(kinds(&folder, &catalog), ["scan-error u/r/deep/again"]);
        seen.push(support::picture(&folder, &catalog));
        std::thread::sleep(std::time::Duration::from_millis(40));
    }
    assert!(seen.iter().all(|picture| *picture == seen[0]));

    // Where the bounds do not reach, it is what any other link out is.
    let mut narrow = options;
    narrow.roots[0].bounds.clear();
    let catalog = discover(&narrow);
    assert_eq!(names(&catalog), ["deep", "near", "mine"]);
    assert_eq!(kinds(&folder, &catalog), ["scan-error u/r/deep/again", "outside-root u/r/up"]);
}

#[test]
fn a_skill_is_known_by_its_own_path_rather_than_by_a_link_to_it() {
    let (folder, catalog) = catalog_of(
        "skills/a-link -> z
         skills/z/SKILL.md skill z: Does z.
         skills/b/SKILL.md -> ../z/SKILL.md",
    );
    assert_eq!(names(&catalog), ["z"]);
    assert_eq!(catalog.entries[0].path, folder.join("skills/z/SKILL.md"));
    assert!(catalog.shadowed.is_empty(), "the same file is no other definition");
}

#[test]
fn links_none_follows_none_and_links_within_widens() {
    let folder = Folder::with(
        "far/store/a/SKILL.md skill a: Does a.
         near/skills/a -> ../../far/store/a
         near/skills/c/SKILL.md -> ../store-of-c
         near/skills/store-of-c skill c: Does c.",
    );
    let plain = options(&folder, &["near/skills"]);
    let catalog = discover(&plain);
    assert_eq!(
        (names(&catalog), kinds(&folder, &catalog)),
        (vec!["c"], vec!["outside-root near/skills/a".into()])
    );
    let help = catalog.diagnostics[0].help.as_deref().unwrap();
    assert!(help.contains("--links-within") && help.contains("far/store"), "{help}");

    let widened = Options { links_within: vec![folder.join("far/store")], ..plain };
    let catalog = discover(&widened);
    assert_eq!(names(&catalog), ["a", "c"]);
    assert_eq!(catalog.entries[0].canonical, folder.join("far/store/a/SKILL.md"));

    let none = Options { links: Links::None, ..widened };
    let catalog = discover(&none);
    assert!(names(&catalog).is_empty());
    assert_eq!(kinds(&folder, &catalog), ["outside-root near/skills/c/SKILL.md"]);
}

#[test]
fn bounds_follow_the_layout_the_scope_and_the_trust() {
    let tree = "p/.git/
         p/.autolith/skills/a -> ../../store/a
         p/.autolith/skills/u -> ../../../config/autolith/skills/u
         p/store/a/SKILL.md skill a: Does a.
         config/autolith/skills/u/SKILL.md skill u: Does u.
         p/.agents/skills/a -> ../../store/a
         home/dotfiles/h/SKILL.md skill h: Does h.
         home/.agents/skills/h -> ../../dotfiles/h
         home/.agents/skills/a -> ../../../p/store/a";
    let folder = Folder::with(tree);
    let environment = repertoire_discovery::Environment {
        home: Some(folder.join("home")),
        config_home: Some(folder.join("config")),
        cache_home: None,
    };
    let of = |layout: &Layout| {
        let options = Options::for_layout(layout, &folder.join("p"), &environment, &[]);
        let catalog = discover(&options);
        let kinds = kinds(&folder, &catalog);
        (
            names(&catalog).join(" "),
            kinds.into_iter().filter(|kind| kind.starts_with("outside")).collect::<Vec<_>>(),
        )
    };
    // In `autolith`, the configured roots and nothing else.
    assert_eq!(of(&Layout::autolith()), ("u".into(), vec!["outside-root p/.autolith/skills/a".into()]));
    // In the others, also the project for its roots, and the home for the user's.
    assert_eq!(of(&Layout::agents()), ("a h".into(), vec!["outside-root home/.agents/skills/a".into()]));

    let given = RootSpec::given(folder.join("p/.agents/skills")).with_reduced_trust();
    let catalog = discover(&Options::new(vec![given, RootSpec::given(folder.join("p/store"))]));
    assert_eq!(catalog.roots[0].scope, Scope::Given);
    assert_eq!(kinds(&folder, &catalog), ["outside-root p/.agents/skills/a"]);
    assert!(!catalog.diagnostics[0].help.as_deref().unwrap().contains("--links-within"));
}

#[test]
fn a_root_that_is_a_link_is_resolved_once_and_each_root_counts_once() {
    let folder = Folder::with(
        "store/skills/a/SKILL.md skill a: Does a.
         skills -> store/skills",
    );
    let options = options(&folder, &["skills", "store/skills", "skills", "none"]);
    let catalog = discover(&options);
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(catalog.entries[0].path, folder.join("skills/a/SKILL.md"));
    assert_eq!(catalog.entries[0].canonical, folder.join("store/skills/a/SKILL.md"));
    assert_eq!(catalog.roots.len(), 2);
    assert_eq!(kinds(&folder, &catalog), ["missing-root none"]);
}
