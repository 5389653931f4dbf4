//! From fields to a name and a description, and what is asked of them.

use super::{Cause, Work};
use crate::client::{Check, Coerce, Fallback, Letters, Step, Test, TextRule, Type};
use crate::reader::{Fields, Seen, javascript, python};
use unicode_normalization::UnicodeNormalization as _;

/// One of the two texts that a catalog shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Name,
    Description,
}

impl Which {
    const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
        }
    }

    const fn missing(self) -> Cause {
        match self {
            Self::Name => Cause::NameMissing,
            Self::Description => Cause::DescriptionMissing,
        }
    }

    const fn invalid(self) -> Cause {
        match self {
            Self::Name => Cause::NameInvalid,
            Self::Description => Cause::DescriptionInvalid,
        }
    }
}

impl Work<'_> {
    pub(super) fn find_name(&mut self, fields: &Fields, body: &str) -> Option<String> {
        let found = self.find(Which::Name, &self.client.names, fields, body);
        match self.source.directory {
            Some(directory) if self.client.directory_wins => Some(directory.to_owned()),
            _ => found,
        }
    }

    pub(super) fn find_description(&mut self, fields: &Fields, body: &str) -> Option<String> {
        self.find(Which::Description, &self.client.descriptions, fields, body)
    }

    fn find(&mut self, which: Which, rule: &TextRule, fields: &Fields, body: &str) -> Option<String> {
        let seen = fields.see(which.word());
        if let Some(seen) = seen
            && rule.unlisted.contains(&seen.kind())
        {
            let text = format!(
                "`{}` is {}, which keeps it out of the list that is given on request",
                which.word(),
                seen.kind().as_str()
            );
            self.note(Cause::Unlisted, text);
        }
        let (text, fallback, state) = match seen {
            None => (None, rule.absent, "is missing"),
            Some(seen) if seen.kind() == Type::Null && rule.coerce != Coerce::Source => {
                match coerced(seen, rule.coerce).filter(|_| rule.null == Fallback::Keep) {
                    Some(text) if text.trim().is_empty() => (Some(text), rule.blank, "is blank"),
                    text => (text, rule.null, "is `null`"),
                }
            }
            Some(seen) => match coerced(seen, rule.coerce) {
                None => (None, rule.unfit, "is no text"),
                Some(text) => {
                    let text = self.stepped(which, rule, text);
                    if !text.trim().is_empty() {
                        return Some(text);
                    }
                    (Some(text), rule.blank, "is blank")
                }
            },
        };
        self.fall_back(which, rule, fallback, text, state, body)
    }

    fn fall_back(
        &mut self,
        which: Which,
        rule: &TextRule,
        fallback: Fallback,
        text: Option<String>,
        state: &str,
        body: &str,
    ) -> Option<String> {
        if let Some(outcome) = fallback.refusal() {
            self.rule(outcome, which.missing(), format!("`{}` {state}", which.word()));
            return None;
        }
        match fallback {
            Fallback::Directory => self.source.directory.map(str::to_owned),
            Fallback::BodyLine => {
                let line =
                    body.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
                line.map(|line| self.stepped(which, rule, line.to_owned()))
            }
            Fallback::Uncatalogued => {
                self.note(
                    Cause::Uncatalogued,
                    format!("`{}` {state}, so the catalog leaves it out", which.word()),
                );
                None
            }
            Fallback::Keep => text.map(|text| self.stepped(which, rule, text)),
            _ => None,
        }
    }

    fn stepped(&mut self, which: Which, rule: &TextRule, text: String) -> String {
        rule.steps.iter().fold(text, |text, step| {
            let (longest, room) = match step {
                Step::Cut(longest) => (*longest, *longest),
                Step::CutDots(longest) => (*longest, longest.saturating_sub(3)),
                step => return plainly(*step, text),
            };
            let count = text.chars().count();
            if count <= longest {
                return text;
            }
            self.note(Cause::Cut, format!("the {} of {count} characters is cut at {longest}", which.word()));
            let mut cut: String = text.chars().take(room).collect();
            if matches!(step, Step::CutDots(_)) {
                cut.push_str("...");
            }
            cut
        })
    }

    /// Holds the name to what is asked of it.
    pub(super) fn judge_name(&mut self) {
        if let Some(name) = self.name.clone() {
            self.judge(Which::Name, &self.client.names, &name);
        }
    }

    /// Holds the description to what is asked of it.
    pub(super) fn judge_description(&mut self) {
        if let Some(description) = self.description.clone() {
            self.judge(Which::Description, &self.client.descriptions, &description);
        }
    }

    fn judge(&mut self, which: Which, rule: &TextRule, text: &str) {
        for check in rule.checks {
            if let Some(fault) = fault(which, check, text, self.source.directory) {
                let cause = if check.test == Test::Directory { Cause::NameMismatch } else { which.invalid() };
                self.rule(check.outcome, cause, fault);
            }
        }
    }
}

fn coerced(seen: Seen<'_>, coerce: Coerce) -> Option<String> {
    match coerce {
        Coerce::No => seen.text().map(str::to_owned),
        Coerce::Source => seen.source().map(str::to_owned),
        Coerce::Python => Some(python(seen)),
        // A null becomes what stands in the source.
        Coerce::JavaScript if seen.kind() == Type::Null => seen.source().map(str::to_owned),
        Coerce::JavaScript => Some(javascript(seen)),
    }
}

fn plainly(step: Step, text: String) -> String {
    match step {
        Step::Collapse => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Step::Trim => text.trim().to_owned(),
        Step::Hyphens(these) => text.chars().map(|c| if these.contains(c) { '-' } else { c }).collect(),
        Step::StripTags => {
            let mut out = String::with_capacity(text.len());
            let mut rest = text.as_str();
            while let Some(open) = rest.find('<') {
                let Some(close) = rest[open..].find('>') else { break };
                out.push_str(&rest[..open]);
                // `<>` is no tag.
                if close == 1 {
                    out.push_str("<>");
                }
                rest = &rest[open + close + 1..];
            }
            out + rest
        }
        Step::Cut(_) | Step::CutDots(_) => text,
    }
}

/// What is wrong with a text, in words.
fn fault(which: Which, check: &Check, text: &str, directory: Option<&str>) -> Option<String> {
    let word = which.word();
    let longer = |count: usize, most: usize, unit: &str| {
        (count > most).then(|| format!("the {word} has {count} {unit}, more than {most}"))
    };
    match check.test {
        Test::Characters(most) => longer(text.chars().count(), most, "characters"),
        Test::Bytes(most) => longer(text.len(), most, "bytes"),
        Test::Utf16(most) => longer(text.encode_utf16().count(), most, "units of UTF-16"),
        Test::Letters(letters) => {
            let bad = text.chars().find(|c| !allowed(*c, letters))?;
            Some(format!("the {word} may not hold {bad:?}"))
        }
        Test::Edges => (text.starts_with('-') || text.ends_with('-'))
            .then(|| format!("the {word} begins or ends with a hyphen")),
        Test::Doubles => text.contains("--").then(|| format!("the {word} has two hyphens in a row")),
        Test::Without(these) => {
            let bad = text.chars().find(|c| these.contains(*c))?;
            Some(format!("the {word} may not hold {bad:?}"))
        }
        Test::Directory => {
            let directory = directory?;
            (!text.nfkc().eq(directory.nfkc()))
                .then(|| format!("the {word} is not that of the directory, `{directory}`"))
        }
    }
}

fn allowed(c: char, letters: Letters) -> bool {
    match letters {
        Letters::Slug => matches!(c, 'a'..='z' | '0'..='9' | '-'),
        Letters::AnySlug => c == '-' || (c.is_alphanumeric() && c.to_lowercase().eq(std::iter::once(c))),
        Letters::Ascii => c.is_ascii(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    #[test]
    fn tags_are_stripped_without_losing_what_is_none() {
        for (text, bare) in [
            ("use <b>x</b>", "use x"),
            ("a < b", "a < b"),
            ("a <> b", "a <> b"),
            ("<a", "<a"),
            ("a > b", "a > b"),
        ] {
            assert_eq!(plainly(Step::StripTags, text.to_owned()), bare);
        }
    }

    #[test]
    fn lengths_are_counted_in_their_own_unit() {
        let wrong = |test, text: &str| {
            fault(Which::Name, &Check { test, outcome: Outcome::Skips }, text, Some("é")).is_some()
        };
        assert!(!wrong(Test::Characters(2), "éé") && wrong(Test::Bytes(3), "éé"));
        assert!(!wrong(Test::Characters(1), "😀") && wrong(Test::Utf16(1), "😀"));
        // Composed and decomposed are one name.
        assert!(!wrong(Test::Directory, "e\u{301}"));
    }
}
