//! A fix drawn as the lines that it takes away and the lines that it puts there.

use crate::excerpt::{CUT, fits, floor, line_at, line_end, line_start};
use repertoire_diagnostic::{Edit, Span, apply};
use std::ops::Range;

/// One line of a suggestion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The number of the line in the source, from 1.
    pub(crate) number: usize,
    /// Whether the line comes rather than goes.
    pub(crate) added: bool,
    /// The line, cleaned and cut to the window.
    pub(crate) text: String,
}

/// The lines that a set of edits changes. Empty where the edits do not lie on the source.
pub(crate) fn suggestion(source: &str, edits: &[Edit], columns: usize) -> Vec<Line> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut lines = Vec::new();
    let mut rest = order.as_slice();
    let (mut counted, mut number) = (0, 1);
    while let Some(first) = rest.first() {
        let mut hunk = extent(source, first);
        let mut taken = 1;
        while let Some(next) = rest.get(taken) {
            let next = extent(source, next);
            if next.start >= hunk.end.max(hunk.start + 1) {
                break;
            }
            hunk.end = hunk.end.max(next.end);
            taken += 1;
        }
        let (these, those) = rest.split_at(taken);
        rest = those;
        number += source[counted..hunk.start].matches('\n').count();
        counted = hunk.start;
        let moved: Vec<Edit> = these
            .iter()
            .map(|edit| {
                let start = edit.span.start.saturating_sub(hunk.start);
                let end = edit.span.end.saturating_sub(hunk.start);
                Edit::new(Span::new(start, end), edit.text.as_str())
            })
            .collect();
        let old = &source[hunk.start..hunk.end];
        let Ok(new) = apply(old, &moved) else {
            return Vec::new();
        };
        draw(old, &new, number, columns, &mut lines);
    }
    lines
}

/// The whole lines that an edit touches: none for lines put in between, and without the next
/// line for lines taken away.
fn extent(source: &str, edit: &Edit) -> Span {
    let start = floor(source, edit.span.start);
    let end = floor(source, edit.span.end.max(edit.span.start));
    let from = line_start(source, start);
    let whole_lines = line_start(source, end) == end && (edit.text.is_empty() || edit.text.ends_with('\n'));
    if start == from && whole_lines && (end > start || !edit.text.is_empty()) {
        return Span::new(from, end);
    }
    Span::new(from, line_end(source, end))
}

fn draw(old: &str, new: &str, number: usize, columns: usize, lines: &mut Vec<Line>) {
    let before: Vec<&str> = split(old);
    let after: Vec<&str> = split(new);
    let head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let tail =
        before[head..].iter().rev().zip(after[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let before = &before[head..before.len() - tail];
    let after = &after[head..after.len() - tail];
    for (mine, other, added) in [(before, after, false), (after, before, true)] {
        for (i, line) in mine.iter().enumerate() {
            let other = other.get(i);
            let changed = other.map_or(0..0, |other| changed(line, other));
            // A line end that stays as it is says nothing.
            let line = if other.is_none_or(|other| other.ends_with('\r')) {
                line.strip_suffix('\r').unwrap_or(line)
            } else {
                line
            };
            let text = if added { cut(line, changed, columns) } else { gone(line, changed, columns) };
            lines.push(Line { number: number + head + i, added, text });
        }
    }
}

/// A line that goes, with the blanks at its end made visible.
fn gone(line: &str, changed: Range<usize>, columns: usize) -> String {
    let kept = line.trim_end_matches([' ', '\t', '\r']);
    let dots: String = line[kept.len()..]
        .chars()
        .map(|c| match c {
            '\r' => '␍',
            '\t' => '→',
            _ => '·',
        })
        .collect();
    cut(&format!("{kept}{dots}"), changed.start.min(kept.len())..changed.end.min(kept.len()), columns)
}

/// A line cut to its window, or to two where what changed is wider than one. What changed may
/// end in blanks that the line no longer has.
fn cut(line: &str, changed: Range<usize>, columns: usize) -> String {
    let changed = changed.start.min(line.len())..changed.end.min(line.len());
    let half = columns / 2;
    if half < 16 || fits(line, columns) || fits(&line[changed.clone()], half) {
        return line_at(line, changed.start, columns);
    }
    let (head, tail) = (line_at(line, changed.start, half), line_at(line, changed.end, columns - half));
    // Both are cut in the middle; one mark is enough.
    format!("{head}{}", tail.strip_prefix(CUT).unwrap_or(&tail))
}

fn split(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.strip_suffix('\n').unwrap_or(text).split('\n').collect() }
}

/// The bytes of `line` that are not in `other`, but for what both share at their ends.
fn changed(line: &str, other: &str) -> Range<usize> {
    let pairs = line.char_indices().zip(other.chars());
    let start =
        pairs.clone().find(|((_, x), y)| x != y).map_or(line.len().min(other.len()), |((at, _), _)| at);
    let ends = line[start..].chars().rev().zip(other[start..].chars().rev());
    let shared: usize = ends.take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    start..line.len() - shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str, edits: &[(usize, usize, &str)]) -> Vec<String> {
        let edits: Vec<Edit> =
            edits.iter().map(|(start, end, text)| Edit::new(Span::new(*start, *end), *text)).collect();
        suggestion(source, &edits, 40)
            .into_iter()
            .map(|line| format!("{}{}{}", line.number, if line.added { '+' } else { '-' }, line.text))
            .collect()
    }

    #[test]
    fn a_change_shows_the_line_before_and_after() {
        assert_eq!(shown("a\nb: c: d\n", &[(5, 5, "\""), (9, 9, "\"")]), ["2-b: c: d", "2+b: \"c: d\""]);
    }

    #[test]
    fn lines_put_in_and_taken_away_show_nothing_else() {
        assert_eq!(shown("a\nb\n", &[(2, 2, "x\n")]), ["2+x"]);
        assert_eq!(shown("a\nb\nc\n", &[(2, 4, "")]), ["2-b"]);
        assert_eq!(shown("a\nb", &[(3, 3, "\n---")]), ["3+---"]);
        assert_eq!(shown("a\nb\nc", &[(2, 3, "x"), (4, 5, "y")]), ["2-b", "2+x", "3-c", "3+y"]);
        assert_eq!(shown("a\nb", &[(0, 0, "---\n"), (2, 3, "c")]), ["1+---", "2-b", "2+c"]);
    }

    #[test]
    fn blanks_that_go_are_visible() {
        assert_eq!(shown("--- \t\r\nx", &[(3, 5, "")]), ["1----·→", "1+---"]);
        assert_eq!(shown("a\r\nb", &[(1, 2, "")]), ["1-a␍", "1+a"]);
        assert_eq!(shown("\u{feff}---", &[(0, 3, "")]), ["1-\\u{feff}---", "1+---"]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_change() {
        let source = format!("{}X{}", "a".repeat(100), "b".repeat(100));
        let lines = shown(&source, &[(100, 101, "Y")]);
        assert!(lines[0].contains("aXb") && lines[1].contains("aYb"), "{lines:?}");
        assert!(lines.iter().all(|line| line.chars().count() <= 42), "{lines:?}");
    }

    #[test]
    fn a_change_at_both_ends_of_a_long_line_shows_both() {
        let source = format!("a: {}", "word ".repeat(30).trim_end());
        let lines = shown(&source, &[(3, 3, "\""), (source.len(), source.len(), "\"")]);
        assert_eq!(
            lines,
            ["1-a: word word word …ord word word word", "1+a: \"word word word…rd word word word\""]
        );
    }

    #[test]
    fn a_long_line_that_loses_its_carriage_return_is_cut_within_itself() {
        let source = format!("a: {}\r\n", "word ".repeat(30).trim_end());
        let lines = shown(&source, &[(3, 3, "\""), (source.len() - 2, source.len() - 1, "\"")]);
        assert!(lines[0].ends_with("word␍") && lines[1].ends_with("word\""), "{lines:?}");
        let lines = shown(&source, &[(0, source.len() - 1, "b: \r")]);
        assert_eq!(lines.len(), 2, "{lines:?}");
    }

    #[test]
    fn edits_beside_the_text_show_nothing() {
        assert_eq!(shown("a", &[(5, 9, "x")]), Vec::<String>::new());
        assert_eq!(shown("abc", &[(0, 2, "x"), (1, 3, "y")]), Vec::<String>::new());
    }
}
