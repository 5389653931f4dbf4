//! Plain scalars, and the text of values that are none but should be read as one.

use super::Lexer;
use super::key::KeyOrNot;
use crate::lines::{Line, trim_end};
use crate::tree::Style;
use crate::{Construct, ProblemKind, Span};
use alloc::borrow::Cow;
use alloc::string::String;

/// Whether a value goes on over the lines below it.
enum Continued {
    No,
    /// The whole text, and the byte where it ends.
    To(String, usize),
    /// The entry was left to a full reader.
    GaveUp,
}

/// Where the text of a line ends, and why.
struct Text {
    end: usize,
    /// A colon that would start a mapping.
    colon: Option<usize>,
    /// The `#` of a comment.
    comment: Option<usize>,
}

impl<'a> Lexer<'a> {
    /// Reads a plain scalar that begins at a byte of a line and goes on over the lines below that
    /// are indented deeper than `parent`. A `broken` one is taken as written: the problem is
    /// already reported, and comments and colons are text.
    pub(super) fn plain(&mut self, start: usize, line: Line, parent: usize, broken: bool) {
        self.text_from(start, start, line, parent, broken);
    }

    /// Like [`plain`](Self::plain), for a value whose text begins later than the value itself.
    pub(super) fn text_from(
        &mut self,
        value: usize,
        start: usize,
        line: Line,
        parent: usize,
        mut broken: bool,
    ) {
        let mut end = trim_end(self.bytes, start, line.end);
        let mut cut = false;
        if !broken {
            let text = self.plain_text(start, end);
            if let Some(colon) = text.colon {
                self.problem(ProblemKind::YamlColon, colon, colon + 1);
                broken = true;
            } else if let Some(comment) = text.comment {
                self.comment(start, text.end, comment, end);
                cut = true;
                end = text.end;
            }
        }
        let first = &self.text[start..end];
        self.pos = line.next;
        match self.continuation(first, line, parent, cut, broken) {
            Continued::No => self.tree.scalar(Cow::Borrowed(first), Style::Plain, Span::new(value, end)),
            Continued::To(text, end) => {
                self.tree.scalar(Cow::Owned(text), Style::Plain, Span::new(value, end));
            }
            Continued::GaveUp => {}
        }
    }

    /// Where plain text that begins at `start` ends.
    fn plain_text(&self, start: usize, end: usize) -> Text {
        let mut at = start;
        while let Some(hit) = memchr::memchr2(b':', b'#', &self.bytes[at..end]) {
            at += hit;
            if self.bytes[at] == b':' {
                if at + 1 == end || matches!(self.bytes[at + 1], b' ' | b'\t') {
                    return Text { end: at, colon: Some(at), comment: None };
                }
            } else if at > start && matches!(self.bytes[at - 1], b' ' | b'\t') {
                return Text { end: trim_end(self.bytes, start, at), colon: None, comment: Some(at) };
            }
            at += 1;
        }
        Text { end, colon: None, comment: None }
    }

    /// Reports a comment that seems to be part of a sentence: no blank follows its `#`, or it
    /// cuts several words short.
    fn comment(&mut self, start: usize, end: usize, comment: usize, line_end: usize) {
        let tight = comment + 1 < line_end && !matches!(self.bytes[comment + 1], b' ' | b'\t' | b'#');
        let words = self.text[start..end].split_ascii_whitespace().take(3).count();
        if tight || words == 3 {
            self.problem(ProblemKind::CommentCutsValue, comment, line_end);
        }
    }

    /// Joins the lines that go on with a value, if there are any: line breaks fold to a space,
    /// blank lines to line breaks.
    fn continuation(
        &mut self,
        first: &str,
        line: Line,
        parent: usize,
        mut cut: bool,
        broken: bool,
    ) -> Continued {
        let mut joined: Option<(String, usize)> = None;
        let mut blank = 0;
        let mut blank_tab = false;
        let mut at = line.next;
        while let Some(next) = self.line(at) {
            at = next.next;
            if next.is_blank() {
                blank += 1;
                blank_tab |= next.tab;
                continue;
            }
            let deeper = Self::indent(next) > parent;
            if !deeper && !self.goes_on_unindented(first, next) || self.bytes[next.first] == b'#' {
                break;
            }
            if blank_tab && !broken {
                self.give_up(Construct::Other, next.start, next.first);
                return Continued::GaveUp;
            }
            let mut end = trim_end(self.bytes, next.first, next.end);
            if next.tab {
                if self.bytes[next.start] == b'\t' {
                    self.problem(ProblemKind::YamlTab, next.start, next.first);
                } else {
                    self.give_up(Construct::Other, next.start, next.first);
                    return Continued::GaveUp;
                }
            }
            if !deeper || cut {
                self.problem(ProblemKind::YamlContinuation, next.first, end);
            } else if !broken {
                let text = self.plain_text(next.first, end);
                if let Some(colon) = text.colon {
                    self.problem(ProblemKind::YamlContinuation, colon, colon + 1);
                } else if let Some(comment) = text.comment {
                    self.comment(next.first, text.end, comment, end);
                    cut = true;
                    end = text.end;
                }
            }
            let (text, whole) = joined.get_or_insert_with(|| {
                let mut text = String::with_capacity(first.len() + (end - next.first) + 64);
                text.push_str(first);
                (text, 0)
            });
            fold(text, blank);
            text.push_str(&self.text[next.first..end]);
            *whole = end;
            blank = 0;
            self.pos = next.next;
        }
        joined.map_or(Continued::No, |(text, end)| Continued::To(text, end))
    }

    /// Whether a line at the column of the root goes on with a sentence that began behind a key
    /// there: it holds no key and looks like text.
    fn goes_on_unindented(&self, first: &str, line: Line) -> bool {
        if self.levels.len() != 1 || Self::indent(line) != self.root_indent() || first.is_empty() {
            return false;
        }
        // Nearly always the line is the next field; a letter begins no other kind of key.
        if self.bytes[line.first].is_ascii_alphabetic() {
            return self.colon(line.first, line.end).is_none();
        }
        let content = &self.text[line.first..line.end];
        let marks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
        let conflict = marks.iter().any(|mark| content.starts_with(mark));
        let mark = line.first == line.start && self.is_document_mark(line);
        let key = !matches!(self.key(line.first, line.end), KeyOrNot::Not);
        !(key || conflict || mark || self.is_dash(line))
    }
}

/// A folded line break, with the blank lines behind it.
pub(super) fn fold(text: &mut String, blank: usize) {
    if blank == 0 {
        text.push(' ');
    } else {
        text.extend(core::iter::repeat_n('\n', blank));
    }
}
