//! The tree of a frontmatter: spanned scalars, sequences and mappings in one flat vector.
//!
//! Nodes stand in the order of the text, a collection before what it holds, so that building,
//! walking and dropping a tree never recurse, whatever the nesting of the input.

use crate::Span;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// How a scalar was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Without quotes. An absent value is a plain scalar without text.
    Plain,
    /// Between `'`.
    SingleQuoted,
    /// Between `"`, with escapes.
    DoubleQuoted,
    /// After `|`: line ends kept.
    Literal,
    /// After `>`: line ends folded.
    Folded,
}

/// How a collection was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// By indentation.
    Block,
    /// Between brackets or braces.
    Flow,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node<'a> {
    Scalar {
        text: Cow<'a, str>,
        style: Style,
    },
    /// `end` is the index after the last node it holds.
    Sequence {
        layout: Layout,
        end: u32,
    },
    /// Its nodes are keys and values in turn.
    Mapping {
        layout: Layout,
        end: u32,
    },
}

/// A tree whose root is a mapping from fields to values, or whatever else the text holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<'a> {
    pub(crate) nodes: Vec<(Node<'a>, Span)>,
}

impl<'a> Tree<'a> {
    /// The value that holds all others. An empty frontmatter has none.
    #[must_use]
    pub fn root(&self) -> Option<Value<'_, 'a>> {
        (!self.nodes.is_empty()).then_some(Value { tree: self, index: 0 })
    }

    /// The entries of the root mapping, in the order of the text, duplicates included.
    pub fn entries(&self) -> Entries<'_, 'a> {
        self.root().map_or(Entries::none(self), Value::entries)
    }

    /// The value of a field of the root mapping; of a duplicate key, the last one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value<'_, 'a>> {
        self.root()?.get(key)
    }

    /// Every value at any depth, keys included, in the order of the text: a collection before
    /// what it holds. Iterative, whatever the depth.
    pub fn values(&self) -> impl Iterator<Item = Value<'_, 'a>> {
        let count = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        (0..count).map(|index| Value { tree: self, index })
    }

    /// The number of scalars, sequences and mappings, keys included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it holds nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The same tree, independent of the text that it was read from.
    #[must_use]
    pub fn into_owned(self) -> Tree<'static> {
        let own = |node| match node {
            Node::Scalar { text, style } => Node::Scalar { text: Cow::Owned(text.into_owned()), style },
            Node::Sequence { layout, end } => Node::Sequence { layout, end },
            Node::Mapping { layout, end } => Node::Mapping { layout, end },
        };
        Tree { nodes: self.nodes.into_iter().map(|(node, span)| (own(node), span)).collect() }
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A text in some style.
    Scalar(Style),
    /// A list.
    Sequence(Layout),
    /// A map.
    Mapping(Layout),
}

/// A value of a tree: a cheap handle that can be copied.
#[derive(Clone, Copy)]
pub struct Value<'t, 'a> {
    tree: &'t Tree<'a>,
    index: u32,
}

impl<'t, 'a> Value<'t, 'a> {
    fn node(self) -> &'t Node<'a> {
        &self.tree.nodes[self.index as usize].0
    }

    /// The index after this value and all that it holds.
    fn after(self) -> u32 {
        match self.node() {
            Node::Scalar { .. } => self.index + 1,
            Node::Sequence { end, .. } | Node::Mapping { end, .. } => *end,
        }
    }

    /// What it is, and how it was written.
    #[must_use]
    pub fn kind(self) -> ValueKind {
        match self.node() {
            Node::Scalar { style, .. } => ValueKind::Scalar(*style),
            Node::Sequence { layout, .. } => ValueKind::Sequence(*layout),
            Node::Mapping { layout, .. } => ValueKind::Mapping(*layout),
        }
    }

    /// The bytes it was read from: with quotes, brackets and block indicator, without the
    /// comment or line end behind it. An absent value has an empty span.
    #[must_use]
    pub fn span(self) -> Span {
        self.tree.nodes[self.index as usize].1
    }

    /// The decoded text of a scalar.
    #[must_use]
    pub fn text(self) -> Option<&'t str> {
        match self.node() {
            Node::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The style of a scalar.
    #[must_use]
    pub fn style(self) -> Option<Style> {
        match self.kind() {
            ValueKind::Scalar(style) => Some(style),
            _ => None,
        }
    }

    /// Whether it is a list.
    #[must_use]
    pub fn is_sequence(self) -> bool {
        matches!(self.kind(), ValueKind::Sequence(_))
    }

    /// Whether it is a map.
    #[must_use]
    pub fn is_mapping(self) -> bool {
        matches!(self.kind(), ValueKind::Mapping(_))
    }

    /// Whether nothing was written: a plain scalar without text.
    #[must_use]
    pub fn is_absent(self) -> bool {
        self.style() == Some(Style::Plain) && self.text() == Some("")
    }

    /// The items of a list; nothing for other values.
    pub fn items(self) -> Items<'t, 'a> {
        let (next, end) = match self.node() {
            Node::Sequence { end, .. } => (self.index + 1, *end),
            _ => (0, 0),
        };
        Items { tree: self.tree, next, end }
    }

    /// The entries of a map in the order of the text, duplicates included; nothing for other
    /// values.
    pub fn entries(self) -> Entries<'t, 'a> {
        let (next, end) = match self.node() {
            Node::Mapping { end, .. } => (self.index + 1, *end),
            _ => (0, 0),
        };
        Entries(Items { tree: self.tree, next, end })
    }

    /// The value of a key of a map; of a duplicate key, the last one.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Value<'t, 'a>> {
        self.entries().filter(|entry| entry.key.text() == Some(key)).last().map(|entry| entry.value)
    }
}

impl core::fmt::Debug for Value<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Value")
            .field("kind", &self.kind())
            .field("text", &self.text())
            .field("span", &self.span())
            .finish()
    }
}

/// A key and its value.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'t, 'a> {
    /// The key; nearly always a scalar.
    pub key: Value<'t, 'a>,
    /// The value; an absent one is an empty plain scalar.
    pub value: Value<'t, 'a>,
}

/// The items of a list.
#[derive(Clone, Debug)]
pub struct Items<'t, 'a> {
    tree: &'t Tree<'a>,
    next: u32,
    end: u32,
}

impl<'t, 'a> Iterator for Items<'t, 'a> {
    type Item = Value<'t, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.end {
            return None;
        }
        let value = Value { tree: self.tree, index: self.next };
        self.next = value.after();
        Some(value)
    }
}

/// The entries of a map.
#[derive(Clone, Debug)]
pub struct Entries<'t, 'a>(Items<'t, 'a>);

impl<'t, 'a> Entries<'t, 'a> {
    fn none(tree: &'t Tree<'a>) -> Self {
        Self(Items { tree, next: 0, end: 0 })
    }
}

impl<'t, 'a> Iterator for Entries<'t, 'a> {
    type Item = Entry<'t, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?;
        let value = self.0.next()?;
        Some(Entry { key, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_fields;
    use alloc::format;
    use alloc::string::String;

    #[test]
    fn a_tree_counts_and_walks_all_its_values() {
        let document = parse_fields("a: [b, {c: d}]\ne:\n");
        let tree = document.tree();
        let texts: Vec<_> = tree.values().map(|value| value.text().unwrap_or("-")).collect();
        assert_eq!(texts, ["-", "a", "-", "b", "-", "c", "d", "e", ""]);
        assert_eq!((tree.len(), tree.is_empty(), tree.entries().count()), (9, false, 2));
        let empty = Tree::default();
        assert_eq!((empty.len(), empty.is_empty(), empty.entries().count()), (0, true, 0));
        assert!(empty.root().is_none() && empty.get("a").is_none() && empty.values().next().is_none());
    }

    #[test]
    fn a_value_is_one_of_three_kinds() {
        let text = "list: [x]\nmap:\n  k: v\n  k: w\nempty:\nquoted: ''\n";
        let document = parse_fields(text);
        let value = |key: &str| document.tree().get(key).unwrap();
        let (list, map) = (value("list"), value("map"));
        assert_eq!(
            (list.kind(), map.kind()),
            (ValueKind::Sequence(Layout::Flow), ValueKind::Mapping(Layout::Block))
        );
        assert_eq!(
            (list.is_sequence(), list.is_mapping(), list.text(), list.style()),
            (true, false, None, None)
        );
        assert_eq!((map.is_sequence(), map.is_mapping(), map.text(), map.style()), (false, true, None, None));
        assert_eq!((list.items().count(), list.entries().count()), (1, 0));
        assert_eq!((map.items().count(), map.entries().count()), (0, 2));
        assert_eq!(map.get("k").and_then(Value::text), Some("w"), "the last one counts");
        assert!(map.get("x").is_none() && list.get("x").is_none());
        let (empty, quoted) = (value("empty"), value("quoted"));
        assert_eq!((empty.text(), empty.style(), empty.is_absent()), (Some(""), Some(Style::Plain), true));
        assert_eq!(
            (quoted.text(), quoted.style(), quoted.is_absent()),
            (Some(""), Some(Style::SingleQuoted), false)
        );
        assert!(!list.is_absent() && !map.is_absent() && !map.get("k").unwrap().is_absent());
        assert_eq!(
            format!("{quoted:?}"),
            "Value { kind: Scalar(SingleQuoted), text: Some(\"\"), span: Span { start: 44, end: 46 } }"
        );
    }

    #[test]
    fn an_owned_tree_outlives_its_text() {
        let text = String::from("a: [b, {c: \"d\\n\"}]\n");
        let owned = {
            let document = parse_fields(&text);
            let owned = document.tree().clone().into_owned();
            assert_eq!(&owned, document.tree());
            owned
        };
        drop(text);
        assert_eq!(owned.values().filter_map(Value::text).collect::<Vec<_>>(), ["a", "b", "c", "d\n"]);
    }
}
