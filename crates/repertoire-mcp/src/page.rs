//! Pages: lists are handed out in parts, each of which begins where the one before ended.

use crate::error::Refusal;

/// What every cursor begins with, so that a foreign one is known.
const MARK: &str = "after:";

/// One page of a list.
#[derive(Debug)]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    /// Where the next page begins, if there is one.
    pub(crate) next: Option<String>,
}

/// The key behind which a page begins. A cursor holds the key of the last item of the page before:
/// skills that come and go between two pages cost no other skill its place.
pub(crate) fn after(cursor: Option<&str>) -> Result<Option<&str>, Refusal> {
    cursor.map(|cursor| cursor.strip_prefix(MARK).ok_or(Refusal::Cursor)).transpose()
}

/// The cursor behind a key.
pub(crate) fn cursor(key: &str) -> String {
    format!("{MARK}{key}")
}

/// A list on one page. No cursor leads into it.
pub(crate) fn only<T>(cursor: Option<&str>, items: Vec<T>) -> Result<Page<T>, Refusal> {
    match cursor {
        None => Ok(Page { items, next: None }),
        Some(_) => Err(Refusal::Cursor),
    }
}

/// A page of items that are ordered by their keys. What makes no item is passed over; an item is
/// never split, and no page promises another one that would be empty.
pub(crate) fn page<C, T>(
    candidates: &[C],
    after: Option<&str>,
    size: usize,
    key: impl Fn(&C) -> &str,
    mut make: impl FnMut(&C) -> Option<T>,
    is_item: impl Fn(&C) -> bool,
) -> Page<T> {
    let start = after.map_or(0, |after| candidates.partition_point(|one| key(one) <= after));
    let mut rest = candidates[start..].iter();
    let mut items = Vec::new();
    let mut last = None;
    for candidate in rest.by_ref() {
        if let Some(item) = make(candidate) {
            items.push(item);
            if items.len() >= size.max(1) {
                last = Some(candidate);
                break;
            }
        }
    }
    let more = last.filter(|_| rest.any(is_item));
    Page { items, next: more.map(|last| cursor(key(last))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(names: &[&'a str], after: Option<&str>, size: usize) -> Page<&'a str> {
        let real = |name: &&str| !name.starts_with('-');
        page(names, after, size, |name| name, |name| real(name).then_some(*name), real)
    }

    #[test]
    fn pages_join_to_the_whole_without_an_empty_one() {
        let names = ["-", "-a", "a", "b", "c", "d"];
        for size in 0..6 {
            let mut all = Vec::new();
            let mut cursor: Option<String> = None;
            loop {
                let from = after(cursor.as_deref()).unwrap();
                let page = of(&names, from, size);
                assert!(!page.items.is_empty());
                all.extend(page.items);
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(all, ["a", "b", "c", "d"], "{size}");
        }
    }

    #[test]
    fn what_goes_between_two_pages_costs_no_other_its_place() {
        let first = of(&["a", "b", "c", "d"], None, 2);
        assert_eq!(first.items, ["a", "b"]);
        let from = first.next.unwrap();
        assert_eq!(of(&["a", "c", "d"], after(Some(&from)).unwrap(), 2).items, ["c", "d"]);
    }

    #[test]
    fn a_foreign_cursor_is_refused() {
        assert!(after(Some("2")).is_err());
        assert!(matches!(after(None), Ok(None)));
    }
}
