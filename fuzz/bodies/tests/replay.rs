//! Replays every committed seed of every target, and holds the four lists of targets together.

use repertoire_fuzz_bodies::TARGETS;
use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// The folder `fuzz`.
fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names in a folder, sorted, dot files left out.
fn names(folder: &Path) -> BTreeSet<String> {
    let read = || -> std::io::Result<BTreeSet<String>> {
        let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        names.filter(|name| !name.as_ref().is_ok_and(|name| name.starts_with('.'))).collect()
    };
    read().unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

#[test]
fn every_seed_passes() {
    let mut failed = Vec::new();
    for target in TARGETS {
        let folder = fuzz().join("seeds").join(target.name);
        let seeds = names(&folder);
        assert!(
            !seeds.is_empty(),
            "{} holds no seed: add the smallest inputs that reach each branch",
            folder.display()
        );
        for seed in seeds {
            let path = folder.join(seed);
            let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            if catch_unwind(|| (target.run)(&data)).is_err() {
                failed.push(path.display().to_string());
            }
        }
    }
    assert!(failed.is_empty(), "seeds that fail:\n{}", failed.join("\n"));
}

#[test]
fn every_target_stands_in_all_four_places() {
    let table: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(table.len(), TARGETS.len(), "a name stands twice in TARGETS");
    assert_eq!(names(&fuzz().join("seeds")), table, "folders of seeds (left) and TARGETS (right)");
    let doors: BTreeSet<String> = table.iter().map(|name| format!("{name}.rs")).collect();
    assert_eq!(
        names(&fuzz().join("fuzz_targets")),
        doors,
        "files in fuzz_targets (left) and TARGETS (right)"
    );
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("fuzz/Cargo.toml");
    let bins: BTreeSet<String> = manifest
        .split("[[bin]]")
        .skip(1)
        .filter_map(|bin| bin.split_once("name = \"")?.1.split_once('"').map(|(name, _)| name.to_owned()))
        .collect();
    assert_eq!(bins, table, "[[bin]] entries of fuzz/Cargo.toml (left) and TARGETS (right)");
    for name in &table {
        let door =
            fs::read_to_string(fuzz().join("fuzz_targets").join(format!("{name}.rs"))).expect("a target");
        assert!(
            door.contains(&format!("repertoire_fuzz_bodies::{name}::run(data)")),
            "{name} calls another body"
        );
    }
}
