//! What a source is judged by beside its text: its name, its directory, its size, and the files
//! around it.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops and tells")]

use repertoire_diagnostic::Severity;
use repertoire_schema::profile::Levels;
use repertoire_schema::rules::{Level, Rule};
use repertoire_schema::{
    Checked, Files, Format, Options, Presence, Profile, Source, check, check_with, profile,
};

fn markdown<'a>(directory: Option<&'a str>, text: &'a str) -> Source<'a> {
    Source { path: "tide/SKILL.md", directory, format: Format::AgentSkill, bytes: text.as_bytes() }
}

/// The rules that were found, and the texts where.
fn told<'t>(checked: &Checked, text: &'t str) -> Vec<(String, &'t str)> {
    checked
        .diagnostics
        .iter()
        .map(|found| (found.id().to_owned(), found.span.map_or("", |span| &text[span.start..span.end])))
        .collect()
}

#[test]
fn sizes_are_counted_in_characters() {
    let text = "---\nname: tide\ndescription: Use when asked.\n---\nHöhe é";
    let characters = text.chars().count();
    assert_eq!(text.len(), characters + 2);
    for (most, expected) in [
        (text.len(), None),
        (characters, None),
        (characters - 1, Some("é")),
        (characters - 2, Some(" ")),
        (characters - 5, Some("ö")),
    ] {
        let options = Options { max_characters: most, ..Options::default() };
        let checked = check_with(&markdown(Some("tide"), text), &profile::AGENT_SKILLS, &options);
        let expected: Vec<_> =
            expected.map(|place| ("file-too-large".to_owned(), place)).into_iter().collect();
        assert_eq!(told(&checked, text), expected, "{most}");
    }
}

#[test]
fn instructions_of_a_form_have_the_bound_of_their_source() {
    let text =
        "(:autolith-skill :version 1 :name \"n\" :description \"Use when asked.\" :instructions \"Höhe é\")";
    let (characters, instructions) = (text.chars().count(), "Höhe é".chars().count());
    let source =
        Source { path: "SKILL.sexp", directory: None, format: Format::Native, bytes: text.as_bytes() };
    let judged = |most: usize, profile: &Profile| {
        let options = Options { max_characters: most, ..Options::default() };
        check_with(&source, profile, &options)
            .diagnostics
            .iter()
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
    };
    let source_told = |most: usize| format!("the source has {characters} characters; loaders read {most}");
    assert_eq!(judged(characters, &profile::AGENT_SKILLS), Vec::<String>::new());
    for most in [characters - 1, instructions + 2, instructions + 1, instructions] {
        assert_eq!(judged(most, &profile::AGENT_SKILLS), [source_told(most)], "{most}");
    }
    let few = instructions - 1;
    let more = format!("the instructions have more than {few} characters");
    assert_eq!(judged(few, &profile::AGENT_SKILLS), [source_told(few), more]);
    assert_eq!(judged(few, &profile::AUTOLITH), [source_told(few)], "one error is enough");
}

#[test]
fn a_file_goes_by_its_exact_name() {
    let text = "---\nname: tide\ndescription: Use when asked.\n---\nBody.\n";
    for (path, wanted) in [
        ("tide/SKILL.md", None),
        ("tide/skill.md", Some("SKILL.md")),
        ("tide\\Skill.md", Some("SKILL.md")),
        ("SKILL.SEXP", Some("SKILL.sexp")),
        ("tide/README.md", None),
        ("skill.md/SKILL.md", None),
    ] {
        let found =
            check(&Source { path, ..markdown(Some("tide"), text) }, &profile::AGENT_SKILLS).diagnostics;
        let messages: Vec<_> = found.iter().map(|found| found.message.as_str()).collect();
        let expected: Vec<_> = wanted
            .map(|wanted| {
                format!("the file is named `{}`, not `{wanted}`", &path[path.len() - wanted.len()..])
            })
            .into_iter()
            .collect();
        assert_eq!(messages, expected, "{path}");
    }
}

#[test]
fn a_name_comes_from_the_directory_where_there_is_one() {
    let text = "---\ndescription: Use when asked.\n---\nBody.\n";
    for (directory, name) in [(Some("tide"), Some("tide")), (Some(" "), None), (Some(""), None), (None, None)]
    {
        let checked = check(&markdown(directory, text), &profile::LOADER);
        assert_eq!(checked.name.as_deref(), name, "{directory:?}");
        assert_eq!(checked.is_valid(), name.is_some());
        let severity = if name.is_some() { Severity::Warning } else { Severity::Error };
        assert_eq!(checked.diagnostics[0].severity, severity, "{directory:?}");
        assert_eq!(checked.diagnostics[0].fix.is_some(), name.is_some(), "{directory:?}");
    }
}

#[test]
fn a_name_is_held_against_a_directory_that_is_known() {
    let text = "---\nname: Tide Chart\ndescription: Use when asked.\n---\nBody.\n";
    for (directory, rules, fixed) in [
        (None, ["name-form"].as_slice(), Some("tide-chart")),
        (Some(""), &["name-form"], Some("tide-chart")),
        (Some("ebb"), &["name-directory", "name-form"], Some("ebb")),
        (Some("Ebb"), &["name-directory", "name-form"], None),
    ] {
        let found = check(&markdown(directory, text), &profile::AGENT_SKILLS).diagnostics;
        assert_eq!(found.iter().map(|found| found.id()).collect::<Vec<_>>(), rules, "{directory:?}");
        let fixes: Vec<_> =
            found.iter().filter_map(|found| found.fix.as_ref()).map(|fix| fix.edits[0].text.trim()).collect();
        assert_eq!(fixes, fixed.into_iter().collect::<Vec<_>>(), "{directory:?}");
    }
}

/// Cannot tell of anything.
struct Unknown;

impl Files for Unknown {
    fn presence(&self, path: &str) -> Presence {
        assert!(!path.is_empty(), "the directory itself is not looked up");
        Presence::Unknown
    }
}

#[test]
fn links_are_looked_up_where_files_are_known_and_the_rules_are_on() {
    let text =
        "---\nname: tide\ndescription: Use when asked.\n---\n[a](a.md) [b](B.md) [c](../c.md) [d](./)\n";
    let files = ["b.md"].as_slice();
    let found = |files: Option<&dyn Files>, off: &[Rule]| {
        let mut levels = Levels::usual();
        for rule in off {
            levels.set(*rule, Level::Off);
        }
        let options = Options { files, levels: Some(&levels), ..Options::default() };
        let checked = check_with(&markdown(Some("tide"), text), &profile::AGENT_SKILLS, &options);
        told(&checked, text).into_iter().map(|(rule, place)| format!("{rule} {place}")).collect::<Vec<_>>()
    };
    let (broken, case, outside) = ("link-broken a.md", "link-case B.md", "link-outside ../c.md");
    assert_eq!(found(Some(&files), &[]), [broken, case, outside]);
    assert_eq!(found(Some(&files), &[Rule::LinkOutside]), [broken, case]);
    assert_eq!(found(Some(&files), &[Rule::LinkCase]), [broken, outside]);
    assert_eq!(found(Some(&files), &[Rule::LinkBroken]), [case, outside]);
    assert_eq!(found(Some(&files), &[Rule::LinkBroken, Rule::LinkCase]), [outside]);
    assert_eq!(found(None, &[]), [outside]);
    assert_eq!(found(None, &[Rule::LinkOutside]), Vec::<String>::new());
    assert_eq!(found(Some(&Unknown), &[]), [outside]);
}

#[test]
fn bytes_that_are_no_text_are_told_by_their_offset() {
    for format in [Format::AgentSkill, Format::Native] {
        let source = Source { path: format.file_name(), directory: None, format, bytes: b"abc\xff" };
        let found = check(&source, &profile::LOADER).diagnostics;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].span.map(|span| (span.start, span.end)), Some((3, 4)));
    }
}

#[test]
fn a_rule_that_is_off_excuses_nothing() {
    let text = "---\nname: tide\ndescription: TODO\n---\nBody.\n";
    let found = |off: Option<Rule>| {
        let mut levels = Levels::usual();
        if let Some(rule) = off {
            levels.set(rule, Level::Off);
        }
        let options = Options { levels: Some(&levels), ..Options::default() };
        told(&check_with(&markdown(Some("tide"), text), &profile::AGENT_SKILLS, &options), text)
    };
    assert_eq!(found(None), [("description-placeholder".to_owned(), "TODO")]);
    assert_eq!(found(Some(Rule::DescriptionPlaceholder)), [("description-when".to_owned(), "TODO")]);
}
