//! The catalog's facts beside name and description: tags, inputs, requirements, risk, version.

use super::Known;
use crate::Risk;
use crate::read::{Read, span};
use repertoire_diagnostic::Span;
use repertoire_frontmatter::{Value, ValueKind};

/// Collects them from the fields of their names, or from those under `metadata`.
pub(super) fn collect(read: &Read<'_>, known: &mut Known) {
    let tree = read.tree();
    let metadata = tree.get("metadata");
    let find = |key: &str| {
        tree.get(key).map(|value| (value, false)).or_else(|| metadata?.get(key).map(|value| (value, true)))
    };
    let texts = |key: &str| find(key).map(|(value, inner)| list(value, inner)).unwrap_or_default();
    known.extras.tags = texts("tags").into_iter().map(|(text, _)| text).collect();
    known.extras.inputs = texts("inputs").into_iter().map(|(text, _)| text).collect();
    let requires = texts("requires");
    known.places.requires = requires.iter().map(|(_, place)| *place).collect();
    known.extras.requires = requires.into_iter().map(|(text, _)| text).collect();
    known.extras.risk = find("risk").and_then(|(value, _)| value.text()).and_then(Risk::by_name);
    known.extras.version = find("version")
        .and_then(|(value, _)| value.text())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned);
}

/// The texts of a list, or of one text: separated by commas, and under `metadata`, where lists
/// cannot stand, by blanks too.
fn list(value: Value<'_, '_>, inner: bool) -> Vec<(String, Span)> {
    let place = span(value.span());
    let kept = |text: &str, place: Span| {
        let text = text.trim();
        (!text.is_empty()).then(|| (text.to_owned(), place))
    };
    match value.kind() {
        ValueKind::Sequence(_) => {
            value.items().filter_map(|item| kept(item.text()?, span(item.span()))).collect()
        }
        ValueKind::Scalar(_) => {
            let text = value.text().unwrap_or_default();
            if text.contains(',') {
                text.split(',').filter_map(|part| kept(part, place)).collect()
            } else if inner {
                text.split_whitespace().filter_map(|part| kept(part, place)).collect()
            } else {
                kept(text, place).into_iter().collect()
            }
        }
        ValueKind::Mapping(_) => Vec::new(),
    }
}
