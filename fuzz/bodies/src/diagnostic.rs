//! Edits, positions and the cleaning of text, each against a slow and obvious rendering of its
//! promise.
//!
//! The bytes read as edits, one `START END TEXT` a line, then an empty line, then the text that
//! they are for. Without an empty line everything is text.

use repertoire_diagnostic::{ApplyError, Edit, LineIndex, Span, apply, clean, clean_line};
use std::borrow::Cow;

/// Longer inputs would only make the slow comparisons slower.
const MAX_BYTES: usize = 4096;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let input = String::from_utf8_lossy(&data[..data.len().min(MAX_BYTES)]);
    let (edits, text) = input.split_once("\n\n").unwrap_or(("", &input));
    cleaning(text);
    positions(text);
    editing(text, &edits.lines().filter_map(edit).collect::<Vec<_>>());
}

fn edit(line: &str) -> Option<Edit> {
    let mut parts = line.splitn(3, ' ');
    let start = parts.next()?.parse().ok()?;
    let end = parts.next()?.parse().ok()?;
    Some(Edit::new(Span::new(start, end), parts.next().unwrap_or_default()))
}

/// Clean text holds no control character, stays as it is when cleaned again, and text that had
/// nothing to clean is handed back without a copy.
fn cleaning(text: &str) {
    for (cleaned, kept) in [(clean(text), "\n\t"), (clean_line(text), "")] {
        assert!(
            cleaned.chars().all(|c| !c.is_control() || kept.contains(c)),
            "a control is left in {cleaned:?}"
        );
        assert!(
            !cleaned.contains(['\u{202e}', '\u{2066}', '\u{feff}', '\u{e0041}']),
            "{cleaned:?} still hides text"
        );
        assert_eq!(cleaned == text, matches!(cleaned, Cow::Borrowed(_)), "borrowed exactly when unchanged");
        assert!(cleaned.len() >= text.len(), "nothing is dropped");
        let again = if kept.is_empty() { clean_line(&cleaned) } else { clean(&cleaned) };
        assert_eq!(again, cleaned, "cleaning twice is cleaning once");
    }
}

/// Lines and columns are what counting from the top gives.
fn positions(text: &str) {
    let index = LineIndex::new(text);
    let (mut line, mut column) = (1, 1);
    for (offset, c) in text.char_indices() {
        let position = index.position(offset);
        assert_eq!((position.line, position.column, position.offset), (line, column, offset));
        assert_eq!(index.position(offset + c.len_utf8() - 1), position, "inside a character");
        match c {
            '\n' => (line, column) = (line + 1, 1),
            '\u{feff}' if offset == 0 => {}
            _ => column += 1,
        }
    }
    let end = index.position(usize::MAX);
    assert_eq!((end.line, end.column, end.offset), (line, column, text.len()));
}

/// Edits that are applied are the same as replacements made by hand from the back; edits that
/// are refused do overlap or do stray.
fn editing(text: &str, edits: &[Edit]) {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let stray = |edit: &&Edit| text.get(edit.span.start..edit.span.end).is_none();
    let backwards: Vec<Edit> = edits.iter().rev().cloned().collect();
    match apply(text, edits) {
        Ok(result) => {
            assert!(!order.iter().any(stray), "a stray edit was applied");
            let mut expected = text.to_owned();
            for edit in order.iter().rev() {
                expected.replace_range(edit.span.start..edit.span.end, &edit.text);
            }
            assert_eq!(result, expected);
            assert_eq!(
                apply(text, &backwards).as_deref(),
                Ok(result.as_str()),
                "the order of edits does not matter"
            );
        }
        Err(ApplyError::Bounds(start, end)) => {
            assert!(order.iter().any(|edit| stray(edit) && (edit.span.start, edit.span.end) == (start, end)));
        }
        Err(ApplyError::Overlap(at)) => {
            let touching = |pair: &[&Edit]| {
                let (a, b) = (pair[0].span, pair[1].span);
                b.start == at && (b.start < a.end || a == b)
            };
            assert!(order.windows(2).any(touching), "no two edits meet at byte {at}");
        }
        Err(other) => panic!("unknown refusal: {other}"),
    }
    if edits.is_empty() {
        assert_eq!(apply(text, edits).as_deref(), Ok(text));
    }
}
