//! Where a client sees the frontmatter begin and end.

use crate::client::{After, Closer, Fences, Opener};

/// How many closing fences are tried where a client tries more than one.
const MAX_TRIES: usize = 8;

/// A frontmatter and a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'t> {
    pub(crate) frontmatter: &'t str,
    /// How many lines of the text stand before that on which the frontmatter begins.
    pub(crate) above: usize,
    pub(crate) body: &'t str,
}

/// The parts of a text, more than one only for a client that tries several closing fences.
pub(crate) fn parts<'t>(text: &'t str, fences: &Fences) -> Vec<Parts<'t>> {
    let Some(start) = open(text, fences.opener) else { return Vec::new() };
    let tries = if matches!(fences.closer, Closer::Line { retries: true, .. }) { MAX_TRIES } else { 1 };
    let above = text[..start].matches('\n').count();
    let mut found = Vec::new();
    // The line end of the opening fence may be that before the closing one.
    let mut from = if fences.empty && text[..start].ends_with('\n') { start - 1 } else { start };
    while found.len() < tries {
        let Some((end, body)) = close(text, from, fences.closer) else { break };
        let frontmatter = text.get(start..end).unwrap_or_default();
        found.push(Parts { frontmatter, above, body: &text[body..] });
        from = body.saturating_sub(1).max(end + 1);
    }
    if found.is_empty() && fences.open_ended {
        found.push(Parts { frontmatter: &text[start..], above, body: "" });
    }
    found
}

/// The first byte of the frontmatter.
fn open(text: &str, opener: Opener) -> Option<usize> {
    match opener {
        Opener::Anywhere => text.find("---").map(|at| at + 3),
        Opener::Dashes { from, trimmed } => {
            let rest = if trimmed { text.trim_start() } else { text };
            let start = text.len() - rest.len() + from;
            (rest.starts_with("---") && text.is_char_boundary(start)).then_some(start.min(text.len()))
        }
        Opener::Language => {
            let after = text.strip_prefix("---")?;
            let language = after.lines().next().unwrap_or_default().trim();
            let known = matches!(language, "" | "yaml" | "yml" | "json");
            let line = after.find('\n').map_or(after.len(), |at| at + 1);
            (known && !after.starts_with('-')).then_some(3 + line)
        }
        Opener::Line { indented, after } => {
            let end = text.find('\n')?;
            let line = text[..end].strip_suffix('\r').unwrap_or(&text[..end]);
            let line = if indented { line.trim_start() } else { line };
            let bare = if after == After::Nothing { line } else { line.trim_end() };
            if bare != "---" {
                return None;
            }
            let mut start = end + 1;
            if after == After::BlankLines {
                while let Some(length) = text[start..].find('\n')
                    && text[start..start + length].trim().is_empty()
                {
                    start += length + 1;
                }
            }
            Some(start)
        }
    }
}

/// The end of the frontmatter and the beginning of the body, looked for from a byte on.
fn close(text: &str, from: usize, closer: Closer) -> Option<(usize, usize)> {
    if closer == Closer::Anywhere {
        return text[from..].find("---").map(|at| (from + at, from + at + 3));
    }
    // Each line after the first line end.
    let mut at = from;
    while let Some(feed) = text[at..].find('\n') {
        let end = at + feed;
        let start = end + 1;
        at = start;
        let line_end = text[start..].find('\n').map(|length| start + length);
        let raw = &text[start..line_end.unwrap_or(text.len())];
        let next = line_end.map_or(text.len(), |end| end + 1);
        let bare = raw.strip_suffix('\r').filter(|_| line_end.is_some()).unwrap_or(raw);
        // The line feed before the fence belongs to it.
        let end = if text[..end].ends_with('\r') { end - 1 } else { end };
        let end = end.max(from);
        match closer {
            Closer::Prefix { .. } if !raw.starts_with("---") => {}
            Closer::Prefix { loses_body } if bare == "---" || !loses_body => {
                return Some((end, if bare == "---" { next } else { start + 3 }));
            }
            Closer::Prefix { .. } => return Some((end, text.len())),
            Closer::Line { indented, blanks, ended, .. } => {
                let line = if indented { bare.trim_start() } else { bare };
                let line = if blanks { line.trim_end() } else { line };
                if line == "---" && (line_end.is_some() || !ended) {
                    return Some((end, next));
                }
            }
            Closer::Anywhere => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Fences = Fences {
        opener: Opener::Line { indented: false, after: After::Nothing },
        closer: Closer::Line { indented: false, blanks: false, ended: false, retries: false },
        empty: true,
        open_ended: false,
    };

    fn seen(text: &str, fences: Fences) -> Option<(&str, &str)> {
        parts(text, &fences).first().map(|parts| (parts.frontmatter, parts.body))
    }

    #[test]
    fn exact_fences_are_exact() {
        assert_eq!(seen("---\na: b\n---\nB\n", EXACT), Some(("a: b", "B\n")));
        assert_eq!(seen("---\r\na: b\r\n---\r\nB\r\n", EXACT), Some(("a: b", "B\r\n")));
        assert_eq!(seen("---\n---\nB\n", EXACT), Some(("", "B\n")));
        assert_eq!(seen("---\n---\nB\n", Fences { empty: false, ..EXACT }), None);
        assert_eq!(seen("---\na: b\n---", EXACT), Some(("a: b", "")));
        for text in
            ["--- \na: b\n---\n", " ---\na: b\n---\n", "---\na: b\n--- \n", "---\na: b\n----\n", "---"]
        {
            assert_eq!(seen(text, EXACT), None, "{text:?}");
        }
    }

    #[test]
    fn each_way_to_begin() {
        let with = |opener| Fences { opener, ..EXACT };
        let dashes = Opener::Dashes { from: 4, trimmed: false };
        assert_eq!(seen("----\na: b\n---\n", with(dashes)), Some(("\na: b", "")));
        assert_eq!(
            seen("\n\n---\na: b\n---\n", with(Opener::Dashes { from: 3, trimmed: true })),
            Some(("\na: b", ""))
        );
        assert_eq!(seen("x\n---\na: b\n---\n", with(Opener::Anywhere)), Some(("\na: b", "")));
        assert_eq!(seen("---yaml\na: b\n---\n", with(Opener::Language)), Some(("a: b", "")));
        assert_eq!(seen("---toml\na: b\n---\n", with(Opener::Language)), None);
        let lines = Opener::Line { indented: false, after: After::BlankLines };
        assert_eq!(seen("--- \n\n \na: b\n---\n", with(lines)), Some(("a: b", "")));
        assert_eq!(seen("---", with(dashes)), None);
    }

    #[test]
    fn each_way_to_end() {
        let with = |closer| Fences { closer, ..EXACT };
        let text = "---\na: x --- y\n  ---\n---z\nB\n";
        assert_eq!(seen(text, with(Closer::Anywhere)), Some(("a: x ", " y\n  ---\n---z\nB\n")));
        assert_eq!(
            seen(text, with(Closer::Prefix { loses_body: false })),
            Some(("a: x --- y\n  ---", "z\nB\n"))
        );
        assert_eq!(seen(text, with(Closer::Prefix { loses_body: true })), Some(("a: x --- y\n  ---", "")));
        let loose = Closer::Line { indented: true, blanks: true, ended: true, retries: false };
        assert_eq!(seen(text, with(loose)), Some(("a: x --- y", "---z\nB\n")));
        assert_eq!(seen("---\na: b\n---", with(loose)), None);
        assert_eq!(seen("---\na: b\n", Fences { open_ended: true, ..EXACT }), Some(("a: b\n", "")));
    }

    #[test]
    fn several_closing_fences_are_tried_and_not_too_many() {
        let closer = Closer::Line { indented: false, blanks: false, ended: false, retries: true };
        let text = format!("---\n{}", "a\n---\n".repeat(100));
        let parts = parts(&text, &Fences { closer, ..EXACT });
        assert_eq!(parts.len(), MAX_TRIES);
        assert_eq!(parts[1].frontmatter, "a\n---\na");
    }
}
