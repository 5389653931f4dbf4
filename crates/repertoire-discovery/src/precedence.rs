//! Which of several definitions of a name takes it.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use repertoire_diagnostic::Diagnostic;

use crate::catalog::{Catalog, Entry, Shadowed, addressed};
use crate::layout::Preference;
use crate::report::Reporter;
use crate::root::{RootSpec, Trust};

/// A valid definition, ready to take its name.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) entry: Entry,
    /// The path of its directory below the root.
    pub(crate) directory: PathBuf,
    /// The name of its directory.
    pub(crate) directory_name: Option<String>,
}

/// Gives names to definitions. `candidates` stand in catalog order.
pub(crate) fn settle(roots: &[RootSpec], candidates: Vec<Candidate>, preference: Preference) -> Catalog {
    let mut turns: Vec<usize> = (0..candidates.len()).collect();
    turns.sort_by(|a, b| turn(roots, preference, &candidates[*a], &candidates[*b]));
    let mut winners: HashMap<&str, usize> = HashMap::with_capacity(candidates.len());
    let mut won_by: Vec<usize> = (0..candidates.len()).collect();
    for index in &turns {
        won_by[*index] = *winners.entry(&candidates[*index].entry.metadata.name).or_insert(*index);
    }
    drop(winners);

    let addresses = Addresses::new(roots, &candidates, &turns, &won_by);
    let taken = addresses.taken();
    let mut places = vec![0; candidates.len()];
    let mut count = 0;
    for (index, winner) in won_by.iter().enumerate() {
        if index == *winner && !taken.contains_key(&index) {
            places[index] = count;
            count += 1;
        }
    }
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut lost: Vec<Option<Lost>> = vec![None; candidates.len()];
    for (index, winner) in won_by.iter().enumerate() {
        let (loser, by) = (&candidates[index], taken.get(winner));
        if (index == *winner && by.is_none()) || is_other_path(&candidates, &won_by, index) {
            continue;
        }
        let name = loser.entry.metadata.name.as_str();
        let root_index = loser.entry.root_index;
        let reporter = Reporter { spec: &roots[root_index], index: root_index };
        let below = loser.directory.join(loser.entry.format.file_name());
        let addressable = addresses.lead_to(index);
        let winner = match by {
            Some(target) => {
                let path = &candidates[*target].entry.path;
                diagnostics.push(reporter.address(&below, name, path, addressable));
                entry_behind(&taken, &won_by, *target)
            }
            None => {
                let entry = &candidates[*winner].entry;
                let by = (&roots[entry.root_index], entry.path.as_path());
                diagnostics.push(reporter.shadowed(&below, name, by, addressable));
                *winner
            }
        };
        lost[index] = Some(Lost { winner: places[winner], addressable });
    }
    drop(addresses);
    let mut catalog = Catalog { roots: roots.to_vec(), preference, diagnostics, ..Catalog::default() };
    for (index, candidate) in candidates.into_iter().enumerate() {
        if let Some(Lost { winner, addressable }) = lost[index] {
            catalog.shadowed.push(Shadowed { entry: candidate.entry, winner, addressable });
        } else if won_by[index] == index {
            catalog.entries.push(candidate.entry);
        }
    }
    catalog
}

/// What a loser leaves to its [`Shadowed`].
#[derive(Clone, Copy)]
struct Lost {
    winner: usize,
    addressable: bool,
}

/// Whether a candidate is the same file as the winner of its name, through another path: that is no
/// other definition.
fn is_other_path(candidates: &[Candidate], won_by: &[usize], index: usize) -> bool {
    let winner = won_by[index];
    index != winner && candidates[index].entry.canonical == candidates[winner].entry.canonical
}

/// The definitions that bear a name of their root, for `label:name`.
struct Addresses<'a> {
    roots: &'a [RootSpec],
    candidates: &'a [Candidate],
    /// The first by turn of each root and name; empty where no address can matter.
    first: HashMap<(usize, &'a str), usize>,
    /// The winners of the names that hold a colon.
    literal: HashMap<&'a str, usize>,
}

impl<'a> Addresses<'a> {
    fn new(roots: &'a [RootSpec], candidates: &'a [Candidate], turns: &[usize], won_by: &[usize]) -> Self {
        let winners = won_by.iter().enumerate().filter(|(index, winner)| index == *winner);
        let literal: HashMap<&str, usize> = winners
            .map(|(index, _)| (candidates[index].entry.metadata.name.as_str(), index))
            .filter(|(name, _)| name.contains(':'))
            .collect();
        let mut first = HashMap::new();
        let is_lost = |(index, winner): (usize, &usize)| index != *winner;
        if !literal.is_empty() || won_by.iter().enumerate().any(is_lost) {
            for index in turns.iter().filter(|index| !is_other_path(candidates, won_by, **index)) {
                let entry = &candidates[*index].entry;
                first.entry((entry.root_index, entry.metadata.name.as_str())).or_insert(*index);
            }
        }
        Self { roots, candidates, first, literal }
    }

    /// The definition at an address.
    fn at(&self, address: &str) -> Option<usize> {
        addressed(self.roots, address).find_map(|key| self.first.get(&key).copied())
    }

    /// Whether the definition at an address comes before the one that bears it as its name.
    fn comes_before(&self, target: usize, literal: usize) -> bool {
        let trust = |index: usize| self.roots[self.candidates[index].entry.root_index].trust;
        trust(target) <= trust(literal)
    }

    /// The winners of plain names that are addresses of others, each with the definition there.
    fn taken(&self) -> HashMap<usize, usize> {
        let literal = self.literal.iter();
        let targets = literal.filter_map(|(name, index)| Some((*index, self.at(name)?)));
        targets.filter(|(index, target)| self.comes_before(*target, *index)).collect()
    }

    /// Whether `label:name` of a candidate leads to it.
    fn lead_to(&self, index: usize) -> bool {
        let entry = &self.candidates[index].entry;
        let address = format!("{}:{}", self.roots[entry.root_index].label, entry.metadata.name);
        let literal = self.literal.get(address.as_str());
        self.at(&address) == Some(index) && literal.is_none_or(|literal| self.comes_before(index, *literal))
    }
}

/// The entry of the catalog that has the name of a definition, or the name at its address in turn.
fn entry_behind(taken: &HashMap<usize, usize>, won_by: &[usize], definition: usize) -> usize {
    let mut winner = won_by[definition];
    // The name behind a label is shorter than the address, so this ends.
    while let Some(target) = taken.get(&winner) {
        winner = won_by[*target];
    }
    winner
}

/// Whose turn to take a name comes first.
fn turn(roots: &[RootSpec], preference: Preference, a: &Candidate, b: &Candidate) -> Ordering {
    let root = |candidate: &Candidate| {
        let index = candidate.entry.root_index;
        (roots[index].trust == Trust::Reduced, index)
    };
    let fitness = |candidate: &Candidate| match preference {
        Preference::Path => (false, false),
        Preference::DirectoryName => (
            candidate.directory_name.as_deref() != Some(candidate.entry.metadata.name.as_str()),
            is_hidden(&candidate.directory),
        ),
    };
    // The sort is stable, and candidates stand in the order of their paths already.
    root(a).cmp(&root(b)).then_with(|| fitness(a).cmp(&fitness(b)))
}

fn is_hidden(directory: &Path) -> bool {
    directory.iter().any(|name| name.as_encoded_bytes().first() == Some(&b'.'))
}
