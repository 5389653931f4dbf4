//! What is seen around a character that is not: the emoji and scripts that need joiners, selectors
//! and direction marks.

/// Whether a tag character belongs to the emoji flag of a region: a black flag, three to six tag
/// letters or digits, and the closing tag.
pub(super) fn in_flag(text: &str, at: usize) -> bool {
    // A flag is seven characters at most, of four bytes each.
    let Some((start, _)) = text[..at].char_indices().rev().take(8).find(|(_, c)| *c == '\u{1f3f4}') else {
        return false;
    };
    let mut letters = 0;
    let mut end = start + '\u{1f3f4}'.len_utf8();
    for c in text[end..].chars() {
        end += c.len_utf8();
        match c {
            '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}' if letters < 6 => letters += 1,
            '\u{e007f}' => return letters >= 3 && at < end,
            _ => return false,
        }
    }
    false
}

pub(super) fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

pub(super) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Roughly the pictures that emoji sequences are joined of, and the skin tones among them.
pub(super) fn is_pictographic(c: char) -> bool {
    matches!(
        c,
        '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
    )
}

/// Whether a joiner or non-joiner stands between, or behind, letters of a script that needs it:
/// Arabic and its kin, the scripts of India and their kin, Mongolian.
pub(super) fn joins(before: Option<char>, after: Option<char>) -> bool {
    let needs = |c: char| {
        matches!(
            c,
            '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1900}'..='\u{1cff}'
                | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}'
        )
    };
    before.is_some_and(needs) && after.is_none_or(|c| needs(c) || !c.is_alphanumeric())
}

/// Scripts that are written without blanks, where a zero-width space marks a word.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{19ff}' | '\u{1a20}'..='\u{1aaf}')
}

pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && c != '\u{61c}'
}
