//! Tests of the catalog index.

use super::*;
use repertoire_fs::testkit::Folder;

fn stamp(number: u64) -> Stamp {
    Stamp { identity: Identity { device: 1, inode: number }, size: 10, modified: 5, changed: 6 }
}

fn paths() -> Vec<(u32, String)> {
    let mut paths: Vec<_> = (0..100_u32).map(|number| (number % 3, format!("s{number}/SKILL.md"))).collect();
    paths.sort();
    paths
}

fn writer() -> IndexWriter {
    let mut writer = IndexWriter::new();
    for (number, (root, path)) in paths().iter().enumerate() {
        let digest = Digest::of(path.as_bytes());
        let path = path.as_bytes();
        writer.push(&Record { root: *root, path, stamp: stamp(number as u64), digest, payload: path });
    }
    writer
}

#[test]
fn what_was_written_is_found_in_any_order() {
    let folder = Folder::new();
    let indexes = Indexes::create(&folder.join("cache")).unwrap();
    let key = IndexKey::of([b"x".as_slice()]);
    assert!(indexes.load(&key).is_none());
    indexes.save(&key, writer()).unwrap();
    let index = indexes.load(&key).unwrap();
    assert_eq!(index.len(), 100);
    for backwards in [false, true] {
        let mut next = 0;
        let mut order: Vec<_> = paths().into_iter().enumerate().collect();
        if backwards {
            order.reverse();
        }
        for (number, (root, path)) in order {
            let (found, record) = index.find(root, path.as_bytes(), &mut next).unwrap();
            assert_eq!(found, number);
            assert_eq!((record.stamp, record.payload), (stamp(number as u64), path.as_bytes()));
        }
        assert!(index.find(0, b"nowhere", &mut next).is_none());
    }
}

#[test]
fn what_is_not_there_is_not_found_wherever_it_would_stand() {
    let index = Index::parse(writer().finish()).unwrap();
    for (root, path) in [(0, ""), (0, "s1/SKILL.md"), (0, "zzz"), (1, "s10"), (2, "zzz"), (3, "s3/SKILL.md")]
    {
        for mut next in [0, 50, 99, 100] {
            assert!(index.find(root, path.as_bytes(), &mut next).is_none(), "{root} {path}");
        }
    }
    let empty = Index::parse(IndexWriter::default().finish()).unwrap();
    assert!(empty.is_empty() && empty.find(0, b"", &mut 0).is_none() && empty.record(0).is_none());
    assert!(!index.is_empty() && index.record(100).is_none());
}

#[test]
fn after_a_record_the_next_is_looked_for_behind_it() {
    let index = Index::parse(writer().finish()).unwrap();
    let paths = paths();
    for number in [98, 3, 4, 40, 0, 99] {
        let mut next = 7;
        let (root, path) = &paths[number];
        assert_eq!(index.find(*root, path.as_bytes(), &mut next).unwrap().0, number);
        assert_eq!(next, number + 1);
    }
}

#[test]
fn a_record_comes_back_as_it_was_whatever_its_numbers() {
    let stamp = Stamp {
        identity: Identity { device: 0x0102_0304_0506_0708, inode: u64::MAX - 1 },
        size: 0x1112_1314_1516_1718,
        modified: -5,
        changed: i128::MAX - 2,
    };
    let digest = Digest::of(b"x");
    let records = [(7, &b""[..], &b"payload"[..]), (u32::MAX - 1, &b"path"[..], &b""[..])]
        .map(|(root, path, payload)| Record { root, path, stamp, digest, payload });
    let mut writer = IndexWriter::new();
    records.iter().for_each(|record| writer.push(record));
    let index = Index::parse(writer.finish()).unwrap();
    assert_eq!([index.record(0), index.record(1)], records.map(Some));
}

#[test]
fn an_index_of_another_version_or_with_a_cut_record_is_none_though_its_checksum_holds() {
    let sealed = |content: &[u8]| {
        let checksum = blake3::hash(content);
        Index::parse([content, checksum.as_bytes()].concat())
    };
    let whole = writer().finish();
    let content = &whole[..whole.len() - CHECKSUM];
    assert_eq!(sealed(content).map(|index| index.len()), Some(100));
    assert_eq!(sealed(MAGIC).map(|index| index.len()), Some(0));
    assert!(sealed(b"").is_none() && sealed(&MAGIC[1..]).is_none());
    assert!(sealed(&[b"repertoire-idx0\n", &content[MAGIC.len()..]].concat()).is_none());
    for cut in [1, 3, 4, 40] {
        assert!(sealed(&content[..content.len() - cut]).is_none(), "{cut}");
    }
}

#[test]
fn only_a_regular_file_that_the_system_tells_apart_has_a_stamp() {
    let folder = Folder::with("a = text\nlink -> a");
    let stat = repertoire_fs::stat(&folder.join("a")).unwrap();
    let stamp = Stamp::of(&stat).unwrap();
    assert_eq!((stamp.identity, stamp.size), (stat.identity, 4));
    assert_eq!((stamp.modified, stamp.changed), (stat.modified, stat.changed));
    assert_eq!(Stamp::of(&repertoire_fs::stat(folder.path()).unwrap()), None, "a directory");
    let unknown = Stat { identity: Identity { inode: 0, ..stat.identity }, ..stat };
    assert_eq!(Stamp::of(&unknown), None, "a system without numbers for files");
}

#[test]
fn a_key_prints_as_a_digest_and_tells_its_parts_apart() {
    let key = |parts: &[&[u8]]| IndexKey::of(parts.iter().copied()).to_string();
    assert_eq!(
        key(&[b"ab", b"c"]).parse::<Digest>().map(|digest| digest.to_string()),
        Ok(key(&[b"ab", b"c"]))
    );
    let keys = [
        key(&[]),
        key(&[b""]),
        key(&[b"ab", b"c"]),
        key(&[b"a", b"bc"]),
        key(&[b"abc"]),
        key(&[b"c", b"ab"]),
    ];
    for (at, one) in keys.iter().enumerate() {
        assert!(!keys[..at].contains(one), "{at}");
    }
}

#[test]
fn no_flipped_bit_and_no_truncation_is_accepted() {
    let whole = writer().finish();
    assert!(Index::parse(whole.clone()).is_some());
    for length in (0..whole.len()).step_by(7) {
        assert!(Index::parse(whole[..length].to_vec()).is_none(), "{length}");
    }
    for bit in (0..whole.len() * 8).step_by(13) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Index::parse(flipped).is_none(), "{bit}");
    }
}

#[test]
fn a_stamp_is_settled_when_its_times_are_older_than_their_granularity() {
    const SECOND: i128 = 1_000_000_000;
    let at = |modified, changed| Stamp { modified, changed, ..stamp(1) };
    let now = 100 * SECOND;
    assert!(at(now - SECOND + 1, now - SECOND / 10).is_settled(now));
    assert!(!at(1, now - SECOND / 100).is_settled(now), "changed just now");
    assert!(!at(now - SECOND, now - SECOND).is_settled(now), "whole seconds are coarse");
    assert!(!at(now + SECOND, 1).is_settled(now), "from the future");
    for (modified, changed, granularity) in [
        (5 * SECOND, 7 * SECOND, 2 * SECOND),
        (7 * SECOND, 5 * SECOND, 2 * SECOND),
        // One that is no whole second shows that the system counts finer than that.
        (7 * SECOND, 5 * SECOND + 1, SECOND / 50),
        (5 * SECOND + 1, 7 * SECOND, SECOND / 50),
        (5 * SECOND + 1, 7 * SECOND + 1, SECOND / 50),
    ] {
        let settled = modified.max(changed) + granularity;
        let settles = |time| at(modified, changed).is_settled(time);
        assert!(!settles(settled) && settles(settled + 1), "{modified} {changed}");
    }
}
