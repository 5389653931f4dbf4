//! Applying fixes to a whole source, until none is left.

use crate::{Options, Profile, Source, check_with};
use repertoire_diagnostic::{Applicability, Diagnostic, Edit, Severity, apply};
use repertoire_frontmatter::{parse, parse_bytes};

/// How often a source is looked at again after fixes were applied.
const MOST_ROUNDS: usize = 16;

/// What became of a source whose fixes were applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The source with its fixes.
    pub text: String,
    /// The rules of the fixes that were applied, in the order of their application.
    pub applied: Vec<String>,
}

/// Applies every fix of a source that is at least so safe, and those that appear once the first
/// are applied, until none is left or the source was looked at 16 times. Fixes that touch the same bytes are applied one after the
/// other. The body is never changed. A source that is not UTF-8, or without a fix, gives nothing.
///
/// # Examples
///
/// ```
/// use repertoire_diagnostic::Applicability;
/// use repertoire_schema::{Format, Options, Source, apply_fixes, profile};
///
/// let source = Source {
///     path: "tide/SKILL.md",
///     directory: Some("tide"),
///     format: Format::AgentSkill,
///     bytes: b"--- \nname: tide\ndescription: Use when: asked\n---\nBody.\n",
/// };
/// let fixed = apply_fixes(&source, &profile::AGENT_SKILLS, &Options::default(), Applicability::Safe).unwrap();
/// assert_eq!(fixed.text, "---\nname: tide\ndescription: 'Use when: asked'\n---\nBody.\n");
/// assert_eq!(fixed.applied, ["fence-spaces", "yaml-colon"]);
/// ```
#[must_use]
pub fn apply_fixes(
    source: &Source<'_>,
    profile: &Profile,
    options: &Options<'_>,
    at_most: Applicability,
) -> Option<Fixed> {
    let options = Options { fixes: true, ..*options };
    let mut text = parse_bytes(source.bytes).ok()?.text().to_owned();
    let mut applied = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let here = Source { bytes: text.as_bytes(), ..*source };
        let found = check_with(&here, profile, &options).diagnostics;
        let Some((next, rules)) = round(&text, &here, &found, profile, &options, at_most) else { break };
        text = next;
        applied.extend(rules);
    }
    (!applied.is_empty()).then_some(Fixed { text, applied })
}

/// One round: all fixes that do not touch each other, or the first alone where together they
/// break a law.
fn round(
    text: &str,
    source: &Source<'_>,
    found: &[Diagnostic],
    profile: &Profile,
    options: &Options<'_>,
    at_most: Applicability,
) -> Option<(String, Vec<String>)> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut rules: Vec<String> = Vec::new();
    let mut first: Option<(&[Edit], &str)> = None;
    for diagnostic in found {
        let Some(fix) = diagnostic.fix.as_ref().filter(|fix| fix.applicability <= at_most) else { continue };
        first.get_or_insert((&fix.edits, diagnostic.id()));
        let touches = |edit: &Edit| {
            edits.iter().any(|other| edit.span.start <= other.span.end && other.span.start <= edit.span.end)
        };
        if !fix.edits.iter().any(touches) {
            edits.extend(fix.edits.iter().cloned());
            rules.push(diagnostic.id().to_owned());
        }
    }
    let (alone, rule) = first?;
    if rules.len() > 1
        && let Ok(next) = apply(text, &edits)
        && compose(text, &next, source, found, profile, options)
    {
        return Some((next, rules));
    }
    Some((apply(text, alone).ok()?, vec![rule.to_owned()]))
}

/// Whether fixes that each hold their laws hold them together: the body is the same, and there
/// are fewer findings and none of a rule that was not there.
fn compose(
    text: &str,
    next: &str,
    source: &Source<'_>,
    found: &[Diagnostic],
    profile: &Profile,
    options: &Options<'_>,
) -> bool {
    let (before, after) = (parse(text), parse(next));
    if !after.has_frontmatter() || (before.has_frontmatter() && before.body() != after.body()) {
        return false;
    }
    let options = Options { fixes: false, ..*options };
    let now = check_with(&Source { bytes: next.as_bytes(), ..*source }, profile, &options).diagnostics;
    let errors = |list: &[Diagnostic]| list.iter().filter(|d| d.severity == Severity::Error).count();
    let known = |diagnostic: &Diagnostic| found.iter().any(|other| other.rule == diagnostic.rule);
    // Where the profile shows its first error alone, another may come to light.
    let fewer = profile.first_error
        || (now.len() < found.len() && errors(&now) <= errors(found) && now.iter().all(known));
    let safe_only =
        found.iter().filter_map(|d| d.fix.as_ref()).all(|fix| fix.applicability == Applicability::Safe);
    // Some safe fixes (tools in one text) change the shape of a field, so that only the two
    // values that every reader knows are compared.
    let same = ["name", "description"].iter().all(|key| {
        let text = |tree: &repertoire_frontmatter::Tree<'_>| {
            tree.get(key).and_then(|value| value.text()).map(str::to_owned)
        };
        text(before.tree()) == text(after.tree())
    });
    fewer && (!safe_only || same)
}

#[cfg(test)]
mod tests;
