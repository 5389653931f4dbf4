//! The nearest of the known names: for "did you mean".

use strsim::osa_distance;

/// Names of more bytes are not compared: none is so long.
const LONGEST: usize = 128;

/// The known names that are near enough to be meant by another, the nearest first, equals in the
/// order given, at most `limit`. Case, and `_` for `-`, cost nothing; a name may be off by a third
/// of its length, or lack or have a few words at its end.
///
/// # Examples
///
/// ```
/// use repertoire_routing::nearest;
///
/// assert_eq!(nearest("tide-tabel", ["moon", "tide-table", "tide-chart"], 1), ["tide-table"]);
/// assert!(nearest("knitting", ["moon", "tide-table"], 1).is_empty());
/// ```
#[must_use]
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>, limit: usize) -> Vec<&'n str> {
    if name.len() > LONGEST || name.is_empty() || limit == 0 {
        return Vec::new();
    }
    let folded = fold(name);
    let length = folded.chars().count();
    let mut near: Vec<(usize, &str)> = Vec::new();
    for known in known {
        let most =
            length.max(known.chars().take(LONGEST + 1).count()).div_ceil(3).min(length.saturating_sub(1));
        if known.len() > LONGEST || known.len().abs_diff(name.len()) > 4 * most + LONGEST / 4 {
            continue;
        }
        let other = fold(known);
        let distance = osa_distance(&folded, &other);
        let extends =
            |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with('-'));
        if distance <= most {
            near.push((distance, known));
        } else if extends(&folded, &other) || extends(&other, &folded) {
            near.push((most + 1, known));
        }
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.truncate(limit);
    near.into_iter().map(|(_, known)| known).collect()
}

fn fold(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first_and_equals_as_given() {
        let known = ["bake", "fake", "cake", "tide-table", "tide"];
        assert_eq!(nearest("lake", known, 9), ["bake", "fake", "cake"]);
        assert_eq!(nearest("lake", known, 1), ["bake"]);
        assert_eq!(nearest("Tide_Table", known, 1), ["tide-table"]);
        assert_eq!(nearest("tide-tables-of-the-world", known, 1), ["tide"]);
    }

    #[test]
    fn a_name_may_be_off_by_a_third_of_the_longer_but_not_wholly() {
        for (name, known, near) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("ab", "ac", true),
            ("ab", "cd", false),
            ("abc", "abd", true),
            ("abc", "ade", false),
            ("abcd", "abef", true),
            ("abcdef", "abcdxy", true),
            ("abcdef", "abcxyz", false),
            ("abcdef", "abcdefxyz", true),
            ("abcdef", "abcdefwxyz", true),
            ("abcdef", "abcdefvwxyz", false),
            ("éèêëeè", "éèêëxy", true),
            ("ab", "ba", true),
            ("A_B", "a-b", true),
        ] {
            assert_eq!(!nearest(name, [known], 1).is_empty(), near, "{name} {known}");
        }
    }

    #[test]
    fn a_name_may_lack_or_have_a_few_words_at_its_end() {
        assert_eq!(nearest("tide", ["tide-chart", "tidechart", "tidy"], 9), ["tidy", "tide-chart"]);
        assert_eq!(nearest("tide-chart", ["chart", "tide"], 9), ["tide"]);
        let long = |words: usize| format!("tide{}", "-chart".repeat(words));
        assert_eq!(nearest("tide", [long(5).as_str()], 1).len(), 1);
        assert!(nearest("tide", [long(9).as_str()], 1).is_empty(), "more than a few");
        // `most` is 3 here, so that 44 bytes more are looked at.
        let by = |bytes: usize| format!("tide-{}", "x".repeat(bytes - 1));
        assert!(!nearest("tide", [by(44).as_str()], 1).is_empty());
        assert!(nearest("tide", [by(45).as_str()], 1).is_empty());
        assert_eq!(
            nearest("tide", ["tide-chart", "tiny"], 9),
            ["tiny", "tide-chart"],
            "all that is near first"
        );
        assert_eq!(nearest("tide", ["tide-xyz", "tidexyz"], 9), ["tidexyz", "tide-xyz"]);
        let (longest, longer) = ("x".repeat(LONGEST), "x".repeat(LONGEST + 1));
        assert_eq!(nearest(&longest, [longest.as_str(), longer.as_str()], 9), [longest.as_str()]);
        assert!(
            nearest(&longer, [longest.as_str()], 9).is_empty() && nearest("tide", ["tide"], 0).is_empty()
        );
    }

    #[test]
    fn what_is_far_is_not_near() {
        for (name, known) in
            [("a", "b"), ("", "b"), ("", "-b"), ("pdf", "xlsx"), ("deploy", "moon"), ("x", "")]
        {
            assert!(nearest(name, [known], 3).is_empty(), "{name} {known}");
        }
        let long = "x".repeat(10_000);
        assert!(nearest(&long, [long.as_str()], 3).is_empty());
    }
}
