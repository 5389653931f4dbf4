//! Who takes a name, in which order they stand, and where roots come from.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::path::PathBuf;

use repertoire_diagnostic::{Kind, Severity};
use repertoire_discovery::{Environment, Layout, Options, RootSpec, Trust, discover};
use repertoire_fs::testkit::Folder;
use support::{below, catalog_of, kinds, names, options};

#[test]
fn entries_stand_by_root_then_by_the_bytes_of_their_directory() {
    let folder = Folder::with(
        "one/b/SKILL.md skill b: B.
         one/a/c/SKILL.md skill c: C.
         one/a-d/SKILL.md skill a-d: D.
         one/SKILL.md skill one: One.
         one/Z/SKILL.md skill z: Z.
         two/a/SKILL.md skill a: A.",
    );
    let catalog = discover(&options(&folder, &["two", "one"]));
    let paths: Vec<_> = catalog.entries.iter().map(|entry| below(&folder, &entry.path)).collect();
    // As byte strings `one/a-d` comes before `one/a/c`.
    assert_eq!(
        paths,
        [
            "two/a/SKILL.md",
            "one/SKILL.md",
            "one/Z/SKILL.md",
            "one/a-d/SKILL.md",
            "one/a/c/SKILL.md",
            "one/b/SKILL.md"
        ]
    );
    assert_eq!(catalog.entries[0].root_index, 0);
    assert_eq!(catalog.entries[5].root, folder.join("one"));
}

#[test]
fn a_valid_native_form_comes_before_the_markdown_beside_it_and_an_invalid_one_does_not() {
    let (folder, catalog) = catalog_of(
        "skills/a/SKILL.sexp skill a: Native.
         skills/a/SKILL.md skill a: Markdown.
         skills/b/SKILL.sexp = (not a skill
         skills/b/SKILL.md skill b: Markdown.
         skills/c/SKILL.sexp skill free text: Native.
         skills/c/SKILL.md skill c: Markdown.",
    );
    let found: Vec<_> =
        catalog.entries.iter().map(|entry| (&*entry.metadata.name, &*entry.metadata.description)).collect();
    assert_eq!(found, [("a", "Native."), ("b", "Markdown."), ("free text", "Native."), ("c", "Markdown.")]);
    assert_eq!(
        kinds(&folder, &catalog),
        ["shadowed skills/a/SKILL.md", "invalid-syntax skills/b/SKILL.sexp"]
    );
}

#[test]
fn an_invalid_definition_reserves_nothing() {
    let folder = Folder::with(
        "one/a/SKILL.md = ---\\nname: a\\n---\\n
         two/a/SKILL.md skill a: Valid.",
    );
    let catalog = discover(&options(&folder, &["one", "two"]));
    assert_eq!(catalog.entries[0].metadata.description, "Valid.");
    assert!(catalog.shadowed.is_empty());
}

#[test]
fn within_a_root_a_backup_never_wins_over_the_skill() {
    let tree = "skills/.backup/tide/SKILL.md skill tide: Hidden.
         skills/a-copy/SKILL.md skill tide: Copy.
         skills/zz/tide/SKILL.md skill tide: Real.";
    let (folder, catalog) = catalog_of(tree);
    assert_eq!(catalog.entries[0].metadata.description, "Real.");
    let losers: Vec<_> =
        catalog.shadowed.iter().map(|shadowed| below(&folder, &shadowed.entry.path)).collect();
    assert_eq!(losers, ["skills/.backup/tide/SKILL.md", "skills/a-copy/SKILL.md"]);
    let shadowed: Vec<_> = catalog.diagnostics.iter().filter(|it| it.kind == Kind::Shadowed).collect();
    assert!(shadowed.iter().all(|it| it.severity == Severity::Hint && it.message.contains("zz/tide")));

    // In the layout `autolith` it is the first by path.
    let mut options = options(&folder, &["skills"]);
    options.rules = Layout::autolith().rules;
    assert_eq!(discover(&options).entries[0].metadata.description, "Hidden.");
}

#[test]
fn a_root_of_reduced_trust_never_takes_a_name_whatever_the_order() {
    let folder = Folder::with(
        "loose/ship/SKILL.md skill ship: Loose.
         loose/own/SKILL.md skill own: Loose.
         firm/ship/SKILL.md skill ship: Firm.",
    );
    let loose = || RootSpec::given(folder.join("loose")).with_reduced_trust();
    let firm = || RootSpec::given(folder.join("firm"));
    for roots in [vec![loose(), firm()], vec![firm(), loose()]] {
        let catalog = discover(&Options::new(roots));
        assert_eq!(catalog.find("ship").unwrap().metadata.description, "Firm.");
        assert_eq!(catalog.find("own").unwrap().metadata.description, "Loose.");
        assert_eq!(catalog.find("loose:ship").unwrap().metadata.description, "Loose.");
        assert_eq!(catalog.find("firm:ship").unwrap().metadata.description, "Firm.");
        let told: Vec<_> = catalog.diagnostics.iter().filter(|it| it.kind == Kind::Shadowed).collect();
        assert_eq!((told.len(), told[0].severity), (1, Severity::Warning));
        assert!(
            told[0].message.contains("firm/ship") && told[0].path.as_deref().unwrap().contains("loose/ship")
        );
        assert_eq!(catalog.roots[told[0].root_index.unwrap()].trust, Trust::Reduced);
    }
}

#[cfg(unix)]
#[test]
fn a_link_into_a_later_root_hides_nothing_there() {
    let folder = Folder::with(
        "project/x -> ../user
         user/mine/SKILL.md skill mine: Mine.
         user/more/SKILL.md skill more: More.",
    );
    let mut options = options(&folder, &["project", "user"]);
    options.limits.depth = 1;
    let catalog = discover(&options);
    assert_eq!(names(&catalog), ["mine", "more"]);
    options.limits.depth = 6;
    let catalog = discover(&options);
    assert_eq!(names(&catalog), ["mine", "more"]);
    assert!(catalog.shadowed.is_empty(), "the same files are no other definitions");
}

#[test]
fn the_roots_of_each_layout() {
    let folder = Folder::with("proj/.git/\nproj/a/b/");
    let environment = Environment {
        home: Some(folder.join("home")),
        config_home: Some(folder.join("conf")),
        cache_home: Some(folder.join("cache")),
    };
    let bundled = [PathBuf::from("/usr/share/skills")];
    let of = |name: &str, environment: &Environment| -> Vec<String> {
        let roots = Layout::by_name(name).unwrap().roots(&folder.join("proj/a/b"), environment, &bundled);
        roots.iter().map(|root| below(&folder, &root.path)).collect()
    };
    let autolith = ["proj/.autolith/skills", "conf/autolith/skills", "/usr/share/skills"];
    assert_eq!(of("autolith", &environment), autolith);
    let agents = ["proj/.agents/skills", "proj/.claude/skills", "home/.agents/skills", "home/.claude/skills"];
    assert_eq!(of("agents", &environment), agents);
    assert_eq!(of("aether", &environment), ["proj/a/b/skills"]);
    assert_eq!(
        of("all", &environment),
        [
            "proj/.autolith/skills",
            "proj/.agents/skills",
            "proj/.claude/skills",
            "proj/a/b/skills",
            "conf/autolith/skills",
            "home/.agents/skills",
            "home/.claude/skills",
            "/usr/share/skills"
        ]
    );
    assert_eq!(of("autolith", &Environment::default()), ["proj/.autolith/skills", "/usr/share/skills"]);
    assert!(Layout::by_name("other").is_none());
    assert_eq!(environment.cache_root(), Some(folder.join("cache/autolith")));
}

#[test]
fn relative_and_empty_settings_count_as_unset() {
    let environment = |config: &'static str| {
        Environment::from_lookup(move |name| match name {
            "HOME" => Some("/home/ada".into()),
            "XDG_CONFIG_HOME" | "XDG_CACHE_HOME" => Some(config.into()),
            _ => None,
        })
    };
    for unset in ["", "relative", "./x"] {
        assert_eq!(environment(unset).config(), Some("/home/ada/.config".into()), "{unset}");
        assert_eq!(environment(unset).cache_root(), Some("/home/ada/.cache/autolith".into()), "{unset}");
    }
    assert_eq!(environment("/set").config(), Some("/set".into()));
}
