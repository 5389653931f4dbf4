//! What the roots of reduced trust cover: nothing of it counts for a root of full trust.

use std::path::Path;

use crate::root::{RootSpec, Trust};

/// The roots as one of full trust sees them; empty where none is of reduced trust.
#[derive(Debug, Default)]
pub(crate) struct Covered<'a> {
    /// The canonical path and the place in the list of each root, the innermost first.
    roots: Vec<(&'a Path, usize)>,
    specs: &'a [RootSpec],
}

impl<'a> Covered<'a> {
    /// Nothing is covered for a root of reduced trust: its own names reach no further anyway.
    pub(crate) fn new(
        specs: &'a [RootSpec],
        index: usize,
        canonical: impl Iterator<Item = (&'a Path, usize)>,
    ) -> Self {
        let is_reduced = |spec: &RootSpec| spec.trust == Trust::Reduced;
        if is_reduced(&specs[index]) || !specs.iter().any(is_reduced) {
            return Self::default();
        }
        let mut roots: Vec<_> = canonical.collect();
        roots.sort_by_key(|(path, _)| std::cmp::Reverse(path.components().count()));
        Self { roots, specs }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The root of reduced trust that a canonical path belongs to: of the roots that hold it, the
    /// innermost decides.
    pub(crate) fn by(&self, canonical: &Path) -> Option<&'a RootSpec> {
        let (_, index) = self.roots.iter().find(|(root, _)| canonical.starts_with(root))?;
        Some(&self.specs[*index]).filter(|spec| spec.trust == Trust::Reduced)
    }
}
