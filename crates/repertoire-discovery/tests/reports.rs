//! What people reported of other programs, rewritten small: each tree gives what it should.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::ffi::OsString;

use repertoire_diagnostic::{Kind, Severity};
use repertoire_discovery::{Environment, Layout, Options, discover};
use repertoire_fs::testkit::Folder;
use support::{catalog_of, kinds, names, options};

/// The layout `agents` for a workspace in a folder, with its `home`.
fn agents(folder: &Folder, workspace: &str) -> Options {
    let environment = Environment { home: Some(folder.join("home")), ..Environment::default() };
    Options::for_layout(&Layout::agents(), &folder.join(workspace), &environment, &[])
}

#[cfg(unix)]
#[test]
fn a_source_that_is_a_link_into_the_dotfiles_is_found() {
    let (_folder, catalog) = catalog_of(
        "store/bells.md skill bells: Ring bells. Use at weddings.
         skills/bells/SKILL.md -> ../../store/bells.md",
    );
    assert_eq!((names(&catalog), catalog.diagnostics.len()), (vec!["bells"], 0));
}

#[cfg(unix)]
#[test]
fn a_link_to_its_own_parent_gives_one_entry_and_is_told() {
    let (folder, catalog) = catalog_of(
        "skills/loom/SKILL.md skill loom: Weave. Use for cloth.
         skills/loom/loom -> .",
    );
    assert_eq!(names(&catalog), ["loom"]);
    assert_eq!(kinds(&folder, &catalog), ["scan-error skills/loom/loom"]);
    assert_eq!(catalog.diagnostics[0].severity, Severity::Warning);
}

#[test]
fn skills_grouped_in_directories_are_found_and_groups_are_none() {
    let (_folder, catalog) = catalog_of(
        "skills/hello/SKILL.md skill hello: Greet. Use on arrival.
         skills/common/goodbye/SKILL.md skill goodbye: Part. Use on leaving.
         skills/a/b/c/SKILL.md skill c: Go deep. Use in caves.",
    );
    assert_eq!(names(&catalog), ["c", "goodbye", "hello"]);
}

#[test]
fn a_template_inside_a_skill_is_no_skill() {
    let (_folder, catalog) = catalog_of(
        "skills/maker/SKILL.md skill maker: Make skills. Use for authoring.
         skills/maker/assets/starter/SKILL.md skill starter: TODO. Use TODO.
         skills/maker/templates/quill.md = # Quill template
         skills/maker/inner/SKILL.md skill inner: Is one of its own. Use within.
         skills/quill/SKILL.md skill quill: Write letters. Use for post.
         skills/assets/lamp/SKILL.md skill lamp: Is in a group of that name. Use at night.",
    );
    assert_eq!(names(&catalog), ["lamp", "maker", "inner", "quill"]);
}

#[test]
fn dependencies_and_environments_are_no_skills() {
    let mut tree = String::from(
        "skills/slides/SKILL.md skill slides: Make slides. Use for talks.
         skills/slides/node_modules/left/SKILL.md skill left: Not me. Use never.
         skills/node_modules/right/SKILL.md skill right: Nor me. Use never.
         skills/.venv/lib/SKILL.md skill lib: Nor me. Use never.
         skills/.hidden/kept/SKILL.md skill kept: Is hidden, not skipped. Use it.\n",
    );
    for number in 0..300 {
        tree.push_str(&format!("skills/slides/node_modules/p{number}/i.js\n"));
    }
    let folder = Folder::with(&tree);
    let mut options = options(&folder, &["skills"]);
    options.limits.directories = 4;
    let catalog = discover(&options);
    assert_eq!((names(&catalog), catalog.diagnostics.len()), (vec!["kept", "slides"], 0));

    // The layout `autolith` scans everything.
    options.rules = Layout::autolith().rules;
    options.limits.directories = 2_000;
    assert_eq!(names(&discover(&options)), ["kept", "lib", "right", "slides", "left"]);
}

#[test]
fn from_a_package_of_a_repository_the_skills_of_its_root_are_found_and_none_above() {
    let folder = Folder::with(
        "proj/.git/HEAD = ref: refs/heads/main\\n
         proj/.agents/skills/rooted/SKILL.md skill rooted: From the root. Use anywhere.
         proj/pkg/api/
         .agents/skills/far/SKILL.md skill far: Outside. Use never.",
    );
    assert_eq!(names(&discover(&agents(&folder, "proj/pkg/api"))), ["rooted"]);
}

#[test]
fn in_a_worktree_the_marker_is_a_file() {
    let folder = Folder::with(
        "tree/.git = gitdir: ../proj/.git/worktrees/tree\\n
         tree/.agents/skills/here/SKILL.md skill here: From the worktree. Use anywhere.
         tree/deep/er/",
    );
    assert_eq!(names(&discover(&agents(&folder, "tree/deep/er"))), ["here"]);
}

#[test]
fn a_home_that_is_the_project_gives_each_skill_once() {
    let folder = Folder::with(
        "home/.git/HEAD = ref: refs/heads/main\\n
         home/.agents/skills/once/SKILL.md skill once: Only once. Use once.",
    );
    let catalog = discover(&agents(&folder, "home"));
    assert_eq!((names(&catalog), catalog.shadowed.len()), (vec!["once"], 0));
    assert!(catalog.diagnostics.iter().all(|diagnostic| diagnostic.kind == Kind::MissingRoot));
}

#[test]
fn without_a_home_the_profile_of_the_user_is_one() {
    let folder =
        Folder::with("home/.agents/skills/win-user/SKILL.md skill win-user: From home. Use anywhere.");
    let environment =
        Environment::from_lookup(|name| (name == "USERPROFILE").then(|| OsString::from(folder.join("home"))));
    let catalog = discover(&Options::for_layout(&Layout::all(), &folder.join("none"), &environment, &[]));
    assert_eq!(names(&catalog), ["win-user"]);
}

#[test]
fn of_two_of_one_name_the_projects_counts_and_the_users_is_told() {
    let folder = Folder::with(
        "proj/.agents/skills/ship/SKILL.md skill ship: Project way. Use here.
         home/.agents/skills/ship/SKILL.md skill ship: My way. Use elsewhere.",
    );
    let catalog = discover(&agents(&folder, "proj"));
    assert_eq!(names(&catalog), ["ship"]);
    assert_eq!(catalog.entries[0].metadata.description, "Project way. Use here.");
    let told = catalog.diagnostics.iter().find(|diagnostic| diagnostic.kind == Kind::Shadowed).unwrap();
    assert_eq!(told.severity, Severity::Warning);
    assert!(told.message.contains("proj/.agents/skills/ship/SKILL.md"), "{}", told.message);
    assert!(told.path.as_deref().unwrap().ends_with("home/.agents/skills/ship/SKILL.md"));
}

#[test]
fn two_plugins_with_one_name_are_distinct_by_their_labels() {
    let folder = Folder::with(
        "plugins/radio/skills/configure/SKILL.md skill configure: Set up radio. Use for radio.
         plugins/flags/skills/configure/SKILL.md skill configure: Set up flags. Use for flags.",
    );
    let catalog = discover(&options(&folder, &["plugins/radio/skills", "plugins/flags/skills"]));
    let description = |name: &str| catalog.find(name).map(|entry| entry.metadata.description.as_str());
    assert_eq!(description("radio:configure"), Some("Set up radio. Use for radio."));
    assert_eq!(description("flags:configure"), Some("Set up flags. Use for flags."));
    assert_eq!(description("configure"), description("radio:configure"));
    assert_eq!(description("other:configure"), None);
    assert_eq!(catalog.shadowed_by(&catalog.entries[0]).count(), 1);
}
