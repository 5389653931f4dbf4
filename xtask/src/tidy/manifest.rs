//! Every version once: members take their dependencies and lints from the workspace. A member
//! may name itself, to switch a feature on for its own tests. And every library has its reason:
//! `docs/decisions.md` names it.

use super::{Fault, Files};

/// The manifest that holds the versions, and the one of the other workspace.
const APART: &[&str] = &["Cargo.toml", "fuzz/Cargo.toml"];

/// Where the reasons stand.
const REASONS: &str = "docs/decisions.md";

/// The libraries of the root manifest that are used without a word why, or not used.
pub(super) fn unexplained(files: &Files) -> Vec<Fault> {
    let (Some(root), Some(reasons)) = (files.text("Cargo.toml"), files.text(REASONS)) else {
        return Vec::new();
    };
    let members = files.texts.iter().filter(|(path, _)| path.ends_with("/Cargo.toml"));
    let members: Vec<&str> = members.flat_map(|(_, text)| text.lines()).collect();
    let mut faults = Vec::new();
    let mut section = "";
    for (at, line) in root.lines().enumerate() {
        if let Some(header) = line.strip_prefix('[') {
            section = header;
        }
        let Some((library, value)) = line.split_once(" = ") else { continue };
        if section != "workspace.dependencies]" || value.contains("path = ") {
            continue;
        }
        let key = format!("{library} = ");
        if !members.iter().any(|line| line.starts_with(&key)) {
            let unused = Fault::new("Cargo.toml", at + 1, format!("no crate uses `{library}`"));
            faults.push(Fault { remark: true, ..unused });
        } else if !reasons.contains(&format!("`{library}`")) {
            faults.push(Fault::new(
                "Cargo.toml",
                at + 1,
                format!("{REASONS} gives no reason for `{library}`"),
            ));
        }
    }
    faults
}

/// The faults of one TOML file; only a member's `Cargo.toml` can have any.
pub(super) fn faults(path: &str, text: &str) -> Vec<Fault> {
    if !path.ends_with("/Cargo.toml") || APART.contains(&path) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let (mut section, mut lints) = ("", false);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
            if let Some((table, name)) =
                section.rsplit_once('.').filter(|(table, _)| table.ends_with("dependencies"))
            {
                faults.push(Fault::new(path, at + 1, format!("write `{name}` as one line of [{table}]")));
            }
            continue;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let inherits = line.contains("workspace = true");
        let itself = section == "dev-dependencies" && line.contains("path = \".\"");
        lints |= section == "lints" && inherits;
        if section.ends_with("dependencies") && !inherits && !itself {
            faults.push(Fault::new(
                path,
                at + 1,
                "take the dependency with `workspace = true`; versions stand in the root manifest",
            ));
        }
    }
    if !lints {
        faults.push(Fault::new(
            path,
            0,
            "lacks `[lints] workspace = true`, which forbids unsafe code and asks for documentation",
        ));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINTS: &str = "[lints]\nworkspace = true\n";

    fn lines(path: &str, text: &str) -> Vec<usize> {
        faults(path, &format!("{text}{LINTS}")).into_iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn versions_stand_in_the_root_manifest_only() {
        let text = "[package]\nversion = \"0.1.0\"\n[dependencies]\n# why\nnom = { workspace = true }\n[dev-dependencies]\na = { path = \".\" }\nmemchr = \"2\"\n";
        assert_eq!(lines("crates/a/Cargo.toml", text), [8]);
        assert_eq!(lines("Cargo.toml", text), [0; 0]);
        assert_eq!(lines("crates/a/clippy.toml", text), [0; 0]);
        let text = "[target.'cfg(unix)'.dev-dependencies]\nrustix = { version = \"1\" }\n[dependencies.serde]\nworkspace = true\n";
        assert_eq!(lines("crates/a/Cargo.toml", text), [2, 3]);
    }

    #[test]
    fn lints_are_inherited() {
        let faults =
            faults("crates/a/Cargo.toml", "[package]\nname = \"a\"\n[lints.rust]\nunsafe_code = \"allow\"\n");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].message.contains("[lints]"), "{faults:?}");
    }

    #[test]
    fn libraries_in_use_have_a_reason() {
        let files = |reasons: &str| {
            let root = "[workspace.dependencies]\na = { path = \"a\" }\nnom = \"8\"\nold = \"1\"\n[profile.dev]\nx = 1\n";
            let member = "[dependencies]\nnom = { workspace = true }\n";
            Files::of(&[("Cargo.toml", root), ("crates/a/Cargo.toml", member), (REASONS, reasons)])
        };
        let judge = |reasons| {
            unexplained(&files(reasons))
                .into_iter()
                .map(|fault| (fault.line, fault.remark))
                .collect::<Vec<_>>()
        };
        assert_eq!(judge("Nothing.\n"), [(3, false), (4, true)]);
        assert_eq!(judge("`nom`: the lexer.\n"), [(4, true)]);
    }
}
