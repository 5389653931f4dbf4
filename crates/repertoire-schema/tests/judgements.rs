//! Drop a file, get a test: each `fixtures/PROFILE/NAME.md` (or `.sexp`) is judged under that
//! profile, in the directory `tide` beside a few files, and what comes of it must be what stands in
//! `NAME.report`: each finding with its place, message, help and fix, what the catalog gets, and the
//! source with all its fixes. `BLESS=1 cargo test` writes the reports anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot start must fail")]

use repertoire_diagnostic::{Applicability, Diagnostic, LineIndex, Span};
use repertoire_schema::rules::Rule;
use repertoire_schema::{
    Checked, Files, Format, Options, Profile, Skill, Source, apply_fixes, check_with, profile,
};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What stands beside each source.
const BESIDE: [&str; 3] = ["legend.md", "harbours/north sea.md", "Scripts/plot.py"];

/// A text in quotes; of a long one, enough to see its two ends.
fn short(text: &str) -> String {
    match (text.char_indices().nth(40), text.char_indices().rev().nth(20)) {
        (Some((head, _)), Some((tail, _))) if head < tail => {
            format!("{:?} … {:?}", &text[..head], &text[tail..])
        }
        _ => format!("{text:?}"),
    }
}

fn place(text: &str, diagnostic: &Diagnostic) -> String {
    let Some(span) = diagnostic.span else { return "nowhere".into() };
    let index = LineIndex::new(text);
    let [start, end] = [span.start, span.end].map(|at| index.position(at));
    if text.contains('\u{fffd}') {
        return format!("bytes {} to {}", span.start, span.end);
    }
    let slice = short(&text[span.start..span.end]);
    format!("{}:{}-{}:{} {slice}", start.line, start.column, end.line, end.column)
}

fn describe(source: &Source<'_>, profile: &Profile) -> String {
    let files = BESIDE.as_slice();
    let options = Options { files: Some(&files as &dyn Files), ..Options::default() };
    let text = String::from_utf8_lossy(source.bytes);
    let Checked { skill, name, description, diagnostics, places } = check_with(source, profile, &options);
    let mut out = String::new();
    for diagnostic in &diagnostics {
        writeln!(out, "{} {} at {}", diagnostic.severity.as_str(), diagnostic.id(), place(&text, diagnostic))
            .unwrap();
        writeln!(out, "  {}", diagnostic.message).unwrap();
        writeln!(out, "  help: {}", diagnostic.help.as_deref().unwrap()).unwrap();
        for edit in diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
            let old = &text[edit.span.start..edit.span.end];
            let word = diagnostic.fix.as_ref().unwrap().applicability;
            writeln!(out, "  {word:?} fix: {old:?} becomes {:?}", edit.text).unwrap();
        }
    }
    let text_of = |text: Option<&String>| text.map_or("none".into(), |text| short(text));
    writeln!(out, "name {}, description {}", text_of(name.as_ref()), text_of(description.as_ref())).unwrap();
    let slice = |span: &Span| &text[span.start..span.end];
    if let Some(place) = &places.name {
        writeln!(out, "the name stands at {}", short(slice(place))).unwrap();
    }
    match skill {
        Some(Skill { metadata, instructions, .. }) => {
            assert_eq!((name, description), (Some(metadata.name), Some(metadata.description)));
            let requires: Vec<_> = metadata.requires.iter().zip(places.requires.iter().map(slice)).collect();
            for (what, list) in [("tags", metadata.tags), ("inputs", metadata.inputs)] {
                if !list.is_empty() {
                    writeln!(out, "{what} {list:?}").unwrap();
                }
            }
            for (required, slice) in requires {
                writeln!(out, "requires {required:?} at {slice:?}").unwrap();
            }
            if metadata.risk.is_some() || metadata.version.is_some() {
                writeln!(out, "risk {:?}, version {:?}", metadata.risk, metadata.version).unwrap();
            }
            writeln!(out, "instructions {}", short(&instructions)).unwrap();
        }
        None => writeln!(out, "refused").unwrap(),
    }
    let fixed = [Applicability::Safe, Applicability::Unsafe]
        .map(|at_most| Some((at_most, apply_fixes(source, profile, &options, at_most)?)));
    for (at_most, fixed) in fixed.into_iter().flatten() {
        writeln!(out, "{at_most:?} fixes: {}", fixed.applied.join(", ")).unwrap();
        for line in fixed.text.split_inclusive('\n') {
            writeln!(out, "| {line:?}").unwrap();
        }
    }
    out
}

#[test]
fn every_source_is_judged_as_its_report_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for profile in profile::ALL {
        let mut paths: Vec<_> =
            fs::read_dir(folder.join(profile.name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let format = match path.extension().and_then(|extension| extension.to_str()) {
                Some("md") => Format::AgentSkill,
                Some("sexp") => Format::Native,
                _ => continue,
            };
            count += 1;
            let bytes = fs::read(&path).unwrap();
            let source = Source { path: format.file_name(), directory: Some("tide"), format, bytes: &bytes };
            let actual = describe(&source, profile);
            let expected = path.with_extension("report");
            if bless {
                fs::write(&expected, &actual).unwrap();
            } else if fs::read_to_string(&expected).unwrap_or_default() != actual {
                wrong.push(format!("{}\n{actual}", path.display()));
            }
        }
    }
    assert!(count > 40, "the sources are gone");
    assert!(wrong.is_empty(), "differ from their .report (BLESS=1 writes them):\n{}", wrong.join("\n"));
}

/// The failing example of each rule: where it is reported, and with which words.
#[test]
fn every_rule_says_where_and_what() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rules.report");
    let mut actual = String::new();
    for info in Rule::ALL.iter().map(|rule| rule.info()) {
        let sample = &info.example.failing;
        let (shown, files) = (sample.path(), sample.beside);
        let options = Options { files: Some(&files as &dyn Files), ..Options::default() };
        let source = sample.source(&shown);
        let found = check_with(&source, profile::by_name(info.example.profile).unwrap(), &options);
        let text = String::from_utf8_lossy(source.bytes);
        for diagnostic in found.diagnostics {
            writeln!(actual, "{} at {}", diagnostic.id(), place(&text, &diagnostic)).unwrap();
            writeln!(actual, "  {}", diagnostic.message).unwrap();
            writeln!(actual, "  help: {}", diagnostic.help.as_deref().unwrap()).unwrap();
        }
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &actual).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), actual, "BLESS=1 writes it anew");
}
