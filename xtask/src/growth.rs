//! `cargo xtask growth`: how the work of each reader grows with hostile texts, counted in
//! instructions, which no other load on the machine changes.
//!
//! Each pair of reader and generator is run at n, 2n and 4n bytes under callgrind; twice the text
//! may cost at most 2.5 times the instructions.

use crate::workspace::{call, capture, root};
use crate::{Failure, Outcome, no_arguments};
use std::path::PathBuf;
use std::process::Command;

/// The smallest size, in bytes.
const BYTES: u64 = 8 << 10;

/// How much twice the text may cost.
const LIMIT: f64 = 2.5;

/// Below this many instructions a reader has refused the text at sight, and a ratio means nothing.
const FLOOR: u64 = 20_000;

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    have_valgrind()?;
    let build = ["build", "--quiet", "--release", "-p", "repertoire-fuzz-bodies", "--example", "growth"];
    call(Command::new("cargo").args(build).current_dir(root()))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let probe = target.join("release/examples/growth");
    let pairs = capture(&mut Command::new(&probe))?;
    let mut worst = (0.0, String::new());
    let mut over = Vec::new();
    for pair in pairs.lines() {
        let mut counts = Vec::new();
        for size in [BYTES, 2 * BYTES, 4 * BYTES] {
            let read = instructions(&probe, pair, size, "read")?;
            let make = instructions(&probe, pair, size, "make")?;
            counts.push(read.saturating_sub(make));
        }
        let ratio = |after: u64, before: u64| if before < FLOOR { 1.0 } else { after as f64 / before as f64 };
        let growth = f64::max(ratio(counts[1], counts[0]), ratio(counts[2], counts[1]));
        let row = format!("{pair}: {counts:?}, {growth:.2}");
        if growth > worst.0 {
            worst = (growth, pair.to_owned());
        }
        if growth > LIMIT {
            over.push(row);
        }
    }
    println!(
        "{} pairs, the worst grows {:.2} times for twice the text ({})",
        pairs.lines().count(),
        worst.0,
        worst.1
    );
    if over.is_empty() { Ok(()) } else { Err(Failure::new(format!("grows too fast:\n{}", over.join("\n")))) }
}

/// The instructions of one run of the probe.
fn instructions(probe: &PathBuf, pair: &str, bytes: u64, mode: &str) -> Result<u64, Failure> {
    let out = root().join("target/growth.callgrind");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]).arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(probe).args(pair.split(' ')).arg(bytes.to_string()).arg(mode);
    capture(&mut command)?;
    let text =
        std::fs::read_to_string(&out).map_err(|error| Failure::new(format!("{}: {error}", out.display())))?;
    let summary = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: ")));
    summary
        .and_then(|count| count.trim().parse().ok())
        .ok_or_else(|| Failure::new(format!("{} holds no count", out.display())))
}

/// Installs valgrind from Debian's packages where it is missing.
fn have_valgrind() -> Outcome {
    if Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    call(Command::new("apt-get").args(["update", "-qq"]))?;
    call(Command::new("apt-get").args(["install", "-y", "-qq", "valgrind"]))
}
