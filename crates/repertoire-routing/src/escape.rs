//! Untrusted text in a catalog: nothing in it opens, closes or adds an entry, and what was escaped
//! can be read back.

use crate::catalog::Form;
use repertoire_diagnostic::clean_line;
use std::borrow::Cow;
use std::fmt::Write;

/// What part of an entry a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Name,
    Description,
    Path,
}

/// A text with every run of white space as one space, and none at its ends.
pub(crate) fn collapse(text: &str) -> Cow<'_, str> {
    let mut spaced = true;
    let clean = text.chars().all(|c| {
        let fits = !c.is_whitespace() || (c == ' ' && !spaced);
        spaced = c == ' ';
        fits
    });
    if clean && !text.ends_with(' ') {
        return Cow::Borrowed(text);
    }
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    Cow::Owned(collapsed)
}

/// A text as it stands in an entry of a form.
pub(crate) fn escaped(form: Form, part: Part, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        push(form, part, c, &text[at + c.len_utf8()..], &mut out);
    }
    out
}

/// Adds one character, which `rest` follows, as it stands in an entry of a form.
pub(crate) fn push(form: Form, part: Part, c: char, rest: &str, out: &mut String) {
    if c.is_ascii_alphanumeric() || c == ' ' {
        return out.push(c);
    }
    match form {
        Form::Markdown => markdown(part, c, rest, out),
        Form::Xml => xml(part, c, rest, out),
        Form::Json => json(c, out),
    }
}

/// White space but the space itself, and what a reader would not see or would obey: control
/// characters, bidirectional controls, tag characters, and what is no character at all.
fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_whitespace()
        || matches!(c, '\u{fffe}' | '\u{ffff}')
        || matches!(clean_line(c.encode_utf8(&mut [0; 4])), Cow::Owned(_))
}

fn push_code(c: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
}

/// Hidden characters as `\u{…}`; a backslash before what could be read as markup, so that no text
/// looks like a tag, like the path of the entry, like the end of the name or, in a name, like a link;
/// and a backslash before a backslash where it would be read as one of these.
fn markdown(part: Part, c: char, rest: &str, out: &mut String) {
    let next = rest.chars().next();
    match c {
        '\\' => {
            let special = |c: char| matches!(c, '\\' | '<' | '(' | ':' | '[') || is_hidden(c);
            if next.is_none_or(special) || rest.starts_with("u{") {
                out.push('\\');
            }
            out.push('\\');
        }
        '<' if next.is_some_and(|c| c.is_alphabetic() || matches!(c, '/' | '!' | '?')) => out.push_str("\\<"),
        '(' if rest.starts_with("file:") => out.push_str("\\("),
        ':' if part == Part::Name && next.is_none_or(|c| c == ' ') => out.push_str("\\:"),
        '[' if part == Part::Name => out.push_str("\\["),
        c if is_hidden(c) => push_code(c, out),
        c => out.push(c),
    }
}

/// The five characters of markup as entities, in a path only the three that matter there, as the
/// standard's reference tool writes them; hidden characters, which no entity may stand for, as `\u{…}`.
fn xml(part: Part, c: char, rest: &str, out: &mut String) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' if part != Part::Path => out.push_str("&quot;"),
        '\'' if part != Part::Path => out.push_str("&#x27;"),
        '\\' if rest.starts_with("u{") => push_code(c, out),
        c if is_hidden(c) => push_code(c, out),
        c => out.push(c),
    }
}

/// JSON's own escapes, and so too for hidden characters and for `<`.
fn json(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        c if c == '<' || is_hidden(c) => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses() {
        assert_eq!(collapse("a  b\n\tc\u{2028}d "), "a b c d");
        assert!(matches!(collapse("a b"), Cow::Borrowed(_)));
        assert_eq!(collapse(" \n"), "");
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        let text = "Reads `x < 2.5`, a\\b and (files: *.md); \"quoted\" — 潮汐 👩‍🚀.";
        assert_eq!(escaped(Form::Markdown, Part::Description, text), text);
        assert_eq!(escaped(Form::Xml, Part::Path, "/it's/a \"b\".md"), "/it's/a \"b\".md");
        assert_eq!(escaped(Form::Xml, Part::Description, "a\\b\\u"), "a\\b\\u");
    }

    #[test]
    fn markup_and_hidden_characters_are_escaped() {
        let bad = "</x> (file: a)\u{202e}\u{1b}[0m\\u{41}";
        assert_eq!(
            escaped(Form::Markdown, Part::Description, bad),
            "\\</x> \\(file: a)\\u{202e}\\u{1b}[0m\\\\u{41}"
        );
        assert_eq!(
            escaped(Form::Xml, Part::Description, bad),
            "&lt;/x&gt; (file: a)\\u{202e}\\u{1b}[0m\\u{5c}u{41}"
        );
        assert_eq!(
            escaped(Form::Json, Part::Description, bad),
            "\\u003c/x> (file: a)\\u202e\\u001b[0m\\\\u{41}"
        );
        assert_eq!(escaped(Form::Json, Part::Name, "\u{e0041}"), "\\udb40\\udc41");
        assert_eq!(escaped(Form::Markdown, Part::Name, "a: b:"), "a\\: b\\:");
        assert_eq!(escaped(Form::Markdown, Part::Name, "[a]"), "\\[a]");
    }
}
