//! Fields that the profile does not know.

use super::Judge;
use crate::clients;
use crate::fix;
use crate::near;
use crate::read::{Read, shown, span};
use crate::rules::Rule;

/// Looks at each field that the profile does not know: is it a slip, a client's own, or neither?
pub(super) fn unknown(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    let profile = judge.profile;
    if ![Rule::UnknownField, Rule::FieldTypo, Rule::FieldPortable]
        .iter()
        .any(|rule| judge.findings.wants(*rule))
    {
        return;
    }
    for (at, entry) in read.tree().entries().enumerate() {
        let place = span(entry.key.span());
        let Some(key) = entry.key.text() else {
            judge.findings.report(Rule::UnknownField, place, "a key that is not text is no field");
            continue;
        };
        if profile.field(key).is_some() {
            continue;
        }
        if let Some(client) = clients::owner(key) {
            let message = format!("`{key}` is a field of {client}, not of this format");
            judge.findings.report(Rule::FieldPortable, place, message);
            continue;
        }
        let own = near::nearest(key, profile.fields.iter().map(|field| field.name));
        if let Some(meant) = own.or_else(|| near::nearest(key, clients::fields())) {
            let finding = judge.findings.report(
                Rule::FieldTypo,
                place,
                format!("`{}` is not a known field and has no effect", shown(key)),
            );
            finding
                .help(|| match clients::owner(meant) {
                    Some(client) if own.is_none() => format!("did you mean `{meant}`, a field of {client}?"),
                    _ => format!("did you mean `{meant}`?"),
                })
                .fix(|| own.and_then(|own| fix::rename(read, entry, own)));
            continue;
        }
        let known = profile.fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
        judge
            .findings
            .report(Rule::UnknownField, place, format!("`{}` is not a field of this format", shown(key)))
            .help(|| format!("the fields are {known}; anything else belongs under `metadata`"))
            .fix(|| profile.field("metadata").and_then(|_| fix::under_metadata(read, at, entry)));
    }
}
