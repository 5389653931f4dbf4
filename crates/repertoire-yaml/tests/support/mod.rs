//! What the agreement tests have in common: the shared test data, and trees as JSON.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::print_stderr,
    reason = "each test uses its part, and says when it skips"
)]

use repertoire_frontmatter::{Resolution, Resolved, Value, ValueKind};
use std::path::PathBuf;

/// The folder of shared test data, or nothing with a loud word. Under `CI=true` it must exist.
pub fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    if root.is_dir() {
        return Some(root);
    }
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "the shared test data is missing at {}",
        root.display()
    );
    eprintln!("SKIPPED: no shared test data at {}; set REPERTOIRE_SHARED", root.display());
    None
}

/// A tree as JSON, each scalar through `scalar`; of a duplicate key the last value.
fn json(value: Value<'_, '_>, scalar: &impl Fn(Value<'_, '_>) -> serde_json::Value) -> serde_json::Value {
    match value.kind() {
        ValueKind::Scalar(_) => scalar(value),
        ValueKind::Sequence(_) => value.items().map(|item| json(item, scalar)).collect(),
        ValueKind::Mapping(_) => serde_json::Value::Object(
            value
                .entries()
                .map(|entry| (entry.key.text().unwrap_or("?").to_owned(), json(entry.value, scalar)))
                .collect(),
        ),
    }
}

/// A tree with every scalar as its text.
pub fn texts(value: Value<'_, '_>) -> serde_json::Value {
    json(value, &|scalar| scalar.text().unwrap_or_default().into())
}

/// A tree typed by the core schema, numbers as floats so that they compare by value.
pub fn core(value: Value<'_, '_>) -> serde_json::Value {
    json(value, &|scalar| match scalar.resolve(Resolution::Core) {
        None | Some(Resolved::Null) => serde_json::Value::Null,
        Some(Resolved::Bool(value)) => value.into(),
        Some(Resolved::Integer(value)) => (value as f64).into(),
        Some(Resolved::Float(value)) => value.into(),
        Some(Resolved::Text(text) | Resolved::Timestamp(text)) => text.into(),
    })
}

/// JSON with every number as a float.
pub fn floats(value: &serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Number(number) => number.as_f64().into(),
        serde_json::Value::Array(items) => items.iter().map(floats).collect(),
        serde_json::Value::Object(map) => {
            serde_json::Value::Object(map.iter().map(|(key, value)| (key.clone(), floats(value))).collect())
        }
        other => other.clone(),
    }
}
