//! The laws of fixes, on real and mutated sources.
//!
//! After a fix is applied, the file parses, its rule fires less often, no rule fires that did not
//! fire before, the body is the same byte for byte, and safe fixes keep what a lenient reader
//! sees. Applying all of them leaves none, and applying them again changes nothing.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

mod shared;

use proptest::prelude::*;
use repertoire_diagnostic::{Applicability, Diagnostic, apply};
use repertoire_frontmatter::parse;
use repertoire_schema::{Format, Options, Profile, Source, apply_fixes, check, profile};
use std::collections::BTreeMap;

fn source<'a>(directory: &'a str, text: &'a str) -> Source<'a> {
    Source {
        path: "x/SKILL.md",
        directory: Some(directory),
        format: Format::AgentSkill,
        bytes: text.as_bytes(),
    }
}

fn counts(found: &[Diagnostic]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in found {
        *counts.entry(diagnostic.id().to_owned()).or_default() += 1;
    }
    counts
}

/// How many fixes held their laws.
fn hold(directory: &str, text: &str, profile: &Profile) -> Result<usize, TestCaseError> {
    let before = check(&source(directory, text), profile);
    let document = parse(text);
    let mut tried = 0;
    for diagnostic in &before.diagnostics {
        let Some(fix) = &diagnostic.fix else { continue };
        tried += 1;
        let fixed = apply(text, &fix.edits).expect("the edits of a report apply to its text");
        let after = check(&source(directory, &fixed), profile);
        let now = parse(&fixed);
        let told = || {
            format!(
                "{} under {}: {text:?} became {fixed:?}\n{:#?}",
                diagnostic.id(),
                profile.name,
                after.diagnostics
            )
        };
        prop_assert!(now.has_frontmatter(), "{}", told());
        let (then, count) = (counts(&before.diagnostics), counts(&after.diagnostics));
        let fires = |counts: &BTreeMap<String, usize>, id: &str| counts.get(id).copied().unwrap_or(0);
        prop_assert!(
            // Where only the first error is shown, the next one comes to light.
            profile.first_error
                || fires(&count, diagnostic.id()) < fires(&then, diagnostic.id())
                || fires(&then, diagnostic.id()) >= 50,
            "the rule still fires: {}",
            told()
        );
        if document.has_frontmatter() {
            prop_assert_eq!(now.body(), document.body(), "{}", told());
            for (id, count) in &count {
                prop_assert!(profile.first_error || *count <= fires(&then, id), "{} is new: {}", id, told());
            }
            if fix.applicability == Applicability::Safe
                && !["description-type", "name-normalization"].contains(&diagnostic.id())
            {
                prop_assert_eq!(&after.name, &before.name, "{}", told());
                prop_assert_eq!(&after.description, &before.description, "{}", told());
            }
        }
    }
    for at_most in [Applicability::Safe, Applicability::Unsafe] {
        if let Some(fixed) = apply_fixes(&source(directory, text), profile, &Options::default(), at_most) {
            let left = check(&source(directory, &fixed.text), profile);
            let more = left
                .diagnostics
                .iter()
                .filter_map(|d| d.fix.as_ref())
                .any(|fix| fix.applicability <= at_most);
            prop_assert!(
                !more,
                "{at_most:?} fixes are left: {text:?} became {:?}\n{:#?}",
                fixed.text,
                left.diagnostics
            );
            prop_assert!(
                apply_fixes(&source(directory, &fixed.text), profile, &Options::default(), at_most).is_none()
            );
            if document.has_frontmatter() {
                prop_assert_eq!(parse(&fixed.text).body(), document.body());
            }
        } else {
            prop_assert!(
                !before
                    .diagnostics
                    .iter()
                    .filter_map(|d| d.fix.as_ref())
                    .any(|fix| fix.applicability <= at_most)
            );
        }
    }
    Ok(tried)
}

/// Frontmatter that is likely to be odd.
fn fields() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just("name".to_owned()),
        Just("description".to_owned()),
        Just("license".to_owned()),
        Just("allowed-tools".to_owned()),
        Just("metadata".to_owned()),
        Just("compatibility".to_owned()),
        Just("licence".to_owned()),
        Just("author".to_owned()),
        Just("version".to_owned()),
        Just("user_invocable".to_owned()),
    ];
    let value = prop_oneof![
        Just("tide".to_owned()),
        Just("Tide Chart".to_owned()),
        Just("Plot tides. Use when: asked".to_owned()),
        Just("[Read, Write]".to_owned()),
        Just("\n  - Read\n  - Bash(git add:*)".to_owned()),
        Just("\n\ta: b\n\tc: d".to_owned()),
        Just("\n  version: 1.10\n  a: b".to_owned()),
        Just("{a: b, c: 010}".to_owned()),
        Just("|\n  one\n  two".to_owned()),
        Just(">-\n  one\n\n  two".to_owned()),
        Just("'it''s'".to_owned()),
        Just("\"a\" b".to_owned()),
        Just("\"open".to_owned()),
        Just("post to #room now".to_owned()),
        Just("".to_owned()),
        Just("1.10".to_owned()),
        Just("\u{200b}x".to_owned()),
        Just("first\nsecond: third".to_owned()),
        "[-a-z:#@'\"\\[\\]{}, .*&!|>%\\\\\u{1}é]{0,24}",
    ];
    let line = prop_oneof![
        8 => (key, value).prop_map(|(key, value)| format!("{key}: {value}\n")),
        1 => Just("<<<<<<< ours\n".to_owned()),
        1 => Just("# comment\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => "[ -~]{0,20}\n",
    ];
    proptest::collection::vec(line, 0..7).prop_map(|lines| lines.concat())
}

fn text() -> impl Strategy<Value = String> {
    let open = prop_oneof![6 => Just("---\n"), 1 => Just("\u{feff}---\n"), 1 => Just("---  \n"), 1 => Just("<!-- x -->\n\n---\n"), 1 => Just("# x\n---\n"), 1 => Just("")];
    let close = prop_oneof![6 => Just("---\n"), 1 => Just("--- \n"), 1 => Just("---# T\n"), 1 => Just("...\n"), 1 => Just("  ---\n"), 1 => Just("")];
    let ends = prop_oneof![4 => Just("\n"), 1 => Just("\r\n")];
    (open, fields(), close, ends).prop_map(|(open, fields, close, end)| {
        format!(
            "{open}name: tide\ndescription: Plot tides. Use when asked.\n{fields}{close}# Body\n\nText.\n"
        )
        .replace('\n', end)
    })
}

/// How many odd sources are tried; `PROPTEST_CASES` changes it.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn fixes_of_odd_sources_hold_their_laws(text in text()) {
        for profile in profile::ALL {
            hold("tide", &text, profile)?;
        }
    }
}

/// A small generator, so that the same mutations are made everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// One or two small faults between the fences.
fn mutated(text: &str, random: &mut Random) -> String {
    const FAULTS: [&str; 16] = [
        ": ", " #", "\"", "'", "[", "}", "\t", "\n", "- ", "@", "*", "\\q", "\u{1}", "---", "\u{200b}",
        "x: y\n",
    ];
    let document = parse(text);
    let range = document.split().frontmatter.range();
    let mut text = text.to_owned();
    for _ in 0..=random.below(2) {
        let mut at = range.start + random.below(range.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        if random.below(4) == 0 && at < text.len() {
            text.remove(at);
        } else {
            text.insert_str(at, FAULTS[random.below(FAULTS.len())]);
        }
    }
    text
}

#[test]
fn fixes_of_real_and_mutated_sources_hold_their_laws() {
    let Some(corpus) = shared::folder("corpus") else { return };
    let mut random = Random(0x5eed);
    let mut tried = 0;
    for folder in ["odd", "skills"] {
        for (at, (path, bytes)) in shared::sources(&corpus.join(folder)).into_iter().enumerate() {
            let Ok(text) = String::from_utf8(bytes) else { continue };
            // Of the plain files, every fourth is taken; bodies are cut, since no fix is there.
            if folder == "skills" && at % 4 != 0 {
                continue;
            }
            let body = parse(&text).split().body.start();
            let end = text[body..].char_indices().nth(200).map_or(text.len(), |(at, _)| body + at);
            let text = &text[..end];
            let directory = shared::directory(&path).unwrap_or_default();
            for text in [text.to_owned(), mutated(text, &mut random)] {
                for profile in [&profile::AGENT_SKILLS, &profile::LOADER] {
                    tried +=
                        hold(directory, &text, profile).unwrap_or_else(|error| panic!("{path}: {error}"));
                }
            }
        }
    }
    println!("{tried} fixes tried");
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn a_recovered_value_is_judged_like_any_other() {
    let long = "x".repeat(1_100);
    for (fields, rules) in [
        (format!("name: tide\ndescription: Use when: {long}"), ["yaml-colon", "description-length"]),
        ("name: Tide: it\ndescription: d".to_owned(), ["yaml-colon", "name-form"]),
    ] {
        let text = format!("---\n{fields}\n---\nBody.\n");
        let found = check(&source("tide", &text), &profile::LOADER).diagnostics;
        let ids: Vec<&str> = found.iter().map(Diagnostic::id).collect();
        assert!(rules.iter().all(|rule| ids.contains(rule)), "{ids:?}");
    }
}
