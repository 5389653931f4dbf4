//! The lexer of the lines between the fences: block mappings and lists by indentation, each
//! value handed to the file that knows its style.
//!
//! It keeps a stack of open levels instead of recursing. Whatever it is not sure of makes it give
//! the whole top-level entry up: the entry is marked, keeps its text, and reading goes on with
//! the next one.

mod block;
mod characters;
mod entry;
mod flow;
mod key;
mod levels;
mod plain;
mod quoted;
mod value;

use self::key::KeyOrNot;
use self::levels::{Level, Levels};
use self::quoted::Quote;
use crate::builder::TreeBuilder;
use crate::duplicates::duplicates;
use crate::lines::{Line, line_at, trim_end};
use crate::tree::{Layout, Tree};
use crate::{Construct, MAX_NODES, MAX_PROBLEMS, Problem, ProblemKind, Span};
use alloc::vec::Vec;
use core::cell::Cell;

/// What the lexer makes of a range of lines.
pub(crate) struct Lexed<'a> {
    pub(crate) tree: Tree<'a>,
    /// The whole lines of each entry of the root mapping, in the order of the tree.
    pub(crate) extents: Vec<Span>,
    pub(crate) problems: Vec<Problem>,
}

/// The top-level entry that is being read, to be able to give it up.
#[derive(Clone, Copy, Debug)]
struct Current {
    /// The number of nodes before its value.
    nodes: usize,
    /// The number of problems before it.
    problems: usize,
    /// The first byte of its line.
    start: usize,
    /// The byte after its colon.
    value: usize,
    /// The first byte of the line after its key.
    next: usize,
    /// The first byte behind its lines, as far as they are read.
    end: usize,
}

pub(crate) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The end of the lines to read.
    end: usize,
    /// The first byte of the next line to read.
    pos: usize,
    tree: TreeBuilder<'a>,
    extents: Vec<Span>,
    problems: Vec<Problem>,
    levels: Levels,
    current: Option<Current>,
    /// From here on there is no `"` and no `'`: no need to look for one again.
    no_quote: [usize; 2],
    /// Whether any `&` stands in the text, so that an alias could mean something.
    anchors: bool,
    /// The line that was found last: most are looked at before they are read.
    last_line: Cell<Option<Line>>,
    /// The byte from which a colon was looked for last, and what was found.
    last_colon: Cell<(usize, Option<usize>)>,
    /// The quote that was closed last, and what closes it.
    last_quote: Cell<(usize, Quote)>,
}

/// Reads the lines of `range`, with spans into the whole `text`.
pub(crate) fn lex(text: &str, range: Span) -> Lexed<'_> {
    let bytes = text.as_bytes();
    let lines = &bytes[range.range()];
    let mut lexer = Lexer {
        text,
        bytes,
        end: range.end(),
        pos: range.start(),
        tree: TreeBuilder::with_capacity((lines.len() / 16 + 8).min(1_024)),
        extents: Vec::with_capacity(8),
        problems: Vec::new(),
        levels: Levels::new(),
        current: None,
        no_quote: [usize::MAX; 2],
        anchors: false,
        last_line: Cell::new(None),
        last_colon: Cell::new((usize::MAX, None)),
        last_quote: Cell::new((usize::MAX, Quote::NONE)),
    };
    let unusual = lexer.characters(range);
    lexer.anchors = memchr::memchr(b'&', lines).is_some();
    lexer.run();
    let Lexer { tree, extents, mut problems, .. } = lexer;
    let tree = tree.finish();
    duplicates(&tree, &mut problems);
    problems.extend(unusual);
    if problems.len() > 1 {
        problems.sort_by_key(|problem| (problem.span.start(), problem.span.end()));
    }
    Lexed { tree, extents, problems }
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        while let Some(line) = self.significant() {
            if self.levels.len() == 0 && !self.open_root(line) {
                return;
            }
            if self.tree.len() >= MAX_NODES {
                self.problem(ProblemKind::Unsupported(Construct::Size), line.first, line.end);
                self.pos = self.end;
                break;
            }
            self.block_line(line);
            if let Some(current) = &mut self.current {
                current.end = self.pos;
            }
            if self.levels.len() == 1 {
                self.end_entry();
            }
        }
        while self.levels.len() > 0 {
            self.close_level();
        }
        self.end_entry();
    }

    /// The next line that is neither blank nor a comment. Lines before it are passed.
    fn significant(&mut self) -> Option<Line> {
        while let Some(line) = self.line(self.pos) {
            if !line.is_blank() && self.bytes[line.first] != b'#' {
                return Some(line);
            }
            self.pos = line.next;
        }
        None
    }

    /// Ends the extent of the entry that is open. Blank lines and comments behind it are not its.
    fn end_entry(&mut self) {
        if let Some(current) = self.current.take() {
            self.extents.push(Span::new(current.start, current.end));
        }
    }

    #[inline]
    fn line(&self, start: usize) -> Option<Line> {
        if let Some(line) = self.last_line.get()
            && line.start == start
        {
            return Some(line);
        }
        let line = line_at(self.bytes, start, self.end);
        self.last_line.set(line);
        line
    }

    /// How many columns a line is indented; tabs count as one.
    fn indent(line: Line) -> usize {
        line.first - line.start
    }

    fn root_indent(&self) -> usize {
        self.levels.as_slice().first().map_or(0, |level| level.indent)
    }

    /// The byte after the character that begins at a byte.
    fn char_end(&self, at: usize) -> usize {
        at + self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }

    fn problem(&mut self, kind: ProblemKind, start: usize, end: usize) {
        if self.problems.len() < MAX_PROBLEMS || matches!(kind, ProblemKind::Unsupported(_)) {
            self.problems.push(Problem::new(kind, Span::new(start, end)));
        }
    }

    /// Whether `-` or `?` at a byte is an indicator: blanks or the end of the line follow.
    fn is_indicator(&self, at: usize, end: usize) -> bool {
        at + 1 >= end || matches!(self.bytes[at + 1], b' ' | b'\t')
    }

    fn is_dash(&self, line: Line) -> bool {
        self.bytes[line.first] == b'-' && self.is_indicator(line.first, line.end)
    }

    /// Opens the root mapping, unless the text holds something else: then nothing is read.
    fn open_root(&mut self, line: Line) -> bool {
        let content = &self.bytes[line.first..line.end];
        let mark = Self::indent(line) == 0 && self.is_document_mark(line);
        let not_a_map = self.is_dash(line)
            || matches!(content[0], b'{' | b'[' | b'%' | b'&' | b'!' | b'|' | b'>')
            || mark;
        let field = if not_a_map { None } else { self.first_field() };
        let Some(field) = field else {
            let construct = match content[0] {
                b'%' => Construct::Directive,
                b'&' => Construct::Anchor,
                b'!' => Construct::Tag,
                _ if mark => Construct::Document,
                _ => Construct::Other,
            };
            self.problem(ProblemKind::Unsupported(construct), line.first, self.end);
            self.pos = self.end;
            return false;
        };
        self.tree.open_mapping(Layout::Block, Span::new(line.first, line.first));
        self.levels.push(Level { indent: Self::indent(field), sequence: false });
        true
    }

    /// The first line from here on that holds a key.
    fn first_field(&self) -> Option<Line> {
        let mut at = self.pos;
        while let Some(line) = self.line(at) {
            if !line.is_blank() && !matches!(self.key(line.first, line.end), KeyOrNot::Not) {
                return Some(line);
            }
            at = line.next;
        }
        None
    }

    fn is_document_mark(&self, line: Line) -> bool {
        let content = &self.bytes[line.start..line.end];
        (content.starts_with(b"---") || content.starts_with(b"..."))
            && (content.len() == 3 || matches!(content[3], b' ' | b'\t'))
    }

    /// Reads one line that begins a key or an item, and everything that belongs to its value.
    fn block_line(&mut self, line: Line) {
        let mut indent = Self::indent(line);
        if indent == 0 && self.is_document_mark(line) {
            self.problem(ProblemKind::Unsupported(Construct::Document), line.start, line.end);
            self.pos = line.next;
            return;
        }
        if line.tab {
            self.problem(ProblemKind::YamlTab, line.start, line.first);
        }
        if indent < self.root_indent() {
            self.problem(ProblemKind::YamlIndent, line.start, self.char_end(line.first));
            indent = self.root_indent();
        }
        let mut level = self.close_levels(line, indent);
        if indent != level.indent && self.text_after_value(line, indent) {
            return;
        }
        // A key at the column of a list that is itself at the column of its key ends the list.
        if level.sequence && !self.is_dash(line) {
            let outer = self.levels.as_slice().iter().rev().nth(1).copied();
            match outer.filter(|outer| !outer.sequence && outer.indent == level.indent) {
                Some(outer) => {
                    self.close_level();
                    level = outer;
                }
                None => {
                    self.problem(ProblemKind::YamlIndent, line.first, line.end);
                    self.skip_deeper(line, indent);
                    return;
                }
            }
        }
        if self.levels.len() == 1 {
            self.end_entry();
        }
        if level.sequence {
            self.pos = line.next;
            self.items(line, line.first);
        } else {
            self.map_line(line, level, indent);
        }
    }

    /// Closes the levels that are deeper than a line, and says to which level the line belongs.
    /// A line between two levels is taken as being at the deeper one.
    fn close_levels(&mut self, line: Line, indent: usize) -> Level {
        while let [.., outer, top] = *self.levels.as_slice() {
            if indent >= top.indent {
                return top;
            }
            if indent > outer.indent {
                self.problem(ProblemKind::YamlIndent, line.start, line.first);
                return top;
            }
            self.close_level();
        }
        self.levels.top()
    }

    /// Closes the innermost level where its last value ends, before the comments behind it.
    fn close_level(&mut self) {
        self.levels.pop();
        self.tree.close(self.tree.last_end().unwrap_or(0));
    }

    /// A line deeper than the level, behind a value that is complete. Says whether it was dealt
    /// with; a key is read as if it stood at the level.
    fn text_after_value(&mut self, line: Line, indent: usize) -> bool {
        let level = self.levels.top();
        if indent < level.indent {
            return false; // between two levels, already reported
        }
        let key = !level.sequence && matches!(self.key(line.first, line.end), KeyOrNot::Key(_));
        if key || self.is_dash(line) {
            self.problem(ProblemKind::YamlIndent, line.start, line.first);
            if key || level.sequence {
                return false;
            }
            self.skip_deeper(line, indent);
            return true;
        }
        let end = trim_end(self.bytes, line.first, line.end);
        let joined = self.tree.extend_last(&self.text[line.first..end], Span::new(line.first, end));
        let kind = if joined { ProblemKind::YamlContinuation } else { ProblemKind::YamlLine };
        self.problem(kind, line.first, end);
        self.pos = line.next;
        if joined
            && self.levels.len() == 1
            && let Some(extent) = self.extents.last_mut()
        {
            *extent = Span::new(extent.start(), line.next);
        }
        true
    }

    /// Passes a line and those that are indented deeper.
    fn skip_deeper(&mut self, line: Line, indent: usize) {
        self.tree.seal();
        self.pos = line.next;
        while let Some(next) = self.line(self.pos) {
            if !next.is_blank() && Self::indent(next) <= indent {
                break;
            }
            self.pos = next.next;
        }
    }
}
