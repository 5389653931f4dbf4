//! The profile `agent-skills` beside the published specification's own reference validator, on
//! real skills: a table of agreements, and each class of difference with its reason.
//!
//! The validator is stated here by its rules: fences by the first two `---` anywhere, a YAML
//! subset in which all scalars are text and brackets, braces, anchors, tags and duplicate keys are
//! refused, six fields, and the rules of name, description and compatibility. With
//! `REPERTOIRE_REFERENCE` naming a file of its real verdicts (one `{"path", "errors"}` a line) the
//! statement itself is held against them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

mod shared;

use repertoire_diagnostic::Severity;
use repertoire_frontmatter::{Construct, Layout, ProblemKind, Tree, Value, ValueKind, parse_fields};
use repertoire_schema::{Format, Source, check, profile};
use std::collections::{BTreeMap, BTreeSet};

/// Why the validator refuses a source, in its own order; nothing where it takes it.
fn reference(directory: &str, bytes: &[u8]) -> Option<&'static str> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Some("encoding") };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !text.starts_with("---") {
        return Some("does not begin with `---`");
    }
    let mut parts = text.splitn(3, "---");
    let (Some(fields), Some(_)) = (parts.nth(1), parts.next()) else { return Some("not closed") };
    if fields.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\u{85}')) {
        return Some("control characters");
    }
    let document = parse_fields(fields);
    let beyond = document.problems().iter().any(|problem| {
        matches!(
            problem.kind,
            ProblemKind::Unsupported(
                Construct::Anchor | Construct::Alias | Construct::Tag | Construct::MergeKey
            )
        )
    });
    if beyond {
        return Some("anchors or tags");
    }
    let Ok(tree) = repertoire_yaml::parse(fields, 0) else { return Some("YAML") };
    if holds_flow(&tree) {
        return Some("flow style");
    }
    if !tree.root().is_some_and(Value::is_mapping) {
        return Some("no mapping");
    }
    let text_of = |key: &str| tree.get(key).map(|value| value.text().map_or("(structure)", |text| text));
    let known = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
    if tree.entries().any(|entry| !entry.key.text().is_some_and(|key| known.contains(&key))) {
        return Some("unexpected fields");
    }
    let (Some(name), Some(description)) = (text_of("name"), text_of("description")) else {
        return Some("missing field");
    };
    if !sound_name(name.trim(), directory) {
        return Some("name");
    }
    let characters = description.chars().count();
    if description.trim().is_empty() || characters > 1024 {
        return Some("description");
    }
    if text_of("compatibility").is_some_and(|text| text.chars().count() > 500) {
        return Some("compatibility");
    }
    None
}

fn sound_name(name: &str, directory: &str) -> bool {
    use unicode_normalization::UnicodeNormalization;
    let name: String = name.nfkc().collect();
    let directory: String = directory.nfkc().collect();
    !name.is_empty()
        && name.chars().count() <= 64
        && name == name.to_lowercase()
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
        && name.chars().all(|c| c == '-' || c.is_alphanumeric())
        && name == directory
}

fn holds_flow(tree: &Tree<'_>) -> bool {
    let mut todo: Vec<Value<'_, '_>> = tree.root().into_iter().collect();
    while let Some(value) = todo.pop() {
        match value.kind() {
            ValueKind::Sequence(Layout::Flow) | ValueKind::Mapping(Layout::Flow) => return true,
            ValueKind::Sequence(_) => todo.extend(value.items()),
            ValueKind::Mapping(_) => todo.extend(value.entries().map(|entry| entry.value)),
            ValueKind::Scalar(_) => {}
        }
    }
    false
}

/// Our errors that the validator does not know, and why they are right: the classes of "we
/// refuse, it accepts".
const OURS: [(&str, &str); 2] = [
    (
        "metadata-type",
        "the specification maps text to text; the validator writes lists and maps out as text and lets them pass",
    ),
    ("hidden-text", "characters that cannot be seen are none of the validator's business"),
];

/// What the validator refuses and we accept, and why: the classes of "it refuses, we accept".
const THEIRS: [(&str, &str); 2] = [
    ("does not begin with `---`", "a byte order mark: a warning here (`bom`)"),
    ("flow style", "brackets and braces are valid YAML: a warning here (`flow-style`, `allowed-tools-form`)"),
];

#[test]
fn every_difference_from_the_reference_validator_has_a_reason() {
    let Some(corpus) = shared::folder("corpus/skills") else { return };
    let recorded: Option<BTreeMap<String, bool>> = std::env::var_os("REPERTOIRE_REFERENCE").map(|path| {
        let line = |line: serde_json::Value| {
            let refused = line["errors"].as_array().is_some_and(|errors| !errors.is_empty());
            (line["path"].as_str().unwrap_or_default().to_owned(), refused)
        };
        shared::json_lines(path.as_ref()).into_iter().map(line).collect()
    });
    let mut table = [[0usize; 2]; 2];
    let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut misstated = Vec::new();
    for (path, bytes) in shared::sources(&corpus) {
        let directory = shared::directory(&path).unwrap_or_default();
        let theirs = reference(directory, &bytes);
        if let Some(recorded) = &recorded
            && recorded.get(&path).is_some_and(|refused| *refused != theirs.is_some())
        {
            misstated.push(format!("{path}: {theirs:?}"));
        }
        let source =
            Source { path: &path, directory: Some(directory), format: Format::AgentSkill, bytes: &bytes };
        let checked = check(&source, &profile::AGENT_SKILLS);
        let ours: BTreeSet<&str> =
            checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.id()).collect();
        table[usize::from(!ours.is_empty())][usize::from(theirs.is_some())] += 1;
        match (theirs, ours.is_empty()) {
            (None, false) => {
                let ours: Vec<&str> = ours.into_iter().collect();
                classes.entry(format!("we refuse, it accepts: {}", ours.join(", "))).or_default().push(path);
            }
            (Some(theirs), true) => {
                classes.entry(format!("it refuses, we accept: {theirs}")).or_default().push(path);
            }
            _ => {}
        }
    }
    println!("|  | it accepts | it refuses |\n|---|---|---|");
    println!(
        "| we accept | {} | {} |\n| we refuse | {} | {} |",
        table[0][0], table[0][1], table[1][0], table[1][1]
    );
    for (class, paths) in &classes {
        println!("{class}: {}, such as {}", paths.len(), paths[0]);
    }
    match recorded {
        Some(recorded) => {
            println!("recorded verdicts: {}, stated otherwise: {}", recorded.len(), misstated.len());
        }
        None => println!("no recorded verdicts: the validator speaks as it is stated here"),
    }
    let unexplained: Vec<&String> = classes
        .keys()
        .filter(|class| {
            let (side, what) = class.split_once(": ").expect("a class");
            let known = if side.starts_with("we") { OURS } else { THEIRS };
            !what.split(", ").all(|what| known.iter().any(|(id, _)| *id == what))
        })
        .collect();
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    assert!(misstated.is_empty(), "{misstated:#?}");
}
