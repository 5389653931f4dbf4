//! Forms: flat, borrowed, spanned.

use crate::Integer;
use crate::node::Node;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// One form that was read, borrowing from its source.
///
/// A form is a flat list of spans over the source. Dropping, comparing and printing it never
/// recurse. Two forms are equal when they hold the same data, wherever and however it was written.
///
/// # Examples
///
/// ```
/// use repertoire_sexp::{Grammar, read};
///
/// let form = read("(:Name \"a \\\"b\\\"\" 01)", &Grammar::data())?;
/// assert_eq!(form.to_string(), r#"(:name "a \"b\"" 1)"#);
/// assert_eq!(form, read(&form.to_string(), &Grammar::data())?);
/// # Ok::<(), repertoire_sexp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Form<'a> {
    text: &'a str,
    nodes: Vec<Node>,
    /// Where in the source the backslashes stand that its strings are decoded by, ascending.
    escapes: Vec<u32>,
}

impl<'a> Form<'a> {
    /// `nodes` holds at least one node, and no list is open.
    pub(crate) fn new(text: &'a str, nodes: Vec<Node>, escapes: Vec<u32>) -> Self {
        Self { text, nodes, escapes }
    }

    /// The outermost element: the form itself.
    #[must_use]
    pub fn root(&self) -> Element<'_, 'a> {
        Element { form: self, index: 0 }
    }

    /// The source that was read.
    #[must_use]
    pub fn source(&self) -> &'a str {
        self.text
    }

    /// The index after the last element inside the element at `index`.
    fn after(&self, index: usize) -> usize {
        let node = self.nodes[index];
        if self.text.as_bytes()[node.start()] != b'(' {
            return index + 1;
        }
        let end = node.end();
        index + self.nodes[index..].partition_point(|inner| inner.start() < end)
    }

    /// The characters of a string that has escapes: the runs between its backslashes.
    fn unescape(&self, inside: Range<usize>) -> String {
        let escapes = &self.escapes[self.escapes.partition_point(|at| (*at as usize) < inside.start)..];
        let escapes = &escapes[..escapes.partition_point(|at| (*at as usize) < inside.end)];
        let mut text = String::with_capacity(inside.len() - escapes.len());
        let mut from = inside.start;
        for at in escapes {
            let at = *at as usize;
            text.push_str(&self.text[from..at]);
            from = at + 1;
        }
        text.push_str(&self.text[from..inside.end]);
        text
    }
}

impl PartialEq for Form<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.root() == other.root()
    }
}

impl Eq for Form<'_> {}

/// What an element is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'f, 'a> {
    /// A list, with its dotted tail where it has one.
    List(List<'f, 'a>),
    /// The characters of a string.
    String(Cow<'a, str>),
    /// The name of a keyword: without its colon, ASCII letters in lower case.
    Keyword(Cow<'a, str>),
    /// An integer.
    Integer(Integer<'a>),
    /// Any other token, as it is written: a symbol, or a number that is no integer.
    Symbol(&'a str),
}

/// One element of a form: an atom or a list, and where it stands.
#[derive(Clone, Copy)]
pub struct Element<'f, 'a> {
    form: &'f Form<'a>,
    index: usize,
}

impl<'f, 'a> Element<'f, 'a> {
    fn node(self) -> Node {
        self.form.nodes[self.index]
    }

    fn first_byte(self) -> u8 {
        self.form.text.as_bytes()[self.node().start()]
    }

    /// The bytes it stands on, counted from 0, with its quotes, colon or parentheses.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        let node = self.node();
        node.start()..node.end()
    }

    /// The text it stands on, as it is written.
    #[must_use]
    pub fn source(self) -> &'a str {
        &self.form.text[self.span()]
    }

    /// What it is. Strings are decoded as by [`as_str`](Self::as_str).
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_sexp::{Grammar, Value, read};
    ///
    /// let form = read("(permit \"scribe\" :load nil)", &Grammar::data())?;
    /// let values: Vec<Value> = form.root().as_list().unwrap().iter().map(|element| element.value()).collect();
    /// assert_eq!(values[0], Value::Symbol("permit"));
    /// assert_eq!(values[1], Value::String("scribe".into()));
    /// assert_eq!(values[2], Value::Keyword("load".into()));
    /// # Ok::<(), repertoire_sexp::Error>(())
    /// ```
    #[must_use]
    pub fn value(self) -> Value<'f, 'a> {
        match self.first_byte() {
            b'(' => Value::List(List { element: self }),
            b'"' => Value::String(self.decoded()),
            b':' => Value::Keyword(lower_case(&self.source()[1..])),
            _ => Integer::of(self.source()).map_or_else(|| Value::Symbol(self.source()), Value::Integer),
        }
    }

    /// The characters of a string, or nothing where this is none. Borrowed from the source when
    /// the string holds no escape; otherwise decoded anew by each call.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_sexp::{Grammar, read};
    ///
    /// let form = read(r#""\n is the letter n""#, &Grammar::data())?;
    /// assert_eq!(form.root().as_str().as_deref(), Some("n is the letter n"));
    /// # Ok::<(), repertoire_sexp::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        (self.first_byte() == b'"').then(|| self.decoded())
    }

    /// The name of a keyword, or nothing where this is none: without its colon, ASCII letters in
    /// lower case.
    #[must_use]
    pub fn as_keyword(self) -> Option<Cow<'a, str>> {
        (self.first_byte() == b':').then(|| lower_case(&self.source()[1..]))
    }

    /// Whether this is the keyword `name`, given without its colon. ASCII letters are compared
    /// without case.
    #[must_use]
    pub fn is_keyword(self, name: &str) -> bool {
        self.first_byte() == b':' && self.source()[1..].eq_ignore_ascii_case(name)
    }

    /// The integer, or nothing where this is none.
    #[must_use]
    pub fn as_integer(self) -> Option<Integer<'a>> {
        Integer::of(self.source())
    }

    /// A symbol, or a number that is no integer, as it is written; nothing where this is neither.
    #[must_use]
    pub fn as_symbol(self) -> Option<&'a str> {
        let bare = !matches!(self.first_byte(), b'(' | b'"' | b':');
        (bare && self.as_integer().is_none()).then(|| self.source())
    }

    /// The list, or nothing where this is an atom.
    #[must_use]
    pub fn as_list(self) -> Option<List<'f, 'a>> {
        (self.first_byte() == b'(').then_some(List { element: self })
    }

    /// What stands between the quotes of a string, decoded.
    fn decoded(self) -> Cow<'a, str> {
        let node = self.node();
        let inside = node.start() + 1..node.end() - 1;
        if node.is_escaped() {
            Cow::Owned(self.form.unescape(inside))
        } else {
            Cow::Borrowed(&self.form.text[inside])
        }
    }

    /// This element and all inside it, in the order of the source.
    pub(crate) fn preorder(self) -> impl Iterator<Item = Self> {
        (self.index..self.form.after(self.index)).map(move |index| Self { form: self.form, index })
    }

    pub(crate) fn is_tail(self) -> bool {
        self.node().is_tail()
    }

    /// Whether two elements are alike in themselves, whatever is inside them.
    fn is_like(self, other: Self) -> bool {
        match (self.value(), other.value()) {
            (Value::List(_), Value::List(_)) => self.extent() == other.extent(),
            (left, right) => {
                !matches!(left, Value::List(_)) && !matches!(right, Value::List(_)) && left == right
            }
        }
    }

    /// How many elements it holds at any depth, and itself.
    fn extent(self) -> usize {
        self.form.after(self.index) - self.index
    }
}

impl PartialEq for Element<'_, '_> {
    /// Whether both hold the same data. Walks both in step, without recursion.
    fn eq(&self, other: &Self) -> bool {
        self.extent() == other.extent()
            && self.preorder().zip(other.preorder()).enumerate().all(|(nth, (left, right))| {
                // Whether the two compared elements are tails is not theirs to tell.
                (nth == 0 || left.is_tail() == right.is_tail()) && left.is_like(right)
            })
    }
}

impl Eq for Element<'_, '_> {}

impl fmt::Debug for Element<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A list, proper or dotted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct List<'f, 'a> {
    element: Element<'f, 'a>,
}

impl<'f, 'a> List<'f, 'a> {
    /// The elements in their order, without a dotted tail.
    #[must_use]
    pub fn iter(self) -> Elements<'f, 'a> {
        let Element { form, index } = self.element;
        Elements { form, next: index + 1, end: form.after(index) }
    }

    /// The first element.
    #[must_use]
    pub fn head(self) -> Option<Element<'f, 'a>> {
        self.iter().next()
    }

    /// The name of the keyword with which the list begins, as [`Element::as_keyword`] gives it.
    #[must_use]
    pub fn head_keyword(self) -> Option<Cow<'a, str>> {
        self.head().and_then(Element::as_keyword)
    }

    /// What stands after the dot of a dotted list.
    #[must_use]
    pub fn tail(self) -> Option<Element<'f, 'a>> {
        let mut elements = self.iter();
        elements.by_ref().for_each(drop);
        let Elements { form, next: index, end } = elements;
        (index < end).then_some(Element { form, index })
    }

    /// Whether it is `()`.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.head().is_none()
    }

    /// The bytes it stands on, with its parentheses.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.element.span()
    }
}

impl<'f, 'a> IntoIterator for List<'f, 'a> {
    type Item = Element<'f, 'a>;
    type IntoIter = Elements<'f, 'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for List<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.element, f)
    }
}

/// The elements of a list: what [`List::iter`] gives.
#[derive(Clone, Debug)]
pub struct Elements<'f, 'a> {
    form: &'f Form<'a>,
    next: usize,
    end: usize,
}

impl<'f, 'a> Iterator for Elements<'f, 'a> {
    type Item = Element<'f, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let element = Element { form: self.form, index: self.next };
        if self.next >= self.end || element.is_tail() {
            return None;
        }
        self.next = self.form.after(self.next);
        Some(element)
    }
}

impl core::iter::FusedIterator for Elements<'_, '_> {}

fn lower_case(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use crate::node::Node;
    use crate::{Grammar, read};
    use alloc::format;

    #[test]
    fn a_form_takes_less_memory_than_eight_times_its_source() {
        assert_eq!(size_of::<Node>(), 8);
        let endless = Grammar { max_depth: usize::MAX, max_nodes: usize::MAX, ..Grammar::data() };
        let n = 5000;
        for inside in [
            "()",
            "(a)",
            "a ",
            "\"\"",
            "a\"\"",
            ":a ",
            "\"longer text\" ",
            "((()))",
            "\"\\\"\"",
            "\"\\\\\\\\\\\\\"",
        ] {
            let source = format!("({})", inside.repeat(n));
            let form = read(&source, &endless).expect("a form");
            let bytes =
                form.nodes.capacity() * size_of::<Node>() + form.escapes.capacity() * size_of::<u32>();
            assert!(bytes < 8 * source.len(), "{bytes} bytes for {} of {inside}", source.len());
        }
        let source = format!("{}{}", "(".repeat(n), ")".repeat(n));
        assert!(
            read(&source, &endless).expect("a form").nodes.capacity() <= source.len() / 2 + source.len() / 3
        );
        let skill = format!("(:name {:?})", "x".repeat(60_000));
        assert!(read(&skill, &Grammar::autolith_skill()).expect("a form").nodes.capacity() <= 16);
    }
}
