//! The presets: each finds the skills of its own layout, under its own profile.

#![cfg(feature = "session")]
#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

use std::path::Path;

use repertoire::discovery::{Environment, RootSpec};
use repertoire::session::{Boundary, Verdict};
use repertoire::{Builder, Repertoire};

fn skill(workspace: &Path, below: &str, fields: &str) {
    let directory = workspace.join(below);
    std::fs::create_dir_all(&directory).unwrap();
    let name = directory.file_name().unwrap().to_str().unwrap().to_owned();
    let text = format!("---\nname: {name}\ndescription: Does {name}.\n{fields}---\nDo {name}.\n");
    std::fs::write(directory.join("SKILL.md"), text).unwrap();
}

fn names(repertoire: &Repertoire) -> Vec<String> {
    repertoire.catalog().entries.into_iter().map(|entry| entry.metadata.name).collect()
}

#[test]
fn each_preset_has_its_layout_and_its_profile() {
    let folder = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    for root in [".autolith/skills", ".agents/skills", ".claude/skills", "skills"] {
        let kind = root.trim_start_matches('.').replace("/skills", "");
        skill(folder.path(), &format!("{root}/{kind}-plain"), "");
        skill(folder.path(), &format!("{root}/{kind}-odd"), "colour: red\n");
    }
    skill(home.path(), ".agents/skills/of-the-user", "");
    let build = |builder: Builder| {
        let environment = Environment { home: Some(home.path().to_owned()), ..Environment::default() };
        names(&builder.environment(environment).build(folder.path()).unwrap())
    };
    // An unknown field refuses a skill under the Autolith profile alone.
    assert_eq!(build(Repertoire::builder().autolith()), ["autolith-plain"]);
    assert_eq!(build(Repertoire::builder().aether()), ["skills-odd", "skills-plain"]);
    assert_eq!(
        build(Repertoire::builder().standard()),
        ["agents-odd", "agents-plain", "claude-odd", "claude-plain", "of-the-user"]
    );
    assert_eq!(build(Repertoire::builder()).len(), 9);
}

#[test]
fn further_roots_bundles_and_gates_count() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    skill(other.path(), "bundle/a", "");
    skill(other.path(), "given/b", "");
    let repertoire = Repertoire::builder()
        .autolith()
        .bundled([other.path().join("bundle")])
        .root(RootSpec::given(other.path().join("given")))
        .cache(other.path().join("cache"))
        .gate(|asked| match asked.skill.metadata.name.as_str() {
            "b" => Verdict::Deny("not today".into()),
            _ => Verdict::Allow,
        })
        .build(folder.path())
        .unwrap();
    assert_eq!(names(&repertoire), ["a", "b"]);
    let turn = repertoire.turn();
    assert_eq!(turn.load("b").unwrap_err().kind(), "denied");
    turn.load("a").unwrap();
    let request = turn.request(&Boundary::new(&["skill.load"]));
    assert!(request.contributions[1].text.ends_with("\n\nDo a.\n"));
    assert!(other.path().join("cache").exists());
}

#[test]
fn a_ranking_reads_bodies_and_a_missing_workspace_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    skill(folder.path(), "skills/bread", "");
    skill(folder.path(), "skills/tide", "");
    let path = folder.path().join("skills/tide/SKILL.md");
    std::fs::write(path, "---\nname: tide\ndescription: Does it.\n---\nAsk for the barometer.\n").unwrap();
    let repertoire = Repertoire::builder().aether().build(folder.path()).unwrap();
    let matches = repertoire.rank("barometer");
    assert_eq!(matches.iter().map(|found| found.name.as_str()).collect::<Vec<_>>(), ["tide"]);
    assert!(Repertoire::builder().build(folder.path().join("nowhere")).is_err());
}

#[cfg(unix)]
#[test]
fn in_the_layout_of_autolith_links_lead_into_the_roots_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    skill(other.path(), "beside/tide", "");
    std::fs::create_dir(other.path().join("given")).unwrap();
    std::os::unix::fs::symlink("../beside/tide", other.path().join("given/tide")).unwrap();
    let root = || RootSpec::given(other.path().join("given"));
    let build = |builder: Builder| names(&builder.root(root()).build(folder.path()).unwrap());
    assert_eq!(build(Repertoire::builder()), ["tide"]);
    assert!(build(Repertoire::builder().autolith()).is_empty());
    let with_both = Repertoire::builder().autolith().root(RootSpec::given(other.path().join("beside")));
    assert_eq!(build(with_both), ["tide"], "another root is a bound");
}
