//! Single- and double-quoted scalars, over one line or several.

use super::Lexer;
use super::plain::fold;
use crate::lines::{Line, line_at, skip_blanks, trim_end};
use crate::token::{self, Escape};
use crate::tree::Style;
use crate::{Construct, ProblemKind, Span};
use alloc::borrow::Cow;
use alloc::string::String;

/// The end of a quoted scalar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    /// The closing quote.
    pub(super) close: usize,
    /// Nothing before it is escaped.
    simple: bool,
}

impl Quote {
    pub(super) const NONE: Quote = Quote { close: usize::MAX, simple: false };
}

/// A decoded text, and the spans of escapes that are none.
struct Decoded<'a> {
    text: Cow<'a, str>,
    wrong: Option<Span>,
}

impl<'a> Lexer<'a> {
    /// Reads a quoted scalar as the value of a key or an item.
    #[inline]
    pub(super) fn quoted(&mut self, start: usize, line: Line, parent: usize) {
        let kind = usize::from(self.bytes[start] == b'\'');
        let close = if start < self.no_quote[kind] { self.closing_quote(start, self.end) } else { None };
        let Some(quote) = close else {
            self.no_quote[kind] = self.no_quote[kind].min(start);
            self.open_quote(start, line, parent);
            return;
        };
        let close = quote.close;
        let Some(last) = self.last_line(line, close) else {
            self.give_up(Construct::Other, start, line.end);
            return;
        };
        let tail = skip_blanks(self.bytes, close + 1, last.end);
        let clean = tail == last.end || (self.bytes[tail] == b'#' && tail > close + 1);
        let many = last.start > line.start;
        if !clean {
            if many && self.field_within(line, close) {
                self.open_quote(start, line, parent);
            } else {
                self.problem(ProblemKind::YamlQuoteTail, tail, trim_end(self.bytes, tail, last.end));
                self.plain(start, line, parent, true);
            }
            return;
        }
        if many && !self.quoted_lines(start, line, close, parent) {
            return;
        }
        let decoded = self.decode(start, quote, many);
        if let Some(wrong) = decoded.wrong {
            self.problem(ProblemKind::YamlEscape, wrong.start(), wrong.end());
        }
        self.tree.scalar(decoded.text, self.quote_style(start), Span::new(start, close + 1));
        self.pos = last.next;
    }

    fn quote_style(&self, start: usize) -> Style {
        if self.bytes[start] == b'"' { Style::DoubleQuoted } else { Style::SingleQuoted }
    }

    /// A quote that nothing closes: the text to the end of the line, the quote dropped.
    fn open_quote(&mut self, start: usize, line: Line, parent: usize) {
        self.problem(ProblemKind::YamlQuoteOpen, start, start + 1);
        if trim_end(self.bytes, start, line.end) == start + 1 {
            self.tree.scalar(Cow::Borrowed(""), Style::Plain, Span::new(start, start + 1));
            self.pos = line.next;
        } else {
            self.text_from(start, start + 1, line, parent, true);
        }
    }

    /// Checks the lines that a quoted scalar goes on over. Says whether it can be read.
    fn quoted_lines(&mut self, start: usize, line: Line, close: usize, parent: usize) -> bool {
        let mut at = line.next;
        let mut reported = false;
        while at <= close {
            let Some(next) = line_at(self.bytes, at, self.end) else { break };
            at = next.next;
            if next.is_blank() {
                if next.tab {
                    self.give_up(Construct::Other, start, next.end);
                    return false;
                }
                continue;
            }
            if next.first == next.start && self.is_document_mark(next) {
                self.give_up(Construct::Document, start, next.end);
                return false;
            }
            if Self::indent(next) <= parent && !reported {
                self.problem(ProblemKind::YamlQuoteColumn, next.start, self.char_end(next.first));
                reported = true;
            } else if next.tab && !reported {
                if self.bytes[next.start] == b'\t' {
                    self.problem(ProblemKind::YamlTab, next.start, next.first);
                    reported = true;
                } else {
                    self.give_up(Construct::Other, start, next.end);
                    return false;
                }
            }
        }
        true
    }

    /// The line that holds a byte at or after a line.
    fn last_line(&self, line: Line, at: usize) -> Option<Line> {
        if at < line.end {
            return Some(line);
        }
        let start = memchr::memrchr(b'\n', &self.bytes[..at]).map_or(0, |before| before + 1);
        line_at(self.bytes, start, self.end)
    }

    /// Whether a line after `line` and before a byte begins a field at the column of the root.
    fn field_within(&self, line: Line, close: usize) -> bool {
        let mut at = line.next;
        while at <= close {
            let Some(next) = line_at(self.bytes, at, self.end) else { break };
            if !next.is_blank()
                && Self::indent(next) <= self.root_indent()
                && token::looks_like_field(&self.text[next.first..next.end])
            {
                return true;
            }
            at = next.next;
        }
        false
    }

    /// The quote that closes the one at `start`, before `end`. Most are looked for as the end of a
    /// key first, then as the end of a value: the last one found is remembered.
    #[inline]
    pub(super) fn closing_quote(&self, start: usize, end: usize) -> Option<Quote> {
        let (at, quote) = self.last_quote.get();
        if at == start && quote.close < end {
            return Some(quote);
        }
        let quote = find_closing_quote(self.bytes, start, end)?;
        self.last_quote.set((start, quote));
        Some(quote)
    }

    /// Decodes a quoted key, which stands on one line.
    pub(super) fn decode_key(&self, start: usize, quote: Quote) -> Result<(Cow<'a, str>, Style), ()> {
        let decoded = self.decode(start, quote, false);
        if decoded.wrong.is_some() { Err(()) } else { Ok((decoded.text, self.quote_style(start))) }
    }

    /// Decodes a quoted scalar inside a flow collection; an escape that is none is an error.
    pub(super) fn decode_flow(&mut self, start: usize, quote: Quote) -> (Cow<'a, str>, Style) {
        let decoded = self.decode(start, quote, true);
        if let Some(wrong) = decoded.wrong {
            self.problem(ProblemKind::YamlEscape, wrong.start(), wrong.end());
        }
        (decoded.text, self.quote_style(start))
    }

    /// Decodes a quoted scalar; `many` says that it may go on over several lines.
    fn decode(&self, start: usize, quote: Quote, many: bool) -> Decoded<'a> {
        let text: &'a str = self.text;
        let inner = &text[start + 1..quote.close];
        if quote.simple && !many {
            Decoded { text: Cow::Borrowed(inner), wrong: None }
        } else if self.bytes[start] == b'"' {
            decode_double(inner, start + 1)
        } else {
            decode_single(inner)
        }
    }
}

fn find_closing_quote(bytes: &[u8], start: usize, end: usize) -> Option<Quote> {
    let mut at = start + 1;
    let mut simple = true;
    if bytes[start] == b'"' {
        loop {
            at += memchr::memchr2(b'"', b'\\', bytes.get(at..end)?)?;
            if bytes[at] == b'"' {
                return Some(Quote { close: at, simple });
            }
            simple = false;
            at += 2;
        }
    }
    loop {
        at += memchr::memchr(b'\'', bytes.get(at..end)?)?;
        if at + 1 < end && bytes[at + 1] == b'\'' {
            simple = false;
            at += 2;
        } else {
            return Some(Quote { close: at, simple });
        }
    }
}

fn decode_single(inner: &str) -> Decoded<'_> {
    if memchr::memchr2(b'\'', b'\n', inner.as_bytes()).is_none() {
        return Decoded { text: Cow::Borrowed(inner), wrong: None };
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = memchr::memchr2(b'\'', b'\n', rest.as_bytes()) {
        if rest.as_bytes()[at] == b'\'' {
            text.push_str(&rest[..=at]);
            rest = &rest[at + 2..];
        } else {
            text.push_str(&rest[..at]);
            trim_blanks(&mut text, 0);
            rest = fold_lines(&mut text, &rest[at + 1..], false);
        }
    }
    text.push_str(rest);
    Decoded { text: Cow::Owned(text), wrong: None }
}

fn decode_double(inner: &str, offset: usize) -> Decoded<'_> {
    if memchr::memchr2(b'\\', b'\n', inner.as_bytes()).is_none() {
        return Decoded { text: Cow::Borrowed(inner), wrong: None };
    }
    let mut text = String::with_capacity(inner.len());
    let mut wrong = None;
    let mut rest = inner;
    // What stands before here came from an escape: blanks in it are not trimmed.
    let mut kept = 0;
    while let Some(at) = memchr::memchr2(b'\\', b'\n', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        if rest.as_bytes()[at] == b'\n' {
            trim_blanks(&mut text, kept);
            rest = fold_lines(&mut text, &rest[at + 1..], false);
            continue;
        }
        let after = &rest[at + 1..];
        let broken = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n'));
        if let Some(next) = broken {
            kept = text.len();
            rest = fold_lines(&mut text, next, true);
            continue;
        }
        let place = offset + (inner.len() - rest.len()) + at;
        match token::escape(after) {
            Some((Escape::Character(c), len)) => {
                text.push(c);
                rest = &after[len..];
            }
            Some((Escape::Surrogate(high), len)) => match surrogate_pair(high, &after[len..]) {
                Some((c, more)) => {
                    text.push(c);
                    rest = &after[len + more..];
                }
                None => {
                    wrong = wrong.or(Some(Span::new(place, place + 1 + len)));
                    text.push('\\');
                    text.push_str(&after[..len]);
                    rest = &after[len..];
                }
            },
            None => {
                let len = after.chars().next().map_or(0, char::len_utf8);
                wrong = wrong.or(Some(Span::new(place, place + 1 + len)));
                text.push('\\');
                rest = after;
            }
        }
        kept = text.len();
    }
    text.push_str(rest);
    Decoded { text: Cow::Owned(text), wrong }
}

/// The character that two escaped code units stand for together, as JSON writes it, and the
/// length of the second escape with its backslash.
fn surrogate_pair(high: u32, rest: &str) -> Option<(char, usize)> {
    let (escape, len) = token::escape(rest.strip_prefix('\\')?)?;
    match escape {
        Escape::Surrogate(low) if (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low) => {
            char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)).map(|c| (c, len + 1))
        }
        _ => None,
    }
}

/// Drops the blanks at the end of what was decoded, but for the first `kept` bytes.
fn trim_blanks(text: &mut String, kept: usize) {
    let end = text.trim_end_matches([' ', '\t', '\r']).len().max(kept);
    text.truncate(end);
}

/// Folds the line break before `rest` and the blank lines behind it, and passes the indentation
/// of the next line. An escaped break leaves no space.
fn fold_lines<'r>(text: &mut String, mut rest: &'r str, escaped: bool) -> &'r str {
    let mut blank = 0;
    loop {
        let line = rest.trim_start_matches([' ', '\t']);
        let Some(next) = line.strip_prefix('\n').or_else(|| line.strip_prefix("\r\n")) else {
            if blank > 0 || !escaped {
                fold(text, blank);
            }
            return line;
        };
        blank += 1;
        rest = next;
    }
}
