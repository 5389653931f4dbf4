//! Private directories, whole files, replaced files, named trees.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::panic, reason = "a test stops and tells")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use repertoire_fs::testkit::{Folder, is_root};
use repertoire_fs::{
    Cut, ErrorKind, FileType, Limits, PrivateDirectory, Tree, find_upward, read, replace, show,
};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_private_directory_is_made_private_and_refused_when_it_is_not() {
    let folder = Folder::new();
    let path = folder.join("x/y/cache");
    let cache = PrivateDirectory::create(&path).unwrap();
    assert_eq!((mode(&path), mode(&folder.join("x"))), (0o700, 0o700));
    cache.require_private().unwrap();
    for (bits, private) in [(0o755, true), (0o775, false), (0o707, false), (0o722, false), (0o500, true)] {
        fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
        let opened = PrivateDirectory::create(&path);
        assert_eq!(opened.is_ok(), private, "{bits:o}");
        if let Err(error) = opened {
            assert_eq!(error.kind(), ErrorKind::NotPrivate);
        }
    }
    folder.add("file = x");
    assert_eq!(PrivateDirectory::create(&folder.join("file")).unwrap_err().kind(), ErrorKind::NotDirectory);
    assert!(PrivateDirectory::create(&folder.join("file/below")).is_err());
}

#[test]
fn what_is_in_the_way_of_a_private_directory_is_said_with_what_helps() {
    let folder = Folder::with("cache/");
    let path = folder.join("cache");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
    let told = PrivateDirectory::open(&path).unwrap_err().to_string();
    assert!(told.contains("`chmod go-w`"), "{told}");
    if !is_root() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI runs as root");
        eprintln!("SKIPPED, needs root: a directory of another user");
        return;
    }
    std::os::unix::fs::chown(&path, Some(65_534), None).unwrap();
    for mode in [0o777, 0o755, 0o700] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let error = PrivateDirectory::open(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotPrivate);
        let told = error.to_string();
        assert!(
            told.contains("another user") && told.contains("`chown`") && !told.contains("chmod"),
            "{told}"
        );
    }
}

#[test]
fn names_in_a_private_directory_cannot_climb_and_links_are_not_followed() {
    let folder = Folder::with("outside/f = x\ncache/link -> ../outside\ncache/file -> ../outside/f");
    let cache = PrivateDirectory::open(&folder.join("cache")).unwrap();
    for name in ["..", ".", "", "a/b", "/etc", "link/f"] {
        assert!(cache.open_file(name).is_err() && cache.make(name).is_err(), "{name}");
        assert!(cache.publish(name, b"x").is_err() && cache.remove_file(name).is_err(), "{name}");
    }
    assert_eq!(cache.enter("link").unwrap_err().kind(), ErrorKind::NotDirectory);
    assert_eq!(cache.open_file("file").unwrap_err().kind(), ErrorKind::NotRegularFile);
    assert!(cache.open_file_at(Path::new("link/f")).is_err());
    assert!(cache.open_file_at(Path::new("../outside/f")).is_err());

    cache.publish("file", b"new").unwrap();
    assert_eq!(fs::read(folder.join("outside/f")).unwrap(), b"x", "the link was replaced, not followed");
    assert_eq!(cache.open_file("file").unwrap().read(10).unwrap(), b"new");
    assert_eq!(mode(&folder.join("cache/file")), 0o600);
    let names: Vec<_> = cache.entries().unwrap();
    assert_eq!(names, [("file".into(), FileType::Regular), ("link".into(), FileType::Link)]);
}

#[test]
fn a_failed_publication_leaves_no_temporary() {
    let folder = Folder::with("cache/taken/x = x");
    let cache = PrivateDirectory::open(&folder.join("cache")).unwrap();
    assert!(cache.publish("taken", b"x").is_err());
    assert_eq!(cache.entries().unwrap().len(), 1);
}

#[test]
fn replacing_keeps_the_mode_and_the_link() {
    let folder = Folder::with("a/SKILL.md mode 640 = old\nlink -> a/SKILL.md\na/p fifo");
    replace(&folder.join("link"), b"new").unwrap();
    assert_eq!(read(&folder.join("a/SKILL.md"), 10).unwrap(), b"new");
    assert_eq!(mode(&folder.join("a/SKILL.md")), 0o640);
    assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
    assert_eq!(fs::read_dir(folder.join("a")).unwrap().count(), 2, "no temporary is left");
    assert_eq!(replace(&folder.join("a/p"), b"x").unwrap_err().kind(), ErrorKind::NotRegularFile);
    assert_eq!(replace(&folder.join("a"), b"x").unwrap_err().kind(), ErrorKind::NotRegularFile);
    assert_eq!(replace(&folder.join("none"), b"x").unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_named_tree_gives_every_source_in_the_order_of_bytes() {
    let folder = Folder::with(
        "t/b/SKILL.md = b
         t/a/SKILL.sexp = a
         t/a-b/SKILL.md = c
         t/.hidden/SKILL.md = h
         t/a/deep/e/r/t/h/a/n/s/i/x/SKILL.md = d
         t/loop -> .
         t/out -> ../other
         other/SKILL.md = o
         t/linked/SKILL.md -> ../b/SKILL.md
         t/leak/SKILL.md -> ../../other/SKILL.md
         t/d/SKILL.md/
         t/a/skill.md = no",
    );
    let tree = Tree::open(&folder.join("t")).unwrap();
    let found = tree.find(&["SKILL.md", "SKILL.sexp"], Limits::default());
    let files: Vec<_> =
        found.files.iter().map(|path| show(path.strip_prefix(folder.join("t")).unwrap())).collect();
    assert_eq!(
        files,
        [
            ".hidden/SKILL.md",
            "a-b/SKILL.md",
            "a/SKILL.sexp",
            "a/deep/e/r/t/h/a/n/s/i/x/SKILL.md",
            "b/SKILL.md",
            "d/SKILL.md",
            "leak/SKILL.md",
            "linked/SKILL.md",
        ]
    );
    assert!(found.errors.is_empty() && found.cuts.is_empty());
    let outcome = |name: &str| tree.read(&folder.join("t").join(name), 100).map_err(|error| error.kind());
    assert_eq!(outcome("linked/SKILL.md"), Ok(b"b".to_vec()));
    assert_eq!(outcome("leak/SKILL.md"), Err(ErrorKind::Outside));
    assert_eq!(outcome("d/SKILL.md"), Err(ErrorKind::NotRegularFile));
    assert_eq!(outcome("../other/SKILL.md"), Err(ErrorKind::Outside));
}

#[test]
fn a_search_says_where_it_met_its_limits() {
    let folder = Folder::with(
        "t/SKILL.md = t
         t/a/SKILL.md = a
         t/a/b/SKILL.md = b
         t/crowd/SKILL.md = c
         t/crowd/1 = x
         t/crowd/2 = x
         t/crowd/3 = x
         t/z/SKILL.md = z",
    );
    let tree = Tree::open(&folder.join("t")).unwrap();
    let found = |limits| {
        let found = tree.find(&["SKILL.md"], limits);
        let below = |path: &Path| show(path.strip_prefix(folder.join("t")).unwrap());
        let cuts: Vec<String> = found
            .cuts
            .iter()
            .map(|cut| match cut {
                Cut::Directories => "directories".to_owned(),
                Cut::Entries(path) => format!("entries of {}", below(path)),
                Cut::Depth(path) => format!("below {}", below(path)),
                other => format!("{other:?}"),
            })
            .collect();
        (found.files.iter().map(|path| below(path)).collect::<Vec<_>>().join(" "), cuts.join(", "))
    };
    let all = Limits::default();
    let cases = [
        (all, "SKILL.md a/SKILL.md a/b/SKILL.md crowd/SKILL.md z/SKILL.md", ""),
        (Limits { directories: 5, ..all }, "SKILL.md a/SKILL.md a/b/SKILL.md crowd/SKILL.md z/SKILL.md", ""),
        (Limits { directories: 3, ..all }, "SKILL.md a/SKILL.md a/b/SKILL.md", "directories"),
        (Limits { directories: 0, ..all }, "", "directories"),
        (Limits { depth: 1, ..all }, "SKILL.md a/SKILL.md crowd/SKILL.md z/SKILL.md", "below a"),
        (Limits { depth: 0, ..all }, "SKILL.md", "below "),
        (Limits { entries: 12, ..all }, "SKILL.md a/SKILL.md a/b/SKILL.md crowd/SKILL.md z/SKILL.md", ""),
        (Limits { entries: 11, ..all }, "SKILL.md a/SKILL.md a/b/SKILL.md crowd/SKILL.md", "entries of z"),
        // A crowd is left out whole, and what comes behind it still has its room.
        (Limits { entries: 10, ..all }, "SKILL.md a/SKILL.md a/b/SKILL.md z/SKILL.md", "entries of crowd"),
        (Limits { entries: 0, ..all }, "", "entries of "),
    ];
    for (limits, files, cuts) in cases {
        assert_eq!(found(limits), (files.to_owned(), cuts.to_owned()), "{limits:?}");
    }
}

#[test]
fn a_named_tree_enters_linked_directories_as_far_as_its_bounds_reach() {
    let folder = Folder::with(
        "project/skills/a/SKILL.md = a
         project/skills/tide -> ../shared/tide
         project/skills/again -> ../shared/tide
         project/skills/inside -> a
         project/skills/up -> ..
         project/skills/note -> ../shared/note
         project/skills/away -> ../../elsewhere
         project/shared/tide/SKILL.md = t
         project/shared/tide/loop -> .
         project/shared/note = n
         elsewhere/SKILL.md = e",
    );
    let skills = folder.join("project/skills");
    let found = |tree: Tree, depth| {
        let found = tree.find(&["SKILL.md"], Limits { depth, ..Limits::default() });
        let below = |paths: &[std::path::PathBuf]| -> Vec<String> {
            paths.iter().map(|path| show(path.strip_prefix(&skills).unwrap())).collect()
        };
        (below(&found.files), below(&found.outside))
    };
    let within = || Tree::open_within(&skills, &[folder.join("project"), folder.join("nowhere")]).unwrap();
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (files, outside) = found(within(), 64);
    assert_eq!(files, names(&["a/SKILL.md", "again/SKILL.md"]), "each place once, by the first of its links");
    assert_eq!(outside, names(&["away"]));
    assert_eq!(within().read(&skills.join("again/SKILL.md"), 10).unwrap(), b"t");

    let (files, outside) = found(Tree::open(&skills).unwrap(), 64);
    assert_eq!(files, names(&["a/SKILL.md"]));
    assert_eq!(outside, names(&["again", "away", "tide", "up"]));

    let (files, outside) = found(within().with_links(false), 64);
    assert_eq!((files, outside), (names(&["a/SKILL.md"]), Vec::new()));
    assert_eq!(found(within(), 0), (Vec::new(), Vec::new()), "the root alone");
}

#[test]
fn a_fix_in_a_named_tree_never_writes_outside_it() {
    let folder = Folder::with(
        "t/a/SKILL.md mode 640 = old
         t/l/SKILL.md -> ../a/SKILL.md
         t/out/SKILL.md -> ../../secret
         t/p/SKILL.md fifo
         secret = secret",
    );
    let tree = Tree::open(&folder.join("t")).unwrap();
    let outcome =
        |name: &str| tree.replace(&folder.join("t").join(name), b"new").map_err(|error| error.kind());
    assert_eq!(outcome("l/SKILL.md"), Ok(()));
    assert_eq!(read(&folder.join("t/a/SKILL.md"), 10).unwrap(), b"new");
    assert_eq!(mode(&folder.join("t/a/SKILL.md")), 0o640);
    assert!(fs::symlink_metadata(folder.join("t/l/SKILL.md")).unwrap().is_symlink());
    assert_eq!(outcome("out/SKILL.md"), Err(ErrorKind::Outside));
    assert_eq!(outcome("../secret"), Err(ErrorKind::Outside));
    assert_eq!(outcome("p/SKILL.md"), Err(ErrorKind::NotRegularFile));
    assert_eq!(outcome("a"), Err(ErrorKind::NotRegularFile));
    assert_eq!(outcome("none"), Err(ErrorKind::NotFound));
    assert_eq!(fs::read(folder.join("secret")).unwrap(), b"secret");
    assert_eq!(fs::read_dir(folder.join("t/a")).unwrap().count(), 1, "no temporary is left");
}

#[test]
fn the_marker_of_a_project_is_found_upward_as_a_directory_or_a_file() {
    let folder = Folder::with("p/.git/HEAD = x\np/a/b/\nw/.git = gitdir: x\nw/a/\nn/a/\nf/.git fifo\nf/a/");
    assert_eq!(find_upward(&folder.join("p/a/b"), ".git"), Some(folder.join("p")));
    assert_eq!(find_upward(&folder.join("p"), ".git"), Some(folder.join("p")));
    assert_eq!(find_upward(&folder.join("w/a"), ".git"), Some(folder.join("w")));
    assert_ne!(find_upward(&folder.join("f/a"), ".git"), Some(folder.join("f")));
    assert_ne!(find_upward(&folder.join("n/a"), ".git"), Some(folder.join("n")));
}
