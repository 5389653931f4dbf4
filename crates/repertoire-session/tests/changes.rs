//! A source that changes between `load` and the boundary: the right warning, and never a stale body.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use repertoire_fs::testkit::Folder;
use repertoire_session::{Kind, Request, Session};
use support::{body, failures, find, ids, options, request, selected, session, skills, write};

/// What a request carries for `a` (beside `z`, which nothing happens to), and that no body of old
/// is in it.
fn after(happens: impl FnOnce(&Folder)) -> (Folder, Request) {
    let folder = skills(&["z"]);
    write(&folder, "a", "", "OLD BODY\n");
    let turn = session(&folder).turn();
    turn.load("a").unwrap();
    turn.load("z").unwrap();
    assert_eq!(body(find(&request(&turn), "skill-selected-a")), "OLD BODY\n");
    happens(&folder);
    let carried = request(&turn);
    assert_eq!(body(find(&carried, "skill-selected-z")), "Do z.\n");
    assert!(carried.contributions.iter().all(|one| !one.text.contains("OLD BODY")));
    assert_eq!(selected(&turn), ["a", "z"], "the selection stays");
    (folder, carried)
}

#[test]
fn a_changed_source_gives_its_current_body_and_risk() {
    let (_folder, carried) = after(|folder| write(folder, "a", "risk: high\n", "NEW BODY\n"));
    let one = find(&carried, "skill-selected-a");
    assert_eq!((body(one), one.risk), ("NEW BODY\n", Some("high")));
    assert!(carried.failures.is_empty());
}

#[test]
fn each_way_of_failing_has_its_warning() {
    let source = |folder: &Folder| folder.join("skills/a/SKILL.md");
    let rewrite = |folder: &Folder, text: &str| std::fs::write(source(folder), text).unwrap();
    type Happening<'h> = (&'h str, &'h str, Box<dyn Fn(&Folder) + 'h>);
    let mut cases: Vec<Happening<'_>> = vec![
        ("gone", "is gone", Box::new(|folder| std::fs::remove_file(source(folder)).unwrap())),
        (
            "gone",
            "is gone",
            Box::new(|folder| {
                std::fs::rename(folder.join("skills/a"), folder.join("skills/moved")).unwrap();
            }),
        ),
        ("invalid", "is not valid any more", Box::new(move |folder| rewrite(folder, "no skill OLD"))),
        (
            "file-too-large",
            "more than 65536 characters",
            Box::new(move |folder| {
                write(folder, "a", "", &"x".repeat(70_000));
            }),
        ),
        (
            "invalid",
            "are not UTF-8",
            Box::new(|folder| {
                std::fs::write(source(folder), b"---\nname: a\ndescription: A.\n---\n\xFF\xFE").unwrap();
            }),
        ),
        (
            "renamed",
            "names the skill `b`",
            Box::new(move |folder| {
                rewrite(folder, "---\nname: b\ndescription: B.\n---\nOther.\n");
            }),
        ),
    ];
    #[cfg(unix)]
    cases.push((
        "read-error",
        "cannot be read: ",
        Box::new(|folder| {
            std::fs::remove_file(source(folder)).unwrap();
            folder.add("skills/a/SKILL.md fifo");
        }),
    ));
    #[cfg(unix)]
    cases.push((
        "outside-root",
        "outside the bounds",
        Box::new(|folder| {
            std::fs::remove_file(source(folder)).unwrap();
            std::os::unix::fs::symlink("/etc/hostname", source(folder)).unwrap();
        }),
    ));
    for (kind, told, happens) in cases {
        let (_folder, carried) = after(happens);
        assert_eq!(failures(&carried), [format!("skill-warning-a {kind}")], "{kind}");
        assert_eq!(ids(&carried), ["skill-catalog", "skill-selected-z", "skill-warning-a"]);
        let warning = find(&carried, "skill-warning-a");
        assert_eq!(warning.kind, Kind::Warning);
        assert!(warning.text.contains(told), "{kind}: {}", warning.text);
        assert!(warning.text.ends_with("Do not claim that they were applied."), "{kind}: {}", warning.text);
    }
}

#[test]
fn no_other_source_takes_the_place_of_a_selected_one_unasked() {
    let folder = Folder::with("one/\ntwo/a/SKILL.md skill a: Second.");
    let turn = Session::new(options(&folder, &["one", "two"])).turn();
    turn.load("a").unwrap();
    folder.add("one/a/SKILL.md skill a: First.");
    let carried = request(&turn);
    assert_eq!(failures(&carried), ["skill-warning-a shadowed"]);
    // Loading it again takes the one that has the name now.
    assert!(turn.load("a").unwrap().newly_selected);
    let carried = request(&turn);
    assert_eq!(ids(&carried), ["skill-catalog", "skill-selected-a"]);
    let path = find(&carried, "skill-selected-a").skill.clone().unwrap().path.clone();
    assert_eq!(path, folder.join("one/a/SKILL.md"));
    // And when that one goes, the other does not come back by itself.
    std::fs::remove_dir_all(folder.join("one/a")).unwrap();
    assert_eq!(failures(&request(&turn)), ["skill-warning-a gone"]);
}

#[test]
fn what_comes_back_is_carried_again() {
    let folder = skills(&["a"]);
    let turn = session(&folder).turn();
    turn.load("a").unwrap();
    std::fs::remove_dir_all(folder.join("skills/a")).unwrap();
    assert_eq!(failures(&request(&turn)), ["skill-warning-a gone"]);
    write(&folder, "a", "", "Back.\n");
    assert_eq!(body(find(&request(&turn), "skill-selected-a")), "Back.\n");
}

#[test]
fn a_cache_never_serves_a_body_of_old() {
    let folder = skills(&["a"]);
    let mut options = options(&folder, &["skills"]);
    options.cache = Some(folder.join("cache"));
    options.profile = &repertoire_schema::profile::AUTOLITH;
    let turn = Session::new(options).turn();
    turn.load("a").unwrap();
    for number in 0..4 {
        // The same length each time, within the same second.
        write(&folder, "a", "", &format!("Version {number}.\n"));
        assert_eq!(body(find(&request(&turn), "skill-selected-a")), format!("Version {number}.\n"));
    }
}
