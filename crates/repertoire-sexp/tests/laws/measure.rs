//! The bounds of a grammar, counted the slow way over a form that was read.

use repertoire_sexp::{Element, Form, Grammar};

/// What a form takes of each bound.
#[derive(Debug, Default)]
pub(crate) struct Measure {
    /// The greatest depth of an element, and the greatest number of lists around one place.
    depth: usize,
    nodes: usize,
    string_chars: usize,
    keywords: Vec<String>,
}

impl Measure {
    /// Walks over all of `element` as a chain of conses.
    pub(crate) fn of(element: Element<'_, '_>, charge_tails: bool) -> Self {
        let mut measure = Self::default();
        measure.walk(element, 0, 0, charge_tails);
        measure
    }

    fn walk(&mut self, element: Element<'_, '_>, depth: usize, around: usize, charge_tails: bool) {
        self.depth = self.depth.max(depth);
        self.string_chars = self.string_chars.max(element.as_str().map_or(0, |text| text.chars().count()));
        self.keywords.extend(element.as_keyword().map(String::from));
        let Some(list) = element.as_list() else {
            self.nodes += 1;
            return;
        };
        self.depth = self.depth.max(around + 1);
        let mut cons = depth;
        for element in list {
            self.nodes += 1;
            self.walk(element, cons + 1, around + 1, charge_tails);
            cons += usize::from(charge_tails);
        }
        match list.tail() {
            Some(tail) => self.walk(tail, cons, around + 1, charge_tails),
            None => self.nodes += 1,
        }
    }

    /// Whether a grammar has room for it.
    pub(crate) fn fits(&self, grammar: &Grammar<'_>) -> bool {
        self.depth <= grammar.max_depth
            && self.nodes <= grammar.max_nodes
            && grammar.max_string_chars.is_none_or(|max| self.string_chars <= max)
            && self.keywords.iter().all(|name| grammar.keywords.accept(name))
    }
}

/// Elements lie in the order of the source, apart from each other, each inside its list, and
/// their text is theirs.
pub(crate) fn assert_spans(form: &Form<'_>) {
    let text = form.source();
    let mut inside = vec![form.root()];
    while let Some(element) = inside.pop() {
        assert_eq!(text.get(element.span()), Some(element.source()));
        let Some(list) = element.as_list() else { continue };
        assert_eq!(list.span(), element.span());
        let mut at = element.span().start + 1;
        for inner in list.iter().chain(list.tail()) {
            assert!(
                at <= inner.span().start && inner.span().end < element.span().end,
                "{inner} in {element}"
            );
            at = inner.span().end;
            inside.push(inner);
        }
    }
}
