//! Fields that known clients read beside those of the published specification.

/// Each field and the client that reads it, as people name it.
const FIELDS: &[(&str, &str)] = &[
    ("agent", "Claude Code"),
    ("argument-hint", "Claude Code"),
    ("arguments", "Claude Code"),
    ("background", "Claude Code"),
    ("context", "Claude Code"),
    ("disable-model-invocation", "Claude Code, VS Code and others"),
    ("disallowed-tools", "Claude Code"),
    ("effort", "Claude Code"),
    ("hooks", "Claude Code"),
    ("model", "Claude Code"),
    ("paths", "Claude Code and Cursor"),
    ("shell", "Claude Code"),
    ("user-invocable", "Claude Code and VS Code"),
    ("when_to_use", "Claude Code"),
    ("inputs", "Aether OS"),
    ("requires", "Aether OS"),
    ("risk", "Aether OS"),
    ("tags", "Aether OS"),
    ("version", "Aether OS"),
    ("environments", "Hermes"),
    ("platforms", "Hermes"),
    ("prerequisites", "Hermes"),
    ("required_environment_variables", "Hermes"),
    ("color", "Cursor"),
    ("globs", "Cursor"),
    ("icon", "Cursor"),
    ("read_when", "OpenClaw"),
    ("summary", "OpenClaw"),
];

/// The client whose field this is.
pub(crate) fn owner(key: &str) -> Option<&'static str> {
    FIELDS.iter().find(|(field, _)| *field == key).map(|(_, client)| *client)
}

/// Every field of a known client.
pub(crate) fn fields() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(field, _)| *field)
}
