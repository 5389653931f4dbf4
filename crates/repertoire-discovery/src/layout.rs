//! Layouts: where a family of clients keeps skills, as data.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::root::{RootSpec, Scope, Trust};

/// What a root template stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// The nearest directory at or above the workspace that holds `.git`, else the workspace.
    Project,
    /// The workspace itself.
    Workspace,
    /// The user's home.
    Home,
    /// The user's configuration.
    Config,
    /// Every directory that the program brings along.
    Bundled,
}

/// One kind of root of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootTemplate {
    /// The label of the root.
    pub label: Cow<'static, str>,
    /// What it stands on.
    pub base: Base,
    /// The path below that; empty for the base itself.
    pub below: Cow<'static, str>,
    /// Whose it is.
    pub scope: Scope,
}

/// How far links may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Into the configured roots and nothing else.
    Roots,
    /// Also into the project for its roots, and into the home for the user's.
    Scope,
}

/// Which of two valid definitions of one name in one root wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preference {
    /// The first by path.
    Path,
    /// The one whose directory bears the name, then one outside of hidden directories, then
    /// the first by path.
    #[default]
    DirectoryName,
}

/// What a walk of the roots goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Names of directories that are never entered.
    pub passed_over: Vec<String>,
    /// Names of directories that are not entered right below a skill.
    pub resources: Vec<String>,
    /// Which of two definitions in one root wins.
    pub preference: Preference,
}

const PASSED_OVER: [&str; 6] = [".git", "node_modules", ".venv", "venv", "__pycache__", "target"];
const RESOURCES: [&str; 7] = ["scripts", "references", "assets", "templates", "examples", "evals", "tests"];

impl Rules {
    /// Everything below a root counts.
    #[must_use]
    pub fn everything() -> Self {
        Self { passed_over: Vec::new(), resources: Vec::new(), preference: Preference::Path }
    }

    /// Dependencies, build output and the resource directories of skills are passed over.
    #[must_use]
    pub fn common() -> Self {
        Self {
            passed_over: PASSED_OVER.map(String::from).into(),
            resources: RESOURCES.map(String::from).into(),
            preference: Preference::DirectoryName,
        }
    }
}

/// A list of named root templates and the rules that go with them.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::{Environment, Layout};
///
/// let environment = Environment { home: Some("/home/ada".into()), ..Environment::default() };
/// let roots = Layout::autolith().roots("/nowhere".as_ref(), &environment, &[]);
/// let paths: Vec<_> = roots.iter().map(|root| root.path.to_str().unwrap()).collect();
/// assert_eq!(paths, ["/nowhere/.autolith/skills", "/home/ada/.config/autolith/skills"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The name by which it is chosen.
    pub name: Cow<'static, str>,
    /// Its roots, the first to win first.
    pub roots: Cow<'static, [RootTemplate]>,
    /// How far links may lead.
    pub reach: Reach,
    /// What the walk goes by.
    pub rules: Rules,
}

const fn template(label: &'static str, base: Base, below: &'static str, scope: Scope) -> RootTemplate {
    RootTemplate { label: Cow::Borrowed(label), base, below: Cow::Borrowed(below), scope }
}

static AUTOLITH: [RootTemplate; 3] = [
    template("project", Base::Project, ".autolith/skills", Scope::Project),
    template("user", Base::Config, "autolith/skills", Scope::User),
    template("bundled", Base::Bundled, "", Scope::Bundled),
];
static AGENTS: [RootTemplate; 4] = [
    template("project-agents", Base::Project, ".agents/skills", Scope::Project),
    template("project-claude", Base::Project, ".claude/skills", Scope::Project),
    template("user-agents", Base::Home, ".agents/skills", Scope::User),
    template("user-claude", Base::Home, ".claude/skills", Scope::User),
];
static AETHER: [RootTemplate; 1] = [template("workspace", Base::Workspace, "skills", Scope::Project)];
static ALL: [RootTemplate; 8] = [
    template("project", Base::Project, ".autolith/skills", Scope::Project),
    template("project-agents", Base::Project, ".agents/skills", Scope::Project),
    template("project-claude", Base::Project, ".claude/skills", Scope::Project),
    template("workspace", Base::Workspace, "skills", Scope::Project),
    template("user", Base::Config, "autolith/skills", Scope::User),
    template("user-agents", Base::Home, ".agents/skills", Scope::User),
    template("user-claude", Base::Home, ".claude/skills", Scope::User),
    template("bundled", Base::Bundled, "", Scope::Bundled),
];

impl Layout {
    /// `.autolith/skills` in the project, the user's configuration, what is bundled.
    #[must_use]
    pub fn autolith() -> Self {
        Self {
            name: Cow::Borrowed("autolith"),
            roots: Cow::Borrowed(&AUTOLITH),
            reach: Reach::Roots,
            rules: Rules::everything(),
        }
    }

    /// `.agents/skills` and `.claude/skills` in the project, then in the home.
    #[must_use]
    pub fn agents() -> Self {
        Self::common("agents", &AGENTS)
    }

    /// `skills` in the workspace.
    #[must_use]
    pub fn aether() -> Self {
        Self::common("aether", &AETHER)
    }

    /// The roots of the three, the project's before the user's before the bundled ones.
    #[must_use]
    pub fn all() -> Self {
        Self::common("all", &ALL)
    }

    fn common(name: &'static str, roots: &'static [RootTemplate]) -> Self {
        Self {
            name: Cow::Borrowed(name),
            roots: Cow::Borrowed(roots),
            reach: Reach::Scope,
            rules: Rules::common(),
        }
    }

    /// The layout of a name: `all`, `autolith`, `agents` or `aether`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "all" => Some(Self::all()),
            "autolith" => Some(Self::autolith()),
            "agents" => Some(Self::agents()),
            "aether" => Some(Self::aether()),
            _ => None,
        }
    }

    /// The roots of this layout for a workspace, which should be an absolute path.
    #[must_use]
    pub fn roots(&self, workspace: &Path, environment: &Environment, bundled: &[PathBuf]) -> Vec<RootSpec> {
        let project = project_root(workspace);
        let mut roots = Vec::new();
        for template in self.roots.iter() {
            let bases = match template.base {
                Base::Project => vec![project.clone()],
                Base::Workspace => vec![workspace.to_owned()],
                Base::Home => environment.home.iter().cloned().collect(),
                Base::Config => environment.config().into_iter().collect(),
                Base::Bundled => bundled.to_vec(),
            };
            for base in bases {
                let path = if template.below.is_empty() { base } else { base.join(&*template.below) };
                let reached = match (self.reach, template.scope) {
                    (Reach::Scope, Scope::Project) => Some(project.clone()),
                    (Reach::Scope, Scope::User) => environment.home.clone(),
                    _ => None,
                };
                roots.push(RootSpec {
                    path,
                    label: template.label.clone().into_owned(),
                    scope: template.scope,
                    trust: Trust::Full,
                    bounds: reached.into_iter().collect(),
                });
            }
        }
        roots
    }
}

/// The nearest directory at or above a workspace that holds `.git`, else the workspace.
#[must_use]
pub fn project_root(workspace: &Path) -> PathBuf {
    repertoire_fs::find_upward(workspace, ".git").unwrap_or_else(|| workspace.to_owned())
}
