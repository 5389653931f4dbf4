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
    nodes: Vec<(Node<'a>, Span)>,
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

/// Builds a [`Tree`] in the order of the text; for readers other than this crate's own.
///
/// Collections are opened and closed in turn; inside a mapping, keys and values alternate. What
/// is left open or unpaired at the end is closed and paired with empty scalars.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::{Layout, Span, Style, TreeBuilder};
///
/// let mut builder = TreeBuilder::default();
/// builder.open_mapping(Layout::Block, Span::new(0, 10));
/// builder.scalar("name".into(), Style::Plain, Span::new(0, 4));
/// builder.scalar("tide".into(), Style::Plain, Span::new(6, 10));
/// builder.close(10);
/// let tree = builder.finish();
/// assert_eq!(tree.get("name").and_then(|value| value.text()), Some("tide"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder<'a> {
    nodes: Vec<(Node<'a>, Span)>,
    open: Vec<Frame>,
    /// The last node is a scalar of the innermost open collection, and more text may join it.
    growing: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    index: usize,
    mapping: bool,
    children: u32,
}

impl<'a> TreeBuilder<'a> {
    /// A builder with room for `nodes` nodes.
    #[must_use]
    pub fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), open: Vec::new(), growing: false }
    }

    /// How many collections are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// How many nodes there are so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was added yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether a key of a mapping is expected next.
    #[must_use]
    pub fn expects_key(&self) -> bool {
        self.open.last().is_some_and(|frame| frame.mapping && frame.children % 2 == 0)
    }

    /// Whether the value of a key is expected next.
    #[must_use]
    pub fn expects_value(&self) -> bool {
        self.open.last().is_some_and(|frame| frame.mapping && frame.children % 2 == 1)
    }

    /// Adds a scalar.
    pub fn scalar(&mut self, text: Cow<'a, str>, style: Style, span: Span) {
        self.count();
        self.growing = true;
        self.nodes.push((Node::Scalar { text, style }, span));
    }

    /// Opens a sequence.
    pub fn open_sequence(&mut self, layout: Layout, span: Span) {
        self.open(Node::Sequence { layout, end: 0 }, span, false);
    }

    /// Opens a mapping.
    pub fn open_mapping(&mut self, layout: Layout, span: Span) {
        self.open(Node::Mapping { layout, end: 0 }, span, true);
    }

    /// Closes the innermost collection at byte `end`.
    pub fn close(&mut self, end: usize) {
        if self.expects_value() {
            self.scalar(Cow::Borrowed(""), Style::Plain, Span::new(end, end));
        }
        let Some(frame) = self.open.pop() else { return };
        self.growing = false;
        let after = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let (node, span) = &mut self.nodes[frame.index];
        *span = Span::new(span.start(), end);
        if let Node::Sequence { end, .. } | Node::Mapping { end, .. } = node {
            *end = after;
        }
    }

    /// Adds a copy of the node at `index`, counted from 0, with all that it holds. The copy's own
    /// span is `span`; what it holds keeps its spans. Says whether there is a finished node there.
    pub fn repeat(&mut self, index: usize, span: Span) -> bool {
        let end = match self.nodes.get(index) {
            None => return false,
            Some((Node::Scalar { .. }, _)) => index + 1,
            Some((Node::Sequence { end, .. } | Node::Mapping { end, .. }, _)) => *end as usize,
        };
        if end == 0 {
            return false; // still open: it would hold itself
        }
        self.count();
        let shift = self.nodes.len() - index;
        for at in index..end {
            let (mut node, mut own) = self.nodes[at].clone();
            if let Node::Sequence { end, .. } | Node::Mapping { end, .. } = &mut node {
                *end = u32::try_from(*end as usize + shift).unwrap_or(u32::MAX);
            }
            if at == index {
                own = span;
            }
            self.nodes.push((node, own));
        }
        true
    }

    /// How many nodes the finished node at `index`, counted from 0, and all that it holds are.
    #[must_use]
    pub fn weight(&self, index: usize) -> usize {
        match self.nodes.get(index) {
            None => 0,
            Some((Node::Scalar { .. }, _)) => 1,
            Some((Node::Sequence { end, .. } | Node::Mapping { end, .. }, _)) => {
                (*end as usize).saturating_sub(index)
            }
        }
    }

    /// How many bytes of text the finished node at `index`, counted from 0, and all that it holds
    /// have.
    #[must_use]
    pub fn text_bytes(&self, index: usize) -> usize {
        let nodes = self.nodes.get(index..index + self.weight(index)).unwrap_or_default();
        nodes.iter().map(|(node, _)| if let Node::Scalar { text, .. } = node { text.len() } else { 0 }).sum()
    }

    /// How deep collections nest in the finished node at `index`, counted from 0; a scalar is 0.
    #[must_use]
    pub fn height(&self, index: usize) -> usize {
        let mut open: Vec<usize> = Vec::new();
        let mut height = 0;
        for at in index..index + self.weight(index) {
            while open.last().is_some_and(|end| *end <= at) {
                open.pop();
            }
            if let Some((Node::Sequence { end, .. } | Node::Mapping { end, .. }, _)) = self.nodes.get(at) {
                open.push(*end as usize);
                height = height.max(open.len());
            }
        }
        height
    }

    /// Drops everything from node `len` on, and the collections opened since.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.open.last().is_some_and(|frame| frame.index >= len) {
            self.open.pop();
        }
        if let Some(frame) = self.open.last_mut()
            && len < self.nodes.len()
        {
            frame.children -= 1;
        }
        self.nodes.truncate(len);
    }

    /// Joins a text to the last scalar with one space, unless something else stands between.
    pub(crate) fn extend_last(&mut self, more: &str, span: Span) -> bool {
        let Some((Node::Scalar { text, .. }, whole)) = self.nodes.last_mut().filter(|_| self.growing) else {
            return false;
        };
        let text = text.to_mut();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(more);
        *whole = Span::new(whole.start(), span.end());
        true
    }

    /// Nothing more may join the last scalar.
    pub(crate) fn seal(&mut self) {
        self.growing = false;
    }

    /// Where the last node ends.
    pub(crate) fn last_end(&self) -> Option<usize> {
        self.nodes.last().map(|(_, span)| span.end())
    }

    /// Makes the last node, a scalar, the key of a new flow mapping.
    pub(crate) fn wrap_last_in_mapping(&mut self) {
        let Some((node, span)) = self.nodes.pop() else { return };
        if let Some(frame) = self.open.last_mut() {
            frame.children -= 1;
        }
        self.open_mapping(Layout::Flow, span);
        self.count();
        self.nodes.push((node, span));
    }

    /// The finished tree.
    #[must_use]
    pub fn finish(mut self) -> Tree<'a> {
        while let Some(frame) = self.open.last() {
            let end = self.nodes[frame.index].1.end();
            self.close(end);
        }
        Tree { nodes: self.nodes }
    }

    fn open(&mut self, node: Node<'a>, span: Span, mapping: bool) {
        self.count();
        self.open.push(Frame { index: self.nodes.len(), mapping, children: 0 });
        self.nodes.push((node, span));
    }

    fn count(&mut self) {
        if let Some(frame) = self.open.last_mut() {
            frame.children += 1;
        }
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
