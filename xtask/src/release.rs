//! `cargo xtask release`: what must hold before the crates are published, beyond what every change holds.
//!
//! `packages` builds each crate from what would be published of it, `oldest` builds all of them with the
//! oldest libraries that their manifests allow, and `interfaces` compares what is public with the last
//! release.

use crate::workspace::{call, capture, cargo, nightly, root};
use crate::{Failure, Outcome};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Runs the chore: the part that was asked for, or all three.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => packages().and_then(|()| oldest()).and_then(|()| interfaces(None)),
        ["packages"] => packages(),
        ["oldest"] => oldest(),
        ["interfaces"] => interfaces(None),
        ["interfaces", revision] => interfaces(Some(revision)),
        _ => Err(Failure::Usage("the parts are `packages`, `oldest` and `interfaces [REVISION]`".to_owned())),
    }
}

/// Packs each crate as a registry would get it, and builds it from that alone.
fn packages() -> Outcome {
    call(cargo().args(["package", "--workspace"]).args(left_out()?))
}

/// Builds the last commit with the oldest version of each library that a manifest names.
fn oldest() -> Outcome {
    let folder = root().join("target/oldest");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    }
    // A clone, so that the lock file of the working tree stays as it is.
    call(Command::new("git").args(["clone", "--quiet", "--shared"]).arg(root()).arg(&folder))?;
    call(nightly().args(["update", "--quiet", "-Z", "direct-minimal-versions"]).current_dir(&folder))?;
    let build = ["check", "--quiet", "--locked", "--workspace", "--all-features"];
    call(cargo().args(build).args(left_out()?).current_dir(&folder))
}

/// Compares the public items with those of a revision, the last tag where none is named.
fn interfaces(revision: Option<&str>) -> Outcome {
    let last = || {
        let text = capture(
            Command::new("git").args(["tag", "--merged", "HEAD", "--sort=-creatordate"]).current_dir(root()),
        )?;
        Ok(text.lines().next().map(str::to_owned))
    };
    let Some(revision) = revision.map_or_else(last, |name| Ok(Some(name.to_owned())))? else {
        println!("nothing was released yet, so there is nothing to compare with");
        return Ok(());
    };
    if capture(cargo().args(["semver-checks", "--version"])).is_err() {
        call(cargo().args(["install", "cargo-semver-checks", "--locked"]))?;
    }
    let check = ["semver-checks", "check-release", "--workspace", "--baseline-rev", &revision];
    call(cargo().args(check).args(left_out()?))
}

/// `--exclude NAME` for every package that is not published.
fn left_out() -> Result<Vec<String>, Failure> {
    let text = capture(cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value =
        serde_json::from_str(&text).map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    Ok(unpublished(&metadata).flat_map(|name| ["--exclude".to_owned(), name.to_owned()]).collect())
}

/// The packages whose `publish` names no registry at all.
fn unpublished(metadata: &Value) -> impl Iterator<Item = &str> {
    let packages = metadata.get("packages").and_then(Value::as_array).into_iter().flatten();
    packages
        .filter(|package| package["publish"].as_array().is_some_and(Vec::is_empty))
        .filter_map(|package| package["name"].as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_published_is_left_out() {
        let metadata = serde_json::json!({"packages": [
            {"name": "open", "publish": null},
            {"name": "elsewhere", "publish": ["internal"]},
            {"name": "chores", "publish": []},
        ]});
        assert_eq!(unpublished(&metadata).collect::<Vec<_>>(), ["chores"]);
    }

    #[test]
    fn unknown_parts_are_wrong_usage() {
        for arguments in [&["paint"][..], &["packages", "now"], &["interfaces", "one", "two"]] {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            assert!(matches!(run(&arguments), Err(Failure::Usage(_))), "{arguments:?}");
        }
    }
}
