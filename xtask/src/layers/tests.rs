//! The table agrees with itself and with the workspace, and made-up edges are refused.

use super::*;
use serde_json::json;

/// Metadata in which every room is there, and one crate declares the given dependency.
fn with(from: &str, dependency: &Value) -> Value {
    let package = |name: &str| {
        let dependencies = if name == from { vec![dependency.clone()] } else { vec![] };
        json!({"name": name, "dependencies": dependencies})
    };
    let mut packages: Vec<Value> = ROOMS.iter().map(|room| package(room.name)).collect();
    if floor(from).is_none() {
        packages.push(package(from));
    }
    json!({ "packages": packages })
}

fn judge(from: &str, to: &str, kind: Option<&str>, optional: bool) -> Vec<String> {
    let metadata = with(from, &json!({"name": to, "kind": kind, "optional": optional}));
    faults(&edges(&metadata).expect("well-formed metadata"))
}

#[track_caller]
fn refused(from: &str, to: &str, kind: Option<&str>, because: &str) {
    let faults = judge(from, to, kind, false);
    assert_eq!(faults.len(), 1, "{from} -> {to}: {faults:?}");
    assert!(faults[0].starts_with(&format!("{from} -> {to}")), "names the edge: {faults:?}");
    assert!(faults[0].contains(because), "names the rule `{because}`: {faults:?}");
}

#[test]
fn the_workspace_keeps_to_the_table() {
    let faults = faults(&edges(&metadata().expect("cargo metadata")).expect("edges"));
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_table_on_the_page_is_this_one() {
    let page =
        std::fs::read_to_string(crate::workspace::root().join("docs/architecture.md")).expect("the page");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `repertoire"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), ROOMS.len(), "a row for each room");
    for (row, room) in rows.iter().zip(ROOMS) {
        let rooms: Vec<_> = room.rooms.iter().map(|name| name.trim_start_matches("repertoire-")).collect();
        let (plain, optional): (Vec<&str>, Vec<&str>) =
            room.libraries.iter().partition(|name| !name.ends_with('?'));
        let mut libraries = listed(&plain, "none");
        for name in optional {
            libraries.push_str(&format!(", *optional* {}", name.trim_end_matches('?')));
        }
        assert_eq!(row[0], format!("`{}`", room.name));
        assert_eq!(row[2], listed(&rooms, "none"), "the rooms of {}", room.name);
        assert_eq!(row[3], libraries, "the libraries of {}", room.name);
    }
}

#[test]
fn every_row_points_down_and_every_sole_user_has_its_library() {
    for (floor, room) in ROOMS.iter().enumerate() {
        for used in room.rooms {
            assert!(ROOMS[..floor].iter().any(|below| below.name == *used), "{} -> {used}", room.name);
        }
        assert!(room.libraries.is_sorted(), "the libraries of {}", room.name);
        for library in room.libraries {
            if let Some((_, owners)) = SOLE.iter().find(|(name, _)| name == library) {
                assert!(owners.contains(&room.name), "{library} in the row of {}", room.name);
            }
        }
    }
    for (library, owners) in SOLE {
        for owner in *owners {
            assert!(
                ROOMS.iter().any(|room| room.name == *owner && room.libraries.contains(library)),
                "{library}"
            );
        }
    }
}

#[test]
fn arrows_that_point_up_are_refused_for_tests_too() {
    refused("repertoire-frontmatter", "repertoire-yaml", None, "arrows only point down");
    refused("repertoire-frontmatter", "repertoire-yaml", Some("dev"), "arrows only point down");
    refused("repertoire-schema", "repertoire-schema", None, "arrows only point down");
    refused("repertoire-report", "repertoire-cli", Some("build"), "arrows only point down");
}

#[test]
fn arrows_that_skip_a_row_are_refused_but_not_for_tests() {
    refused("repertoire-routing", "repertoire-fs", None, "the row of repertoire-routing allows");
    assert!(judge("repertoire-routing", "repertoire-fs", Some("dev"), false).is_empty());
    assert!(judge("repertoire-routing", "repertoire-routing", Some("dev"), false).is_empty());
    assert!(judge("repertoire-routing", "repertoire-schema", None, false).is_empty());
}

#[test]
fn libraries_stay_with_their_owners() {
    refused("repertoire-schema", "granit-parser", None, "belongs to repertoire-yaml alone");
    refused("repertoire-report", "clap", None, "belongs to repertoire-cli alone");
    refused("repertoire-sexp", "serde", None, "the row of repertoire-sexp allows memchr");
    refused("repertoire", "anyhow", None, "allows no library");
    refused("repertoire-yaml", "saphyr", Some("dev"), "allows granit-parser");
    assert!(judge("repertoire-yaml", "serde_yaml", Some("dev"), false).is_empty(), "an oracle of tests");
    assert!(judge("repertoire-clients", "serde_yaml", None, false).is_empty());
}

#[test]
fn some_libraries_are_only_allowed_behind_a_feature() {
    refused("repertoire-frontmatter", "serde", None, "only behind a feature");
    assert!(judge("repertoire-frontmatter", "serde", None, true).is_empty());
    assert!(judge("repertoire-frontmatter", "serde", Some("dev"), false).is_empty());
}

#[test]
fn crates_without_a_row_and_rows_without_a_crate_are_named() {
    let faults = judge("repertoire-attic", "serde", None, false);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("repertoire-attic: no row"), "{faults:?}");

    let faults = super::faults(&edges(&json!({"packages": []})).expect("no packages"));
    assert_eq!(faults.len(), ROOMS.len());
}

#[test]
fn rooms_do_not_use_what_stands_beside_them() {
    refused("repertoire-cli", "xtask", Some("dev"), "stands beside");
    assert!(judge("xtask", "clap", None, false).is_empty());
}

#[test]
fn metadata_of_another_shape_is_an_error_and_not_an_empty_list() {
    for strange in [json!({}), json!({"packages": [{}]}), json!({"packages": [{"name": "x"}]})] {
        assert!(edges(&strange).is_err(), "{strange}");
    }
}
