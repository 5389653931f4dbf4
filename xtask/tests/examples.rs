//! The examples of `docs/examples` are what their pages say they are: sound skills with a few
//! remarks, and broken ones with one fault each.

use repertoire_schema::{Checked, Format, Options, Source, check_with, profile};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(name)
}

/// The paths of all files below `folder`, relative to it.
fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(folder.join(&here))? {
            let entry = entry?;
            let path = here.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    Ok(found)
}

/// Every example of a folder, judged under the published standard, by the name of its directory.
fn judged(name: &str) -> BTreeMap<String, Checked> {
    let top = folder(name);
    let judge = |directory: String| -> std::io::Result<(String, Checked)> {
        let files = files(&top.join(&directory))?;
        let sources: Vec<_> =
            files.iter().filter_map(|file| Format::of_file_name(file).map(|format| (file, format))).collect();
        let [(file, format)] = sources[..] else { panic!("{directory} holds {} sources", sources.len()) };
        let bytes = fs::read(top.join(&directory).join(file))?;
        let source = Source { path: file, directory: Some(&directory), format, bytes: &bytes };
        let options = Options { files: Some(&files.as_slice()), ..Options::default() };
        let checked = check_with(&source, &profile::AGENT_SKILLS, &options);
        Ok((directory, checked))
    };
    let read = || -> std::io::Result<BTreeMap<String, Checked>> {
        let mut all = BTreeMap::new();
        for entry in fs::read_dir(&top)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                let (directory, checked) = judge(entry.file_name().to_string_lossy().into_owned())?;
                all.insert(directory, checked);
            }
        }
        Ok(all)
    };
    read().unwrap_or_else(|error| panic!("{}: {error}", top.display()))
}

fn ids(checked: &Checked) -> Vec<&str> {
    checked.diagnostics.iter().map(repertoire_diagnostic::Diagnostic::id).collect()
}

#[test]
fn sound_examples_pass_with_the_remarks_that_they_are_there_to_show() {
    let skills = judged("skills");
    let expected = BTreeMap::from([
        ("changelog-entry", vec!["version-number"]),
        ("dependency-upgrade", vec!["comment-cuts-value"]),
        ("flaky-test-hunt", vec!["description-when"]),
        ("sql-migration-review", vec!["allowed-tools-form"]),
    ]);
    for (directory, checked) in &skills {
        assert!(checked.is_valid(), "{directory}: {:?}", checked.diagnostics);
        assert_eq!(ids(checked), *expected.get(directory.as_str()).unwrap_or(&vec![]), "{directory}");
    }
    assert!(expected.keys().all(|directory| skills.contains_key(*directory)));
    let fixes = skills.values().flat_map(|checked| &checked.diagnostics).filter(|found| found.fix.is_some());
    assert!(fixes.count() >= 2, "some of the remarks come with a fix");
}

#[test]
fn broken_examples_have_the_one_fault_that_their_page_names() {
    let page = fs::read_to_string(folder("broken/README.md")).expect("the page of the broken examples");
    let rows: BTreeMap<&str, &str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ["))
        .map(|line| {
            let (directory, rest) = line.split_once("](").expect("a link to the example");
            (directory, rest.split('`').nth(1).expect("a rule in backticks"))
        })
        .collect();
    let skills = judged("broken");
    assert!(skills.keys().eq(rows.keys()), "the folders and the rows are the same");
    let judged: Vec<_> =
        skills.iter().map(|(directory, checked)| (directory.as_str(), ids(checked))).collect();
    let named: Vec<_> = rows.into_iter().map(|(directory, rule)| (directory, vec![rule])).collect();
    assert_eq!(judged, named, "what is found (left) and what the page names (right)");
    assert!(skills.values().all(|checked| !checked.is_valid()), "each is an error");
}
