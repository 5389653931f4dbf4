//! Which fixes are applied together, and when they are not.

use super::*;
use crate::check;
use crate::fix::source;
use crate::profile::{AGENT_SKILLS, AUTOLITH};
use repertoire_diagnostic::{Fix, Kind, Span};

fn document(fields: &str) -> String {
    format!("---\nname: tide\ndescription: Use when asked.\n{fields}---\nBody.\n")
}

/// The rules of the fixes that one round applies, of diagnostics with these rules and edits.
fn rules(text: &str, fixes: &[(&'static str, Fix)], at_most: Applicability) -> Vec<String> {
    let found: Vec<Diagnostic> = fixes
        .iter()
        .map(|(rule, fix)| {
            Diagnostic::new(Kind::InvalidSyntax, Severity::Error, "x").with_rule(*rule).with_fix(fix.clone())
        })
        .collect();
    let round = round(text, &source(text), &found, &AGENT_SKILLS, &Options::default(), at_most);
    round.map(|(_, rules)| rules).unwrap_or_default()
}

#[test]
fn fixes_that_touch_wait_for_the_next_round() {
    let text = document("# abcdefgh\n");
    let at = text.find("abcdefgh").map_or(0, |at| at + 3);
    let fix = |from: usize, to: usize| Fix::safe(vec![Edit::new(Span::new(from, to), "")]);
    let first = ("first", fix(at, at + 2));
    for (what, second, together) in [
        ("far before", fix(at - 3, at - 1), true),
        ("up to it", fix(at - 3, at), false),
        ("over its start", fix(at - 1, at + 1), false),
        ("the same", fix(at, at + 2), false),
        ("around it", fix(at - 1, at + 3), false),
        ("inside it", fix(at + 1, at + 1), false),
        ("from its end on", fix(at + 2, at + 3), false),
        ("far behind", fix(at + 3, at + 4), true),
    ] {
        let expected: &[&str] = if together { &["first", "second"] } else { &["first"] };
        assert_eq!(
            rules(&text, &[first.clone(), ("second", second)], Applicability::Safe),
            expected,
            "{what}"
        );
    }
}

#[test]
fn fixes_that_are_less_safe_are_left_out() {
    let text = document("# abcdefgh\n");
    let at = text.find("abcdefgh").unwrap_or(0);
    let edit = |at: usize| vec![Edit::new(Span::new(at, at + 1), "")];
    let fixes = [("unsafe", Fix::r#unsafe(edit(at))), ("safe", Fix::safe(edit(at + 4)))];
    assert_eq!(rules(&text, &fixes, Applicability::Safe), ["safe"]);
    assert_eq!(rules(&text, &fixes, Applicability::Unsafe), ["unsafe", "safe"]);
    assert_eq!(rules(&text, &fixes[..1], Applicability::Safe), Vec::<String>::new());
}

#[test]
fn fixes_that_together_break_a_law_are_applied_one_by_one() {
    let text = document("# abcdefgh\n");
    let body = text.find("Body").unwrap_or(0);
    let at = text.find("abcdefgh").unwrap_or(0);
    let edit = |at: usize| Fix::safe(vec![Edit::new(Span::new(at, at + 1), "")]);
    assert_eq!(rules(&text, &[("first", edit(at)), ("body", edit(body))], Applicability::Safe), ["first"]);
}

#[test]
fn together_fixes_leave_fewer_findings_and_none_of_another_rule() {
    let three = document("license: 1\ncompatibility: 2\nmetadata:\n  a: 3\n");
    let one = document("license: '1'\ncompatibility: '2'\nmetadata:\n  a: 3\n");
    let mixed = document("harbour: x\nlicense: 1\nmetadata: {a: 1}\n");
    let flow = document("license: '1'\ncompatibility: '2'\nmetadata: {a: b}\n");
    for (what, text, next, profile, holds) in [
        ("all mended", &three, document("license: '1'\n"), &AGENT_SKILLS, true),
        ("two mended", &three, one, &AGENT_SKILLS, true),
        ("nothing mended", &three, three.clone(), &AGENT_SKILLS, false),
        ("another rule", &three, flow, &AGENT_SKILLS, false),
        ("more errors", &mixed, document("harbour: x\nport: x\n"), &AGENT_SKILLS, false),
        ("as many errors", &mixed, document("harbour: x\n"), &AGENT_SKILLS, true),
        ("another rule behind the first error", &three, document("port: x\n"), &AUTOLITH, true),
        ("another body", &three, document("").replace("Body", "Text"), &AGENT_SKILLS, false),
        ("no frontmatter", &three, "Body.\n".to_owned(), &AUTOLITH, false),
        ("another name", &three, document("").replace("name: tide", "name: ebb"), &AUTOLITH, false),
        ("another description", &three, document("").replace("asked", "told"), &AGENT_SKILLS, false),
    ] {
        let found = check(&source(text), profile).diagnostics;
        let composed = compose(text, &next, &source(text), &found, profile, &Options::default());
        assert_eq!(composed, holds, "{what}: {found:#?}");
    }
}

#[test]
fn an_unsafe_fix_among_them_may_change_what_is_read() {
    let text = document("licence: x\n").replace("asked", "asked: now");
    let next = document("license: x\n").replace("asked", "told");
    let found = check(&source(&text), &AGENT_SKILLS).diagnostics;
    assert!(
        found
            .iter()
            .filter_map(|found| found.fix.as_ref())
            .any(|fix| fix.applicability == Applicability::Unsafe)
    );
    assert!(compose(&text, &next, &source(&text), &found, &AGENT_SKILLS, &Options::default()));
}

#[test]
fn a_source_that_gets_its_fences_gets_a_body() {
    let text = document("").replacen("---\n", "", 1).replacen("---\n", "\n", 1);
    let found = check(&source(&text), &AGENT_SKILLS).diagnostics;
    assert_eq!(found[0].id(), "fence-missing", "{text:?}");
    assert!(compose(&text, &document(""), &source(&text), &found, &AGENT_SKILLS, &Options::default()));
}

#[test]
fn fixes_are_applied_though_a_check_would_leave_them_out() {
    let text = document("license: 1.0\n");
    let options = Options { fixes: false, ..Options::default() };
    let fixed = apply_fixes(&source(&text), &AGENT_SKILLS, &options, Applicability::Safe);
    assert_eq!(fixed.map(|fixed| fixed.text), Some(document("license: '1.0'\n")));
    assert_eq!(apply_fixes(&source(&document("")), &AGENT_SKILLS, &options, Applicability::Unsafe), None);
}
