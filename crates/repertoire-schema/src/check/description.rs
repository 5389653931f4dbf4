//! The description: presence and type, length, and how it is written.

use super::name::missing_place;
use super::{Judge, writing};
use crate::fix;
use crate::profile::Descriptions;
use crate::read::{Read, entry, span, untyped};
use crate::rules::Rule;
use repertoire_diagnostic::Span;
use repertoire_frontmatter::{ProblemKind, Value, ValueKind};

/// A description that was found.
pub(super) struct Found {
    /// As the catalog shows it: trimmed, and collapsed where the profile says so.
    pub(super) shown: String,
    /// The characters that count toward the bound.
    measured: usize,
    /// Where its value, or else its key, stands.
    pub(super) span: Span,
}

/// Presence and type.
pub(super) fn presence(judge: &mut Judge<'_, '_>, read: &Read<'_>) -> Option<Found> {
    let rules = judge.profile.descriptions;
    let Some(entry) = entry(read.tree(), "description") else {
        judge.findings.report(
            Rule::DescriptionMissing,
            missing_place(read),
            "there is no field `description`",
        );
        return None;
    };
    let place = span(entry.value.span());
    let place = if place.is_empty() { span(entry.key.span()) } else { place };
    let written;
    let text = match entry.value.text() {
        Some(text) => {
            if !text.trim().is_empty()
                && let Some(kind) = untyped(entry.value, judge.profile.reading)
            {
                judge
                    .findings
                    .report(Rule::DescriptionNumber, place, format!("YAML reads the description as {kind}"))
                    .fix(|| fix::quoted(read, entry.value));
            } else if entry.value.is_absent() && judge.profile.reading == crate::profile::Reading::Core {
                judge.findings.report(
                    Rule::DescriptionNumber,
                    place,
                    "YAML reads the description as nothing",
                );
            }
            text
        }
        None => {
            let list = matches!(entry.value.kind(), ValueKind::Sequence(_));
            written = as_text(entry.value, read.slice(place));
            judge
                .findings
                .report(
                    Rule::DescriptionType,
                    place,
                    if list { "the description is a list" } else { "the description is a map" },
                )
                .fix(|| fix::text_as_written(read, entry.value));
            &written
        }
    };
    let shown = if rules.collapsed { collapse(text) } else { text.trim().to_owned() };
    let measured = if rules.measured_raw { text.chars().count() } else { shown.chars().count() };
    Some(Found { shown, measured, span: place })
}

/// What a list or map says: as it is written where it stands on one line, else its texts.
fn as_text(value: Value<'_, '_>, written: &str) -> String {
    if !written.contains('\n') {
        return collapse(written);
    }
    let mut texts = Vec::new();
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        texts.extend(value.text());
        let inner: Vec<_> =
            value.items().chain(value.entries().flat_map(|entry| [entry.key, entry.value])).collect();
        todo.extend(inner.into_iter().rev());
    }
    collapse(&texts.join(" "))
}

/// The bound on the length.
pub(super) fn length(judge: &mut Judge<'_, '_>, found: Option<&Found>) {
    let Descriptions { longest, .. } = judge.profile.descriptions;
    if let Some(found) = found
        && found.measured > longest
    {
        let message =
            format!("the description has {} characters; it takes at most {longest}", found.measured);
        judge.findings.report(Rule::DescriptionLength, found.span, message);
    }
}

/// A description that says nothing.
pub(super) fn empty(judge: &mut Judge<'_, '_>, read: &Read<'_>, found: Option<&Found>) {
    if let Some(found) = found
        && found.shown.is_empty()
    {
        let line = read.text()[found.span.end..].lines().next().unwrap_or_default();
        let comment = read.document.problems().iter().find(|problem| {
            let behind = problem.span.start().checked_sub(found.span.end);
            problem.kind == ProblemKind::CommentCutsValue && behind.is_some_and(|behind| behind < line.len())
        });
        let message = match comment {
            Some(_) => "the description is empty: what follows `#` is a comment",
            None => "the description is empty",
        };
        judge
            .findings
            .report(Rule::DescriptionEmpty, found.span, message)
            .fix(|| fix::comment(read, comment?));
    }
}

/// Every run of white space becomes one space, and none is left at the ends. White space is
/// space, tab, newline, return and form feed, as the native form has it.
#[must_use]
pub fn collapse(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for word in text.split([' ', '\t', '\n', '\r', '\u{c}']).filter(|word| !word.is_empty()) {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    shown
}

/// What is worth knowing about how a description is written.
pub(super) fn writing(judge: &mut Judge<'_, '_>, found: Option<&Found>) {
    if let Some(found) = found
        && !found.shown.is_empty()
    {
        writing::remarks(judge, &found.shown, found.span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses() {
        assert_eq!(collapse(" a\n\t b\r\u{c}c "), "a b c");
        assert_eq!(collapse("a\u{a0}b"), "a\u{a0}b");
        assert_eq!(collapse(" \n"), "");
    }
}
