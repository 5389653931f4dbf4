//! One source: read, judged, mended where that is asked for, rendered.

use super::beside::Beside;
use super::inputs::{Input, Origin, holder, refusal};
use repertoire::diagnostic::{Applicability, Diagnostic, Kind, Severity};
use repertoire::fs;
use repertoire::schema::{self, Checked, Format, Options, Places, Source};
use repertoire_report::{FileReport, Rendered};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The most bytes of a source that are read, for a bound on its characters: one that passes this bound
/// is to be read, because more can be said about it then.
pub(crate) fn max_bytes(max_source: Option<usize>) -> usize {
    const LEAST: usize = 4 << 20;
    max_source.map_or(LEAST, |characters| characters.saturating_mul(4).max(LEAST))
}

/// What is to be done with fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mending {
    /// Nothing.
    None,
    /// Apply those up to an applicability.
    Apply(Applicability),
    /// Show what those would change.
    Show(Applicability),
}

impl Mending {
    fn reach(self) -> Option<Applicability> {
        match self {
            Mending::None => None,
            Mending::Apply(reach) | Mending::Show(reach) => Some(reach),
        }
    }
}

/// One judged source.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The path as it is shown.
    pub(crate) shown: String,
    /// The path as it was named.
    pub(crate) path: PathBuf,
    /// The format, where something could be read.
    pub(crate) format: Option<Format>,
    /// The name of the profile.
    pub(crate) profile: &'static str,
    /// The bytes after all fixes that were asked for.
    pub(crate) bytes: Vec<u8>,
    /// The bytes as they were, where fixes changed them.
    pub(crate) before: Option<Vec<u8>>,
    /// What was found.
    pub(crate) checked: Checked,
    /// Whether it could not be read at all.
    pub(crate) unread: bool,
    /// How many findings were mended.
    pub(crate) mended: usize,
    /// Why the fixes could not be written; it is among what was found.
    pub(crate) unwritten: Option<Diagnostic>,
}

impl Judged {
    /// The report of it.
    pub(crate) fn report(&self) -> FileReport<'_> {
        FileReport {
            path: &self.shown,
            path_bytes: self.path.to_str().is_none().then(|| self.path.as_os_str().as_encoded_bytes()),
            format: self.format.map(Format::as_str),
            profile: self.profile,
            source: if self.unread { None } else { std::str::from_utf8(&self.bytes).ok() },
            valid: self.checked.is_valid(),
            name: self.checked.name.as_deref(),
            description: self.checked.description.as_deref(),
            diagnostics: &self.checked.diagnostics,
            mended: self.mended,
        }
    }

    /// The report of it, rendered.
    pub(crate) fn render(&self, format: &repertoire_report::Format) -> Rendered {
        format.render(&self.report())
    }
}

/// The bytes of an input, or why there are none.
pub(crate) fn read(
    path: &Path,
    origin: Origin,
    max_source: Option<usize>,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    let most = max_bytes(max_source);
    match origin {
        Origin::Named => fs::read(path, most).map_err(|error| Box::new(refusal(&error))),
        Origin::Tree(tree) => tree.read(path, most).map_err(|error| Box::new(refusal(&error))),
        Origin::Given(bytes) => Ok(bytes),
        Origin::Refused(diagnostic) => Err(diagnostic),
    }
}

/// Reads and judges one input.
pub(crate) fn judge(input: Input, mending: Mending) -> Judged {
    let Input { path, origin, settings } = input;
    let shown = shown(&path);
    let read = read(&path, origin, settings.max_source);
    let format = format_of(&path);
    let mut judged = Judged {
        shown,
        path,
        format: None,
        profile: settings.profile.name,
        bytes: Vec::new(),
        before: None,
        checked: Checked {
            skill: None,
            name: None,
            description: None,
            diagnostics: Vec::new(),
            places: Places::default(),
        },
        unread: false,
        mended: 0,
        unwritten: None,
    };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(diagnostic) => {
            judged.unread = !matches!(diagnostic.kind, Kind::FileTooLarge | Kind::OutsideRoot);
            judged.checked.diagnostics.push(*diagnostic);
            return judged;
        }
    };
    judged.format = Some(format);
    let directory = directory_name(&judged.path);
    let beside = Beside::new(holder(&judged.path));
    let options = Options { levels: Some(&settings.levels), files: Some(&beside), ..Options::default() };
    let max_characters = settings.max_source.unwrap_or(options.max_characters);
    let options = Options { max_characters, ..options };
    let source = |bytes| Source { path: &judged.shown, directory: directory.as_deref(), format, bytes };
    let fixed = mending
        .reach()
        .and_then(|reach| schema::apply_fixes(&source(&bytes), settings.profile, &options, reach));
    if let Mending::Show(_) = mending {
        // What would be mended is not mended, and is among the findings still.
        judged.checked = schema::check_with(&source(&bytes), settings.profile, &options);
        judged.before = fixed.is_some().then(|| bytes.clone());
        judged.bytes = fixed.map_or(bytes, |fixed| fixed.text.into_bytes());
        return judged;
    }
    let now = fixed.as_ref().map_or(&bytes[..], |fixed| fixed.text.as_bytes());
    judged.checked = schema::check_with(&source(now), settings.profile, &options);
    match fixed {
        Some(fixed) => {
            judged.mended = fixed.applied.len();
            judged.bytes = fixed.text.into_bytes();
            judged.before = Some(bytes);
        }
        None => judged.bytes = bytes,
    }
    if matches!(mending, Mending::Apply(_))
        && judged.before.is_some()
        && let Err(error) = fs::replace(&judged.path, &judged.bytes)
    {
        let mut diagnostic = refusal(&error);
        diagnostic.message = format!("the fixes could not be written: {}", diagnostic.message);
        // What counts is what is still on the disk.
        judged.bytes = judged.before.take().unwrap_or_default();
        judged.mended = 0;
        let source =
            Source { path: &judged.shown, directory: directory.as_deref(), format, bytes: &judged.bytes };
        judged.checked = schema::check_with(&source, settings.profile, &options);
        judged.fail(diagnostic);
    }
    judged
}

/// A path as it is shown: without a `./` that says nothing.
pub(crate) fn shown(path: &Path) -> String {
    fs::show(path.strip_prefix(".").ok().filter(|below| !below.as_os_str().is_empty()).unwrap_or(path))
}

/// The format that a file's name stands for; a name that stands for none is read as Markdown
/// unless it ends like the native form.
pub(crate) fn format_of(path: &Path) -> Format {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Format::of_file_name(name).unwrap_or_else(|| {
        if name.to_ascii_lowercase().ends_with(".sexp") { Format::Native } else { Format::AgentSkill }
    })
}

/// The name of the directory that holds a file, looked up where the path does not say it. One
/// that is not UTF-8 is given as it is shown: no skill's name is equal to it.
pub(crate) fn directory_name(path: &Path) -> Option<String> {
    let holder = holder(path);
    let text = |name: &OsStr| name.to_str().map_or_else(|| fs::show(Path::new(name)), str::to_owned);
    match holder.file_name() {
        Some(name) => Some(text(name)),
        None => {
            let named = if holder.as_os_str().is_empty() { Path::new(".") } else { holder };
            fs::canonical(named).ok()?.file_name().map(text)
        }
    }
}

impl Judged {
    /// Adds what was found by looking at several sources, in the order of the others.
    pub(crate) fn add(&mut self, found: Vec<Diagnostic>) {
        let place = |diagnostic: &Diagnostic| diagnostic.span.map_or((0, 0), |span| (span.start, span.end));
        self.checked.diagnostics.extend(found);
        self.checked.diagnostics.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.id().cmp(b.id())));
    }

    /// Says before all else that the fixes could not be written.
    pub(crate) fn fail(&mut self, unwritten: Diagnostic) {
        self.checked.diagnostics.insert(0, unwritten.clone());
        self.unwritten = Some(unwritten);
        self.unread = true;
    }
}

/// Whether anything was found at error level.
pub(crate) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
