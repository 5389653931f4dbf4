//! The clients, one file each. To correct one, change its table; the engine knows no client.

mod aether;
mod autolith;
mod claude_code;
mod codex;
mod copilot_cli;
mod cursor;
mod deepagents;
mod gemini;
mod goose;
mod hermes;
mod openclaw;
mod opencode;
mod pi;
mod quick_validate;
mod skills_installer;
mod skills_ref;
mod vscode;
mod zed;

pub use aether::AETHER;
pub use autolith::AUTOLITH;
pub use claude_code::CLAUDE_CODE;
pub use codex::CODEX;
pub use copilot_cli::COPILOT_CLI;
pub use cursor::CURSOR;
pub use deepagents::DEEPAGENTS;
pub use gemini::GEMINI;
pub use goose::GOOSE;
pub use hermes::HERMES;
pub use openclaw::OPENCLAW;
pub use opencode::OPENCODE;
pub use pi::PI;
pub use quick_validate::QUICK_VALIDATE;
pub use skills_installer::SKILLS_INSTALLER;
pub use skills_ref::SKILLS_REF;
pub use vscode::VSCODE;
pub use zed::ZED;

use crate::client::Client;

/// Every client: those whose source is open first, those that only documentation tells of last.
pub static CLIENTS: &[&Client] = &[
    &CODEX,
    &GOOSE,
    &GEMINI,
    &OPENCODE,
    &PI,
    &SKILLS_INSTALLER,
    &SKILLS_REF,
    &QUICK_VALIDATE,
    &ZED,
    &VSCODE,
    &DEEPAGENTS,
    &HERMES,
    &OPENCLAW,
    &AUTOLITH,
    &AETHER,
    &CLAUDE_CODE,
    &COPILOT_CLI,
    &CURSOR,
];

/// The client of a name.
///
/// # Examples
///
/// ```
/// use repertoire_clients::by_name;
///
/// assert_eq!(by_name("vscode").map(|client| client.title), Some("VS Code"));
/// assert!(by_name("VS Code").is_none());
/// ```
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Client> {
    CLIENTS.iter().copied().find(|client| client.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_in_kebab_case() {
        for (at, client) in CLIENTS.iter().enumerate() {
            assert_eq!(CLIENTS.iter().position(|other| other.name == client.name), Some(at));
            assert!(client.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", client.name);
            assert!(!client.sources.is_empty() && !client.version.is_empty(), "{}", client.name);
        }
    }
}
