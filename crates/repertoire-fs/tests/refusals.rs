//! What must never be read, and how it is refused: one row each, by both ways of opening.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::panic, reason = "a test stops and tells")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use repertoire_fs::testkit::{Folder, is_root, without_privilege};
use repertoire_fs::{Confinement, Error, ErrorKind, Opening, Root};

const LIMIT: usize = 1_000;

/// A row: what is built beside `skills/`, the path below it, and what must come of it.
struct Row {
    what: &'static str,
    tree: &'static str,
    path: &'static str,
    outcome: Result<&'static str, ErrorKind>,
    needs_root: bool,
}

const fn row(
    what: &'static str,
    tree: &'static str,
    path: &'static str,
    outcome: Result<&'static str, ErrorKind>,
) -> Row {
    Row { what, tree, path, outcome, needs_root: false }
}

const ROWS: &[Row] = &[
    row("a plain file", "skills/a/SKILL.md = in", "a/SKILL.md", Ok("in")),
    row("a link inside", "skills/b/f = in\nskills/a/SKILL.md -> ../b/f", "a/SKILL.md", Ok("in")),
    row("a linked directory inside", "skills/b/SKILL.md = in\nskills/a -> b", "a/SKILL.md", Ok("in")),
    row("an absolute link out", "skills/a/SKILL.md -> /etc/passwd", "a/SKILL.md", Err(ErrorKind::Outside)),
    row(
        "a relative link out",
        "out = x\nskills/a/SKILL.md -> ../../out",
        "a/SKILL.md",
        Err(ErrorKind::Outside),
    ),
    row(
        "through a directory linked out",
        "out/SKILL.md = x\nskills/a -> ../out",
        "a/SKILL.md",
        Err(ErrorKind::Outside),
    ),
    row(
        "a link to a link out",
        "skills/a/SKILL.md -> l\nskills/a/l -> /etc/passwd",
        "a/SKILL.md",
        Err(ErrorKind::Outside),
    ),
    row(
        "a link into /proc",
        "skills/a/SKILL.md -> /proc/self/environ",
        "a/SKILL.md",
        Err(ErrorKind::Outside),
    ),
    row(
        "a magic link",
        "skills/a/SKILL.md -> /proc/self/root/etc/passwd",
        "a/SKILL.md",
        Err(ErrorKind::Outside),
    ),
    row(
        "a sibling with the name as prefix",
        "skills-extra/SKILL.md = x\nskills/a -> ../skills-extra",
        "a/SKILL.md",
        Err(ErrorKind::Outside),
    ),
    row("a climb", "out = x\nskills/a/f", "a/../../out", Err(ErrorKind::Outside)),
    row("a dangling link", "skills/a/SKILL.md -> nowhere", "a/SKILL.md", Err(ErrorKind::NotFound)),
    row("a link to itself", "skills/a/SKILL.md -> SKILL.md", "a/SKILL.md", Err(ErrorKind::Io)),
    row("nothing", "skills/a/", "a/SKILL.md", Err(ErrorKind::NotFound)),
    row("a FIFO", "skills/a/SKILL.md fifo", "a/SKILL.md", Err(ErrorKind::NotRegularFile)),
    row(
        "a link to a FIFO",
        "skills/a/p fifo\nskills/a/SKILL.md -> p",
        "a/SKILL.md",
        Err(ErrorKind::NotRegularFile),
    ),
    row("a socket", "skills/a/SKILL.md socket", "a/SKILL.md", Err(ErrorKind::NotRegularFile)),
    row("a directory", "skills/a/SKILL.md/", "a/SKILL.md", Err(ErrorKind::NotRegularFile)),
    row("a file for a directory", "skills/a = x", "a/SKILL.md", Err(ErrorKind::Io)),
    row("a huge sparse file", "skills/a/SKILL.md size 1000000000000", "a/SKILL.md", Err(ErrorKind::TooLarge)),
    row("one byte too many", "skills/a/SKILL.md size 1001", "a/SKILL.md", Err(ErrorKind::TooLarge)),
    row("an unreadable file", "skills/a/SKILL.md mode 000 = x", "a/SKILL.md", Err(ErrorKind::Io)),
    row(
        "in an unsearchable directory",
        "skills/a/SKILL.md = x\nskills/a/ mode 000",
        "a/SKILL.md",
        Err(ErrorKind::Io),
    ),
    row("odd names", "skills/t\\xFF\\n\\e[1m/SKILL.md = in", "t\\xFF\\n\\e[1m/SKILL.md", Ok("in")),
    Row {
        needs_root: true,
        ..row("a device", "skills/a/SKILL.md device", "a/SKILL.md", Err(ErrorKind::NotRegularFile))
    },
    Row {
        needs_root: true,
        ..row(
            "a link to a device",
            "skills/d device\nskills/a/SKILL.md -> ../d",
            "a/SKILL.md",
            Err(ErrorKind::NotRegularFile),
        )
    },
];
const ROOT_ROWS: usize = 2;

fn confinement(folder: &Folder, opening: Opening) -> Confinement {
    let root = Root::open(&folder.join("skills")).unwrap().with_opening(opening);
    Confinement::new(Arc::new(root), Vec::new())
}

fn unescaped(path: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    let bytes = path.replace("\\n", "\n").replace("\\e", "\u{1b}").into_bytes();
    let text = String::from_utf8(bytes).unwrap();
    let bytes = text.split("\\xFF").map(str::as_bytes).collect::<Vec<_>>().join(&0xFF);
    std::ffi::OsString::from_vec(bytes).into()
}

/// Reads as discovery does: plainly first, and through links where that is refused.
fn read(confinement: &Confinement, path: &Path) -> Result<Vec<u8>, Error> {
    let plain = confinement.open_file(&confinement.root_place().child(path));
    let file = match plain {
        Ok(file) => file,
        Err(_) => confinement.open(&confinement.root().canonical().join(path))?.1,
    };
    file.read(LIMIT)
}

#[test]
fn every_row_is_refused_at_once_by_both_ways_of_opening() {
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
        for opening in [Opening::Kernel, Opening::Stepwise] {
            let began = Instant::now();
            let confinement = confinement(&folder, opening);
            let read = without_privilege(|| read(&confinement, &unescaped(row.path)));
            assert!(began.elapsed() < Duration::from_secs(1), "{}: waited", row.what);
            match (&read, row.outcome) {
                (Ok(bytes), Ok(text)) => assert_eq!(bytes, text.as_bytes(), "{} by {opening:?}", row.what),
                (Err(error), Err(kind)) => {
                    assert_eq!(error.kind(), kind, "{} by {opening:?}: {error}", row.what);
                    assert!(
                        error.to_string().starts_with(|first: char| first == '/' || first.is_lowercase())
                    );
                }
                _ => panic!("{} by {opening:?}: {read:?}", row.what),
            }
        }
    }
    if is_root() {
        assert_eq!(privileged, ROOT_ROWS);
    }
}

#[test]
fn a_link_may_lead_into_another_bound_and_no_further() {
    let folder = Folder::with(
        "skills/a/SKILL.md -> ../../other/f
         skills/b/SKILL.md -> ../../third/f
         other/f = in
         third/f = out",
    );
    for opening in [Opening::Kernel, Opening::Stepwise] {
        let open = |name| Arc::new(Root::open(&folder.join(name)).unwrap().with_opening(opening));
        let confinement = Confinement::new(open("skills"), vec![open("other")]);
        assert_eq!(read(&confinement, Path::new("a/SKILL.md")).unwrap(), b"in");
        assert_eq!(read(&confinement, Path::new("b/SKILL.md")).unwrap_err().kind(), ErrorKind::Outside);
    }
}

#[test]
fn files_that_state_no_size_are_bounded_by_what_comes_out() {
    // A process sees files of its own that state no size and hold some.
    let own = Root::open(Path::new("/proc/self")).unwrap();
    let confinement = Confinement::new(Arc::new(own), Vec::new());
    let file = confinement.open_file(&confinement.root_place().child("smaps")).unwrap();
    assert_eq!(file.stat().size, 0);
    assert_eq!(file.read(100).unwrap_err().kind(), ErrorKind::TooLarge);
    assert_eq!(file.read_start(100).unwrap().0.len(), 100);
    assert!(file.read(1 << 30).unwrap().len() > 1_000);
}

#[test]
fn a_stated_size_takes_no_memory_before_bytes_come() {
    let folder = Folder::with("skills/f size 1000000000000\nskills/g size 3000000");
    let confinement = confinement(&folder, Opening::Kernel);
    let read = |name| confinement.open_file(&confinement.root_place().child(name)).unwrap();
    // More room than the machine has; the bound is the caller's, who here set none.
    let (bytes, whole) = read("g").read_start(usize::MAX).unwrap();
    assert_eq!((bytes.len(), whole), (3_000_000, true));
    let (bytes, whole) = read("f").read_start(5_000_000).unwrap();
    assert_eq!((bytes.len(), whole), (5_000_000, false));
}

#[test]
fn a_growing_file_is_given_up_at_its_bound() {
    let folder = Folder::with("skills/f = start");
    let confinement = confinement(&folder, Opening::Kernel);
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            use std::io::Write as _;
            let mut file = std::fs::File::options().append(true).open(folder.join("skills/f")).unwrap();
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                file.write_all(&[b'x'; 4096]).unwrap();
                if file.metadata().unwrap().len() > 1 << 26 {
                    file.set_len(5).unwrap();
                }
            }
        });
        for _ in 0..500 {
            let file = confinement.open_file(&confinement.root_place().child("f")).unwrap();
            let (bytes, _) = file.read_start(LIMIT).unwrap();
            assert!(bytes.len() <= LIMIT);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn an_opened_root_stays_the_directory_that_it_was() {
    let folder = Folder::with("skills/f = old\nnew/f = new");
    for opening in [Opening::Kernel, Opening::Stepwise] {
        folder.add("skills/f = old\nnew/f = new");
        let confinement = confinement(&folder, opening);
        std::fs::rename(folder.join("skills"), folder.join("away")).unwrap();
        std::os::unix::fs::symlink("new", folder.join("skills")).unwrap();
        let file = confinement.open_file(&confinement.root_place().child("f")).unwrap();
        assert_eq!(file.read(LIMIT).unwrap(), b"old");
        std::fs::remove_file(folder.join("skills")).unwrap();
        std::fs::rename(folder.join("away"), folder.join("skills")).unwrap();
    }
}

#[test]
fn a_root_must_be_a_directory() {
    let folder = Folder::with("file = x\nlink -> skills\nskills/");
    assert_eq!(Root::open(&folder.join("file")).unwrap_err().kind(), ErrorKind::NotDirectory);
    assert_eq!(Root::open(&folder.join("none")).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(Root::open(&folder.join("link")).unwrap().canonical(), folder.join("skills"));
    assert_eq!(Root::open(&folder.join("link")).unwrap().opening(), Opening::Kernel);
}
