//! Why something is not part of a request.

use std::error::Error as _;

use crate::text;
use crate::{MAX_BODIES, MAX_BODY, MAX_WARNING, MAX_WARNINGS};

/// Why something is not part of a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The source cannot be read, or is no skill any more.
    #[error(transparent)]
    Read(repertoire_discovery::Error),
    /// The source defines a skill of another name by now.
    #[error("its source names the skill `{}` by now: load that name", text::name(name))]
    Renamed {
        /// The name that it has now.
        name: String,
    },
    /// The name belongs to another source by now.
    #[error("its name belongs to {path} by now: load it again to have that one")]
    Taken {
        /// The source that has the name.
        path: String,
    },
    /// The source is there, but discovery does not offer it any more.
    #[error("it is not in the catalog any more: look for skills again")]
    NotOffered,
    /// The body passes [`MAX_BODY`].
    #[error("its {characters} characters pass the bound of {MAX_BODY}: shorten it")]
    BodyTooLarge {
        /// The characters of the body.
        characters: usize,
    },
    /// With it the bodies would pass [`MAX_BODIES`].
    #[error(
        "with its {characters} characters the selected instructions would pass {MAX_BODIES}: {left} are left"
    )]
    NoRoom {
        /// The characters of the body.
        characters: usize,
        /// The characters that the bodies before it leave.
        left: usize,
    },
    /// The catalog cannot be shown.
    #[error(transparent)]
    Catalog(repertoire_routing::Error),
}

impl Cause {
    /// The class in kebab case, stable for machines.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Read(error) => error.kind(),
            Self::Renamed { .. } => "renamed",
            Self::Taken { .. } => "shadowed",
            Self::NotOffered => "not-offered",
            Self::BodyTooLarge { .. } => "file-too-large",
            Self::NoRoom { .. } => "instructions-limit",
            Self::Catalog(_) => "catalog-budget",
        }
    }

    /// The sentence with the causes behind it, on one line.
    #[must_use]
    pub fn told(&self) -> String {
        let mut told = self.to_string();
        let mut behind = self.source();
        while let Some(error) = behind {
            told.push_str(&format!(": {error}"));
            behind = error.source();
        }
        text::line(&told)
    }
}

/// The warning about a selected skill, within its bound.
pub(crate) fn warning(name: &str, cause: &Cause) -> String {
    let name = text::quoted(&text::name(name));
    let before = format!("The instructions of the selected skill {name} are not part of this request: ");
    let after = ". Do not claim that they were applied.";
    let room = MAX_WARNING - before.chars().count() - after.len();
    format!("{before}{}{after}", text::cut(&cause.told(), room))
}

/// How many of the warnings are shown so that they fit together with the one that says how many
/// are not, and that one where there must be one.
pub(crate) fn bounded(warnings: &[String]) -> (usize, Option<String>) {
    let lengths: Vec<usize> = warnings.iter().map(|warning| warning.chars().count()).collect();
    if lengths.iter().sum::<usize>() <= MAX_WARNINGS {
        return (warnings.len(), None);
    }
    let mut left = MAX_WARNINGS - overflow(warnings.len()).len();
    let fitting = lengths.iter().take_while(|length| match left.checked_sub(**length) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    });
    let shown = fitting.count();
    (shown, Some(overflow(warnings.len() - shown)))
}

fn overflow(omitted: usize) -> String {
    format!(
        "{omitted} more warnings about selected skills are left out. Do not claim that instructions were applied which are not part of this request."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_fills_its_bound_and_keeps_its_last_sentence() {
        let cause = Cause::Taken { path: "/very/long".repeat(500) };
        let text = warning(&"x\n".repeat(5_000), &cause);
        assert_eq!(text.chars().count(), MAX_WARNING);
        assert!(text.ends_with("... Do not claim that they were applied.") && !text.contains('\n'), "{text}");
        let cause = Cause::NoRoom { characters: 5, left: 4 };
        assert_eq!(
            warning("tide", &cause),
            "The instructions of the selected skill \"tide\" are not part of this request: with its 5 characters \
             the selected instructions would pass 131072: 4 are left. Do not claim that they were applied."
        );
    }

    #[test]
    fn warnings_fill_their_bound_exactly_and_past_it_one_tells_the_rest() {
        let thousand = "ä".repeat(1_000);
        assert_eq!(bounded(&vec![thousand.clone(); 4]), (4, None));
        let mut five = vec![thousand; 4];
        five.push("x".to_owned());
        let (shown, overflow) = bounded(&five);
        assert_eq!(shown, 3);
        let overflow = overflow.unwrap();
        assert!(overflow.starts_with("2 more warnings"), "{overflow}");
        assert_eq!(bounded(&[]), (0, None));
    }
}
