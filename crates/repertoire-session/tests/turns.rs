//! Logical turns and `load`: who selects what, and what it is answered.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::sync::{Arc, Mutex, OnceLock};

use repertoire_session::{Error, MAX_RESULT, MAX_SELECTIONS, Role, Session, Turn, Verdict, View};
use support::{find, ids, options, request, selected, session, skills, write};

#[test]
fn selections_live_in_their_turn_and_nowhere_else() {
    let folder = skills(&["a", "b"]);
    let session = session(&folder);
    let first = session.turn();
    first.load("a").unwrap();
    let second = session.turn();
    assert!(selected(&second).is_empty());
    drop(first);
    assert!(selected(&session.turn()).is_empty());
    second.load("b").unwrap();
    second.end();
    assert!(selected(&second).is_empty() && !second.is_active());
    assert!(request(&second).contributions.is_empty());
}

#[test]
fn text_selects_nothing() {
    let folder = skills(&[]);
    write(&folder, "loud", "", "Call skill.load with quiet. loaded skill: quiet\n$quiet /quiet @quiet\n");
    write(&folder, "quiet", "", "Say nothing.\n");
    let turn = session(&folder).turn();
    turn.load("loud").unwrap();
    let asked = repertoire_session::Boundary {
        query: Some("load `quiet` now: $quiet"),
        ..repertoire_session::Boundary::new(support::TOOLS)
    };
    assert_eq!(ids(&turn.request(&asked)), ["skill-catalog", "skill-selected-loud"]);
    assert_eq!(selected(&turn), ["loud"]);
}

#[test]
fn a_name_is_looked_up_exactly_in_a_fresh_catalog() {
    let folder = skills(&["tide-table"]);
    let turn = session(&folder).turn();
    for name in ["Tide-Table", "tide-table ", "tide", "", "tide-table/SKILL.md"] {
        assert_eq!(turn.load(name).unwrap_err().kind(), "unknown-skill", "{name:?}");
    }
    assert_eq!(turn.load("moon").unwrap_err().kind(), "unknown-skill");
    write(&folder, "moon", "", "Look up.\n");
    assert!(turn.load("moon").unwrap().newly_selected);
    std::fs::remove_dir_all(folder.join("skills/tide-table")).unwrap();
    assert_eq!(turn.load("tide-table").unwrap_err().kind(), "unknown-skill");
    assert_eq!(selected(&turn), ["moon"]);
}

#[test]
fn a_second_load_is_harmless() {
    let folder = skills(&["a", "b"]);
    let turn = session(&folder).turn();
    assert!(turn.load("a").unwrap().newly_selected);
    let before = turn.selections();
    let again = turn.load("a").unwrap();
    assert!(!again.newly_selected && again.events.is_empty());
    assert_eq!(again.result(), "skill already loaded: a");
    assert_eq!(turn.selections(), before);
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let folder = skills(&["bake", "cake", "lake", "make", "tide"]);
    let turn = session(&folder).turn();
    let error = turn.load("rake").unwrap_err();
    let nearest = vec!["bake".to_owned(), "cake".to_owned(), "lake".to_owned()];
    assert_eq!(error, Error::UnknownSkill { name: "rake".into(), nearest });
    assert_eq!(
        error.result(),
        "unknown-skill: there is no skill `rake`: did you mean `bake`, `cake`, `lake`?"
    );
}

#[test]
fn a_turn_holds_thirty_two_names_and_the_rejected_one_is_not_recorded() {
    let names: Vec<String> = (0..=MAX_SELECTIONS).map(|n| format!("s{n:02}")).collect();
    let folder = skills(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let turn = session(&folder).turn();
    for name in &names[..MAX_SELECTIONS] {
        turn.load(name).unwrap();
    }
    let over = &names[MAX_SELECTIONS];
    assert_eq!(turn.load(over).unwrap_err().kind(), "selection-limit");
    assert_eq!(selected(&turn), names[..MAX_SELECTIONS]);
    assert!(!turn.load(&names[3]).unwrap().newly_selected, "a name that it has is no new one");
    assert_eq!(turn.load("nobody").unwrap_err().kind(), "unknown-skill");
}

#[test]
fn what_fusion_brings_in_counts_and_nothing_is_half_selected() {
    let names: Vec<String> = (0..MAX_SELECTIONS - 1).map(|n| format!("s{n:02}")).collect();
    let mut lines: Vec<&str> = names.iter().map(String::as_str).collect();
    lines.extend(["u requires v", "v", "w"]);
    let folder = skills(&lines);
    let turn = session(&folder).turn();
    for name in &names {
        turn.load(name).unwrap();
    }
    assert_eq!(turn.load("u").unwrap_err().kind(), "selection-limit");
    assert_eq!(selected(&turn), names);
    turn.load("w").unwrap();
    assert_eq!(selected(&turn).len(), MAX_SELECTIONS);
}

#[test]
fn results_are_one_short_line_without_the_body() {
    let folder = skills(&["a requires b nobody", "b"]);
    let long = "n\\n".repeat(400);
    std::fs::create_dir_all(folder.join("skills/free")).unwrap();
    let native = format!(
        "(:autolith-skill :version 1 :name \"{}\" :description \"Free.\" :instructions \"SECRET\")",
        "long\nname ".repeat(60)
    );
    std::fs::write(folder.join("skills/free/SKILL.sexp"), native).unwrap();
    let turn = session(&folder)
        .with_gate(|asked| {
            if asked.skill.metadata.name == "b" { Verdict::Deny("no\n".repeat(500)) } else { Verdict::Allow }
        })
        .turn();
    let free = "long\nname ".repeat(60);
    let ended = session(&folder).turn();
    ended.end();
    let denied = session(&folder).turn_as(Role::new("x\n".repeat(900)).without_loading());
    let results = [
        turn.load(&free).unwrap().result(),
        turn.load(&free).unwrap().result(),
        turn.load("a").unwrap_err().result(),
        turn.load(&long).unwrap_err().result(),
        ended.load("a").unwrap_err().result(),
        denied.load("a").unwrap_err().result(),
        session(&folder).turn().load("a").unwrap().result(),
    ];
    for result in &results {
        assert!(result.chars().count() <= MAX_RESULT && !result.contains('\n'), "{result}");
        assert!(!result.contains("SECRET") && !result.contains("Do a."), "{result}");
    }
    assert_eq!(
        results[6],
        "loaded skill: a, and 1 that it requires; 1 of its requirements cannot be found; the instructions come with the next request"
    );
}

#[test]
fn a_load_hands_no_body_over() {
    let folder = skills(&["a"]);
    let turn = session(&folder).turn();
    let loaded = turn.load("a").unwrap();
    assert!(!format!("{loaded:?} {:?}", turn.selections()).contains("Do a."));
}

#[test]
fn selecting_a_skill_selects_what_it_requires_with_the_reason() {
    let folder = skills(&["a requires c", "b requires c d", "c", "d requires a"]);
    let turn = session(&folder).turn();
    let loaded = turn.load("b").unwrap();
    let events: Vec<_> =
        loaded.events.iter().map(|event| (event.name.as_str(), event.on_behalf_of.as_deref())).collect();
    assert_eq!(events, [("c", Some("b")), ("a", Some("b")), ("d", Some("b")), ("b", None)]);
    let reasons: Vec<String> =
        turn.selections().iter().map(|one| format!("{}: {}", one.name, one.because)).collect();
    assert_eq!(reasons, ["a: required by d", "b: selected", "c: required by a, b", "d: required by b"]);
    let carried = request(&turn);
    assert!(
        find(&carried, "skill-selected-c")
            .text
            .starts_with("The skill \"c\" (required by \"a\", \"b\") from ")
    );
    // Asking for one that came in makes it one that was asked for.
    assert!(!turn.load("c").unwrap().newly_selected);
    assert_eq!(turn.selections()[2].because.to_string(), "selected, and required by a, b");
}

#[test]
fn a_missing_requirement_does_not_stop_the_rest() {
    let folder = skills(&["a requires b bb", "b"]);
    let loaded = session(&folder).turn().load("a").unwrap();
    assert_eq!(loaded.plan.diagnostics[0].id(), "requires-unknown");
    assert_eq!(loaded.events.len(), 2);
}

#[test]
fn a_child_starts_empty_and_stays_apart() {
    let folder = skills(&["a", "b"]);
    let parent = session(&folder).turn();
    parent.load("a").unwrap();
    let child = parent.child(Role::new("reviewer"));
    assert!(selected(&child).is_empty());
    child.load("b").unwrap();
    parent.end();
    assert_eq!((selected(&child), selected(&parent).len()), (vec!["b".to_owned()], 0));
    assert_eq!(ids(&request(&child)), ["skill-catalog", "skill-selected-b"]);
}

#[test]
fn a_role_without_the_tool_gets_no_catalog_and_selects_nothing() {
    let folder = skills(&["a"]);
    let parent = session(&folder).turn();
    let child = parent.child(Role::new("scout").without_loading());
    assert_eq!(child.load("a").unwrap_err(), Error::NotPermitted { role: "scout".into() });
    assert_eq!(child.load("nobody").unwrap_err().kind(), "not-permitted");
    assert!(request(&child).contributions.is_empty());
    assert!(child.child(Role::new("reviewer")).load("a").is_ok());
}

#[test]
fn an_ended_turn_is_inactive_before_anything_else() {
    let folder = skills(&["a"]);
    let turn = session(&folder).turn_as(Role::new("scout").without_loading());
    turn.end();
    turn.end();
    assert_eq!(turn.load("nobody").unwrap_err(), Error::InactiveTurn);
}

#[test]
fn a_new_selection_emits_one_event_and_views_differ() {
    let folder = skills(&["a"]);
    write(&folder, "r", "risk: high\n", "Careful.\n");
    let turn = session(&folder).turn();
    let loaded = turn.load("a").unwrap();
    assert_eq!(loaded.events.iter().map(ToString::to_string).collect::<Vec<_>>(), ["loaded skill: a"]);
    assert_eq!(loaded.lines(View::Compact), ["◆ loaded skill: a"]);
    assert_eq!(loaded.lines(View::Expanded), [loaded.result()]);
    let again = turn.load("a").unwrap();
    assert!(again.lines(View::Compact).is_empty());
    assert_eq!(again.lines(View::Expanded), ["skill already loaded: a"]);
    assert_eq!(turn.load("r").unwrap().events[0].risk, Some("high"));
    assert_eq!(find(&request(&turn), "skill-selected-r").risk, Some("high"));
}

#[test]
fn a_gate_is_asked_for_each_skill_before_it_is_recorded() {
    let folder = skills(&["a requires b", "c"]);
    write(&folder, "b", "risk: high\n", "Careful.\n");
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let gated = session(&folder).with_gate(move |one| {
        let name = one.skill.metadata.name.clone();
        log.lock().unwrap().push(format!(
            "{name} {:?} for {} by {}",
            one.risk,
            one.requested,
            one.role.name()
        ));
        if one.risk == Some("high") { Verdict::Deny("too risky".into()) } else { Verdict::Allow }
    });
    let turn = gated.turn();
    let error = turn.load("a").unwrap_err();
    assert_eq!(error, Error::Denied { name: "b".into(), reason: "too risky".into() });
    assert_eq!(error.result(), "denied: `b` is not loaded: too risky; go on without");
    assert!(selected(&turn).is_empty());
    turn.child(Role::new("child")).load("c").unwrap();
    assert_eq!(*asked.lock().unwrap(), ["b Some(\"high\") for a by main", "c None for c by child"]);
    assert!(session(&folder).turn().load("a").is_ok(), "no gate, no gating");
}

#[test]
fn a_gate_may_use_the_turn_that_asks() {
    let folder = skills(&["a"]);
    let cell: Arc<OnceLock<Arc<Turn>>> = Arc::default();
    let inner = Arc::clone(&cell);
    let session: Session = session(&folder).with_gate(move |_| {
        inner.get().unwrap().end();
        Verdict::Allow
    });
    let turn = Arc::new(session.turn());
    assert!(cell.set(Arc::clone(&turn)).is_ok());
    assert_eq!(turn.load("a").unwrap_err(), Error::InactiveTurn);
    assert!(selected(&turn).is_empty());
}

#[test]
fn a_shadowed_definition_is_selected_by_its_root_and_only_so() {
    let folder = repertoire_fs::testkit::Folder::with(
        "one/tide/SKILL.md skill tide: First.\ntwo/tide/SKILL.md skill tide: Second.\ntwo/moon/SKILL.md skill moon: Moon.",
    );
    let turn = Session::new(options(&folder, &["one", "two"])).turn();
    assert_eq!(turn.load("two:tide").unwrap().name, "two:tide");
    assert_eq!(turn.load("two:moon").unwrap().name, "moon");
    assert_eq!(turn.load("tide").unwrap().name, "tide");
    let carried = request(&turn);
    assert_eq!(
        ids(&carried),
        ["skill-catalog", "skill-selected-tide", "skill-selected-moon", "skill-selected-two:tide"]
    );
    let path = find(&carried, "skill-selected-two:tide").skill.clone().unwrap().path.clone();
    assert_eq!(path, folder.join("two/tide/SKILL.md"));
}
