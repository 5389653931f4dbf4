//! Fixes: what they leave can be read, has none of them left, and keeps the body to the byte.
//!
//! The bytes are a `SKILL.md`.

use repertoire_diagnostic::Applicability;
use repertoire_frontmatter::{Split, split};
use repertoire_schema::{Format, Options, Source, apply_fixes, check_with, profile};

/// Longer inputs would only make it slower.
const MAX_BYTES: usize = 8 * 1024;

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let bytes = &data[..data.len().min(MAX_BYTES)];
    let options = Options { fixes: true, ..Options::default() };
    for profile in [&profile::AGENT_SKILLS, &profile::LOADER, &profile::AUTOLITH, &profile::AETHER] {
        for reach in [Applicability::Safe, Applicability::Unsafe] {
            let Some(fixed) = apply_fixes(&source(bytes), profile, &options, reach) else { continue };
            assert!(!fixed.applied.is_empty(), "something was applied");
            let again = apply_fixes(&source(fixed.text.as_bytes()), profile, &options, reach);
            assert_eq!(again.map(|again| again.applied), None, "{}: {:?}", profile.name, fixed);
            let left = check_with(&source(fixed.text.as_bytes()), profile, &options);
            let before = check_with(&source(bytes), profile, &options);
            assert!(
                left.skill.is_some() || before.skill.is_none(),
                "{}: a fix made a good skill a bad one: {}",
                profile.name,
                fixed.text
            );
            let text = String::from_utf8_lossy(bytes);
            let (was, is) = (split(&text), split(&fixed.text));
            if !was.open.is_empty() && !is.open.is_empty() && !was.close.is_empty() {
                let body = |split: &Split<'_>| split.text[split.body.start()..].to_owned();
                assert_eq!(body(&was), body(&is), "{}: {:?}", profile.name, fixed.applied);
            }
        }
    }
}

fn source(bytes: &[u8]) -> Source<'_> {
    Source { path: "tide/SKILL.md", directory: Some("tide"), format: Format::AgentSkill, bytes }
}
