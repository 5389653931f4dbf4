//! Visual Studio Code's reader of a part of YAML: every scalar is a text, faults are noted and
//! never fatal, and after some of them the rest of the map is not seen.

use super::lines::tree;
use repertoire_frontmatter::{Document, Entry, Problem, ProblemKind, Span, Tree, parse_fields};
use std::collections::BTreeSet;

/// Reads as it does; of a repeated key the first one counts.
pub(super) fn read(text: &str) -> Tree<'static> {
    if text.trim_start().starts_with('{') {
        let whole = repertoire_yaml::parse(text, 0).unwrap_or_default();
        let texts = whole
            .entries()
            .filter_map(|entry| Some((entry.key.text()?.to_owned(), entry.value.text()?.to_owned())));
        return tree(texts.collect());
    }
    let stray: Vec<Span> = parse_fields(text)
        .problems()
        .iter()
        .filter(|problem| is_stray(text, problem))
        .map(|p| p.span)
        .collect();
    if stray.is_empty() {
        return fields(&parse_fields(text));
    }
    // Lines that belong to nothing are passed over.
    let mut kept = text.as_bytes().to_vec();
    for span in stray {
        let start = text[..span.start()].rfind('\n').map_or(0, |at| at + 1);
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        kept[start..end].fill(b' ');
    }
    let kept = String::from_utf8(kept).unwrap_or_default();
    fields(&parse_fields(&kept))
}

/// Whether a problem is a line at column 0 that is neither a field nor a continuation.
fn is_stray(text: &str, problem: &Problem) -> bool {
    let kind = matches!(problem.kind, ProblemKind::YamlContinuation | ProblemKind::YamlLine);
    let line = &text[text[..problem.span.start()].rfind('\n').map_or(0, |at| at + 1)..];
    kind && !line.starts_with([' ', '\t'])
        && !line.starts_with("- ")
        && !line.lines().next().unwrap_or_default().contains(':')
}

fn fields(document: &Document<'_>) -> Tree<'static> {
    let mut seen: Vec<(String, String)> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let whole = document.extents().len() != document.tree().entries().count();
    let mut problems = document.problems().iter().filter(|problem| problem.kind.is_error()).peekable();
    for (at, entry) in document.tree().entries().enumerate() {
        let extent = if whole { None } else { document.extents().get(at).copied() };
        let mut first = None;
        while let Some(problem) = problems.peek().copied() {
            match extent {
                Some(extent) if problem.span.start() >= extent.end() => break,
                Some(extent) if problem.span.start() >= extent.start() && first.is_none() => {
                    first = Some(problem);
                }
                None => break,
                _ => {}
            }
            problems.next();
        }
        let (value, goes_on) = value(document.text(), entry, first);
        if let (Some(key), Some(value)) = (entry.key.text(), value)
            && known.insert(key)
        {
            seen.push((key.to_owned(), value));
        }
        if !goes_on {
            break;
        }
    }
    tree(seen)
}

/// The text of an entry, where it is a text, and whether the map goes on behind it.
fn value(text: &str, entry: Entry<'_, '_>, problem: Option<&Problem>) -> (Option<String>, bool) {
    let raw = entry.value.span().slice(text);
    match problem.map(|problem| problem.kind) {
        Some(ProblemKind::YamlColon) => {
            let end = raw.find(": ").unwrap_or_else(|| raw.trim_end().trim_end_matches(':').len());
            (Some(raw[..end].trim().to_owned()), false)
        }
        Some(ProblemKind::YamlQuoteTail) => {
            let quote = raw.chars().next().unwrap_or('"');
            let inner = raw.get(1..).unwrap_or_default();
            (Some(inner.split(quote).next().unwrap_or_default().to_owned()), false)
        }
        // Brackets that never close are a list all the same.
        _ if raw.starts_with(['[', '{']) => (None, true),
        // Anchors, aliases and tags are text like any other; the lexer keeps them as they stand.
        _ => (entry.value.text().map(str::to_owned), true),
    }
}
