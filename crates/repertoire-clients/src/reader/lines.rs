//! Readers that look at lines alone.

use repertoire_frontmatter::{Layout, Span, Style, Tree, TreeBuilder};
use std::borrow::Cow;

/// A map of texts as a tree, of a repeated key the last one.
pub(super) fn tree(fields: Vec<(String, String)>) -> Tree<'static> {
    let nowhere = Span::new(0, 0);
    let mut tree = TreeBuilder::with_capacity(fields.len() * 2 + 1);
    tree.open_mapping(Layout::Block, nowhere);
    for (key, text) in fields {
        tree.scalar(Cow::Owned(key), Style::DoubleQuoted, nowhere);
        tree.scalar(Cow::Owned(text), Style::DoubleQuoted, nowhere);
    }
    tree.finish()
}

fn split(line: &str) -> Option<(String, String)> {
    let (key, value) = line.split_once(':')?;
    Some((key.trim().to_owned(), value.trim().to_owned()))
}

/// Lines that hold a colon and do not begin with a space.
pub(super) fn top_level(text: &str) -> Tree<'static> {
    tree(text.lines().filter(|line| !line.starts_with(' ')).filter_map(split).collect())
}

/// Every line that holds a colon, at any column.
pub(crate) fn any_lines(text: &str) -> Tree<'static> {
    tree(text.lines().filter_map(split).collect())
}

/// `name:` and `description:` lines at any column; a description goes on over indented lines.
pub(crate) fn field_lines(text: &str) -> Tree<'static> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if let Some(name) = line.strip_prefix("name:") {
            fields.push(("name".to_owned(), name.trim().to_owned()));
        } else if let Some(first) = line.strip_prefix("description:") {
            let mut words = vec![first.trim()];
            while let Some(more) = lines.next_if(|next| next.starts_with([' ', '\t'])) {
                words.push(more.trim());
            }
            words.retain(|word| !word.is_empty());
            fields.push(("description".to_owned(), words.join(" ")));
        }
    }
    tree(fields)
}
