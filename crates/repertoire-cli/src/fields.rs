//! The frontmatter of a `SKILL.md` as JSON, every field that the author wrote.

use repertoire::frontmatter::{Resolution, Resolved, Value, ValueKind, parse};
use serde_json::{Map, Number, Value as Json};

/// Readers of frontmatter nest no deeper than this, so that the recursion here is bounded.
const MAX_DEPTH: usize = 64;

/// The fields of a source, typed by the core schema of YAML 1.2; none where there is no frontmatter.
pub(crate) fn of(text: &str) -> Option<Map<String, Json>> {
    let document = parse(text);
    if !document.has_frontmatter() {
        return None;
    }
    let full = if document.needs_yaml() { repertoire::yaml::parse_document(&document).ok() } else { None };
    let tree = full.as_ref().unwrap_or(document.tree());
    match json(tree.root()?, MAX_DEPTH) {
        Json::Object(fields) => Some(fields),
        _ => None,
    }
}

fn json(value: Value<'_, '_>, depth: usize) -> Json {
    if depth == 0 {
        return Json::Null;
    }
    match value.kind() {
        ValueKind::Scalar(_) => scalar(value),
        ValueKind::Sequence(_) => value.items().map(|item| json(item, depth - 1)).collect(),
        ValueKind::Mapping(_) => Json::Object(
            value
                .entries()
                .map(|entry| (entry.key.text().unwrap_or_default().to_owned(), json(entry.value, depth - 1)))
                .collect(),
        ),
    }
}

fn scalar(value: Value<'_, '_>) -> Json {
    let text = value.text().unwrap_or_default();
    match value.resolve(Resolution::Core) {
        Some(Resolved::Null) => Json::Null,
        Some(Resolved::Bool(truth)) => truth.into(),
        Some(Resolved::Integer(number)) => number.into(),
        Some(Resolved::Float(number)) => match text.parse::<u64>() {
            // An integer past those with a sign is a float to the resolution, and exact in JSON.
            Ok(integer) => integer.into(),
            // JSON has no number for infinities.
            Err(_) => Number::from_f64(number).map_or_else(|| text.into(), Json::Number),
        },
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers_without_a_sign_stay_exact() {
        let text = "---\nmost: 18446744073709551615\nmiddle: 9223372036854775809\nless: -9223372036854775808\n\
                    past: 18446744073709551616\nhalf: 0.5\nend: .inf\n---\n";
        let fields = json!({
            "most": 18_446_744_073_709_551_615_u64, "middle": 9_223_372_036_854_775_809_u64,
            "less": i64::MIN, "past": 18_446_744_073_709_551_616.0, "half": 0.5, "end": ".inf",
        });
        assert_eq!(of(text).map(Json::Object), Some(fields));
    }
}
