//! Small parsers for the tokens of one line, built on `nom`.

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{eof, map, opt, peek, recognize, rest, verify};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

/// How the line breaks at the end of a block scalar are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// The header of a block scalar: `|` or `>`, chomping and indentation indicators in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockHeader {
    pub(crate) folded: bool,
    pub(crate) chomping: Chomping,
    /// The explicit indentation, 1 to 9, or 0 where it is to be detected.
    pub(crate) indent: usize,
}

fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(|c| matches!(c, ' ' | '\t')).parse(input)
}

/// Blanks and a comment up to the end of the line, or nothing but blanks.
fn line_rest(input: &str) -> IResult<&str, &str> {
    alt((terminated(blanks, eof), recognize((take_while1(|c| matches!(c, ' ' | '\t')), char('#'), rest))))
        .parse(input)
}

fn chomping(input: &str) -> IResult<&str, Chomping> {
    alt((map(char('-'), |_| Chomping::Strip), map(char('+'), |_| Chomping::Keep))).parse(input)
}

fn indentation(input: &str) -> IResult<&str, usize> {
    map(one_of("123456789"), |digit| digit as usize - '0' as usize).parse(input)
}

/// Reads the rest of a line as the header of a block scalar.
pub(crate) fn block_header(input: &str) -> Option<BlockHeader> {
    let indicators = alt((
        map((chomping, opt(indentation)), |(chomping, indent)| (chomping, indent.unwrap_or(0))),
        map((indentation, opt(chomping)), |(indent, chomping)| (chomping.unwrap_or(Chomping::Clip), indent)),
        map(nom::combinator::success(()), |()| (Chomping::Clip, 0)),
    ));
    let header = map((one_of("|>"), indicators), |(sign, (chomping, indent))| BlockHeader {
        folded: sign == '>',
        chomping,
        indent,
    });
    let parsed: IResult<&str, BlockHeader> = terminated(header, line_rest).parse(input);
    parsed.ok().map(|(_, header)| header)
}

/// Whether a line ends in the header of a block scalar, behind a key or a dash.
pub(crate) fn opens_block_scalar(content: &str) -> bool {
    let Some(at) = content.rfind(['|', '>']) else { return false };
    let (before, header) = content.split_at(at);
    let key = before.trim_end();
    (key.ends_with(':') || key == "-") && key.len() < before.len() && block_header(header).is_some()
}

/// Whether a line reads `word:` at column 0, then blanks or the end: a field for certain, not a
/// sentence that happens to hold a colon.
pub(crate) fn looks_like_field(line: &str) -> bool {
    let first = satisfy(|c| c.is_alphabetic() || c == '_');
    let word =
        recognize(pair(first, take_while(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))));
    let quote = || opt(one_of("\"'"));
    let end = alt((map(eof, |_| ' '), one_of(" \t\r")));
    let parsed: IResult<&str, char> = preceded((quote(), word, quote(), char(':')), peek(end)).parse(line);
    parsed.is_ok()
}

/// An escape of a double-quoted scalar, the backslash already read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// The character it stands for.
    Character(char),
    /// A code unit that stands for no character by itself.
    Surrogate(u32),
}

fn code(digits: usize) -> impl FnMut(&str) -> IResult<&str, u32> {
    move |input| {
        let hex = take_while_m_n(digits, digits, |c: char| c.is_ascii_hexdigit());
        verify(hex, |text: &str| !text.is_empty()).parse(input).and_then(|(rest, text)| {
            u32::from_str_radix(text, 16)
                .map(|value| (rest, value))
                .map_err(|_| nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::HexDigit)))
        })
    }
}

/// Reads what follows a backslash, and says how many bytes it took. Line breaks are not escapes
/// here.
pub(crate) fn escape(input: &str) -> Option<(Escape, usize)> {
    let number =
        alt((preceded(char('x'), code(2)), preceded(char('u'), code(4)), preceded(char('U'), code(8))));
    let simple =
        map(satisfy(|c| simple_escape(c).is_some()), |c| simple_escape(c).map_or(0, |value| value as u32));
    let parsed: IResult<&str, u32> = alt((number, simple)).parse(input);
    let (rest, value) = parsed.ok()?;
    let escape = match char::from_u32(value) {
        Some(c) => Escape::Character(c),
        None if (0xd800..0xe000).contains(&value) => Escape::Surrogate(value),
        None => return None,
    };
    Some((escape, input.len() - rest.len()))
}

fn simple_escape(c: char) -> Option<char> {
    Some(match c {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        ' ' => ' ',
        '"' => '"',
        '/' => '/',
        '\\' => '\\',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_take_indicators_in_any_order() {
        let header = |folded, chomping, indent| Some(BlockHeader { folded, chomping, indent });
        assert_eq!(block_header("|"), header(false, Chomping::Clip, 0));
        assert_eq!(block_header(">-  # why"), header(true, Chomping::Strip, 0));
        assert_eq!(block_header("|+2"), header(false, Chomping::Keep, 2));
        assert_eq!(block_header(">2-\t"), header(true, Chomping::Strip, 2));
        assert_eq!(block_header("|9"), header(false, Chomping::Clip, 9));
        assert_eq!(block_header(">1+\t#"), header(true, Chomping::Keep, 1));
        for wrong in ["|x", "> text", "|0", "|-#", "|--", "|12", ""] {
            assert_eq!(block_header(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn fields_are_told_from_sentences() {
        for line in
            ["name: x", "name:", "allowed-tools:\r", "\"name\": x", "größe: 3", "_a.b: c", "_: c", "a_2:\tc"]
        {
            assert!(looks_like_field(line), "{line:?}");
        }
        for line in
            ["Use when: x", "name", " name: x", "http://x", "1. a: b", "- a: b", ": x", "a+b: c", ".a: b", ""]
        {
            assert!(!looks_like_field(line), "{line:?}");
        }
    }

    #[test]
    fn escapes_are_those_of_yaml() {
        assert_eq!(escape("n rest"), Some((Escape::Character('\n'), 1)));
        assert_eq!(escape("x41"), Some((Escape::Character('A'), 3)));
        assert_eq!(escape("u00e9"), Some((Escape::Character('é'), 5)));
        assert_eq!(escape("U0001F4E7"), Some((Escape::Character('📧'), 9)));
        assert_eq!(escape("uD83D"), Some((Escape::Surrogate(0xd83d), 5)));
        assert_eq!(escape("U0000dfff"), Some((Escape::Surrogate(0xdfff), 9)));
        for (sign, meant) in [
            ('0', '\0'),
            ('a', '\u{7}'),
            ('b', '\u{8}'),
            ('t', '\t'),
            ('\t', '\t'),
            ('n', '\n'),
            ('v', '\u{b}'),
            ('f', '\u{c}'),
            ('r', '\r'),
            ('e', '\u{1b}'),
            (' ', ' '),
            ('"', '"'),
            ('/', '/'),
            ('\\', '\\'),
            ('N', '\u{85}'),
            ('_', '\u{a0}'),
            ('L', '\u{2028}'),
            ('P', '\u{2029}'),
        ] {
            let written = [sign, 'n'].iter().collect::<alloc::string::String>();
            assert_eq!(escape(&written), Some((Escape::Character(meant), 1)), "{sign:?}");
        }
        for wrong in ["q", "x4", "U+1F4E7", "U00110000", "'", ""] {
            assert_eq!(escape(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn block_scalars_open_behind_a_key_or_a_dash() {
        for line in ["a: |", "- >-", "a: >2 # c", "a b:\t|"] {
            assert!(opens_block_scalar(line), "{line:?}");
        }
        for line in ["a: b > c", "a:|", "-|", "x | y", "x |", "|", "- - |x", "a: |x", "a: - | >", "a", ""] {
            assert!(!opens_block_scalar(line), "{line:?}");
        }
    }
}
