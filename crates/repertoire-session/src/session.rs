//! What a host decides once: where skills are, and who may have them.

use std::sync::Arc;

use repertoire_discovery::{Catalog, Entry, Options, discover};
use repertoire_routing::Index;

use crate::ranking::Ranking;
use crate::role::Role;
use crate::turn::Turn;

/// What a gate is asked about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Asked<'a> {
    /// The skill, as it was discovered just now.
    pub skill: &'a Entry,
    /// Its advisory risk, `low`, `medium` or `high`, where it states one.
    pub risk: Option<&'static str>,
    /// The name that the model asked for: that of the skill, or of one that requires it.
    pub requested: &'a str,
    /// The role of the agent that asks.
    pub role: &'a Role,
}

/// What a gate says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The skill may be selected.
    Allow,
    /// It may not, for a reason that the model is told.
    Deny(String),
}

/// A host's say on each skill before it is selected.
type Gate = dyn Fn(&Asked<'_>) -> Verdict + Send + Sync;

/// Where skills are found and how they are gated: the ground that turns stand on.
///
/// Cheap to clone; clones share everything, and nothing in them changes but what they remember to
/// be quick.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::{Options, RootSpec};
/// use repertoire_session::{Session, Verdict};
///
/// let session = Session::new(Options::new(vec![RootSpec::given("skills")])).with_gate(|asked| {
///     match asked.risk {
///         Some("high") => Verdict::Deny("high risk is not for unattended work".into()),
///         _ => Verdict::Allow,
///     }
/// });
/// assert!(session.turn().is_active());
/// ```
#[derive(Clone)]
pub struct Session {
    options: Arc<Options>,
    ranking: Arc<Ranking>,
    gate: Option<Arc<Gate>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("options", &self.options)
            .field("gated", &self.gate.is_some())
            .finish()
    }
}

impl Session {
    /// A session over what a discovery by these options finds.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options: Arc::new(options), ranking: Arc::default(), gate: None }
    }

    /// The same, with a gate. It is asked before a skill is selected, once for the skill and once
    /// for each that it brings in; if it denies one, none of them is selected. It is called
    /// without a lock and may take its time.
    #[must_use]
    pub fn with_gate(mut self, gate: impl Fn(&Asked<'_>) -> Verdict + Send + Sync + 'static) -> Self {
        self.gate = Some(Arc::new(gate));
        self
    }

    /// What discovery goes by.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The skills as they are now.
    #[must_use]
    pub fn catalog(&self) -> Catalog {
        discover(&self.options)
    }

    /// An index of a catalog with the bodies as they are now, to rank requests by. It is built
    /// anew only if a source has changed since it was asked for last. A source that cannot be read
    /// by now counts without its body.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_discovery::{Options, RootSpec};
    /// use repertoire_fs::testkit::Folder;
    /// use repertoire_routing::rank;
    /// use repertoire_session::Session;
    ///
    /// let folder = Folder::with("skills/tide/SKILL.md skill tide: Reads tide tables.");
    /// let session = Session::new(Options::new(vec![RootSpec::given(folder.join("skills"))]));
    /// assert_eq!(rank("when is high tide?", &session.index(&session.catalog()))[0].name, "tide");
    /// ```
    #[must_use]
    pub fn index(&self, catalog: &Catalog) -> Arc<Index> {
        self.ranking.index(catalog, &self.options)
    }

    /// Begins the logical turn of a user message.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn_as(Role::default())
    }

    /// Begins a logical turn of an agent in a role.
    #[must_use]
    pub fn turn_as(&self, role: Role) -> Turn {
        Turn::new(self.clone(), role)
    }

    /// What the gate says; without one everything is allowed.
    pub(crate) fn ask(&self, asked: &Asked<'_>) -> Verdict {
        self.gate.as_ref().map_or(Verdict::Allow, |gate| gate(asked))
    }
}
