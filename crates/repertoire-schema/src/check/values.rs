//! Types and forms of the fields other than name and description.

use super::Judge;
use crate::fix;
use crate::profile::{Form, Reading};
use crate::read::{Read, entry, shown, span, untyped};
use crate::rules::Rule;
use crate::tools;
use repertoire_frontmatter::{Entry, ValueKind};

/// Checks each field of the profile that is there, in the profile's order.
pub(super) fn others(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    for field in judge.profile.fields {
        let Some(entry) = entry(read.tree(), field.name) else { continue };
        match field.form {
            Form::Name | Form::Description => {}
            Form::Text => {
                text(judge, read, entry);
            }
            Form::Bounded(most) => {
                if let Some(text) = text(judge, read, entry) {
                    let characters = text.trim().chars().count();
                    if characters == 0 || characters > most {
                        judge.findings.report(
                            Rule::CompatibilityLength,
                            span(entry.value.span()),
                            format!("`{}` has {characters} characters; it takes 1 to {most}", field.name),
                        );
                    }
                }
            }
            Form::Tools => allowed_tools(judge, read, entry),
            Form::TextMap => metadata(judge, read, entry),
            Form::TextList => text_list(judge, read, entry),
            Form::Version => version(judge, read, entry),
            Form::Risk => risk(judge, read, entry),
        }
    }
}

fn wrong_shape(judge: &mut Judge<'_, '_>, entry: Entry<'_, '_>, wanted: &str) {
    let key = entry.key.text().unwrap_or_default();
    let seen = seen(entry);
    judge.findings.report(
        Rule::FieldType,
        span(entry.value.span()),
        format!("`{key}` is {seen}; it takes {wanted}"),
    );
}

fn seen(entry: Entry<'_, '_>) -> &'static str {
    match entry.value.kind() {
        ValueKind::Sequence(_) => "a list",
        ValueKind::Mapping(_) => "a map",
        ValueKind::Scalar(_) => "text",
    }
}

/// A field that takes text; gives it.
fn text<'t>(judge: &mut Judge<'_, '_>, read: &Read<'_>, entry: Entry<'t, '_>) -> Option<&'t str> {
    let Some(text) = entry.value.text() else {
        wrong_shape(judge, entry, "text");
        return None;
    };
    if !(entry.value.is_absent() && judge.profile.reading == Reading::Text)
        && let Some(kind) = untyped(entry.value, judge.profile.reading)
    {
        let key = entry.key.text().unwrap_or_default();
        judge
            .findings
            .report(
                Rule::FieldNumber,
                span(entry.value.span()),
                format!("YAML reads the value of `{key}` as {kind}"),
            )
            .fix(|| fix::quoted(read, entry.value));
    }
    Some(text)
}

fn allowed_tools(judge: &mut Judge<'_, '_>, read: &Read<'_>, entry: Entry<'_, '_>) {
    let message = match entry.value.kind() {
        ValueKind::Sequence(_) => {
            "the tools are a list; the specification asks for one text, separated by blanks"
        }
        ValueKind::Mapping(_) => return wrong_shape(judge, entry, "one text, separated by blanks"),
        ValueKind::Scalar(_) => match text(judge, read, entry) {
            Some(text) if tools::has_commas(text) => {
                "the tools are separated by commas; the specification asks for blanks"
            }
            _ => return,
        },
    };
    judge
        .findings
        .report(Rule::AllowedToolsForm, span(entry.value.span()), message)
        .fix(|| fix::tools(read, entry));
}

fn metadata(judge: &mut Judge<'_, '_>, read: &Read<'_>, entry: Entry<'_, '_>) {
    let map = entry.value;
    if !map.is_mapping() {
        // A field without a value holds nothing, and only a strict reading minds.
        if !(map.is_absent() && judge.profile.reading == Reading::Text) {
            let seen = seen(entry);
            judge.findings.report(
                Rule::MetadataType,
                span(map.span()),
                format!("`metadata` is {seen}; it takes a map"),
            );
        }
        return;
    }
    for inner in map.entries() {
        let place = span(inner.value.span());
        let key = inner.key.text().unwrap_or_default();
        if judge.profile.reading == Reading::Core
            && let Some(kind) = untyped(inner.key, Reading::Core)
        {
            let message =
                format!("YAML reads the key `{}` under `metadata` as {kind}; each key is text", shown(key));
            judge.findings.report(Rule::MetadataType, span(inner.key.span()), message);
        }
        if inner.value.text().is_none() {
            let message = format!("`{}` under `metadata` is {}; each value is text", shown(key), seen(inner));
            judge.findings.report(Rule::MetadataType, place, message);
        } else if let Some(kind) = untyped(inner.value, judge.profile.reading) {
            let rule = if key == "version" { Rule::VersionNumber } else { Rule::MetadataNumber };
            judge
                .findings
                .report(rule, place, format!("YAML reads the value of `{}` as {kind}", shown(key)))
                .fix(|| fix::quoted(read, inner.value));
        }
    }
}

fn text_list(judge: &mut Judge<'_, '_>, _read: &Read<'_>, entry: Entry<'_, '_>) {
    match entry.value.kind() {
        ValueKind::Mapping(_) => wrong_shape(judge, entry, "a list of texts, or one text"),
        ValueKind::Sequence(_) => {
            for item in entry.value.items().filter(|item| item.text().is_none()) {
                let key = entry.key.text().unwrap_or_default();
                judge.findings.report(
                    Rule::FieldType,
                    span(item.span()),
                    format!("an item of `{key}` is not text"),
                );
            }
        }
        ValueKind::Scalar(_) => {}
    }
}

fn version(judge: &mut Judge<'_, '_>, read: &Read<'_>, entry: Entry<'_, '_>) {
    let place = span(entry.value.span());
    let Some(text) = entry.value.text() else {
        return wrong_shape(judge, entry, "a version such as 1.2.0");
    };
    if let Some(kind) = untyped(entry.value, judge.profile.reading) {
        judge
            .findings
            .report(Rule::VersionNumber, place, format!("YAML reads the version as {kind}"))
            .fix(|| fix::quoted(read, entry.value));
    } else if !is_semantic(text) {
        judge.findings.report(Rule::VersionForm, place, "the version is not a semantic version");
    }
}

/// `MAJOR.MINOR.PATCH`, numbers without leading zeros, with pre-release and build parts allowed.
fn is_semantic(text: &str) -> bool {
    let (rest, build) = text.split_once('+').map_or((text, None), |(rest, build)| (rest, Some(build)));
    let (core, pre) = rest.split_once('-').map_or((rest, None), |(core, pre)| (core, Some(pre)));
    let number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    core.split('.').count() == 3
        && core.split('.').all(number)
        && pre.is_none_or(|pre| pre.split('.').all(|part| word(part) && (!all_digits(part) || number(part))))
        && build.is_none_or(|build| build.split('.').all(word))
}

fn risk(judge: &mut Judge<'_, '_>, _read: &Read<'_>, entry: Entry<'_, '_>) {
    if entry.value.text().and_then(crate::Risk::by_name).is_none() {
        judge.findings.report(
            Rule::RiskValue,
            span(entry.value.span()),
            "the risk is none of low, medium and high",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::is_semantic;

    #[test]
    fn semantic_versions_are_told_from_others() {
        for good in
            ["0.0.0", "1.2.3", "10.20.30-rc.1+build.7", "1.0.0--", "1.0.0-0", "1.0.0-0a.a0", "1.0.0+01.-"]
        {
            assert!(is_semantic(good), "{good}");
        }
        for bad in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "01.2.3",
            "1.2.3-",
            "1.2.3-01",
            "v1.2.3",
            "1.2.x",
            "1.2.3+",
            "1..3",
            "1.2.3-a..b",
            "1.2.3-a_b",
            "1.2.3-00",
            "1.2.3+a..b",
            "1.2.3+a_b",
            "+a",
            "-a",
        ] {
            assert!(!is_semantic(bad), "{bad}");
        }
    }
}
