//! `cargo xtask layers`: which crate may use which, and the check that nobody does otherwise.
//!
//! One table, [`ROOMS`], ground floor first. A room uses the rooms that its row names, all of them
//! higher in the table, and the libraries that its row names: an edge that no row allows fails,
//! and so does a crate without a row. It looks at what manifests declare, so an edge counts
//! whatever the features, the platform or the lock file say.
//!
//! Dependencies for tests are freer in one way and just as strict in the other: a test may use any
//! room higher in the table, whether its row names it or not, but never one below, because then
//! the two crates could not be built, read or published one after the other. A test of two rooms
//! stands in the upper one, or in `fuzz/bodies`. A crate may name itself, to switch a feature on for
//! its own tests. [`TEST_LIBRARIES`] are free to all tests.

use crate::workspace::{capture, cargo};
use crate::{Failure, Outcome, no_arguments};
use serde_json::Value;

/// What one crate may use besides the standard library.
struct Room {
    /// The package.
    name: &'static str,
    /// The rooms that it may use.
    rooms: &'static [&'static str],
    /// The libraries that it may use. One that ends in `?` may only be optional.
    libraries: &'static [&'static str],
}

/// Every room, ground floor first.
const ROOMS: &[Room] = &[
    Room { name: "repertoire-frontmatter", rooms: &[], libraries: &["memchr", "nom", "serde?", "thiserror"] },
    Room { name: "repertoire-sexp", rooms: &[], libraries: &["memchr", "thiserror"] },
    Room { name: "repertoire-diagnostic", rooms: &[], libraries: &["serde", "thiserror"] },
    Room {
        name: "repertoire-yaml",
        rooms: &["repertoire-frontmatter"],
        libraries: &["granit-parser", "thiserror"],
    },
    Room {
        name: "repertoire-schema",
        rooms: &["repertoire-frontmatter", "repertoire-sexp", "repertoire-diagnostic", "repertoire-yaml"],
        libraries: &["serde", "thiserror", "unicode-normalization", "unicode-security"],
    },
    Room { name: "repertoire-fs", rooms: &[], libraries: &["rustix", "tempfile", "thiserror"] },
    Room {
        name: "repertoire-cache",
        rooms: &["repertoire-sexp", "repertoire-schema", "repertoire-fs"],
        libraries: &["blake3", "sha2", "thiserror"],
    },
    Room {
        name: "repertoire-discovery",
        rooms: &["repertoire-diagnostic", "repertoire-schema", "repertoire-fs", "repertoire-cache"],
        libraries: &["thiserror"],
    },
    Room {
        name: "repertoire-routing",
        rooms: &["repertoire-diagnostic", "repertoire-schema"],
        libraries: &[
            "foldhash",
            "rust-stemmers",
            "strsim",
            "thiserror",
            "unicode-normalization",
            "unicode-segmentation",
        ],
    },
    Room {
        name: "repertoire-session",
        rooms: &["repertoire-discovery", "repertoire-routing"],
        libraries: &["thiserror"],
    },
    Room {
        name: "repertoire-clients",
        // Clients are imitated by readers of their own, which give the tree of the frontmatter.
        rooms: &["repertoire-frontmatter", "repertoire-yaml", "repertoire-schema"],
        libraries: &["serde", "serde_yaml", "thiserror", "unicode-normalization"],
    },
    Room {
        name: "repertoire",
        rooms: &[
            "repertoire-frontmatter",
            "repertoire-sexp",
            "repertoire-diagnostic",
            "repertoire-yaml",
            "repertoire-schema",
            "repertoire-fs",
            "repertoire-cache",
            "repertoire-discovery",
            "repertoire-routing",
            "repertoire-session",
            "repertoire-clients",
        ],
        libraries: &[],
    },
    Room {
        name: "repertoire-report",
        rooms: &["repertoire-diagnostic"],
        libraries: &["annotate-snippets", "serde", "serde_json", "thiserror", "unicode-width"],
    },
    Room {
        name: "repertoire-mcp",
        rooms: &["repertoire"],
        libraries: &["base64", "rmcp", "serde", "serde_json", "thiserror", "tokio"],
    },
    Room {
        name: "repertoire-cli",
        rooms: &["repertoire", "repertoire-report", "repertoire-mcp"],
        libraries: &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "globset",
            "indicatif",
            "rustyline",
            "serde",
            "serde_json",
            "similar",
            "terminal_size",
            "thiserror",
            "toml",
        ],
    },
];

/// Libraries that belong to certain rooms alone, so that they can be replaced in one place.
const SOLE: &[(&str, &[&str])] = &[
    ("annotate-snippets", &["repertoire-report"]),
    ("base64", &["repertoire-mcp"]),
    ("blake3", &["repertoire-cache"]),
    ("clap", &["repertoire-cli"]),
    ("granit-parser", &["repertoire-yaml"]),
    ("globset", &["repertoire-cli"]),
    ("indicatif", &["repertoire-cli"]),
    ("nom", &["repertoire-frontmatter"]),
    ("rmcp", &["repertoire-mcp"]),
    ("rust-stemmers", &["repertoire-routing"]),
    ("rustix", &["repertoire-fs"]),
    ("rustyline", &["repertoire-cli"]),
    ("serde_yaml", &["repertoire-clients"]),
    ("sha2", &["repertoire-cache"]),
    ("similar", &["repertoire-cli"]),
    ("tempfile", &["repertoire-fs"]),
    ("tokio", &["repertoire-mcp"]),
    ("toml", &["repertoire-cli"]),
];

/// Libraries that any test may use: the harnesses, temporary folders, a JSON reader, and second
/// readers of YAML to compare with.
const TEST_LIBRARIES: &[&str] = &["criterion", "insta", "proptest", "serde_json", "serde_yaml", "tempfile"];

/// Packages that stand beside the rooms. They may use everything; no room may use them.
const BESIDE: &[&str] = &["repertoire-benches", "repertoire-fuzz-bodies", "xtask"];

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    let edges = edges(&metadata()?)?;
    let faults = faults(&edges);
    if faults.is_empty() {
        println!("layers: {} edges of {} rooms, all allowed", edges.len(), ROOMS.len());
        return Ok(());
    }
    Err(Failure::new(format!(
        "layers: {} of {} edges break the table of rooms (xtask/src/layers.rs, docs/architecture.md)\n\n{}",
        faults.len(),
        edges.len(),
        faults.join("\n")
    )))
}

/// What cargo knows of the packages of this workspace, without their dependencies resolved.
fn metadata() -> Result<Value, Failure> {
    let text = capture(cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    serde_json::from_str(&text).map_err(|error| Failure::new(format!("cargo metadata: {error}")))
}

/// What a dependency is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// The crate itself, or its build script.
    Normal,
    /// Its tests and examples.
    Test,
}

/// One declared dependency, or a package that declares none (`to` is then empty).
#[derive(Debug, PartialEq, Eq)]
struct Edge {
    from: String,
    to: String,
    purpose: Use,
    optional: bool,
}

/// The edges that `cargo metadata` declares; every package gives at least one.
fn edges(metadata: &Value) -> Result<Vec<Edge>, Failure> {
    let strange = || Failure::new("cargo metadata does not look as expected; was its format changed?");
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut edges = Vec::new();
    for package in metadata.get("packages").and_then(Value::as_array).ok_or_else(strange)? {
        let from = text(package, "name").ok_or_else(strange)?;
        let dependencies = package.get("dependencies").and_then(Value::as_array).ok_or_else(strange)?;
        if dependencies.is_empty() {
            edges.push(Edge { from, to: String::new(), purpose: Use::Normal, optional: false });
            continue;
        }
        for dependency in dependencies {
            let purpose = match dependency.get("kind").and_then(Value::as_str) {
                Some("dev") => Use::Test,
                _ => Use::Normal,
            };
            let optional = dependency.get("optional").and_then(Value::as_bool).unwrap_or(false);
            let to = text(dependency, "name").ok_or_else(strange)?;
            edges.push(Edge { from: from.clone(), to, purpose, optional });
        }
    }
    Ok(edges)
}

/// One line for each edge that the table does not allow, and for each room that is not there.
fn faults(edges: &[Edge]) -> Vec<String> {
    let mut faults: Vec<String> = edges.iter().filter_map(fault).collect();
    for room in ROOMS {
        if !edges.iter().any(|edge| edge.from == room.name) {
            faults
                .push(format!("{}: the table has a row for it, the workspace has no such crate", room.name));
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

fn floor(name: &str) -> Option<usize> {
    ROOMS.iter().position(|room| room.name == name)
}

fn fault(edge: &Edge) -> Option<String> {
    let Edge { from, to, purpose, optional } = edge;
    if BESIDE.contains(&from.as_str()) {
        return None;
    }
    let Some(here) = floor(from) else {
        return Some(format!(
            "{from}: no row of the table names this crate; say which rooms and libraries it may use"
        ));
    };
    if to.is_empty() {
        return None;
    }
    let room = &ROOMS[here];
    let kind = if *purpose == Use::Test { " (for tests)" } else { "" };
    let refuse = |rule: String| Some(format!("{from} -> {to}{kind}: {rule}"));
    if BESIDE.contains(&to.as_str()) {
        return refuse("rooms do not use what stands beside them".to_owned());
    }
    if let Some(there) = floor(to) {
        return match purpose {
            Use::Test if there == here => None,
            _ if there >= here => refuse(format!("arrows only point down, and {to} is not below {from}")),
            Use::Test => None,
            Use::Normal if room.rooms.contains(&to.as_str()) => None,
            Use::Normal => refuse(format!("the row of {from} allows {}", listed(room.rooms, "no room"))),
        };
    }
    let test = *purpose == Use::Test;
    if test && TEST_LIBRARIES.contains(&to.as_str()) {
        return None;
    }
    let optional_only = format!("{to}?");
    let may_be_optional = room.libraries.contains(&optional_only.as_str());
    if room.libraries.contains(&to.as_str()) || (may_be_optional && (*optional || test)) {
        return None;
    }
    if may_be_optional {
        return refuse("only behind a feature, as an optional dependency".to_owned());
    }
    if let Some((_, owners)) = SOLE.iter().find(|(library, _)| library == to) {
        return refuse(format!("this library belongs to {} alone", owners.join(" and ")));
    }
    let list = listed(room.libraries, "no library");
    refuse(format!(
        "the row of {from} allows {list}; a new library needs a row here and a reason in docs/decisions.md"
    ))
}

fn listed(names: &[&str], none: &str) -> String {
    if names.is_empty() { none.to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests;
