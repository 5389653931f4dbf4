//! How near one word is to another: for "did you mean".

/// Longer words are not compared; no field, rule or tool is so long.
const LONGEST: usize = 40;

/// The number of characters to insert, delete or replace to make one word of the other, where it
/// is at most `most`. Time and space are bounded: words over 40 bytes are not compared.
pub(crate) fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    if a.len() > LONGEST || b.len() > LONGEST {
        return None;
    }
    let mut row = [0usize; LONGEST + 1];
    let columns = b.chars().count();
    for (at, cell) in row.iter_mut().enumerate() {
        *cell = at;
    }
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    (row[columns] <= most).then_some(row[columns])
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
            [("", "", 0), ("licence", "license", 1), ("desc", "description", 7), ("ab", "ba", 2)]
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
    }
}
