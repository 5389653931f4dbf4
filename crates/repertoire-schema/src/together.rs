//! Checks over several skills: names that are taken, requirements without a skill or in a circle.

use crate::alike::names_alike;
use crate::near;
use crate::profile::Levels;
use crate::read::shown;
use crate::rules::Rule;
use crate::{Metadata, Places};
use repertoire_diagnostic::{Diagnostic, Span};
use std::collections::BTreeMap;

/// One skill among others.
#[derive(Clone, Copy, Debug)]
pub struct Member<'m> {
    /// The path to show.
    pub path: &'m str,
    /// The root it belongs to, counted from 0: names must be distinct within one root.
    pub root: usize,
    /// Its name and requirements.
    pub metadata: &'m Metadata,
    /// Where they stand.
    pub places: &'m Places,
}

/// Checks skills against each other, in the order of precedence: the first of a name has it.
/// Gives diagnostics with the index of the member that each is about, in the order of the
/// members.
///
/// # Examples
///
/// ```
/// use repertoire_schema::{Member, Metadata, Places, check_together, profile};
///
/// let skill = |name: &str, requires: &[&str]| Metadata {
///     name: name.into(),
///     requires: requires.iter().map(|name| name.to_string()).collect(),
///     ..Metadata::default()
/// };
/// let (tide, moon, places) = (skill("tide", &["moom"]), skill("moon", &[]), Places::default());
/// let members = [("tide/SKILL.md", &tide), ("moon/SKILL.md", &moon)]
///     .map(|(path, metadata)| Member { path, root: 0, metadata, places: &places });
///
/// let found = check_together(&members, &profile::AETHER.levels);
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].0, found[0].1.id()), (0, "requires-unknown"));
/// assert_eq!(found[0].1.help.as_deref(), Some("did you mean `moon`?"));
/// ```
#[must_use]
pub fn check_together(members: &[Member<'_>], levels: &Levels) -> Vec<(usize, Diagnostic)> {
    let mut found = Vec::new();
    let mut firsts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut in_root: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        let name = member.metadata.name.as_str();
        firsts.entry(name).or_insert(index);
        let first = *in_root.entry((member.root, name)).or_insert(index);
        if first != index {
            let message = format!("the name `{}` is taken by {}", shown(name), shown(members[first].path));
            let directory = |path: &str| path.rfind('/').map_or(String::new(), |at| path[..at].to_owned());
            let help = (directory(member.path) == directory(members[first].path))
                .then(|| "keep one of the two files".to_owned());
            report(&mut found, levels, Rule::NameTaken, index, member, member.places.name, message, help);
        }
    }
    let names: Vec<(usize, &str)> =
        members.iter().map(|member| (member.root, member.metadata.name.as_str())).collect();
    for (index, other) in names_alike(&names) {
        let (member, other) = (&members[index], &members[other]);
        let name = |member: &Member<'_>| shown(&member.metadata.name);
        let message = format!(
            "the name `{}` is easily taken for `{}`, in {}",
            name(member),
            name(other),
            shown(other.path)
        );
        report(&mut found, levels, Rule::NameNear, index, member, member.places.name, message, None);
    }
    for (index, member) in members.iter().enumerate() {
        for (at, required) in member.metadata.requires.iter().enumerate() {
            if firsts.contains_key(required.as_str()) {
                continue;
            }
            let help = near::nearest(required, firsts.keys().copied())
                .map(|near| format!("did you mean `{}`?", shown(near)));
            let message = format!("there is no skill `{}`", shown(required));
            report(
                &mut found,
                levels,
                Rule::RequiresUnknown,
                index,
                member,
                member.places.requires.get(at).copied(),
                message,
                help,
            );
        }
    }
    for (index, circle) in circles(members, &firsts) {
        let member = &members[index];
        let next = circle.get(1).copied().unwrap_or(index);
        let at = member.metadata.requires.iter().position(|name| *name == members[next].metadata.name);
        let place = at.and_then(|at| member.places.requires.get(at).copied());
        let message = if circle.len() == 1 {
            "the skill requires itself".to_owned()
        } else {
            let names: Vec<_> =
                circle.iter().chain(circle.first()).map(|at| shown(&members[*at].metadata.name)).collect();
            format!("the requirements go in a circle: {}", names.join(" → "))
        };
        report(&mut found, levels, Rule::RequiresCycle, index, member, place, message, None);
    }
    found.sort_by_key(|(index, _)| *index);
    found
}

#[allow(clippy::too_many_arguments)]
fn report(
    found: &mut Vec<(usize, Diagnostic)>,
    levels: &Levels,
    rule: Rule,
    index: usize,
    member: &Member<'_>,
    place: Option<Span>,
    message: String,
    help: Option<String>,
) {
    let Some(severity) = levels.of(rule).severity() else { return };
    let info = rule.info();
    let mut diagnostic = Diagnostic::new(info.kind, severity, message)
        .with_rule(info.id)
        .with_path(member.path)
        .with_root(member.root)
        .with_help(help.unwrap_or_else(|| info.help.to_owned()));
    diagnostic.span = place;
    found.push((index, diagnostic));
}

/// The circles among the requirements, each once, from its first member on. Iterative; linear in
/// the number of requirements.
fn circles(members: &[Member<'_>], firsts: &BTreeMap<&str, usize>) -> Vec<(usize, Vec<usize>)> {
    let next: Vec<Vec<usize>> = members
        .iter()
        .map(|member| {
            member.metadata.requires.iter().filter_map(|name| firsts.get(name.as_str()).copied()).collect()
        })
        .collect();
    // 0: not seen, 1: on the way, 2: done.
    let mut state = vec![0u8; members.len()];
    let mut circles = Vec::new();
    for start in 0..members.len() {
        if state[start] != 0 {
            continue;
        }
        let mut way = vec![(start, 0usize)];
        state[start] = 1;
        while let Some((here, edge)) = way.last_mut() {
            let here = *here;
            match next[here].get(*edge).copied() {
                Some(there) => {
                    *edge += 1;
                    if state[there] == 0 {
                        state[there] = 1;
                        way.push((there, 0));
                    } else if state[there] == 1 {
                        let from = way.iter().position(|(at, _)| *at == there).unwrap_or(0);
                        let mut circle: Vec<usize> = way[from..].iter().map(|(at, _)| *at).collect();
                        let least =
                            circle.iter().enumerate().min_by_key(|(_, at)| **at).map_or(0, |(at, _)| at);
                        circle.rotate_left(least);
                        circles.push((circle[0], circle));
                    }
                }
                None => {
                    state[here] = 2;
                    way.pop();
                }
            }
        }
    }
    circles.sort();
    circles.dedup();
    circles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::AETHER;

    fn ids(skills: &[(&str, usize, &[&str])]) -> Vec<(usize, String)> {
        let metadata: Vec<Metadata> = skills
            .iter()
            .map(|(name, _, requires)| Metadata {
                name: (*name).into(),
                requires: requires.iter().map(|name| (*name).into()).collect(),
                ..Metadata::default()
            })
            .collect();
        let places = Places::default();
        let members: Vec<Member<'_>> = skills
            .iter()
            .zip(&metadata)
            .map(|((name, root, _), metadata)| Member { path: name, root: *root, metadata, places: &places })
            .collect();
        check_together(&members, &AETHER.levels)
            .into_iter()
            .map(|(index, diagnostic)| (index, format!("{}: {}", diagnostic.id(), diagnostic.message)))
            .collect()
    }

    #[test]
    fn names_are_taken_within_a_root() {
        assert_eq!(ids(&[("a", 0, &[]), ("a", 1, &[])]), []);
        assert_eq!(
            ids(&[("a", 0, &[]), ("a", 0, &[])]),
            [(1, "name-taken: the name `a` is taken by a".into())]
        );
    }

    #[test]
    fn circles_are_told_once_and_spelled_out() {
        let spelled = |text: &str| format!("requires-cycle: the requirements go in a circle: {text}");
        assert_eq!(
            ids(&[("a", 0, &["b"]), ("b", 0, &["c"]), ("c", 0, &["a"])]),
            [(0, spelled("a → b → c → a"))]
        );
        assert_eq!(
            ids(&[("a", 0, &["b"]), ("b", 0, &["b"])]),
            [(1, "requires-cycle: the skill requires itself".into())]
        );
        assert_eq!(ids(&[("a", 0, &["b", "c"]), ("b", 0, &["c"]), ("c", 0, &[])]), []);
    }

    #[test]
    fn long_chains_cost_no_stack() {
        let names: Vec<String> = (0..50_000).map(|at| format!("s{at}")).collect();
        let metadata: Vec<Metadata> = (0..names.len())
            .map(|at| Metadata {
                name: names[at].clone(),
                requires: vec![names[(at + 1) % names.len()].clone()],
                ..Metadata::default()
            })
            .collect();
        let places = Places::default();
        let members: Vec<Member<'_>> = metadata
            .iter()
            .map(|metadata| Member { path: "p", root: 0, metadata, places: &places })
            .collect();
        assert_eq!(check_together(&members, &AETHER.levels).len(), 1);
    }

    #[test]
    fn a_circle_begins_with_its_first_member_and_is_found_from_outside() {
        let spelled = |text: &str| format!("requires-cycle: the requirements go in a circle: {text}");
        assert_eq!(
            ids(&[("z", 0, &["c"]), ("a", 0, &["b"]), ("b", 0, &["c"]), ("c", 0, &["a"])]),
            [(1, spelled("a → b → c → a"))]
        );
        assert_eq!(
            ids(&[("a", 0, &["b", "c"]), ("b", 0, &["a"]), ("c", 0, &["a"])]),
            [(0, spelled("a → b → a")), (0, spelled("a → c → a"))]
        );
        assert_eq!(ids(&[("a", 0, &["c"]), ("b", 0, &["c"]), ("c", 0, &[])]), []);
    }

    #[test]
    fn two_files_of_one_directory_are_one_too_many() {
        let (metadata, places) = (Metadata { name: "a".into(), ..Metadata::default() }, Places::default());
        let help = |paths: [&str; 2]| {
            let members = paths.map(|path| Member { path, root: 0, metadata: &metadata, places: &places });
            let found = check_together(&members, &AETHER.levels);
            found.into_iter().map(|(_, found)| found.help.unwrap_or_default()).collect::<Vec<_>>()
        };
        assert_eq!(help(["x/a/SKILL.md", "x/a/SKILL.sexp"]), ["keep one of the two files"]);
        assert_eq!(help(["x/a/SKILL.md", "y/a/SKILL.md"]), [Rule::NameTaken.info().help]);
    }

    #[test]
    fn requirements_are_told_where_they_stand() {
        let metadata = |name: &str, requires: &[&str]| Metadata {
            name: name.into(),
            requires: requires.iter().map(|name| (*name).into()).collect(),
            ..Metadata::default()
        };
        let (a, b) = (metadata("a", &["x", "b"]), metadata("b", &["b", "a"]));
        let span = |at| Span::new(at, at + 1);
        let places = [
            Places { name: Some(span(0)), requires: vec![span(10), span(11)] },
            Places { name: Some(span(1)), requires: vec![span(20), span(21)] },
        ];
        let members = [
            Member { path: "a", root: 0, metadata: &a, places: &places[0] },
            Member { path: "b", root: 3, metadata: &b, places: &places[1] },
            Member { path: "c", root: 3, metadata: &b, places: &places[1] },
        ];
        let found: Vec<_> = check_together(&members, &AETHER.levels)
            .into_iter()
            .map(|(index, found)| {
                (index, found.id().to_owned(), found.span.map(|span| span.start), found.root_index)
            })
            .collect();
        let told = |index, id: &str, at, root| (index, id.to_owned(), Some(at), Some(root));
        assert_eq!(
            found,
            [
                told(0, "requires-unknown", 10, 0),
                told(0, "requires-cycle", 11, 0),
                told(1, "requires-cycle", 20, 3),
                told(2, "name-taken", 1, 3),
            ]
        );
    }
}
