//! Characters that cannot be seen, and control characters.
//!
//! Emoji sequences and the scripts that need joiners or direction marks are left alone: only
//! what carries, splits or reorders text without being seen is found.

use super::visible::{
    in_flag, is_ideograph, is_pictographic, is_right_to_left, is_selector, is_unspaced, joins,
};
use super::{Judge, Reach};
use crate::fix;
use crate::read::{Read, span};
use crate::rules::Rule;
use repertoire_diagnostic::Span;
use repertoire_frontmatter::Style;
use std::fmt::Write as _;

/// What is wrong with one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// A tag character, which spells an ASCII one.
    Tag,
    /// A variation selector that selects nothing, and so can carry a byte.
    Selector,
    /// A control that reorders what is read.
    Bidirectional,
    /// A character without width.
    ZeroWidth,
    /// A control character.
    Control,
}

/// A run of hidden characters of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) kind: Hidden,
    pub(crate) span: Span,
}

/// Looks through a source: the raw text, and what escapes in name and description decode to.
pub(super) fn check(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    if !judge.findings.wants(Rule::HiddenText) && !judge.findings.wants(Rule::EscapeSequence) {
        return;
    }
    let body = read.body_start();
    let text = if judge.reach == Reach::Whole { read.text() } else { &read.text()[..body] };
    for run in runs(text) {
        // The mark at the start and controls between the fences have rules of their own.
        let known = run.span.start == 0 && text.starts_with('\u{feff}');
        if known || (run.kind == Hidden::Control && run.span.start < body) {
            continue;
        }
        let rule = if run.kind == Hidden::Control { Rule::EscapeSequence } else { Rule::HiddenText };
        if judge.findings.is_full(rule) {
            continue;
        }
        let message = describe(text, run);
        judge
            .findings
            .report(rule, run.span, message)
            .fix(|| if run.span.end <= body { fix::deletion(read, run.span) } else { None });
    }
    for key in ["name", "description"] {
        let Some(value) = read.tree().get(key).filter(|value| value.style() == Some(Style::DoubleQuoted))
        else {
            continue;
        };
        let place = span(value.span());
        if !read.slice(place).contains('\\') {
            continue;
        }
        let decoded = value.text().unwrap_or_default();
        let raw = runs(read.slice(place)).len();
        for run in runs(decoded).into_iter().skip(raw) {
            let rule = if run.kind == Hidden::Control { Rule::EscapeSequence } else { Rule::HiddenText };
            judge.findings.report(
                rule,
                place,
                format!("an escape in `{key}` hides it: {}", describe(decoded, run)),
            );
        }
    }
}

/// The same for decoded text of the native form, with one place for all of it.
pub(crate) fn decoded(judge: &mut Judge<'_, '_>, text: &str, place: impl Fn(Run) -> Span) {
    for run in runs(text) {
        let rule = if run.kind == Hidden::Control { Rule::EscapeSequence } else { Rule::HiddenText };
        judge.findings.report(rule, place(run), describe(text, run));
    }
}

/// One sentence about a run. Tag characters and selectors are decoded.
pub(crate) fn describe(text: &str, run: Run) -> String {
    let hidden = text.get(run.span.start..run.span.end).unwrap_or_default();
    let count = hidden.chars().count();
    let some = |one: &str, many: &str| {
        if count == 1 { format!("{one} stands here") } else { format!("{count} {many} stand here") }
    };
    let mut message = match run.kind {
        Hidden::Tag => some("a tag character that cannot be seen", "tag characters that cannot be seen"),
        Hidden::Selector => some(
            "a variation selector without a character to vary",
            "variation selectors without a character to vary",
        ),
        Hidden::Bidirectional => some("a control that reorders text", "controls that reorder text"),
        Hidden::ZeroWidth => some("a character without width", "characters without width"),
        Hidden::Control => some("a control character", "control characters"),
    };
    let spelled: String = match run.kind {
        Hidden::Tag => hidden.chars().filter_map(tag_letter).collect(),
        Hidden::Selector => hidden
            .chars()
            .filter_map(selector_byte)
            .map(char::from)
            .filter(|c| matches!(c, ' '..='~'))
            .collect(),
        _ => String::new(),
    };
    if spelled.is_empty() {
        let shown: String = hidden.chars().take(4).fold(String::new(), |mut shown, c| {
            let _ = write!(shown, " U+{:04X}", u32::from(c));
            shown
        });
        let _ = write!(message, ":{shown}{}", if count > 4 { " …" } else { "" });
    } else {
        let _ = write!(message, "; {} \"{spelled}\"", if count == 1 { "it spells" } else { "they spell" });
    }
    message
}

fn tag_letter(c: char) -> Option<char> {
    u32::from(c).checked_sub(0xE_0000).and_then(char::from_u32).filter(|c| matches!(c, ' '..='~'))
}

/// The byte that a selector can carry. The first sixteen are left out: they are no letters.
fn selector_byte(c: char) -> Option<u8> {
    u32::from(c).checked_sub(0xE_0100 - 16).and_then(|byte| u8::try_from(byte).ok())
}

/// The runs of hidden characters, in the order of the text. What cannot be one is passed over in
/// blocks; a character is looked at closely only where its bytes may be one.
pub(crate) fn runs(text: &str) -> Vec<Run> {
    const BLOCK: usize = 64;
    let bytes = text.as_bytes();
    let mut runs: Vec<Run> = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let end = (start + BLOCK).min(bytes.len());
        // Printable ASCII and line ends fill most blocks.
        if bytes[start..end]
            .iter()
            .fold(false, |found, b| found | ((b.wrapping_sub(0x20) >= 0x5f) & (*b != b'\n')))
        {
            for at in start..end {
                if BEGINS[usize::from(bytes[at])] && may_hide(&bytes[at..]) {
                    look(text, at, &mut runs);
                }
            }
        }
        start = end;
    }
    runs
}

/// Looks at the character that begins at a byte.
fn look(text: &str, at: usize, runs: &mut Vec<Run>) {
    let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { return };
    let Some(kind) = judge(text, at, c) else { return };
    let end = at + c.len_utf8();
    match runs.last_mut() {
        Some(last) if last.kind == kind && last.span.end == at => last.span.end = end,
        _ => runs.push(Run { kind, span: Span::new(at, end) }),
    }
}

/// The bytes that begin a character that may be hidden.
const BEGINS: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0u8;
    loop {
        table[at as usize] = begins(at);
        if at == u8::MAX {
            break table;
        }
        at += 1;
    }
};

/// Whether a byte begins a character that may be hidden.
const fn begins(b: u8) -> bool {
    match b {
        b'\t' | b'\n' | 0x0c => false,
        0x00..=0x1f | 0x7f => true,
        0xC2 | 0xCD | 0xD8 | 0xE1..=0xE3 | 0xEF | 0xF3 => true,
        _ => false,
    }
}

/// Whether the bytes are those of such a character.
fn may_hide(bytes: &[u8]) -> bool {
    match bytes {
        [0xC2, second, ..] => *second < 0xA0,
        [0xCD, second, ..] => *second == 0x8F,
        [0xD8, second, ..] => *second == 0x9C,
        [0xE1, second, ..] => matches!(second, 0x85 | 0x9E | 0xA0),
        [0xE2, 0x80, third, ..] => matches!(third, 0x8B..=0x8F | 0xAA..=0xAE),
        [0xE2, 0x81, third, ..] => *third >= 0xA0,
        [0xE2, ..] => false,
        [0xE3, second, third, ..] => (*second, *third) == (0x85, 0xA4),
        [0xEF, second, third, ..] => {
            matches!((second, third), (0xB8, 0x80..=0x8F) | (0xBB, 0xBF) | (0xBE, 0xA0) | (0xBF, 0xB9..=0xBB))
        }
        [0xF3, ..] => true,
        [first, ..] => *first < 0x80,
        [] => false,
    }
}

/// Whether a character hides something where it stands.
fn judge(text: &str, at: usize, c: char) -> Option<Hidden> {
    let before = || text[..at].chars().next_back();
    let after = || text[at + c.len_utf8()..].chars().next();
    match c {
        '\r' => (!matches!(after(), Some('\n' | '\r') | None)).then_some(Hidden::Control),
        '\t' | '\n' | '\u{c}' => None,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Some(Hidden::Control),
        '\u{e0000}'..='\u{e007f}' => (!in_flag(text, at)).then_some(Hidden::Tag),
        '\u{fe00}'..='\u{fe0f}' => match before() {
            None => Some(Hidden::Selector),
            Some(c) => (is_selector(c) || c.is_whitespace() || c.is_control()).then_some(Hidden::Selector),
        },
        '\u{e0100}'..='\u{e01ef}' => (!before().is_some_and(is_ideograph)).then_some(Hidden::Selector),
        '\u{202d}' | '\u{202e}' => Some(Hidden::Bidirectional),
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202c}' | '\u{2066}'..='\u{2069}' => {
            (!line_around(text, at).chars().any(is_right_to_left)).then_some(Hidden::Bidirectional)
        }
        '\u{200d}' => {
            let emoji = before().is_some_and(|c| is_pictographic(c) || is_selector(c))
                && after().is_some_and(is_pictographic);
            (!emoji && !joins(before(), after())).then_some(Hidden::ZeroWidth)
        }
        '\u{200c}' => (!joins(before(), after())).then_some(Hidden::ZeroWidth),
        '\u{200b}' => (!(before().is_some_and(is_unspaced) && after().is_some_and(is_unspaced)))
            .then_some(Hidden::ZeroWidth),
        '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180e}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' => Some(Hidden::ZeroWidth),
        _ => None,
    }
}

/// The line around a byte, or as much of it as is worth looking at.
fn line_around(text: &str, at: usize) -> &str {
    const FAR: usize = 400;
    let mut start = at.saturating_sub(FAR);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let mut end = (at + FAR).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = text[start..at].rfind('\n').map_or(start, |newline| start + newline + 1);
    let end = text[at..end].find('\n').map_or(end, |newline| at + newline);
    &text[start..end]
}

#[cfg(test)]
mod tests;
