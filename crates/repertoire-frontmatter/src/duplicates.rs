//! Keys that stand twice in one mapping.

use crate::{MAX_PROBLEMS, Problem, ProblemKind, Span, Tree};
use alloc::vec::Vec;

/// Up to how many keys of a map are compared with each other one by one.
const FEW: usize = 24;

/// Reports each key that stood before in the same mapping. Linear but for the sort of large maps.
pub(crate) fn duplicates(tree: &Tree<'_>, problems: &mut Vec<Problem>) {
    let mut many: Vec<(&str, Span)> = Vec::new();
    for map in tree.values().filter(|value| value.is_mapping()) {
        if problems.len() >= MAX_PROBLEMS {
            return;
        }
        let keys = map.entries().filter_map(|entry| Some((entry.key.text()?, entry.key.span())));
        if keys.clone().nth(FEW).is_some() {
            many.clear();
            many.extend(keys);
            many.sort_by_key(|(text, span)| (*text, span.start()));
            for pair in many.windows(2).filter(|pair| pair[0].0 == pair[1].0).take(MAX_PROBLEMS) {
                problems.push(Problem::new(ProblemKind::DuplicateKey { first: pair[0].1 }, pair[1].1));
            }
            continue;
        }
        let mut few = [("", Span::default()); FEW];
        for (count, (text, span)) in keys.enumerate() {
            if let Some((_, first)) = few[..count].iter().rev().find(|(earlier, _)| *earlier == text) {
                problems.push(Problem::new(ProblemKind::DuplicateKey { first: *first }, span));
            }
            few[count] = (text, span);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse_fields;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn each_later_key_names_the_one_before_it() {
        let pairs = |text: &str| -> Vec<(usize, usize)> {
            let place = |problem: &crate::Problem| match problem.kind {
                crate::ProblemKind::DuplicateKey { first } => (first.start(), problem.span.start()),
                _ => (usize::MAX, usize::MAX),
            };
            parse_fields(text).problems().iter().map(place).collect()
        };
        assert_eq!(pairs("a: 1\nb: 2\na: 3\n\"a\": 4\n"), [(0, 10), (10, 15)]);
        assert_eq!(pairs("m: {a: 1, a: 2}\na: 3\n"), [(4, 10)]);
        let many: String = (0..40).map(|index| format!("k{:02}: v\n", index % 20)).collect();
        assert_eq!(pairs(&many).len(), 20);
        assert_eq!(pairs(&many)[0], (0, 140));
    }
}
