//! What a request is filled by when the catalog has no room for all: names, descriptions, tags and
//! the bodies of now.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::sync::Arc;

use repertoire_routing::{catalog, rank};
use repertoire_session::{Boundary, Session};
use support::{TOOLS, find, session, skills, write};

/// The best skill for a request.
fn best(session: &Session, request: &str) -> Option<String> {
    Some(rank(request, &session.index(&session.catalog())).first()?.name.clone())
}

#[test]
fn bodies_count_as_they_are_now() {
    let folder = skills(&["a"]);
    write(&folder, "b", "", "Mind the barnacles.\n");
    let session = session(&folder);
    assert_eq!(best(&session, "barnacles").as_deref(), Some("b"));
    write(&folder, "b", "", "Mind the anchors.\n");
    assert_eq!(best(&session, "barnacles"), None);
    assert_eq!(best(&session, "anchors").as_deref(), Some("b"));
    std::fs::remove_dir_all(folder.join("skills/b")).unwrap();
    assert_eq!(best(&session, "anchors"), None);
}

#[test]
fn an_index_is_built_once_for_as_long_as_no_source_changes() {
    let folder = skills(&["a", "b"]);
    let session = session(&folder);
    let index = || session.index(&session.catalog());
    let first = index();
    assert!(Arc::ptr_eq(&first, &index()));
    assert!(Arc::ptr_eq(&first, &session.clone().index(&session.catalog())), "clones share it");
    write(&folder, "b", "", "Another body.\n");
    let second = index();
    assert!(!Arc::ptr_eq(&first, &second) && Arc::ptr_eq(&second, &index()));
    std::fs::rename(folder.join("skills/b"), folder.join("skills/c")).unwrap();
    assert!(!Arc::ptr_eq(&second, &index()), "another place is another source");
}

#[test]
fn an_index_that_lacks_a_body_is_not_kept() {
    let folder = skills(&["a", "b"]);
    let session = session(&folder);
    let catalog = session.catalog();
    // The source goes between the look at the catalog and the look at the bodies, and comes back.
    let (at, aside) = (folder.join("skills/b/SKILL.md"), folder.join("aside"));
    std::fs::rename(&at, &aside).unwrap();
    let lacking = session.index(&catalog);
    assert_eq!(lacking.len(), 2);
    std::fs::rename(&aside, &at).unwrap();
    assert!(!Arc::ptr_eq(&lacking, &session.index(&catalog)));
}

#[test]
fn an_index_with_a_body_that_changed_meanwhile_is_not_kept() {
    let folder = skills(&["a"]);
    write(&folder, "b", "", "Mind the barnacles.\n");
    let session = session(&folder);
    let catalog = session.catalog();
    write(&folder, "b", "", "Mind the anchors.\n");
    let other = session.index(&catalog);
    assert_eq!(rank("anchors", &other)[0].name, "b", "bodies are those of now");
    write(&folder, "b", "", "Mind the barnacles.\n");
    assert_eq!(best(&session, "anchors"), None);
    assert_eq!(best(&session, "barnacles").as_deref(), Some("b"));
}

#[test]
fn the_query_of_a_boundary_is_weighed_against_bodies_too() {
    let names: Vec<String> = (0..40).map(|n| format!("s{n:02}")).collect();
    let folder = skills(&names.iter().map(String::as_str).collect::<Vec<_>>());
    write(&folder, "s39", "", "Mind the barnacles.\n");
    let turn = session(&folder).turn();
    let small = catalog::Options { budget: 900, ..catalog::Options::default() };
    let plain = turn.request(&Boundary { catalog: small, ..Boundary::new(TOOLS) });
    assert!(plain.omitted.contains(&"s39".to_owned()));
    let asked = turn.request(&Boundary { catalog: small, query: Some("barnacles"), ..Boundary::new(TOOLS) });
    assert!(!asked.omitted.contains(&"s39".to_owned()), "{:?}", asked.omitted);
    assert!(find(&asked, "skill-catalog").text.contains("- s39: Does s39. (file: "));
}
