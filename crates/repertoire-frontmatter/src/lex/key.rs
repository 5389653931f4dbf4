//! Keys: what stands before a colon, and what only looks like it.

use super::Lexer;
use crate::lines::{skip_blanks, trim_end};
use crate::tree::Style;
use crate::{Construct, Span};
use alloc::borrow::Cow;

/// A key with its colon.
pub(super) struct Key<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) style: Style,
    pub(super) span: Span,
    /// The byte after the colon.
    pub(super) after: usize,
}

/// What stands where a key may stand.
pub(super) enum KeyOrNot<'a> {
    Key(Key<'a>),
    /// No key.
    Not,
    /// Something that only a full reader can tell.
    Unsure(Construct, usize),
}

impl<'a> Lexer<'a> {
    /// Reads a key at a byte, up to its colon.
    #[inline]
    pub(super) fn key(&self, start: usize, end: usize) -> KeyOrNot<'a> {
        if start >= end {
            return KeyOrNot::Not;
        }
        let bytes = self.bytes;
        match bytes[start] {
            b'"' | b'\'' => return self.quoted_key(start, end),
            b'&' | b'!' => {
                let colon = self.colon(start, end);
                let construct = if bytes[start] == b'&' { Construct::Anchor } else { Construct::Tag };
                return colon.map_or(KeyOrNot::Not, |_| KeyOrNot::Unsure(construct, start));
            }
            b'*' => return self.colon(start, end).map_or(KeyOrNot::Not, |_| self.alias_key(start)),
            b'[' | b'{' => return self.flow_key(start, end),
            b'?' | b':' if self.is_indicator(start, end) => {
                return KeyOrNot::Unsure(Construct::ComplexKey, start);
            }
            b'-' if self.is_indicator(start, end) => return KeyOrNot::Not,
            b',' | b']' | b'}' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => return KeyOrNot::Not,
            _ => {}
        }
        let Some(colon) = self.colon(start, end) else { return KeyOrNot::Not };
        let stop = trim_end(bytes, start, colon);
        if colon - start > 1000 {
            return KeyOrNot::Unsure(Construct::Other, start);
        }
        KeyOrNot::Key(Key {
            text: Cow::Borrowed(&self.text[start..stop]),
            style: Style::Plain,
            span: Span::new(start, stop),
            after: colon + 1,
        })
    }

    /// `*name: value` is an alias as a key where anchors exist; otherwise emphasis, no key.
    fn alias_key(&self, start: usize) -> KeyOrNot<'a> {
        if self.anchors { KeyOrNot::Unsure(Construct::Alias, start) } else { KeyOrNot::Not }
    }

    /// The first colon that ends a plain key: followed by a blank or the end of the line, and not
    /// behind the start of a comment.
    #[inline]
    pub(super) fn colon(&self, start: usize, end: usize) -> Option<usize> {
        let (at, found) = self.last_colon.get();
        if at == start {
            return found;
        }
        let found = find_colon(self.bytes, start, end);
        self.last_colon.set((start, found));
        found
    }

    fn quoted_key(&self, start: usize, end: usize) -> KeyOrNot<'a> {
        let Some(quote) = self.closing_quote(start, end) else { return KeyOrNot::Not };
        let close = quote.close;
        let colon = skip_blanks(self.bytes, close + 1, end);
        if self.bytes[..end].get(colon) != Some(&b':') {
            return KeyOrNot::Not;
        }
        if colon + 1 < end && !matches!(self.bytes[colon + 1], b' ' | b'\t') {
            return KeyOrNot::Unsure(Construct::Other, start);
        }
        if colon - start > 1000 {
            return KeyOrNot::Unsure(Construct::Other, start);
        }
        let Ok((text, style)) = self.decode_key(start, quote) else {
            return KeyOrNot::Unsure(Construct::Other, start);
        };
        KeyOrNot::Key(Key { text, style, span: Span::new(start, close + 1), after: colon + 1 })
    }

    /// A flow collection that a colon follows on its line is a key that is not plain text.
    fn flow_key(&self, start: usize, end: usize) -> KeyOrNot<'a> {
        let line = trim_end(self.bytes, start, end);
        let mut at = start;
        while let Some(hit) = memchr::memchr2(b']', b'}', &self.bytes[at..line]) {
            at += hit + 1;
            let colon = skip_blanks(self.bytes, at, line);
            if colon < line
                && self.bytes[colon] == b':'
                && (colon + 1 == line || matches!(self.bytes[colon + 1], b' ' | b'\t'))
            {
                // Balanced so far, so that `{"a": {"b": 1}}` is not taken for a key.
                let inside = &self.bytes[start..at];
                let opened = inside.iter().filter(|b| matches!(b, b'[' | b'{')).count();
                let closed = inside.iter().filter(|b| matches!(b, b']' | b'}')).count();
                return if opened == closed {
                    KeyOrNot::Unsure(Construct::ComplexKey, start)
                } else {
                    KeyOrNot::Not
                };
            }
        }
        KeyOrNot::Not
    }
}

/// The first colon of a line that a blank or the end follows, unless a comment begins before it.
fn find_colon(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let line = &bytes[..end];
    // Most keys are short words: no need to set a searcher up for them.
    let mut at = start;
    while let Some(byte) = line.get(at)
        && (byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    {
        at += 1;
    }
    while let Some(byte) = line.get(at) {
        match byte {
            b':' if matches!(line.get(at + 1), None | Some(b' ' | b'\t')) => return Some(at),
            b'#' if at > start && matches!(line[at - 1], b' ' | b'\t') => return None,
            _ => {}
        }
        at += 1;
        at += memchr::memchr2(b':', b'#', &line[at..])?;
    }
    None
}
