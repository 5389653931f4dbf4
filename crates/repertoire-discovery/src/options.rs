//! What a discovery goes by.

use std::path::{Path, PathBuf};

use repertoire_diagnostic::Severity;
use repertoire_fs::Opening;
use repertoire_schema::{MAX_SOURCE_CHARACTERS, Profile};

use crate::environment::Environment;
use crate::layout::{Layout, Rules};
use crate::root::RootSpec;

/// How much of each root is looked at. Every number is an inclusive maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of directories below a root; the root itself is at level 0.
    pub depth: usize,
    /// Directories below a root.
    pub directories: usize,
    /// Entries of all directories together.
    pub entries: usize,
    /// Characters (Unicode scalar values) of one source.
    pub source_characters: usize,
    /// Characters of all sources together.
    pub characters: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 6,
            directories: 2_000,
            entries: 20_000,
            source_characters: MAX_SOURCE_CHARACTERS,
            characters: 8_388_608,
        }
    }
}

impl Limits {
    /// No bound on the scan; a single source is bounded as always.
    #[must_use]
    pub fn unbounded() -> Self {
        Self {
            depth: usize::MAX,
            directories: usize::MAX,
            entries: usize::MAX,
            characters: usize::MAX,
            ..Self::default()
        }
    }
}

/// Whether links are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Links {
    /// As far as the bounds of their root reach.
    #[default]
    Within,
    /// Not at all.
    None,
}

/// What a discovery goes by: values, each with its documented default.
#[derive(Clone, Debug)]
pub struct Options {
    /// The roots, the first to win first.
    pub roots: Vec<RootSpec>,
    /// What the walk passes over, and which of two definitions in one root wins.
    pub rules: Rules,
    /// How much of each root is looked at.
    pub limits: Limits,
    /// Whether links are followed.
    pub links: Links,
    /// Further directories that the links of roots of full trust may lead into.
    pub links_within: Vec<PathBuf>,
    /// The profile that judges sources.
    pub profile: &'static Profile,
    /// Findings in sources below this severity are left out of the catalog.
    pub least_severity: Severity,
    /// Whether fixes are worked out for what is found in sources.
    pub fixes: bool,
    /// The root of the cache, if one is to be used. It changes how long a discovery takes and
    /// nothing else.
    pub cache: Option<PathBuf>,
    /// Whether the cache keeps an index of the catalog.
    pub index: bool,
    /// How many threads read; 0 stands for as many as the machine runs at once. The result
    /// does not depend on it.
    pub threads: usize,
    /// How files are opened, where it is not to be the best way that the system has.
    pub opening: Option<Opening>,
}

impl Options {
    /// Discovery in given roots, with the rules of the layout `all` and every default.
    #[must_use]
    pub fn new(roots: Vec<RootSpec>) -> Self {
        Self {
            roots,
            rules: Rules::common(),
            limits: Limits::default(),
            links: Links::default(),
            links_within: Vec::new(),
            profile: &repertoire_schema::profile::LOADER,
            least_severity: Severity::Warning,
            fixes: false,
            cache: None,
            index: true,
            threads: 0,
            opening: None,
        }
    }

    /// Discovery in the roots of a layout.
    #[must_use]
    pub fn for_layout(
        layout: &Layout,
        workspace: &Path,
        environment: &Environment,
        bundled: &[PathBuf],
    ) -> Self {
        Self { rules: layout.rules.clone(), ..Self::new(layout.roots(workspace, environment, bundled)) }
    }

    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            set => set,
        }
    }
}
