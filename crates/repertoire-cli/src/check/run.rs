//! A check in progress: judging in parallel, writing in order, counting.

use super::diff::diff;
use super::inputs::{Input, Origin};
use super::judge::{Judged, Mending, directory_name, has_errors, judge};
use super::pool;
use super::together::{self, Neighbour};
use crate::args::CheckForm;
use crate::compat;
use crate::error::{Error, Outcome};
use crate::progress::Progress;
use crate::terminal::{Terminal, stdout};
use repertoire::clients::{CLIENTS, forecast};
use repertoire::diagnostic::{Diagnostic, clean_line};
use repertoire::fs;
use repertoire::schema::rules::Rule;
use repertoire::schema::{Format as SourceFormat, Source};
use repertoire_report::{Format, Rendered, Report, sarif};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;

/// A check in progress.
pub(crate) struct Run {
    report: Report<Box<dyn Write>>,
    format: Format,
    terminal: Terminal,
    mending: Mending,
    streams: bool,
    configs: BTreeSet<String>,
    errors: bool,
    unread: bool,
    warnings: usize,
    changed: usize,
    looked: usize,
}

/// What a worker makes of one source.
struct Done {
    rendered: Rendered,
    /// What the fixes would change, where that is asked for; it stands for the report then.
    diff: Option<String>,
    config: Option<String>,
    /// What the known clients make of it, where more is asked for.
    clients: Option<String>,
    errors: bool,
    unread: bool,
    /// How many findings were mended.
    mended: usize,
    /// Why the fixes could not be written.
    unwritten: Option<Diagnostic>,
    neighbour: Option<Neighbour>,
}

impl Run {
    /// A check that has looked at nothing yet.
    pub(crate) fn new(form: CheckForm, terminal: Terminal, mending: Mending) -> Self {
        let format = match form {
            CheckForm::Text => Format::Text(terminal.text),
            CheckForm::Json => Format::Json,
            CheckForm::Jsonl => Format::JsonLines,
            CheckForm::Sarif => Format::Sarif,
            CheckForm::Github => Format::GitHub,
        };
        let out: Box<dyn Write> = Box::new(stdout());
        Self {
            report: Report::new(format, out).quiet(terminal.quiet || matches!(mending, Mending::Show(_))),
            format,
            terminal,
            mending,
            streams: form == CheckForm::Jsonl,
            configs: BTreeSet::new(),
            errors: false,
            unread: false,
            warnings: 0,
            changed: 0,
            looked: 0,
        }
    }

    /// Whether nothing was looked at.
    pub(crate) const fn is_empty(&self) -> bool {
        self.looked == 0
    }

    /// Judges all inputs, and writes what comes of each in their order: at once in a form that
    /// streams, else when all are known, because some findings need all.
    pub(crate) fn all(
        &mut self,
        inputs: impl Iterator<Item = Input> + Send,
        threads: usize,
    ) -> Result<(), Error> {
        let (format, mending, streams) = (self.format, self.mending, self.streams);
        // A diff has the mended text, of which nobody asks what clients make.
        let wordy = matches!(format, Format::Text(_))
            && self.terminal.verbose
            && !matches!(mending, Mending::Show(_));
        let terminal = wordy.then_some(self.terminal);
        let work = |input: Input| done(input, mending, &format, terminal, !streams);
        let total = inputs.size_hint().1;
        let mut progress = Progress::new(total, self.terminal.progress);
        if streams {
            // Lines that go to a terminal are progress enough.
            return pool::in_order(inputs, threads, work, |done| self.one(done));
        }
        let mut all: Vec<Done> = Vec::new();
        pool::in_order(inputs, threads, work, |done| {
            progress.step();
            all.push(done);
            Ok::<(), Error>(())
        })?;
        progress.finish();
        look_together(&mut all, &format);
        all.into_iter().try_for_each(|done| self.one(done))
    }

    fn one(&mut self, done: Done) -> Result<(), Error> {
        self.errors |= done.errors;
        self.unread |= done.unread;
        self.looked += 1;
        // The report counts nothing of a file whose diff stands for it.
        self.warnings += done.rendered.summary().warnings;
        if let Some(config) = done.config
            && !self.configs.contains(&config)
        {
            self.terminal.note(&format!("configuration: {config}"));
            self.configs.insert(config);
        }
        let pushed = match done.diff {
            Some(diff) => {
                self.changed += usize::from(!diff.is_empty());
                self.report.insert(&diff)
            }
            None => self.report.push(done.rendered),
        };
        let pushed = pushed.and_then(|()| match &done.clients {
            Some(line) => self.report.insert(line),
            None => Ok(()),
        });
        match pushed.map_err(Error::from) {
            // A worker may be waiting for more paths; nobody waits for what it would find.
            Err(error) if error.is_closed_pipe() => std::process::exit(0),
            other => other,
        }
    }

    /// Ends the report, and says how the command ends.
    pub(crate) fn finish(self, max_warnings: Option<usize>) -> Result<Outcome, Error> {
        let rules: Vec<sarif::Rule<'_>> = Rule::ALL
            .iter()
            .map(|rule| sarif::Rule { id: rule.id(), summary: rule.info().says, help: rule.info().why })
            .collect();
        let configs: Vec<String> = self.configs.into_iter().collect();
        if let Mending::Show(_) = self.mending {
            let files = if self.changed == 1 { "file" } else { "files" };
            self.terminal.note(&format!("{} {files} would change", self.changed));
        }
        self.report.finish(&configs, &rules)?;
        if self.unread {
            return Ok(Outcome::Unread);
        }
        if let Some(most) = max_warnings.filter(|most| self.warnings > *most) {
            self.terminal.note(&format!("more than {most} warnings"));
            return Ok(Outcome::Findings);
        }
        Ok(if self.errors { Outcome::Findings } else { Outcome::Fine })
    }
}

/// What comes of one input, with a line on the clients for a terminal that asks for more.
fn done(input: Input, mending: Mending, format: &Format, terminal: Option<Terminal>, remember: bool) -> Done {
    let settings = Arc::clone(&input.settings);
    let tree = match &input.origin {
        Origin::Tree(tree) if remember => Some(Arc::clone(tree)),
        _ => None,
    };
    let judged = judge(input, mending);
    let diff = match (mending, format) {
        (Mending::Show(_), Format::Text(text)) if !judged.unread => Some(diff(&judged, *text)),
        _ => None,
    };
    Done {
        diff,
        clients: terminal.filter(|_| !judged.unread).map(|terminal| clients(&judged, terminal)),
        config: settings.config.as_ref().map(|config| fs::show(&config.path)),
        neighbour: Neighbour::of(&judged, tree.as_ref(), &settings),
        ..rendered(&judged, format)
    }
}

fn rendered(judged: &Judged, format: &Format) -> Done {
    Done {
        rendered: judged.render(format),
        diff: None,
        config: None,
        clients: None,
        errors: has_errors(&judged.checked.diagnostics),
        unread: judged.unread,
        mended: judged.mended,
        unwritten: judged.unwritten.clone(),
        neighbour: None,
    }
}

/// The line on what the known clients make of a source.
fn clients(judged: &Judged, terminal: Terminal) -> String {
    let directory = directory_name(&judged.path);
    let source = Source {
        path: &judged.shown,
        directory: directory.as_deref(),
        format: judged.format.unwrap_or(SourceFormat::AgentSkill),
        bytes: &judged.bytes,
    };
    let found: Vec<_> = CLIENTS.iter().map(|client| forecast(&source, client)).collect();
    format!("{}\n  {}\n\n", clean_line(&judged.shown), compat::line(&found, terminal))
}

/// Adds the findings that need all sources. Those few that have some are read once more, so that
/// the texts of all the others need not be kept.
fn look_together(all: &mut [Done], format: &Format) {
    let (places, neighbours): (Vec<usize>, Vec<&Neighbour>) = all
        .iter()
        .enumerate()
        .filter_map(|(at, done)| done.neighbour.as_ref().map(|neighbour| (at, neighbour)))
        .unzip();
    let mut by_place: BTreeMap<usize, (Input, Vec<Diagnostic>)> = BTreeMap::new();
    for (at, diagnostic) in together::found(&neighbours) {
        by_place.entry(places[at]).or_insert_with(|| (neighbours[at].input(), Vec::new())).1.push(diagnostic);
    }
    for (at, (input, found)) in by_place {
        let old = &mut all[at];
        let mut judged = judge(input, Mending::None);
        judged.add(found);
        // The second look mends nothing; what the first one did, or could not do, stays true.
        judged.mended = old.mended;
        if let Some(unwritten) = old.unwritten.take() {
            judged.fail(unwritten);
        }
        let (config, diff, clients) = (old.config.take(), old.diff.take(), old.clients.take());
        *old = Done { config, diff, clients, ..rendered(&judged, format) };
    }
}
