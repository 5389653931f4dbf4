//! What a line begins: a key with its value in a mapping, or the items of a list.

use super::key::{Key, KeyOrNot};
use super::levels::Level;
use super::{Current, Lexer};
use crate::lines::{Line, skip_blanks, trim_end};
use crate::tree::{Layout, Style};
use crate::{Construct, MAX_DEPTH, ProblemKind, Span};

impl<'a> Lexer<'a> {
    /// A line in a mapping: a key with its value, or something that should be one.
    pub(super) fn map_line(&mut self, line: Line, level: Level, indent: usize) {
        match self.key(line.first, line.end) {
            KeyOrNot::Key(key) => self.entry(key, line, level.indent),
            KeyOrNot::Unsure(construct, at) => {
                let kind = ProblemKind::Unsupported(construct);
                if self.levels.len() == 1 {
                    self.problem(kind, at, line.end);
                    self.skip_deeper(line, indent);
                } else {
                    self.give_up(construct, at, line.end);
                }
            }
            KeyOrNot::Not if self.is_dash(line) => {
                self.problem(ProblemKind::YamlIndent, line.first, trim_end(self.bytes, line.first, line.end));
                self.skip_deeper(line, indent);
            }
            KeyOrNot::Not => {
                self.problem(ProblemKind::YamlLine, line.first, trim_end(self.bytes, line.first, line.end));
                self.tree.seal();
                self.pos = line.next;
            }
        }
    }

    #[inline]
    pub(super) fn entry(&mut self, key: Key<'a>, line: Line, indent: usize) {
        if self.levels.len() == 1 {
            self.current = Some(Current {
                nodes: self.tree.len() + 1,
                problems: self.problems.len(),
                start: line.start,
                value: key.after,
                next: line.next,
                end: line.next,
            });
        }
        let merge = (key.style == Style::Plain && key.text == "<<").then_some(key.span);
        self.tree.scalar(key.text, key.style, key.span);
        self.pos = line.next;
        match merge {
            Some(span) => self.give_up(Construct::MergeKey, span.start(), span.end()),
            None => self.value(key.after, line, indent, true),
        }
    }

    /// Reads the items that begin on one line: `- a`, `- - a`, `- a: b`.
    pub(super) fn items(&mut self, line: Line, mut dash: usize) {
        loop {
            let column = dash - line.start;
            let at = skip_blanks(self.bytes, dash + 1, line.end);
            if at == line.end || self.bytes[at] == b'#' {
                self.nested(dash + 1, column, false);
                return;
            }
            let tab = self.bytes[dash..at].contains(&b'\t');
            let nested_dash = self.bytes[at] == b'-' && self.is_indicator(at, line.end);
            let key = if nested_dash { KeyOrNot::Not } else { self.key(at, line.end) };
            if !nested_dash && matches!(key, KeyOrNot::Not) {
                self.value(at, line, column, false);
                return;
            }
            if tab || self.levels.len() >= MAX_DEPTH {
                let construct = if tab { Construct::Other } else { Construct::Depth };
                self.give_up(construct, at, line.end);
                return;
            }
            let indent = at - line.start;
            match key {
                KeyOrNot::Key(key) => {
                    self.tree.open_mapping(Layout::Block, Span::new(at, at));
                    self.levels.push(Level { indent, sequence: false });
                    self.entry(key, line, indent);
                    return;
                }
                KeyOrNot::Unsure(construct, at) => {
                    self.give_up(construct, at, line.end);
                    return;
                }
                KeyOrNot::Not => {
                    self.tree.open_sequence(Layout::Block, Span::new(at, at));
                    self.levels.push(Level { indent, sequence: true });
                    dash = at;
                }
            }
        }
    }
}
