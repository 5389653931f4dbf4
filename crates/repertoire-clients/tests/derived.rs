//! The tables that describe structs read as structs with derived code do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a test may panic")]

mod support;

use repertoire_clients::client::Type;
use repertoire_clients::clients::{CODEX, GOOSE, ZED};
use repertoire_clients::reader::RefusalKind;
use repertoire_frontmatter::split;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;

#[derive(Deserialize)]
struct Codex {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    #[allow(dead_code, reason = "read for its errors")]
    metadata: Option<CodexMetadata>,
}

#[derive(Deserialize)]
struct CodexMetadata {
    #[serde(default, rename = "short-description")]
    #[allow(dead_code, reason = "read for its errors")]
    short_description: Option<String>,
}

#[derive(Deserialize)]
struct Goose {
    name: Option<String>,
    #[serde(default)]
    description: String,
    #[serde(default)]
    #[allow(dead_code, reason = "read for its errors")]
    metadata: HashMap<String, IgnoredAny>,
}

#[derive(Deserialize)]
struct Zed {
    name: String,
    description: String,
    #[serde(default, rename = "disable-model-invocation")]
    disable_model_invocation: bool,
}

/// Name, description, and whether the model is kept away; nothing where it is refused.
type Seen = Option<(Option<String>, Option<String>, bool)>;

fn derived(client: &str, text: &str) -> Seen {
    match client {
        "codex" => serde_yaml::from_str::<Codex>(text).ok().map(|it| (it.name, it.description, false)),
        "goose" => serde_yaml::from_str::<Goose>(text).ok().map(|it| (it.name, Some(it.description), false)),
        _ => {
            let first = serde_yaml::Deserializer::from_str(text).next()?;
            let it = Zed::deserialize(first).ok()?;
            Some((Some(it.name), Some(it.description), it.disable_model_invocation))
        }
    }
}

fn compare(texts: &[(String, String)]) {
    let mut wrong = Vec::new();
    for client in [&CODEX, &GOOSE, &ZED] {
        for (name, text) in texts {
            let read = client.reader.read(text);
            if read.as_ref().is_err_and(|refusal| refusal.kind == RefusalKind::Bounds) {
                continue;
            }
            let ours: Seen = read.ok().map(|fields| {
                let text = |key| fields.typed(key).and_then(|(_, text)| text.map(str::to_owned));
                let hidden =
                    fields.get("disable-model-invocation").is_some_and(|value| value.text() == Some("true"));
                assert!(fields.typed("name").is_none_or(|(kind, _)| matches!(kind, Type::Text | Type::Null)));
                (text("name"), text("description"), hidden)
            });
            let theirs = derived(client.name, text);
            if ours != theirs {
                wrong.push(format!("{} {name}\n  derived {theirs:?}\n  table   {ours:?}", client.name));
            }
        }
    }
    println!("{} texts read alike by three structs", texts.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tables_read_probes_as_derived_structs_do() {
    let probes =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readings/probes.jsonl")).unwrap();
    let probe = |line: &str| (line.to_owned(), serde_json::from_str::<String>(line).unwrap());
    let mut texts: Vec<(String, String)> = probes.lines().map(probe).collect();
    for fields in [
        "metadata: [a]",
        "metadata: {short-description: [a]}",
        "disable-model-invocation: yes",
        "disable-model-invocation: TRUE",
        "metadata: {a: {b: 1}}",
    ] {
        texts.push((fields.to_owned(), format!("name: x\ndescription: d\n{fields}\n")));
    }
    compare(&texts);
}

#[test]
fn tables_read_real_files_as_derived_structs_do() {
    let Some(shared) = support::shared() else { return };
    let mut texts = Vec::new();
    for path in
        ["skills", "odd"].iter().flat_map(|folder| support::skills(&shared.join("corpus").join(folder)))
    {
        if let Ok(text) = std::fs::read_to_string(&path) {
            texts.push((path.display().to_string(), split(&text).frontmatter.slice(&text).to_owned()));
        }
    }
    assert!(texts.len() > 3_500);
    compare(&texts);
}
