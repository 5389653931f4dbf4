//! How near one word is to another: for "did you mean".

/// Longer words are not compared; no field, rule or tool is so long.
const LONGEST: usize = 40;

/// The number of characters to insert, delete or replace, or of neighbours to swap, to make one word of
/// the other, where it is at most `most`. Time and space are bounded: words over 40 bytes are not compared.
pub(crate) fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    if a.len() > LONGEST || b.len() > LONGEST {
        return None;
    }
    let columns = b.chars().count();
    // The rows for one letter less of `a`, and for two.
    let mut above: [usize; LONGEST + 1] = std::array::from_fn(|at| at);
    let mut higher = above;
    let mut last = None;
    for (i, x) in a.chars().enumerate() {
        let mut row = [i + 1; LONGEST + 1];
        let mut before = None;
        for (j, y) in b.chars().enumerate() {
            row[j + 1] = (above[j] + usize::from(x != y)).min(row[j] + 1).min(above[j + 1] + 1);
            if last == Some(y) && before == Some(x) {
                row[j + 1] = row[j + 1].min(higher[j - 1] + 1);
            }
            before = Some(y);
        }
        (higher, above, last) = (above, row, Some(x));
    }
    (above[columns] <= most).then_some(above[columns])
}

/// How many edits a word of so many bytes may be away and still be meant.
pub(crate) const fn tolerance(len: usize) -> usize {
    match len {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

/// The nearest of some words, where one is near enough; the first of equals. Case, and `_` for
/// `-`, cost nothing.
pub(crate) fn nearest<'w>(word: &str, among: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = folded(word);
    if word.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in among {
        let most = tolerance(candidate.len().min(word.len()));
        let most = best.map_or(most, |(so_far, _)| most.min(so_far));
        // An edit changes the length by one byte at most, or by three where letters are not ASCII.
        let step = if word.is_ascii() && candidate.is_ascii() { 1 } else { 3 };
        if candidate.len().abs_diff(word.len()) > most * step {
            continue;
        }
        let Some(found) = distance(&word, &folded(candidate), most) else { continue };
        if best.is_none_or(|(so_far, _)| found < so_far) {
            best = Some((found, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn folded(word: &str) -> String {
    word.chars().take(LONGEST + 1).map(|c| if c == '_' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        for (a, b, expected) in
            [("", "", 0), ("licence", "license", 1), ("desc", "description", 7), ("ab", "ba", 1)]
        {
            assert_eq!(distance(a, b, 9), Some(expected), "{a} {b}");
            assert_eq!(distance(b, a, 9), Some(expected), "{b} {a}");
        }
        assert_eq!(distance("license", "metadata", 2), None);
        assert_eq!(distance(&"x".repeat(50), "x", 99), None);
    }

    #[test]
    fn the_nearest_word_is_found_and_short_words_need_be_nearer() {
        let words = ["name", "description", "allowed-tools", "tags", "user-invocable"];
        assert_eq!(nearest("user_invocable", words), Some("user-invocable"));
        assert_eq!(nearest("Name", words), Some("name"));
        assert_eq!(nearest("+description", words), Some("description"));
        assert_eq!(nearest("tag", words), Some("tags"));
        assert_eq!(nearest("type", words), None);
        assert_eq!(nearest("triggers", words), None);
        assert_eq!(
            nearest("description\u{6f6e}\u{6c50}", words),
            Some("description"),
            "two edits of six bytes"
        );
    }

    #[test]
    fn distances_are_those_of_the_textbooks() {
        for (a, b, expected) in [
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "xabc", 1),
            ("abc", "ac", 1),
            ("größe", "grösse", 2),
            ("nmae", "name", 1),
            ("abcd", "badc", 2),
            ("ca", "abc", 3),
        ] {
            assert_eq!(distance(a, b, expected), Some(expected), "{a} {b}");
            assert_eq!(distance(a, b, expected - 1), None, "{a} {b}");
        }
        let (longest, longer) = ("x".repeat(LONGEST), "x".repeat(LONGEST + 1));
        assert_eq!(distance(&longest, &longest, 0), Some(0));
        assert_eq!(distance(&longer, "x", 99), None);
        assert_eq!(distance("x", &longer, 99), None);
    }

    #[test]
    fn two_letters_forgive_nothing_five_one_and_longer_words_two() {
        for (word, among, expected) in [
            ("ag", "tag", None),
            ("tqg", "tag", Some("tag")),
            ("tqq", "tag", None),
            ("nmae", "name", Some("name")),
            ("anem", "name", None),
            ("ta\u{ff53}gs", "tasgs", Some("tasgs")),
            ("qqname", "name", None),
            ("modulq", "module", Some("module")),
            ("mqdulq", "module", Some("module")),
            ("mqdqlq", "module", None),
        ] {
            assert_eq!(nearest(word, [among]), expected, "{word}");
        }
    }

    #[test]
    fn the_first_of_equally_near_words_is_meant_and_a_nearer_one_before_it() {
        assert_eq!(nearest("tagq", ["tagx", "tagy"]), Some("tagx"));
        assert_eq!(nearest("modulq", ["mqdqle", "modulr", "modulq"]), Some("modulq"));
        assert_eq!(nearest("USER_NAME", ["user-name"]), Some("user-name"));
        let (longest, longer) = ("x".repeat(LONGEST), "x".repeat(LONGEST + 20));
        assert_eq!(nearest(&longest, [longest.as_str()]), Some(longest.as_str()));
        assert_eq!(nearest(&longer, [longest.as_str(), &longest[1..], &longer]), None);
    }
}
