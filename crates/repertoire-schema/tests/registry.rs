//! Every example of the registry is run: the failing source gives its rule and no other, the
//! passing one gives nothing, and the fix makes the one of the other.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

use repertoire_diagnostic::{Applicability, Diagnostic, apply};
use repertoire_schema::profile::Levels;
use repertoire_schema::rules::{Info, Level, Rule, Sample};
use repertoire_schema::{
    Checked, Files, Format, Member, Options, Profile, Source, apply_fixes, check_together, check_with,
    profile,
};
use std::collections::BTreeSet;

fn profile_of(info: &Info) -> &'static Profile {
    profile::by_name(info.example.profile).expect("the profile of an example")
}

fn judge(info: &Info, sample: &Sample) -> (Checked, Vec<Diagnostic>) {
    judge_at(info, sample, &profile_of(info).levels)
}

fn judge_at(info: &Info, sample: &Sample, levels: &Levels) -> (Checked, Vec<Diagnostic>) {
    let profile = profile_of(info);
    let path = sample.path();
    let files = sample.beside;
    let options = Options { files: Some(&files as &dyn Files), levels: Some(levels), ..Options::default() };
    let checked = check_with(&sample.source(&path), profile, &options);
    let mut found = checked.diagnostics.clone();

    // The skills of the root, the neighbours first: the first of a name has it.
    let neighbours: Vec<(String, Checked)> = info
        .example
        .neighbours
        .iter()
        .map(|(directory, text)| {
            let path = format!("other/{directory}/SKILL.md");
            let source = Source {
                path: &path,
                directory: Some(directory),
                format: Format::AgentSkill,
                bytes: text.as_bytes(),
            };
            let checked = check_with(&source, profile, &Options::default());
            assert_eq!(checked.diagnostics, [], "{}: a neighbour", info.id);
            (path, checked)
        })
        .collect();
    let mut members: Vec<Member<'_>> = neighbours
        .iter()
        .filter_map(|(path, checked)| {
            let metadata = &checked.skill.as_ref()?.metadata;
            Some(Member { path, root: 0, metadata, places: &checked.places })
        })
        .collect();
    if let Some(skill) = &checked.skill {
        // Names are near only between roots.
        let root = usize::from(info.id == Rule::NameNear.id());
        members.push(Member { path: &path, root, metadata: &skill.metadata, places: &checked.places });
    }
    found.extend(check_together(&members, levels).into_iter().map(|(_, diagnostic)| diagnostic));
    (checked, found)
}

fn ids(found: &[Diagnostic]) -> BTreeSet<String> {
    found.iter().map(|diagnostic| diagnostic.id().to_owned()).collect()
}

#[test]
fn failing_examples_give_their_rule_and_no_other() {
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let info = rule.info();
        let (_, found) = judge(info, &info.example.failing);
        if ids(&found) != BTreeSet::from([info.id.to_owned()]) {
            wrong.push(format!("{}: {found:#?}", info.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_rule_is_looked_for_alone_and_at_the_level_it_is_given() {
    for rule in Rule::ALL {
        let info = rule.info();
        let at = |level| {
            let (_, found) = judge_at(info, &info.example.failing, &Levels::silent().with(&[(*rule, level)]));
            let mut found: Vec<_> = found.into_iter().filter(|found| found.id() == info.id).collect();
            found.dedup_by_key(|found| found.severity);
            found.into_iter().map(|found| found.severity).collect::<Vec<_>>()
        };
        for level in [Level::Error, Level::Warning, Level::Hint, Level::Off] {
            let level_in_force = if info.essential { Level::Error } else { level };
            let expected: Vec<_> = level_in_force.severity().into_iter().collect();
            assert_eq!(at(level), expected, "{} as {}", info.id, level.as_str());
        }
    }
}

#[test]
fn passing_examples_give_nothing() {
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let info = rule.info();
        // Whether a name is taken, or near another, depends on the others, not on the source.
        if matches!(rule, Rule::NameTaken | Rule::NameNear) {
            continue;
        }
        let (checked, found) = judge(info, &info.example.passing);
        if !found.is_empty() || !checked.is_valid() {
            wrong.push(format!("{}: {found:#?}", info.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fixes_make_the_passing_example_of_the_failing_one() {
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let info = rule.info();
        let (_, found) = judge(info, &info.example.failing);
        let fix = found.iter().find_map(|diagnostic| diagnostic.fix.as_ref());
        let Some((applicability, _)) = info.fix else {
            if fix.is_some() {
                wrong.push(format!("{}: has a fix that its page does not tell of", info.id));
            }
            continue;
        };
        let Some(fix) = fix else {
            wrong.push(format!("{}: no fix: {found:#?}", info.id));
            continue;
        };
        let failing = std::str::from_utf8(info.example.failing.bytes).expect("a source with a fix is UTF-8");
        let passing = std::str::from_utf8(info.example.passing.bytes).expect("what a fix makes is UTF-8");
        let path = info.example.failing.path();
        let all = apply_fixes(
            &info.example.failing.source(&path),
            profile_of(info),
            &Options::default(),
            Applicability::Unsafe,
        );
        if fix.applicability != applicability {
            wrong.push(format!("{}: the fix is {:?}", info.id, fix.applicability));
        }
        let once = apply(failing, &fix.edits).expect("edits of a report apply");
        let all = all.map(|fixed| fixed.text);
        if once != passing || all.as_deref() != Some(passing) {
            wrong.push(format!("{}: once {once:?}\nall {all:?}\nwanted {passing:?}", info.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_page_of_rules_is_current() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("docs/rules.md");
    let page = repertoire_schema::rules::page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == page, "docs/rules.md is not current; run this test with BLESS=1");
}
