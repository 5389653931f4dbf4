//! Literal and folded block scalars.

use super::Lexer;
use crate::lines::{Line, skip_blanks};
use crate::token::{self, BlockHeader, Chomping};
use crate::tree::Style;
use crate::{Construct, ProblemKind, Span};
use alloc::borrow::Cow;
use alloc::string::String;

impl Lexer<'_> {
    /// Reads `|` or `>` with the lines below it; what only looks like a header is text.
    pub(super) fn block_scalar(&mut self, start: usize, line: Line, parent: usize) {
        let Some(header) = token::block_header(&self.text[start..line.end]) else {
            self.reserved(start, line, parent);
            return;
        };
        let Some(indent) = self.content_indent(header, parent) else {
            self.give_up(Construct::Other, start, line.end);
            return;
        };
        // Room for a description; longer ones grow.
        let mut text = String::with_capacity((self.end - self.pos).min(256));
        let mut scalar =
            Folding { text: &mut text, folded: header.folded, blank: 0, started: false, spaced: false };
        let mut end = start + 1;
        self.pos = line.next;
        while let Some(next) = self.line(self.pos) {
            let spaces = spaces(self.bytes, next);
            let content = next.start + indent.min(spaces);
            if content == next.end
                || (spaces < indent && skip_blanks(self.bytes, content, next.end) == next.end)
            {
                // A tab may be content or indentation, and readers differ on blanks that no line
                // break ends.
                if content < next.end || (header.chomping == Chomping::Keep && next.next == next.end) {
                    self.give_up(Construct::Other, next.start, next.end);
                    return;
                }
                scalar.blank += 1;
                self.pos = next.next;
                continue;
            }
            if spaces < indent {
                if spaces <= parent {
                    if !scalar.started && self.bytes[next.start + spaces] == b'\t' {
                        // A comment behind a tab, or content that is indented by one.
                        self.give_up(Construct::Other, next.start, next.end);
                        return;
                    }
                    break;
                }
                if self.bytes[next.start + spaces] == b'#' {
                    // A comment behind the content; before it, readers differ.
                    if scalar.started && header.indent == 0 {
                        break;
                    }
                    self.give_up(Construct::Other, next.start, next.end);
                    return;
                }
                // Less deep than the first line: YAML refuses it, a person means it.
                self.problem(ProblemKind::YamlIndent, next.start, next.start + spaces);
            }
            scalar.line(&self.text[content..next.end]);
            end = next.end;
            self.pos = next.next;
        }
        let trailing = scalar.blank;
        let started = scalar.started;
        match header.chomping {
            Chomping::Strip => {}
            Chomping::Clip => text.extend(started.then_some('\n')),
            Chomping::Keep => text.extend(core::iter::repeat_n('\n', trailing + usize::from(started))),
        }
        let style = if header.folded { Style::Folded } else { Style::Literal };
        self.tree.scalar(Cow::Owned(text), style, Span::new(start, end));
    }

    /// The indentation of the content: given, or that of the first line that is not blank.
    /// Nothing where blank lines before it are deeper, which YAML refuses.
    fn content_indent(&self, header: BlockHeader, parent: usize) -> Option<usize> {
        if header.indent > 0 {
            return Some(parent + header.indent);
        }
        let mut at = self.pos;
        let mut deepest = 0;
        while let Some(line) = self.line(at) {
            let spaces = spaces(self.bytes, line);
            if line.start + spaces < line.end {
                if spaces <= parent {
                    break; // nothing but blank lines
                }
                return (deepest <= spaces).then_some(spaces);
            }
            deepest = deepest.max(spaces);
            at = line.next;
        }
        // Nothing but blank lines: the deepest of them sets the level.
        Some(deepest.max(parent + 1))
    }
}

/// How many spaces a line begins with.
fn spaces(bytes: &[u8], line: Line) -> usize {
    bytes[line.start..line.end].iter().take_while(|b| **b == b' ').count()
}

/// Joins the lines of a block scalar.
struct Folding<'t> {
    text: &'t mut String,
    folded: bool,
    /// Blank lines since the last content.
    blank: usize,
    started: bool,
    /// The last line began with a blank, so that the breaks around it are kept.
    spaced: bool,
}

impl Folding<'_> {
    fn line(&mut self, content: &str) {
        let spaced = content.starts_with([' ', '\t']);
        let breaks = if !self.started {
            self.blank
        } else if !self.folded || spaced || self.spaced {
            self.blank + 1
        } else {
            self.blank
        };
        if breaks == 0 && self.started {
            self.text.push(' ');
        }
        self.text.extend(core::iter::repeat_n('\n', breaks));
        self.text.push_str(content);
        self.started = true;
        self.spaced = spaced;
        self.blank = 0;
    }
}
