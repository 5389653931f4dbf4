//! The cleaning of untrusted text before a person sees it.

use std::borrow::Cow;

/// Makes text fit to be shown: control characters other than newline and tab, bidirectional
/// controls and the invisible tag characters become visible escapes such as `\u{1b}`.
///
/// Text without them is borrowed unchanged. The result holds no byte that moves a terminal's
/// cursor, rings, or reorders what is read.
///
/// # Examples
///
/// ```
/// use repertoire_diagnostic::clean;
///
/// assert_eq!(clean("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
/// assert_eq!(clean("überall 🌾"), "überall 🌾");
/// ```
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    escape(text, |c| c == '\n' || c == '\t')
}

/// Like [`clean`], but for what must stay on one line: newlines and tabs are escaped too.
///
/// # Examples
///
/// ```
/// assert_eq!(repertoire_diagnostic::clean_line("a\nb"), "a\\nb");
/// ```
#[must_use]
pub fn clean_line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.char_indices().find(|(_, c)| hides(*c) && !keep(*c)).map(|(i, _)| i) else {
        return Cow::Borrowed(text);
    };
    let mut result = String::with_capacity(text.len() + 16);
    result.push_str(&text[..first]);
    for c in text[first..].chars() {
        if hides(c) && !keep(c) {
            result.extend(c.escape_default());
        } else {
            result.push(c);
        }
    }
    Cow::Owned(result)
}

/// Control characters, line and paragraph separators, bidirectional controls, tag characters and
/// the byte order mark: what a terminal obeys, or shows as nothing while it changes what is read.
fn hides(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
                | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_become_visible() {
        assert_eq!(clean("\u{0}\u{7}\r\u{9b}\u{202e}"), "\\u{0}\\u{7}\\r\\u{9b}\\u{202e}");
        assert_eq!(clean("a\n\tb"), "a\n\tb");
        assert_eq!(clean_line("a\n\tb"), "a\\n\\tb");
        assert_eq!(clean("\u{e0041}"), "\\u{e0041}");
    }

    #[test]
    fn ordinary_text_is_borrowed() {
        for text in ["", "plain", "عربي", "👨‍👩‍👧", "می‌خواهم"] {
            assert!(matches!(clean(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
