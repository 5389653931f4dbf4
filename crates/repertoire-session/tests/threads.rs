//! Turns on several threads: isolated from one another, whole within themselves.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::sync::{Arc, Barrier};
use std::thread;

use repertoire_session::{Role, Session, Turn, Verdict};
use support::{ids, request, selected, session, skills};

#[test]
fn sessions_and_turns_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Session>();
    shared::<Turn>();
}

#[test]
fn parent_and_child_interleave_and_never_see_each_other() {
    let own = [["p0", "p1", "p2", "p3"], ["c0", "c1", "c2", "c3"]];
    let folder = skills(&own.concat());
    let parent = session(&folder).turn();
    let child = parent.child(Role::new("child"));
    let barrier = Barrier::new(2);
    let drive = |turn: &Turn, names: &[&str; 4]| {
        for at in 0..names.len() {
            barrier.wait();
            assert!(turn.load(names[at]).unwrap().newly_selected);
            barrier.wait();
            // Both hold as many by now; each sees its own.
            assert_eq!(selected(turn), names[..=at]);
            let carried = request(turn);
            let wanted = names[..=at].iter().map(|name| format!("skill-selected-{name}"));
            let wanted: Vec<String> = std::iter::once("skill-catalog".to_owned()).chain(wanted).collect();
            assert_eq!(ids(&carried), wanted);
        }
        barrier.wait();
    };
    thread::scope(|scope| {
        scope.spawn(|| drive(&child, &own[1]));
        scope.spawn(|| drive(&parent, &own[0]));
    });
    parent.end();
    assert_eq!(selected(&child), own[1]);
}

#[test]
fn of_two_loads_at_once_one_selects() {
    let folder = skills(&["a requires b", "b"]);
    let barrier = Arc::new(Barrier::new(2));
    let inner = Arc::clone(&barrier);
    // Both are past the first look when the gate is asked for `b`, and wait for each other there.
    let gated = session(&folder).with_gate(move |asked| {
        if asked.skill.metadata.name == "b" {
            inner.wait();
        }
        Verdict::Allow
    });
    let turn = gated.turn();
    let newly: Vec<bool> = thread::scope(|scope| {
        let loads = [0, 1].map(|_| scope.spawn(|| turn.load("a").unwrap()));
        loads.map(|load| load.join().unwrap()).into_iter().map(|loaded| loaded.newly_selected).collect()
    });
    assert_eq!(newly.iter().filter(|newly| **newly).count(), 1);
    assert_eq!(selected(&turn), ["a", "b"]);
}

#[test]
fn of_two_loads_for_the_last_place_one_gets_it() {
    let names: Vec<String> = (0..=repertoire_session::MAX_SELECTIONS).map(|n| format!("s{n:02}")).collect();
    let folder = skills(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let barrier = Arc::new(Barrier::new(2));
    let inner = Arc::clone(&barrier);
    let last = names[31..].to_vec();
    // Both have found a place free when the gate is asked, and wait for each other there.
    let gated = session(&folder).with_gate(move |asked| {
        if last.contains(&asked.skill.metadata.name) {
            inner.wait();
        }
        Verdict::Allow
    });
    let turn = gated.turn();
    for name in &names[..31] {
        turn.load(name).unwrap();
    }
    let refused: Vec<&str> = thread::scope(|scope| {
        let loads = [&names[31], &names[32]].map(|name| scope.spawn(|| turn.load(name)));
        loads.into_iter().filter_map(|load| Some(load.join().unwrap().err()?.kind())).collect()
    });
    assert_eq!(refused, ["selection-limit"]);
    assert_eq!(selected(&turn).len(), 32);
}

#[test]
fn the_limit_holds_under_many_threads() {
    let names: Vec<String> = (0..40).map(|n| format!("s{n:02}")).collect();
    let folder = skills(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let turn = session(&folder).turn();
    let refused: usize = thread::scope(|scope| {
        let threads: Vec<_> = names
            .chunks(10)
            .map(|part| {
                let turn = &turn;
                scope.spawn(move || part.iter().filter(|name| turn.load(name).is_err()).count())
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((selected(&turn).len(), refused), (repertoire_session::MAX_SELECTIONS, 8));
}
