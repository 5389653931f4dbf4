//! Which rule includes, excludes or shadows a path or a name.

use std::path::{Component, Path, PathBuf};

use repertoire_diagnostic::{Diagnostic, Kind, Severity};
use repertoire_fs::{FileType, show};
use repertoire_schema::Format;

use crate::catalog::{Catalog, Entry};
use crate::lost::{ADDRESS, why_lost};
use crate::options::{Links, Options};

/// What became of a path or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is in the catalog.
    Included,
    /// It is valid, and another definition has its name.
    Shadowed,
    /// It was read and refused, or could not be read.
    Rejected,
    /// It is not looked at.
    Excluded,
    /// Nothing is known by it.
    Unknown,
}

impl Verdict {
    /// The verdict as one lower-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Included => "included",
            Self::Shadowed => "shadowed",
            Self::Rejected => "rejected",
            Self::Excluded => "excluded",
            Self::Unknown => "unknown",
        }
    }
}

/// One reason of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rule in kebab case, stable for machines.
    pub rule: &'static str,
    /// One sentence for people, lower case, without a final period. May quote untrusted text.
    pub text: String,
    /// The file or directory that the reason is about.
    pub path: Option<PathBuf>,
}

/// The answer to why something is, or is not, in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// What became of it.
    pub verdict: Verdict,
    /// The reasons, the deciding one first.
    pub reasons: Vec<Reason>,
}

impl Why {
    fn new(verdict: Verdict) -> Self {
        Self { verdict, reasons: Vec::new() }
    }

    fn because(mut self, rule: &'static str, text: impl Into<String>, path: Option<&Path>) -> Self {
        self.reasons.push(Reason { rule, text: text.into(), path: path.map(Path::to_path_buf) });
        self
    }
}

/// Why a name has the skill that it has in a catalog, or none.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::{Options, RootSpec, Verdict, discover, why_name};
///
/// let folder = repertoire_fs::testkit::Folder::with(
///     "a/tide/SKILL.md skill tide: Reads tide tables.
///      b/tide/SKILL.md skill tide: Another one.",
/// );
/// let roots = ["a", "b"].map(|root| RootSpec::given(folder.join(root)));
/// let catalog = discover(&Options::new(roots.into()));
///
/// let why = why_name(&catalog, "tide");
/// assert_eq!(why.verdict, Verdict::Included);
/// assert_eq!(why.reasons[0].rule, "first-valid-definition");
/// assert_eq!(why.reasons[1].path, Some(folder.join("b/tide/SKILL.md")));
/// ```
#[must_use]
pub fn why_name(catalog: &Catalog, name: &str) -> Why {
    match catalog.find(name) {
        Some(entry) => why_entry(catalog, entry),
        None => rejected_under(catalog, name).unwrap_or_else(|| {
            let roots = match catalog.roots.len() {
                1 => "the root".to_owned(),
                count => format!("any of the {count} roots"),
            };
            Why::new(Verdict::Unknown).because(
                "no-definition",
                format!("no definition of `{name}` stands in {roots}"),
                None,
            )
        }),
    }
}

/// Why no skill came of the sources in directories of a name, if there are such sources.
fn rejected_under(catalog: &Catalog, name: &str) -> Option<Why> {
    let mut why = Why::new(Verdict::Rejected);
    for found in catalog.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        let path = found.path.as_deref().map(Path::new);
        let source = path.filter(|path| {
            path.parent().and_then(Path::file_name).is_some_and(|holder| holder == name)
                && path.file_name().and_then(|file| file.to_str()).and_then(Format::of_file_name).is_some()
        });
        if source.is_some() {
            why = why.because(found.kind.as_str(), found.message.clone(), source);
        }
    }
    (!why.reasons.is_empty()).then_some(why)
}

fn why_entry(catalog: &Catalog, entry: &Entry) -> Why {
    let root = |entry: &Entry| &catalog.roots[entry.root_index];
    if let Some(shadowed) = catalog.shadowed.iter().find(|shadowed| shadowed.entry == *entry) {
        let winner = &catalog.entries[shadowed.winner];
        let (rule, text) = why_lost(entry, winner, root(entry), root(winner), catalog.preference);
        let taken_by = match rule {
            ADDRESS => catalog.find(&entry.metadata.name).unwrap_or(winner),
            _ => winner,
        };
        let why = Why::new(Verdict::Shadowed).because(rule, text, Some(&taken_by.path));
        if !shadowed.addressable {
            return why;
        }
        return why.because(
            "addressable",
            format!("it stays addressable as `{}:{}`", root(entry).label, entry.metadata.name),
            Some(&entry.path),
        );
    }
    let mut why = Why::new(Verdict::Included).because(
        "first-valid-definition",
        format!(
            "it is the definition that takes the name `{}`, in the root `{}`",
            entry.metadata.name,
            root(entry).label
        ),
        Some(&entry.path),
    );
    for loser in catalog.shadowed_by(entry) {
        let (rule, text) = why_lost(loser, entry, root(loser), root(entry), catalog.preference);
        why = why.because(rule, format!("it shadows another: {text}"), Some(&loser.path));
    }
    why
}

/// Why a path is, or is not, in a catalog that was found with the same options. The path may
/// be that of a source or of the directory of a skill.
///
/// Paths are compared as they are written: pass an absolute path where the roots are absolute.
#[must_use]
pub fn why_path(catalog: &Catalog, options: &Options, path: &Path) -> Why {
    let is_source = path
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| Format::of_file_name(name).is_some());
    let stat = repertoire_fs::stat(path);
    let is_directory = stat.as_ref().is_ok_and(|stat| stat.file_type == FileType::Directory);
    if is_directory && !is_source {
        return match sources_in(path).as_slice() {
            [] => match excluded(catalog, options, path) {
                Some(why) => why,
                None => Why::new(Verdict::Unknown).because(
                    "no-source",
                    "the directory holds neither `SKILL.sexp` nor `SKILL.md`",
                    Some(path),
                ),
            },
            [first, rest @ ..] => {
                let mut why = why_source(catalog, options, first);
                for further in rest {
                    why.reasons.extend(why_source(catalog, options, further).reasons);
                }
                why
            }
        };
    }
    why_source(catalog, options, path)
}

/// What the walk takes for sources in a directory, the native form first: links too, wherever they lead.
fn sources_in(directory: &Path) -> Vec<PathBuf> {
    let candidates = [Format::Native, Format::AgentSkill].map(|format| directory.join(format.file_name()));
    let is_there = |path: &PathBuf| {
        let stat = repertoire_fs::stat_unfollowed(path);
        stat.is_ok_and(|stat| matches!(stat.file_type, FileType::Regular | FileType::Link))
    };
    candidates.into_iter().filter(is_there).collect()
}

fn why_source(catalog: &Catalog, options: &Options, path: &Path) -> Why {
    let all = || catalog.entries.iter().chain(catalog.shadowed.iter().map(|shadowed| &shadowed.entry));
    if let Some(entry) = all().find(|entry| entry.path == path) {
        return why_entry(catalog, entry);
    }
    let canonical = repertoire_fs::canonical(path).ok();
    if let Some(entry) = all().find(|entry| Some(&entry.canonical) == canonical.as_ref()) {
        let mut why = why_entry(catalog, entry);
        let text = "it is the same file as the one that counts".to_owned();
        why.reasons.insert(0, Reason { rule: "same-file", text, path: Some(entry.path.clone()) });
        return why;
    }
    if let Some(why) =
        told(catalog, path, Verdict::Rejected, |diagnostic| diagnostic.severity == Severity::Error)
    {
        return why;
    }
    if let Some(why) = excluded(catalog, options, path) {
        return why;
    }
    if let Some(why) =
        told(catalog, path, Verdict::Excluded, |diagnostic| diagnostic.kind == Kind::OutsideRoot)
    {
        return why;
    }
    if canonical.is_none() {
        return Why::new(Verdict::Unknown).because("not-there", "nothing is there", Some(path));
    }
    not_reached(catalog, path)
}

/// A source for which no rule speaks: a bound on its root ended the scan before it.
fn not_reached(catalog: &Catalog, path: &Path) -> Why {
    let mut why = Why::new(Verdict::Excluded).because("not-reached", "the scan did not reach it", Some(path));
    let root = catalog.roots.iter().position(|root| path.starts_with(&root.path));
    for diagnostic in catalog.diagnostics.iter().filter(|diagnostic| diagnostic.root_index == root) {
        if matches!(
            diagnostic.kind,
            Kind::ScanDirectoryLimit | Kind::ScanEntryLimit | Kind::ScanCharacterLimit | Kind::ScanError
        ) {
            why = why.because(diagnostic.kind.as_str(), diagnostic.message.clone(), None);
        }
    }
    why
}

/// What the diagnostics say about a path itself.
fn told(
    catalog: &Catalog,
    path: &Path,
    verdict: Verdict,
    counts: impl Fn(&Diagnostic) -> bool,
) -> Option<Why> {
    let shown = show(path);
    let mut about = catalog
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.path.as_deref() == Some(&shown) && diagnostic.kind != Kind::Shadowed)
        .filter(|diagnostic| counts(diagnostic))
        .peekable();
    about.peek()?;
    let mut why = Why::new(verdict);
    for diagnostic in about {
        why = why.because(diagnostic.kind.as_str(), diagnostic.message.clone(), Some(path));
    }
    Some(why)
}

/// The rule that keeps the scan from a path, if one does.
fn excluded(catalog: &Catalog, options: &Options, path: &Path) -> Option<Why> {
    let excluded = || Why::new(Verdict::Excluded);
    let holding = catalog.roots.iter().filter_map(|root| Some((root, path.strip_prefix(&root.path).ok()?)));
    // The innermost root is the one that looks furthest.
    let Some((root, below)) = holding.min_by_key(|(_, below)| below.components().count()) else {
        let roots = catalog.roots.iter().map(|root| show(&root.path)).collect::<Vec<_>>().join(", ");
        return Some(excluded().because(
            "outside-roots",
            format!("it lies in none of the roots: {roots}"),
            Some(path),
        ));
    };
    let is_file = repertoire_fs::stat(path).is_ok_and(|stat| stat.file_type != FileType::Directory);
    let mut at = root.path.clone();
    let mut depth = 0;
    let components: Vec<_> = below.components().collect();
    for (number, component) in components.iter().enumerate() {
        let Component::Normal(name) = component else { continue };
        if is_file && number + 1 == components.len() {
            break;
        }
        let in_skill = !sources_in(&at).is_empty();
        at.push(name);
        depth += 1;
        if options.rules.passed_over.iter().any(|passed| *name == passed.as_str()) {
            let text = format!("directories named `{}` are passed over", show(Path::new(name)));
            return Some(excluded().because("passed-over", text, Some(&at)));
        }
        if in_skill && options.rules.resources.iter().any(|resource| *name == resource.as_str()) {
            let text =
                format!("`{}` right below a skill holds its resources, not skills", show(Path::new(name)));
            return Some(excluded().because("skill-resources", text, Some(&at)));
        }
        if depth > options.limits.depth {
            let text = format!("it lies deeper than {} levels below its root", options.limits.depth);
            return Some(excluded().because(Kind::ScanDepthLimit.as_str(), text, Some(&at)));
        }
        if options.links == Links::None && is_link(&at) {
            return Some(excluded().because(
                "links-none",
                "it lies behind a link, and no link is followed",
                Some(&at),
            ));
        }
        // A bound on depth is told of the directory whose subdirectories it cuts off, and a skill's own
        // faults of its source: neither keeps the scan from what else stands here.
        let keeps_out = |diagnostic: &Diagnostic| {
            matches!(
                diagnostic.kind,
                Kind::ScanError | Kind::ScanEntryLimit | Kind::ScanDirectoryLimit | Kind::OutsideRoot
            )
        };
        if let Some(why) = told(catalog, &at, Verdict::Excluded, keeps_out) {
            return Some(why);
        }
    }
    let name = below.file_name().filter(|_| is_file)?;
    if name.to_str().is_some_and(|name| Format::of_file_name(name).is_some()) {
        return None;
    }
    Some(excluded().because(
        "file-name",
        format!(
            "`{}` is not read: only files named exactly `SKILL.sexp` or `SKILL.md` count",
            show(Path::new(name))
        ),
        Some(path),
    ))
}

fn is_link(path: &Path) -> bool {
    let canonical = |path: &Path| repertoire_fs::canonical(path).ok();
    let (Some(parent), Some(name)) = (path.parent().and_then(canonical), path.file_name()) else {
        return false;
    };
    canonical(path) != Some(parent.join(name))
}
