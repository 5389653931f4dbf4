//! The selections of one turn.

use std::sync::Arc;

use repertoire_discovery::{Catalog, Entry};
use repertoire_routing::{Because, Card, Plan, fuse};

use crate::place::Place;
use crate::text;

/// One selected skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Selection {
    /// The name under which it was selected.
    pub name: String,
    /// Its source, as it was when it was selected.
    pub entry: Arc<Entry>,
    /// Why it is there.
    pub because: Because,
}

/// A skill that is or may be selected.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) entry: Arc<Entry>,
    /// Whether it was asked for itself.
    pub(crate) chosen: bool,
}

impl Member {
    /// Whether both stand for one definition: the same source under the same name.
    fn is(&self, other: &Self) -> bool {
        is_same(&self.entry, &other.entry)
    }
}

/// Whether two entries are of one definition.
pub(crate) fn is_same(a: &Entry, b: &Entry) -> bool {
    a.path == b.path && a.metadata.name == b.metadata.name
}

/// The advisory risk in words.
pub(crate) fn risk(entry: &Entry) -> Option<&'static str> {
    entry.metadata.risk.map(|risk| risk.as_str())
}

/// The entry of a name, and the name to select it by: its own, or `label:name` where that belongs
/// to another.
pub(crate) fn look_up<'c>(catalog: &'c Catalog, name: &str) -> Option<(String, &'c Entry)> {
    let entry = catalog.find(name)?;
    let own = catalog.entries.iter().any(|one| std::ptr::eq(one, entry));
    Some((if own { entry.metadata.name.clone() } else { name.to_owned() }, entry))
}

/// What selecting a skill brings in, and the skills in the order to load them.
pub(crate) fn fused(catalog: &Catalog, name: &str, entry: &Entry) -> (Plan, Vec<Member>) {
    let paths: Vec<String> = catalog.entries.iter().map(|one| text::path(&one.path)).collect();
    let mut cards: Vec<Card<'_>> =
        catalog.entries.iter().zip(&paths).map(|(one, path)| Card::of(&one.metadata, path)).collect();
    let path = text::path(&entry.path);
    if name != entry.metadata.name {
        // A shadowed definition stands behind the catalog, under the name that addresses it.
        cards.push(Card { name, ..Card::of(&entry.metadata, &path) });
    }
    let plan = fuse([name], &cards);
    let members = plan.steps.iter().map(|step| Member {
        name: step.name.clone(),
        entry: Arc::new(catalog.entries.get(step.position).unwrap_or(entry).clone()),
        chosen: step.because.selected,
    });
    let members = members.collect();
    (plan, members)
}

/// What a turn holds.
#[derive(Debug, Default)]
pub(crate) struct Selections {
    members: Vec<Member>,
}

impl Selections {
    /// Marks a skill as asked for, if it is selected already.
    pub(crate) fn choose(&mut self, wanted: &Member) -> bool {
        let held = self.members.iter_mut().find(|held| held.is(wanted));
        held.map(|held| held.chosen = true).is_some()
    }

    /// Those that are not selected yet.
    pub(crate) fn missing(&self, members: &[Member]) -> Vec<Member> {
        members.iter().filter(|member| !self.members.iter().any(|held| held.is(member))).cloned().collect()
    }

    /// How many distinct names there would be with others.
    pub(crate) fn count_with(&self, others: &[Member]) -> usize {
        let new = others.iter().filter(|other| self.members.iter().all(|held| held.name != other.name));
        self.members.len() + new.count()
    }

    /// Selects skills. One whose name was selected from another source takes its place.
    pub(crate) fn record(&mut self, members: &[Member]) {
        for member in members {
            match self.members.iter_mut().find(|held| held.name == member.name) {
                Some(held) => *held = member.clone(),
                None => self.members.push(member.clone()),
            }
        }
        self.members.sort_by_cached_key(|member| Place::of(&member.entry));
    }

    /// The selections in catalog order, each with its reason.
    pub(crate) fn list(&self) -> Vec<Selection> {
        let required_by = |name: &String| {
            self.members
                .iter()
                .filter(|other| other.name != *name && other.entry.metadata.requires.contains(name))
                .map(|other| other.name.clone())
                .collect()
        };
        self.members
            .iter()
            .map(|member| Selection {
                name: member.name.clone(),
                entry: Arc::clone(&member.entry),
                because: Because { selected: member.chosen, required_by: required_by(&member.name) },
            })
            .collect()
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
    }
}
