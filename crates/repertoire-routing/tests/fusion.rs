//! Laws of fusion, and each of its diagnostics.

use proptest::prelude::*;
use repertoire_diagnostic::Severity;
use repertoire_routing::{Card, Plan, fuse};
use repertoire_schema::Risk;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
struct Owned {
    name: String,
    requires: Vec<String>,
    risk: Option<Risk>,
}

fn cards(skills: &[Owned]) -> Vec<Card<'_>> {
    skills
        .iter()
        .map(|skill| Card { requires: &skill.requires, risk: skill.risk, ..Card::new(&skill.name, "") })
        .collect()
}

/// Skills by lines such as `reconcile: extract normalize`, `!` for high risk, `?` for medium.
fn skills(lines: &[&str]) -> Vec<Owned> {
    let skill = |line: &&str| {
        let (name, requires) = line.split_once(':').unwrap_or((line, ""));
        let risk = match name.chars().last() {
            Some('!') => Some(Risk::High),
            Some('?') => Some(Risk::Medium),
            _ => None,
        };
        let requires = requires.split_whitespace().map(str::to_owned).collect();
        Owned { name: name.trim_end_matches(['!', '?']).to_owned(), requires, risk }
    };
    lines.iter().map(skill).collect()
}

fn names(plan: &Plan) -> Vec<&str> {
    plan.steps.iter().map(|step| step.name.as_str()).collect()
}

fn said(plan: &Plan) -> Vec<(&str, &str)> {
    plan.diagnostics.iter().map(|diagnostic| (diagnostic.id(), diagnostic.message.as_str())).collect()
}

fn library() -> impl Strategy<Value = (Vec<Owned>, Vec<String>)> {
    let name = || (0..14u8).prop_map(|number| format!("s{number:02}"));
    let risk = prop::option::of(prop::sample::select(vec![Risk::Low, Risk::Medium, Risk::High]));
    let skill = (prop::collection::vec(name(), 0..4), risk);
    let skills = prop::collection::vec(skill, 0..12).prop_map(|skills| {
        let skill =
            |(number, (requires, risk)): (usize, _)| Owned { name: format!("s{number:02}"), requires, risk };
        skills.into_iter().enumerate().map(skill).collect::<Vec<_>>()
    });
    (skills, prop::collection::vec(name(), 0..5))
}

/// Everything that a skill leads to, itself left out unless it leads back.
fn reach(skills: &[Owned], from: usize) -> BTreeSet<usize> {
    let place = |name: &str| skills.iter().position(|skill| skill.name == name);
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for to in skills[at].requires.iter().filter_map(|name| place(name)) {
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_plan_is_closed_and_holds_nothing_else((skills, selected) in library()) {
        let cards = cards(&skills);
        let plan = fuse(selected.iter().map(String::as_str), &cards);
        let mut expected = BTreeSet::new();
        for (at, skill) in skills.iter().enumerate() {
            if selected.contains(&skill.name) {
                expected.insert(at);
                expected.extend(reach(&skills, at));
            }
        }
        let members: Vec<usize> = plan.steps.iter().map(|step| step.position).collect();
        prop_assert_eq!(members.iter().copied().collect::<BTreeSet<_>>(), expected);
        prop_assert_eq!(members.len(), members.iter().collect::<BTreeSet<_>>().len());
        let known: BTreeSet<&str> = skills.iter().map(|skill| skill.name.as_str()).collect();
        let unknown: BTreeSet<&str> = selected.iter().map(String::as_str).filter(|name| !known.contains(name)).collect();
        prop_assert_eq!(plan.unknown.iter().map(|unknown| unknown.name.as_str()).collect::<BTreeSet<_>>(), unknown);
    }

    #[test]
    fn what_is_required_comes_first_unless_they_require_one_another((skills, selected) in library()) {
        let cards = cards(&skills);
        let plan = fuse(selected.iter().map(String::as_str), &cards);
        let order: BTreeMap<usize, usize> = plan.steps.iter().enumerate().map(|(nth, step)| (step.position, nth)).collect();
        for member in order.keys() {
            for required in reach(&skills, *member) {
                let circle = reach(&skills, required).contains(member);
                prop_assert!(circle || order[&required] < order[member]);
            }
        }
        let circles = order.keys().any(|member| reach(&skills, *member).iter().any(|other| other != member && reach(&skills, *other).contains(member)));
        prop_assert_eq!(circles, plan.diagnostics.iter().any(|diagnostic| diagnostic.id() == "requires-cycle"));
        if !circles {
            // Of those that may come next, always the first of the catalog.
            let mut placed = BTreeSet::new();
            for step in &plan.steps {
                let ready = |member: &&usize| !placed.contains(*member) && reach(&skills, **member).iter().all(|to| to == *member || placed.contains(to));
                prop_assert_eq!(order.keys().find(ready), Some(&step.position));
                placed.insert(step.position);
            }
        }
    }

    #[test]
    fn a_plan_of_a_plan_is_the_same((skills, selected) in library()) {
        let cards = cards(&skills);
        let plan = fuse(selected.iter().map(String::as_str), &cards);
        let again = fuse(names(&plan), &cards);
        prop_assert_eq!(names(&plan), names(&again));
        prop_assert_eq!(&plan.diagnostics, &again.diagnostics);
        prop_assert_eq!(plan.risk, again.risk);
        let reversed: Vec<&str> = names(&plan).into_iter().rev().collect();
        let turned = fuse(reversed, &cards);
        prop_assert_eq!(names(&plan), names(&turned));
    }

    #[test]
    fn risk_is_the_highest_and_reasons_are_true((skills, selected) in library()) {
        let cards = cards(&skills);
        let plan = fuse(selected.iter().map(String::as_str), &cards);
        let highest = plan.steps.iter().filter_map(|step| skills[step.position].risk).max();
        prop_assert_eq!(plan.risk.map(|(risk, _)| risk), highest);
        if let Some((risk, member)) = plan.risk {
            let first = plan.steps.iter().find(|step| skills[step.position].risk == Some(risk)).map(|step| step.position);
            prop_assert_eq!(Some(member), first);
        }
        for step in &plan.steps {
            prop_assert_eq!(step.because.selected, selected.contains(&step.name));
            let by: Vec<&str> = skills
                .iter()
                .filter(|skill| skill.name != step.name && skill.requires.contains(&step.name) && names(&plan).contains(&skill.name.as_str()))
                .map(|skill| skill.name.as_str())
                .collect();
            prop_assert_eq!(&step.because.required_by, &by);
            prop_assert!(step.because.selected || !by.is_empty());
        }
    }
}

#[test]
fn requirements_come_first_each_once_with_the_reason() {
    let skills = skills(&["reconcile: extract normalize", "report: normalize", "normalize", "extract?"]);
    let plan = fuse(["report", "reconcile", "report"], &cards(&skills));
    assert_eq!(names(&plan), ["normalize", "report", "extract", "reconcile"]);
    let because: Vec<String> = plan.steps.iter().map(|step| step.because.to_string()).collect();
    assert_eq!(because, ["required by reconcile, report", "selected", "required by reconcile", "selected"]);
    assert_eq!(plan.risk, Some((Risk::Medium, 3)));
    assert!(plan.diagnostics.is_empty());
    let plan = fuse(["normalize", "report"], &cards(&skills));
    assert_eq!(plan.steps[0].because.to_string(), "selected, and required by report");
}

#[test]
fn an_unknown_requirement_names_the_nearest_and_stops_nothing() {
    let skills = skills(&["reconcile: normalise extract nothing-alike", "extract", "normalize"]);
    let mut cards = cards(&skills);
    cards[0].path = "reconcile/SKILL.md";
    let plan = fuse(["reconcile"], &cards);
    assert_eq!(names(&plan), ["extract", "reconcile"]);
    assert_eq!(
        said(&plan),
        [
            ("requires-unknown", "`reconcile` requires `normalise`, which is not there"),
            ("requires-unknown", "`reconcile` requires `nothing-alike`, which is not there"),
        ]
    );
    assert_eq!(plan.diagnostics[0].help.as_deref(), Some("did you mean `normalize`? Else add the skill"));
    assert_eq!(plan.diagnostics[1].help.as_deref(), Some("correct the name, or add the skill"));
    assert_eq!(plan.diagnostics[0].path.as_deref(), Some("reconcile/SKILL.md"));
    assert_eq!(plan.diagnostics[0].severity, Severity::Warning);
}

#[test]
fn an_unknown_selection_names_the_nearest() {
    let skills = skills(&["reconcile"]);
    let plan = fuse(["reconcil", "reconcil"], &cards(&skills));
    assert!(plan.steps.is_empty() && plan.risk.is_none());
    assert_eq!(plan.unknown.len(), 1);
    assert_eq!(
        (plan.unknown[0].name.as_str(), plan.unknown[0].nearest.as_deref()),
        ("reconcil", Some("reconcile"))
    );
}

#[test]
fn the_nearest_is_looked_for_only_for_the_first_unknown_names() {
    let skills = skills(&["reconcile"]);
    let names: Vec<String> = (10..50).map(|at| format!("reconcil-{at}")).collect();
    let plan = fuse(names.iter().map(String::as_str), &cards(&skills));
    let near: Vec<bool> = plan.unknown.iter().map(|unknown| unknown.nearest.is_some()).collect();
    assert_eq!(near, [[true; 32].as_slice(), &[false; 8]].concat());
}

#[test]
fn itself_and_twice_are_said() {
    let skills = skills(&["a: a b b b", "b"]);
    let plan = fuse(["a"], &cards(&skills));
    assert_eq!(names(&plan), ["b", "a"]);
    assert_eq!(
        said(&plan),
        [("requires-self", "`a` requires itself"), ("requires-duplicate", "`a` requires `b` more than once")]
    );
}

#[test]
fn a_cycle_is_spelled_out_and_its_members_load() {
    let skills = skills(&["a: b", "b: c d", "c: a", "d", "e: a"]);
    let plan = fuse(["e"], &cards(&skills));
    assert_eq!(names(&plan), ["d", "a", "b", "c", "e"]);
    assert_eq!(
        said(&plan),
        [("requires-cycle", "skills require one another in a circle: `a` -> `b` -> `c` -> `a`")]
    );
}

#[test]
fn a_deep_chain_is_said_once_from_its_top() {
    let flat = skills(&["a: b", "b: c", "c"]);
    assert!(fuse(["a"], &cards(&flat)).diagnostics.is_empty());
    let deep = skills(&["a: b", "b: c", "c: d", "d", "x: b"]);
    let plan = fuse(["a", "b"], &cards(&deep));
    assert_eq!(said(&plan), [("requires-deep", "a chain of 4 skills: `a` -> `b` -> `c` -> `d`")]);
    assert_eq!(names(&plan), ["d", "c", "b", "a"]);
    let long: Vec<String> =
        (0..40).map(|at| format!("s{at}: s{}", at + 1)).chain(["s40".to_owned()]).collect();
    let long = skills(&long.iter().map(String::as_str).collect::<Vec<_>>());
    let plan = fuse(["s0"], &cards(&long));
    assert_eq!(plan.diagnostics.len(), 1);
    assert!(
        plan.diagnostics[0].message.starts_with("a chain of 41 skills: `s0` -> `s1`")
            && plan.diagnostics[0].message.ends_with("-> …")
    );
}

#[test]
fn the_first_of_a_name_has_it() {
    let skills = skills(&["a!", "a?", "b: a"]);
    let plan = fuse(["b"], &cards(&skills));
    assert_eq!(plan.steps[0].position, 0);
    assert_eq!(plan.risk, Some((Risk::High, 0)));
}
