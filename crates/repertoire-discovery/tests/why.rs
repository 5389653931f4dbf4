//! Which rule includes, excludes or shadows.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use repertoire_discovery::{Links, Options, Preference, RootSpec, discover, why_name, why_path};
use repertoire_fs::testkit::Folder;
use support::options;

#[test]
fn each_path_has_a_verdict_and_a_rule() {
    let folder = Folder::with(
        "skills/a/SKILL.md skill a: A.
         skills/a/templates/t/SKILL.md skill t: T.
         skills/a/notes.md = x
         skills/a/skill.md = x
         skills/node_modules/n/SKILL.md skill n: N.
         skills/1/2/3/4/5/6/7/SKILL.md skill seven: S.
         skills/bad/SKILL.md = x
         skills/copy/SKILL.md skill a: Copy.
         skills/link -> /etc
         skills/same/SKILL.md -> ../a/SKILL.md
         skills/group/g/SKILL.md skill g: G.
         skills/two/SKILL.md skill two: Markdown.
         skills/two/SKILL.sexp skill two: Native.
         elsewhere/SKILL.md skill e: E.
         empty/",
    );
    let options = options(&folder, &["skills"]);
    let catalog = discover(&options);
    for (path, verdict, rule) in [
        ("skills/a/SKILL.md", "included", "first-valid-definition"),
        ("skills/a", "included", "first-valid-definition"),
        ("skills/a/templates/t/SKILL.md", "excluded", "skill-resources"),
        ("skills/a/templates", "excluded", "skill-resources"),
        ("skills/a/notes.md", "excluded", "file-name"),
        ("skills/a/skill.md", "excluded", "file-name"),
        ("skills/node_modules/n/SKILL.md", "excluded", "passed-over"),
        ("skills/node_modules/n", "excluded", "passed-over"),
        ("skills/1/2/3/4/5/6/7/SKILL.md", "excluded", "scan-depth-limit"),
        ("skills/bad/SKILL.md", "rejected", "invalid-syntax"),
        ("skills/copy/SKILL.md", "shadowed", "directory-name"),
        ("skills/link/passwd", "excluded", "outside-root"),
        ("skills/same/SKILL.md", "included", "same-file"),
        ("skills/group", "unknown", "no-source"),
        ("skills/two", "included", "first-valid-definition"),
        ("skills/two/SKILL.md", "shadowed", "native-first"),
        ("skills/none/SKILL.md", "unknown", "not-there"),
        ("elsewhere/SKILL.md", "excluded", "outside-roots"),
        ("empty", "excluded", "outside-roots"),
    ] {
        let why = why_path(&catalog, &options, &folder.join(path));
        assert_eq!((why.verdict.as_str(), why.reasons[0].rule), (verdict, rule), "{path}: {why:?}");
    }
    let mut small = options.clone();
    small.limits.directories = 1;
    let why = why_path(&discover(&small), &small, &folder.join("skills/two/SKILL.md"));
    assert_eq!((why.reasons[0].rule, why.reasons[1].rule), ("not-reached", "scan-directory-limit"));

    let none = Options { links: Links::None, ..options };
    let why = why_path(&discover(&none), &none, &folder.join("skills/link/passwd"));
    assert_eq!(why.reasons[0].rule, "links-none");
}

#[test]
fn each_name_has_a_verdict_and_a_rule() {
    let folder = Folder::with(
        "one/a/SKILL.md skill a: One.
         two/a/SKILL.md skill a: Two.
         two/b/SKILL.md skill b: B.
         loose/b/SKILL.md skill b: Loose.
         two/.old/c/SKILL.md skill c: Old.
         two/c/SKILL.md skill c: New.
         two/x/c/SKILL.md skill c: Third.",
    );
    let mut roots: Vec<_> = ["loose", "one", "two"].map(|name| RootSpec::given(folder.join(name))).into();
    roots[0] = roots[0].clone().with_reduced_trust();
    let catalog = discover(&Options::new(roots));
    let rules = |name: &str| {
        let why = why_name(&catalog, name);
        (why.verdict.as_str(), why.reasons.iter().map(|reason| reason.rule).collect::<Vec<_>>())
    };
    assert_eq!(rules("a"), ("included", vec!["first-valid-definition", "earlier-root"]));
    assert_eq!(rules("two:a"), ("shadowed", vec!["earlier-root", "addressable"]));
    assert_eq!(rules("loose:b"), ("shadowed", vec!["reduced-trust", "addressable"]));
    assert_eq!(rules("c"), ("included", vec!["first-valid-definition", "hidden-directory", "path-order"]));
    assert_eq!(rules("nobody"), ("unknown", vec!["no-definition"]));
}

#[test]
fn where_the_path_decides_no_other_rule_is_named() {
    let folder = Folder::with(
        "skills/aa/c/SKILL.md skill tide: First.
         skills/b/tide/SKILL.md skill tide: Bears the name.
         skills/.old/tide/SKILL.md skill moon: Is hidden.
         skills/new/moon/SKILL.md skill moon: Bears the name.
         skills/k/SKILL.sexp skill sun: Native.
         skills/k/SKILL.md skill sun: Markdown.",
    );
    let mut options = options(&folder, &["skills"]);
    options.rules.preference = Preference::Path;
    let catalog = discover(&options);
    for (name, rule) in [("tide", "path-order"), ("moon", "path-order"), ("sun", "native-first")] {
        let why = why_name(&catalog, name);
        assert_eq!(why.reasons[1].rule, rule, "{name}: {why:?}");
    }
}

#[test]
fn a_source_is_what_the_walk_takes_for_one() {
    let folder = Folder::with(
        "skills/tide/SKILL.md -> nowhere
         skills/tide/scripts/x/SKILL.md skill x: X.
         skills/moon/SKILL.md/
         skills/moon/scripts/y/SKILL.md skill y: Y.
         skills/moon/scripts/y/notes = x
         skills/1/2/3/4/5/6/7/SKILL.md skill seven: S.
         skills/1/2/3/4/5/6/notes.md = x",
    );
    let options = options(&folder, &["skills"]);
    let catalog = discover(&options);
    assert_eq!(support::names(&catalog), ["y"]);
    for (path, verdict, rule) in [
        ("skills/tide", "rejected", "read-error"),
        ("skills/tide/SKILL.md", "rejected", "read-error"),
        ("skills/tide/scripts/x/SKILL.md", "excluded", "skill-resources"),
        ("skills/moon/scripts/y/SKILL.md", "included", "first-valid-definition"),
        ("skills/moon/scripts/y/notes", "excluded", "file-name"),
        ("skills/1/2/3/4/5/6/notes.md", "excluded", "file-name"),
        ("skills/1/2/3/4/5/6/7/SKILL.md", "excluded", "scan-depth-limit"),
    ] {
        let why = why_path(&catalog, &options, &folder.join(path));
        assert_eq!((why.verdict.as_str(), why.reasons[0].rule), (verdict, rule), "{path}: {why:?}");
    }
}

#[test]
fn of_two_roots_that_hold_a_path_the_innermost_tells() {
    let folder = Folder::with(
        "skills/a/SKILL.md skill a: A.
         skills/a/templates/t/SKILL.md skill t: T.
         skills/a/templates/t/notes.md = x",
    );
    for roots in [["skills", "skills/a/templates"], ["skills/a/templates", "skills"]] {
        let options = options(&folder, &roots);
        let catalog = discover(&options);
        for (path, verdict, rule) in [
            ("skills/a/templates/t/SKILL.md", "included", "first-valid-definition"),
            ("skills/a/templates/t/notes.md", "excluded", "file-name"),
        ] {
            let why = why_path(&catalog, &options, &folder.join(path));
            assert_eq!((why.verdict.as_str(), why.reasons[0].rule), (verdict, rule), "{path}: {why:?}");
        }
    }
}
