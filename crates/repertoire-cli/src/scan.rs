//! What people are told of the scan behind a catalog, whatever the command: a root that was named and
//! cannot be opened, and a bound that cut the scan short.

use crate::error::Outcome;
use crate::roots::Surroundings;
use crate::terminal::Terminal;
use repertoire::diagnostic::{Diagnostic, Kind, Severity};
use repertoire::discovery::{Catalog, RootSpec, Scope};
use repertoire::fs::show;

/// Says what there is to say, on standard error, and how a command over the catalog ends at best.
pub(crate) fn report(catalog: &Catalog, surroundings: &Surroundings) -> Outcome {
    let terminal = surroundings.terminal;
    let outcome = roots(catalog, terminal);
    if let Some(cut) = cut_short(catalog) {
        let at = cut.path.as_deref().unwrap_or_default();
        terminal
            .note(&format!("not all skills are here: {at}: {}; --no-limits lifts the bounds", cut.message));
    }
    unusable_cache(catalog, terminal);
    outcome
}

/// Says which named roots cannot be opened, and how a command ends at best.
pub(crate) fn roots(catalog: &Catalog, terminal: Terminal) -> Outcome {
    let mut outcome = Outcome::Fine;
    for (root, diagnostic) in unopened(catalog) {
        terminal.error(&match diagnostic.kind {
            Kind::MissingRoot => format!("the root {} is not there", show(&root.path)),
            // The message names the path already.
            _ => format!("{}, so this root gives nothing", diagnostic.message),
        });
        outcome = Outcome::Unread;
    }
    outcome
}

/// Says that the cache cannot be used, which costs time and nothing else.
pub(crate) fn unusable_cache(catalog: &Catalog, terminal: Terminal) {
    let of_the_cache = |found: &&Diagnostic| found.rule.as_deref() == Some("cache-unusable");
    if let Some(found) = catalog.diagnostics.iter().find(of_the_cache) {
        terminal.note(&format!("{}; skills are found all the same", found.message));
    }
}

/// The roots of the command line that cannot be opened or listed, each with what says so.
pub(crate) fn unopened(catalog: &Catalog) -> impl Iterator<Item = (&RootSpec, &Diagnostic)> {
    let of = |root: &RootSpec| {
        let shown = show(&root.path);
        let about = |found: &&Diagnostic| {
            // A bound of the root that is lost is told at the same path, under a rule of its own.
            matches!(found.kind, Kind::MissingRoot | Kind::ScanError)
                && found.rule.is_none()
                && found.severity == Severity::Error
                && found.path.as_deref() == Some(shown.as_str())
        };
        catalog.diagnostics.iter().find(about)
    };
    let given = catalog.roots.iter().filter(|root| root.scope == Scope::Given);
    given.filter_map(move |root| Some((root, of(root)?)))
}

/// The first bound that left skills out.
pub(crate) fn cut_short(catalog: &Catalog) -> Option<&Diagnostic> {
    let bounds = [Kind::ScanDirectoryLimit, Kind::ScanEntryLimit, Kind::ScanCharacterLimit];
    catalog.diagnostics.iter().find(|found| bounds.contains(&found.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_root_that_gives_nothing_is_told_from_one_that_lost_a_bound_or_a_directory() {
        let roots = ["gone", "closed", "open"].map(RootSpec::given).to_vec();
        let found = |kind, path: &str| Diagnostic::new(kind, Severity::Error, "x").with_path(path);
        let diagnostics = vec![
            found(Kind::MissingRoot, "gone"),
            found(Kind::ScanError, "closed"),
            found(Kind::ScanError, "open").with_rule("bound-unusable"),
            found(Kind::ScanError, "open/below"),
            found(Kind::MissingField, "open/tide/SKILL.md"),
        ];
        let catalog = Catalog { roots, diagnostics, ..Catalog::default() };
        let told: Vec<_> = unopened(&catalog).map(|(root, _)| show(&root.path)).collect();
        assert_eq!(told, ["gone", "closed"]);
    }
}
