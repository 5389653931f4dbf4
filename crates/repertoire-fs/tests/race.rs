//! A thread swaps links while another reads: nothing from outside ever comes out.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::panic, reason = "a test stops and tells")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use repertoire_fs::testkit::Folder;
use repertoire_fs::{Confinement, ErrorKind, Opening, Root};
use rustix::fs::{CWD, RenameFlags, renameat_with};

const SECRET: &[u8] = b"secret";
/// For each way of opening; together with the control the test lasts about eight seconds.
const LASTS: Duration = Duration::from_millis(3_500);

/// A tree in which a file, and the directory around another, are swapped with links out.
fn folder() -> Folder {
    Folder::with(
        "skills/a/SKILL.md = public
         swap/file -> ../../outside/SKILL.md
         skills/d/SKILL.md = public
         swap/directory -> ../outside
         skills/l/SKILL.md -> ../a/SKILL.md
         outside/SKILL.md = secret",
    )
}

fn exchange(a: &Path, b: &Path) {
    renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).unwrap();
}

/// Swaps until the work is done; gives how often.
fn while_swapping<R>(folder: &Folder, work: impl FnOnce() -> R) -> (R, u64) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let swapper = scope.spawn(|| {
            let mut count = 0;
            while !done.load(Ordering::Relaxed) {
                exchange(&folder.join("skills/a/SKILL.md"), &folder.join("swap/file"));
                exchange(&folder.join("skills/d"), &folder.join("swap/directory"));
                count += 1;
            }
            count
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        (result, swapper.join().unwrap())
    })
}

/// The paths that are swapped under the reader, and a link whose target is.
fn paths(folder: &Folder) -> [PathBuf; 3] {
    ["skills/a/SKILL.md", "skills/d/SKILL.md", "skills/l/SKILL.md"].map(|path| folder.join(path))
}

#[derive(Debug, Default)]
struct Count {
    read: u64,
    refused: u64,
    leaked: u64,
}

impl Count {
    fn add(&mut self, bytes: Option<&[u8]>) {
        match bytes {
            Some(bytes) if bytes == SECRET => self.leaked += 1,
            Some(bytes) => {
                assert_eq!(bytes, b"public");
                self.read += 1;
            }
            None => self.refused += 1,
        }
    }
}

fn attack(opening: Opening) -> Count {
    let folder = folder();
    let root = Root::open(&folder.join("skills")).unwrap().with_opening(opening);
    let confinement = Confinement::new(Arc::new(root), Vec::new());
    let (count, swaps) = while_swapping(&folder, || {
        let mut count = Count::default();
        let began = Instant::now();
        while began.elapsed() < LASTS {
            for path in paths(&folder) {
                let below = path.strip_prefix(folder.join("skills")).unwrap();
                for file in [
                    confinement.open_file(&confinement.root_place().child(below)),
                    confinement.open(&path).map(|(_, file)| file),
                ] {
                    match file {
                        Ok(file) => count.add(Some(&file.read(100).unwrap())),
                        Err(error) => {
                            let kinds = [
                                ErrorKind::Outside,
                                ErrorKind::IdentityChanged,
                                ErrorKind::NotFound,
                                ErrorKind::NotRegularFile,
                                ErrorKind::Io,
                            ];
                            assert!(kinds.contains(&error.kind()), "{error}");
                            count.add(None);
                        }
                    }
                }
            }
        }
        count
    });
    eprintln!("{opening:?}: {count:?} during {swaps} swaps");
    assert!(swaps > 1_000, "the swapper hardly ran");
    count
}

/// What must not be done: look at the path, then open it.
fn naive(path: &Path, root: &Path) -> Option<Vec<u8>> {
    let canonical = std::fs::canonicalize(path).ok()?;
    if !canonical.starts_with(root) {
        return None;
    }
    std::fs::read(path).ok()
}

#[test]
fn a_racing_link_never_leaks_and_the_naive_reader_does() {
    for opening in [Opening::Kernel, Opening::Stepwise] {
        let count = attack(opening);
        assert_eq!(count.leaked, 0, "{opening:?}: {count:?}");
        assert!(count.read > 100 && count.refused > 100, "{opening:?} saw only one side: {count:?}");
    }
    // The control: without it, the zero above could be a swapper that swaps nothing.
    let folder = folder();
    let root = folder.join("skills");
    let (count, _) = while_swapping(&folder, || {
        let mut count = Count::default();
        let began = Instant::now();
        while count.leaked == 0 && began.elapsed() < Duration::from_secs(30) {
            for path in paths(&folder) {
                count.add(naive(&path, &root).as_deref());
            }
        }
        count
    });
    eprintln!("naive: {count:?}");
    assert!(count.leaked > 0, "the naive reader did not leak, so this test shows nothing: {count:?}");
}
