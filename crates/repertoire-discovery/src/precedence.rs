//! Which of several definitions of a name takes it.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use repertoire_diagnostic::Diagnostic;

use crate::catalog::{Catalog, Entry, Shadowed};
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
    for index in turns {
        won_by[index] = *winners.entry(&candidates[index].entry.metadata.name).or_insert(index);
    }
    drop(winners);

    let mut places = vec![0; candidates.len()];
    let mut count = 0;
    for (index, winner) in won_by.iter().enumerate() {
        if index == *winner {
            places[index] = count;
            count += 1;
        }
    }
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut lost = vec![false; candidates.len()];
    for (index, winner) in won_by.iter().enumerate() {
        let (loser, winner) = (&candidates[index], &candidates[*winner].entry);
        // The same file through another path is no other definition.
        if std::ptr::eq(&loser.entry, winner) || loser.entry.canonical == winner.canonical {
            continue;
        }
        lost[index] = true;
        let root_index = loser.entry.root_index;
        let reporter = Reporter { spec: &roots[root_index], index: root_index };
        let below = loser.directory.join(loser.entry.format.file_name());
        let by = (&roots[winner.root_index], winner.path.as_path());
        diagnostics.push(reporter.shadowed(&below, &winner.metadata.name, by));
    }
    let mut catalog = Catalog { roots: roots.to_vec(), diagnostics, ..Catalog::default() };
    for (index, candidate) in candidates.into_iter().enumerate() {
        if won_by[index] == index {
            catalog.entries.push(candidate.entry);
        } else if lost[index] {
            catalog.shadowed.push(Shadowed { entry: candidate.entry, winner: places[won_by[index]] });
        }
    }
    catalog
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
