//! Faults that people really reported, rewritten small, and what must happen with each: under
//! `agent-skills` and under `loader`.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

mod shared;

use repertoire_diagnostic::{Diagnostic, Severity};
use repertoire_schema::{
    Checked, Files, Format, Member, Options, Profile, Source, allowed_tools, check_together, check_with,
    profile,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Expectations that are not met, at most four, each with its reason.
const EXCEPTIONS: [(&str, &str, &str); 4] = [
    (
        "B57",
        "loader",
        "names with the prefix of a plugin: no format knows them, and a name is looked up as it is written",
    ),
    (
        "B71",
        "loader",
        "a loader keeps whatever has a description: the name is warned of and never joined to a path, and the skill loads",
    ),
    (
        "B75",
        "loader",
        "trust is a matter of discovery: which roots are read is decided before a source is judged",
    ),
    (
        "B83",
        "agent-skills",
        "the specification knows no substitution of arguments, so `$1` is plain text in a body",
    ),
];

struct Case {
    id: String,
    kind: String,
    files: BTreeMap<String, Vec<u8>>,
    expect: [(&'static Profile, Value); 2],
}

fn cases() -> Option<Vec<Case>> {
    let kinds = ["yaml", "envelope", "fields", "names", "security", "body"];
    let folder = shared::folder("cases")?;
    let cases = shared::json_lines(&folder.join("reports.jsonl")).into_iter().filter_map(|case| {
        let kind = case["kind"].as_str()?.to_owned();
        let mut files = BTreeMap::new();
        for (path, text) in case["files"].as_object().into_iter().flatten() {
            files.insert(path.clone(), text.as_str()?.as_bytes().to_vec());
        }
        for (path, text) in case["files_b64"].as_object().into_iter().flatten() {
            files.insert(path.clone(), base64(text.as_str()?));
        }
        let expect = [
            (&profile::AGENT_SKILLS, case["expect_strict"].clone()),
            (&profile::LOADER, case["expect_lenient"].clone()),
        ];
        kinds.contains(&kind.as_str()).then(|| Case {
            id: case["id"].as_str().unwrap_or_default().to_owned(),
            kind,
            files,
            expect,
        })
    });
    Some(cases.collect())
}

fn base64(text: &str) -> Vec<u8> {
    let value = |b: u8| match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|b| *b != b'=').map(value).collect();
    digits
        .chunks(4)
        .flat_map(|chunk| {
            let bits = chunk.iter().fold(0u32, |bits, digit| bits << 6 | u32::from(*digit))
                << (6 * (4 - chunk.len()));
            bits.to_be_bytes()[1..chunk.len()].to_vec()
        })
        .collect()
}

/// The root of a skill. The scopes of one layout (`.agents/skills` in the project and in the
/// home) share their names; every other folder of skills is a root of its own.
fn root(path: &str) -> &str {
    let folder = path.rsplitn(3, '/').last().unwrap_or_default();
    if folder.ends_with("/.agents/skills") { ".agents/skills" } else { folder }
}

/// The skills of a case under a profile in the order of precedence (the project before the
/// home), with the findings over all of them added to each.
fn judge(case: &Case, profile: &Profile) -> Vec<(String, Checked, Vec<Diagnostic>)> {
    let paths: Vec<&String> = case.files.keys().collect();
    let mut judged: Vec<(String, Checked, Vec<Diagnostic>)> = Vec::new();
    for (path, bytes) in &case.files {
        if !path.ends_with("/SKILL.md") {
            continue;
        }
        let base = path.trim_end_matches("SKILL.md");
        let beside: Vec<&str> = paths.iter().filter_map(|path| path.strip_prefix(base)).collect();
        let beside = beside.as_slice();
        let options = Options { files: Some(&beside as &dyn Files), ..Options::default() };
        let source = Source { path, directory: shared::directory(path), format: Format::AgentSkill, bytes };
        let checked = check_with(&source, profile, &options);
        let found = checked.diagnostics.clone();
        judged.push((path.clone(), checked, found));
    }
    judged.sort_by_key(|(path, ..)| path.starts_with("home/"));
    let roots: Vec<String> = judged.iter().map(|(path, ..)| root(path).to_owned()).collect();
    let members: Vec<(usize, Member<'_>)> = judged
        .iter()
        .enumerate()
        .filter_map(|(at, (path, checked, _))| {
            let metadata = &checked.skill.as_ref()?.metadata;
            let root = roots.iter().position(|root| *root == roots[at])?;
            Some((at, Member { path, root, metadata, places: &checked.places }))
        })
        .collect();
    let list: Vec<Member<'_>> = members.iter().map(|(_, member)| *member).collect();
    let together: Vec<(usize, Diagnostic)> = check_together(&list, &profile.levels)
        .into_iter()
        .map(|(index, found)| (members[index].0, found))
        .collect();
    for (at, diagnostic) in together {
        judged[at].2.push(diagnostic);
    }
    judged
}

/// `ok`, `warn` or `error`: what strict readers say. Hints are no verdict.
fn strict<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> &'static str {
    let gravest = found.into_iter().map(|diagnostic| diagnostic.severity).min();
    match gravest {
        Some(Severity::Error) => "error",
        Some(Severity::Warning) => "warn",
        _ => "ok",
    }
}

/// `load`, `load+warn` or `skip+warn`: what a loader does.
fn lenient(judged: &[(String, Checked, Vec<Diagnostic>)]) -> &'static str {
    let skips = judged.iter().any(|(_, checked, _)| checked.skill.is_none());
    let warns = judged.iter().any(|(_, _, found)| strict(found) != "ok");
    match (skips, warns) {
        (true, true) => "skip+warn",
        (true, false) => "skip",
        (false, true) => "load+warn",
        (false, false) => "load",
    }
}

fn met(case: &Case, profile: &'static Profile, expect: &Value) -> (String, Vec<String>) {
    let judged = judge(case, profile);
    let mut wrong = Vec::new();
    let name_of = |path: &str| shared::directory(path).unwrap_or_default().to_owned();
    let is_strict = profile.name == "agent-skills";
    let verdict =
        if is_strict { strict(judged.iter().flat_map(|(_, _, found)| found)) } else { lenient(&judged) };
    let wanted = expect["verdict"].as_str().unwrap_or("n/a");
    if wanted != "n/a" && expect["per"].is_null() && !wanted.split(" or ").any(|wanted| wanted == verdict) {
        wrong.push(format!("{verdict} instead of {wanted}"));
    }
    for (name, wanted) in expect["per"].as_object().into_iter().flatten() {
        let verdict =
            judged.iter().find(|(path, ..)| name_of(path) == *name).map(|(_, _, found)| strict(found));
        if !wanted.as_str().unwrap_or_default().split('|').any(|wanted| Some(wanted) == verdict) {
            wrong.push(format!("{name}: {verdict:?} instead of {wanted}"));
        }
    }
    for (name, values) in expect["skills"].as_object().into_iter().flatten() {
        let Some((path, checked, _)) =
            judged.iter().find(|(_, checked, _)| checked.name.as_deref() == Some(name))
        else {
            wrong.push(format!("{name} is not found"));
            continue;
        };
        let text = std::str::from_utf8(&case.files[path]).unwrap_or_default();
        let document = repertoire_frontmatter::parse(text);
        for (key, value) in values.as_object().into_iter().flatten() {
            let field = document.tree().get(key);
            let same = match (key.as_str(), value) {
                ("description", Value::String(wanted)) => checked.description.as_ref() == Some(wanted),
                ("description_chars", wanted) => {
                    checked.description.as_ref().map(|text| text.chars().count() as u64) == wanted.as_u64()
                }
                ("allowed-tools", Value::Array(wanted)) => {
                    let found = field.map(|field| allowed_tools(text, field)).unwrap_or_default();
                    found.iter().map(|name| Value::from(name.as_str())).eq(wanted.iter().cloned())
                }
                (_, Value::String(wanted)) => field.and_then(|field| field.text()) == Some(wanted),
                (_, Value::Object(wanted)) => wanted.iter().all(|(inner, wanted)| {
                    field.and_then(|field| field.get(inner)).and_then(|value| value.text()) == wanted.as_str()
                }),
                _ => false,
            };
            if !same {
                wrong.push(format!("{name}: {key} is not {value}"));
            }
        }
    }
    if let Some(any) = expect["skills_any"].as_array() {
        let found = judged
            .iter()
            .any(|(_, checked, _)| any.iter().any(|name| name.as_str() == checked.name.as_deref()));
        if !found {
            wrong.push("none of the names is found".into());
        }
    }
    (verdict.to_owned(), wrong)
}

#[test]
fn reported_faults_are_judged_as_they_must_be() {
    let Some(cases) = cases() else { return };
    assert!(cases.len() >= 20, "{} cases", cases.len());
    let mut table = String::from("| case | kind | profile | verdict | |\n|---|---|---|---|---|\n");
    let mut missed = Vec::new();
    for case in &cases {
        for (profile, expect) in &case.expect {
            let (verdict, wrong) = met(case, profile, expect);
            let exception = EXCEPTIONS.iter().find(|(id, name, _)| *id == case.id && *name == profile.name);
            let remark = match (wrong.is_empty(), exception) {
                (true, None) => "as expected".to_owned(),
                (true, Some(_)) => {
                    missed.push(format!("{}: no longer an exception", case.id));
                    "no longer an exception".to_owned()
                }
                (false, Some((_, _, reason))) => format!("exception ({}): {reason}", wrong.join("; ")),
                (false, None) => {
                    missed.push(format!("{} under {}: {}", case.id, profile.name, wrong.join("; ")));
                    wrong.join("; ")
                }
            };
            let _ =
                writeln!(table, "| {} | {} | {} | {verdict} | {remark} |", case.id, case.kind, profile.name);
        }
    }
    println!("{table}");
    assert!(missed.is_empty(), "{}\n{table}", missed.join("\n"));
}
