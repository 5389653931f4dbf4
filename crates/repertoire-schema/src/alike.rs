//! Names that are easily taken for each other.

use crate::near::distance;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// Shorter names are near each other by chance.
const SHORTEST: usize = 6;

/// As many names are compared with one that shares a key with them. Without a bound, a root full of names
/// that differ in one letter would cost the square of its size.
const MOST: usize = 8;

/// The pairs of different names, from different roots, of which one is read as the other: their letters
/// look alike, or they differ by one letter more, less, other or swapped with its neighbour. Names that
/// differ in digits alone are versions of each other, and names under 6 characters are near by chance;
/// both are left out. Each name comes with its root; the pairs hold the places of the later and of the
/// earlier one, in the order of the later ones, one pair for each.
///
/// # Examples
///
/// ```
/// use repertoire_schema::names_alike;
///
/// let names = [(0, "release-check"), (0, "deploy-v1"), (1, "release-chekc"), (1, "deploy-v2")];
/// assert_eq!(names_alike(&names), [(2, 0)]);
/// ```
#[must_use]
pub fn names_alike(names: &[(usize, &str)]) -> Vec<(usize, usize)> {
    let Some((first, _)) = names.first() else { return Vec::new() };
    if names.iter().all(|(root, _)| root == first) {
        return Vec::new();
    }
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (at, (root, name)) in names.iter().enumerate() {
        let keys = keys(name);
        let earlier = keys.iter().filter_map(|key| known.get(key)).flatten();
        let alike = |other: &&usize| names[**other].0 != *root && are_alike(names[**other].1, name);
        if let Some(other) = earlier.filter(alike).min() {
            pairs.push((at, *other));
        }
        for key in keys {
            let places = known.entry(key).or_default();
            if places.len() < MOST {
                places.push(at);
            }
        }
    }
    pairs
}

/// Keys of which two alike names share one: what a name looks like, the name, and the name without each
/// of its letters.
fn keys(name: &str) -> Vec<u64> {
    let key = |kind: u8, parts: &[&str]| {
        // The same for every run: it has no seed.
        let mut hasher = DefaultHasher::new();
        kind.hash(&mut hasher);
        parts.iter().for_each(|part| hasher.write(part.as_bytes()));
        hasher.finish()
    };
    let mut keys = vec![key(0, &[&looks(name)])];
    if name.chars().nth(SHORTEST - 2).is_some() {
        keys.push(key(1, &[name]));
        keys.extend(name.char_indices().map(|(at, c)| key(1, &[&name[..at], &name[at + c.len_utf8()..]])));
    }
    keys
}

fn are_alike(a: &str, b: &str) -> bool {
    if a == b {
        return false;
    }
    let letters = |name: &str| name.chars().filter(|c| !c.is_numeric()).collect::<String>();
    if letters(a) == letters(b) {
        return false;
    }
    let long = |name: &str| name.chars().nth(SHORTEST - 1).is_some();
    looks(a) == looks(b) || (long(a) && long(b) && distance(a, b, 1).is_some())
}

fn looks(name: &str) -> String {
    let letters: String = name.nfkc().collect();
    skeleton(&letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_and_look_alikes_are_near_and_versions_and_short_names_are_not() {
        for (a, b, expected) in [
            ("release-check", "release-check", false),
            ("release-check", "release-chekc", true),
            ("release-check", "release-checks", true),
            ("release-check", "release-chck", true),
            ("release-check", "release-chick", true),
            ("release-check", "release-chikc", false),
            ("release-check", "re1ease-check", true),
            ("deploy-v1", "deploy-v2", false),
            ("deploy", "deploy2", false),
            ("tide", "time", false),
            ("pdf-to", "pdf-go", true),
            ("paypal", "p\u{430}ypal", true),
            ("caf\u{e9}", "cafe\u{301}", true),
            ("lint", "1int", true),
        ] {
            assert_eq!(are_alike(a, b), expected, "{a} {b}");
            assert_eq!(
                names_alike(&[(0, a), (1, b)]),
                if expected { vec![(1, 0)] } else { vec![] },
                "{a} {b}"
            );
            assert_eq!(names_alike(&[(0, a), (0, b)]), [], "one root's own names are its business: {a} {b}");
        }
    }

    #[test]
    fn each_later_name_is_told_of_once_with_the_first_it_is_like() {
        let names = [(0, "harbour-map"), (1, "harbour-maps"), (2, "harbor-map"), (2, "harbour-map")];
        assert_eq!(names_alike(&names), [(1, 0), (2, 0), (3, 1)]);
        assert_eq!(names_alike(&[]), []);
    }

    #[test]
    fn names_that_are_not_alike_do_not_crowd_out_one_that_is() {
        let fillers: Vec<String> = ('a'..='z').map(|c| c.to_string().repeat(9)).collect();
        let mut names: Vec<(usize, &str)> = fillers.iter().map(|name| (0, name.as_str())).collect();
        names.extend([(0, "harbour-map"), (1, "harbour-maps")]);
        assert_eq!(names_alike(&names), [(names.len() - 1, names.len() - 2)]);
    }

    #[test]
    fn of_many_names_that_are_near_the_first_is_told() {
        let all: Vec<String> = ('\u{4e00}'..'\u{6000}').map(|c| format!("harbour{c}")).collect();
        let mut names: Vec<(usize, &str)> = all.iter().map(|name| (0, name.as_str())).collect();
        names.push((1, "harbour"));
        assert_eq!(names_alike(&names), [(names.len() - 1, 0)]);
    }
}
