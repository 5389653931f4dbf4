//! Building a tree, node by node, in the order of the text.

use crate::Span;
use crate::tree::{Layout, Node, Style, Tree};
use alloc::borrow::Cow;
use alloc::vec::Vec;

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
    /// Where the collection ends that was closed last.
    closed: usize,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    index: usize,
    mapping: bool,
    /// An odd number of nodes so far: in a mapping, a key waits for its value.
    keyed: bool,
}

impl<'a> TreeBuilder<'a> {
    /// A builder with room for `nodes` nodes.
    #[must_use]
    pub fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), open: Vec::new(), growing: false, closed: 0 }
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
        self.open.last().is_some_and(|frame| frame.mapping && !frame.keyed)
    }

    /// Whether the value of a key is expected next.
    #[must_use]
    pub fn expects_value(&self) -> bool {
        self.open.last().is_some_and(|frame| frame.mapping && frame.keyed)
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
        self.closed = end;
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
            frame.keyed = !frame.keyed;
        }
        self.nodes.truncate(len);
        self.closed = 0;
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

    /// Where the last value ends.
    pub(crate) fn last_end(&self) -> Option<usize> {
        self.nodes.last().map(|(_, span)| span.end().max(self.closed))
    }

    /// Makes the last node, a scalar, the key of a new flow mapping.
    pub(crate) fn wrap_last_in_mapping(&mut self) {
        let Some((node, span)) = self.nodes.pop() else { return };
        if let Some(frame) = self.open.last_mut() {
            frame.keyed = !frame.keyed;
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
        self.open.push(Frame { index: self.nodes.len(), mapping, keyed: false });
        self.nodes.push((node, span));
    }

    fn count(&mut self) {
        if let Some(frame) = self.open.last_mut() {
            frame.keyed = !frame.keyed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    fn at(start: usize, end: usize) -> Span {
        Span::new(start, end)
    }

    /// `[a, {bb: ccc}, []]` as the value of `k`, with the builder as it is before the end.
    fn some() -> TreeBuilder<'static> {
        let mut builder = TreeBuilder::with_capacity(8);
        builder.open_mapping(Layout::Block, at(0, 0));
        builder.scalar("k".into(), Style::Plain, at(0, 1));
        builder.open_sequence(Layout::Flow, at(3, 4));
        builder.scalar("a".into(), Style::Plain, at(4, 5));
        builder.open_mapping(Layout::Flow, at(7, 8));
        builder.scalar("bb".into(), Style::Plain, at(8, 10));
        builder.scalar("ccc".into(), Style::Plain, at(12, 15));
        builder.close(16);
        builder.open_sequence(Layout::Flow, at(18, 19));
        builder.close(20);
        builder.close(21);
        builder
    }

    /// A tree in one line, each value with its span.
    fn line(value: crate::Value<'_, '_>) -> String {
        let (span, mut inner) = (value.span().range(), String::new());
        for child in value.items().chain(value.entries().flat_map(|entry| [entry.key, entry.value])) {
            inner += &format!(" {}", line(child));
        }
        match value.text() {
            Some(text) => format!("{text:?}{span:?}"),
            None => format!("({}{span:?}{inner})", if value.is_sequence() { "list" } else { "map" }),
        }
    }

    fn built(builder: TreeBuilder<'_>) -> String {
        builder.finish().root().map(line).unwrap_or_default()
    }

    #[test]
    fn keys_and_values_alternate_in_mappings_only() {
        let mut builder = TreeBuilder::default();
        let expects = |builder: &TreeBuilder<'_>| (builder.expects_key(), builder.expects_value());
        assert_eq!((builder.is_empty(), builder.depth(), builder.len()), (true, 0, 0));
        assert_eq!(expects(&builder), (false, false));
        builder.open_mapping(Layout::Block, at(0, 0));
        assert_eq!((builder.depth(), builder.len(), builder.is_empty()), (1, 1, false));
        for count in 0..3 {
            assert_eq!(expects(&builder), (true, false), "{count}");
            builder.scalar("k".into(), Style::Plain, at(0, 1));
            assert_eq!(expects(&builder), (false, true), "{count}");
            builder.open_sequence(Layout::Flow, at(3, 4));
            assert_eq!((expects(&builder), builder.depth()), ((false, false), 2), "{count}");
            builder.scalar("a".into(), Style::Plain, at(4, 5));
            assert_eq!(expects(&builder), (false, false), "{count}");
            builder.close(6);
        }
        assert_eq!((builder.depth(), builder.len()), (1, 10));
    }

    #[test]
    fn what_is_left_open_or_unpaired_is_closed_and_paired() {
        assert_eq!(built(TreeBuilder::default()), "");
        let mut builder = some();
        builder.scalar("l".into(), Style::Plain, at(22, 23));
        let whole = "\"k\"0..1 (list3..21 \"a\"4..5 (map7..16 \"bb\"8..10 \"ccc\"12..15) (list18..20))";
        assert_eq!(built(builder.clone()), format!("(map0..0 {whole} \"l\"22..23 \"\"0..0)"));
        builder.close(24);
        builder.close(99);
        assert_eq!(built(builder), format!("(map0..24 {whole} \"l\"22..23 \"\"24..24)"));
    }

    #[test]
    fn a_node_weighs_itself_and_all_that_it_holds() {
        let mut builder = some();
        builder.close(21);
        let measures = |index| (builder.weight(index), builder.text_bytes(index), builder.height(index));
        assert_eq!(measures(0), (8, 7, 3), "the root");
        assert_eq!(measures(1), (1, 1, 0), "the key");
        assert_eq!(measures(2), (6, 6, 2), "the list");
        assert_eq!(measures(4), (3, 5, 1), "the map in the list");
        assert_eq!(measures(7), (1, 0, 1), "the empty list");
        assert_eq!(measures(8), (0, 0, 0), "beyond the end");
    }

    #[test]
    fn a_finished_node_can_be_repeated_with_all_that_it_holds() {
        let mut builder = some();
        for (key, index) in [("l", 2), ("s", 5), ("m", 4)] {
            builder.scalar(key.into(), Style::Plain, at(30, 31));
            assert!(builder.repeat(index, at(33, 36)), "{key}");
            assert!(builder.expects_key(), "{key}");
        }
        assert_eq!(
            (builder.weight(9), builder.height(9), builder.text_bytes(9), builder.weight(18)),
            (6, 2, 6, 3)
        );
        builder.close(40);
        assert_eq!(
            built(builder),
            "(map0..40 \"k\"0..1 (list3..21 \"a\"4..5 (map7..16 \"bb\"8..10 \"ccc\"12..15) (list18..20)) \
             \"l\"30..31 (list33..36 \"a\"4..5 (map7..16 \"bb\"8..10 \"ccc\"12..15) (list18..20)) \
             \"s\"30..31 \"bb\"33..36 \"m\"30..31 (map33..36 \"bb\"8..10 \"ccc\"12..15))"
        );
    }

    #[test]
    fn nothing_repeats_a_node_that_is_open_or_not_there() {
        let mut builder = some();
        let before = builder.len();
        assert!(!builder.repeat(0, at(0, 0)) && !builder.repeat(before, at(0, 0)));
        assert_eq!((builder.len(), builder.expects_key()), (before, true));
    }
}
