//! What the tests that read the shared collection of real files have in common.

use repertoire_frontmatter::{Value, ValueKind};
use std::path::PathBuf;

/// The folder of shared test data, or nothing with a loud word. Under `CI=true` it must exist.
pub fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    if root.is_dir() {
        return Some(root);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "the shared test data is missing at {}", root.display());
    eprintln!("SKIPPED: no shared test data at {}; set REPERTOIRE_SHARED", root.display());
    None
}

/// A tree as JSON with every scalar as its text; of a duplicate key the last value.
pub fn texts(value: Value<'_, '_>) -> serde_json::Value {
    match value.kind() {
        ValueKind::Scalar(_) => value.text().unwrap_or_default().into(),
        ValueKind::Sequence(_) => value.items().map(texts).collect(),
        ValueKind::Mapping(_) => serde_json::Value::Object(
            value.entries().map(|entry| (entry.key.text().unwrap_or("?").to_owned(), texts(entry.value))).collect(),
        ),
    }
}
