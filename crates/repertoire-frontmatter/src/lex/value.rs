//! Values: which file reads what stands behind a key or a dash, and what is left to a full reader.

use super::Lexer;
use super::key::KeyOrNot;
use super::levels::Level;
use crate::lines::{Line, skip_blanks, trim_end};
use crate::tree::{Layout, Style};
use crate::{Construct, MAX_DEPTH, ProblemKind, Span};
use alloc::borrow::Cow;

impl<'a> Lexer<'a> {
    /// Reads the value that begins at a byte of a line, or on the lines below it. `parent` is the
    /// indentation of the collection that holds it; `keyed` says that it stands behind a key.
    #[inline]
    pub(super) fn value(&mut self, at: usize, line: Line, parent: usize, keyed: bool) {
        let start = skip_blanks(self.bytes, at, line.end);
        if start == line.end {
            self.nested(at, parent, keyed);
            return;
        }
        // A blank stands before it, as behind every key and dash.
        if self.bytes[start] == b'#' {
            let whole = self.levels.len() == 1;
            self.nested(at, parent, keyed);
            if whole && self.levels.len() == 1 && self.tree.last_end() == Some(at) {
                self.problem(ProblemKind::CommentCutsValue, start, trim_end(self.bytes, start, line.end));
            }
            return;
        }
        self.scalar_or_flow(start, line, parent, keyed);
    }

    /// Reads what stands below a key or a dash without a value on its line.
    pub(super) fn nested(&mut self, at: usize, parent: usize, keyed: bool) {
        let saved = self.pos;
        let mut next = self.pos;
        let line = loop {
            match self.line(next) {
                Some(line) if line.is_blank() || self.bytes[line.first] == b'#' => next = line.next,
                other => break other,
            }
        };
        let Some(line) = line.filter(|line| {
            let indent = Self::indent(*line);
            indent > parent || (keyed && indent == parent && self.is_dash(*line))
        }) else {
            self.pos = saved;
            self.tree.scalar(Cow::Borrowed(""), Style::Plain, Span::new(at, at));
            return;
        };
        let indent = Self::indent(line);
        let tab = line.tab;
        if tab {
            self.problem(ProblemKind::YamlTab, line.start, line.first);
        }
        let dash = self.is_dash(line);
        let key = if dash { KeyOrNot::Not } else { self.key(line.first, line.end) };
        if (dash || matches!(key, KeyOrNot::Key(_))) && self.levels.len() >= MAX_DEPTH {
            self.give_up(Construct::Depth, line.first, line.end);
            return;
        }
        self.pos = line.next;
        if dash {
            self.tree.open_sequence(Layout::Block, Span::new(line.first, line.first));
            self.levels.push(Level { indent, sequence: true });
            self.items(line, line.first);
            return;
        }
        match key {
            KeyOrNot::Key(key) => {
                self.tree.open_mapping(Layout::Block, Span::new(line.first, line.first));
                self.levels.push(Level { indent, sequence: false });
                self.entry(key, line, indent);
            }
            KeyOrNot::Unsure(construct, at) => self.give_up(construct, at, line.end),
            KeyOrNot::Not => self.scalar_or_flow(line.first, line, parent, false),
        }
    }

    /// Reads a value whose first character is known not to be blank.
    #[inline]
    fn scalar_or_flow(&mut self, start: usize, line: Line, parent: usize, keyed: bool) {
        let bytes = self.bytes;
        match bytes[start] {
            b'"' | b'\'' => self.quoted(start, line, parent),
            b'[' | b'{' => self.flow_value(start, line, parent),
            b'|' | b'>' => self.block_scalar(start, line, parent),
            b'&' | b'!' => self.properties(start, line, parent),
            b'*' => self.alias(start, line, parent),
            b'@' | b'`' | b'%' | b',' | b']' | b'}' | b'#' => self.reserved(start, line, parent),
            b'-' | b'?' | b':' if self.is_indicator(start, line.end) => {
                if keyed {
                    self.reserved(start, line, parent);
                } else {
                    self.give_up(Construct::ComplexKey, start, line.end);
                }
            }
            _ => self.plain(start, line, parent, false),
        }
    }

    /// `&anchor` and `!tag`: for a full reader, where they can be read at all.
    fn properties(&mut self, start: usize, line: Line, _parent: usize) {
        let construct = if self.bytes[start] == b'&' { Construct::Anchor } else { Construct::Tag };
        self.give_up(construct, start, line.end);
    }

    /// `*alias`, or emphasis that looks like one.
    fn alias(&mut self, start: usize, line: Line, parent: usize) {
        let name = &self.text[start + 1..trim_end(self.bytes, start, line.end)];
        let word = name.find([' ', '\t']).unwrap_or(name.len());
        let rest = name[word..].trim_start();
        if self.anchors && word > 0 && (rest.is_empty() || rest.starts_with('#')) {
            self.give_up(Construct::Alias, start, line.end);
        } else {
            self.reserved(start, line, parent);
        }
    }

    /// A plain value that begins with a character that none may begin with.
    pub(super) fn reserved(&mut self, start: usize, line: Line, parent: usize) {
        self.problem(ProblemKind::YamlReserved, start, self.char_end(start));
        self.plain(start, line, parent, true);
    }

    /// Leaves the current top-level entry to a full reader: its value becomes its text, and
    /// reading goes on with the next field at the column of the root.
    pub(super) fn give_up(&mut self, construct: Construct, start: usize, end: usize) {
        let Some(current) = self.current else {
            self.problem(ProblemKind::Unsupported(construct), start, end);
            return;
        };
        self.problems.truncate(current.problems);
        self.tree.truncate(current.nodes);
        self.levels.truncate(1);
        self.problem(ProblemKind::Unsupported(construct), start, end);
        self.pos = current.next;
        let root = self.root_indent();
        let mut at = self.pos;
        while let Some(line) = self.line(at) {
            at = line.next;
            if line.is_blank() {
                continue;
            }
            let outside = Self::indent(line) <= root && !self.is_dash(line);
            if outside
                && (self.bytes[line.first] == b'#'
                    || !matches!(self.key(line.first, line.end), KeyOrNot::Not))
            {
                break;
            }
            self.pos = at;
        }
        let from = current.value.min(self.pos);
        let raw = &self.text[from..self.pos];
        let value = raw.trim();
        let at = from + (raw.len() - raw.trim_start().len());
        self.tree.scalar(Cow::Borrowed(value), Style::Plain, Span::new(at, at + value.len()));
    }
}
