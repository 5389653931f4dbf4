//! Names that look like others.

use unicode_normalization::UnicodeNormalization;
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection};
use unicode_security::{MixedScript, skeleton};

/// What is confusing about a name with letters beyond ASCII.
pub(super) fn describe(name: &str) -> Option<String> {
    let letters: String = name.nfkc().filter(|c| c.is_alphanumeric()).collect();
    // Latin letters beside Chinese, Japanese or Korean ones are how people write these languages.
    let usual = letters.as_str().is_single_script()
        || letters.as_str().detect_restriction_level() <= RestrictionLevel::HighlyRestrictive;
    if !usual {
        return Some("the name mixes scripts: some of its letters only look like those around them".into());
    }
    let looks: String = skeleton(&letters).collect();
    (looks.is_ascii() && letters.chars().any(|c| c.is_alphabetic() && !c.is_ascii()))
        .then(|| format!("each letter of the name looks like an ASCII one: it reads as `{looks}`"))
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn look_alikes_are_found_and_plain_names_are_not() {
        for name in
            ["re\u{430}d", "p\u{430}ypal", "\u{441}\u{43e}\u{440}\u{435}", "ｆull-width\u{430}", "αlpha"]
        {
            assert!(describe(name).is_some(), "{name}");
        }
        for name in [
            "größe",
            "café",
            "cafe\u{301}",
            "潮汐",
            "прилив",
            "潮-chart",
            "日本語の名前",
            "한국어-skill",
            "หนังสือ",
            "tide",
            "tide-１",
        ] {
            assert_eq!(describe(name), None, "{name}");
        }
    }
}
