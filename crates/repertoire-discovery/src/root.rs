//! Roots: where skills are looked for.

use std::path::{Path, PathBuf};

/// Whose root it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The project that holds the workspace.
    Project,
    /// The user.
    User,
    /// The program that brought it along.
    Bundled,
    /// Named for this run.
    Given,
}

/// How far a root's names reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trust {
    /// Its names count by the order of the roots.
    #[default]
    Full,
    /// Its names never take one from a root of full trust, and its links stay inside it.
    Reduced,
}

/// One root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootSpec {
    /// The directory, as people are to see it.
    pub path: PathBuf,
    /// A short name, for `label:skill`. Made unique by a number where two roots share it.
    pub label: String,
    /// Whose it is.
    pub scope: Scope,
    /// How far its names reach.
    pub trust: Trust,
    /// Directories beside the roots that links may lead into. Ignored under reduced trust.
    pub bounds: Vec<PathBuf>,
}

impl RootSpec {
    /// A root named for this run. Its links may lead anywhere in the directory that holds it.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use repertoire_discovery::RootSpec;
    ///
    /// let root = RootSpec::given("/srv/radio/skills");
    /// assert_eq!(root.label, "radio");
    /// assert_eq!(root.bounds, [Path::new("/srv/radio")]);
    /// ```
    #[must_use]
    pub fn given(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self {
            label: label_of(&path),
            bounds: vec![holder_of(&path)],
            path,
            scope: Scope::Given,
            trust: Trust::Full,
        }
    }

    /// The same root under reduced trust.
    #[must_use]
    pub fn with_reduced_trust(mut self) -> Self {
        self.trust = Trust::Reduced;
        self
    }
}

/// The directory that holds another, by name where the name tells, else by asking for `..`.
fn holder_of(path: &Path) -> PathBuf {
    match (path.file_name(), path.parent()) {
        (Some(_), Some(parent)) if parent.as_os_str().is_empty() => PathBuf::from("."),
        (Some(_), Some(parent)) => parent.to_owned(),
        _ => path.join(".."),
    }
}

/// The last name of a path that tells anything: not `skills`, and without a leading dot.
fn label_of(path: &Path) -> String {
    let mut names = path.iter().rev().map(|name| repertoire_fs::show(Path::new(name)));
    let telling = names.find(|name| !matches!(name.as_str(), "skills" | "/" | "." | ".."));
    let label = telling.unwrap_or_else(|| "skills".to_owned());
    label.strip_prefix('.').map_or_else(|| label.clone(), str::to_owned)
}

/// Gives every label once.
pub(crate) fn unique_labels(roots: &mut [RootSpec]) {
    let mut seen = std::collections::HashSet::new();
    for root in roots {
        let plain = root.label.clone();
        let mut count = 1;
        while !seen.insert(root.label.clone()) {
            count += 1;
            root.label = format!("{plain}-{count}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_tell_and_are_unique() {
        let mut roots: Vec<_> =
            ["a/skills", "b/.agents/skills", "/x/a/skills", ".", "/"].map(RootSpec::given).into();
        unique_labels(&mut roots);
        let labels: Vec<_> = roots.iter().map(|root| root.label.as_str()).collect();
        assert_eq!(labels, ["a", "agents", "a-2", "skills", "skills-2"]);
    }

    #[test]
    fn the_holder_is_the_directory_above() {
        for (path, holder) in [("a/b", "a"), ("b", "."), (".", "./.."), ("a/..", "a/../.."), ("/", "/..")] {
            assert_eq!(holder_of(Path::new(path)), Path::new(holder), "{path}");
        }
    }
}
