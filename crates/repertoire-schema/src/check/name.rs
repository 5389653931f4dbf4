//! The name: presence and type, then its rules.

use super::{Judge, confusable};
use crate::fix;
use crate::profile::Names;
use crate::read::{Read, entry, shown, span, untyped};
use crate::rules::Rule;
use repertoire_diagnostic::Span;
use repertoire_frontmatter::{Entry, ValueKind};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// What is known of the name.
pub(super) struct Name<'t> {
    /// The text of the field, where it is one and not blank.
    pub(super) written: Option<&'t str>,
    /// Where the value of the field stands.
    pub(super) span: Option<Span>,
    /// The name that the skill goes by.
    pub(super) resolved: Option<String>,
}

/// Presence and type.
pub(super) fn presence<'t>(judge: &mut Judge<'_, '_>, read: &'t Read<'_>) -> Name<'t> {
    let directory = judge.source.directory.filter(|directory| !directory.trim().is_empty());
    let fallback = if judge.profile.names.from_directory { directory } else { None };
    // Without a name and without a directory to take it from, there is no skill.
    let must = judge.profile.names.from_directory && directory.is_none();
    let mut name = Name { written: None, span: None, resolved: fallback.map(str::to_owned) };
    let Some(entry) = entry(read.tree(), "name") else {
        let place = missing_place(read);
        let message = match fallback {
            Some(directory) => {
                format!("there is no field `name`; the directory's name `{}` is used", shown(directory))
            }
            None => "there is no field `name`".into(),
        };
        report(judge, Rule::NameMissing, place, message, must).fix(|| fix::add_name(read, directory?));
        return name;
    };
    let place = span(entry.value.span());
    name.span = Some(place);
    let ValueKind::Scalar(_) = entry.value.kind() else {
        report(judge, Rule::NameType, place, "the name is not text".into(), must)
            .fix(|| replaced(read, entry, directory));
        return name;
    };
    let text = entry.value.text().unwrap_or_default();
    if text.trim().is_empty() {
        let place = if place.is_empty() { span(entry.key.span()) } else { place };
        report(judge, Rule::NameEmpty, place, "the name is empty".into(), must)
            .fix(|| replaced(read, entry, directory));
        return name;
    }
    if let Some(kind) = untyped(entry.value, judge.profile.reading) {
        judge
            .findings
            .report(Rule::NameNumber, place, format!("YAML reads the name `{}` as {kind}", shown(text)))
            .fix(|| fix::quoted(read, entry.value));
    }
    name.written = Some(text);
    name.resolved = Some(text.to_owned());
    name
}

fn report<'f, 's>(
    judge: &'f mut Judge<'_, 's>,
    rule: Rule,
    place: Span,
    message: String,
    must: bool,
) -> crate::findings::Finding<'f, 's> {
    if must {
        judge.findings.refuse(rule, place, message)
    } else {
        judge.findings.report(rule, place, message)
    }
}

/// Where a missing field is reported: at the opening fence.
pub(super) fn missing_place(read: &Read<'_>) -> Span {
    let start = read.document.split().open.start();
    Span::new(start, start + 3)
}

/// The rules of names.
pub(super) fn rules(judge: &mut Judge<'_, '_>, read: &Read<'_>, name: &Name<'_>) {
    let (Some(text), Some(place)) = (name.written, name.span) else { return };
    let Some(entry) = entry(read.tree(), "name") else { return };
    let names = judge.profile.names;
    let directory = judge.source.directory.filter(|directory| !directory.is_empty());
    let normal = normalized(text);
    let characters = normal.chars().count();
    if characters > names.longest {
        let message = format!("the name has {characters} characters; it takes at most {}", names.longest);
        judge.findings.report(Rule::NameLength, place, message);
    }
    if let Some(fault) = fault(&normal, names) {
        let suggestion = slug(&normal, names);
        judge
            .findings
            .report(Rule::NameForm, place, format!("the name `{}` {fault}", shown(text)))
            .help(|| match &suggestion {
                Some(slug) => format!("write the name as `{}`", shown(slug)),
                None => Rule::NameForm.info().help.into(),
            })
            .fix(|| {
                let slug = suggestion.as_deref()?;
                // Where the directory is known, the name is to be the directory's.
                if directory.is_none() { replaced(read, entry, Some(slug)) } else { None }
            });
    }
    if let Some(directory) = directory
        && normal != normalized(directory)
    {
        let message = format!("the name is `{}`, but the directory is `{}`", shown(text), shown(directory));
        judge
            .findings
            .report(Rule::NameDirectory, place, message)
            .fix(|| if is_sound(directory, names) { replaced(read, entry, Some(directory)) } else { None });
    }
    if !text.is_ascii() {
        if is_nfc_quick(text.chars()) != IsNormalized::Yes && !text.nfc().eq(text.chars()) {
            let composed: String = text.nfc().collect();
            judge
                .findings
                .report(Rule::NameNormalization, place, "the name is not in Unicode's composed form")
                .fix(|| fix::value(read, entry.value, &composed));
        }
        if judge.findings.wants(Rule::NameConfusable)
            && let Some(message) = confusable::describe(text)
        {
            judge.findings.report(Rule::NameConfusable, place, message);
        }
    }
}

fn replaced(
    read: &Read<'_>,
    entry: Entry<'_, '_>,
    name: Option<&str>,
) -> Option<(repertoire_diagnostic::Fix, fix::Expect)> {
    fix::name(read, entry, name?)
}

/// Names are compared in Unicode's compatibility form.
fn normalized(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { text.nfkc().collect() }
}

/// What is wrong with the characters of a name.
fn fault(name: &str, names: Names) -> Option<&'static str> {
    if name.starts_with('-') || name.ends_with('-') {
        return Some("begins or ends with a hyphen");
    }
    if name.contains("--") {
        return Some("has two hyphens in a row");
    }
    let wrong = |c: char| {
        !(c == '-'
            || c.is_ascii_lowercase()
            || c.is_ascii_digit()
            || (!names.ascii && !c.is_ascii() && c.is_alphanumeric()))
    };
    if names.ascii && !name.is_ascii() {
        return Some("has characters other than ASCII letters, digits and hyphens");
    }
    if name.chars().any(char::is_uppercase) || (!name.is_ascii() && name.to_lowercase() != name) {
        return Some("is not in lower case");
    }
    name.chars().any(wrong).then_some("has characters other than letters, digits and hyphens")
}

/// Whether a name breaks no rule of names.
pub(crate) fn is_sound(name: &str, names: Names) -> bool {
    let name = normalized(name);
    !name.is_empty() && fault(&name, names).is_none() && name.chars().count() <= names.longest
}

/// A name made to follow the rules: lower case, hyphens for what is not allowed.
fn slug(name: &str, names: Names) -> Option<String> {
    let mut slug = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_lowercase()
            || c.is_ascii_digit()
            || (!names.ascii && !c.is_ascii() && c.is_alphanumeric())
        {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    if slug.ends_with('-') {
        slug.pop();
    }
    is_sound(&slug, names).then_some(slug)
}

/// The nearest name that follows the rules of a profile, where there is one: what `new` and
/// `convert` call a skill whose name does not.
///
/// # Examples
///
/// ```
/// use repertoire_schema::{fitting_name, profile};
///
/// assert_eq!(fitting_name("Tide Chart!", &profile::AUTOLITH).as_deref(), Some("tide-chart"));
/// assert_eq!(fitting_name("潮", &profile::AUTOLITH), None);
/// ```
#[must_use]
pub fn fitting(name: &str, profile: &crate::Profile) -> Option<String> {
    let names = Names { longest: profile.names.longest.min(64), ..profile.names };
    slug(&normalized(name), names)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: Names = Names { longest: 64, ascii: false, from_directory: false };
    const ASCII: Names = Names { longest: 64, ascii: true, from_directory: false };

    #[test]
    fn names_are_lower_case_letters_digits_and_single_inner_hyphens() {
        for name in ["a", "0", "tide-chart", "007", "a-1-b"] {
            assert!(is_sound(name, UNICODE) && is_sound(name, ASCII), "{name}");
        }
        for name in ["", "-a", "a-", "a--b", "Tide", "a_b", "a b", "a.b", "a/b", "a\n", "\u{202e}a"] {
            assert!(!is_sound(name, UNICODE) && !is_sound(name, ASCII), "{name:?}");
        }
        for name in ["größe", "潮汐", "прилив", "cafe\u{301}"] {
            assert!(is_sound(name, UNICODE) && !is_sound(name, ASCII), "{name}");
        }
        assert!(!is_sound("Größe", UNICODE) && !is_sound("GRÖSSE", UNICODE));
        assert!(is_sound(&"a".repeat(64), UNICODE) && !is_sound(&"a".repeat(65), UNICODE));
    }

    #[test]
    fn names_can_be_made_to_follow_the_rules() {
        for (name, expected) in [
            ("Tide Chart", Some("tide-chart")),
            ("__a__B", Some("a-b")),
            ("../../x", Some("x")),
            ("--", None),
        ] {
            assert_eq!(slug(name, UNICODE).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn each_fault_of_a_name_is_told() {
        for (name, unicode, ascii) in [
            ("tide-1", None, None),
            ("-a", Some("begins or ends with a hyphen"), Some("begins or ends with a hyphen")),
            ("a-", Some("begins or ends with a hyphen"), Some("begins or ends with a hyphen")),
            ("a--b", Some("has two hyphens in a row"), Some("has two hyphens in a row")),
            ("aB", Some("is not in lower case"), Some("is not in lower case")),
            ("é", None, Some("has characters other than ASCII letters, digits and hyphens")),
            (
                "É",
                Some("is not in lower case"),
                Some("has characters other than ASCII letters, digits and hyphens"),
            ),
            // A letter of title case is upper case to nobody, and yet not in lower case.
            (
                "\u{1c5}",
                Some("is not in lower case"),
                Some("has characters other than ASCII letters, digits and hyphens"),
            ),
            (
                "a b",
                Some("has characters other than letters, digits and hyphens"),
                Some("has characters other than letters, digits and hyphens"),
            ),
            (
                "a•",
                Some("has characters other than letters, digits and hyphens"),
                Some("has characters other than ASCII letters, digits and hyphens"),
            ),
        ] {
            assert_eq!((fault(name, UNICODE), fault(name, ASCII)), (unicode, ascii), "{name}");
        }
    }

    #[test]
    fn names_are_made_of_what_may_stand_in_them() {
        for (name, unicode, ascii) in [
            ("Größe 7", Some("größe-7"), Some("gr-e-7")),
            ("a_-_b", Some("a-b"), Some("a-b")),
            ("!a!", Some("a"), Some("a")),
            ("7", Some("7"), Some("7")),
            ("潮", Some("潮"), None),
            ("", None, None),
        ] {
            assert_eq!(
                (slug(name, UNICODE).as_deref(), slug(name, ASCII).as_deref()),
                (unicode, ascii),
                "{name}"
            );
        }
        let most = |count: usize| fitting(&"a".repeat(count), &crate::profile::AETHER);
        assert_eq!(
            most(64).map(|name| name.len()),
            Some(64),
            "a name of a directory is bounded under every profile"
        );
        assert_eq!(most(65), None);
        assert_eq!(fitting("Ｔide", &crate::profile::AUTOLITH).as_deref(), Some("tide"));
    }
}
