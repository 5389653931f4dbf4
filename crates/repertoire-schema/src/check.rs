//! The engine: applies a profile to a `SKILL.md`. It knows no profile's name.
//!
//! The order of the checks is fixed: syntax, duplicates, mapping, unknown fields, types of the
//! other fields, presence and type of the name, presence and type of the description, length of
//! the description, rules of the name, directory, empty description; then what is worth knowing.

mod body;
mod checklist;
mod confusable;
mod description;
mod extras;
mod fields;
mod hidden;
mod links;
mod name;
mod problems;
mod values;
mod visible;
mod writing;

use crate::findings::Findings;
use crate::profile::Profile;
use crate::read::Read;
use crate::rules::Rule;
use crate::{Format, Metadata, Options, Places, Skill, Source};
use repertoire_diagnostic::Span;
use repertoire_frontmatter::{ProblemKind, parse_bytes};

pub use description::collapse;
pub(crate) use hidden::decoded;
pub use name::fitting;
pub(crate) use name::is_sound;
pub(crate) use writing::remarks;

/// How far a check goes: a fix is proven on the frontmatter alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Whole,
    Frontmatter,
}

/// What is known of a skill while it is being judged.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) extras: Metadata,
    pub(crate) places: Places,
}

/// One judgement in progress.
pub(crate) struct Judge<'j, 's> {
    pub(crate) profile: &'j Profile,
    pub(crate) source: &'j Source<'j>,
    pub(crate) options: &'j Options<'j>,
    pub(crate) findings: Findings<'s>,
    pub(crate) reach: Reach,
}

/// Judges a `SKILL.md`, and gives what was read of it.
pub(crate) fn agent_skill<'a>(
    judge: &mut Judge<'_, '_>,
    bytes: &'a [u8],
) -> (Known, Option<Read<'a>>, Option<Skill>) {
    let mut known = Known::default();
    let document = match parse_bytes(bytes) {
        Ok(document) => document,
        Err(problem) => {
            problems::encoding(judge, &problem);
            return (known, None, None);
        }
    };
    let mut read = Read { document, yaml: None };
    size(judge, read.text());
    problems::fences(judge, &read);
    if !read.document.has_frontmatter() {
        return (known, Some(read), None);
    }
    problems::syntax(judge, &mut read);
    problems::duplicates(judge, &read);
    let root = read.tree().root().filter(|root| !root.is_absent());
    if !root.is_some_and(|root| root.is_mapping()) {
        let place = read.document.split().frontmatter;
        let seen = match root {
            None => "the frontmatter is empty",
            Some(root) if root.is_sequence() => "the frontmatter is a list, not fields",
            Some(_) => "the frontmatter is text without fields",
        };
        judge.findings.report(Rule::FrontmatterStructure, crate::read::span(place), seen);
        return (known, Some(read), None);
    }
    fields::unknown(judge, &read);
    values::others(judge, &read);
    let name = name::presence(judge, &read);
    let description = description::presence(judge, &read);
    description::length(judge, description.as_ref());
    name::rules(judge, &read, &name);
    description::empty(judge, &read, description.as_ref());
    description::writing(judge, description.as_ref());
    problems::style(judge, &read);
    hidden::check(judge, &read);
    if judge.reach == Reach::Whole {
        body::check(judge, &read);
    }
    if judge.profile.extras {
        extras::collect(&read, &mut known);
    }
    checklist::check(judge, &read, &known);
    known.places.name = name.span;
    known.name = name.resolved;
    known.description = description.map(|found| found.shown).filter(|text| !text.is_empty());
    let skill = skill(judge, &known, read.document.body());
    (known, Some(read), skill)
}

/// The skill, where nothing refuses it and it has what a skill must have.
fn skill(judge: &Judge<'_, '_>, known: &Known, body: &str) -> Option<Skill> {
    if judge.reach == Reach::Frontmatter || judge.findings.refused() {
        return None;
    }
    let metadata = Metadata {
        name: known.name.clone()?,
        description: known.description.clone()?,
        ..known.extras.clone()
    };
    Some(Skill { metadata, instructions: body.to_owned(), format: Format::AgentSkill })
}

/// Sources over the bound on characters. Counting is skipped where the bytes already fit.
pub(crate) fn size(judge: &mut Judge<'_, '_>, text: &str) {
    let most = judge.options.max_characters;
    if text.len() <= most {
        return;
    }
    let characters = text.chars().count();
    if characters > most {
        let first = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
        let end = text[first..].chars().next().map_or(first, |c| first + c.len_utf8());
        judge.findings.report(
            Rule::FileTooLarge,
            Span::new(first, end),
            format!("the source has {characters} characters; loaders read {most}"),
        );
    }
}

/// The rule of a problem that the parser found.
pub(crate) const fn rule_of(kind: ProblemKind) -> Rule {
    match kind {
        ProblemKind::Bom => Rule::Bom,
        ProblemKind::FenceSpaces => Rule::FenceSpaces,
        ProblemKind::FenceNotFirst => Rule::FenceNotFirst,
        ProblemKind::FenceJoined => Rule::FenceJoined,
        ProblemKind::FenceDots => Rule::FenceDots,
        ProblemKind::FenceIndented => Rule::FenceIndented,
        ProblemKind::FenceUnclosed => Rule::FenceUnclosed,
        ProblemKind::FenceMissing(_) => Rule::FenceMissing,
        ProblemKind::EmptyFile => Rule::EmptyFile,
        ProblemKind::Encoding(_) => Rule::Encoding,
        ProblemKind::YamlColon => Rule::YamlColon,
        ProblemKind::YamlReserved => Rule::YamlReserved,
        ProblemKind::YamlQuoteTail => Rule::YamlQuoteTail,
        ProblemKind::YamlQuoteOpen => Rule::YamlQuoteOpen,
        ProblemKind::YamlQuoteColumn => Rule::YamlQuoteColumn,
        ProblemKind::YamlFlow => Rule::YamlFlow,
        ProblemKind::YamlTab => Rule::YamlTab,
        ProblemKind::YamlIndent => Rule::YamlIndent,
        ProblemKind::YamlContinuation => Rule::YamlContinuation,
        ProblemKind::YamlLine => Rule::YamlLine,
        ProblemKind::YamlEscape => Rule::YamlEscape,
        ProblemKind::YamlControl => Rule::YamlControl,
        ProblemKind::DuplicateKey { .. } => Rule::DuplicateKey,
        ProblemKind::CommentCutsValue => Rule::CommentCutsValue,
        ProblemKind::Unsupported(_) => Rule::Unsupported,
        // A problem that this crate does not know yet is a fault of syntax.
        _ => Rule::YamlSyntax,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_the_parser_and_its_rule_have_one_name() {
        use repertoire_frontmatter::{Construct, Encoding, Found};
        for kind in [
            ProblemKind::Bom,
            ProblemKind::FenceSpaces,
            ProblemKind::FenceNotFirst,
            ProblemKind::FenceJoined,
            ProblemKind::FenceDots,
            ProblemKind::FenceIndented,
            ProblemKind::FenceUnclosed,
            ProblemKind::FenceMissing(Found::KeyLines),
            ProblemKind::EmptyFile,
            ProblemKind::Encoding(Encoding::Binary),
            ProblemKind::YamlColon,
            ProblemKind::YamlReserved,
            ProblemKind::YamlQuoteTail,
            ProblemKind::YamlQuoteOpen,
            ProblemKind::YamlQuoteColumn,
            ProblemKind::YamlFlow,
            ProblemKind::YamlTab,
            ProblemKind::YamlIndent,
            ProblemKind::YamlContinuation,
            ProblemKind::YamlLine,
            ProblemKind::YamlEscape,
            ProblemKind::YamlControl,
            ProblemKind::DuplicateKey { first: Default::default() },
            ProblemKind::CommentCutsValue,
            ProblemKind::Unsupported(Construct::Tag),
        ] {
            assert_eq!(rule_of(kind).id(), kind.id());
        }
    }
}
