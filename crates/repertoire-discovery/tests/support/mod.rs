//! What the tests of discovery share.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "each test uses a part, and stops where it fails"
)]

use std::path::Path;

use repertoire_diagnostic::Diagnostic;
use repertoire_discovery::{Catalog, Options, RootSpec, discover};
use repertoire_fs::show;
use repertoire_fs::testkit::Folder;

/// Discovery in the roots `names` of a folder, with every default.
pub(crate) fn options(folder: &Folder, names: &[&str]) -> Options {
    Options::new(names.iter().map(|name| RootSpec::given(folder.join(name))).collect())
}

/// A catalog of the root `skills` of a tree, and the folder that holds it.
pub(crate) fn catalog_of(tree: &str) -> (Folder, Catalog) {
    let folder = Folder::with(tree);
    let catalog = discover(&options(&folder, &["skills"]));
    (folder, catalog)
}

/// The names in catalog order.
pub(crate) fn names(catalog: &Catalog) -> Vec<&str> {
    catalog.entries.iter().map(|entry| entry.metadata.name.as_str()).collect()
}

/// A path without the folder that holds it.
pub(crate) fn below(folder: &Folder, path: &Path) -> String {
    show(path.strip_prefix(folder.path()).unwrap_or(path))
}

/// `kind path` of each diagnostic about more than a hint in a source.
pub(crate) fn kinds(folder: &Folder, catalog: &Catalog) -> Vec<String> {
    let line = |diagnostic: &Diagnostic| {
        let path = diagnostic.path.as_deref().unwrap_or("-");
        let folder = show(folder.path());
        format!("{} {}", diagnostic.kind, path.strip_prefix(&folder).unwrap_or(path).trim_start_matches('/'))
    };
    catalog.diagnostics.iter().map(line).collect()
}

/// Everything in a catalog, with the folder's own path taken out.
pub(crate) fn picture(folder: &Folder, catalog: &Catalog) -> String {
    format!("{catalog:#?}").replace(&show(folder.path()), "")
}
