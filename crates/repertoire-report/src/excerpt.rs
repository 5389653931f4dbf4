//! The few lines of a source that a frame shows: made harmless, cut to a window, with the place
//! of the mark in what is left.

use repertoire_diagnostic::{Span, clean_line};
use std::borrow::Cow;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// How a tab is drawn: visible, and as wide as it is taken to be.
const TAB: &str = "→   ";
/// What stands where a line was cut.
pub(crate) const CUT: char = '…';
/// A mark over more lines than this is drawn on its first line only.
const MAX_LINES: usize = 5;

/// Lines ready to be drawn.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The cleaned lines, joined by newlines.
    pub(crate) text: String,
    /// The bytes of `text` to mark.
    pub(crate) mark: Range<usize>,
    /// How many lines there are.
    pub(crate) lines: usize,
}

/// Cuts out the lines of a span. `columns` is the room for the text of a line.
pub(crate) fn excerpt(source: &str, span: Span, columns: usize) -> Excerpt {
    let start = floor(source, span.start);
    let mut end = floor(source, span.end.max(start));
    // A span that takes a line end with it is meant to end on that line.
    if end > start && source[..end].ends_with('\n') {
        end -= 1;
        if end > start && source[..end].ends_with('\r') {
            end -= 1;
        }
    }
    let first = line_start(source, start);
    let last = line_end(source, end);
    let whole = &source[first..last];
    let whole = whole.strip_suffix('\r').unwrap_or(whole);
    let lines = whole.matches('\n').count() + 1;
    if lines > 1 && lines <= MAX_LINES && whole.lines().all(|line| width_within(line, columns).is_some()) {
        return block(whole, start - first..end - first, lines);
    }
    let line = &source[first..line_end(source, start)];
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mark = (start - first).min(line.len())..(end - first).min(line.len());
    let window = window(line, &mark, columns);
    let (text, mark) = draw(line, &window, &mark);
    Excerpt { text, mark, lines: 1 }
}

/// One line, cleaned and cut so that the byte at `focus` is in it.
pub(crate) fn line_at(line: &str, focus: usize, columns: usize) -> String {
    let focus = floor(line, focus);
    draw(line, &window(line, &(focus..focus), columns), &(line.len()..line.len())).0
}

/// Whether a text, cleaned, is no wider than so many columns.
pub(crate) fn fits(text: &str, columns: usize) -> bool {
    width_within(text, columns).is_some()
}

/// Several short lines with one mark over them.
fn block(whole: &str, mark: Range<usize>, lines: usize) -> Excerpt {
    let mut text = String::with_capacity(whole.len() + 8);
    let mut place = 0..0;
    for (offset, c) in whole.char_indices() {
        if offset == mark.start {
            place.start = text.len();
        }
        if offset == mark.end {
            place.end = text.len();
        }
        match c {
            '\n' => text.push('\n'),
            '\r' if whole[offset..].starts_with("\r\n") => {}
            _ => text.push_str(&shown(c)),
        }
    }
    if mark.end >= whole.len() {
        place.end = text.len();
    }
    Excerpt { text, mark: place, lines }
}

/// The part of a line to show: all of it where it fits, else what lies around the mark.
fn window(line: &str, mark: &Range<usize>, columns: usize) -> Range<usize> {
    if width_within(line, columns).is_some() {
        return 0..line.len();
    }
    let room = columns.saturating_sub(2).max(8);
    let marked = width_within(&line[mark.clone()], room).unwrap_or(room);
    let lead = ((room - marked) / 2).max(room / 4);
    let mut start = back(line, mark.start, lead);
    let (end, used) = forward(line, start, room);
    if end == line.len() {
        start = back(line, start, room - used);
    }
    start..end
}

/// Draws a window of a line; gives the text and where the mark stands in it.
fn draw(line: &str, window: &Range<usize>, mark: &Range<usize>) -> (String, Range<usize>) {
    let part = &line[window.clone()];
    let invisible = !mark.is_empty() && line[mark.clone()].chars().all(|c| columns_of(c) == 0);
    let mut text = String::with_capacity(part.len() + 8);
    if window.start > 0 {
        text.push(CUT);
    }
    let mut place = text.len()..text.len();
    let mut open = false;
    for (offset, c) in part.char_indices() {
        let offset = window.start + offset;
        if offset == mark.start {
            place.start = text.len();
            open = true;
        }
        if offset >= mark.end && open {
            place.end = text.len();
            open = false;
        }
        if invisible && mark.contains(&offset) {
            text.extend(c.escape_unicode());
        } else {
            text.push_str(&shown(c));
        }
    }
    if mark.start >= window.end {
        place.start = text.len();
    }
    if open || mark.start >= window.end {
        place.end = text.len();
    }
    if window.end < line.len() {
        text.push(CUT);
    }
    (text, place)
}

/// How one character is drawn.
fn shown(c: char) -> Cow<'static, str> {
    if c == '\t' {
        return Cow::Borrowed(TAB);
    }
    let mut buffer = [0; 4];
    Cow::Owned(clean_line(c.encode_utf8(&mut buffer)).into_owned())
}

/// How many columns one character takes once drawn.
fn columns_of(c: char) -> usize {
    match c {
        ' '..='~' => 1,
        _ => shown(c).chars().map(|c| c.width().unwrap_or(0)).sum(),
    }
}

/// The columns of a text, unless they are more than `limit`.
fn width_within(text: &str, limit: usize) -> Option<usize> {
    text.chars().try_fold(0, |sum, c| {
        let sum = sum + columns_of(c);
        (sum <= limit).then_some(sum)
    })
}

/// A line drawn so that nothing in it is hidden.
pub(crate) fn visible(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if columns_of(c) == 0 {
            out.extend(c.escape_unicode());
        } else {
            out.push_str(&shown(c));
        }
    }
    out
}

/// The columns of a text.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The start of a line, cleaned, as far as it fits.
pub(crate) fn head(line: &str, columns: usize) -> String {
    if width_within(line, columns).is_some() {
        return draw(line, &(0..line.len()), &(line.len()..line.len())).0;
    }
    let (end, _) = forward(line, 0, columns.saturating_sub(1));
    draw(line, &(0..end), &(line.len()..line.len())).0
}

/// The byte that lies up to `columns` before `from`.
fn back(line: &str, from: usize, columns: usize) -> usize {
    let mut left = columns;
    let mut at = from;
    for (offset, c) in line[..from].char_indices().rev() {
        let Some(rest) = left.checked_sub(columns_of(c)) else {
            break;
        };
        left = rest;
        at = offset;
    }
    at
}

/// The byte that lies up to `columns` after `from`, and the columns between.
fn forward(line: &str, from: usize, columns: usize) -> (usize, usize) {
    let mut used = 0;
    for (offset, c) in line[from..].char_indices() {
        let width = columns_of(c);
        if used + width > columns {
            return (from + offset, used);
        }
        used += width;
    }
    (line.len(), used)
}

/// The nearest character boundary at or before `offset`.
pub(crate) fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The start of the line of a byte.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |at| at + 1)
}

/// The end of the line of a byte, without its newline.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |at| offset + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(source: &str, span: Range<usize>, columns: usize) -> (String, String) {
        let excerpt = excerpt(source, span.into(), columns);
        let mark = excerpt.text[excerpt.mark.clone()].to_owned();
        (excerpt.text, mark)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        assert_eq!(marked("a\nname: Tide\nb", 8..12, 40), ("name: Tide".into(), "Tide".into()));
        assert_eq!(marked("name: x\r\n", 6..9, 40), ("name: x".into(), "x".into()));
        assert_eq!(marked("name: x", 7..7, 40), ("name: x".into(), String::new()));
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let line = format!("{}HERE{}", "a".repeat(500), "b".repeat(500));
        assert_eq!(marked(&line, 500..504, 20), ("…aaaaaaaHEREbbbbbbb…".into(), "HERE".into()));
        assert_eq!(marked(&line, 0..2, 20).0, format!("{}…", "a".repeat(18)));
        assert_eq!(marked(&line, 1003..1004, 20).0, format!("…{}", "b".repeat(18)));
        let (text, mark) = marked(&line, 10..900, 20);
        assert_eq!(text.chars().count(), 20);
        assert!(mark.len() >= 12, "{text} {mark}");
    }

    #[test]
    fn controls_tabs_and_invisible_marks_become_visible() {
        assert_eq!(marked("a\u{1b}[2Jb", 1..2, 40), ("a\\u{1b}[2Jb".into(), "\\u{1b}".into()));
        assert_eq!(marked("\tx", 0..1, 40), ("→   x".into(), "→   ".into()));
        assert_eq!(marked("a\u{200b}b", 1..4, 40), ("a\\u{200b}b".into(), "\\u{200b}".into()));
    }

    #[test]
    fn a_mark_over_few_lines_stays_one_over_many_shrinks() {
        assert_eq!(marked("a: |\r\n  b\r\nc", 3..9, 40), ("a: |\n  b".into(), "|\n  b".into()));
        let many = "line\n".repeat(9);
        assert_eq!(marked(&many, 2..40, 40), ("line".into(), "ne".into()));
    }

    #[test]
    fn strays_are_pulled_onto_the_text() {
        assert_eq!(marked("é", 1..9, 40), ("é".into(), "é".into()));
        assert_eq!(marked("", 3..9, 40), (String::new(), String::new()));
    }
}
