//! Trees printed in every style read back as they were, by both readers; edits change one value.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot start must fail loudly")]

mod support;

use proptest::prelude::*;
use repertoire_frontmatter::{parse_fields, quote, quote_in_flow, set};
use serde_json::Value as Json;

/// A value with the style in which it is to be printed.
#[derive(Clone, Debug)]
enum Printed {
    /// A text, and a number that picks its style.
    Text(String, u8),
    List(Vec<Printed>, bool),
    Map(Vec<(String, Printed)>, bool),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}( [a-z#:,'\"-]{1,6}){0,4}",
        "[ -~]{0,20}",
        "[a-z é🌾\\\\\"'\t]{0,12}",
        "([a-z ]{0,8}\n){0,4}[a-z]{0,4}",
        any::<String>().prop_filter("one that YAML can hold", |text| text.chars().count() < 40),
    ]
}

fn value() -> impl Strategy<Value = Printed> {
    let leaf = (text(), any::<u8>()).prop_map(|(text, style)| Printed::Text(text, style));
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = "[a-z][a-z0-9_-]{0,8}";
        let map = prop::collection::btree_map(key, inner.clone(), 0..4)
            .prop_map(|map| map.into_iter().collect::<Vec<_>>());
        prop_oneof![
            (prop::collection::vec(inner, 0..4), any::<bool>())
                .prop_map(|(items, flow)| Printed::List(items, flow)),
            (map, any::<bool>()).prop_map(|(entries, flow)| Printed::Map(entries, flow)),
        ]
    })
}

fn fields() -> impl Strategy<Value = Vec<(String, Printed)>> {
    prop::collection::btree_map("[a-z][a-z0-9_-]{0,8}", value(), 1..5)
        .prop_map(|map| map.into_iter().collect())
}

fn json(value: &Printed) -> Json {
    match value {
        Printed::Text(text, _) => text.as_str().into(),
        Printed::List(items, _) => items.iter().map(json).collect(),
        Printed::Map(entries, _) => object(entries),
    }
}

fn object(entries: &[(String, Printed)]) -> Json {
    Json::Object(entries.iter().map(|(key, value)| (key.clone(), json(value))).collect())
}

/// A scalar on one line, in the style that a number picks where that style can hold it.
fn scalar(text: &str, style: u8, flow: bool) -> String {
    let simple = !text.chars().any(|c| {
        c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    });
    match style % 3 {
        0 if simple => format!("'{}'", text.replace('\'', "''")),
        1 if simple => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        _ if flow => quote_in_flow(text).into_owned(),
        _ => quote(text).into_owned(),
    }
}

fn in_flow(value: &Printed) -> String {
    match value {
        Printed::Text(text, style) => scalar(text, *style, true),
        Printed::List(items, _) => format!("[{}]", items.iter().map(in_flow).collect::<Vec<_>>().join(", ")),
        Printed::Map(entries, _) => {
            let entries: Vec<_> =
                entries.iter().map(|(key, value)| format!("{key}: {}", in_flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// A literal block, where a text can stand in one: lines without controls, not led by a blank.
fn literal(text: &str, indent: usize) -> Option<String> {
    let plain = !text
        .chars()
        .any(|c| (c.is_control() && c != '\n') || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}'));
    let first = text.lines().find(|line| !line.is_empty())?;
    if !plain || first.starts_with(' ') || text.lines().any(|line| line.trim().is_empty() && !line.is_empty())
    {
        return None;
    }
    let chomping = match (text.ends_with('\n'), text.ends_with("\n\n")) {
        (false, _) => "-",
        (true, false) => "",
        (true, true) => "+",
    };
    let pad = " ".repeat(indent + 2);
    let lines: Vec<String> = text
        .lines()
        .map(|line| if line.is_empty() { String::new() } else { format!("{pad}{line}") })
        .collect();
    Some(format!("|{chomping}\n{}\n", lines.join("\n")))
}

/// What stands behind a key or a dash at a column, to the end of its last line.
fn behind(out: &mut String, value: &Printed, indent: usize) {
    match value {
        Printed::Text(text, style) if style % 4 == 3 => match literal(text, indent) {
            Some(block) => out.push_str(&format!(" {block}")),
            None => out.push_str(&format!(" {}\n", quote(text))),
        },
        Printed::Text(text, style) => out.push_str(&format!(" {}\n", scalar(text, *style, false))),
        Printed::List(items, false) if !items.is_empty() => {
            out.push('\n');
            for item in items {
                out.push_str(&format!("{}-", " ".repeat(indent + 2)));
                behind(out, item, indent + 2);
            }
        }
        Printed::Map(entries, false) if !entries.is_empty() => {
            out.push('\n');
            block(out, entries, indent + 2);
        }
        flow => out.push_str(&format!(" {}\n", in_flow(flow))),
    }
}

fn block(out: &mut String, entries: &[(String, Printed)], indent: usize) {
    for (key, value) in entries {
        out.push_str(&format!("{}{key}:", " ".repeat(indent)));
        behind(out, value, indent);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn printed_trees_read_back(entries in fields()) {
        let mut text = String::new();
        block(&mut text, &entries, 0);
        let expected = object(&entries);
        let document = parse_fields(&text);
        let errors: Vec<_> = document.problems().iter().filter(|problem| problem.kind.is_error()).collect();
        prop_assert!(errors.is_empty(), "{errors:?} in\n{text}");
        if !document.needs_yaml() {
            prop_assert_eq!(document.tree().root().map(support::texts), Some(expected.clone()), "{}", text);
        }
        let tree = repertoire_yaml::parse(&text, 0);
        prop_assert_eq!(tree.map(|tree| tree.root().map(support::texts)), Ok(Some(expected)), "{}", text);
    }

    #[test]
    fn an_edit_changes_one_value_and_keeps_every_other_byte(entries in fields(), new in text(), pick in any::<prop::sample::Index>()) {
        let mut fields = String::new();
        block(&mut fields, &entries, 0);
        let source = format!("---\n{fields}---\nBody.\n");
        let document = repertoire_frontmatter::parse(&source);
        prop_assume!(!document.needs_yaml());
        let key = &entries[pick.index(entries.len())].0;
        let edit = set(&document, key, &new).unwrap();
        let edited = edit.apply(&source);
        prop_assert_eq!(&edited[..edit.span.start()], &source[..edit.span.start()]);
        prop_assert!(edited.ends_with(&source[edit.span.end()..]));
        let after = repertoire_frontmatter::parse(&edited);
        prop_assert!(!after.has_errors(), "{:?} in\n{}", after.problems(), edited);
        prop_assert_eq!(after.tree().get(key).and_then(|value| value.text()), Some(new.as_str()), "{}", edited);
        for (other, value) in entries.iter().filter(|(other, _)| other != key) {
            let seen = after.tree().get(other).map(support::texts);
            prop_assert_eq!(seen, Some(json(value)), "{} in\n{}", other, edited);
        }
        prop_assert_eq!(after.body(), document.body());
    }
}
