//! Fences: where the frontmatter begins and ends, with one defined recovery for each departure.

use crate::found::found;
use crate::lines::{Line, line_at};
use crate::token;
use crate::{Found, MAX_BYTES, Problem, ProblemKind, Span};
use alloc::vec::Vec;
use memchr::memmem;

/// How many lines of blanks and comments may stand before a fence that is still taken as one.
const MAX_PREFIX_LINES: usize = 20;

/// The parts of a source, one after the other and without gaps.
///
/// `prefix`, `open`, `frontmatter`, `close` and `body` tile the text. Where there is no
/// document, everything but a byte order mark is `body`, except that behind an opening fence
/// that is never closed the rest is `frontmatter`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split<'a> {
    /// The whole text.
    pub text: &'a str,
    /// What stands before the opening fence: a byte order mark, blank lines, comments.
    pub prefix: Span,
    /// The opening fence with its line end. Empty where there is none.
    pub open: Span,
    /// The lines between the fences.
    pub frontmatter: Span,
    /// The closing fence with its line end. Empty where there is none.
    pub close: Span,
    /// Everything after the closing fence, byte for byte.
    pub body: Span,
    /// What is wrong with the fences, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Finds the fences of a source and what lies between and behind them.
///
/// The first line is exactly `---`, and the next line that is exactly `---` closes. Departures
/// are problems, each with the recovery that the crate page lists. Never fails; the time is
/// linear in the text up to the closing fence.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::split;
///
/// let source = split("---\nname: tide\n--- \nBody.\n");
/// assert_eq!(source.frontmatter.slice(source.text), "name: tide\n");
/// assert_eq!(source.body.slice(source.text), "Body.\n");
/// assert_eq!(source.problems[0].id(), "fence-spaces");
/// ```
#[must_use]
pub fn split(text: &str) -> Split<'_> {
    let mut problems = Vec::new();
    if text.len() > MAX_BYTES {
        problems.push(Problem::new(ProblemKind::FenceMissing(Found::Prose), Span::new(0, 0)));
        return nothing(text, 0, problems);
    }
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    if bom > 0 {
        problems.push(Problem::new(ProblemKind::Bom, Span::new(0, bom)));
    }
    if text[bom..].trim().is_empty() {
        problems.push(Problem::new(ProblemKind::EmptyFile, Span::new(bom, text.len())));
        return nothing(text, bom, problems);
    }
    let Some(open) = opening(text, bom) else {
        let found = found(&text[bom..]);
        let line = line_at(text.as_bytes(), bom, text.len());
        problems.push(Problem::new(
            ProblemKind::FenceMissing(found),
            Span::new(bom, line.map_or(bom, |line| line.end)),
        ));
        return nothing(text, bom, problems);
    };
    if open.start > bom {
        problems.push(Problem::new(ProblemKind::FenceNotFirst, Span::new(open.start, open.start + 3)));
    }
    if open.end > open.start + 3 {
        problems.push(Problem::new(ProblemKind::FenceSpaces, Span::new(open.start + 3, open.end)));
    }
    let (frontmatter, close) = match closing(text, open.next) {
        Some(closing) => {
            if let Some(kind) = closing.problem {
                problems.push(Problem::new(kind, closing.at));
            }
            (Span::new(open.next, closing.fence.start()), closing.fence)
        }
        None => {
            problems.push(Problem::new(ProblemKind::FenceUnclosed, Span::new(open.start, open.start + 3)));
            (Span::new(open.next, text.len()), Span::new(text.len(), text.len()))
        }
    };
    problems.sort_by_key(|problem| problem.span.start());
    Split {
        text,
        prefix: Span::new(0, open.start),
        open: Span::new(open.start, open.next),
        frontmatter,
        close,
        body: Span::new(close.end(), text.len()),
        problems,
    }
}

fn nothing(text: &str, bom: usize, problems: Vec<Problem>) -> Split<'_> {
    let at = Span::new(bom, bom);
    Split {
        text,
        prefix: Span::new(0, bom),
        open: at,
        frontmatter: at,
        close: at,
        body: Span::new(bom, text.len()),
        problems,
    }
}

/// The line of the opening fence; its `end` lies before the line break, blanks included.
fn opening(text: &str, from: usize) -> Option<Line> {
    let bytes = text.as_bytes();
    let first = line_at(bytes, from, text.len())?;
    if is_fence(bytes, first) {
        return Some(first);
    }
    let mut comment = false;
    let mut at = from;
    for _ in 0..=MAX_PREFIX_LINES {
        let line = line_at(bytes, at, text.len())?;
        let content = text[line.start..line.end].trim();
        if comment {
            comment = !content.contains("-->");
        } else if is_fence(bytes, line) {
            let next = line_at(bytes, line.next, text.len())?;
            return token::looks_like_field(&text[next.start..next.end]).then_some(line);
        } else if let Some(rest) = content.strip_prefix("<!--") {
            match rest.split_once("-->") {
                None => comment = true,
                Some((_, "")) => {}
                Some(_) => return None,
            }
        } else if !(content.is_empty() || content.starts_with('#')) {
            return None;
        }
        at = line.next;
    }
    None
}

/// Whether a line is `---`, blanks behind it allowed.
fn is_fence(bytes: &[u8], line: Line) -> bool {
    bytes[line.start..line.end]
        .strip_prefix(b"---")
        .is_some_and(|rest| rest.iter().all(|b| matches!(b, b' ' | b'\t')))
}

struct Closing {
    fence: Span,
    /// Where the problem is.
    at: Span,
    problem: Option<ProblemKind>,
}

fn closing(text: &str, from: usize) -> Option<Closing> {
    let bytes = text.as_bytes();
    let mut joined = None;
    let at_start = bytes[from..].starts_with(b"---").then_some(from);
    let hits = Dashes::new(bytes, from);
    for start in at_start.into_iter().chain(hits) {
        let Some(line) = line_at(bytes, start, text.len()) else { break };
        if is_fence(bytes, line) {
            let spaces = Span::new(start + 3, line.end);
            let problem = (!spaces.is_empty()).then_some(ProblemKind::FenceSpaces);
            return Some(Closing { fence: Span::new(start, line.next), at: spaces, problem });
        }
        if joined.is_none() && bytes[start + 3] != b'-' {
            joined = Some(Closing {
                fence: Span::new(start, start + 3),
                at: Span::new(start + 3, line.end),
                problem: Some(ProblemKind::FenceJoined),
            });
        }
    }
    let recovered = dots_or_indented(text, from);
    match (joined, recovered) {
        (Some(joined), Some(other)) if other.fence.start() < joined.fence.start() => Some(other),
        (joined @ Some(_), _) => joined,
        (None, other) => other,
    }
}

/// The starts of the lines, but for the first, that begin with three dashes.
///
/// Most fences close within a few lines, where going from line to line beats setting a searcher
/// up; in longer texts the searcher wins.
struct Dashes<'t> {
    bytes: &'t [u8],
    from: usize,
    breaks: core::iter::Take<memchr::Memchr<'t>>,
    /// The start of the last line seen.
    at: usize,
}

impl<'t> Dashes<'t> {
    fn new(bytes: &'t [u8], from: usize) -> Self {
        Self { bytes, from, breaks: memchr::memchr_iter(b'\n', &bytes[from..]).take(24), at: from }
    }
}

impl Iterator for Dashes<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        for found in self.breaks.by_ref() {
            self.at = self.from + found + 1;
            if self.bytes[self.at..].starts_with(b"---") {
                return Some(self.at);
            }
        }
        self.at += memmem::find(&self.bytes[self.at..], b"\n---")? + 1;
        Some(self.at)
    }
}

/// The first line that is exactly `...`, or blanks and `---` outside a block scalar.
fn dots_or_indented(text: &str, from: usize) -> Option<Closing> {
    let bytes = text.as_bytes();
    let mut at = from;
    // The indentation of the key whose block scalar the line may lie in.
    let mut block: Option<usize> = None;
    while let Some(line) = line_at(bytes, at, text.len()) {
        at = line.next;
        let content = &text[line.first..line.end];
        let indent = line.first - line.start;
        if content.is_empty() {
            continue;
        }
        if block.is_some_and(|key| indent <= key) {
            block = None;
        }
        let fence = Span::new(line.start, line.next);
        if indent == 0 && content == "..." {
            return Some(Closing {
                fence,
                at: Span::new(line.start, line.end),
                problem: Some(ProblemKind::FenceDots),
            });
        }
        if indent > 0 && block.is_none() && content.trim_end() == "---" {
            return Some(Closing {
                fence,
                at: Span::new(line.start, line.first),
                problem: Some(ProblemKind::FenceIndented),
            });
        }
        if block.is_none() && token::opens_block_scalar(content) {
            block = Some(indent);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn parts(text: &str) -> (String, String, Vec<&'static str>) {
        let split = split(text);
        let tiles = [split.prefix, split.open, split.frontmatter, split.close, split.body];
        let mut at = 0;
        for tile in tiles {
            assert_eq!(tile.start(), at, "{text:?}");
            at = tile.end();
        }
        assert_eq!(at, text.len(), "{text:?}");
        (
            split.frontmatter.slice(text).into(),
            split.body.slice(text).into(),
            split.problems.iter().map(Problem::id).collect(),
        )
    }

    #[test]
    fn exact_fences_split_without_a_problem() {
        for (text, frontmatter, body) in [
            ("---\na: b\n---\nBody.\n", "a: b\n", "Body.\n"),
            ("---\n---\n", "", ""),
            ("---\na: b\n---", "a: b\n", ""),
            ("---\r\na: b\r\n---\r\n\r\n---\r\n", "a: b\r\n", "\r\n---\r\n"),
            ("---\na: x --- y\n ---\n----\n---\nB", "a: x --- y\n ---\n----\n", "B"),
            ("---\na: b\n---x\n---\nB", "a: b\n---x\n", "B"),
        ] {
            assert_eq!(parts(text), (frontmatter.into(), body.into(), Vec::new()), "{text:?}");
        }
    }

    #[test]
    fn each_departure_has_its_recovery() {
        for (text, frontmatter, body, ids) in [
            ("\u{feff}---\na: b\n---\nB", "a: b\n", "B", ["bom"].as_slice()),
            ("--- \na: b\n---\t\nB", "a: b\n", "B", &["fence-spaces", "fence-spaces"]),
            ("<!-- x\n y -->\n\n# c\n---\na: b\n---\nB", "a: b\n", "B", &["fence-not-first"]),
            ("---\na: b\n---# T\nB", "a: b\n", "# T\nB", &["fence-joined"]),
            ("---\na: b\n...\nB", "a: b\n", "B", &["fence-dots"]),
            ("---\na: b\n  ---\nB", "a: b\n", "B", &["fence-indented"]),
            ("---\na: |\n  b\n   ---\n\nB", "a: |\n  b\n   ---\n\nB", "", &["fence-unclosed"]),
            ("---\na: b\n\nB", "a: b\n\nB", "", &["fence-unclosed"]),
            ("", "", "", &["empty-file"]),
            ("\u{feff} \n", "", " \n", &["bom", "empty-file"]),
            ("# Title\n---\n\nText\n", "", "# Title\n---\n\nText\n", &["fence-missing"]),
        ] {
            assert_eq!(parts(text), (frontmatter.into(), body.into(), ids.to_vec()), "{text:?}");
        }
    }

    #[test]
    fn problems_stand_where_the_departure_is() {
        for (text, places) in [
            ("\u{feff}---\n---\n", [("bom", 0..3)].as_slice()),
            ("---\t \na: b\n---  \n", &[("fence-spaces", 3..5), ("fence-spaces", 14..16)]),
            ("\n\n--- \na: b\n---\n", &[("fence-not-first", 2..5), ("fence-spaces", 5..6)]),
            ("---\na: b\n---# T\n", &[("fence-joined", 12..15)]),
            ("---\na: b\n...\n", &[("fence-dots", 9..12)]),
            ("---\na: b\n  --- \n", &[("fence-indented", 9..11)]),
            ("\n---\na: b\n", &[("fence-not-first", 1..4), ("fence-unclosed", 1..4)]),
            ("\u{feff}Words.\n", &[("bom", 0..3), ("fence-missing", 3..9)]),
            ("\u{feff} \n", &[("bom", 0..3), ("empty-file", 3..5)]),
        ] {
            let problems = split(text).problems;
            let found: Vec<_> = problems.iter().map(|problem| (problem.id(), problem.span.range())).collect();
            assert_eq!(found, places, "{text:?}");
        }
    }

    #[test]
    fn the_first_recovery_closes_where_no_fence_does() {
        for (text, body) in [
            ("---\na: b\n---x\n---y\n", "x\n---y\n"),
            ("---\na: b\n----\n---x\n", "x\n"),
            ("---\na: b\n---x\n...\nB", "x\n...\nB"),
            ("---\na: b\n...\n---x\n", "---x\n"),
            ("---\na: b\n ---\n---x\n", "---x\n"),
            ("---\na: b\n ...\n....\n...\nB", "B"),
            ("---\na: b\n ----\n ---\nB", "B"),
            ("---x\n---\n", ""),
        ] {
            assert_eq!(parts(text).1, if body.is_empty() { text } else { body }, "{text:?}");
        }
    }

    #[test]
    fn dashes_within_a_block_scalar_close_nothing() {
        for (text, closed) in [
            ("---\na: |\n  b\n  ---\n", false),
            ("---\na: |\n\n  b: |\n  ---\n", false),
            ("---\na:\n  b: |\n    c\n  ---\n", true),
            ("---\na:\n  b: >-\n    c\n  d: e\n    ---\n", true),
            ("---\na: b\nc: |\n  d\ne: f\n  ---\n", true),
        ] {
            let ids = parts(text).2;
            assert_eq!(ids, [if closed { "fence-indented" } else { "fence-unclosed" }], "{text:?}");
        }
    }

    #[test]
    fn only_blanks_and_comments_may_stand_before_a_fence() {
        for (text, found) in [
            ("<!-- a -->\n---\na: b\n---\n", true),
            ("<!-- a\n\nb\n-->\n \n# c\n---\na: b\n---\n", true),
            ("<!-- a --> b\n---\na: b\n---\n", false),
            ("<!-- a\n---\na: b\n---\n", false),
            ("a\n---\nb: c\n---\n", false),
            ("\n---\n- a\n---\n", false),
            ("\n---", false),
        ] {
            assert_eq!(parts(text).2 == ["fence-not-first"], found, "{text:?}");
        }
    }

    #[test]
    fn every_line_of_dashes_is_found_once() {
        for lines in [0, 1, 22, 23, 24, 25, 60] {
            let text = alloc::format!("{}----\n----\nx\n---\nBody.\n", "a: b\n".repeat(lines));
            let hits: Vec<usize> = Dashes::new(text.as_bytes(), 0).collect();
            let first = lines * 5;
            let expected = [first, first + 5, first + 12];
            assert_eq!(hits, if lines == 0 { &expected[1..] } else { &expected }, "{lines}");
        }
    }

    #[test]
    fn at_most_twenty_lines_may_stand_before_a_fence() {
        let source = |lines: usize| alloc::format!("{}---\na: b\n---\n", "\n".repeat(lines));
        assert_eq!(parts(&source(20)).2, ["fence-not-first"]);
        assert_eq!(parts(&source(21)).2, ["fence-missing"]);
    }
}
