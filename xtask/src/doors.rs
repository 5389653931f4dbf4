//! `cargo xtask doors`: only the crates that are meant to touch files, the environment, the clock
//! or a terminal do.
//!
//! Clippy finds the uses of what `clippy.toml` lists, by resolved paths and not by spelling, in
//! libraries and programs without their tests and test kits; the table [`DOORS`] says which of them are meant.

use crate::workspace::{capture, cargo};
use crate::{Failure, Outcome, no_arguments};
use serde_json::Value;

/// Which crate may use which listed paths, as their beginnings.
const DOORS: &[(&str, &[&str])] = &[
    // The one crate that touches a file system, whose times are part of it.
    ("repertoire-fs", &["std::fs::", "std::path::", "std::time::"]),
    // The two that talk to people and programs. What they read and write lies behind `fs` too.
    ("repertoire-cli", &["std::env::", "std::io::", "std::time::"]),
    ("repertoire-mcp", &["std::io::", "std::time::"]),
    // They build trees and spoil caches to see what becomes of them.
    ("repertoire-fuzz-bodies", &["std::fs::", "std::path::"]),
    // They work on the repository itself.
    ("repertoire-benches", &["std::"]),
    ("xtask", &["std::"]),
];

/// Where crates keep what they lend to the tests of others, behind a feature that nothing ships with.
const TEST_KIT: &str = "/src/testkit";

/// The lints that find doors.
const LINTS: &[&str] = &["clippy::disallowed_methods", "clippy::disallowed_types"];

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    let mut command = cargo();
    command.args(["clippy", "--workspace", "--lib", "--bins", "--all-features", "--quiet"]);
    command.args(["--message-format", "json", "--"]);
    for lint in LINTS {
        command.args(["-W", lint]);
    }
    let uses = uses(&capture(&mut command)?)?;
    let faults: Vec<String> = uses.iter().filter(|use_| !use_.is_meant()).map(Use::to_string).collect();
    if faults.is_empty() {
        println!("doors: {} uses, all where they are meant to be", uses.len());
        return Ok(());
    }
    Err(Failure::new(format!(
        "doors: {} of {} uses are in crates that are not meant to have them (xtask/src/doors.rs, clippy.toml)\n\n{}",
        faults.len(),
        uses.len(),
        faults.join("\n")
    )))
}

/// One use of something that `clippy.toml` lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    package: String,
    /// `file:line`.
    place: String,
    /// The path of what is used.
    door: String,
    /// Why the list names it.
    reason: String,
}

impl Use {
    fn is_meant(&self) -> bool {
        if self.place.contains(TEST_KIT) {
            return true;
        }
        DOORS.iter().any(|(package, doors)| {
            self.package == *package && doors.iter().any(|door| self.door.starts_with(door))
        })
    }
}

impl std::fmt::Display for Use {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { package, place, door, reason } = self;
        write!(f, "{place}: `{door}` in {package}: {reason}")
    }
}

/// The uses in what cargo printed, a JSON document a line; sorted, each once.
fn uses(output: &str) -> Result<Vec<Use>, Failure> {
    let mut uses = Vec::new();
    for line in output.lines() {
        let document: Value = serde_json::from_str(line)
            .map_err(|error| Failure::new(format!("a line of cargo's output is not JSON: {error}")))?;
        uses.extend(read(&document));
    }
    uses.sort_unstable();
    uses.dedup();
    Ok(uses)
}

fn read(document: &Value) -> Option<Use> {
    let message = document.get("message")?;
    let lint = message.get("code")?.get("code")?.as_str()?;
    if !LINTS.contains(&lint) {
        return None;
    }
    let span = message.get("spans")?.as_array()?.first()?;
    let place = format!("{}:{}", span.get("file_name")?.as_str()?, span.get("line_start")?);
    let text = message.get("message")?.as_str()?;
    let door = text.split('`').nth(1)?.to_owned();
    let notes =
        message.get("children")?.as_array()?.iter().filter_map(|child| child.get("message")?.as_str());
    let reason = notes.into_iter().next().unwrap_or("see clippy.toml").to_owned();
    Some(Use { package: package(document.get("package_id")?.as_str()?), place, door, reason })
}

/// The name in `path+file:///somewhere/NAME#0.1.0` or `…/folder#NAME@0.1.0`.
fn package(id: &str) -> String {
    let (source, version) = id.rsplit_once('#').unwrap_or((id, ""));
    match version.split_once('@') {
        Some((name, _)) => name.to_owned(),
        None => source.rsplit('/').next().unwrap_or(source).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn output(package_id: &str, lint: &str, door: &str) -> String {
        let message = json!({
            "code": {"code": lint},
            "message": format!("use of a disallowed method `{door}`"),
            "spans": [{"file_name": "crates/a/src/lib.rs", "line_start": 7}],
            "children": [{"message": "go through repertoire-fs"}],
        });
        json!({"reason": "compiler-message", "package_id": package_id, "message": message}).to_string()
    }

    fn meant(package_id: &str, door: &str) -> bool {
        let uses = uses(&output(package_id, LINTS[0], door)).expect("JSON");
        assert_eq!(uses.len(), 1);
        uses[0].is_meant()
    }

    #[test]
    fn files_belong_to_one_crate_and_the_environment_to_the_program() {
        assert!(meant("path+file:///w/crates/repertoire-fs#0.1.0", "std::fs::read"));
        assert!(!meant("path+file:///w/crates/repertoire-fs#0.1.0", "std::env::var"));
        assert!(!meant("path+file:///w/crates/repertoire-cli#0.1.0", "std::fs::read"));
        assert!(meant("path+file:///w/crates/repertoire-cli#0.1.0", "std::env::var_os"));
        assert!(!meant("path+file:///w/crates/repertoire-schema#0.1.0", "std::io::stdout"));
        assert!(meant("path+file:///w/renamed#xtask@0.0.0", "std::process::Command"));
    }

    #[test]
    fn what_is_lent_to_tests_may_do_as_tests_do() {
        let line = output("path+file:///w/crates/repertoire-fs#0.1.0", LINTS[0], "std::env::var");
        let uses = uses(&line.replace("src/lib.rs", "src/testkit/mod.rs")).expect("JSON");
        assert!(uses.len() == 1 && uses[0].is_meant());
    }

    #[test]
    fn a_use_is_named_with_its_place_and_reason_once() {
        let line = output("path+file:///w/crates/repertoire-schema#0.1.0", LINTS[1], "std::fs::File");
        let uses = uses(&format!("{line}\n{line}\n{{\"reason\":\"build-finished\"}}\n")).expect("JSON");
        assert_eq!(uses.len(), 1);
        let shown = uses[0].to_string();
        assert_eq!(
            shown,
            "crates/a/src/lib.rs:7: `std::fs::File` in repertoire-schema: go through repertoire-fs"
        );
    }

    #[test]
    fn other_warnings_are_not_uses_and_noise_is_an_error() {
        assert_eq!(uses(&output("path+file:///w/a#0.1.0", "dead_code", "x")).expect("JSON"), []);
        assert!(uses("warning: something\n").is_err());
    }
}
