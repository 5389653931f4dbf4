//! Profiles.
/// A table that says what is required, allowed and reported.
#[derive(Debug)]
pub struct Profile { 
    /// The name.
    pub name: &'static str }
/// The published standard, strictly.
pub static AGENT_SKILLS: Profile = Profile { name: "agent-skills" };
/// For programs that must not lose skills.
pub static LOADER: Profile = Profile { name: "loader" };
/// Exactly the Autolith seed.
pub static AUTOLITH: Profile = Profile { name: "autolith" };
/// Exactly the Aether seed.
pub static AETHER: Profile = Profile { name: "aether" };
/// The profile of a name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Profile> {
    [&AGENT_SKILLS, &LOADER, &AUTOLITH, &AETHER].into_iter().find(|profile| profile.name == name)
}
