//! No link leads out of the bounds of a root, whenever it is put there.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests may fail loudly")]

mod support;

use repertoire::cache::Digest;
use serde_json::{Value, json};
use std::fs;
use support::{Client, folder, options, run, skill};

fn uris(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["uri"].as_str().unwrap()).collect()
}

#[test]
fn no_link_leads_out() {
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    run(async {
        let all = folder(&[
            ("secret", "secret"),
            ("far/SKILL.md", &skill("far")),
            ("in/skills/tide/SKILL.md", &skill("tide")),
            ("in/skills/tide/real.md", "real"),
        ]);
        let tide = all.path().join("in/skills/tide");
        symlink("real.md", tide.join("near.md")).unwrap();
        symlink("../../../secret", tide.join("out.md")).unwrap();
        symlink(all.path(), tide.join("up")).unwrap();
        symlink("/proc/self/environ", tide.join("environ")).unwrap();
        symlink("../../../far", all.path().join("in/skills/far")).unwrap();
        fs::write(tide.join(std::ffi::OsStr::from_bytes(b"\xff.md")), "odd").unwrap();
        fs::write(tide.join("a\\b"), "odd").unwrap();
        let root = all.path().join("in/skills");
        let mut client = Client::new(options(&[&root])).await;
        let (skills, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(uris(&skills), ["skill://tide/SKILL.md"]);
        assert_eq!(
            uris(skills[0]["resources"].as_array().unwrap()),
            ["skill://tide/SKILL.md", "skill://tide/near.md", "skill://tide/real.md"]
        );
        for uri in [
            "skill://tide/out.md",
            "skill://tide/up",
            "skill://tide/up/secret",
            "skill://tide/environ",
            "skill://far/SKILL.md",
        ] {
            assert_eq!(client.code("resources/read", json!({ "uri": uri })).await, -32602, "{uri}");
        }
        let near = client.result("resources/read", json!({ "uri": "skill://tide/near.md" })).await;
        assert_eq!(near["contents"][0]["text"], "real");
    });
}

/// A link that is swapped while files are read never gives what it leads to; opening the path as it
/// stands does, in the same run, which proves that there was something to leak.
#[test]
fn a_directory_that_is_swapped_for_a_link_leaks_nothing() {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};

    let all = folder(&[
        ("secret/a.md", "secret"),
        ("in/skills/tide/SKILL.md", &skill("tide")),
        ("in/skills/tide/sub/a.md", "open"),
    ]);
    let (sub, aside) = (all.path().join("in/skills/tide/sub"), all.path().join("in/aside"));
    let stop = AtomicBool::new(false);
    let naive = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                fs::rename(&sub, &aside).unwrap();
                symlink(all.path().join("secret"), &sub).unwrap();
                std::thread::yield_now();
                fs::remove_file(&sub).unwrap();
                fs::rename(&aside, &sub).unwrap();
                std::thread::yield_now();
            }
        });
        let naive = run(async {
            let root = all.path().join("in/skills");
            let mut client = Client::new(options(&[&root])).await;
            let (mut naive, mut rounds) = (0, 0);
            while rounds < 300 || (naive == 0 && rounds < 10_000) {
                rounds += 1;
                let answer = client.ask("resources/read", json!({ "uri": "skill://tide/sub/a.md" })).await;
                assert!(!answer.to_string().contains("secret\""), "{answer}");
                let entry = client.ask("skills/get", json!({ "uri": "skill://tide/SKILL.md" })).await;
                assert!(!entry.to_string().contains(&Digest::of(b"secret").to_string()), "{entry}");
                for _ in 0..50 {
                    naive +=
                        usize::from(fs::read_to_string(sub.join("a.md")).is_ok_and(|text| text == "secret"));
                }
            }
            naive
        });
        stop.store(true, Ordering::Relaxed);
        naive
    });
    assert!(naive > 0, "nothing was swapped");
}
