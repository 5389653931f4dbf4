//! The list of what is found, and the levels that decide what becomes of it.

use crate::fix::{Candidate, Expect};
use crate::profile::{Levels, Profile};
use crate::rules::{Level, Rule};
use repertoire_diagnostic::{Diagnostic, Fix, Severity, Span};

/// How many diagnostics of one rule a source may give; the rest is counted, not listed.
const MOST_OF_A_RULE: usize = 50;

/// The diagnostics of one source, in the order of the checks.
pub(crate) struct Findings<'s> {
    path: &'s str,
    levels: &'s Levels,
    list: Vec<(Rule, Diagnostic)>,
    counts: [u16; Rule::ALL.len()],
    candidates: Vec<Candidate>,
}

impl<'s> Findings<'s> {
    pub(crate) fn new(path: &'s str, levels: &'s Levels) -> Self {
        Self { path, levels, list: Vec::new(), counts: [0; Rule::ALL.len()], candidates: Vec::new() }
    }

    /// Whether a rule is looked for.
    pub(crate) fn wants(&self, rule: Rule) -> bool {
        self.levels.of(rule) != Level::Off
    }

    /// Reports a rule at a place.
    pub(crate) fn report(
        &mut self,
        rule: Rule,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Finding<'_, 's> {
        let index = self
            .levels
            .of(rule)
            .severity()
            .and_then(|severity| self.push(rule, severity, span.into(), message.into()));
        Finding { findings: self, index }
    }

    /// Reports a rule as an error, whatever its level.
    pub(crate) fn refuse(
        &mut self,
        rule: Rule,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Finding<'_, 's> {
        let index = self.push(rule, Severity::Error, span.into(), message.into());
        Finding { findings: self, index }
    }

    fn push(&mut self, rule: Rule, severity: Severity, span: Option<Span>, message: String) -> Option<usize> {
        let count = &mut self.counts[rule as usize];
        *count = count.saturating_add(1);
        if usize::from(*count) > MOST_OF_A_RULE {
            return None;
        }
        let info = rule.info();
        let mut diagnostic = Diagnostic::new(info.kind, severity, message)
            .with_rule(info.id)
            .with_path(self.path)
            .with_help(info.help);
        diagnostic.span = span;
        self.list.push((rule, diagnostic));
        Some(self.list.len() - 1)
    }

    /// Counts one more of a rule of which enough is listed, and says so; then nothing need be
    /// worked out for a message.
    pub(crate) fn is_full(&mut self, rule: Rule) -> bool {
        let count = &mut self.counts[rule as usize];
        let full = usize::from(*count) >= MOST_OF_A_RULE;
        if full {
            *count = count.saturating_add(1);
        }
        full
    }

    /// Whether a rule was reported.
    pub(crate) fn reported(&self, rule: Rule) -> bool {
        self.counts[rule as usize] > 0
    }

    /// How often each rule was reported.
    pub(crate) fn counts(&self) -> &[u16; Rule::ALL.len()] {
        &self.counts
    }

    /// The fixes that wait for their proof.
    pub(crate) fn take_candidates(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.candidates)
    }

    /// Gives a diagnostic its proven fix.
    pub(crate) fn attach(&mut self, index: usize, fix: Fix) {
        if let Some((_, diagnostic)) = self.list.get_mut(index) {
            diagnostic.fix = Some(fix);
        }
    }

    /// Whether a rule at error level was reported.
    pub(crate) fn refused(&self) -> bool {
        self.list.iter().any(|(_, diagnostic)| diagnostic.severity == Severity::Error)
    }

    /// The diagnostics, ordered by span, then by rule. Where only the first error counts, the
    /// others are left out, and so is what else was found after it.
    pub(crate) fn finish(mut self, profile: &Profile) -> Vec<Diagnostic> {
        if profile.first_error
            && let Some(first) =
                self.list.iter().position(|(_, diagnostic)| diagnostic.severity == Severity::Error)
        {
            self.list.truncate(first + 1);
        }
        for (at, count) in self.counts.iter().enumerate() {
            let more = usize::from(*count).saturating_sub(MOST_OF_A_RULE);
            let last = self.list.iter_mut().rev().find(|(rule, _)| *rule as usize == at);
            if let (1.., Some((_, diagnostic))) = (more, last) {
                diagnostic.message.push_str(&format!(" (and {more} more like it)"));
            }
        }
        let mut list: Vec<Diagnostic> = self.list.into_iter().map(|(_, diagnostic)| diagnostic).collect();
        list.sort_by(|a, b| {
            let place = |d: &Diagnostic| d.span.unwrap_or_default();
            (place(a), a.id()).cmp(&(place(b), b.id()))
        });
        list
    }
}

/// A diagnostic that was just reported, or nothing where its rule is off.
pub(crate) struct Finding<'f, 's> {
    findings: &'f mut Findings<'s>,
    index: Option<usize>,
}

impl Finding<'_, '_> {
    /// Replaces the help of the rule's page by a better one.
    pub(crate) fn help(self, help: impl FnOnce() -> String) -> Self {
        if let Some((_, diagnostic)) = self.index.and_then(|index| self.findings.list.get_mut(index)) {
            diagnostic.help = Some(help());
        }
        self
    }

    /// Proposes a fix. It is attached when its laws are proven.
    pub(crate) fn fix(self, fix: impl FnOnce() -> Option<(Fix, Expect)>) {
        let Some(index) = self.index else { return };
        let rule = self.findings.list[index].0;
        if let Some((fix, expect)) = fix() {
            self.findings.candidates.push(Candidate { index, rule, fix, expect });
        }
    }
}
