//! What the benchmarks share: the collection of real files, and the table of ratios at the end of
//! a run.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "benchmarks talk to the person who runs them")]

use std::path::PathBuf;

/// The folder of shared test data, or nothing with a word where it is missing.
#[must_use]
pub fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
    if root.is_dir() {
        return Some(root);
    }
    eprintln!("SKIPPED: no shared test data at {}; set REPERTOIRE_SHARED", root.display());
    None
}

/// Where criterion keeps its estimates.
fn estimates() -> PathBuf {
    let target = || {
        std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from)
    };
    std::env::var_os("CRITERION_HOME").map_or_else(|| target().join("criterion"), PathBuf::from)
}

/// The median of one benchmark of the run that has just ended, in nanoseconds.
fn median(group: &str, name: &str) -> Option<f64> {
    let text = std::fs::read_to_string(estimates().join(group).join(name).join("new/estimates.json")).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    json["median"]["point_estimate"].as_f64()
}

/// Prints, for each group, how many times as long each peer takes as `ours` did in the same run.
pub fn ratios(groups: &[&str], ours: &str, peers: &[&str]) {
    for group in groups {
        let Some(base) = median(group, ours) else { continue };
        let ratios: Vec<String> = peers
            .iter()
            .filter_map(|peer| Some(format!("{peer} {:.2}x", median(group, peer)? / base)))
            .collect();
        println!("{group}: {ours} 1x, {}", ratios.join(", "));
    }
}
