//! The builder: from a workspace to a session over its skills.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use repertoire_discovery::{Catalog, Environment, Layout, Options, Reach, RootSpec};
use repertoire_routing::{Index, Match, rank};
use repertoire_schema::{Profile, profile};
use repertoire_session::{Asked, Session, Turn, Verdict};

/// The skills of a workspace.
///
/// Cheap to clone, and safe to share between threads. Each question looks at the files anew.
#[derive(Clone, Debug)]
pub struct Repertoire {
    session: Session,
}

impl Repertoire {
    /// Begins with the roots of every known layout, and with the profile that loads whatever has a
    /// description. A preset chooses one layout and its profile.
    pub fn builder() -> Builder {
        Builder {
            layout: Layout::all(),
            profile: &profile::LOADER,
            environment: Environment::default(),
            bundled: Vec::new(),
            roots: Vec::new(),
            cache: None,
            gate: None,
        }
    }

    /// The skills as they are now, and what was noticed on the way.
    #[must_use]
    pub fn catalog(&self) -> Catalog {
        self.session.catalog()
    }

    /// An index of a catalog with the current bodies, for [`rank`]. It is built anew only if a
    /// source has changed. A source that cannot be read by now counts without its body.
    #[must_use]
    pub fn index(&self, catalog: &Catalog) -> Arc<Index> {
        self.session.index(catalog)
    }

    /// The skills that a request speaks to, the best first, each with its reasons.
    #[must_use]
    pub fn rank(&self, request: &str) -> Vec<Match> {
        rank(request, &self.index(&self.catalog()))
    }

    /// Begins the logical turn of a user message.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.session.turn()
    }

    /// The session that turns stand on.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }
}

type Gate = Box<dyn Fn(&Asked<'_>) -> Verdict + Send + Sync>;

/// What a [`Repertoire`] is made of. Nothing is read from the environment but what is given.
///
/// # Examples
///
/// ```
/// use repertoire::Repertoire;
/// use repertoire::discovery::Environment;
/// use repertoire::session::Verdict;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let workspace = tempfile::tempdir()?;
/// let repertoire = Repertoire::builder()
///     .autolith()
///     .environment(Environment::from_lookup(|name| std::env::var_os(name)))
///     .gate(|asked| match asked.risk {
///         Some("high") => Verdict::Deny("ask a person first".into()),
///         _ => Verdict::Allow,
///     })
///     .build(workspace.path())?;
/// assert!(repertoire.turn().is_active());
/// # Ok(())
/// # }
/// ```
#[must_use]
pub struct Builder {
    layout: Layout,
    profile: &'static Profile,
    environment: Environment,
    bundled: Vec<PathBuf>,
    roots: Vec<RootSpec>,
    cache: Option<PathBuf>,
    gate: Option<Gate>,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder")
            .field("layout", &self.layout.name)
            .field("profile", &self.profile.name)
            .field("environment", &self.environment)
            .field("bundled", &self.bundled)
            .field("roots", &self.roots)
            .field("cache", &self.cache)
            .field("gated", &self.gate.is_some())
            .finish()
    }
}

impl Builder {
    /// The roots, rules and profile of the Autolith Skills document.
    pub fn autolith(self) -> Self {
        self.preset(Layout::autolith(), &profile::AUTOLITH)
    }

    /// The root and profile of the Aether OS `SKILL.md` format.
    pub fn aether(self) -> Self {
        self.preset(Layout::aether(), &profile::AETHER)
    }

    /// `.agents/skills` and `.claude/skills`, judged as the guide for clients of the published
    /// Agent Skills specification says.
    pub fn standard(self) -> Self {
        self.preset(Layout::agents(), &profile::LOADER)
    }

    fn preset(mut self, layout: Layout, profile: &'static Profile) -> Self {
        self.layout = layout;
        self.profile = profile;
        self
    }

    /// Another profile than the preset's.
    pub fn profile(mut self, profile: &'static Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Where the user's roots are. Without it there are none.
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// Directories of skills that the program brings along, in layouts that have a place for them.
    pub fn bundled(mut self, directories: impl IntoIterator<Item = PathBuf>) -> Self {
        self.bundled.extend(directories);
        self
    }

    /// A further root, behind those of the layout. Where the links of the layout lead into its roots and
    /// nowhere else, as those of Autolith do, the bounds of this root do not count either.
    pub fn root(mut self, root: RootSpec) -> Self {
        self.roots.push(root);
        self
    }

    /// The root of the cache. It changes how long things take and nothing else.
    pub fn cache(mut self, root: impl Into<PathBuf>) -> Self {
        self.cache = Some(root.into());
        self
    }

    /// A gate that is asked before a skill is selected.
    pub fn gate(mut self, gate: impl Fn(&Asked<'_>) -> Verdict + Send + Sync + 'static) -> Self {
        self.gate = Some(Box::new(gate));
        self
    }

    /// The skills of a workspace.
    ///
    /// # Errors
    ///
    /// The error of resolving the workspace, if it is not there.
    pub fn build(self, workspace: impl AsRef<Path>) -> Result<Repertoire, repertoire_fs::Error> {
        let workspace = repertoire_fs::canonical(workspace.as_ref())?;
        let mut options = Options::for_layout(&self.layout, &workspace, &self.environment, &self.bundled);
        let links_reach_roots_only = self.layout.reach == Reach::Roots;
        options.roots.extend(self.roots.into_iter().map(|mut root| {
            if links_reach_roots_only {
                root.bounds.clear();
            }
            root
        }));
        options.profile = self.profile;
        options.cache = self.cache;
        let session = Session::new(options);
        Ok(Repertoire {
            session: match self.gate {
                Some(gate) => session.with_gate(gate),
                None => session,
            },
        })
    }
}
