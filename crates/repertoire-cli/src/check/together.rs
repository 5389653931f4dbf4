//! What shows only when several skills are looked at: names twice in one root, requirements
//! without a skill or in a circle.

use super::config::Settings;
use super::inputs::{Input, Origin};
use super::judge::{Judged, format_of};
use repertoire::diagnostic::Diagnostic;
use repertoire::fs::{Confinement, ListBuffer, Root, Tree};
use repertoire::schema::rules::Rule;
use repertoire::schema::{Format, Member, Metadata, Places, check_together};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A directory of this name is a root of its own, wherever it stands in a tree.
const ROOT_NAME: &str = "skills";

/// One skill of a tree, without its text, and the way back to it.
#[derive(Debug)]
pub(crate) struct Neighbour {
    path: PathBuf,
    shown: String,
    tree: Arc<Tree>,
    settings: Arc<Settings>,
    metadata: Metadata,
    places: Places,
}

impl Neighbour {
    /// What is to be remembered of a source: nothing unless it is a skill of a tree. A file that
    /// was named alone says nothing about the others.
    pub(crate) fn of(judged: &Judged, tree: Option<&Arc<Tree>>, settings: &Arc<Settings>) -> Option<Self> {
        let skill = judged.checked.skill.as_ref()?;
        let metadata = Metadata {
            name: skill.metadata.name.clone(),
            requires: skill.metadata.requires.clone(),
            ..Metadata::default()
        };
        Some(Self {
            path: judged.path.clone(),
            shown: judged.shown.clone(),
            tree: Arc::clone(tree?),
            settings: Arc::clone(settings),
            metadata,
            places: judged.checked.places.clone(),
        })
    }

    /// The input that gives this source again.
    pub(crate) fn input(&self) -> Input {
        Input {
            path: self.path.clone(),
            origin: Origin::Tree(Arc::clone(&self.tree)),
            settings: Arc::clone(&self.settings),
        }
    }

    /// The root that the skill belongs to: the nearest `skills` above it in its tree, else the tree.
    fn root(&self) -> &Path {
        let above = self.path.ancestors().skip(2);
        let mut below_tree = above.take_while(|directory| directory.starts_with(self.tree.path()));
        below_tree
            .find(|directory| directory.file_name().is_some_and(|name| name == ROOT_NAME))
            .unwrap_or(self.tree.path())
    }
}

/// The findings of each neighbour, by its index.
pub(crate) fn found(neighbours: &[&Neighbour]) -> Vec<(usize, Diagnostic)> {
    let mut roots: HashMap<&Path, usize> = HashMap::new();
    let mut groups: Vec<(&Arc<Settings>, Vec<usize>)> = Vec::new();
    for (at, neighbour) in neighbours.iter().enumerate() {
        match groups.iter_mut().find(|(settings, _)| Arc::ptr_eq(settings, &neighbour.settings)) {
            Some((_, members)) => members.push(at),
            None => groups.push((&neighbour.settings, vec![at])),
        }
    }
    let mut siblings = Siblings::default();
    let mut found = Vec::new();
    for (settings, mut group) in groups {
        native_first(&mut group, neighbours);
        let members: Vec<Member<'_>> = group
            .iter()
            .map(|at| {
                let neighbour = neighbours[*at];
                let count = roots.len();
                Member {
                    path: &neighbour.shown,
                    root: *roots.entry(neighbour.root()).or_insert(count),
                    metadata: &neighbour.metadata,
                    places: &neighbour.places,
                }
            })
            .collect();
        for (member, diagnostic) in check_together(&members, &settings.levels) {
            let at = group[member];
            let unknown = diagnostic.rule.as_deref() == Some(Rule::RequiresUnknown.id());
            if !(unknown && siblings.hold(neighbours[at], &diagnostic)) {
                found.push((at, diagnostic));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found
}

/// Within one directory a native form takes the name before the Markdown that stands ahead of it.
fn native_first(group: &mut [usize], neighbours: &[&Neighbour]) {
    for at in 1..group.len() {
        let (one, two) = (&neighbours[group[at - 1]].path, &neighbours[group[at]].path);
        if one.parent() == two.parent()
            && format_of(one) != Format::Native
            && format_of(two) == Format::Native
        {
            group.swap(at - 1, at);
        }
    }
}

/// The names beside the directories of skills, for requirements that were not part of the check.
#[derive(Default)]
struct Siblings(HashMap<PathBuf, BTreeSet<String>>);

impl Siblings {
    /// Whether the skill that a diagnostic misses stands beside the one that requires it.
    fn hold(&mut self, neighbour: &Neighbour, diagnostic: &Diagnostic) -> bool {
        let Some(directory) = neighbour.path.parent() else { return false };
        let at = diagnostic
            .span
            .and_then(|span| neighbour.places.requires.iter().position(|place| *place == span));
        let Some(name) = at.and_then(|at| neighbour.metadata.requires.get(at)) else { return false };
        let names =
            self.0.entry(directory.to_owned()).or_insert_with(|| beside(directory).unwrap_or_default());
        names.contains(name)
    }
}

fn beside(directory: &Path) -> Option<BTreeSet<String>> {
    let root = Root::open(&directory.join("..")).ok()?;
    let confinement = Confinement::new(Arc::new(root), Vec::new());
    let mut names = BTreeSet::new();
    let listing = confinement.open_directory(&confinement.root_place()).ok()?;
    listing
        .list(&mut ListBuffer::new(), |name, _| {
            names.extend(name.to_str().map(str::to_owned));
            ControlFlow::Continue(())
        })
        .ok()?;
    Some(names)
}
