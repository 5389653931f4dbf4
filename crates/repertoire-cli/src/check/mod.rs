//! `repertoire check`: sources in, findings out.

mod beside;
pub(crate) mod config;
mod diff;
mod inputs;
mod judge;
pub(crate) mod paths;
mod pool;
mod run;
#[cfg(test)]
mod schema;
mod together;

use crate::args::{Check, CheckForm, Links};
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::terminal::Terminal;
use config::{Asked, Finder};
pub(crate) use inputs::Input;
use inputs::{Gatherer, Origin, Reach};
use judge::Mending;
pub(crate) use judge::{directory_name, format_of, read, shown};
use repertoire::diagnostic::Applicability;
use repertoire::fs::{self, Limits};
use run::Run;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// As many directories of a named tree are listed, unless the command line says otherwise.
const MAX_DIRECTORIES: usize = 1_000_000;

/// Runs the command.
pub(crate) fn run(arguments: &Check, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let terminal = surroundings.terminal;
    let mending = mending(arguments);
    if arguments.diff && arguments.format != CheckForm::Text {
        return Err(Error::Usage("--diff has a form of its own; leave --format away".into()));
    }
    let rules = arguments.rules.iter().map(|text| config::argument(text)).collect::<Result<Vec<_>, _>>();
    let asked = Asked {
        profile: surroundings.everywhere.profile.map(crate::args::ProfileName::profile),
        rules: rules.map_err(Error::Usage)?,
        max_source: surroundings.everywhere.max_source,
    };
    let finder = Finder::new(asked, arguments.config.as_deref())?;
    let mut gatherer = Gatherer::new(finder, reach(surroundings), surroundings.terminal);
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut run = Run::new(arguments.format, terminal, mending);
    let failure: Mutex<Option<Error>> = Mutex::new(None);

    if let Some(from) = &arguments.paths_from {
        if !arguments.paths.is_empty() {
            return Err(Error::Usage("name paths or give --paths-from, not both".into()));
        }
        if arguments.stdin_path.is_some() {
            return Err(Error::Usage("--stdin-path goes with the path `-`".into()));
        }
        let lines = paths::open(from, arguments.null)?;
        let (failure, finding) = (&failure, &mut gatherer);
        let inputs = lines.map_while(move |line| {
            let found = line.map(|path| {
                // What is wrong with the configuration of one path is no reason to leave out the others.
                finding.inputs(&path).unwrap_or_else(|error| vec![finding.refused(&path, &error)])
            });
            found
                .map_err(|error| failure.lock().map(|mut slot| slot.get_or_insert(error).is_closed_pipe()))
                .ok()
        });
        run.all(inputs.flatten(), threads)?;
        left_out(gatherer.excluded(), run.is_empty(), terminal);
    } else {
        let inputs = gather(arguments, surroundings, &mut gatherer)?;
        left_out(gatherer.excluded(), inputs.is_empty(), terminal);
        let threads = threads.min(inputs.len());
        run.all(inputs.into_iter(), threads)?;
    }
    let finished = run.finish(arguments.max_warnings);
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => finished,
    }
}

/// Says how many paths the configuration left out, where more is asked for or nothing is left.
fn left_out(count: usize, all: bool, terminal: Terminal) {
    if count > 0 && (all || terminal.verbose) {
        terminal.note(&format!("left out by the configuration: {count}"));
    }
}

fn mending(arguments: &Check) -> Mending {
    let reach = if arguments.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    match (arguments.diff, arguments.fix || arguments.unsafe_fixes) {
        (true, _) => Mending::Show(reach),
        (false, true) => Mending::Apply(reach),
        (false, false) => Mending::None,
    }
}

/// The inputs of the paths that were named, or of the project's roots.
fn gather(
    arguments: &Check,
    surroundings: &Surroundings,
    gatherer: &mut Gatherer,
) -> Result<Vec<Input>, Error> {
    if arguments.paths.iter().any(|path| path == Path::new("-")) {
        if arguments.paths.len() > 1 {
            return Err(Error::Usage("`-` stands alone".into()));
        }
        if arguments.fix || (arguments.unsafe_fixes && !arguments.diff) {
            return Err(Error::Usage("fixes cannot be written to standard input; --diff shows them".into()));
        }
        return Ok(standard_input(arguments, gatherer)?.into_iter().collect());
    }
    if arguments.stdin_path.is_some() {
        return Err(Error::Usage("--stdin-path goes with the path `-`".into()));
    }
    let mut paths = arguments.paths.clone();
    if paths.is_empty() {
        paths = default_paths(surroundings, gatherer)?;
    }
    all(&paths, surroundings, gatherer)
}

fn all(paths: &[PathBuf], surroundings: &Surroundings, gatherer: &mut Gatherer) -> Result<Vec<Input>, Error> {
    let mut inputs = Vec::new();
    for path in paths {
        let found = gatherer.unseen(path)?;
        surroundings.terminal.detail(&format!("{}: {} to look at", shown(path), found.len()));
        inputs.extend(found);
    }
    Ok(inputs)
}

/// The sources of some paths, or of the project's roots where there are none, for commands that
/// judge by no configuration.
pub(crate) fn sources(paths: &[PathBuf], surroundings: &Surroundings) -> Result<Vec<Input>, Error> {
    let asked = Asked { max_source: surroundings.everywhere.max_source, ..Asked::default() };
    let mut gatherer =
        Gatherer::new(Finder::without_configuration(asked)?, reach(surroundings), surroundings.terminal);
    if paths.is_empty() {
        let paths = default_paths(surroundings, &mut gatherer)?;
        return all(&paths, surroundings, &mut gatherer);
    }
    all(paths, surroundings, &mut gatherer)
}

/// How far the trees that are named are searched: without the bounds of a catalog, unless the command
/// line sets them.
fn reach(surroundings: &Surroundings) -> Reach {
    let everywhere = &surroundings.everywhere;
    let directories = if everywhere.no_limits { usize::MAX } else { MAX_DIRECTORIES };
    Reach {
        limits: Limits {
            directories: everywhere.max_directories.unwrap_or(directories),
            entries: everywhere.max_entries.unwrap_or(usize::MAX),
            depth: everywhere.max_depth.unwrap_or(usize::MAX),
        },
        characters: everywhere.max_characters.unwrap_or(usize::MAX),
        links: everywhere.links == Links::Within,
        within: everywhere.links_within.clone(),
        around: surroundings.around(),
    }
}

/// The roots of the configuration, else those of the project that are there.
fn default_paths(surroundings: &Surroundings, gatherer: &mut Gatherer) -> Result<Vec<PathBuf>, Error> {
    let settings = gatherer.settings(&surroundings.workspace)?;
    let config = settings.config.as_deref();
    if let Some(config) = config.filter(|config| !config.roots.is_empty() && !surroundings.has_given_roots())
    {
        return Ok(config.roots.clone());
    }
    let mut paths = surroundings.project_roots(config.and_then(|config| config.layout.as_deref()));
    let all = paths.clone();
    if !surroundings.has_given_roots() {
        paths.retain(|path| fs::stat(path).is_ok());
    }
    if paths.is_empty() {
        let looked: Vec<_> = all.iter().map(|path| fs::show(path)).collect();
        surroundings.terminal.note(&format!("there are no skills here: looked for {}", looked.join(", ")));
    }
    Ok(paths)
}

/// What stands on standard input, unless its path is left out by the configuration.
fn standard_input(arguments: &Check, gatherer: &mut Gatherer) -> Result<Option<Input>, Error> {
    let path = arguments.stdin_path.clone().ok_or_else(|| {
        Error::Usage("`-` needs --stdin-path, such as --stdin-path tide/SKILL.md: a skill's name is that of its directory".into())
    })?;
    let settings = gatherer.settings(inputs::holder(&path))?;
    let limit = judge::max_bytes(settings.max_source);
    let mut bytes = Vec::new();
    io::stdin().lock().take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    if gatherer.is_excluded(&settings, &path) {
        return Ok(None);
    }
    let origin = if bytes.len() > limit {
        let error = fs::Error::TooLarge { path: path.clone(), limit };
        Origin::Refused(Box::new(inputs::refusal(&error)))
    } else {
        Origin::Given(bytes)
    };
    Ok(Some(Input { path, origin, settings }))
}
