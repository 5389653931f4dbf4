//! Both formats hold the same skill: there and back again keeps name, description and body.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops and tells"
)]

mod shared;

use proptest::prelude::*;
use repertoire_schema::native::{self, Purpose, collapse};
use repertoire_schema::{Error, Format, Metadata, Skill, Source, check, convert, profile};

fn markdown(directory: &str, bytes: &[u8]) -> Option<Skill> {
    check(
        &Source { path: "x/SKILL.md", directory: Some(directory), format: Format::AgentSkill, bytes },
        &profile::AUTOLITH,
    )
    .skill
}

fn form(text: &str) -> Option<Skill> {
    let source =
        Source { path: "x/SKILL.sexp", directory: None, format: Format::Native, bytes: text.as_bytes() };
    check(&source, &profile::AUTOLITH).skill
}

/// There and back again.
fn round(skill: &Skill) {
    let native = match convert::to_native(skill) {
        Ok(native) => native,
        Err(Error::NoInstructions) => {
            assert!(skill.instructions.trim().is_empty());
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let there = form(&native).expect("a conversion is valid");
    assert_eq!(there.metadata.name, skill.metadata.name);
    assert_eq!(there.metadata.description, collapse(&skill.metadata.description));
    assert_eq!(there.instructions, skill.instructions);
    let back = convert::to_markdown(&there, None).expect("a name that was valid stays so");
    let again = markdown(&skill.metadata.name, back.as_bytes()).expect("what is written passes the profile");
    assert_eq!((&again.metadata, &again.instructions), (&there.metadata, &there.instructions));
}

proptest! {
    #[test]
    fn skills_go_there_and_back(name in "[a-z0-9]{1,12}(-[a-z0-9]{1,8}){0,3}", description in any::<String>(), body in any::<String>()) {
        let description: String = collapse(&description).chars().take(1024).collect();
        let description = collapse(&description);
        prop_assume!(!description.is_empty());
        let metadata = Metadata { name, description, ..Metadata::default() };
        round(&Skill { metadata, instructions: body, format: Format::AgentSkill });
    }

    #[test]
    fn awkward_descriptions_are_quoted(description in "[-?:,\\[\\]{}#&*!|>'\"%@` a-z0-9~=.\\\\]{1,40}") {
        let description = collapse(&description);
        prop_assume!(!description.is_empty());
        let metadata = Metadata { name: "x".into(), description, ..Metadata::default() };
        round(&Skill { metadata, instructions: "i".into(), format: Format::AgentSkill });
    }

    #[test]
    fn rendered_forms_read_back(name in any::<String>(), description in any::<String>(), body in any::<String>()) {
        let text = native::render(&name, &description, &body);
        prop_assert!(text.starts_with("(:autolith-skill\n :version 1\n :name \"") && text.ends_with("\")\n"));
        if let Ok(read) = native::read(&text, Purpose::Conversion) {
            prop_assert_eq!(read.name.as_ref(), &name);
            prop_assert_eq!(read.description, collapse(&description));
            prop_assert_eq!(read.instructions.as_ref(), &body);
        } else {
            prop_assert!(name.is_empty() || collapse(&description).is_empty() || description.chars().count() > 1024);
        }
    }
}

#[test]
fn the_rendered_bytes_are_exact() {
    assert_eq!(
        native::render("tide", " a\n b ", "say \"hi\" \\n\r\n"),
        "(:autolith-skill\n :version 1\n :name \"tide\"\n :description \"a b\"\n :instructions \"say \\\"hi\\\" \\\\n\r\n\")\n"
    );
}

#[test]
fn a_conversion_may_be_without_instructions_and_a_source_may_not() {
    let text = native::render("tide", "d", "");
    assert!(native::read(&text, Purpose::Conversion).is_ok());
    assert!(matches!(native::read(&text, Purpose::Source), Err(Error::Native { .. })));
}

#[test]
fn names_are_made_to_fit() {
    let skill = |name: &str| Skill {
        metadata: Metadata { name: name.into(), description: "d".into(), ..Metadata::default() },
        instructions: "i".into(),
        format: Format::Native,
    };
    assert!(
        convert::to_markdown(&skill("A free Name!"), None)
            .expect("a name")
            .starts_with("---\nname: a-free-name\n")
    );
    assert!(
        convert::to_markdown(&skill("潮"), Some("tide")).expect("a name").starts_with("---\nname: tide\n")
    );
    assert!(matches!(convert::to_markdown(&skill("潮"), None), Err(Error::Name { .. })));
    assert!(convert::to_markdown(&skill("123"), None).expect("a name").starts_with("---\nname: '123'\n"));
}

#[test]
fn real_skills_go_there_and_back() {
    let Some(corpus) = shared::folder("corpus/skills") else { return };
    let mut count = 0;
    for (path, bytes) in shared::sources(&corpus) {
        if let Some(skill) = markdown(shared::directory(&path).unwrap_or_default(), &bytes) {
            round(&skill);
            count += 1;
        }
    }
    assert!(count > 2_000, "{count}");
}
