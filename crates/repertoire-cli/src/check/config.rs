//! `repertoire.toml`: what a project asks of its own skills.

use crate::error::Error;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use repertoire::fs;
use repertoire::routing;
use repertoire::schema::Profile;
use repertoire::schema::profile::{self, Levels};
use repertoire::schema::rules::{Level, Rule};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// The name of the file.
pub(crate) const FILE_NAME: &str = "repertoire.toml";
/// The most bytes of one; nobody writes more by hand.
const MAX_BYTES: usize = 1 << 20;

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    profile: Option<Spanned<String>>,
    #[serde(default)]
    rules: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    roots: Vec<PathBuf>,
    layout: Option<Spanned<String>>,
}

/// What one file asks for.
#[derive(Debug)]
pub(crate) struct Config {
    /// The file, as it was found.
    pub(crate) path: PathBuf,
    /// The profile to judge by.
    pub(crate) profile: Option<&'static Profile>,
    /// The roots to check where no path is named, relative to the working directory.
    pub(crate) roots: Vec<PathBuf>,
    /// The layout to take roots from.
    pub(crate) layout: Option<String>,
    rules: Vec<(Rule, Level)>,
    exclude: GlobSet,
    directory: PathBuf,
}

impl Config {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let wrong = |problem: String| Error::Config { path: path.to_owned(), problem };
        let bytes = fs::read(path, MAX_BYTES)?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("not UTF-8 text".into()))?;
        let written: Written =
            toml::from_str(&text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
        let wrong_at = |place: &Spanned<String>, problem: String| {
            let line = text[..place.span().start].matches('\n').count() + 1;
            wrong(format!("line {line}: {problem}"))
        };
        let profile = written.profile.as_ref();
        let profile = profile
            .map(|name| named_profile(name.as_ref()).map_err(|problem| wrong_at(name, problem)))
            .transpose()?;
        if let Some(layout) = &written.layout
            && repertoire::discovery::Layout::by_name(layout.as_ref()).is_none()
        {
            let problem = unknown("layout", layout.as_ref(), &["all", "autolith", "agents", "aether"]);
            return Err(wrong_at(layout, problem));
        }
        let mut rules = Vec::with_capacity(written.rules.len());
        for (id, level) in &written.rules {
            let found = setting(id, level.as_ref()).map_err(|problem| wrong_at(level, problem))?;
            let base = profile.unwrap_or(&profile::AGENT_SKILLS);
            if !base.levels.clone().set(found.0, found.1) {
                return Err(wrong_at(level, stays_an_error(found.0)));
            }
            rules.push(found);
        }
        let mut globs = GlobSetBuilder::new();
        for pattern in &written.exclude {
            for pattern_of_paths in patterns(pattern.as_ref()) {
                let glob = GlobBuilder::new(&pattern_of_paths)
                    .literal_separator(true)
                    .build()
                    .map_err(|error| wrong_at(pattern, error.to_string()))?;
                globs.add(glob);
            }
        }
        let exclude = globs.build().map_err(|error| wrong(error.to_string()))?;
        let directory = path.parent().map(Path::to_owned).unwrap_or_default();
        let roots = written.roots.into_iter().map(|root| directory.join(root)).collect();
        let layout = written.layout.map(Spanned::into_inner);
        Ok(Self { path: path.to_owned(), profile, roots, layout, rules, exclude, directory })
    }

    /// Whether a path is left out. Patterns are about the path below the directory of the file.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        if self.exclude.is_empty() {
            return false;
        }
        self.below(path).is_some_and(|below| self.exclude.is_match(below))
    }

    /// A path below the directory of the file, as it is written as far as that can be told: links below
    /// the directory keep their names, and what is not there needs only something above it that is.
    fn below(&self, path: &Path) -> Option<PathBuf> {
        let path = undotted(path);
        let written = |directory: &Path| {
            Some(path.strip_prefix(directory).ok()?.to_owned()).filter(|below| plain(below))
        };
        if let Some(below) = written(undotted(&self.directory)) {
            return Some(below);
        }
        let directory = canonical(&self.directory)?;
        if let Some(below) = written(&directory) {
            return Some(below);
        }
        let ancestors: Vec<&Path> = path.ancestors().collect();
        ancestors.into_iter().rev().find_map(|ancestor| {
            let rest = path.strip_prefix(ancestor).ok().filter(|rest| plain(rest))?;
            let above = canonical(ancestor)?;
            Some(above.strip_prefix(&directory).ok()?.components().chain(rest.components()).collect())
        })
    }
}

/// A directory or file as it is on the disk; the empty path is the working directory.
fn canonical(path: &Path) -> Option<PathBuf> {
    fs::canonical(if path.as_os_str().is_empty() { Path::new(".") } else { path }).ok()
}

/// A path without a `./` in front.
fn undotted(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

/// Whether a path goes down and nowhere else.
fn plain(path: &Path) -> bool {
    path.components().all(|component| matches!(component, Component::Normal(_)))
}

/// The patterns of paths that a pattern stands for: what it matches, and everything below. A `./` or `/` in
/// front, and a `/` behind, say nothing more.
fn patterns(written: &str) -> Vec<String> {
    let pattern = written.strip_prefix("./").or_else(|| written.strip_prefix('/')).unwrap_or(written);
    let pattern = pattern.trim_end_matches('/');
    if pattern.is_empty() {
        return Vec::new();
    }
    vec![pattern.to_owned(), format!("{pattern}/**")]
}

/// What one source is judged by.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The profile.
    pub(crate) profile: &'static Profile,
    /// How much each rule matters: the profile's word, the configuration's, the command line's.
    pub(crate) levels: Levels,
    /// The most characters of a source, where the command line bounds them.
    pub(crate) max_source: Option<usize>,
    /// The configuration in force.
    pub(crate) config: Option<Arc<Config>>,
}

/// What the command line says of all sources.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The profile, instead of the configuration's.
    pub(crate) profile: Option<&'static Profile>,
    /// The levels of rules, over the configuration's.
    pub(crate) rules: Vec<(Rule, Level)>,
    /// The most characters of a source.
    pub(crate) max_source: Option<usize>,
}

/// Finds the settings of paths, and remembers them by directory.
#[derive(Debug)]
pub(crate) struct Finder {
    asked: Asked,
    fixed: Option<Arc<Settings>>,
    by_directory: HashMap<PathBuf, Arc<Settings>>,
    by_config: HashMap<PathBuf, Arc<Settings>>,
    plain: Arc<Settings>,
}

impl Finder {
    /// A finder that lets the command line have the last word.
    pub(crate) fn new(asked: Asked, config: Option<&Path>) -> Result<Self, Error> {
        let plain = Arc::new(settings(None, &asked)?);
        let fixed = match config {
            Some(path) => Some(Arc::new(settings(Some(Arc::new(Config::read(path)?)), &asked)?)),
            None => None,
        };
        Ok(Self { asked, fixed, by_directory: HashMap::new(), by_config: HashMap::new(), plain })
    }

    /// A finder that looks for no configuration.
    pub(crate) fn without_configuration(asked: Asked) -> Result<Self, Error> {
        let finder = Self::new(asked, None)?;
        Ok(Self { fixed: Some(finder.plain()), ..finder })
    }

    /// The settings of the command line alone.
    pub(crate) fn plain(&self) -> Arc<Settings> {
        Arc::clone(&self.plain)
    }

    /// The settings for a directory: those of the nearest file at or above it.
    pub(crate) fn at(&mut self, directory: &Path) -> Result<Arc<Settings>, Error> {
        if let Some(fixed) = &self.fixed {
            return Ok(Arc::clone(fixed));
        }
        if let Some(known) = self.by_directory.get(directory) {
            return Ok(Arc::clone(known));
        }
        let found = match nearest(directory) {
            None => Arc::clone(&self.plain),
            Some(path) => match self.by_config.get(&path) {
                Some(known) => Arc::clone(known),
                None => {
                    let config = Arc::new(Config::read(&path)?);
                    let found = Arc::new(settings(Some(config), &self.asked)?);
                    self.by_config.insert(path, Arc::clone(&found));
                    found
                }
            },
        };
        self.by_directory.insert(directory.to_owned(), Arc::clone(&found));
        Ok(found)
    }
}

/// The nearest file at or above a directory, which need not be there yet, named relative to the working
/// directory where the directory is.
fn nearest(directory: &Path) -> Option<PathBuf> {
    let there = directory.ancestors().find_map(canonical)?;
    let holder = fs::find_upward(&there, FILE_NAME)?;
    let here = canonical(Path::new(""));
    let shown = here.and_then(|here| holder.strip_prefix(here).ok().map(Path::to_owned)).unwrap_or(holder);
    Some(shown.join(FILE_NAME))
}

fn settings(config: Option<Arc<Config>>, asked: &Asked) -> Result<Settings, Error> {
    let profile = asked.profile.or_else(|| config.as_ref()?.profile).unwrap_or(&profile::AGENT_SKILLS);
    let mut levels = profile.levels.clone();
    for (rule, level) in config.iter().flat_map(|config| &config.rules).chain(&asked.rules) {
        if !levels.set(*rule, *level) {
            return Err(Error::Usage(stays_an_error(*rule)));
        }
    }
    Ok(Settings { profile, levels, max_source: asked.max_source, config })
}

/// A rule and its level, from `ID=LEVEL`.
pub(crate) fn argument(text: &str) -> Result<(Rule, Level), String> {
    let (id, level) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is not ID=LEVEL, such as body-long=off"))?;
    setting(id, level)
}

fn setting(id: &str, level: &str) -> Result<(Rule, Level), String> {
    let rule = Rule::by_id(id).ok_or_else(|| unknown_rule(id))?;
    let level = Level::by_name(level).ok_or_else(|| {
        format!("`{level}` is not a level of `{id}`; levels are error, warning, hint and off")
    })?;
    Ok((rule, level))
}

/// What to say about a rule that is none.
pub(crate) fn unknown_rule(id: &str) -> String {
    match Rule::nearest(id) {
        Some(rule) => format!("there is no rule `{id}`; did you mean `{}`?", rule.id()),
        None => format!("there is no rule `{id}`; `repertoire explain` lists them"),
    }
}

/// What to say about a rule whose level is fixed.
fn stays_an_error(rule: Rule) -> String {
    format!("`{}` stays an error: no skill can come of a source that breaks it", rule.id())
}

fn named_profile(name: &str) -> Result<&'static Profile, String> {
    profile::by_name(name).ok_or_else(|| {
        let names: Vec<_> = profile::ALL.iter().map(|profile| profile.name).collect();
        unknown("profile", name, &names)
    })
}

/// What to say about a name that is none of a few.
pub(crate) fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    match routing::nearest(name, names.iter().copied(), 1).first() {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{name}`; there are {}", names.join(", ")),
    }
}
