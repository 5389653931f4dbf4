//! Fixes of fences.

use super::Expect;
use crate::read::{Read, span};
use repertoire_diagnostic::{Edit, Fix, Span};
use repertoire_frontmatter::{Found, Problem, ProblemKind};

/// The fix of a departure of the fences.
pub(crate) fn fence(read: &Read<'_>, problem: &Problem) -> Option<(Fix, Expect)> {
    let place = span(problem.span);
    let split = read.document.split();
    let edits = match problem.kind {
        ProblemKind::Bom | ProblemKind::FenceSpaces | ProblemKind::FenceIndented => {
            vec![Edit::new(place, "")]
        }
        ProblemKind::FenceDots => vec![Edit::new(Span::new(place.start, place.start + 3), "---")],
        ProblemKind::FenceJoined => {
            let end = split.close.end();
            vec![Edit::new(Span::new(end, end), line_end(read))]
        }
        ProblemKind::FenceNotFirst => return Some((Fix::safe(banner(read)), Expect::Same)),
        ProblemKind::FenceUnclosed => {
            let at = end_of_fields(read.text(), split.frontmatter.start())?;
            let fence = format!("---{}", line_end(read));
            return Some((Fix::r#unsafe(vec![Edit::new(Span::new(at, at), fence)]), Expect::Document));
        }
        ProblemKind::FenceMissing(Found::KeyLines) => {
            let start = split.prefix.end();
            let at = end_of_fields(read.text(), start)?;
            let fence = format!("---{}", line_end(read));
            let mut edits = vec![Edit::new(Span::new(start, start), fence.clone())];
            // A closing fence that is there already is not the body's to begin with.
            if read.text()[at..].lines().next().is_none_or(|line| line.trim_end() != "---") {
                edits.push(Edit::new(Span::new(at, at), fence));
            }
            return Some((Fix::r#unsafe(edits), Expect::Document));
        }
        _ => return None,
    };
    Some((Fix::safe(edits), Expect::Same))
}

/// The line end that the first line of the text has.
pub(super) fn line_end(read: &Read<'_>) -> &'static str {
    let text = read.text();
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Moves comments from above the opening fence to below it, as comments of YAML. Blank lines go.
fn banner(read: &Read<'_>) -> Vec<Edit> {
    let split = read.document.split();
    let bom = if read.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let prefix = Span::new(bom, split.prefix.end());
    let end = line_end(read);
    let mut comments = String::new();
    for line in read.slice(prefix).lines() {
        let line = line.trim();
        if !line.is_empty() {
            comments.push_str(if line.starts_with('#') { "" } else { "# " });
            comments.push_str(line);
            comments.push_str(end);
        }
    }
    let below = split.open.end();
    let mut edits = vec![Edit::new(prefix, "")];
    if !comments.is_empty() {
        edits.push(Edit::new(Span::new(below, below), comments));
    }
    edits
}

/// Where the fields end that begin at a byte: behind the last line that is a field, or belongs to
/// one, before a blank line or a heading. There must be a `description:` among them.
fn end_of_fields(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    let mut described = false;
    for line in text[start..].split_inclusive('\n') {
        let content = line.trim_end();
        let is_key = content.split_once(':').is_some_and(|(key, rest)| {
            let plain =
                !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
            plain && (rest.is_empty() || rest.starts_with([' ', '\t']))
        });
        let belongs = at > start
            && (content.starts_with([' ', '\t']) || content.starts_with("- "))
            && !content.trim().is_empty();
        if !is_key && !belongs {
            break;
        }
        described |= content.starts_with("description:");
        at += line.len();
    }
    (described && text[..at].ends_with('\n')).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_before_a_blank_line_or_what_is_none() {
        for (text, fields) in [
            ("description: d\n\nBody\n", "description: d\n"),
            ("name: n\ndescription: d\nBody\n", "name: n\ndescription: d\n"),
            ("description:\n  d\n- e\n\tf\nx_1-y:\tz\n# T\n", "description:\n  d\n- e\n\tf\nx_1-y:\tz\n"),
            ("description: d\n  \nBody\n", "description: d\n"),
            ("description: d\nSee https://a.example\n", "description: d\n"),
            ("description: d\nhttps://a.example\n", "description: d\n"),
            ("description: d\nkey:\n", "description: d\nkey:\n"),
            ("description: d\n: e\n", "description: d\n"),
            ("description: d\nthe key: e\n", "description: d\n"),
            ("description: d\n-e\n", "description: d\n"),
        ] {
            assert_eq!(end_of_fields(text, 0).map(|end| &text[..end]), Some(fields), "{text:?}");
            let later = format!("--\n{text}");
            assert_eq!(end_of_fields(&later, 3).map(|end| &later[3..end]), Some(fields), "{text:?}");
        }
        for text in [
            "",
            "name: n\n\n",
            "  description: d\n",
            "  x\ndescription: d\n",
            "- description: d\n",
            "description: d",
            "Body\n",
        ] {
            assert_eq!(end_of_fields(text, 0), None, "{text:?}");
        }
    }
}
