//! From what was named on the command line to the sources to read.

use super::config::{Finder, Settings};
use super::judge::{max_bytes, shown};
use crate::error::Error;
use crate::terminal::Terminal;
use repertoire::diagnostic::{Diagnostic, Kind, Severity};
use repertoire::fs::{self, Cut, FileType, Limits, Tree};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The names that are looked for in a tree: the two that count, and the spellings of them that
/// count nowhere and deserve a hint.
const NAMES: [&str; 7] =
    ["SKILL.md", "SKILL.sexp", "skill.md", "Skill.md", "SKILL.MD", "skill.sexp", "Skill.sexp"];

/// One source to look at.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path as it was named, with what was found below it.
    pub(crate) path: PathBuf,
    /// Where its bytes are.
    pub(crate) origin: Origin,
    /// What it is judged by.
    pub(crate) settings: Arc<Settings>,
}

/// Where the bytes of a source are.
#[derive(Debug)]
pub(crate) enum Origin {
    /// In a file that was named.
    Named,
    /// In a file of a tree that was named, confined to it.
    Tree(Arc<Tree>),
    /// Here, from standard input.
    Given(Vec<u8>),
    /// Nowhere; the reason.
    Refused(Box<Diagnostic>),
}

/// How far the search of a tree reaches.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// The most that is searched of one tree.
    pub(crate) limits: Limits,
    /// The most characters of all sources of one tree.
    pub(crate) characters: usize,
    /// Whether links are followed.
    pub(crate) links: bool,
    /// What links of any tree may lead into.
    pub(crate) within: Vec<PathBuf>,
    /// What links of a tree below it may lead into: the project, and what holds a named root.
    pub(crate) around: Vec<PathBuf>,
}

/// Turns paths into inputs.
#[derive(Debug)]
pub(crate) struct Gatherer {
    finder: Finder,
    reach: Reach,
    seen: HashSet<PathBuf>,
    excluded: usize,
    terminal: Terminal,
}

impl Gatherer {
    /// A gatherer that searches trees so far, and tells what it passes over.
    pub(crate) fn new(finder: Finder, reach: Reach, terminal: Terminal) -> Self {
        Self { finder, reach, seen: HashSet::new(), excluded: 0, terminal }
    }

    /// How many paths a configuration left out.
    pub(crate) fn excluded(&self) -> usize {
        self.excluded
    }

    /// The settings for a directory.
    pub(crate) fn settings(&mut self, directory: &Path) -> Result<Arc<Settings>, Error> {
        self.finder.at(directory)
    }

    /// The input of a path that cannot be judged, because its configuration cannot be used.
    pub(crate) fn refused(&self, path: &Path, error: &Error) -> Input {
        let diagnostic = Diagnostic::new(Kind::ReadError, Severity::Error, error.to_string());
        Input {
            path: path.to_owned(),
            origin: Origin::Refused(Box::new(diagnostic)),
            settings: self.finder.plain(),
        }
    }

    /// The inputs of a path that was named, without those that another path gave already.
    pub(crate) fn unseen(&mut self, path: &Path) -> Result<Vec<Input>, Error> {
        let mut inputs = self.inputs(path)?;
        inputs.retain(|input| {
            let canonical = fs::canonical(&input.path).unwrap_or_else(|_| input.path.clone());
            self.seen.insert(canonical)
        });
        Ok(inputs)
    }

    /// The inputs of a path that was named: a file, or everything below a directory.
    pub(crate) fn inputs(&mut self, path: &Path) -> Result<Vec<Input>, Error> {
        let found = match fs::stat(path) {
            Ok(found) => found,
            Err(error) => {
                let settings = self.finder.at(holder(path))?;
                return Ok(vec![Input {
                    path: path.to_owned(),
                    origin: Origin::Refused(Box::new(refusal(&error))),
                    settings,
                }]);
            }
        };
        let is_source = path.file_name().is_some_and(|name| name == "SKILL.md" || name == "SKILL.sexp");
        if found.file_type != FileType::Directory || is_source {
            let settings = self.finder.at(holder(path))?;
            if self.is_excluded(&settings, path) {
                return Ok(Vec::new());
            }
            return Ok(vec![Input { path: path.to_owned(), origin: Origin::Named, settings }]);
        }
        self.tree(path)
    }

    fn tree(&mut self, path: &Path) -> Result<Vec<Input>, Error> {
        let settings = self.finder.at(path)?;
        let refused = |path: &Path, diagnostic| Input {
            path: path.to_owned(),
            origin: Origin::Refused(Box::new(diagnostic)),
            settings: Arc::clone(&settings),
        };
        let tree = match Tree::open_within(path, &self.bounds(path)) {
            Ok(tree) => Arc::new(tree.with_links(self.reach.links)),
            Err(error) => return Ok(vec![refused(path, refusal(&error))]),
        };
        let found = tree.find(&NAMES, self.reach.limits);
        for link in found.outside {
            let link = shown(&link);
            self.terminal.note(&format!(
                "{link} leads out of the tree, and was not entered; --links-within allows it"
            ));
        }
        if found.cuts.iter().any(|cut| matches!(cut, Cut::Depth(_))) {
            let (tree, depth) = (shown(path), self.reach.limits.depth);
            self.terminal
                .note(&format!("{tree} goes on below --max-depth {depth}, and was not searched there"));
        }
        let mut inputs: Vec<Input> = Vec::with_capacity(found.files.len());
        for file in found.files {
            if !self.is_excluded(&settings, &file) {
                let origin = Origin::Tree(Arc::clone(&tree));
                inputs.push(Input { path: file, origin, settings: Arc::clone(&settings) });
            }
        }
        inputs.extend(found.errors.iter().map(|error| refused(error.path(), unlisted(error))));
        inputs.sort_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
        self.charge(&tree, &mut inputs);
        for cut in found.cuts {
            let about = match &cut {
                Cut::Entries(directory) => directory.as_path(),
                _ => path,
            };
            inputs.extend(limit(&cut, self.reach.limits).map(|limit| refused(about, limit)));
        }
        Ok(inputs)
    }

    /// Leaves out the sources of a tree from the first on with which they pass the bound on characters.
    fn charge(&self, tree: &Tree, inputs: &mut Vec<Input>) {
        let most = self.reach.characters;
        if most == usize::MAX {
            return;
        }
        let mut charged = 0;
        let past = inputs.iter().position(|input| {
            let bytes = tree.read(&input.path, max_bytes(input.settings.max_source)).unwrap_or_default();
            charged += String::from_utf8_lossy(&bytes).chars().count();
            charged > most
        });
        if let Some(past) = past {
            let message =
                format!("no source of this tree is read from here on: together they pass {most} characters");
            let limit = Diagnostic::new(Kind::ScanCharacterLimit, Severity::Error, message)
                .with_help("check parts of the tree, or raise --max-characters");
            inputs.truncate(past + 1);
            inputs[past].origin = Origin::Refused(Box::new(limit));
        }
    }

    /// What the links of a tree may lead into.
    fn bounds(&self, path: &Path) -> Vec<PathBuf> {
        let canonical = fs::canonical(path);
        let holds = |bound: &&PathBuf| matches!((&canonical, fs::canonical(bound)), (Ok(path), Ok(bound)) if path.starts_with(&bound));
        self.reach.within.iter().chain(self.reach.around.iter().filter(holds)).cloned().collect()
    }

    /// Whether a configuration leaves a path out; it is counted then.
    pub(crate) fn is_excluded(&mut self, settings: &Settings, path: &Path) -> bool {
        let excluded = settings.config.as_ref().is_some_and(|config| config.excludes(path));
        self.excluded += usize::from(excluded);
        excluded
    }
}

/// The directory of a file, as it was named.
pub(crate) fn holder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// The diagnostic of a file that could not be read.
pub(crate) fn refusal(error: &fs::Error) -> Diagnostic {
    let (kind, message) = match error {
        fs::Error::NotFound { .. } => (Kind::ReadError, String::from("nothing is there")),
        fs::Error::Outside { target, .. } => {
            (Kind::OutsideRoot, format!("the link leads out of the tree, to {}", fs::show(target)))
        }
        fs::Error::NotRegularFile { found, .. } => {
            (Kind::NotRegularFile, format!("this is {}, not a regular file", found.with_article()))
        }
        fs::Error::NotDirectory { found, .. } => {
            (Kind::ScanError, format!("this is {}, not a directory", found.with_article()))
        }
        fs::Error::IdentityChanged { .. } => {
            (Kind::IdentityChanged, String::from("this became another file while it was opened"))
        }
        fs::Error::TooLarge { limit, .. } => {
            (Kind::FileTooLarge, format!("the file holds more than {limit} bytes"))
        }
        fs::Error::Io { operation, source, .. } => {
            (Kind::ReadError, format!("cannot {operation} this: {}", plain(source)))
        }
        other => (Kind::ReadError, other.to_string()),
    };
    let diagnostic = Diagnostic::new(kind, Severity::Error, message);
    match error {
        fs::Error::NotFound { .. } => diagnostic.with_help("check the spelling, and where a link leads"),
        fs::Error::IdentityChanged { .. } => diagnostic.with_help("try again"),
        _ => diagnostic,
    }
}

/// The diagnostic of a limit that a search met. Of its depth there is none: nobody meets that one unasked.
fn limit(cut: &Cut, limits: Limits) -> Option<Diagnostic> {
    let (kind, message, option) = match cut {
        Cut::Directories => (
            Kind::ScanDirectoryLimit,
            format!("only the first {} directories were searched", limits.directories),
            "--max-directories",
        ),
        Cut::Entries(_) => (
            Kind::ScanEntryLimit,
            format!(
                "this directory is left out whole: with it the tree holds more than {} entries",
                limits.entries
            ),
            "--max-entries",
        ),
        _ => return None,
    };
    let help = format!("check parts of the tree, or raise {option}");
    Some(Diagnostic::new(kind, Severity::Error, message).with_help(help))
}

fn unlisted(error: &fs::Error) -> Diagnostic {
    let mut diagnostic = refusal(error);
    diagnostic.kind = Kind::ScanError;
    diagnostic
}

/// What the system said, without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    text.chars()
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(text.chars().skip(1)).collect())
}
