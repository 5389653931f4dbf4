//! The proof of a fix: its laws, tried on the frontmatter alone.

use super::Expect;
use crate::check::{Judge, Reach, agent_skill};
use crate::findings::Findings;
use crate::profile::Profile;
use crate::read::Read;
use crate::rules::Rule;
use crate::{Options, Source};
use repertoire_diagnostic::{Applicability, Edit, Fix, apply};
use repertoire_frontmatter::{Tree, Value, ValueKind};
use std::collections::BTreeMap;

/// How many fixes of one source are proven, and how many bytes are read again for it. Without a
/// bound, a source with thousands of faults would cost the square of its size.
const MOST_PROOFS: usize = 24;
const MOST_BYTES: usize = 1 << 20;

/// A fix that waits for its proof.
pub(crate) struct Candidate {
    /// The index of its diagnostic.
    pub(crate) index: usize,
    pub(crate) rule: Rule,
    pub(crate) fix: Fix,
    pub(crate) expect: Expect,
}

/// Attaches the fixes that hold their laws.
pub(crate) fn prove(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    let most = (MOST_BYTES / read.body_start().max(1)).clamp(1, MOST_PROOFS);
    for candidate in judge.findings.take_candidates().into_iter().take(most) {
        if holds(judge, read, &candidate) {
            judge.findings.attach(candidate.index, candidate.fix);
        }
    }
}

fn holds(judge: &Judge<'_, '_>, read: &Read<'_>, candidate: &Candidate) -> bool {
    let text = read.text();
    // Without a document the whole text is at stake; else the body is left out of the proof.
    let head = if read.document.has_frontmatter() { read.body_start() } else { text.len() };
    let document = candidate.expect == Expect::Document;
    let Ok(fixed) = apply(&text[..head], &candidate.fix.edits) else { return false };
    if fixed == text[..head] {
        return false;
    }
    if candidate.fix.applicability == Applicability::Safe
        && candidate.fix.edits.iter().any(|edit| loses_a_comment(text, edit))
    {
        return false;
    }
    let source = Source { bytes: fixed.as_bytes(), ..*judge.source };
    let (counts, after) = look(judge.profile, &source, judge.options, document);
    let Some(after) = after.filter(|after| after.document.has_frontmatter()) else { return false };
    if !document && after.body_start() != fixed.len() {
        return false;
    }
    let before = judge.findings.counts();
    let rule = candidate.rule as usize;
    let fewer = counts[rule] < before[rule];
    if document {
        // Where nothing could be read before, only what keeps a skill from loading counts as new.
        return fewer && after.tree().get("description").is_some();
    }
    let none_new = counts.iter().zip(before).enumerate().all(|(at, (now, then))| at == rule || now <= then);
    fewer && none_new && same_values(read.tree(), after.tree(), &candidate.expect)
}

/// Whether an edit takes away what may be a comment: a `#` behind white space that it does not write
/// again.
fn loses_a_comment(text: &str, edit: &Edit) -> bool {
    let old = &text[edit.span.start..edit.span.end];
    let marks = |text: &str| text.matches('#').count();
    let is_one = |(at, _): (usize, &str)| text[..edit.span.start + at].ends_with([' ', '\t', '\n']);
    old.match_indices('#').any(is_one) && marks(&edit.text) < marks(old)
}

/// Reads a text again; the fixes that this proposes are never proven.
fn look<'a>(
    profile: &Profile,
    source: &Source<'a>,
    options: &Options<'_>,
    whole: bool,
) -> ([u16; Rule::ALL.len()], Option<Read<'a>>) {
    let levels = options.levels.unwrap_or(&profile.levels);
    let mut judge = Judge {
        profile,
        source,
        options,
        findings: Findings::new(source.path, levels),
        reach: if whole { Reach::Whole } else { Reach::Frontmatter },
    };
    let (_, read, _) = agent_skill(&mut judge, source.bytes);
    (*judge.findings.counts(), read)
}

/// Whether two trees give lenient readers the same values, but for what is expected.
fn same_values(before: &Tree<'_>, after: &Tree<'_>, expect: &Expect) -> bool {
    let free = |key: &str| match expect {
        Expect::Same | Expect::Document => false,
        Expect::Field(field) => key == field,
        Expect::Moved(from, to) => key == from || key == *to,
    };
    let (then, now) = (fields(before), fields(after));
    let kept = then
        .iter()
        .filter(|(key, _)| !free(key))
        .all(|(key, value)| now.get(key).is_some_and(|now| same(*value, *now)));
    let none_new = now.keys().filter(|key| !free(key)).all(|key| then.contains_key(key));
    kept && none_new && moved(before, after, expect)
}

/// The fields of a tree; of a key that stands twice, the last one.
fn fields<'t, 'a>(tree: &'t Tree<'a>) -> BTreeMap<&'t str, Value<'t, 'a>> {
    tree.entries().filter_map(|entry| Some((entry.key.text()?, entry.value))).collect()
}

/// Whether what was moved arrived, and what was there is there still.
fn moved(before: &Tree<'_>, after: &Tree<'_>, expect: &Expect) -> bool {
    let Expect::Moved(from, to) = expect else { return true };
    let Some(value) = before.get(from) else { return false };
    if *to != "metadata" {
        return after.get(to).is_some_and(|arrived| same(value, arrived));
    }
    let Some(map) = after.get(to) else { return false };
    let arrived: BTreeMap<&str, Value<'_, '_>> =
        map.entries().filter_map(|entry| Some((entry.key.text()?, entry.value))).collect();
    let kept = before.get(to).is_none_or(|old| {
        old.entries().all(|entry| {
            entry.key.text().and_then(|key| arrived.get(key)).is_some_and(|now| same(entry.value, *now))
        })
    });
    kept && map.get(from).is_some_and(|arrived| same(value, arrived))
}

/// Whether two values are the same texts in the same shape, however they are written.
fn same(a: Value<'_, '_>, b: Value<'_, '_>) -> bool {
    let mut todo = vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        match (a.kind(), b.kind()) {
            (ValueKind::Scalar(_), ValueKind::Scalar(_)) if a.text() == b.text() => {}
            (ValueKind::Sequence(_), ValueKind::Sequence(_)) => {
                if a.items().count() != b.items().count() {
                    return false;
                }
                todo.extend(a.items().zip(b.items()));
            }
            (ValueKind::Mapping(_), ValueKind::Mapping(_)) => {
                if a.entries().count() != b.entries().count() {
                    return false;
                }
                for (a, b) in a.entries().zip(b.entries()) {
                    todo.push((a.key, b.key));
                    todo.push((a.value, b.value));
                }
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests;
