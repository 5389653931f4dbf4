//! How a description is written: templates, markup, and whether it says when.

use super::Judge;
use crate::read::shown;
use crate::rules::Rule;
use repertoire_diagnostic::Span;

/// What is worth knowing about how a description is written, in either format.
pub(crate) fn remarks(judge: &mut Judge<'_, '_>, text: &str, place: Span) {
    let mut template = false;
    if judge.findings.wants(Rule::DescriptionPlaceholder)
        && let Some(part) = placeholder(text)
    {
        template = true;
        judge.findings.report(
            Rule::DescriptionPlaceholder,
            place,
            format!("`{}` is the text of a template", shown(part)),
        );
    }
    if judge.findings.wants(Rule::DescriptionMarkup)
        && let Some(part) = markup(text)
    {
        judge.findings.report(Rule::DescriptionMarkup, place, format!("`{}` is markup", shown(part)));
    }
    if !template && judge.findings.wants(Rule::DescriptionWhen) && !says_when(text) {
        judge.findings.report(
            Rule::DescriptionWhen,
            place,
            "the description does not say when to use the skill",
        );
    }
    if judge.findings.wants(Rule::DescriptionTrigger) && !leads_with_trigger(text) {
        judge.findings.report(
            Rule::DescriptionTrigger,
            place,
            "the description does not lead with when to use the skill",
        );
    }
}

/// Text that a template left: `TODO`, `TBD`, `FIXME` as words, or a few words in angle or square
/// brackets that speak of what should stand there.
fn placeholder(text: &str) -> Option<&str> {
    for at in word_starts(text) {
        let rest = &text[at..];
        let Some(mark) =
            MARKS.iter().find(|mark| rest.as_bytes()[0] == mark.as_bytes()[0] && rest.starts_with(**mark))
        else {
            continue;
        };
        let before = text[..at].chars().next_back();
        let after = rest[mark.len()..].chars().next();
        if before.is_some_and(joins) || after.is_some_and(joins) {
            continue;
        }
        // `TODO` is the subject of some skills ("scan TODO comments"): it is the mark of a
        // template where it leads, or a colon follows it.
        let leads = text[..at].chars().all(|c| !c.is_alphanumeric());
        if leads || after == Some(':') {
            return Some(&rest[..mark.len()]);
        }
    }
    let (mut angle, mut square) = (Next::new(text, b'>'), Next::new(text, b']'));
    for (open, b) in text.bytes().enumerate().filter(|(_, b)| matches!(b, b'<' | b'[')) {
        let close = if b == b'<' { angle.after(open) } else { square.after(open) };
        if let Some(close) = close.filter(|close| close - open < LONGEST_MARK)
            && speaks_of_a_gap(&text[open + 1..close])
        {
            return Some(&text[open..=close]);
        }
    }
    None
}

/// Finds the next of a byte from places that only go forward, in one pass over the text.
struct Next<'t> {
    bytes: &'t [u8],
    byte: u8,
    /// Where the last one that was looked for stands; the length where there is none.
    found: Option<usize>,
}

impl<'t> Next<'t> {
    fn new(text: &'t str, byte: u8) -> Self {
        Self { bytes: text.as_bytes(), byte, found: None }
    }

    fn after(&mut self, at: usize) -> Option<usize> {
        let found = match self.found {
            Some(found) if found >= at => found,
            _ => self.bytes[at..]
                .iter()
                .position(|b| *b == self.byte)
                .map_or(self.bytes.len(), |step| at + step),
        };
        self.found = Some(found);
        (found < self.bytes.len()).then_some(found)
    }
}

/// How far the end of a tag or of bracketed words is looked for, in bytes.
const LONGEST_MARK: usize = 200;

const MARKS: [&str; 6] = ["TODO", "TBD", "FIXME", "XXX", "lorem ipsum", "Lorem ipsum"];

/// Where words of ASCII letters begin, in bytes.
fn word_starts(text: &str) -> impl Iterator<Item = usize> {
    let mut inside = false;
    text.bytes().enumerate().filter_map(move |(at, b)| {
        let was = inside;
        inside = b.is_ascii_alphanumeric() || b >= 0x80;
        (inside && !was && b < 0x80).then_some(at)
    })
}

fn joins(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.')
}

/// Whether bracketed words tell an author what to write.
fn speaks_of_a_gap(inner: &str) -> bool {
    let lower = inner.trim().to_ascii_lowercase();
    let words = lower.split_whitespace().count();
    const STARTS: [&str; 9] =
        ["what ", "describe ", "insert ", "add a ", "your ", "brief ", "short ", "one sentence", "when to "];
    (2..=12).contains(&words) && STARTS.iter().any(|start| lower.starts_with(start)) || lower == "description"
}

/// Tags and comments of XML and HTML: what closes or opens an element that is known or is closed
/// again, and `<!--`.
fn markup(text: &str) -> Option<&str> {
    // How many names of tags are looked for once more: the text is not read again for each of
    // thousands.
    let mut looks = 16;
    let mut close = Next::new(text, b'>');
    for at in text.bytes().enumerate().filter(|(_, b)| *b == b'<').map(|(at, _)| at) {
        let rest = &text[at..];
        if rest.starts_with("<!--") {
            return Some("<!--");
        }
        let closing = rest.starts_with("</");
        let name_start = if closing { 2 } else { 1 };
        let name_len = rest[name_start..]
            .bytes()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':'))
            .count();
        let name = &rest[name_start..name_start + name_len];
        let Some(end) = close.after(at).map(|close| close - at).filter(|end| *end < LONGEST_MARK) else {
            continue;
        };
        if name.is_empty() || !name.as_bytes()[0].is_ascii_alphabetic() {
            continue;
        }
        let tag = &rest[..=end];
        let boundary =
            matches!(rest.as_bytes().get(name_start + name_len), Some(b'>' | b' ' | b'/' | b'\t' | b'\n'));
        let known = KNOWN_TAGS.iter().any(|known| known.eq_ignore_ascii_case(name));
        if boundary && (closing || known) {
            return Some(tag);
        }
        if boundary && looks > 0 {
            looks -= 1;
            if text.contains(&format!("</{name}>")) {
                return Some(tag);
            }
        }
    }
    None
}

/// Elements whose meaning a browser or a client's catalog knows.
const KNOWN_TAGS: [&str; 24] = [
    "a",
    "b",
    "br",
    "code",
    "div",
    "em",
    "i",
    "iframe",
    "img",
    "li",
    "p",
    "pre",
    "script",
    "span",
    "strong",
    "style",
    "ul",
    "available_skills",
    "skill",
    "skills",
    "description",
    "location",
    "system",
    "instructions",
];

/// Phrases that say when. A description that holds none is worth a hint, no more: languages other
/// than English are left alone where their letters are others.
fn says_when(text: &str) -> bool {
    const PHRASES: [&str; 26] = [
        "use ",
        "using ",
        "used ",
        "when ",
        "whenever ",
        "if the user",
        "if you",
        "trigger",
        "invoke",
        "activate",
        "before ",
        "after ",
        "during ",
        "while ",
        "for when",
        "helps with",
        "should be ",
        "ask",
        "call this",
        "load this",
        "load when",
        "apply ",
        "applies ",
        "need",
        "want",
        "mention",
    ];
    let ascii = text.bytes().filter(u8::is_ascii).count();
    if ascii * 10 < text.len() * 7 {
        return true;
    }
    let lower = text.to_ascii_lowercase() + " ";
    let bytes = lower.as_bytes();
    word_starts(&lower).any(|at| {
        PHRASES
            .iter()
            .any(|phrase| phrase.as_bytes()[0] == bytes[at] && bytes[at..].starts_with(phrase.as_bytes()))
    })
}

/// "Use when …" at the start, or at the start of the second sentence.
fn leads_with_trigger(text: &str) -> bool {
    const STARTS: [&str; 11] = [
        "use when",
        "use this",
        "use for",
        "use to",
        "use if",
        "use it",
        "use before",
        "use after",
        "use whenever",
        "when ",
        "whenever ",
    ];
    let leads = |sentence: &str| {
        let lower = sentence.trim_start().trim_start_matches(['"', '\'', '*', '_', '“']).to_ascii_lowercase();
        STARTS.iter().any(|start| lower.starts_with(start))
    };
    let second = text.match_indices(['.', '!', '?', '。']).find_map(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        rest.starts_with(char::is_whitespace).then_some(rest)
    });
    leads(text) || second.is_some_and(leads)
}

#[cfg(test)]
mod tests;
