//! The frontmatter of a skill as a JSON object: every field that the author wrote, typed by the core
//! schema of YAML 1.2 and otherwise unchanged.

use repertoire::frontmatter::{Resolution, Resolved, Tree, Value as Field, parse_bytes};
use rmcp::model::{JsonObject, SkillFrontmatter};
use serde_json::{Number, Value};

/// Reads the frontmatter of a source that the standard accepts. Fails with a sentence where name or
/// description are no texts, which a lenient level of a rule could let pass.
pub(crate) fn read(bytes: &[u8]) -> Result<SkillFrontmatter, String> {
    let document = parse_bytes(bytes).map_err(|problem| problem.to_string())?;
    let whole = document.needs_yaml().then(|| repertoire::yaml::parse_document(&document)).transpose();
    let whole = whole.map_err(|error| error.to_string())?;
    let mut fields = object(whole.as_ref().unwrap_or(document.tree()));
    let mut text = |key: &str| match fields.shift_remove(key) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(format!("its {key} is no text")),
    };
    let mut frontmatter = SkillFrontmatter::new(text("name")?, text("description")?);
    frontmatter.extra = fields;
    Ok(frontmatter)
}

fn object(tree: &Tree<'_>) -> JsonObject {
    tree.root().map(fields).unwrap_or_default()
}

fn fields(mapping: Field<'_, '_>) -> JsonObject {
    mapping.entries().filter_map(|entry| Some((entry.key.text()?.to_owned(), value(entry.value)))).collect()
}

/// A value with all that it holds. Both readers refuse nesting past `frontmatter::MAX_DEPTH`, which
/// bounds this recursion.
fn value(field: Field<'_, '_>) -> Value {
    if field.is_mapping() {
        return Value::Object(fields(field));
    }
    if field.is_sequence() {
        return Value::Array(field.items().map(value).collect());
    }
    let text = field.text().unwrap_or_default();
    match field.resolve(Resolution::Core) {
        None | Some(Resolved::Null) => Value::Null,
        Some(Resolved::Bool(truth)) => Value::Bool(truth),
        Some(Resolved::Integer(integer)) => Value::Number(integer.into()),
        Some(Resolved::Float(float)) => number(text, float),
        Some(Resolved::Text(text) | Resolved::Timestamp(text)) => Value::String(text.to_owned()),
    }
}

/// A number that is no integer of 64 bits with a sign. JSON has no infinity and no NaN: these stay as
/// they were written.
fn number(text: &str, float: f64) -> Value {
    if let Ok(integer) = text.parse::<u64>() {
        return Value::Number(integer.into());
    }
    Number::from_f64(float).map_or_else(|| Value::String(text.to_owned()), Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(fields: &str) -> Result<Value, String> {
        let source = format!("---\nname: tide\ndescription: Plots.\n{fields}---\n");
        read(source.as_bytes()).map(|frontmatter| serde_json::to_value(frontmatter).unwrap())
    }

    #[test]
    fn texts_stay_texts_and_the_rest_is_typed() {
        let fields = "version: 1.10\nagain: \"1.10\"\nyes: yes\non: true\nnone:\nday: 2026-07-28\nbig: 18446744073709551615\nend: .inf\n7: seven\nlist: [a, 1, {b: ~}]\n";
        let all = json!({
            "name": "tide", "description": "Plots.", "version": 1.1, "again": "1.10", "yes": "yes",
            "on": true, "none": null, "day": "2026-07-28", "big": 18_446_744_073_709_551_615_u64,
            "end": ".inf", "7": "seven", "list": ["a", 1, { "b": null }],
        });
        assert_eq!(of(fields).unwrap(), all);
    }

    #[test]
    fn what_needs_a_whole_yaml_reader_gets_one() {
        assert_eq!(of("a: &x [1]\nb: *x\n").unwrap()["b"], json!([1]));
    }

    #[test]
    fn a_name_that_is_no_text_is_refused() {
        assert_eq!(read(b"---\nname: 7\ndescription: a\n---\n").unwrap_err(), "its name is no text");
    }
}
