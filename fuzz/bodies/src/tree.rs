//! Any tree, then a scan: no panic, the same twice and from a warm index, and nothing from
//! outside the directory that holds the root, which is as far as links may lead.
//!
//! Each line is a step below the root: `d PATH` makes a directory, `f PATH TEXT` a file, `l PATH
//! TARGET` a link, `r PATH` removes. Paths that leave the root are passed over, targets are taken
//! as they are.

use repertoire_discovery::{Catalog, Options, RootSpec, discover};
use std::fs;
use std::path::{Component, Path};

/// More steps would only make it slower.
const MAX_STEPS: usize = 24;
/// What no root holds.
const SECRET: &str = "---\nname: secret\ndescription: not for you\n---\nSecret.\n";

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold, or no temporary directory can be made.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(4 * 1024)]);
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no temporary directory: {error}"));
    let (root, outside) = (folder.path().join("held/root"), folder.path().join("outside"));
    let made = fs::create_dir_all(&root)
        .and_then(|()| fs::create_dir(&outside))
        .and_then(|()| fs::write(outside.join("SKILL.md"), SECRET));
    made.unwrap_or_else(|error| panic!("nothing can be made: {error}"));
    for line in text.lines().take(MAX_STEPS) {
        step(&root, line);
    }
    let cold = Options::new(vec![RootSpec::given(&root)]);
    let warm = Options { cache: Some(folder.path().join("cache")), ..cold.clone() };
    let once = discover(&cold);
    assert_eq!(told(&once), told(&discover(&cold)), "not the same twice");
    assert_eq!(told(&once), told(&discover(&Options { threads: 1, ..cold })), "threads change the answer");
    assert_eq!(told(&once), told(&discover(&warm)), "an empty index changes the answer");
    assert_eq!(told(&once), told(&discover(&warm)), "a full index changes the answer");
    for entry in once.entries.iter().chain(once.shadowed.iter().map(|shadowed| &shadowed.entry)) {
        assert_ne!(entry.metadata.name, "secret", "{entry:?}");
        let real = fs::canonicalize(&entry.path).unwrap_or_else(|error| panic!("{error}: {entry:?}"));
        let held = root.parent().and_then(|held| fs::canonicalize(held).ok());
        assert!(held.is_some_and(|held| real.starts_with(held)), "{entry:?}");
        assert_eq!(real, entry.canonical);
    }
}

/// One step; whatever cannot be done is not done.
fn step(root: &Path, line: &str) {
    let mut words = line.splitn(3, ' ');
    let (what, path) = (words.next().unwrap_or_default(), Path::new(words.next().unwrap_or_default()));
    let rest = words.next().unwrap_or_default();
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    // A link that was made on the way leads elsewhere.
    let linked = path.ancestors().skip(1).any(|above| root.join(above).is_symlink());
    if !inside || linked || path.as_os_str().is_empty() || path.as_os_str().as_encoded_bytes().contains(&0) {
        return;
    }
    let path = root.join(path);
    if let Some(parent) = path.parent() {
        let _ = fs::create_dir_all(parent);
    }
    let _ = match what {
        "d" => fs::create_dir_all(&path),
        "f" if !path.is_symlink() => fs::write(&path, rest.replace("\\n", "\n")),
        "l" if !rest.contains('\0') => link(rest, &path),
        "r" => fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path)),
        _ => Ok(()),
    };
}

#[cfg(unix)]
fn link(target: &str, path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn link(_target: &str, _path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// What a catalog says, without what the cache alone may add.
fn told(catalog: &Catalog) -> String {
    format!("{:#?}\n{:#?}\n{:#?}", catalog.entries, catalog.shadowed, catalog.diagnostics)
}
