//! Laws: whatever happens in whatever order, the invariants of turns and requests hold.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;
use repertoire_fs::testkit::Folder;
use repertoire_session::{
    Kind, MAX_BODIES, MAX_BODY, MAX_SELECTIONS, MAX_WARNING, MAX_WARNINGS, Role, Session, Turn,
};
use support::{body, request, selected, skills, write};

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Something that happens.
#[derive(Clone, Debug)]
enum Happens {
    Load(&'static str),
    /// A body of so many characters is written, which requires another skill.
    Write(&'static str, usize, &'static str),
    Break(&'static str),
    Delete(&'static str),
    End,
}

fn happens() -> impl Strategy<Value = Happens> {
    let name = || select(NAMES.as_slice());
    prop_oneof![
        6 => name().prop_map(Happens::Load),
        6 => (name(), prop_oneof![0..40_usize, 30_000..70_000_usize], name())
            .prop_map(|(name, size, other)| Happens::Write(name, size, other)),
        1 => name().prop_map(Happens::Break),
        1 => name().prop_map(Happens::Delete),
        1 => Just(Happens::End),
    ]
}

/// What is on the disk: the body of each valid skill.
type Disk = BTreeMap<&'static str, String>;

fn apply(step: &Happens, nth: usize, folder: &Folder, turn: &mut Turn, session: &Session, disk: &mut Disk) {
    match step {
        Happens::Load(name) => {
            let before = selected(turn);
            match turn.load(name) {
                Ok(loaded) => {
                    assert!(selected(turn).contains(&(*name).to_owned()));
                    assert_eq!(loaded.newly_selected, !loaded.events.is_empty());
                }
                Err(_) => assert_eq!(selected(turn), before),
            }
        }
        Happens::Write(name, size, other) => {
            let text = format!("{nth} {}", "ü".repeat(*size));
            write(folder, name, &format!("requires: [{other}]\n"), &text);
            disk.insert(name, text);
        }
        Happens::Break(name) => {
            folder.add(&format!("skills/{name}/SKILL.md = broken"));
            disk.remove(name);
        }
        Happens::Delete(name) => {
            let _ = std::fs::remove_dir_all(folder.join("skills").join(name));
            disk.remove(name);
        }
        Happens::End => *turn = session.turn(),
    }
}

fn holds(turn: &Turn, session: &Session, disk: &Disk) {
    let carried = request(turn);
    let again = request(turn);
    assert_eq!(carried.contributions, again.contributions, "deterministic");
    assert_eq!(carried.omitted, again.omitted);

    let ids: BTreeSet<&str> = carried.contributions.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids.len(), carried.contributions.len(), "no duplicates");
    let names = selected(turn);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(names.len() <= MAX_SELECTIONS);

    let of_kind = |kind: Kind| carried.contributions.iter().filter(move |one| one.kind == kind);
    let of_catalog: Vec<String> =
        session.catalog().entries.iter().map(|entry| entry.metadata.name.clone()).collect();
    let positions: Vec<usize> = of_kind(Kind::Selected)
        .map(|one| {
            let name = one.id.strip_prefix("skill-selected-").unwrap();
            assert_eq!(body(one), disk[name], "the body of now");
            of_catalog.iter().position(|other| other == name).unwrap()
        })
        .collect();
    assert!(positions.is_sorted(), "catalog order: {positions:?}");
    let places: Vec<usize> =
        names.iter().filter_map(|name| of_catalog.iter().position(|other| other == name)).collect();
    assert!(places.is_sorted(), "selections too: {places:?}");

    let lengths: Vec<usize> = of_kind(Kind::Selected).map(|one| body(one).chars().count()).collect();
    assert!(lengths.iter().all(|length| *length <= MAX_BODY));
    assert!(lengths.iter().sum::<usize>() <= MAX_BODIES);
    let warnings: Vec<usize> = of_kind(Kind::Warning).map(|one| one.characters()).collect();
    assert!(warnings.iter().all(|length| *length <= MAX_WARNING));
    assert!(warnings.iter().sum::<usize>() <= MAX_WARNINGS);
    assert_eq!(lengths.len() + carried.failures.len(), names.len(), "each is carried or told of");
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn any_sequence_keeps_the_invariants(steps in prop::collection::vec(happens(), 1..16)) {
        let folder = skills(&NAMES);
        let session = support::session(&folder);
        let mut disk: Disk = NAMES.map(|name| (name, format!("Do {name}.\n"))).into();
        let mut turn = session.turn();
        for (nth, step) in steps.iter().enumerate() {
            apply(step, nth, &folder, &mut turn, &session, &mut disk);
            holds(&turn, &session, &disk);
        }
    }

    #[test]
    fn parent_and_child_are_as_each_would_be_alone(
        steps in prop::collection::vec((any::<bool>(), select(NAMES.as_slice())), 1..20),
    ) {
        let folder = skills(&["a requires f", "b", "c requires a", "d", "e requires nobody", "f requires c"]);
        let session = support::session(&folder);
        let parent = session.turn();
        let child = parent.child(Role::new("child"));
        let alone = [session.turn(), session.turn()];
        for (of_child, name) in &steps {
            let together = if *of_child { &child } else { &parent }.load(name);
            prop_assert_eq!(together, alone[usize::from(*of_child)].load(name));
        }
        for (one, other) in [&parent, &child].into_iter().zip(&alone) {
            prop_assert_eq!(one.selections(), other.selections());
            prop_assert_eq!(request(one).contributions, request(other).contributions);
        }
    }

    #[test]
    fn the_order_of_loads_does_not_show(order in Just(NAMES.to_vec()).prop_shuffle()) {
        let folder = skills(&["a requires f", "b", "c requires a", "d", "e", "f requires c"]);
        let session = support::session(&folder);
        let (one, other) = (session.turn(), session.turn());
        for (name, shuffled) in NAMES.iter().zip(&order) {
            one.load(name).unwrap();
            other.load(shuffled).unwrap();
        }
        prop_assert_eq!(one.selections(), other.selections());
        prop_assert_eq!(request(&one).contributions, request(&other).contributions);
    }
}
