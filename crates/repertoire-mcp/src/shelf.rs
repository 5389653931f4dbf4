//! Where the skills of a catalog stand among the URIs.
//!
//! The path of a skill's directory below its root becomes the path of its URI. Two roots may hold the
//! same first segment; then the skills below it of the later root stand behind one more segment,
//! made of the label of their root. All that shares a first segment moves together, so that a nested
//! skill has one URI, in its own entry and in those of the skills around it.

use std::collections::HashMap;
use std::path::Path;

use repertoire::discovery::{Catalog, Entry};
use repertoire::fs::show;

use crate::uri::encode;

/// The source of a skill, as the last segment of its URI.
pub(crate) const SOURCE: &str = "SKILL.md";

/// The place of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The segments of its directory, the name of the skill last.
    pub(crate) segments: Vec<String>,
    /// The URI of its source: what places are ordered by.
    pub(crate) uri: String,
    /// Its entry, counted from 0 in the catalog.
    pub(crate) entry: usize,
}

/// The places of all skills that can have a URI.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    /// Ordered by URI.
    pub(crate) places: Vec<Place>,
    /// Why others have none: a sentence each.
    pub(crate) refused: Vec<String>,
}

impl Shelf {
    /// Places the entries of a catalog.
    pub(crate) fn of(catalog: &Catalog) -> Self {
        let mut shelf = Self::default();
        let mut found: Vec<(usize, Vec<String>)> = Vec::new();
        for (at, entry) in catalog.entries.iter().enumerate() {
            match below(entry) {
                Some(segments) => found.push((at, segments)),
                None => shelf.refused.push(format!(
                    "{} is not served as a skill: its path has no URI; rename its directories in UTF-8, without a backslash",
                    show(&entry.path)
                )),
            }
        }
        own_roots(catalog, &mut found);
        tell_apart(catalog, &mut found);
        for (entry, segments) in found {
            let all = segments.iter().map(String::as_str).chain([SOURCE]);
            if let Ok(uri) = encode(all) {
                shelf.places.push(Place { segments, uri, entry });
            }
        }
        shelf.places.sort_by(|a, b| a.uri.cmp(&b.uri));
        shelf
    }

    /// The place whose source bears a URI.
    pub(crate) fn at(&self, uri: &str) -> Option<&Place> {
        let at = self.places.binary_search_by(|place| place.uri.as_str().cmp(uri)).ok()?;
        self.places.get(at)
    }

    /// The places that hold a path, the outermost first, each with the segments below it.
    pub(crate) fn holding<'s>(&'s self, path: &'s [String]) -> Vec<(&'s Place, &'s [String])> {
        let mut holding: Vec<(&Place, &[String])> = self
            .places
            .iter()
            .filter_map(|place| Some((place, path.strip_prefix(place.segments.as_slice())?)))
            .collect();
        holding.sort_by_key(|(place, _)| place.segments.len());
        holding
    }
}

/// The segments of a skill's directory below its root, if all of them can stand in a URI.
fn below(entry: &Entry) -> Option<Vec<String>> {
    let directory = entry.path.parent()?.strip_prefix(&entry.root).ok()?;
    segments(directory)
}

/// The names of a relative path, if all of them can stand in a URI.
pub(crate) fn segments(path: &Path) -> Option<Vec<String>> {
    path.iter().map(|name| segment(name.to_str()?)).collect()
}

/// A name that can stand in a URI.
pub(crate) fn segment(name: &str) -> Option<String> {
    encode([name]).ok().map(|_| name.to_owned())
}

/// A root that is itself a skill stands above all that it holds, under its own name.
fn own_roots(catalog: &Catalog, found: &mut Vec<(usize, Vec<String>)>) {
    let mut names: HashMap<usize, Option<String>> = HashMap::new();
    for (at, segments) in found.iter() {
        let entry = &catalog.entries[*at];
        if segments.is_empty() {
            let name = entry.canonical.parent().and_then(Path::file_name).and_then(|name| name.to_str());
            names.insert(entry.root_index, name.and_then(segment));
        }
    }
    for (at, segments) in found.iter_mut() {
        if let Some(Some(name)) = names.get(&catalog.entries[*at].root_index) {
            segments.insert(0, name.clone());
        }
    }
    found.retain(|(_, segments)| !segments.is_empty());
}

/// Puts what shares its first segment with an earlier root behind the label of its own.
fn tell_apart(catalog: &Catalog, found: &mut [(usize, Vec<String>)]) {
    // Who comes first keeps the segment: the entries stand in the order of the roots.
    let mut owners: HashMap<String, usize> = HashMap::new();
    for (at, segments) in found.iter() {
        owners.entry(segments[0].clone()).or_insert(catalog.entries[*at].root_index);
    }
    let mut labels: HashMap<usize, String> = HashMap::new();
    for (at, segments) in found.iter_mut() {
        let root = catalog.entries[*at].root_index;
        if owners.get(&segments[0]) == Some(&root) {
            continue;
        }
        let label = labels.entry(root).or_insert_with(|| {
            let plain = catalog.roots[root].label.replace(['/', '\\', '\0'], "-");
            let plain = segment(&plain).unwrap_or_else(|| "root".to_owned());
            let numbered = (2_usize..).map(|count| format!("{plain}-{count}"));
            let mut names = std::iter::once(plain.clone()).chain(numbered);
            let free = names.find(|name| !owners.contains_key(name)).unwrap_or(plain);
            owners.insert(free.clone(), root);
            free
        });
        segments.insert(0, label.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use repertoire::cache::Digest;
    use repertoire::discovery::RootSpec;
    use repertoire::schema::{Format, Metadata};

    fn shelf(roots: &[&str], directories: &[(usize, &str)]) -> Vec<String> {
        let entry = |&(root, directory): &(usize, &str)| Entry {
            metadata: Metadata::default(),
            path: Path::new(roots[root]).join(directory).join(SOURCE),
            canonical: Path::new(roots[root]).join(directory).join(SOURCE),
            root: roots[root].into(),
            root_index: root,
            format: Format::AgentSkill,
            digest: Digest::of(b""),
        };
        let catalog = Catalog {
            roots: roots.iter().map(|root| RootSpec::given(*root)).collect(),
            entries: directories.iter().map(entry).collect(),
            ..Catalog::default()
        };
        let uris = |place: &Place| place.uri.strip_suffix("/SKILL.md").unwrap().to_owned();
        Shelf::of(&catalog).places.iter().map(uris).collect()
    }

    #[test]
    fn places_are_paths_below_the_root() {
        assert_eq!(
            shelf(&["/a"], &[(0, "moon"), (0, "charts/tide")]),
            ["skill://charts/tide", "skill://moon"]
        );
    }

    #[test]
    fn a_shared_first_segment_is_told_apart_by_the_label() {
        let all = shelf(
            &["/home/one", "/home/two"],
            &[(0, "docs"), (0, "two"), (1, "docs/guide"), (1, "docs/guide/deep"), (1, "moon")],
        );
        let told_apart = ["skill://two-2/docs/guide", "skill://two-2/docs/guide/deep"];
        assert_eq!(all, ["skill://docs", "skill://moon", told_apart[0], told_apart[1], "skill://two"]);
    }

    #[test]
    fn a_root_that_is_a_skill_stands_above_the_rest() {
        assert_eq!(shelf(&["/tide"], &[(0, ""), (0, "moon")]), ["skill://tide", "skill://tide/moon"]);
    }

    #[test]
    fn the_outermost_place_comes_first() {
        let place = |path: &str| Place {
            segments: path.split('/').map(str::to_owned).collect(),
            uri: path.to_owned(),
            entry: 0,
        };
        let shelf = Shelf { places: vec![place("a/b"), place("a"), place("ab")], refused: Vec::new() };
        let path = ["a", "b", "c"].map(str::to_owned);
        let below: Vec<_> = shelf
            .holding(&path)
            .into_iter()
            .map(|(place, below)| (place.uri.clone(), below.join("/")))
            .collect();
        assert_eq!(below, [("a".to_owned(), "b/c".to_owned()), ("a/b".to_owned(), "c".to_owned())]);
    }
}
