//! The JSON Schema of `repertoire.toml`, written from the registries so that it cannot lag behind.

use repertoire::schema::profile;
use repertoire::schema::rules::{Level, Rule};
use serde_json::{Map, Value, json};

/// The schema, as `docs/repertoire.schema.json` holds it.
pub(crate) fn schema() -> Value {
    let profiles: Vec<&str> = profile::ALL.iter().map(|profile| profile.name).collect();
    let all = [Level::Error, Level::Warning, Level::Hint, Level::Off].map(Level::as_str);
    let rules: Map<String, Value> = Rule::ALL
        .iter()
        .map(|rule| {
            let levels = if rule.info().essential { &all[..1] } else { &all[..] };
            (rule.id().to_owned(), json!({ "description": rule.info().says, "enum": levels }))
        })
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "repertoire.toml",
        "description": "What a project asks of its own skills when `repertoire check` looks at them.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "profile": {
                "description": "The profile to judge by.",
                "enum": profiles,
                "default": profile::AGENT_SKILLS.name,
            },
            "rules": {
                "description": "How much each rule matters, instead of the profile's own word.",
                "type": "object",
                "additionalProperties": false,
                "properties": rules,
            },
            "exclude": {
                "description": "Globs of paths to leave out, relative to the directory of this file. `*` stays within a directory, `**` does not.",
                "type": "array",
                "items": { "type": "string" },
            },
            "roots": {
                "description": "The directories to check where none is named, relative to the directory of this file.",
                "type": "array",
                "items": { "type": "string" },
            },
            "layout": {
                "description": "The layout whose roots are checked where none is named.",
                "enum": ["all", "autolith", "agents", "aether"],
                "default": "all",
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::config::Config;
    use std::path::Path;

    #[test]
    fn the_committed_schema_is_current() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/repertoire.schema.json");
        let now = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == now, "{} is old; BLESS=1 writes it", path.display());
    }

    #[test]
    fn the_reader_takes_what_the_schema_names_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("repertoire.toml");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Config::read(&path)
        };
        let schema = schema();
        let properties = schema["properties"].as_object().unwrap();
        for (name, property) in properties {
            let values: Vec<String> = match property["enum"].as_array() {
                Some(values) => values.iter().map(|value| format!("{name} = {value}")).collect(),
                None if property["type"] == "array" => vec![format!("{name} = [\"a/**\"]")],
                None => property["properties"]
                    .as_object()
                    .unwrap()
                    .iter()
                    .flat_map(|(rule, levels)| {
                        levels["enum"]
                            .as_array()
                            .unwrap()
                            .iter()
                            .map(move |level| format!("[{name}]\n{rule} = {level}"))
                    })
                    .collect(),
            };
            for text in values {
                assert!(read(&text).is_ok(), "{text}");
            }
        }
        for wrong in [
            "porfile = \"loader\"",
            "profile = \"strict\"",
            "layout = \"none\"",
            "[rules]\nbody-lang = \"off\"",
            "exclude = [\"[\"]",
            "profile = [",
        ] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains("repertoire.toml: "), "{error}");
        }
    }
}
