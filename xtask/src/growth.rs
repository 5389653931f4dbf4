//! `cargo xtask growth`: how the work of each reader grows with hostile texts, counted in
//! instructions, which no other load on the machine changes.
//!
//! Each pair of reader and generator reads n, 2n and 4n bytes under callgrind; twice the text may
//! cost at most 2.5 times the instructions, and a constant.

use crate::workspace::{call, capture, root};
use crate::{Failure, Outcome, no_arguments};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The smallest size, in bytes.
const BYTES: &str = "8192";

/// How much twice the text may cost.
const LIMIT: f64 = 2.5;

/// How many instructions a text may cost beside: a finding that only the larger text has, say.
const BESIDE: u64 = 50_000;

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    have_valgrind()?;
    // The bench profile is the release profile with the symbols left in, by which callgrind finds what to
    // count.
    let build =
        ["build", "--quiet", "--profile", "bench", "-p", "repertoire-fuzz-bodies", "--example", "growth"];
    call(Command::new("cargo").args(build).current_dir(root()))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let dumps = root().join("target/growth");
    let fresh = || -> std::io::Result<()> {
        if dumps.exists() {
            fs::remove_dir_all(&dumps)?;
        }
        fs::create_dir_all(&dumps)
    };
    fresh().map_err(|error| Failure::new(format!("{}: {error}", dumps.display())))?;
    let mut probe = Command::new("valgrind");
    probe.args([
        "--tool=callgrind",
        "--quiet",
        "--toggle-collect=growth::measured",
        "--dump-after=growth::measured",
    ]);
    probe.arg(format!("--callgrind-out-file={}", dumps.join("count").display()));
    let pairs = capture(probe.arg(target.join("release/examples/growth")).arg(BYTES))?;
    if !dumps.join("count.1").exists() {
        return Err(Failure::new("callgrind counted nothing: has the program lost its symbols?"));
    }
    let mut worst = (0.0, "");
    let mut over = Vec::new();
    for (index, pair) in pairs.lines().enumerate() {
        let counts = [0, 1, 2].map(|size| instructions(&dumps, 3 * index + size + 1));
        let [one, two, four] = [counts[0].clone()?, counts[1].clone()?, counts[2].clone()?];
        let ratio = |after: u64, before: u64| after.saturating_sub(BESIDE) as f64 / before.max(1) as f64;
        let growth = f64::max(ratio(two, one), ratio(four, two));
        if growth > worst.0 {
            worst = (growth, pair);
        }
        if growth > LIMIT {
            over.push(format!("{pair}: {one}, {two}, {four}: {growth:.2}"));
        }
    }
    let count = pairs.lines().count();
    println!("{count} pairs, the worst grows {:.2} times for twice the text ({})", worst.0, worst.1);
    if over.is_empty() { Ok(()) } else { Err(Failure::new(format!("grows too fast:\n{}", over.join("\n")))) }
}

/// The instructions of the n-th text that was read, counted from 1.
fn instructions(dumps: &Path, number: usize) -> Result<u64, Failure> {
    let path = dumps.join(format!("count.{number}"));
    let text =
        fs::read_to_string(&path).map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    let total = |line: &str| {
        line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: "))?.trim().parse().ok()
    };
    text.lines().find_map(total).ok_or_else(|| Failure::new(format!("{} holds no count", path.display())))
}

/// Installs valgrind from Debian's packages where it is missing.
fn have_valgrind() -> Outcome {
    if Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    call(Command::new("apt-get").args(["update", "-qq"]))?;
    call(Command::new("apt-get").args(["install", "-y", "-qq", "valgrind"]))
}
