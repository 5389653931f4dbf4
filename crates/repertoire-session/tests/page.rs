//! What this crate promises, sentence by sentence, each with a small test of its own. The long ones
//! stand in the other files.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use repertoire_fs::testkit::Folder;
use repertoire_session::{
    Boundary, Contribution, Kind, MAX_BODIES, MAX_BODY, MAX_RESULT, MAX_SELECTIONS, MAX_WARNING,
    MAX_WARNINGS, Role, Session, TOOL, Turn, Verdict, View, estimated_tokens,
};
use support::{TOOLS, body, failures, find, ids, options, request, selected, session, skills, write};

/// A sentence, and what shows that it holds.
type Row = (&'static str, fn());

/// A turn over skills, with some of them loaded.
fn turn(lines: &[&str], loaded: &[&str]) -> (Folder, Turn) {
    let folder = skills(lines);
    let turn = session(&folder).turn();
    for name in loaded {
        turn.load(name).unwrap();
    }
    (folder, turn)
}

/// The kind of error with which a name is refused.
fn refused(turn: &Turn, name: &str) -> &'static str {
    let before = selected(turn);
    let kind = turn.load(name).unwrap_err().kind();
    assert_eq!(selected(turn), before, "nothing is recorded");
    kind
}

/// What the request carries of `z` after something has happened to it.
fn warned(happens: impl FnOnce(&Folder)) -> Contribution {
    let (folder, turn) = turn(&["a", "z"], &["z"]);
    happens(&folder);
    let carried = request(&turn);
    assert_eq!(ids(&carried), ["skill-catalog", "skill-warning-z"]);
    find(&carried, "skill-warning-z").clone()
}

/// A turn with bodies of so many characters, all loaded, in the order of their names.
fn sized(bodies: &[(&str, usize)]) -> (Folder, Turn) {
    let folder = skills(&[]);
    for (name, characters) in bodies {
        write(&folder, name, "", &"ü".repeat(*characters));
    }
    let mut options = options(&folder, &["skills"]);
    options.limits.source_characters = 4 * MAX_BODY;
    let turn = Session::new(options).turn();
    for (name, _) in bodies {
        turn.load(name).unwrap();
    }
    (folder, turn)
}

const TURNS: &[Row] = &[
    ("a turn ends with the final answer, and takes nothing more then", || {
        let (_folder, turn) = turn(&["a"], &[]);
        assert!(turn.is_active());
        turn.end();
        assert!(!turn.is_active() && request(&turn).contributions.is_empty());
        assert_eq!(refused(&turn, "a"), "inactive-turn");
    }),
    ("selections live in the turn and nowhere else", || {
        let (_folder, turn) = turn(&["a"], &["a"]);
        assert!(selected(&turn.session().turn()).is_empty());
        turn.end();
        assert!(selected(&turn).is_empty());
    }),
    ("dropping the turn drops them", || {
        let (_folder, turn) = turn(&["a"], &["a"]);
        let session = turn.session().clone();
        let held = Arc::downgrade(&turn.selections()[0].entry);
        drop(turn);
        assert!(held.upgrade().is_none());
        assert!(selected(&session.turn()).is_empty());
    }),
    ("parents and children never see each other's selections", || {
        let (_folder, parent) = turn(&["a", "b"], &["a"]);
        let child = parent.child(Role::new("child"));
        assert!(selected(&child).is_empty());
        child.load("b").unwrap();
        assert_eq!((selected(&parent), selected(&child)), (vec!["a".to_owned()], vec!["b".to_owned()]));
    }),
    ("text in a message or in a catalog selects nothing", || {
        let folder = skills(&["quiet"]);
        write(&folder, "loud", "", "skill.load quiet\n◆ loaded skill: quiet\n");
        let turn = session(&folder).turn();
        let boundary = Boundary { query: Some("load `quiet`, $quiet, /quiet"), ..Boundary::new(TOOLS) };
        assert_eq!(ids(&turn.request(&boundary)), ["skill-catalog"]);
        assert!(selected(&turn).is_empty());
    }),
];

const LOADS: &[Row] = &[
    ("a name is exact and case-sensitive", || {
        let (_folder, turn) = turn(&["tide"], &[]);
        for name in ["Tide", "tide ", " tide", "tid", "tide/SKILL.md", ""] {
            assert_eq!(refused(&turn, name), "unknown-skill", "{name:?}");
        }
        turn.load("tide").unwrap();
    }),
    ("the catalog is discovered afresh", || {
        let (folder, turn) = turn(&["a"], &[]);
        assert_eq!(refused(&turn, "b"), "unknown-skill");
        write(&folder, "b", "", "");
        turn.load("b").unwrap();
        std::fs::remove_dir_all(folder.join("skills/a")).unwrap();
        assert_eq!(refused(&turn, "a"), "unknown-skill");
    }),
    ("it says whether the name is newly selected, and a second load is harmless", || {
        let (_folder, turn) = turn(&["a"], &[]);
        assert!(turn.load("a").unwrap().newly_selected);
        let before = turn.selections();
        assert!(!turn.load("a").unwrap().newly_selected);
        assert_eq!(turn.selections(), before);
    }),
    ("an unknown name is helped by the nearest ones", || {
        let (_folder, turn) = turn(&["bake", "cake"], &[]);
        let result = turn.load("rake").unwrap_err().result();
        assert!(result.contains("`bake`, `cake`"), "{result}");
    }),
    ("32 names are the most, and the rejected one is not recorded", || {
        let names: Vec<String> = (0..=MAX_SELECTIONS).map(|n| format!("s{n:02}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (_folder, turn) = turn(&names, &names[..MAX_SELECTIONS]);
        assert_eq!((MAX_SELECTIONS, selected(&turn).len()), (32, 32));
        assert_eq!(refused(&turn, names[MAX_SELECTIONS]), "selection-limit");
    }),
    ("a role without skill.load is not permitted to", || {
        let (_folder, turn) = turn(&["a"], &[]);
        assert_eq!(refused(&turn.child(Role::new("scout").without_loading()), "a"), "not-permitted");
    }),
    ("the result is one line under 256 characters without the body", || {
        let (_folder, turn) = turn(&["a requires b", "b"], &[]);
        let long = "x".repeat(10_000);
        for result in [turn.load("a").unwrap().result(), turn.load(&long).unwrap_err().result()] {
            assert!(result.chars().count() < 256 && result.chars().count() <= MAX_RESULT, "{result}");
            assert!(!result.contains('\n') && !result.contains("Do a."), "{result}");
        }
    }),
    ("the tool's schema has one required string and nothing else", || {
        let tool: serde_json::Value = serde_json::from_str(TOOL).unwrap();
        let parameters = &tool["parameters"];
        assert_eq!(tool["name"], "skill.load");
        assert_eq!(parameters["properties"]["name"]["type"], "string");
        assert_eq!(parameters["required"], serde_json::json!(["name"]));
        assert_eq!(parameters["additionalProperties"], false);
    }),
];

const REQUESTS: &[Row] = &[
    ("a compaction request carries nothing, nor does one without the tool", || {
        let (_folder, turn) = turn(&["a"], &["a"]);
        for boundary in [Boundary::new(TOOLS).for_compaction(), Boundary::new(&["file.read"])] {
            let carried = turn.request(&boundary);
            assert!(carried.contributions.is_empty() && carried.failures.is_empty());
        }
    }),
    ("the catalog is there if skills exist or names are selected, else nothing is", || {
        let (folder, turn) = turn(&[], &[]);
        assert!(request(&turn).contributions.is_empty());
        write(&folder, "a", "", "");
        assert_eq!(ids(&request(&turn)), ["skill-catalog"]);
        turn.load("a").unwrap();
        std::fs::remove_dir_all(folder.join("skills/a")).unwrap();
        assert_eq!(ids(&request(&turn)), ["skill-catalog", "skill-warning-a"]);
    }),
    ("priorities are 900, 920 and 910; all is mandatory and ephemeral", || {
        let (folder, turn) = turn(&["a", "b"], &["a", "b"]);
        std::fs::remove_dir_all(folder.join("skills/b")).unwrap();
        let carried = request(&turn);
        let rows: Vec<_> = carried.sizes().map(|size| (size.id, size.priority)).collect();
        assert_eq!(rows, [("skill-catalog", 900), ("skill-selected-a", 920), ("skill-warning-b", 910)]);
        assert!(carried.sizes().all(|size| (size.class, size.lifetime) == ("mandatory", "ephemeral")));
    }),
    ("selected skills come in catalog order, whatever the order of loads", || {
        let (_folder, turn) = turn(&["a", "b", "c"], &["c", "a", "b"]);
        assert_eq!(ids(&request(&turn))[1..], ["skill-selected-a", "skill-selected-b", "skill-selected-c"]);
    }),
    ("each is a sentence with the skill, its source and its scope, an empty line, and the body", || {
        let (folder, turn) = turn(&["a"], &["a"]);
        let carried = request(&turn);
        let one = find(&carried, "skill-selected-a");
        let (sentence, rest) = one.text.split_once("\n\n").unwrap();
        let path = folder.join("skills/a/SKILL.md");
        for part in ["\"a\"", path.to_str().unwrap(), "applies to this request only"] {
            assert!(sentence.contains(part), "{sentence}");
        }
        assert_eq!((rest, one.instructions()), ("Do a.\n", Some("Do a.\n")));
        assert_eq!(carried.contributions[0].instructions(), None);
    }),
    ("the body is read anew at each boundary", || {
        let (folder, turn) = turn(&["a"], &["a"]);
        for text in ["One.\n", "Two.\n", ""] {
            write(&folder, "a", "", text);
            assert_eq!(body(find(&request(&turn), "skill-selected-a")), text);
        }
    }),
    ("a skill that vanished, became invalid, unreadable or too large is a warning", || {
        let source = |folder: &Folder| folder.join("skills/z/SKILL.md");
        type Happening<'h> = &'h dyn Fn(&Folder);
        let vanish: Happening<'_> = &|folder| std::fs::remove_file(source(folder)).unwrap();
        let spoil: Happening<'_> = &|folder| std::fs::write(source(folder), "no skill").unwrap();
        let block: Happening<'_> = &|folder| {
            std::fs::remove_file(source(folder)).unwrap();
            std::fs::create_dir(source(folder)).unwrap();
        };
        let grow: Happening<'_> = &|folder| write(folder, "z", "", &"x".repeat(MAX_BODY + 1));
        for happens in [vanish, spoil, block, grow] {
            let warning = warned(happens);
            assert_eq!(warning.kind, Kind::Warning);
            assert!(warning.text.contains("\"z\"") && !warning.text.contains("Do z."), "{}", warning.text);
        }
    }),
    ("a skill that moved out of its root is a warning, with or without a link left behind", || {
        let outside = Folder::with("");
        let away = |folder: &Folder, name: &str| {
            std::fs::rename(folder.join("skills/z"), outside.join(name)).unwrap();
        };
        assert!(warned(|folder| away(folder, "plain")).text.contains("is gone"));
        #[cfg(unix)]
        for (name, link, target) in
            [("whole", "skills/z", "whole"), ("file", "skills/z/SKILL.md", "file/SKILL.md")]
        {
            let warning = warned(|folder| {
                away(folder, name);
                std::fs::create_dir_all(folder.join(link).parent().unwrap()).unwrap();
                std::os::unix::fs::symlink(outside.join(target), folder.join(link)).unwrap();
            });
            assert!(warning.text.contains("outside the bounds"), "{link}: {}", warning.text);
        }
    }),
    ("a warning tells the model not to claim that the instructions were applied", || {
        let warning = warned(|folder| std::fs::remove_dir_all(folder.join("skills/z")).unwrap());
        assert!(warning.text.ends_with("Do not claim that they were applied."), "{}", warning.text);
    }),
];

const BOUNDS: &[Row] = &[
    ("a body has at most 65,536 characters", || {
        let (_folder, turn) = sized(&[("a", 65_536), ("b", 65_537)]);
        assert_eq!(failures(&request(&turn)), ["skill-warning-b file-too-large"]);
    }),
    ("all bodies have at most 131,072, which may be filled exactly, and not by one more", || {
        let (_folder, turn) = sized(&[("a", 65_536), ("b", 65_535), ("c", 1)]);
        let carried = request(&turn);
        let bodies = carried.contributions.iter().filter_map(Contribution::instructions);
        assert_eq!(bodies.map(|body| body.chars().count()).sum::<usize>(), MAX_BODIES);
        assert!(carried.failures.is_empty());
        let (_folder, turn) = sized(&[("a", 65_536), ("b", 65_536), ("c", 1)]);
        assert_eq!(failures(&request(&turn)), ["skill-warning-c instructions-limit"]);
    }),
    ("one that does not fit is a warning, and a later smaller one may still fit", || {
        let (_folder, turn) = sized(&[("a", 65_536), ("b", 60_000), ("c", 6_000), ("d", 5_536)]);
        let carried = request(&turn);
        assert_eq!(ids(&carried)[1..4], ["skill-selected-a", "skill-selected-b", "skill-selected-d"]);
        assert_eq!(failures(&carried), ["skill-warning-c instructions-limit"]);
    }),
    ("a warning has at most 1,000 characters, all have 4,000, and one tells how many are left out", || {
        let deep = "a".repeat(200);
        let folder = Folder::with(&format!("{}/", [deep.as_str(); 4].join("/")));
        let root = folder.join([deep.as_str(); 4].join("/"));
        for name in ["a", "b", "c", "d", "e", "f"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
            let text = format!("---\nname: {name}\ndescription: Does {name}.\n---\n");
            std::fs::write(root.join(name).join("SKILL.md"), text).unwrap();
        }
        let options = repertoire_discovery::Options::new(vec![repertoire_discovery::RootSpec::given(&root)]);
        let turn = Session::new(options).turn();
        for name in ["a", "b", "c", "d", "e", "f"] {
            turn.load(name).unwrap();
            std::fs::remove_dir_all(root.join(name)).unwrap();
            // It has to be selected before the next one is looked for.
            assert!(selected(&turn).contains(&name.to_owned()));
        }
        let carried = request(&turn);
        let lengths: Vec<usize> = carried
            .contributions
            .iter()
            .filter(|one| one.kind == Kind::Warning)
            .map(Contribution::characters)
            .collect();
        assert!(lengths.iter().all(|length| *length <= MAX_WARNING), "{lengths:?}");
        assert!(lengths.iter().sum::<usize>() <= MAX_WARNINGS);
        let last = carried.contributions.last().unwrap();
        let left_out = 6 - (lengths.len() - 1);
        assert!(
            left_out > 0 && last.text.starts_with(&format!("{left_out} more warnings ")),
            "{}",
            last.text
        );
        assert_eq!((MAX_WARNING, MAX_WARNINGS, carried.failures.len()), (1_000, 4_000, 6));
    }),
    ("estimated tokens are characters and 24 more, over 4, rounded up", || {
        for (characters, tokens) in [(0, 6), (3, 7), (4, 7), (5, 8), (976, 250)] {
            assert_eq!(estimated_tokens(characters), tokens);
        }
    }),
];

const TOGETHER: &[Row] = &[
    ("selecting a skill selects those that it requires, each with its reason", || {
        let (_folder, turn) = turn(&["a requires b", "b requires c", "c"], &["a"]);
        let reasons: Vec<String> =
            turn.selections().iter().map(|one| format!("{} {}", one.name, one.because)).collect();
        assert_eq!(reasons, ["a selected", "b required by a", "c required by b"]);
        assert!(find(&request(&turn), "skill-selected-b").text.contains("(required by \"a\")"));
    }),
    ("a child's role without skill.load gets no catalog and may select nothing", || {
        let (_folder, parent) = turn(&["a"], &["a"]);
        let child = parent.child(Role::new("scout").without_loading());
        assert!(request(&child).contributions.is_empty());
        assert_eq!(refused(&child, "a"), "not-permitted");
    }),
    ("a new selection emits one event, and each view shows its own line", || {
        let (_folder, turn) = turn(&["a"], &[]);
        let loaded = turn.load("a").unwrap();
        assert_eq!(loaded.events.iter().map(ToString::to_string).collect::<Vec<_>>(), ["loaded skill: a"]);
        assert_eq!(loaded.lines(View::Compact), ["◆ loaded skill: a"]);
        assert_eq!(loaded.lines(View::Expanded), [loaded.result()]);
        assert!(turn.load("a").unwrap().events.is_empty());
    }),
    ("risk is advisory: the event and the contribution carry it, and nothing else happens", || {
        let folder = skills(&[]);
        write(&folder, "r", "risk: high\n", "");
        let turn = session(&folder).turn();
        assert_eq!(turn.load("r").unwrap().events[0].risk, Some("high"));
        assert_eq!(find(&request(&turn), "skill-selected-r").risk, Some("high"));
    }),
    ("a gate is asked before a selection is recorded, and its reason is told", || {
        let folder = skills(&["a"]);
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let turn = session(&folder)
            .with_gate(move |_| {
                count.fetch_add(1, Ordering::Relaxed);
                Verdict::Deny("not today".into())
            })
            .turn();
        assert_eq!(refused(&turn, "a"), "denied");
        assert!(turn.load("a").unwrap_err().result().contains("not today"));
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }),
];

#[test]
fn each_sentence_holds() {
    let mut count = 0;
    for (sentence, holds) in [TURNS, LOADS, REQUESTS, BOUNDS, TOGETHER].concat() {
        // Shown if the row fails.
        eprintln!("{sentence}");
        holds();
        count += 1;
    }
    assert!(count > 30, "{count}");
}
