//! The two readers of frontmatter against each other: what the lexer reads without an error and
//! without a doubt, a conforming YAML reader reads alike.

use repertoire_frontmatter::{Tree, ValueKind, parse_fields};

/// Checks one input.
///
/// # Panics
///
/// When the readers disagree.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let document = parse_fields(text);
    if document.has_errors() || document.needs_yaml() {
        return;
    }
    match repertoire_yaml::parse(text, 0) {
        Ok(tree) => assert_eq!(values(document.tree()), values(&tree), "the readers differ on {text:?}"),
        Err(error) => panic!("YAML refuses {text:?} at {:?}: {error}", error.span),
    }
}

/// What each value is and says, without its place.
fn values<'t>(tree: &'t Tree<'_>) -> Vec<(ValueKind, Option<&'t str>)> {
    tree.values().map(|value| (value.kind(), value.text())).collect()
}
