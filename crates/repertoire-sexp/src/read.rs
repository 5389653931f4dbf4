//! From tokens to a form, within the bounds of a grammar.

use crate::node::Node;
use crate::scan::{Scanner, Token, TokenKind};
use crate::{Error, Form, Grammar};
use alloc::vec::Vec;
use core::ops::Range;

/// The greatest source, in bytes: 2 GiB less one. Greater ones are refused before they are read.
pub const MAX_BYTES: usize = (1 << 31) - 1;

/// Reads exactly one form.
///
/// Nothing is evaluated or interned, nothing recurses, and nothing is copied: the form borrows
/// from `text`. Bounds are checked token by token, before the form grows. Reading takes time
/// linear in `text`, and eight bytes for each element and four for each escape: less than eight times
/// the memory of `text`.
///
/// # Errors
///
/// The first thing in the source that the grammar does not accept, see [`Error`]. A keyword that
/// it does not accept is reported at once, whatever follows it.
///
/// # Examples
///
/// ```
/// use repertoire_sexp::{ErrorKind, Grammar, read};
///
/// let hostile = "(".repeat(100_000);
/// assert_eq!(read(&hostile, &Grammar::data()).unwrap_err().kind(), ErrorKind::DataTooDeep);
/// ```
pub fn read<'a>(text: &'a str, grammar: &Grammar<'_>) -> Result<Form<'a>, Error> {
    if text.len() > MAX_BYTES {
        let start = (0..=MAX_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        return Err(Error::SourceTooLong { span: start..text.len() });
    }
    let mut scanner = Scanner::new(text, grammar);
    let mut builder = Builder::new(grammar);
    while let Some(token) = scanner.next()? {
        builder.accept(&token, scanner.remaining()).map_err(|error| explain(error, text))?;
    }
    builder.finish(text, scanner.into_escapes())
}

/// Names the byte order mark where it is the form that other text follows.
fn explain(error: Error, text: &str) -> Error {
    const MARK: char = '\u{feff}';
    match error {
        Error::TextAfterForm { span } if text.starts_with(MARK) && span.start == MARK.len_utf8() => {
            Error::ByteOrderMark { span: 0..span.start }
        }
        other => other,
    }
}

/// Where in a list the next token stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Outside every list, before the form.
    Before,
    /// After the `(` of a list.
    First,
    /// After an element of a list.
    Next,
    /// After a dot.
    Tail,
    /// After the tail.
    AfterTail,
    /// After the form.
    After,
}

/// Grows a form, and keeps account of its bounds.
struct Builder<'g> {
    grammar: &'g Grammar<'g>,
    nodes: Vec<Node>,
    /// The innermost open list. What is around it is kept in the open nodes themselves.
    open: Option<u32>,
    /// How many lists are open.
    nesting: usize,
    /// The depth of the last element, or of the list itself where it has none yet. Kept only
    /// where list tails are charged to depth: else nesting tells it.
    depth: usize,
    /// The depths of the open lists themselves but the outermost, where list tails are charged.
    depths: Vec<usize>,
    /// Conses, atoms and closing `NIL`s so far, that of each open list among them.
    count: usize,
    place: Place,
}

impl<'g> Builder<'g> {
    fn new(grammar: &'g Grammar<'g>) -> Self {
        let (nodes, depths) = (Vec::new(), Vec::new());
        Self { grammar, nodes, open: None, nesting: 0, depth: 0, depths, count: 0, place: Place::Before }
    }

    fn accept(&mut self, token: &Token, remaining: usize) -> Result<(), Error> {
        let span = token.span.clone();
        match token.kind {
            TokenKind::Close => self.close(span),
            TokenKind::Dot => self.dot(span),
            TokenKind::Open => {
                let tail = self.charge(&span, true)? == Place::AfterTail;
                let parent = self.open.unwrap_or(Node::NONE);
                self.open = Some(self.push(Node::open(span.start, parent, tail), remaining));
                self.nesting += 1;
                if self.grammar.charge_tails && parent != Node::NONE {
                    self.depths.push(self.depth);
                }
                self.place = Place::First;
                Ok(())
            }
            TokenKind::String { .. } | TokenKind::Keyword | TokenKind::Bare => {
                let after = self.charge(&span, false)?;
                let escaped = token.kind == TokenKind::String { escaped: true };
                self.push(Node::atom(span, escaped, after == Place::AfterTail), remaining);
                self.place = after;
                Ok(())
            }
        }
    }

    /// Accounts for one more element, and tells which place comes after it.
    fn charge(&mut self, span: &Range<usize>, list: bool) -> Result<Place, Error> {
        // An atom counts one, a list one for its end; a further one is the cons that holds it. A
        // tail has no cons and stands where the end of its list would, which is counted already.
        let (deeper, more, after) = match self.place {
            Place::First | Place::Next => (1, 2, Place::Next),
            Place::Before => (0, 1, Place::After),
            Place::Tail => (0, 0, Place::AfterTail),
            Place::AfterTail => return Err(Error::MisplacedDot { span: span.clone() }),
            Place::After => return Err(Error::TextAfterForm { span: span.clone() }),
        };
        let Grammar { max_depth, max_nodes, .. } = *self.grammar;
        let depth = if self.grammar.charge_tails { self.depth + deeper } else { self.nesting };
        if depth > max_depth || (list && self.nesting >= max_depth) {
            return Err(Error::TooDeep { max: max_depth, span: span.clone() });
        }
        if self.count + more > max_nodes {
            return Err(Error::TooManyNodes { max: max_nodes, span: span.clone() });
        }
        self.depth = depth;
        self.count += more;
        Ok(after)
    }

    fn push(&mut self, node: Node, remaining: usize) -> u32 {
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.reserve_exact(self.room(remaining));
        }
        // Sources, and so their elements, are fewer than 2³¹.
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        index
    }

    /// How many elements to make room for: few at first, and then as many as can still come, so
    /// that there is one more allocation and not a chain of them.
    fn room(&self, remaining: usize) -> usize {
        /// Enough for a skill.
        const FIRST: usize = 16;
        // No source has more than two elements on three bytes: `(a)`.
        let by_text = remaining / 3 * 2 + 3;
        let by_bound = (self.grammar.max_nodes - self.count) / 2 + 1;
        let most = by_text.min(by_bound);
        if self.nodes.is_empty() { most.min(FIRST) } else { most }
    }

    fn close(&mut self, span: Range<usize>) -> Result<(), Error> {
        let Some(index) = self.open else {
            return Err(Error::StrayClose { span });
        };
        if self.place == Place::Tail {
            return Err(Error::MisplacedDot { span });
        }
        let node = &mut self.nodes[index as usize];
        let tail = node.is_tail();
        let parent = node.close(span.end);
        self.open = (parent != Node::NONE).then_some(parent);
        self.nesting -= 1;
        if let Some(depth) = self.depths.pop() {
            self.depth = depth;
        }
        self.place = after_element(self.open, tail);
        Ok(())
    }

    fn dot(&mut self, span: Range<usize>) -> Result<(), Error> {
        if !self.grammar.dotted_lists {
            return Err(Error::DottedList { span });
        }
        if self.place != Place::Next {
            return Err(Error::MisplacedDot { span });
        }
        self.place = Place::Tail;
        Ok(())
    }

    fn finish(self, text: &str, escapes: Vec<u32>) -> Result<Form<'_>, Error> {
        if let Some(index) = self.open {
            let start = self.nodes[index as usize].start();
            return Err(Error::UnclosedList { span: start..start + 1 });
        }
        if self.nodes.is_empty() {
            return Err(Error::NoForm { span: text.len()..text.len() });
        }
        Ok(Form::new(text, self.nodes, escapes))
    }
}

fn after_element(open: Option<u32>, tail: bool) -> Place {
    match open {
        None => Place::After,
        Some(_) if tail => Place::AfterTail,
        Some(_) => Place::Next,
    }
}
