//! Fixes that break a law are not offered: each law by a made-up fix that breaks it alone.

use super::*;
use crate::check;
use crate::fix::source;
use crate::profile::AGENT_SKILLS;
use repertoire_diagnostic::{Edit, Span};
use repertoire_frontmatter::parse_fields;

/// Whether a fix of a rule that puts texts in the place of others holds its laws.
fn offered(text: &str, rule: Rule, replacements: &[(&str, &str)], expect: Expect) -> bool {
    let edits = replacements.iter().map(|(old, new)| {
        let start = text.find(old).unwrap_or(text.len() + 1);
        Edit::new(Span::new(start, start + old.len()), *new)
    });
    let fix = Fix::safe(edits.collect());
    let (source, options) = (source(text), Options::default());
    let mut judge = Judge {
        profile: &AGENT_SKILLS,
        source: &source,
        options: &options,
        findings: Findings::new(source.path, &AGENT_SKILLS.levels),
        reach: Reach::Whole,
    };
    let (_, read, _) = agent_skill(&mut judge, source.bytes);
    read.is_some_and(|read| holds(&judge, &read, &Candidate { index: 0, rule, fix, expect }))
}

const COLON: &str = "---\nname: tide\ndescription: Use when: asked\nlicense: 1.0\n---\nBody.\n";

#[test]
fn a_fix_that_holds_its_laws_is_offered() {
    let quoted = [("Use when: asked", "'Use when: asked'")];
    assert!(offered(COLON, Rule::YamlColon, &quoted, Expect::Same));
    assert!(offered(COLON, Rule::YamlColon, &quoted, Expect::Field("name".into())));
    let other = [("Use when: asked", "Use if asked")];
    assert!(offered(COLON, Rule::YamlColon, &other, Expect::Field("description".into())));
}

#[test]
fn a_fix_that_breaks_a_law_is_not() {
    for (broken, rule, replacements, expect) in [
        ("it does not apply", Rule::YamlColon, [("nowhere", "x")].as_slice(), Expect::Same),
        ("it changes nothing", Rule::YamlColon, &[("Use when", "Use when")], Expect::Same),
        ("its rule fires as before", Rule::YamlColon, &[("1.0", "'1.0'")], Expect::Same),
        ("a value is another", Rule::YamlColon, &[("Use when: asked", "Use if asked")], Expect::Same),
        (
            "another rule fires",
            Rule::YamlColon,
            &[("Use when: asked", "'Use when: asked'"), ("license", "harbour: x\nlicense")],
            Expect::Field("harbour".into()),
        ),
        (
            "the body begins elsewhere",
            Rule::FieldNumber,
            &[("license", "---\nlicense")],
            Expect::Field("license".into()),
        ),
        ("there is no frontmatter any more", Rule::YamlColon, &[("---\nname", "name")], Expect::Same),
    ] {
        assert!(!offered(COLON, rule, replacements, expect), "{broken}");
    }
}

#[test]
fn a_fix_that_makes_a_document_makes_one_with_a_description() {
    let open = "---\nname: tide\ndescription: Use when asked.\n\nBody.\n";
    let closed = [("\nBody", "---\nBody")];
    assert!(offered(open, Rule::FenceUnclosed, &closed, Expect::Document));
    assert!(!offered(open, Rule::BodyLong, &closed, Expect::Document), "its rule does not fire less");
    let early = [("description", "---\ndescription")];
    assert!(!offered(open, Rule::FenceUnclosed, &early, Expect::Document), "the description is lost");
}

#[test]
fn proofs_are_bounded_in_number_and_in_bytes() {
    let fixes = |padding: usize| {
        let fields: String = (0..40).map(|at| format!("k{at}: a: b\n")).collect();
        let text = format!(
            "---\nname: tide\ndescription: Use when asked.\n{fields}# {}\n---\nBody.\n",
            "x".repeat(padding)
        );
        check(&source(&text), &AGENT_SKILLS).diagnostics.iter().filter(|found| found.fix.is_some()).count()
    };
    assert_eq!(fixes(0), MOST_PROOFS);
    assert_eq!(fixes(MOST_BYTES / 9), 8, "as many as are read again in a mebibyte");
    assert_eq!(fixes(MOST_BYTES), 1, "and one of a source that is greater");
}

#[test]
fn values_are_the_same_however_they_are_written() {
    let moved = |to| Expect::Moved("b".into(), to);
    let field = || Expect::Field("a".into());
    for (before, after, expect, same) in [
        ("a: 1\nb: x\n", "b: 'x'\na: \"1\"\n", Expect::Same, true),
        ("a: 1\n", "a: 2\n", Expect::Same, false),
        ("a: 1\n", "b: 1\n", Expect::Same, false),
        ("a: 1\nb: 1\n", "a: 1\n", Expect::Same, false),
        ("a: 1\n", "a: 1\nb: 1\n", Expect::Same, false),
        ("a: 1\n", "a: 2\n", Expect::Document, false),
        ("a: 1\na: 2\n", "a: 2\n", Expect::Same, true),
        ("a: 1\na: 2\n", "a: 1\n", Expect::Same, false),
        ("a: 1\nb: 1\n", "a: 2\nb: 1\n", field(), true),
        ("a: 1\nb: 1\n", "b: 1\n", field(), true),
        ("b: 1\n", "a: 1\nb: 1\n", field(), true),
        ("a: 1\nb: 1\n", "a: 2\nb: 2\n", field(), false),
        // Lists and maps by their items, in order.
        ("a: [1, 2]\n", "a:\n  - 1\n  - 2\n", Expect::Same, true),
        ("a: [1, 2]\n", "a: [2, 1]\n", Expect::Same, false),
        ("a: [1, 2]\n", "a: [1]\n", Expect::Same, false),
        ("a: [1]\n", "a: [1, 2]\n", Expect::Same, false),
        ("a: [1]\n", "a: 1\n", Expect::Same, false),
        ("a: {b: 1}\n", "a:\n  b: 1\n", Expect::Same, true),
        ("a: {b: 1}\n", "a: {b: 2}\n", Expect::Same, false),
        ("a: {b: 1}\n", "a: {c: 1}\n", Expect::Same, false),
        ("a: {b: 1}\n", "a: {b: 1, c: 2}\n", Expect::Same, false),
        ("a: {b: 1}\n", "a: [b, 1]\n", Expect::Same, false),
        // What was moved arrived, and what was there is there still.
        ("b: 1\n", "c: 1\n", moved("c"), true),
        ("a: 1\nb: 1\n", "a: 2\nc: 1\n", moved("c"), false),
        ("b: 1\n", "c: 2\n", moved("c"), false),
        ("b: 1\n", "b: 1\n", moved("c"), false),
        ("a: 1\n", "a: 1\nc: 1\n", moved("c"), false),
        ("b: 1\n", "metadata:\n  b: 1\n", moved("metadata"), true),
        ("b: 1\n", "metadata:\n  b: 2\n", moved("metadata"), false),
        ("b: 1\n", "metadata:\n  c: 1\n", moved("metadata"), false),
        ("b: 1\n", "b: 1\n", moved("metadata"), false),
        ("b: 1\nmetadata:\n  a: 1\n", "metadata:\n  a: 1\n  b: 1\n", moved("metadata"), true),
        ("b: 1\nmetadata:\n  a: 1\n", "metadata:\n  b: 1\n", moved("metadata"), false),
        ("b: 1\nmetadata:\n  a: 1\n", "metadata:\n  a: 2\n  b: 1\n", moved("metadata"), false),
        ("b: 1\nmetadata:\n  a: 1\n", "metadata:\n  a: 1\n", moved("metadata"), false),
    ] {
        let (then, now) = (parse_fields(before), parse_fields(after));
        assert_eq!(same_values(then.tree(), now.tree(), &expect), same, "{before:?} {after:?} {expect:?}");
    }
}

#[test]
fn a_comment_is_lost_only_where_there_was_one_and_its_mark_goes() {
    let lost = |text: &str, new: &str| {
        let start = text.find('|').unwrap();
        let text = text.replace('|', "");
        loses_a_comment(&text, &Edit::new(Span::new(start, text.len()), new))
    };
    assert!(lost("a:| b # why", " b"));
    assert!(lost("a: |# why", "b"));
    assert!(!lost("a:| b # why", " 'b' # why"), "it is written again");
    assert!(!lost("a:| b#c", " b"), "no blank stands before it");
    assert!(!lost("a:| b", " c"));
}

#[test]
fn tools_are_not_written_anew_around_what_is_broken() {
    let text = |tools: &str| {
        format!("---\nname: tide\ndescription: Use when asked.\nallowed-tools: {tools}\n---\nBody.\n")
    };
    let fixable = |tools: &str| -> Vec<String> {
        let found = check(&source(&text(tools)), &AGENT_SKILLS).diagnostics;
        found.iter().filter(|one| one.fix.is_some()).map(|one| one.id().to_owned()).collect()
    };
    assert_eq!(fixable("Bash(git: log), Read"), ["yaml-colon"]);
    assert_eq!(fixable("Bash(git log), Read"), ["allowed-tools-form"]);
}
