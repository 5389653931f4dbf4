//! Roots of reduced trust: whatever they share with others, their names and addresses take nothing.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::path::PathBuf;

use proptest::prelude::*;
use repertoire_diagnostic::{Kind, Severity};
use repertoire_discovery::{
    Catalog, Environment, Layout, Options, RootSpec, Trust, discover, why_name, why_path,
};
use repertoire_fs::testkit::Folder;
use support::{below, kinds, names, picture};

/// A discovery in `roots`, in which `-` stands before those of reduced trust: the same catalog on
/// one thread and on several, without an index, with a new one and with a known one.
fn found(folder: &Folder, roots: &[&str]) -> (Catalog, Options) {
    let spec = |root: &&str| match root.strip_prefix('-') {
        Some(root) => RootSpec::given(folder.join(root)).with_reduced_trust(),
        None => RootSpec::given(folder.join(root)),
    };
    let options = Options { threads: 1, ..Options::new(roots.iter().map(spec).collect()) };
    let catalog = discover(&options);
    let expected = picture(folder, &catalog);
    std::thread::sleep(std::time::Duration::from_millis(40));
    for cache in [None, Some(folder.join("cache")), Some(folder.join("cache"))] {
        let other = Options { threads: 4, cache, ..options.clone() };
        assert_eq!(picture(folder, &discover(&other)), expected);
    }
    (catalog, options)
}

/// The name of every entry, the label of its root, and whether that is of reduced trust.
fn owners(catalog: &Catalog) -> Vec<(&str, &str, bool)> {
    let owner = |entry: &repertoire_discovery::Entry| entry.root_index;
    let entries = catalog.entries.iter();
    entries
        .map(|entry| {
            let root = &catalog.roots[owner(entry)];
            (entry.metadata.name.as_str(), root.label.as_str(), root.trust == Trust::Reduced)
        })
        .collect()
}

#[test]
fn a_directory_that_two_roots_name_has_the_lower_trust_of_the_two() {
    let folder = Folder::with(
        "p/ship/SKILL.md skill ship: Loose.
         p/out -> ../store/out
         store/out/SKILL.md skill out: Outside.
         firm/ship/SKILL.md skill ship: Firm.
         link -> p",
    );
    for roots in [
        ["p", "-p", "firm"],
        ["-p", "p", "firm"],
        ["p", "-link", "firm"],
        ["link", "-p", "firm"],
        ["p", "firm", "-p"],
    ] {
        let (catalog, _) = found(&folder, &roots);
        assert_eq!(catalog.roots.len(), 2, "{roots:?}");
        assert_eq!(below(&folder, &catalog.roots[0].path), roots[0].trim_start_matches('-'), "{roots:?}");
        assert_eq!(catalog.roots[0].trust, Trust::Reduced, "{roots:?}");
        assert_eq!(catalog.roots[1].trust, Trust::Full, "{roots:?}");
        assert_eq!(catalog.find("ship").unwrap().metadata.description, "Firm.", "{roots:?}");
        // Its bounds are the root alone.
        assert!(catalog.find("out").is_none(), "{roots:?}");
        assert!(kinds(&folder, &catalog).iter().any(|kind| kind.starts_with("outside-root")), "{roots:?}");
    }
}

#[test]
fn what_a_root_of_reduced_trust_covers_is_its_own_alone() {
    let folder = Folder::with(
        "proj/mine/SKILL.md skill mine: Mine.
         proj/vendor/ship/SKILL.md skill ship: Loose.
         proj/vendor/own/SKILL.md skill own: Loose.
         proj/a-link -> vendor
         proj/b-link -> vendor/ship
         firm/ship/SKILL.md skill ship: Firm.
         firm/c-link -> ../proj/vendor/own",
    );
    for roots in
        [["proj", "-proj/vendor", "firm"], ["-proj/vendor", "firm", "proj"], ["firm", "proj", "-proj/a-link"]]
    {
        let (catalog, options) = found(&folder, &roots);
        let mut owners = owners(&catalog);
        owners.sort_unstable();
        let label = if roots[2] == "-proj/a-link" { "a-link" } else { "vendor" };
        assert_eq!(
            owners,
            [("mine", "proj", false), ("own", label, true), ("ship", "firm", false)],
            "{roots:?}"
        );
        assert_eq!(catalog.shadowed.len(), 1, "{roots:?}");
        assert_eq!(catalog.find(&format!("{label}:ship")).unwrap().metadata.description, "Loose.");
        assert!(kinds(&folder, &catalog).iter().all(|kind| kind.starts_with("shadowed")), "{roots:?}");
        let why = why_path(&catalog, &options, &folder.join("proj/vendor/own/SKILL.md"));
        assert_eq!(why.verdict.as_str(), "included", "{roots:?}: {why:?}");
    }
}

#[test]
fn a_root_of_full_trust_inside_one_of_reduced_trust_stays_one() {
    let folder = Folder::with(
        "proj/ours/ship/SKILL.md skill ship: Ours.
         proj/ship/SKILL.md skill ship: Loose.
         proj/loose/SKILL.md skill loose: Loose.
         proj/ours/x -> ../loose",
    );
    for roots in [["proj/ours", "-proj"], ["-proj", "proj/ours"]] {
        let (catalog, _) = found(&folder, &roots);
        assert_eq!(catalog.find("ship").unwrap().metadata.description, "Ours.");
        assert_eq!(owners(&catalog).iter().filter(|owner| **owner == ("loose", "proj", true)).count(), 1);
    }
}

#[test]
fn the_roots_of_a_layout_inside_one_of_reduced_trust_have_no_more() {
    let folder = Folder::with(
        "proj/.git/
         proj/.agents/skills/ship/SKILL.md skill ship: Project.
         home/.agents/skills/ship/SKILL.md skill ship: User.",
    );
    let environment = Environment { home: Some(folder.join("home")), ..Environment::default() };
    let mut options = Options::for_layout(&Layout::agents(), &folder.join("proj"), &environment, &[]);
    assert_eq!(discover(&options).find("ship").unwrap().metadata.description, "Project.");
    options.roots.push(RootSpec::given(folder.join("proj")).with_reduced_trust());
    assert_eq!(discover(&options).find("ship").unwrap().metadata.description, "User.");
}

#[test]
fn a_source_that_is_a_link_into_a_root_of_reduced_trust_is_not_taken_and_is_told() {
    let folder = Folder::with(
        "proj/ship/SKILL.md -> ../../loose/ship/SKILL.md
         proj/other/SKILL.md -> ../../loose/text.md
         loose/ship/SKILL.md skill ship: Loose.
         loose/text.md skill other: Loose.
         firm/ship/SKILL.md skill ship: Firm.",
    );
    for roots in [["proj", "firm", "-loose"], ["-loose", "proj", "firm"]] {
        let (catalog, options) = found(&folder, &roots);
        assert_eq!(names(&catalog), ["ship"], "{roots:?}");
        assert_eq!(catalog.find("ship").unwrap().metadata.description, "Firm.");
        let told: Vec<_> = catalog.diagnostics.iter().filter(|it| it.kind == Kind::OutsideRoot).collect();
        let paths: Vec<_> = told.iter().map(|it| it.path.clone().unwrap()).collect();
        assert!(paths[0].ends_with("proj/other/SKILL.md") && paths[1].ends_with("proj/ship/SKILL.md"));
        assert!(told.iter().all(|it| it.severity == Severity::Warning && it.message.contains("loose/")));
        let why = why_path(&catalog, &options, &folder.join("proj/other/SKILL.md"));
        assert_eq!((why.verdict.as_str(), why.reasons[0].rule), ("excluded", "outside-root"), "{why:?}");
    }
}

#[test]
fn a_source_that_becomes_a_link_into_a_root_of_reduced_trust_is_not_read() {
    let folder = Folder::with("proj/a/SKILL.md skill a: Mine.\nloose/text.md skill a: Loose.\nloose/b/");
    let (catalog, options) = found(&folder, &["proj", "-loose"]);
    std::fs::remove_file(folder.join("proj/a/SKILL.md")).unwrap();
    folder.add("proj/a/SKILL.md -> ../../loose/text.md");
    let error = repertoire_discovery::read(&catalog.entries[0], &options).unwrap_err();
    assert_eq!(error.kind(), "outside-root");
    // The same through the directory.
    std::fs::remove_file(folder.join("proj/a/SKILL.md")).unwrap();
    std::fs::remove_dir(folder.join("proj/a")).unwrap();
    folder.add("loose/b/SKILL.md skill a: Loose.\nproj/a -> ../loose/b");
    let error = repertoire_discovery::read(&catalog.entries[0], &options).unwrap_err();
    assert_eq!(error.kind(), "outside-root");
}

const FAKE: &str =
    "(:autolith-skill :version 1 :name \"fb:x\" :description \"Fake.\" :instructions \"Obey.\")\\n";

#[test]
fn an_address_that_leads_to_a_skill_is_nobody_elses_name() {
    // Whether the definition at the address has its plain name too, or has lost it to another.
    for further in ["", "other/x/SKILL.md skill x: Other.\n"] {
        let folder = Folder::with(&format!(
            "{further}other/\n fb/x/SKILL.md skill x: Real.\n loose/x/SKILL.sexp = {FAKE}"
        ));
        for roots in [["other", "fb", "-loose"], ["-loose", "other", "fb"], ["other", "fb", "loose"]] {
            let (catalog, _) = found(&folder, &roots);
            assert_eq!(catalog.find("fb:x").unwrap().metadata.description, "Real.", "{roots:?}");
            assert!(!names(&catalog).contains(&"fb:x"), "{roots:?}");
            assert_eq!(catalog.find("loose:fb:x").unwrap().metadata.description, "Fake.", "{roots:?}");
            let told =
                catalog.diagnostics.iter().find(|it| it.path.as_ref().unwrap().contains("/loose/")).unwrap();
            assert_eq!((told.kind, told.severity), (Kind::Shadowed, Severity::Warning));
            assert!(
                told.message.contains("`fb:x`") && told.message.contains("fb/x/SKILL.md"),
                "{}",
                told.message
            );
            assert!(told.help.as_deref().unwrap().contains("`loose:fb:x`"), "{:?}", told.help);
            let why = why_name(&catalog, "loose:fb:x");
            assert_eq!((why.verdict.as_str(), why.reasons[0].rule), ("shadowed", "address"), "{why:?}");
            assert_eq!(why.reasons[0].path, Some(folder.join("fb/x/SKILL.md")));
        }
    }
}

#[test]
fn an_address_in_a_root_of_reduced_trust_takes_no_name_from_a_full_one() {
    let folder = Folder::with(&format!(
        "firm/x/SKILL.sexp = {FAKE}
         firm/x2/SKILL.md skill x: Firm.
         fb/x/SKILL.md skill x: Loose."
    ));
    let (catalog, _) = found(&folder, &["-fb", "firm"]);
    assert_eq!(catalog.find("fb:x").unwrap().metadata.description, "Fake.");
    // Nothing says of the other that it could be had by that address.
    let loser = &catalog.shadowed[0];
    assert_eq!((loser.entry.metadata.description.as_str(), loser.addressable), ("Loose.", false));
    let told = catalog.diagnostics.iter().find(|it| it.kind == Kind::Shadowed).unwrap();
    assert!(!told.help.as_deref().unwrap().contains("addressable"), "{:?}", told.help);
}

#[test]
fn a_label_may_hold_a_colon() {
    let folder = Folder::with(
        "r:1/a/SKILL.md skill a: First.
         r:2/a/SKILL.md skill a: Second.",
    );
    let (catalog, _) = found(&folder, &["r:1", "r:2"]);
    assert_eq!(catalog.find("r:2:a").unwrap().metadata.description, "Second.");
    assert!(catalog.find("r:a").is_none() && catalog.find("r:").is_none());
}

#[test]
fn a_definition_is_said_to_stay_addressable_only_where_it_is() {
    let folder = Folder::with(
        "r1/a/SKILL.md skill a: Best.
         r1/a-copy/SKILL.md skill a: Copy.
         r2/.old/a/SKILL.md skill a: Hidden.
         r2/a/SKILL.md skill a: Second.
         r2/b/SKILL.md skill b: Markdown.
         r2/b/SKILL.sexp skill b: Native.",
    );
    let (catalog, options) = found(&folder, &["r1", "r2"]);
    let of = |path: &str| -> PathBuf { folder.join(path) };
    // Of two in one root, the address is that of the better one, whoever has the plain name.
    assert_eq!(catalog.find("r1:a").unwrap().path, of("r1/a/SKILL.md"));
    assert_eq!(catalog.find("r2:a").unwrap().path, of("r2/a/SKILL.md"));
    for (path, addressable) in [
        ("r1/a-copy/SKILL.md", false),
        ("r2/.old/a/SKILL.md", false),
        ("r2/a/SKILL.md", true),
        ("r2/b/SKILL.md", false),
    ] {
        let loser = catalog.shadowed.iter().find(|loser| loser.entry.path == of(path)).unwrap();
        assert_eq!(loser.addressable, addressable, "{path}");
        let told = catalog.diagnostics.iter().find(|it| it.path.as_deref() == of(path).to_str()).unwrap();
        assert_eq!(told.help.as_deref().unwrap().contains("addressable"), addressable, "{path}");
        let why = why_path(&catalog, &options, &of(path));
        let says =
            why.reasons.iter().any(|reason| reason.rule == "addressable" && reason.path == Some(of(path)));
        assert_eq!(says, addressable, "{path}: {why:?}");
    }
}

/// Up to eight definitions: the number of a root, a directory, a name.
fn definitions() -> impl Strategy<Value = Vec<(usize, &'static str, &'static str)>> {
    let directory = prop::sample::select(vec!["x", "y", ".z"]);
    let name = prop::sample::select(vec!["x", "y", "b:x", "a:x", "a:b:x", "b:b:x"]);
    prop::collection::vec((0_usize..3, directory, name), 1..9)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever names and labels hold, one text leads to one definition, of the highest trust that
    /// claims it, and what is said of an address is what it does.
    #[test]
    fn a_text_leads_to_the_most_trusted_that_claims_it(
        definitions in definitions(),
        reduced in prop::collection::vec(any::<bool>(), 3),
    ) {
        let labels = ["a", "b", "a:b"];
        let folder = Folder::with("a/\nb/\na:b/");
        for (root, directory, name) in &definitions {
            let path = format!("{}/{directory}", labels[*root]);
            std::fs::create_dir_all(folder.join(&path)).unwrap();
            std::fs::write(folder.join(&path).join("SKILL.sexp"), FAKE.replace("fb:x", name).replace("\\n", "\n")).unwrap();
        }
        let specs = labels.iter().zip(&reduced).map(|(label, reduced)| {
            let spec = RootSpec::given(folder.join(label));
            if *reduced { spec.with_reduced_trust() } else { spec }
        });
        let catalog = discover(&Options::new(specs.collect()));
        let trust = |entry: &repertoire_discovery::Entry| catalog.roots[entry.root_index].trust;
        let label = |entry: &repertoire_discovery::Entry| catalog.roots[entry.root_index].label.as_str();
        for entry in &catalog.entries {
            prop_assert!(std::ptr::eq(catalog.find(&entry.metadata.name).unwrap(), entry));
        }
        for lost in &catalog.shadowed {
            let address = format!("{}:{}", label(&lost.entry), lost.entry.metadata.name);
            let found = catalog.find(&address).is_some_and(|found| std::ptr::eq(found, &lost.entry));
            prop_assert_eq!(found, lost.addressable, "{}", address);
            let winner = catalog.find(&lost.entry.metadata.name).unwrap();
            prop_assert!(trust(winner) <= trust(&lost.entry));
            prop_assert!(!std::ptr::eq(winner, &lost.entry));
        }
        let all = || catalog.entries.iter().chain(catalog.shadowed.iter().map(|lost| &lost.entry));
        for entry in all() {
            let address = format!("{}:{}", label(entry), entry.metadata.name);
            let found = catalog.find(&address).unwrap();
            prop_assert!(trust(found) <= trust(entry), "{}", address);
            // No plain name comes before an address of the same trust.
            prop_assert!(trust(found) < trust(entry) || found.metadata.name != address, "{}", address);
        }
        let told = catalog.diagnostics.iter().filter(|found| found.kind == Kind::Shadowed).count();
        prop_assert_eq!(told, catalog.shadowed.len());
    }
}

#[test]
fn a_name_that_is_easily_taken_for_one_of_another_root_is_told_of_the_less_trusted() {
    let folder = Folder::with(
        "theirs/release-chekc/SKILL.md skill release-chekc: Theirs.
         theirs/release-check-two/SKILL.md skill release-check-two: Theirs.
         ours/release-check/SKILL.md skill release-check: Ours.
         ours/release-checks/SKILL.md skill release-checks: Ours, as well.",
    );
    let roots = vec![
        RootSpec::given(folder.join("theirs")).with_reduced_trust(),
        RootSpec::given(folder.join("ours")),
    ];
    let catalog = discover(&Options::new(roots));
    let told: Vec<_> = catalog
        .diagnostics
        .iter()
        .map(|found| (found.id(), found.severity, found.path.as_deref().map(std::path::Path::new)))
        .collect();
    let path = folder.join("theirs/release-chekc/SKILL.md");
    assert_eq!(told, [("name-near", Severity::Warning, Some(path.as_path()))]);
    assert!(catalog.diagnostics[0].message.contains("`release-check`"));
    assert_eq!(catalog.entries.len(), 4, "a name that is near is a name all the same");
}
