//! A writer is killed, or a call of it fails, at every system call of a store; and writers are
//! killed at random under a live reader. What is left is the whole entry or a miss.
//!
//! `REPERTOIRE_KILL_SECONDS` sets how long the second part lasts; from 30 on, the first part tries
//! every error at every call too. By itself the test is short.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::panic,
    reason = "a test stops and tells"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use repertoire_cache::{Conversion, Conversions, Digest};
use repertoire_fs::testkit::{Folder, Strace};

/// Long enough that a writer is often in the middle of it.
fn conversion() -> Conversion {
    Conversion {
        name: "tide".to_owned(),
        description: "Reads tide tables.".to_owned(),
        instructions: "Look it up, then say it.\n".repeat(2_000),
    }
}

fn digest() -> Digest {
    Digest::of(b"the source of it")
}

/// In the child: stores the conversion once, or for ever.
fn child(cache: &Path, forever: bool) {
    let stored = Conversions::create(cache).and_then(|conversions| {
        loop {
            conversions.store(&digest(), &conversion())?;
            if !forever {
                return Ok(());
            }
        }
    });
    println!("{}", stored.map_or_else(|error| format!("failed: {error}"), |()| "stored".to_owned()));
}

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match arguments.as_slice() {
        [mode, cache] if mode.as_os_str() == "once" => return child(cache, false),
        [mode, cache] if mode.as_os_str() == "forever" => return child(cache, true),
        _ => {}
    }
    if let Some(strace) = Strace::find() {
        killed_at_every_call(&strace);
        failing_at_every_call(&strace);
    }
    killed_at_random(Duration::from_secs(seconds().unwrap_or(4)));
}

fn seconds() -> Option<u64> {
    std::env::var("REPERTOIRE_KILL_SECONDS").ok()?.parse().ok()
}

fn is_long() -> bool {
    seconds().is_some_and(|seconds| seconds >= 30)
}

/// Whether the entry is there; panics where it is there and wrong.
fn look(cache: &Path, what: &str) -> bool {
    let Ok(Some(conversions)) = Conversions::open(cache) else { return false };
    let found = conversions.lookup(&digest(), Some("tide"));
    if let Some(found) = &found {
        assert!(*found == conversion(), "a wrong answer after {what}");
    }
    found.is_some()
}

/// Prepares a cache for one round: none at all, or one whose entry is old and broken.
fn prepare(folder: &Folder, round: &str) -> PathBuf {
    let cache = folder.join(format!("cache-{round}"));
    if round.ends_with("broken") {
        let conversions = Conversions::create(&cache).unwrap();
        conversions.store(&digest(), &conversion()).unwrap();
        let form = conversions.path().join(digest().to_string()).join("SKILL.sexp");
        std::fs::write(form, "(:autolith-skill").unwrap();
    }
    cache
}

/// Does something for every system call that a store makes, on a new cache and a broken one.
fn at_every_call(strace: &Strace, mut each: impl FnMut(&Folder, &str, usize, &str)) {
    for state in ["new", "broken"] {
        let folder = Folder::new();
        let cache = prepare(&folder, &format!("count-{state}"));
        let calls = strace.count(&[Path::new("once"), &cache]);
        assert!(calls.contains_key("renameat") || calls.contains_key("renameat2"), "{calls:?}");
        for (call, count) in calls {
            // Nothing follows these, or tracing itself stands on them.
            if matches!(call.as_str(), "exit_group" | "execve") {
                continue;
            }
            for when in 1..=count {
                each(&folder, &call, when, state);
            }
        }
    }
}

fn killed_at_every_call(strace: &Strace) {
    let (mut runs, mut whole) = (0, 0);
    at_every_call(strace, |folder, call, when, state| {
        let cache = prepare(folder, &format!("{call}-{when}-{state}"));
        let what = format!("a kill at {call} {when}, {state}");
        let output = strace.inject(&format!("{call}:signal=KILL:when={when}"), &[Path::new("once"), &cache]);
        assert!(!output.status.success(), "{what} did not happen");
        whole += usize::from(look(&cache, &what));
        // The next writer goes on as if nothing had been.
        let conversions = Conversions::create(&cache).unwrap();
        conversions.store(&digest(), &conversion()).unwrap();
        assert!(look(&cache, &what), "after {what} nothing could be stored");
        runs += 1;
    });
    println!("kills: {runs}, {whole} left the whole entry, the rest a miss, none a wrong answer");
    assert!(runs > 60 && whole > 0 && whole < runs);
}

fn failing_at_every_call(strace: &Strace) {
    let (mut runs, mut failed) = (0, 0);
    at_every_call(strace, |folder, call, when, state| {
        let of_files =
            ["openat", "openat2", "mkdirat", "mkdir", "write", "renameat", "renameat2", "fstat", "close"];
        if !of_files.contains(&call) {
            return;
        }
        let errors = ["ENOSPC", "EIO", "EROFS", "EMFILE"];
        // The short form tries one of them at each call, and another at the next.
        let errors = if is_long() { &errors[..] } else { &errors[when % 4..=when % 4] };
        for error in errors {
            let cache = prepare(folder, &format!("{call}-{when}-{error}-{state}"));
            let what = format!("{error} at {call} {when}, {state}");
            let output =
                strace.inject(&format!("{call}:error={error}:when={when}"), &[Path::new("once"), &cache]);
            let stderr = String::from_utf8_lossy(&output.stderr);
            let stdout = String::from_utf8_lossy(&output.stdout);
            // The standard library panics where the standard output fails.
            assert!(!stderr.contains("panicked") || stderr.contains("failed printing"), "{what}: {stderr}");
            let there = look(&cache, &what);
            if stdout.starts_with("stored") {
                assert!(there, "{what} was not told");
            }
            failed += usize::from(stdout.starts_with("failed"));
            runs += 1;
        }
    });
    println!("faults: {runs}, {failed} told, none a wrong answer");
    assert!(failed > 10, "{failed} of {runs}");
}

fn killed_at_random(lasts: Duration) {
    let folder = Folder::new();
    let cache = folder.join("cache");
    let own = std::env::current_exe().unwrap();
    let began = Instant::now();
    let (mut kills, mut hits, mut misses) = (0_u64, 0_u64, 0_u64);
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    while began.elapsed() < lasts {
        let mut writer = Command::new(&own).arg("forever").arg(&cache).stdout(Stdio::null()).spawn().unwrap();
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let lives = Duration::from_micros(3_000 + seed % 30_000);
        let born = Instant::now();
        while born.elapsed() < lives {
            if look(&cache, "a random kill") {
                hits += 1;
            } else {
                misses += 1;
            }
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        kills += 1;
        if kills.is_multiple_of(4) {
            // Begin anew, so that first publications are cut short too.
            std::fs::remove_dir_all(&cache).unwrap();
        }
    }
    println!("random kills: {kills}, {hits} hits, {misses} misses, none wrong");
    assert!(kills > 20 && hits > 1_000 && misses > 0, "{kills} kills, {hits} hits, {misses} misses");
}
