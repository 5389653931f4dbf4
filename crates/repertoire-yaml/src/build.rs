//! From the events of the YAML parser to a tree, without recursion.

use crate::{Error, ErrorKind, Limits};
use granit_parser::{Event, Parser, ScalarStyle, StructureStyle, Tag};
use repertoire_frontmatter::{Layout, Span, Style, Tree, TreeBuilder, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

pub(crate) fn build<'a>(text: &'a str, offset: usize, limits: &Limits) -> Result<Tree<'a>, Error> {
    let options = granit_parser::options! {
        strict_indentation: true,
        disallow_directives: true,
        flow_nesting_limit: limits.depth.saturating_add(1),
        block_nesting_limit: limits.depth.saturating_add(1),
    };
    let mut builder = Builder {
        offset,
        limits,
        tree: TreeBuilder::with_capacity(text.len() / 24 + 8),
        anchors: BTreeMap::new(),
        alias_nodes: 0,
        alias_bytes: 0,
        documents: 0,
    };
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or_else(|| byte_of(text, error.marker().index()));
            let at = offset + at.min(text.len());
            let kind = match error.kind() {
                granit_parser::ErrorKind::RecursionLimitExceeded => ErrorKind::Depth,
                kind => ErrorKind::Syntax(kind.to_string()),
            };
            Error { kind, span: Span::new(at, at) }
        })?;
        let byte = |marker: &granit_parser::Marker| {
            marker.byte_offset().unwrap_or_else(|| byte_of(text, marker.index()))
        };
        let (start, end) = (byte(&span.start), byte(&span.end));
        builder.event(event, Span::new(offset + start, offset + end))?;
    }
    let tree = builder.tree.finish();
    duplicates(&tree)?;
    Ok(tree)
}

/// The byte of the n-th character, for markers that do not carry one.
fn byte_of(text: &str, index: usize) -> usize {
    text.char_indices().nth(index).map_or(text.len(), |(byte, _)| byte)
}

struct Builder<'a, 'l> {
    offset: usize,
    limits: &'l Limits,
    tree: TreeBuilder<'a>,
    /// From the parser's number of an anchor to the node that bears it.
    anchors: BTreeMap<usize, usize>,
    alias_nodes: usize,
    alias_bytes: usize,
    documents: usize,
}

impl<'a> Builder<'a, '_> {
    fn event(&mut self, event: Event<'a>, span: Span) -> Result<(), Error> {
        let refuse = |kind| Err(Error { kind, span });
        if event.is_node() && self.tree.len() >= self.limits.nodes {
            return refuse(ErrorKind::Nodes);
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return refuse(ErrorKind::ManyDocuments);
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.anchor(anchor);
                self.scalar(text, style, tag.as_deref(), span)?;
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.collection(anchor, tag.as_deref(), "seq", span)?;
                self.tree.open_sequence(layout(style), span);
            }
            Event::MappingStart(style, anchor, tag) => {
                self.collection(anchor, tag.as_deref(), "map", span)?;
                self.tree.open_mapping(layout(style), span);
            }
            Event::SequenceEnd | Event::MappingEnd => self.tree.close(span.end()),
            Event::Alias(id) => self.alias(id, span)?,
            _ => {}
        }
        Ok(())
    }

    fn anchor(&mut self, id: usize) {
        if id != 0 {
            self.anchors.insert(id, self.tree.len());
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), Error> {
        let mut style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        // The parser writes `~` where nothing stands.
        let text = if span.is_empty() && style == Style::Plain { Cow::Borrowed("") } else { text };
        match tag.map(|tag| (tag.core_suffix(), tag.handle(), tag.suffix())) {
            None | Some((Some("int" | "float" | "bool" | "null"), ..)) => {}
            // A text by tag: as if it stood in quotes.
            Some((Some("str"), ..)) | Some((_, "", "!")) => {
                if style == Style::Plain {
                    style = Style::DoubleQuoted;
                }
            }
            Some(_) => return Err(Error { kind: ErrorKind::Tag, span }),
        }
        self.tree.scalar(text, style, span);
        Ok(())
    }

    fn collection(&mut self, anchor: usize, tag: Option<&Tag>, name: &str, span: Span) -> Result<(), Error> {
        if self.tree.expects_key() {
            return Err(Error { kind: ErrorKind::ComplexKey, span });
        }
        if self.tree.depth() >= self.limits.depth {
            return Err(Error { kind: ErrorKind::Depth, span });
        }
        let known = tag.is_none_or(|tag| {
            tag.core_suffix() == Some(name) || (tag.handle().is_empty() && tag.suffix() == "!")
        });
        if !known {
            return Err(Error { kind: ErrorKind::Tag, span });
        }
        self.anchor(anchor);
        Ok(())
    }

    fn alias(&mut self, id: usize, span: Span) -> Result<(), Error> {
        let refuse = |kind| Err(Error { kind, span });
        let Some(index) = self.anchors.get(&id).copied() else { return refuse(ErrorKind::AliasCycle) };
        let weight = self.tree.weight(index);
        if weight == 0 {
            return refuse(ErrorKind::AliasCycle);
        }
        self.alias_nodes += weight;
        self.alias_bytes += self.tree.text_bytes(index);
        let too_much =
            self.alias_nodes > self.limits.alias_nodes || self.alias_bytes > self.limits.alias_bytes;
        if too_much || self.tree.len() + weight > self.limits.nodes {
            return refuse(ErrorKind::AliasExpansion);
        }
        if weight > 1 && self.tree.expects_key() {
            return refuse(ErrorKind::ComplexKey);
        }
        if self.tree.depth() + self.tree.height(index) > self.limits.depth {
            return refuse(ErrorKind::Depth);
        }
        if !self.tree.repeat(index, span) {
            return refuse(ErrorKind::AliasCycle);
        }
        debug_assert!(span.start() >= self.offset);
        Ok(())
    }
}

fn layout(style: StructureStyle) -> Layout {
    match style {
        StructureStyle::Block => Layout::Block,
        StructureStyle::Flow => Layout::Flow,
    }
}

/// The first key, in the order of the text, that stood before in its map.
fn duplicates(tree: &Tree<'_>) -> Result<(), Error> {
    let mut found: Option<(Span, Span)> = None;
    let mut keys: Vec<(&str, Span)> = Vec::new();
    for map in tree.values().filter(|value| value.is_mapping()) {
        keys.clear();
        keys.extend(map.entries().filter_map(|entry| Some((Value::text(entry.key)?, entry.key.span()))));
        keys.sort_unstable_by_key(|(text, span)| (*text, span.start()));
        for pair in keys.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            if found.is_none_or(|(_, second)| pair[1].1.start() < second.start()) {
                found = Some((pair[0].1, pair[1].1));
            }
        }
    }
    match found {
        Some((first, span)) => Err(Error { kind: ErrorKind::DuplicateKey { first }, span }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::{ErrorKind, Limits, parse, parse_with};

    fn refused(text: &str) -> (&'static str, usize) {
        let error = parse(text, 0).unwrap_err();
        (error.kind.id(), error.span.start())
    }

    #[test]
    fn what_the_tree_cannot_hold_is_refused_with_its_place() {
        assert_eq!(refused("a: 1\nb: {c: 2, c: 3}\n"), ("duplicate-key", 15));
        assert_eq!(refused("[a]: b\n"), ("complex-key", 0));
        assert_eq!(refused("a: !mine b\n"), ("tag", 9));
        assert_eq!(refused("a: 1\n---\nb: 2\n"), ("many-documents", 5));
        assert_eq!(refused("a: &x [*x]\n"), ("alias-cycle", 7));
        assert_eq!(refused("%YAML 1.2\n---\na: b\n").0, "syntax");
        assert_eq!(refused("a: *x\n").0, "syntax");
        assert_eq!(refused("é: 'b\n").0, "syntax");
    }

    #[test]
    fn syntax_errors_say_what_is_wrong() {
        let message = parse("a: [b\n", 0).unwrap_err().to_string();
        assert!(message.len() > "this is not YAML: ".len(), "{message:?}");
    }

    #[test]
    fn both_keys_of_a_pair_are_named() {
        let error = parse("name: a\nname: b\n", 100).unwrap_err();
        let ErrorKind::DuplicateKey { first } = error.kind else { panic!("{error:?}") };
        assert_eq!((first.range(), error.span.range()), (100..104, 108..112));
    }

    #[test]
    fn tags_of_the_core_schema_say_what_a_scalar_is() {
        use repertoire_frontmatter::{Resolution, Resolved};
        let tree = parse("a: !!str 12\nb: !!int 12\nc: ! 12\nd: !!seq [x]\n", 0).unwrap();
        let resolved = |key| tree.get(key).and_then(|value| value.resolve(Resolution::Core));
        assert_eq!(resolved("a"), Some(Resolved::Text("12")));
        assert_eq!(resolved("b"), Some(Resolved::Integer(12)));
        assert_eq!(resolved("c"), Some(Resolved::Text("12")));
        assert!(tree.get("d").is_some_and(|value| value.is_sequence()));
    }

    #[test]
    fn limits_hold_before_the_work() {
        let bomb = "a: &a [x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\n\
                    c: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c, *c, *c]\n";
        assert_eq!(refused(bomb).0, "alias-expansion");
        let long = format!("a: &a {}\nb: [*a, *a]\n", "x".repeat(40_000));
        assert_eq!(refused(&long).0, "alias-expansion");
        assert_eq!(refused(&format!("a: {}", "[".repeat(40))).0, "depth");
        assert_eq!(refused(&format!("a: [{}]", "b,".repeat(5_000))).0, "nodes");
        let limits = Limits { depth: 2, nodes: 5, ..Limits::default() };
        assert!(parse_with("a: [b, c]\n", 0, &limits).is_ok());
        assert_eq!(parse_with("a: [b, c, d]\n", 0, &limits).unwrap_err().kind, ErrorKind::Nodes);
        assert_eq!(parse_with("a: [[b]]\n", 0, &limits).unwrap_err().kind, ErrorKind::Depth);
        let deep = "a: &a [[x]]\nb: [[*a]]\n";
        let limits = Limits { depth: 4, ..Limits::default() };
        assert_eq!(parse_with(deep, 0, &limits).unwrap_err().kind, ErrorKind::Depth);
    }
}
