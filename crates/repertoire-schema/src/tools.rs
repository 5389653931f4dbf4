//! The names of tools in an `allowed-tools` field, however they are written.

use repertoire_frontmatter::{Value, ValueKind};

/// The names in one text: separated by blanks or commas, but not inside parentheses.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |c: char| match c {
        '(' => {
            depth += 1;
            false
        }
        ')' => {
            depth = depth.saturating_sub(1);
            false
        }
        c => depth == 0 && (c == ',' || c.is_whitespace()),
    })
    .filter(|name| !name.is_empty())
}

/// The same as a list.
pub(crate) fn split_names(text: &str) -> Vec<String> {
    split(text).map(str::to_owned).collect()
}

/// Whether commas separate names.
pub(crate) fn has_commas(text: &str) -> bool {
    let mut depth = 0usize;
    text.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == ','
    })
}

/// The names of the tools that a skill wants approved beforehand, from a list or from one text.
/// The field restricts nothing.
///
/// `text` is the source that the value was read from: an item that YAML takes for a map, such as
/// `WebFetch(domain: example.org)`, is given as it was written.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::parse_fields;
/// use repertoire_schema::allowed_tools;
///
/// for text in ["allowed-tools: Bash(git add:*) Read\n", "allowed-tools: [Bash(git add:*), Read]\n"] {
///     let fields = parse_fields(text);
///     let value = fields.tree().get("allowed-tools").unwrap();
///     assert_eq!(allowed_tools(text, value), ["Bash(git add:*)", "Read"]);
/// }
/// ```
#[must_use]
pub fn allowed_tools(text: &str, value: Value<'_, '_>) -> Vec<String> {
    let written = |value: Value<'_, '_>| match value.text() {
        Some(name) => name.trim().to_owned(),
        None => value.span().slice(text).trim().to_owned(),
    };
    match value.kind() {
        ValueKind::Sequence(_) => value.items().map(written).filter(|name| !name.is_empty()).collect(),
        ValueKind::Scalar(_) => split(value.text().unwrap_or_default()).map(str::to_owned).collect(),
        ValueKind::Mapping(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_commas_separate_tools_outside_parentheses() {
        for (text, names, commas) in [
            ("Read Write", ["Read", "Write"].as_slice(), false),
            (" Read ,, Write\t", &["Read", "Write"], true),
            ("Bash(git add:*, b) Read", &["Bash(git add:*, b)", "Read"], false),
            ("Bash((a, b) c, d) Read", &["Bash((a, b) c, d)", "Read"], false),
            ("Bash(a), Read", &["Bash(a)", "Read"], true),
            ("Bash(a)) b, c", &["Bash(a))", "b", "c"], true),
            ("Bash(a, b", &["Bash(a, b"], false),
            ("", &[], false),
        ] {
            assert_eq!(split_names(text), names, "{text}");
            assert_eq!(has_commas(text), commas, "{text}");
        }
    }

    #[test]
    fn tools_are_read_from_any_shape_but_a_map() {
        for (fields, names) in [
            ("tools: [Read, ' ', \" Write \"]\n", ["Read", "Write"].as_slice()),
            ("tools:\n  - WebFetch(domain: a)\n  -\n", &["WebFetch(domain: a)"]),
            ("tools:\n", &[]),
            ("tools: {Read: Write}\n", &[]),
        ] {
            let document = repertoire_frontmatter::parse_fields(fields);
            let value = document.tree().get("tools").map(|value| allowed_tools(fields, value));
            assert_eq!(value.unwrap_or_default(), names, "{fields}");
        }
    }
}
