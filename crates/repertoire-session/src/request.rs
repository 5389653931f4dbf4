//! What a request carries.

use std::sync::Arc;

use repertoire_discovery::Entry;
use repertoire_routing::catalog;

use crate::cause::Cause;
use crate::selection::Selection;
use crate::text;
use crate::tool::TOOL_NAME;

/// What a host knows of the request that it is about to send.
///
/// # Examples
///
/// ```
/// use repertoire_session::Boundary;
///
/// let boundary = Boundary { query: Some("when is high tide?"), ..Boundary::new(&["skill.load"]) };
/// assert!(!boundary.compaction);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Boundary<'a> {
    /// The names of the tools of the request, as the host has them.
    pub tools: &'a [&'a str],
    /// Whether the request compacts the history. It carries nothing then.
    pub compaction: bool,
    /// What the user wants, where the catalog is to be filled by what fits it.
    pub query: Option<&'a str>,
    /// How the catalog is shown.
    pub catalog: catalog::Options<'a>,
}

impl<'a> Boundary<'a> {
    /// An ordinary request with these tools.
    #[must_use]
    pub fn new(tools: &'a [&'a str]) -> Self {
        Self { tools, compaction: false, query: None, catalog: catalog::Options::default() }
    }

    /// The same as a compaction request.
    #[must_use]
    pub fn for_compaction(mut self) -> Self {
        self.compaction = true;
        self
    }

    pub(crate) fn wants_skills(&self) -> bool {
        !self.compaction && self.tools.contains(&TOOL_NAME)
    }
}

/// What a contribution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The bounded catalog.
    Catalog,
    /// The instructions of a selected skill.
    Selected,
    /// That a selected skill is not there.
    Warning,
}

impl Kind {
    /// 900, 920 and 910: the greater, the nearer to the request itself.
    #[must_use]
    pub const fn priority(self) -> u32 {
        match self {
            Self::Catalog => 900,
            Self::Selected => 920,
            Self::Warning => 910,
        }
    }
}

/// One text that goes into a request, for this request only. It is never part of the durable
/// history of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contribution {
    /// `skill-catalog`, `skill-selected-NAME`, `skill-warning-NAME` or `skill-warnings-omitted`.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// The text.
    pub text: String,
    /// The selection that it is about.
    pub selection: Option<Selection>,
    /// The skill that it is about, as it was discovered for this request; where the catalog has it no
    /// more, as it was when it was selected.
    pub skill: Option<Arc<Entry>>,
    /// The advisory risk of that skill by now, `low`, `medium` or `high`, where it states one.
    pub risk: Option<&'static str>,
}

impl Contribution {
    /// Who contributes.
    pub const CONTRIBUTOR: &'static str = "skills";
    /// It must not be left out of the request.
    pub const CLASS: &'static str = "mandatory";
    /// It lives for one request.
    pub const LIFETIME: &'static str = "ephemeral";

    /// The instructions of a selected skill, without the sentence above them; nothing where it is
    /// none.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        // The sentence stands on one line.
        let (_, instructions) = self.text.split_once("\n\n")?;
        (self.kind == Kind::Selected).then_some(instructions)
    }

    /// The length of its text in characters.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.text.chars().count()
    }
}

/// About how many tokens a contribution of so many characters takes: 24 more, over 4, rounded up.
///
/// # Examples
///
/// ```
/// use repertoire_session::estimated_tokens;
///
/// assert_eq!([0, 1, 4, 5].map(estimated_tokens), [6, 7, 7, 8]);
/// ```
#[must_use]
pub const fn estimated_tokens(characters: usize) -> usize {
    characters.saturating_add(24).div_ceil(4)
}

/// A contribution without its text: what `(context)` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size<'a> {
    /// Its id.
    pub id: &'a str,
    /// Who contributes it.
    pub contributor: &'static str,
    /// Its priority.
    pub priority: u32,
    /// How long it lives.
    pub lifetime: &'static str,
    /// Whether it may be left out.
    pub class: &'static str,
    /// The length of its text in characters.
    pub characters: usize,
    /// [`estimated_tokens`] of that.
    pub tokens: usize,
}

/// Something that should be part of a request and is not.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The id that its contribution would have: for a selected skill that of its warning.
    pub id: String,
    /// The name of the selected skill; nothing for the catalog.
    pub name: Option<String>,
    /// Why it is not there.
    pub cause: Cause,
}

/// What a request carries, and what it does not.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Request {
    /// The catalog, then the selected skills in catalog order, then the warnings.
    pub contributions: Vec<Contribution>,
    /// The names of the skills that the catalog has no room for, in catalog order.
    pub omitted: Vec<String>,
    /// What should be there and is not, in catalog order: also that for which there was no room
    /// among the warnings.
    pub failures: Vec<Failure>,
}

impl Request {
    /// The sizes of the contributions, in their order.
    pub fn sizes(&self) -> impl Iterator<Item = Size<'_>> {
        self.contributions.iter().map(|contribution| {
            let characters = contribution.characters();
            Size {
                id: &contribution.id,
                contributor: Contribution::CONTRIBUTOR,
                priority: contribution.kind.priority(),
                lifetime: Contribution::LIFETIME,
                class: Contribution::CLASS,
                characters,
                tokens: estimated_tokens(characters),
            }
        })
    }

    /// The sources of the selected skills whose instructions the request carries.
    pub fn sources(&self) -> impl Iterator<Item = String> {
        let selected = self.contributions.iter().filter(|contribution| contribution.kind == Kind::Selected);
        selected.filter_map(|contribution| Some(text::path(&contribution.skill.as_ref()?.path)))
    }
}
