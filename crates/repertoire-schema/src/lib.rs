//! What an agent skill is: profiles, rules, and the judgement of one source.
//!
//! A [`Source`] in either format (`SKILL.md` or `SKILL.sexp`) is judged under a [`Profile`]; what
//! comes of it is a [`Checked`]: the [`Skill`], unless the profile refuses it, and everything that
//! was found, with places, help and fixes.
//!
//! ```
//! use repertoire_schema::{Format, Source, check, profile};
//!
//! let source = Source {
//!     path: "tide-chart/SKILL.md",
//!     directory: Some("tide-chart"),
//!     format: Format::AgentSkill,
//!     bytes: b"---\nname: tide-chart\ndescription: Plot tides. Use when: asked\n---\nPlot the heights.\n",
//! };
//!
//! // The published standard refuses it, says where and why, and has a fix.
//! let strict = check(&source, &profile::AGENT_SKILLS);
//! assert!(!strict.is_valid());
//! assert_eq!(strict.diagnostics[0].id(), "yaml-colon");
//! assert!(strict.diagnostics[0].fix.is_some());
//!
//! // A loader takes it as it was meant.
//! let skill = check(&source, &profile::LOADER).skill.expect("a loader must not lose it");
//! assert_eq!(skill.metadata.description, "Plot tides. Use when: asked");
//! assert_eq!(skill.instructions, "Plot the heights.\n");
//! ```
//!
//! # What is where
//!
//! - [`check`] and [`check_with`] judge one source; [`Options`] carry changed levels, the files
//!   beside the source, and bounds. [`check_together`] judges skills against each other.
//! - [`profile`] has the profiles: tables, one file each. The engine knows none by name.
//! - [`rules`] has the registry: every rule with its reason, levels, example and fix;
//!   [`rules::page`] writes it for people.
//! - [`apply_fixes`] applies fixes to a whole source, until none is left. A single fix is in each
//!   [`Diagnostic`](repertoire_diagnostic::Diagnostic); its laws were proven before it was put there.
//! - [`native`] reads and writes the native form; [`convert`] writes a skill in the other format.
//!
//! Nothing here opens a file, prints, or panics on input; everything is linear in its input.

mod alike;
mod check;
mod clients;
pub mod convert;
mod error;
mod findings;
mod fix;
mod model;
pub mod native;
mod near;
mod options;
pub mod profile;
mod read;
pub mod rules;
mod together;
mod tools;

pub use alike::names_alike;
pub use check::fitting as fitting_name;
pub use error::Error;
pub use fix::{Fixed, apply_fixes};
pub use model::{Checked, Format, Metadata, Places, Risk, Skill, Source};
pub use options::{Files, Options, Presence};
pub use profile::Profile;
pub use together::{Member, check_together};
pub use tools::allowed_tools;

use check::{Judge, Known, Reach};
use findings::Findings;
use repertoire_diagnostic::Span;
use rules::Rule;

/// The greatest number of characters (Unicode scalar values) of one source, and of its
/// instructions, unless a caller says otherwise.
pub const MAX_SOURCE_CHARACTERS: usize = 65_536;

/// The greatest number of characters of a description, where a format bounds it.
pub const MAX_DESCRIPTION_CHARACTERS: usize = 1_024;

/// Judges a source under a profile. Never fails: what is wrong is in the diagnostics.
///
/// # Examples
///
/// ```
/// use repertoire_schema::{Format, Source, check, profile};
///
/// let source = Source { path: "a/SKILL.md", directory: Some("a"), format: Format::AgentSkill, bytes: b"# Title\n" };
/// let checked = check(&source, &profile::LOADER);
/// assert!(checked.skill.is_none());
/// assert_eq!(checked.diagnostics[0].id(), "fence-missing");
/// ```
#[must_use]
pub fn check(source: &Source<'_>, profile: &Profile) -> Checked {
    check_with(source, profile, &Options::default())
}

/// Judges a source under a profile, with [`Options`].
#[must_use]
pub fn check_with(source: &Source<'_>, profile: &Profile, options: &Options<'_>) -> Checked {
    let levels = options.levels.unwrap_or(&profile.levels);
    let findings = Findings::new(source.path, levels);
    let mut judge = Judge { profile, source, options, findings, reach: Reach::Whole };
    file_name(&mut judge);
    let (known, skill) = match source.format {
        Format::AgentSkill => {
            let (known, read, skill) = check::agent_skill(&mut judge, source.bytes);
            if let Some(read) = read.filter(|_| options.fixes) {
                fix::prove(&mut judge, &read);
            }
            (known, skill)
        }
        Format::Native => match std::str::from_utf8(source.bytes) {
            Ok(text) => native::judge(&mut judge, text),
            Err(error) => {
                let at = error.valid_up_to();
                let message = format!("the bytes from offset {at} on are not UTF-8");
                judge.findings.report(Rule::Encoding, Span::new(at, at + 1), message);
                (Known::default(), None)
            }
        },
    };
    let diagnostics = judge.findings.finish(profile);
    Checked { skill, name: known.name, description: known.description, diagnostics, places: known.places }
}

/// A file whose name counts only where case does not.
fn file_name(judge: &mut Judge<'_, '_>) {
    let name = judge.source.path.rsplit(['/', '\\']).next().unwrap_or_default();
    let wanted = [Format::AgentSkill, Format::Native].map(Format::file_name);
    if let Some(wanted) =
        wanted.into_iter().find(|wanted| name.eq_ignore_ascii_case(wanted) && name != *wanted)
    {
        let shown = repertoire_diagnostic::clean_line(name).into_owned();
        judge
            .findings
            .report(Rule::FilenameCase, None, format!("the file is named `{shown}`, not `{wanted}`"))
            .help(|| format!("name the file exactly `{wanted}`"));
    }
}
