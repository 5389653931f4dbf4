//! What holds for every text.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

#[path = "support/law.rs"]
mod law;

use proptest::prelude::*;
use repertoire_clients::{CLIENTS, Outcome, forecast};
use repertoire_schema::{Format, Source};

/// Lines that meet the parts of the tables: fences, fields, faults.
fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("---"),
        Just("--- "),
        Just("  ---"),
        Just("----"),
        Just("---x"),
        Just("..."),
        Just(""),
        Just("name: tide"),
        Just("name: Tide"),
        Just("name: 010"),
        Just("name:"),
        Just("name: [a]"),
        Just("description: d"),
        Just("description: a: b"),
        Just("description: \"a"),
        Just("description: |"),
        Just("  more"),
        Just("\tmore"),
        Just("description: *a"),
        Just("metadata: {a: b}"),
        Just("x: y"),
        Just("# Title"),
        Just("disable-model-invocation: true"),
        Just("\u{feff}"),
        Just("é: ü"),
        Just("}"),
    ];
    (prop::collection::vec(line, 0..14), prop_oneof![Just("\n"), Just("\r\n"), Just("\r")])
        .prop_map(|(lines, end)| lines.join(end))
}

fn laws(bytes: &[u8]) {
    for directory in [None, Some("tide")] {
        law::hold(&Source { path: "SKILL.md", directory, format: Format::AgentSkill, bytes });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, ..ProptestConfig::default() })]

    #[test]
    fn forecasts_give_reasons_and_are_the_same_twice(text in text()) {
        laws(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_foretold(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        laws(&bytes);
    }

    #[test]
    fn a_plain_skill_loads_everywhere(
        name in "[a-z]{2,8}(-[a-z0-9]{2,6}){0,2}",
        description in "Use when[a-z ,]{1,60}[a-z]",
        body in "[A-Za-z .]{0,80}",
    ) {
        prop_assume!(!["true", "false", "null", "yes", "no", "on", "off"].contains(&name.as_str()));
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n{body}\n");
        let source = Source { path: "SKILL.md", directory: Some(&name), format: Format::AgentSkill, bytes: text.as_bytes() };
        let written = description.split_whitespace().collect::<Vec<_>>();
        for client in CLIENTS {
            let forecast = forecast(&source, client);
            prop_assert_eq!(forecast.outcome, Outcome::Loads, "{}: {:?}", client.name, forecast);
            prop_assert_eq!(forecast.name.as_deref(), Some(name.as_str()), "{}", client.name);
            let seen = forecast.description.unwrap_or_default();
            prop_assert_eq!(seen.split_whitespace().collect::<Vec<_>>(), written.clone(), "{}", client.name);
        }
    }
}

#[test]
fn every_client_tells_the_line_of_the_file() {
    let text = "---\nname: tide\ndescription: Use when: asked\n---\nBody.\n";
    for (before, line) in [("", 3), ("\u{feff}", 3)] {
        let bytes = format!("{before}{text}");
        let source = Source {
            path: "SKILL.md",
            directory: Some("tide"),
            format: Format::AgentSkill,
            bytes: bytes.as_bytes(),
        };
        let mut told = 0;
        for client in CLIENTS {
            for note in forecast(&source, client).notes {
                if let Some((_, place)) = note.text.split_once("line ") {
                    assert!(place.starts_with(&format!("{line}: ")), "{}: {}", client.name, note.text);
                    told += 1;
                }
            }
        }
        assert!(told > 5, "{told}");
    }
}
