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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{AGENT_SKILLS, AUTOLITH};

    fn told(findings: Findings<'_>, profile: &Profile) -> Vec<String> {
        findings
            .finish(profile)
            .into_iter()
            .map(|found| format!("{}: {}", found.id(), found.message))
            .collect()
    }

    #[test]
    fn fifty_of_a_rule_are_listed_and_the_others_counted() {
        for (count, last) in [
            (49, "body-long: 48"),
            (50, "body-long: 49"),
            (51, "body-long: 49 (and 1 more like it)"),
            (70, "body-long: 49 (and 20 more like it)"),
        ] {
            for by_hand in [false, true] {
                let mut findings = Findings::new("x", &AGENT_SKILLS.levels);
                findings.report(Rule::BodyEmpty, None, "none");
                for at in 0..count {
                    assert_eq!(findings.reported(Rule::BodyLong), at > 0);
                    if !by_hand || !findings.is_full(Rule::BodyLong) {
                        findings.report(Rule::BodyLong, Span::new(at, at), at.to_string());
                    }
                }
                assert_eq!(usize::from(findings.counts()[Rule::BodyLong as usize]), count);
                let told = told(findings, &AGENT_SKILLS);
                assert_eq!(told.first().map(String::as_str), Some("body-empty: none"));
                assert_eq!(told.last().map(String::as_str), Some(last));
                assert_eq!(told.len(), 1 + count.min(50));
            }
        }
    }

    #[test]
    fn the_first_error_stands_alone_with_what_was_found_before_it_where_a_profile_says_so() {
        let report = || {
            let mut findings = Findings::new("x", &AUTOLITH.levels);
            findings.report(Rule::HiddenText, Span::new(9, 9), "before");
            assert!(!findings.refused(), "a warning refuses nothing");
            findings.report(Rule::NameForm, Span::new(8, 8), "first");
            assert!(findings.refused());
            findings.report(Rule::NameLength, Span::new(7, 7), "second");
            findings.report(Rule::BodyLong, None, "off");
            findings
        };
        assert_eq!(told(report(), &AUTOLITH), ["name-form: first", "hidden-text: before"]);
        assert_eq!(
            told(report(), &AGENT_SKILLS),
            ["name-length: second", "name-form: first", "hidden-text: before"]
        );
        let mut warned = Findings::new("x", &AUTOLITH.levels);
        warned.report(Rule::HiddenText, None, "a");
        warned.report(Rule::EscapeSequence, None, "b");
        assert_eq!(told(warned, &AUTOLITH), ["escape-sequence: b", "hidden-text: a"]);
    }

    #[test]
    fn what_is_refused_is_an_error_whatever_its_level() {
        let mut findings = Findings::new("x", &crate::profile::LOADER.levels);
        findings.refuse(Rule::NameMissing, None, "no name").help(|| "give one".into());
        findings.report(Rule::NameType, None, "no text");
        assert!(findings.refused());
        let found = findings.finish(&crate::profile::LOADER);
        let told: Vec<_> = found.iter().map(|found| (found.severity, found.help.as_deref())).collect();
        let help = Rule::NameType.info().help;
        assert_eq!(told, [(Severity::Error, Some("give one")), (Severity::Warning, Some(help))]);
    }
}
