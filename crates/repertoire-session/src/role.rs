//! Roles: who may load skills.

/// What an agent of a host is, as far as skills are concerned.
///
/// # Examples
///
/// ```
/// use repertoire_session::Role;
///
/// assert!(Role::new("reviewer").may_load());
/// assert!(!Role::new("scout").without_loading().may_load());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    name: String,
    may_load: bool,
}

impl Role {
    /// A role that permits `skill.load`.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), may_load: true }
    }

    /// The same role without `skill.load`: it gets no catalog and may select nothing.
    #[must_use]
    pub fn without_loading(mut self) -> Self {
        self.may_load = false;
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it permits `skill.load`.
    #[must_use]
    pub const fn may_load(&self) -> bool {
        self.may_load
    }
}

impl Default for Role {
    /// The agent that talks to the user.
    fn default() -> Self {
        Self::new("main")
    }
}
