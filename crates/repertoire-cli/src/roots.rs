//! Where skills are looked for: the workspace, the roots of a layout or of the command line.

use crate::args::{Cli, Everywhere, LayoutName, Links, ProfileName};
use crate::error::Error;
use crate::terminal::Terminal;
use clap::{ArgMatches, CommandFactory};
use repertoire::discovery::{self, Environment, Layout, Limits, RootSpec, Scope, Trust};
use repertoire::schema::{Profile, profile};
use std::path::{Path, PathBuf};

/// A root of the command line.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    path: PathBuf,
    trusted: bool,
}

/// The switches that may be given again and again.
const LISTS: [&str; 3] = ["roots", "untrusted", "links_within"];

/// The roots of the command line in their order, over both of its switches. What stands before the
/// command is joined with what stands behind it, of which clap keeps the latter only.
pub(crate) fn given(matches: &ArgMatches, everywhere: &mut Everywhere) -> Vec<Given> {
    let behind = matches.subcommand().map_or(matches, |(_, below)| below);
    let none = LISTS.iter().all(|name| named(behind, name).is_empty());
    let before = if none { None } else { before_command() };
    let [roots, untrusted, links_within] = LISTS.map(|name| {
        let before = before.as_ref().map(|before| named(before, name)).unwrap_or_default();
        let behind = named(behind, name);
        // What stands before the command alone is found behind it as well.
        let behind = if before == behind { Vec::new() } else { behind };
        let place = |level: usize| move |(at, path)| ((level, at), path);
        before.into_iter().map(place(0)).chain(behind.into_iter().map(place(1))).collect::<Vec<_>>()
    });
    let paths = |list: &[(_, PathBuf)]| list.iter().map(|(_, path)| path.clone()).collect();
    everywhere.roots = paths(&roots);
    everywhere.untrusted = paths(&untrusted);
    everywhere.links_within = paths(&links_within);
    let given = |trusted| move |(place, path)| (place, Given { path, trusted });
    let mut all: Vec<_> =
        roots.into_iter().map(given(true)).chain(untrusted.into_iter().map(given(false))).collect();
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, given)| given).collect()
}

/// The paths of a switch, each with its place.
fn named(matches: &ArgMatches, name: &str) -> Vec<(usize, PathBuf)> {
    let paths = matches.get_many::<PathBuf>(name).into_iter().flatten().cloned();
    matches.indices_of(name).into_iter().flatten().zip(paths).collect()
}

/// The arguments again, with the lists that stand before the command.
fn before_command() -> Option<ArgMatches> {
    // Where a list belongs to the top alone, nothing behind the command takes its place.
    let top = Cli::command().mut_args(|argument| {
        let list = LISTS.contains(&argument.get_id().as_str());
        if list { argument.global(false) } else { argument }
    });
    top.ignore_errors(true).try_get_matches().ok()
}

/// What every command goes by.
#[derive(Debug)]
pub(crate) struct Surroundings {
    /// The workspace as it was named; empty for the current directory.
    pub(crate) workspace: PathBuf,
    /// What every command takes.
    pub(crate) everywhere: Everywhere,
    /// How to write.
    pub(crate) terminal: Terminal,
    given: Vec<Given>,
    absolute: PathBuf,
    environment: Environment,
}

impl Surroundings {
    /// Looks at the environment.
    pub(crate) fn new(everywhere: Everywhere, given: Vec<Given>, terminal: Terminal) -> Result<Self, Error> {
        let workspace = everywhere.workspace.clone().unwrap_or_default();
        let named = if workspace.as_os_str().is_empty() { Path::new(".") } else { &workspace };
        let absolute = repertoire::fs::canonical(named)?;
        let environment = Environment::from_lookup(|name| std::env::var_os(name));
        Ok(Self { workspace, everywhere, terminal, given, absolute, environment })
    }

    /// The profile of the command line, else another.
    pub(crate) fn profile(&self, otherwise: &'static Profile) -> &'static Profile {
        self.everywhere.profile.map_or(otherwise, ProfileName::profile)
    }

    /// Whether the command line names roots.
    pub(crate) fn has_given_roots(&self) -> bool {
        !self.given.is_empty()
    }

    /// The layout of the command line, else another, else all.
    fn layout(&self, otherwise: Option<&str>) -> Layout {
        let name = self.everywhere.layout.map(LayoutName::as_str).or(otherwise);
        name.and_then(Layout::by_name).unwrap_or_else(Layout::all)
    }

    /// The roots to look in: those of the command line, else those of the layout and behind them
    /// those of reduced trust.
    pub(crate) fn roots(&self, layout: &Layout) -> Vec<RootSpec> {
        let spec = |given: &Given| {
            let mut spec = RootSpec::given(&given.path);
            if self.everywhere.layout == Some(LayoutName::Autolith) {
                // There links lead into the roots, and nowhere else.
                spec.bounds.clear();
            }
            if given.trusted { spec } else { spec.with_reduced_trust() }
        };
        let given = self.given.iter().map(spec);
        if self.given.iter().any(|given| given.trusted) {
            return given.collect();
        }
        let mut roots = layout.roots(&self.absolute, &self.environment, &[]);
        for root in &mut roots {
            root.path = self.shown(&root.path);
        }
        roots.extend(given);
        roots
    }

    /// The roots that belong to the project, or were named. The layout of a configuration counts
    /// where the command line names none.
    pub(crate) fn project_roots(&self, layout: Option<&str>) -> Vec<PathBuf> {
        let own = |root: &RootSpec| matches!(root.scope, Scope::Project | Scope::Given);
        self.roots(&self.layout(layout)).into_iter().filter(own).map(|root| root.path).collect()
    }

    /// The directories that links of a tree below them may lead into: the workspace, the project that
    /// holds it, and what holds a root of the command line.
    pub(crate) fn around(&self) -> Vec<PathBuf> {
        let full = |root: &RootSpec| root.trust == Trust::Full && root.scope != Scope::User;
        let roots = self.roots(&self.layout(None)).into_iter().filter(full);
        let mut around = vec![self.absolute.clone()];
        around.extend(roots.flat_map(|root| root.bounds));
        around.sort_unstable();
        around.dedup();
        around
    }

    /// What a discovery goes by.
    pub(crate) fn discovery(&self) -> discovery::Options {
        let layout = self.layout(None);
        let mut options = discovery::Options::new(self.roots(&layout));
        // The rules of `all` hold for named roots too, unless another layout stands beside them.
        options.rules = layout.rules;
        options.limits = self.limits();
        options.links = match self.everywhere.links {
            Links::Within => discovery::Links::Within,
            Links::None => discovery::Links::None,
        };
        options.links_within.clone_from(&self.everywhere.links_within);
        options.profile = self.profile(&profile::LOADER);
        options.cache = self.cache_root();
        options.index = !self.everywhere.no_index;
        options
    }

    /// The root of the cache, if one is to be used.
    pub(crate) fn cache_root(&self) -> Option<PathBuf> {
        if self.everywhere.no_cache {
            return None;
        }
        self.everywhere.cache_dir.clone().or_else(|| self.environment.cache_root())
    }

    /// The bounds of the command line over the default ones.
    pub(crate) fn limits(&self) -> Limits {
        let everywhere = &self.everywhere;
        let mut limits = if everywhere.no_limits { Limits::unbounded() } else { Limits::default() };
        for (bound, value) in [
            (&mut limits.depth, everywhere.max_depth),
            (&mut limits.directories, everywhere.max_directories),
            (&mut limits.entries, everywhere.max_entries),
            (&mut limits.source_characters, everywhere.max_source),
            (&mut limits.characters, everywhere.max_characters),
        ] {
            if let Some(value) = value {
                *bound = value;
            }
        }
        limits
    }

    /// A path below the workspace as the workspace was named, others as they are.
    pub(crate) fn shown(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.absolute) {
            Ok(below) if below.as_os_str().is_empty() => {
                if self.workspace.as_os_str().is_empty() {
                    PathBuf::from(".")
                } else {
                    self.workspace.clone()
                }
            }
            Ok(below) => self.workspace.join(below),
            Err(_) => path.to_owned(),
        }
    }
}

impl ProfileName {
    /// The table of the profile.
    pub(crate) fn profile(self) -> &'static Profile {
        match self {
            ProfileName::AgentSkills => &profile::AGENT_SKILLS,
            ProfileName::Loader => &profile::LOADER,
            ProfileName::Autolith => &profile::AUTOLITH,
            ProfileName::Aether => &profile::AETHER,
        }
    }
}
