//! Diagnostics about places: every text for people that this crate writes itself.

use std::path::{Path, PathBuf};

use repertoire_diagnostic::{Diagnostic, Kind, Severity};
use repertoire_fs::{Error, ErrorKind, show};
use repertoire_schema::rules::Rule;

use crate::root::{RootSpec, Scope, Trust};

/// Writes diagnostics about one root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reporter<'a> {
    pub(crate) spec: &'a RootSpec,
    pub(crate) index: usize,
}

impl Reporter<'_> {
    /// A path below the root as people are to see it.
    pub(crate) fn path(&self, below: &Path) -> PathBuf {
        if below.as_os_str().is_empty() { self.spec.path.clone() } else { self.spec.path.join(below) }
    }

    fn at(&self, below: &Path, kind: Kind, severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(kind, severity, message).with_path(show(&self.path(below))).with_root(self.index)
    }

    pub(crate) fn missing_root(&self, error: &Error) -> Diagnostic {
        let severity = if self.spec.scope == Scope::Given { Severity::Error } else { Severity::Hint };
        match error.kind() {
            ErrorKind::NotFound => {
                self.at(Path::new(""), Kind::MissingRoot, severity, "this root is not there")
            }
            _ => self.at(Path::new(""), Kind::ScanError, Severity::Error, error.to_string()),
        }
    }

    /// A directory into which links may lead cannot be opened.
    pub(crate) fn lost_bound(&self, error: &Error) -> Diagnostic {
        let message = format!("links of this root into {} are not followed: {error}", show(error.path()));
        self.at(Path::new(""), Kind::ScanError, Severity::Error, message).with_rule("bound-unusable")
    }

    /// A directory, or a link that should lead to one, could not be examined.
    pub(crate) fn scan_error(&self, below: &Path, error: &Error) -> Diagnostic {
        match error {
            Error::Outside { target, .. } => self.outside(below, target),
            Error::NotFound { .. } => {
                let message = "this link or directory leads to nothing by now";
                self.at(below, Kind::ScanError, Severity::Error, message)
                    .with_help("remove the link, or restore what it leads to")
            }
            _ => self.at(below, Kind::ScanError, Severity::Error, error.to_string()),
        }
    }

    /// A source could not be opened or read.
    pub(crate) fn source_error(&self, below: &Path, error: &Error) -> Diagnostic {
        let kind = match error.kind() {
            ErrorKind::Outside => Kind::OutsideRoot,
            ErrorKind::NotRegularFile => Kind::NotRegularFile,
            ErrorKind::IdentityChanged => Kind::IdentityChanged,
            ErrorKind::TooLarge => Kind::FileTooLarge,
            _ => Kind::ReadError,
        };
        match error {
            Error::Outside { target, .. } => self.outside(below, target),
            Error::NotFound { .. } => self
                .at(below, kind, Severity::Error, "this source leads to nothing")
                .with_help("remove the link, or restore what it leads to"),
            _ => self.at(below, kind, Severity::Error, error.to_string()),
        }
    }

    fn outside(&self, below: &Path, target: &Path) -> Diagnostic {
        let message = format!("this link leads to {}, outside the bounds of its root", show(target));
        let help = match self.spec.trust {
            Trust::Full => {
                let widened = target.parent().unwrap_or(target);
                format!("if that is meant, allow it with `--links-within {}`", show(widened))
            }
            Trust::Reduced => {
                "a root of reduced trust keeps its links inside; copy the skill instead".to_owned()
            }
        };
        self.at(below, Kind::OutsideRoot, Severity::Error, message).with_help(help)
    }

    pub(crate) fn link_not_followed(&self, below: &Path) -> Diagnostic {
        self.at(below, Kind::OutsideRoot, Severity::Warning, "this source is a link, and no link is followed")
            .with_help("drop `--links none`, or replace the link by the file")
    }

    /// A source is a link into a root of reduced trust.
    pub(crate) fn of_reduced_trust(&self, below: &Path, target: &Path, by: &RootSpec) -> Diagnostic {
        let message = format!(
            "this source is a link to {}, which belongs to the root `{}` of reduced trust alone",
            show(target),
            by.label
        );
        self.at(below, Kind::OutsideRoot, Severity::Warning, message)
            .with_help("replace the link by a copy if what it holds is to be trusted")
    }

    pub(crate) fn link_cycle(&self, below: &Path) -> Diagnostic {
        self.at(
            below,
            Kind::ScanError,
            Severity::Warning,
            "this link leads back to a directory that holds it",
        )
        .with_help("remove the link: it adds nothing to the catalog")
    }

    pub(crate) fn depth_limit(&self, below: &Path, depth: usize) -> Diagnostic {
        let message =
            format!("the directories below are deeper than {depth} levels, and are not looked into");
        self.at(below, Kind::ScanDepthLimit, Severity::Warning, message)
    }

    pub(crate) fn directory_limit(&self, below: &Path, directories: usize) -> Diagnostic {
        let message = format!("the scan of this root ends here, after {directories} directories");
        self.at(below, Kind::ScanDirectoryLimit, Severity::Warning, message)
            .with_help("name a smaller root, or lift the bounds with `--no-limits`")
    }

    pub(crate) fn entry_limit(&self, below: &Path, entries: usize, ends: bool) -> Diagnostic {
        let end = if ends { ", and the scan of this root ends here" } else { "" };
        let message = format!(
            "this directory is left out whole: with it the root holds more than {entries} entries{end}"
        );
        self.at(below, Kind::ScanEntryLimit, Severity::Warning, message)
            .with_help("name a smaller root, or lift the bounds with `--no-limits`")
    }

    pub(crate) fn character_limit(&self, below: &Path, characters: usize) -> Diagnostic {
        let message = format!(
            "no source of this root is read from here on: together they pass {characters} characters"
        );
        self.at(below, Kind::ScanCharacterLimit, Severity::Warning, message)
            .with_help("name a smaller root, or lift the bounds with `--no-limits`")
    }

    pub(crate) fn too_large(&self, below: &Path, characters: usize) -> Diagnostic {
        let message = format!("this source holds more than {characters} characters");
        self.at(below, Kind::FileTooLarge, Severity::Error, message)
            .with_rule("file-too-large")
            .with_help("move details into files beside the skill")
    }

    pub(crate) fn alike(&self, below: &Path, exact: &str) -> Diagnostic {
        let message = format!("this file is not read: only the exact name `{exact}` counts");
        self.at(below, Kind::InvalidStructure, Severity::Hint, message)
            .with_rule("filename-case")
            .with_help(format!("rename it to `{exact}`"))
    }

    /// A name is easily taken for that of a skill of another root.
    pub(crate) fn near(&self, below: &Path, name: &str, other: &str, path: &Path) -> Diagnostic {
        let message = format!("the name `{name}` is easily taken for `{other}`, in {}", show(path));
        self.at(below, Kind::InvalidName, Severity::Warning, message)
            .with_rule(Rule::NameNear.id())
            .with_help(Rule::NameNear.info().help)
    }

    /// A valid definition lost its name to another, and is had by its root and name or not at all.
    pub(crate) fn shadowed(
        &self,
        below: &Path,
        name: &str,
        winner: (&RootSpec, &Path),
        addressable: bool,
    ) -> Diagnostic {
        let (by, path) = winner;
        let taken_from_user =
            by.scope == Scope::Project && matches!(self.spec.scope, Scope::User | Scope::Bundled);
        let severity = if taken_from_user || self.spec.trust == Trust::Reduced {
            Severity::Warning
        } else {
            Severity::Hint
        };
        let message = format!("the name `{name}` is taken by {}", show(path));
        let help = "rename one of the two to have both";
        self.at(below, Kind::Shadowed, severity, message).with_help(if addressable {
            format!("it stays addressable as `{}:{name}`; {help}", self.spec.label)
        } else {
            help.to_owned()
        })
    }

    /// The name of a valid definition is what another one is addressed by.
    pub(crate) fn address(&self, below: &Path, name: &str, target: &Path, addressable: bool) -> Diagnostic {
        let message = format!("the name `{name}` is the address of {}, and leads there", show(target));
        let help = "rename it: a name without a colon is nobody's address";
        self.at(below, Kind::Shadowed, Severity::Warning, message).with_help(if addressable {
            format!("it stays addressable as `{}:{name}`; {help}", self.spec.label)
        } else {
            help.to_owned()
        })
    }
}
