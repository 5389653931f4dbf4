//! Tests of the upkeep of conversions.

use super::*;
use repertoire_fs::testkit::{Folder, without_privilege};

fn filled(folder: &Folder, names: &[&str]) -> (Conversions, Vec<Digest>) {
    let conversions = Conversions::create(&folder.join("cache")).unwrap();
    let digests = names.iter().map(|name| {
        let digest = Digest::of(name.as_bytes());
        let conversion = Conversion {
            name: (*name).to_owned(),
            description: "Does it.".to_owned(),
            instructions: "x".repeat(100),
        };
        conversions.store(&digest, &conversion).unwrap();
        digest
    });
    let digests = digests.collect();
    (conversions, digests)
}

#[test]
fn stats_count_and_verify_names_what_is_bad() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a", "b", "c"]);
    let stats = conversions.stats().unwrap();
    assert_eq!((stats.entries, stats.leftovers), (3, 0));
    assert!(stats.bytes > 3 * 243);
    assert_eq!(conversions.verify().unwrap(), []);

    let entry = conversions.path().join(digests[1].to_string());
    std::fs::write(entry.join(FORM), "(:autolith-skill)").unwrap();
    std::fs::write(conversions.path().join("foreign"), "").unwrap();
    let bad = conversions.verify().unwrap();
    assert_eq!(bad.len(), 1);
    assert_eq!((bad[0].source, bad[0].reason), (digests[1], "the digests are not those of the entry"));
}

#[test]
fn pruning_takes_the_unused_then_the_least_recently_used() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a", "b", "c", "d"]);
    let each = conversions.stats().unwrap().bytes / 4;
    let age = |digest: &Digest, days: u64| {
        for name in [FORM, MANIFEST] {
            let path = conversions.path().join(digest.to_string()).join(name);
            let file = std::fs::File::options().write(true).open(path).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(days * 86_400)).unwrap();
        }
    };
    age(&digests[0], 40);
    age(&digests[1], 20);
    age(&digests[2], 10);
    let month = Prune { unused_for: Some(Duration::from_secs(30 * 86_400)), ..Prune::default() };
    assert_eq!(conversions.prune(&month).unwrap(), Pruned { entries: 1, leftovers: 0, bytes: each });
    assert!(!conversions.path().join(digests[0].to_string()).exists());

    // A look-up notes the use of what was long unused, so that the other one goes.
    assert!(conversions.lookup(&digests[1], None).is_some());
    let small = Prune { most_bytes: Some(2 * each), ..Prune::default() };
    assert_eq!(conversions.prune(&small).unwrap().entries, 1);
    let left: Vec<_> = digests.iter().map(|digest| conversions.lookup(digest, None).is_some()).collect();
    assert_eq!(left, [false, true, false, true]);
}

#[test]
fn pruning_takes_old_leftovers_and_leaves_young_ones() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a"]);
    let entry = conversions.path().join(digests[0].to_string());
    std::fs::write(entry.join(".tmp-1-0-0"), "half").unwrap();
    let empty = conversions.path().join(Digest::of(b"empty").to_string());
    std::fs::create_dir(&empty).unwrap();
    assert_eq!(conversions.prune(&Prune::default()).unwrap(), Pruned::default());
    let later = now() + 2 * 3_600 * 1_000_000_000;
    let pruned = conversions.prune_at(&Prune::default(), later).unwrap();
    assert_eq!(pruned, Pruned { entries: 0, leftovers: 1, bytes: 4 });
    assert!(!empty.exists() && conversions.lookup(&digests[0], None).is_some());
}

#[test]
fn an_entry_is_unused_after_the_given_time_and_not_at_it() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a"]);
    let used = conversions.lying().unwrap()[0].used();
    let day = Prune { unused_for: Some(Duration::from_secs(86_400)), ..Prune::default() };
    let after = |nanoseconds: i128| used + 86_400 * 1_000_000_000 + nanoseconds;
    for time in [used - 1, used, after(-1), after(0)] {
        assert_eq!(conversions.prune_at(&day, time).unwrap(), Pruned::default());
    }
    assert!(conversions.lookup(&digests[0], None).is_some());
    assert_eq!(conversions.prune_at(&day, after(1)).unwrap().entries, 1);
    assert_eq!(conversions.stats().unwrap(), Stats::default());
}

#[test]
fn a_bound_of_bytes_keeps_what_fits_exactly() {
    let folder = Folder::new();
    let (conversions, _) = filled(&folder, &["a", "b", "c", "d"]);
    let each = conversions.stats().unwrap().bytes / 4;
    for (most, taken) in [(4 * each, 0), (4 * each - 1, 1), (3 * each, 0), (each + 1, 2), (each, 0), (0, 1)] {
        let pruned = conversions.prune(&Prune { most_bytes: Some(most), ..Prune::default() }).unwrap();
        let expected = Pruned { entries: taken, leftovers: 0, bytes: taken as u64 * each };
        assert_eq!(pruned, expected, "{most}");
    }
}

#[test]
fn leftovers_are_counted_and_taken_apart_from_the_entry() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a"]);
    let whole = conversions.stats().unwrap();
    let entry = conversions.path().join(digests[0].to_string());
    std::fs::write(entry.join(".tmp-1-0-0"), "half").unwrap();
    std::fs::write(entry.join("foreign"), "foreign").unwrap();
    std::fs::create_dir(entry.join("directory")).unwrap();
    assert_eq!(conversions.stats().unwrap(), Stats { leftovers: 2, ..whole });

    // A directory that holds leftovers alone is no entry, and is left while they are young.
    let alone = conversions.path().join(Digest::of(b"alone").to_string());
    std::fs::create_dir(&alone).unwrap();
    std::fs::write(alone.join(".tmp-2-0-0"), "x").unwrap();
    assert_eq!(conversions.stats().unwrap(), Stats { leftovers: 3, ..whole });
    let everything = Prune { unused_for: Some(Duration::ZERO), most_bytes: None };
    let used = conversions.lying().unwrap().iter().map(Lying::used).max().unwrap();
    assert_eq!(conversions.prune_at(&Prune::default(), used).unwrap(), Pruned::default());
    assert!(alone.exists());

    let later = now() + 2 * 3_600 * 1_000_000_000;
    let pruned = conversions.prune_at(&everything, later).unwrap();
    assert_eq!(pruned, Pruned { entries: 1, leftovers: 3, bytes: whole.bytes + 12 });
    assert_eq!(conversions.stats().unwrap(), Stats::default());
    assert!(entry.join("directory").exists() && !alone.exists(), "only files and empty directories go");
}

#[test]
fn an_entry_that_lacks_a_file_is_taken_all_the_same() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a", "b"]);
    for (digest, name) in digests.iter().zip([FORM, MANIFEST]) {
        std::fs::remove_file(conversions.path().join(digest.to_string()).join(name)).unwrap();
    }
    assert_eq!(conversions.stats().unwrap().entries, 2);
    let nothing = Prune { most_bytes: Some(0), ..Prune::default() };
    assert_eq!(conversions.prune(&nothing).unwrap().entries, 2);
    assert_eq!(conversions.directory.entries().unwrap(), []);
}

#[test]
fn verify_says_what_is_wrong_with_an_entry() {
    let sealed = |conversions: &Conversions, digest: &Digest, form: &[u8]| {
        let entry = conversions.path().join(digest.to_string());
        std::fs::write(entry.join(FORM), form).unwrap();
        std::fs::write(entry.join(MANIFEST), manifest_of(digest, form)).unwrap();
    };
    let unsound = Conversion {
        name: "No Name".to_owned(),
        description: "Does it.".to_owned(),
        instructions: String::new(),
    };
    type Harm<'h> = &'h dyn Fn(&Conversions, &Digest);
    let harms: [(&str, Harm<'_>); 8] = [
        ("the manifest is missing or not a regular file", &|conversions, digest| {
            std::fs::remove_file(conversions.path().join(digest.to_string()).join(MANIFEST)).unwrap();
        }),
        ("the manifest is not what it should be", &|conversions, digest| {
            let path = conversions.path().join(digest.to_string()).join(MANIFEST);
            let longer = std::fs::read_to_string(&path).unwrap() + "\n";
            std::fs::write(path, longer).unwrap();
        }),
        ("the form is missing or not a regular file", &|conversions, digest| {
            std::fs::remove_file(conversions.path().join(digest.to_string()).join(FORM)).unwrap();
        }),
        ("the form is too large or cannot be read", &|conversions, digest| {
            sealed(conversions, digest, &vec![b'x'; 4 * MAX_FORM_CHARACTERS + 1]);
        }),
        ("the digests are not those of the entry", &|conversions, digest| {
            let other = manifest_of(&Digest::of(b"other"), b"");
            std::fs::write(conversions.path().join(digest.to_string()).join(MANIFEST), other).unwrap();
        }),
        ("the form is not UTF-8", &|conversions, digest| sealed(conversions, digest, b"\xff")),
        ("the form is not that of a conversion", &|conversions, digest| {
            sealed(conversions, digest, unsound.to_form().as_bytes());
        }),
        ("it is not a directory", &|conversions, digest| {
            let entry = conversions.path().join(digest.to_string());
            std::fs::remove_dir_all(&entry).unwrap();
            std::fs::write(entry, "").unwrap();
        }),
    ];
    for (reason, harm) in harms {
        let folder = Folder::new();
        let (conversions, digests) = filled(&folder, &["a", "b"]);
        harm(&conversions, &digests[0]);
        assert_eq!(conversions.verify().unwrap(), [Bad { source: digests[0], reason }]);
    }
}

#[test]
fn links_of_the_names_of_an_entry_go_like_its_files() {
    let folder = Folder::new();
    let (conversions, digests) = filled(&folder, &["a"]);
    let entry = conversions.path().join(digests[0].to_string());
    let link = |name: &str| {
        let path = entry.join(name);
        let _ = std::fs::remove_file(&path);
        std::os::unix::fs::symlink("/nowhere", path).unwrap();
    };
    [FORM, MANIFEST, ".tmp-1-0-0", "foreign"].into_iter().for_each(link);
    let stats = conversions.stats().unwrap();
    assert_eq!((stats.entries, stats.leftovers), (1, 1), "what has a foreign name is nobody's");
    let later = now() + 2 * 3_600 * 1_000_000_000;
    let all = Prune { unused_for: Some(Duration::ZERO), ..Prune::default() };
    let pruned = conversions.prune_at(&all, later).unwrap();
    assert_eq!((pruned.entries, pruned.leftovers), (1, 1));
    let left: Vec<_> = std::fs::read_dir(&entry).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["foreign"]);
}

#[test]
fn indexes_go_when_they_were_not_used_and_what_is_unfinished_after_an_hour() {
    const HOUR: i128 = 3_600 * 1_000_000_000;
    let folder = Folder::new();
    assert!(Indexes::open(&folder.join("cache")).unwrap().is_none());
    let indexes = Indexes::create(&folder.join("cache")).unwrap();
    let keys = [b"a".as_slice(), b"b"].map(|part| crate::IndexKey::of([part]));
    for key in &keys {
        indexes.save(key, crate::IndexWriter::new()).unwrap();
    }
    for name in [".tmp-1-0-0", "foreign"] {
        indexes.directory.publish(name, b"12345").unwrap();
    }
    indexes.directory.make(".tmp-directory").unwrap();
    let left = || -> Vec<_> {
        indexes
            .directory
            .entries()
            .unwrap()
            .into_iter()
            .map(|(name, _)| name.into_string().unwrap())
            .collect()
    };
    assert_eq!(indexes.prune(Some(Duration::from_secs(60))).unwrap(), PrunedIndexes::default());
    assert_eq!(indexes.prune_at(None, now() + HOUR - HOUR / 60).unwrap(), PrunedIndexes::default());
    let pruned = indexes.prune_at(None, now() + 2 * HOUR).unwrap();
    assert_eq!(pruned, PrunedIndexes { indexes: 0, leftovers: 1, bytes: 5 });

    // A use is noted, so that only the index that nobody asked for goes; one of the same day is not.
    let days = |days: u64| Duration::from_secs(days * 86_400);
    let file = |key: &crate::IndexKey| {
        let path = indexes.directory.path().join(key.to_string());
        std::fs::File::options().write(true).open(path).unwrap()
    };
    let modified = |key| file(key).metadata().unwrap().modified().unwrap();
    let earlier = std::time::SystemTime::now() - days(1) / 2;
    file(&keys[0]).set_modified(earlier).unwrap();
    assert!(indexes.load(&keys[0]).is_some() && modified(&keys[0]) == earlier);
    for key in &keys {
        file(key).set_modified(std::time::SystemTime::now() - days(40)).unwrap();
    }
    assert!(indexes.load(&keys[0]).is_some() && modified(&keys[0]) > earlier);
    let opened = Indexes::open(&folder.join("cache")).unwrap().unwrap();
    let pruned = opened.prune(Some(days(30))).unwrap();
    assert_eq!((pruned.indexes, pruned.leftovers), (1, 0));
    let mut expected = vec![".tmp-directory".to_owned(), keys[0].to_string(), "foreign".to_owned()];
    expected.sort();
    assert_eq!(left(), expected);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_removed_counts_as_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let (conversions, mut order) = filled(&folder, &["a", "b", "c"]);
    let each = conversions.stats().unwrap().bytes / 3;
    order.sort();
    let age = |digest: &Digest, days: u64| {
        for name in [FORM, MANIFEST] {
            let path = conversions.path().join(digest.to_string()).join(name);
            let file = std::fs::File::options().write(true).open(path).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(days * 86_400)).unwrap();
        }
    };
    for (days, digest) in [30, 20, 10].into_iter().zip(&order) {
        age(digest, days);
    }
    let stuck = conversions.path().join(order[0].to_string());
    std::fs::set_permissions(&stuck, std::fs::Permissions::from_mode(0o500)).unwrap();
    let prune = Prune { unused_for: Some(Duration::from_secs(25 * 86_400)), most_bytes: Some(2 * each) };
    let pruned = without_privilege(|| conversions.prune(&prune).unwrap());
    std::fs::set_permissions(&stuck, std::fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(pruned, Pruned { entries: 1, leftovers: 0, bytes: each });
    let left = |digest: &Digest| conversions.path().join(digest.to_string()).exists();
    assert_eq!((left(&order[0]), left(&order[1]), left(&order[2])), (true, false, true));
}
