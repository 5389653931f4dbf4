//! From bytes to tokens: what stands where, and what no grammar accepts.

use crate::error::excerpt;
use crate::{Error, Grammar};
use alloc::vec::Vec;
use core::ops::Range;

/// What a token is. Where it stands is told by [`Token::span`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Open,
    Close,
    /// A string with its quotes; `escaped` where it holds a backslash.
    String {
        escaped: bool,
    },
    Keyword,
    /// A symbol or a number.
    Bare,
    /// A dot that stands alone.
    Dot,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Range<usize>,
}

/// What a byte means outside strings and comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Part of a token. All bytes of characters beyond ASCII are.
    Constituent,
    White,
    Open,
    Close,
    Quote,
    Semicolon,
    Colon,
    /// Begins reader syntax beyond data.
    Reserved,
}

impl Class {
    const fn of(byte: u8) -> Self {
        match byte {
            _ if is_white(byte) => Self::White,
            b'(' => Self::Open,
            b')' => Self::Close,
            b'"' => Self::Quote,
            b';' => Self::Semicolon,
            b':' => Self::Colon,
            b'#' | b'\'' | b'`' | b',' | b'\\' | b'|' => Self::Reserved,
            _ => Self::Constituent,
        }
    }

    /// Whether it ends a token.
    const fn delimits(self) -> bool {
        matches!(self, Self::White | Self::Open | Self::Close | Self::Quote | Self::Semicolon)
    }
}

const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

/// [`Class::of`] every byte.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Constituent; 256];
    let mut byte: u8 = 0;
    loop {
        classes[byte as usize] = Class::of(byte);
        if byte == u8::MAX {
            break classes;
        }
        byte += 1;
    }
};

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Walks over a source, token by token.
pub(crate) struct Scanner<'a, 'g> {
    text: &'a str,
    grammar: &'g Grammar<'g>,
    at: usize,
    /// Where in the source each backslash stands that makes the next character of a string literal.
    escapes: Vec<u32>,
}

impl<'a, 'g> Scanner<'a, 'g> {
    pub(crate) fn new(text: &'a str, grammar: &'g Grammar<'g>) -> Self {
        Self { text, grammar, at: 0, escapes: Vec::new() }
    }

    /// What [`Form`](crate::Form) decodes strings by.
    pub(crate) fn into_escapes(self) -> Vec<u32> {
        self.escapes
    }

    /// How many bytes are not scanned yet.
    pub(crate) fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// The next token, or nothing at the end of the source.
    pub(crate) fn next(&mut self) -> Result<Option<Token>, Error> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.blank_end();
            self.at = start;
            let Some(&byte) = bytes.get(start) else { return Ok(None) };
            let kind = match class(byte) {
                // Stepped over by now.
                Class::White => continue,
                Class::Semicolon => {
                    self.at = memchr::memchr2(b'\n', b'\r', &bytes[start..])
                        .map_or(bytes.len(), |length| start + length);
                    continue;
                }
                Class::Reserved => {
                    if self.grammar.block_comments && bytes[start..].starts_with(b"#|") {
                        self.skip_block_comment()?;
                        continue;
                    }
                    return Err(reserved(byte, start));
                }
                Class::Open => {
                    self.at += 1;
                    TokenKind::Open
                }
                Class::Close => {
                    self.at += 1;
                    TokenKind::Close
                }
                Class::Quote => TokenKind::String { escaped: self.string()? },
                Class::Colon => {
                    self.keyword()?;
                    TokenKind::Keyword
                }
                Class::Constituent => self.bare()?,
            };
            return Ok(Some(Token { kind, span: start..self.at }));
        }
    }

    /// Where the blanks that begin here end.
    fn blank_end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        self.at + rest.iter().position(|byte| !is_white(*byte)).unwrap_or(rest.len())
    }

    /// Steps over a string, notes its escapes, and tells whether it has any.
    fn string(&mut self) -> Result<bool, Error> {
        let bytes = self.text.as_bytes();
        let (start, before) = (self.at, self.escapes.len());
        let mut at = start + 1;
        loop {
            let Some(length) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) else {
                return Err(Error::UnclosedString { span: start..bytes.len() });
            };
            at += length;
            if bytes[at] == b'"' {
                break;
            }
            self.note_escape(at);
            // The byte after a backslash is stepped over. Where it begins a longer character, the
            // bytes that follow it are neither quote nor backslash.
            at += 2;
        }
        self.at = at + 1;
        let escapes = self.escapes.len() - before;
        if let Some(max) = self.grammar.max_string_chars
            && longer_than(&self.text[start + 1..at], escapes, max)
        {
            return Err(Error::StringTooLong { max, span: start..self.at });
        }
        Ok(escapes > 0)
    }

    fn note_escape(&mut self, at: usize) {
        if self.escapes.capacity() == 0 {
            // A skill has an escape in every 150 bytes or so.
            self.escapes.reserve_exact(self.remaining() / 128 + 4);
        }
        // `read` refuses sources of more than `MAX_BYTES`, so that offsets have 31 bits.
        self.escapes.push(at as u32);
    }

    /// Steps over a keyword, and checks it against the grammar.
    fn keyword(&mut self) -> Result<(), Error> {
        let start = self.at;
        // Nearly all are names of the grammar, which are known at sight; what follows serves the rest.
        if let Some(name) = self.grammar.keywords.begin_of(&self.text.as_bytes()[start + 1..]) {
            let end = start + 1 + name.len();
            if !name.is_empty() && self.delimited(end) {
                self.at = end;
                return Ok(());
            }
        }
        let end = self.constituents_end(start + 1);
        let name = &self.text[start + 1..end];
        if !(self.delimited(end) && !name.is_empty() && self.grammar.keywords.accept(name)) {
            return Err(self.refused_keyword());
        }
        self.at = end;
        Ok(())
    }

    /// Why the keyword that begins here is refused.
    #[cold]
    fn refused_keyword(&self) -> Error {
        let span = self.at..self.token_end();
        let token = &self.text[span.clone()];
        let name = &token[1..];
        if name.contains([':', '\\', '|', '#']) {
            return Error::MalformedKeyword { name: excerpt(token), span };
        }
        if !self.grammar.keywords.accept(name) {
            return Error::UnknownKeyword { name: excerpt(token), span };
        }
        match name.bytes().position(|byte| class(byte) == Class::Reserved) {
            Some(at) => reserved(name.as_bytes()[at], span.start + 1 + at),
            None => Error::MalformedKeyword { name: excerpt(token), span },
        }
    }

    /// Steps over a symbol, a number or a dot.
    fn bare(&mut self) -> Result<TokenKind, Error> {
        let (start, bytes) = (self.at, self.text.as_bytes());
        let end = self.constituents_end(start);
        match bytes.get(end) {
            Some(&byte) if class(byte) == Class::Reserved => return Err(reserved(byte, end)),
            Some(b':') => {
                let span = start..self.token_end();
                return Err(Error::Qualified { name: excerpt(&self.text[span.clone()]), span });
            }
            _ => {}
        }
        self.at = end;
        Ok(if &bytes[start..end] == b"." { TokenKind::Dot } else { TokenKind::Bare })
    }

    /// Whether a token may end at `end`.
    fn delimited(&self, end: usize) -> bool {
        self.text.as_bytes().get(end).is_none_or(|byte| class(*byte).delimits())
    }

    /// Where the run of plain constituents that begins at `from` ends.
    fn constituents_end(&self, from: usize) -> usize {
        let rest = &self.text.as_bytes()[from..];
        from + rest.iter().position(|byte| class(*byte) != Class::Constituent).unwrap_or(rest.len())
    }

    /// Where the token that begins here ends.
    fn token_end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        self.at + rest.iter().position(|byte| class(*byte).delimits()).unwrap_or(rest.len())
    }

    /// Steps over a block comment and those inside it.
    fn skip_block_comment(&mut self) -> Result<(), Error> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut open = 1_usize;
        let mut at = start + 2;
        while open > 0 {
            let Some(length) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'#', b'|', rest)) else {
                return Err(Error::UnclosedComment { span: start..start + 2 });
            };
            at += length;
            match (bytes[at], bytes.get(at + 1)) {
                (b'#', Some(b'|')) => {
                    open += 1;
                    at += 2;
                }
                (b'|', Some(b'#')) => {
                    open -= 1;
                    at += 2;
                }
                _ => at += 1,
            }
        }
        self.at = at;
        Ok(())
    }
}

fn reserved(byte: u8, at: usize) -> Error {
    Error::Reserved { character: char::from(byte), span: at..at + 1 }
}

/// Whether the inside of a string with so many escapes decodes to more than `max` characters.
fn longer_than(raw: &str, escapes: usize, max: usize) -> bool {
    // No text has more characters than bytes.
    raw.len() - escapes > max && raw.chars().count() - escapes > max
}
