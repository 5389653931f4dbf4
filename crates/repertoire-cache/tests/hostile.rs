//! What may become of a cache: nothing of it ever gives a wrong answer or takes a skill away.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test stops and tells")]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use repertoire_cache::{Conversion, Conversions, Digest, Prune};
use repertoire_fs::testkit::{Folder, is_root, without_privilege};
use repertoire_schema::{Format, Source};

const TEXT: &str =
    "---\nname: tide\ndescription: >\n  Reads \"tide\"\n  tables.\n---\n\nBody \\ with \"quotes\".\r\n";

fn source(text: &str) -> Source<'_> {
    Source {
        path: "skills/tide/SKILL.md",
        directory: Some("tide"),
        format: Format::AgentSkill,
        bytes: text.as_bytes(),
    }
}

struct Filled {
    folder: Folder,
    conversions: Conversions,
    digest: Digest,
    conversion: Conversion,
    form: PathBuf,
    manifest: PathBuf,
}

fn filled() -> Filled {
    let folder = Folder::new();
    let conversions = Conversions::create(&folder.join("cache")).unwrap();
    let digest = Digest::of(TEXT.as_bytes());
    let (checked, failure) = conversions.check(&source(TEXT), &digest, true);
    assert!(failure.is_none());
    let skill = checked.skill.unwrap();
    let conversion = Conversion {
        name: skill.metadata.name,
        description: skill.metadata.description,
        instructions: skill.instructions,
    };
    let entry = folder.join("cache/skills/agent-skill-v1").join(digest.to_string());
    let (form, manifest) = (entry.join("SKILL.sexp"), entry.join("manifest.sha256"));
    Filled { folder, conversions, digest, conversion, form, manifest }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_bytes_on_disk_are_the_interface() {
    let filled = filled();
    let form = "(:autolith-skill\n :version 1\n :name \"tide\"\n :description \"Reads \\\"tide\\\" tables.\"\n :instructions \"\nBody \\\\ with \\\"quotes\\\".\r\n\")\n";
    assert_eq!(fs::read_to_string(&filled.form).unwrap(), form);
    let manifest = format!("source {}\ncache {}\n", Digest::of(TEXT.as_bytes()), Digest::of(form.as_bytes()));
    assert_eq!(fs::read_to_string(&filled.manifest).unwrap(), manifest);
    assert_eq!((mode(&filled.form), mode(&filled.manifest)), (0o600, 0o600));
    for directory in filled.form.ancestors().skip(1).take(4) {
        assert_eq!(mode(directory), 0o700, "{}", directory.display());
    }
    assert_eq!(fs::read_dir(filled.form.parent().unwrap()).unwrap().count(), 2, "no temporary is left");
    assert_eq!(filled.conversion.instructions, "\nBody \\ with \"quotes\".\r\n");
}

#[test]
fn a_hit_and_a_miss_are_equal_and_a_hit_reads_the_cache() {
    let filled = filled();
    let hit = || filled.conversions.lookup(&filled.digest, Some("tide"));
    assert_eq!(hit(), Some(filled.conversion.clone()));
    let (hot, _) = filled.conversions.check(&source(TEXT), &filled.digest, true);
    let cold = repertoire_schema::check(&source(TEXT), &repertoire_schema::profile::AUTOLITH);
    assert_eq!((hot.skill, hot.name, hot.description), (cold.skill, cold.name, cold.description));
    assert_eq!(hot.diagnostics, cold.diagnostics);

    // An entry that is right by every rule answers, though the source says something else: this
    // shows that the second answer above came from the cache.
    let other = Conversion { description: "Other.".into(), ..filled.conversion.clone() };
    filled.conversions.store(&filled.digest, &other).unwrap();
    let (hot, _) = filled.conversions.check(&source(TEXT), &filled.digest, true);
    assert_eq!(hot.skill.unwrap().metadata.description, "Other.");
}

#[test]
fn one_content_in_two_directories_shares_the_entry_and_not_the_check_of_the_name() {
    let filled = filled();
    let elsewhere = Source { directory: Some("elsewhere"), ..source(TEXT) };
    let (checked, failure) = filled.conversions.check(&elsewhere, &filled.digest, true);
    assert!(checked.skill.is_none() && failure.is_none());
    assert_eq!(checked.diagnostics[0].kind.as_str(), "invalid-name");
    assert!(filled.conversions.lookup(&filled.digest, Some("tide")).is_some(), "the entry stays");
}

#[test]
fn an_invalid_source_is_not_kept() {
    let folder = Folder::new();
    let conversions = Conversions::create(&folder.join("cache")).unwrap();
    for text in ["---\nname: tide\n---\n", "---\nname: tide\ndescription: a: b\n---\n", "no skill"] {
        let (checked, failure) = conversions.check(&source(text), &Digest::of(text.as_bytes()), true);
        assert!(checked.skill.is_none() && failure.is_none(), "{text}");
    }
    assert_eq!(conversions.stats().unwrap().entries, 0);
}

#[test]
fn no_flipped_bit_and_no_truncation_of_either_file_is_accepted_and_all_heal() {
    let filled = filled();
    for path in [&filled.form, &filled.manifest] {
        let whole = fs::read(path).unwrap();
        let mut broken: Vec<Vec<u8>> = (0..whole.len()).map(|length| whole[..length].to_vec()).collect();
        broken.extend((0..whole.len() * 8).map(|bit| {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            flipped
        }));
        broken.push([whole.as_slice(), b"\n"].concat());
        broken.push([whole.as_slice(), &vec![b'x'; 1 << 20]].concat());
        for bytes in &broken {
            fs::write(path, bytes).unwrap();
            assert_eq!(filled.conversions.lookup(&filled.digest, None), None);
        }
        assert!(broken.len() > 9 * whole.len());
        let (checked, failure) = filled.conversions.check(&source(TEXT), &filled.digest, true);
        assert!(checked.skill.is_some() && failure.is_none());
        assert_eq!(fs::read(path).unwrap(), whole, "the entry healed");
    }
}

#[test]
fn entries_that_are_links_or_other_things_are_misses_and_heal() {
    let filled = filled();
    let whole = fs::read(&filled.form).unwrap();
    let entry = filled.form.parent().unwrap().to_owned();
    let outside = filled.folder.join("outside");
    fs::rename(&entry, &outside).unwrap();
    let heal = |what: &str| {
        assert_eq!(filled.conversions.lookup(&filled.digest, None), None, "{what}");
        let (checked, failure) = filled.conversions.check(&source(TEXT), &filled.digest, true);
        assert!(checked.skill.is_some() && failure.is_none(), "{what}: {failure:?}");
        assert!(filled.conversions.lookup(&filled.digest, None).is_some(), "{what}");
        assert_eq!(fs::read(&filled.form).unwrap(), whole, "{what}");
        assert!(!fs::symlink_metadata(&entry).unwrap().is_symlink());
    };
    symlink(&outside, &entry).unwrap();
    heal("an entry linked out");
    for path in [&filled.form, &filled.manifest] {
        fs::remove_file(path).unwrap();
        symlink(outside.join(path.file_name().unwrap()), path).unwrap();
        heal("a file linked out");
        fs::remove_file(path).unwrap();
        symlink("nowhere", path).unwrap();
        heal("a dangling link");
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
        heal("a directory");
        fs::remove_file(path).unwrap();
        filled.folder.add(&format!("{} fifo", path.strip_prefix(filled.folder.path()).unwrap().display()));
        heal("a FIFO");
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        without_privilege(|| heal_without(&filled, "unreadable"));
    }
    fs::remove_dir_all(&entry).unwrap();
    fs::write(&entry, "x").unwrap();
    heal("a file for the entry");
    assert_eq!(fs::read(outside.join("SKILL.sexp")).unwrap(), whole, "nothing outside was touched");
}

fn heal_without(filled: &Filled, what: &str) {
    assert_eq!(filled.conversions.lookup(&filled.digest, None), None, "{what}");
    let (checked, failure) = filled.conversions.check(&source(TEXT), &filled.digest, true);
    assert!(checked.skill.is_some() && failure.is_none(), "{what}: {failure:?}");
}

/// Ways in which a cache cannot be written, and whether they need root.
fn unwritable() -> Vec<(&'static str, &'static str)> {
    vec![
        ("a file for the root", "cache = x"),
        ("a file for a directory", "cache/skills = x"),
        ("a file further down", "cache/skills/agent-skill-v1 = x"),
        ("others may write", "cache/ mode 777"),
        ("others may write below", "cache/skills/agent-skill-v1/ mode 770"),
        ("no way in", "cache/ mode 000"),
        ("linked out below", "outside/\ncache/skills -> ../outside"),
    ]
}

#[test]
fn a_cache_that_is_not_private_or_not_there_is_refused() {
    for (what, tree) in unwritable() {
        let folder = Folder::with(tree);
        let refused = without_privilege(|| Conversions::create(&folder.join("cache")).is_err());
        assert!(refused, "{what}");
    }
    assert!(Conversions::open(&Folder::new().join("none")).unwrap().is_none(), "looking makes nothing");
}

/// Mounts a small file system in memory; root only.
struct Mount(PathBuf);

impl Mount {
    fn new(path: PathBuf, options: &str) -> Self {
        fs::create_dir_all(&path).unwrap();
        let mut command = std::process::Command::new("mount");
        let status = command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&path).status().unwrap();
        assert!(status.success(), "mounting {options}");
        Self(path)
    }

    fn remount(&self, options: &str) {
        let mut command = std::process::Command::new("mount");
        assert!(command.args(["-o", &format!("remount,{options}")]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn full_and_read_only_file_systems_cost_a_warning_and_no_skill() {
    const ROWS: usize = 4;
    if !is_root() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI runs as root, to mount");
        eprintln!("SKIPPED, needs root: full and read-only file systems");
        return;
    }
    let mut rows = 0;
    let long = format!("{TEXT}{}", "x".repeat(50_000));
    let folder = Folder::new();
    // No byte free, no inode free, and both with an older entry in place.
    for options in ["size=16k,mode=700", "nr_inodes=5,mode=700"] {
        let mount = Mount::new(folder.join("mount"), options);
        let conversions = Conversions::create(&mount.0).unwrap();
        let (checked, failure) = conversions.check(&source(&long), &Digest::of(long.as_bytes()), true);
        assert!(checked.skill.is_some(), "{options}");
        assert_eq!(failure.map(|error| error.kind()), Some("io"), "{options}");
        assert_eq!(conversions.lookup(&Digest::of(long.as_bytes()), None), None);
        assert_eq!(conversions.stats().unwrap().leftovers, 0, "{options}: no temporary is left");
        rows += 1;
    }
    let mount = Mount::new(folder.join("read-only"), "mode=700");
    let conversions = Conversions::create(&mount.0).unwrap();
    let digest = Digest::of(TEXT.as_bytes());
    assert!(conversions.check(&source(TEXT), &digest, true).1.is_none());
    mount.remount("ro");
    let conversions = Conversions::create(&mount.0).unwrap();
    assert!(conversions.lookup(&digest, Some("tide")).is_some(), "what is there is used");
    rows += 1;
    let (checked, failure) = conversions.check(&source(&long), &Digest::of(long.as_bytes()), true);
    assert!(checked.skill.is_some());
    assert_eq!(failure.map(|error| error.kind()), Some("io"));
    assert_eq!(conversions.prune(&Prune { most_bytes: Some(0), ..Prune::default() }).unwrap().entries, 0);
    rows += 1;
    assert_eq!(rows, ROWS);
}

#[test]
fn two_writers_and_a_pruner_never_show_a_reader_anything_but_the_entry_or_a_miss() {
    let filled = filled();
    let stop = AtomicBool::new(false);
    let (hits, misses) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    filled.conversions.store(&filled.digest, &filled.conversion).unwrap();
                }
            });
        }
        scope.spawn(|| {
            let everything = Prune { most_bytes: Some(0), ..Prune::default() };
            while !stop.load(Ordering::Relaxed) {
                filled.conversions.prune(&everything).unwrap();
                filled.conversions.stats().unwrap();
                filled.conversions.verify().unwrap();
                std::thread::sleep(std::time::Duration::from_micros(300));
            }
        });
        let began = std::time::Instant::now();
        while began.elapsed() < std::time::Duration::from_secs(2) {
            match filled.conversions.lookup(&filled.digest, Some("tide")) {
                Some(found) => {
                    assert_eq!(found, filled.conversion);
                    hits.fetch_add(1, Ordering::Relaxed);
                }
                None => {
                    misses.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    eprintln!("{hits:?} hits, {misses:?} misses, none wrong");
    assert!(hits.load(Ordering::Relaxed) > 100 && misses.load(Ordering::Relaxed) > 100);
    filled.conversions.store(&filled.digest, &filled.conversion).unwrap();
    assert_eq!(filled.conversions.lookup(&filled.digest, None), Some(filled.conversion.clone()));
}

#[test]
fn an_entry_that_others_could_have_written_is_a_miss_and_heals() {
    let filled = filled();
    let forged = Conversion { instructions: "Something else.".into(), ..filled.conversion.clone() };
    let spoil = |what: &str, spoil: &dyn Fn(&Path)| {
        for path in [&filled.form, &filled.manifest] {
            filled.conversions.store(&filled.digest, &forged).unwrap();
            assert!(filled.conversions.lookup(&filled.digest, None).is_some(), "{what}");
            spoil(path);
            assert_eq!(filled.conversions.lookup(&filled.digest, None), None, "{what}");
            let bad = filled.conversions.verify().unwrap();
            assert!(bad[0].reason.ends_with("can be changed by other users"), "{what}: {}", bad[0].reason);
            let (checked, failure) = filled.conversions.check(&source(TEXT), &filled.digest, true);
            let skill = checked.skill.unwrap();
            assert!(failure.is_none() && skill.instructions == filled.conversion.instructions, "{what}");
            assert_eq!(filled.conversions.verify().unwrap(), [], "{what}");
        }
    };
    spoil("group", &|path| fs::set_permissions(path, fs::Permissions::from_mode(0o660)).unwrap());
    spoil("others", &|path| fs::set_permissions(path, fs::Permissions::from_mode(0o606)).unwrap());
    if !is_root() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI runs as root");
        eprintln!("SKIPPED, needs root: files of another user");
        return;
    }
    spoil("another user", &|path| std::os::unix::fs::chown(path, Some(65_534), None).unwrap());
}
