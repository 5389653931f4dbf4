//! The bounds of what is read: how deep, how much, how many problems, how long a key.

use repertoire_frontmatter::{
    Construct, Document, MAX_DEPTH, MAX_NODES, MAX_PROBLEMS, ProblemKind, parse_fields,
};

/// The constructs that were left to a full reader.
fn unsupported(document: &Document<'_>) -> Vec<Construct> {
    let construct = |kind| match kind {
        ProblemKind::Unsupported(construct) => Some(construct),
        _ => None,
    };
    document.problems().iter().filter_map(|problem| construct(problem.kind)).collect()
}

fn left(text: &str) -> Vec<Construct> {
    unsupported(&parse_fields(text))
}

#[test]
fn block_maps_nest_up_to_the_bound() {
    let maps = |depth: usize| -> String { (0..depth).map(|at| format!("{}a:\n", " ".repeat(at))).collect() };
    assert_eq!(left(&maps(MAX_DEPTH)), []);
    assert_eq!(left(&maps(MAX_DEPTH + 1)), [Construct::Depth]);
    assert_eq!(left(&format!("{}b: c\n", maps(MAX_DEPTH + 1))), [Construct::Depth]);
}

#[test]
fn block_lists_nest_up_to_the_bound() {
    // The map of the fields is the first level, and the list below its key the second.
    let lists = |depth: usize| format!("a:\n  {}b\n", "- ".repeat(depth));
    assert_eq!(left(&lists(MAX_DEPTH - 1)), []);
    assert_eq!(left(&lists(MAX_DEPTH)), [Construct::Depth]);
    let maps = |depth: usize| format!("a:\n  {}b: c\n", "- ".repeat(depth));
    assert_eq!(left(&maps(MAX_DEPTH - 2)), []);
    assert_eq!(left(&maps(MAX_DEPTH - 1)), [Construct::Depth]);
    let below = |depth: usize| format!("{}\n      c: d\n", lists(depth).trim_end_matches("b\n"));
    assert_eq!(left(&below(2)), []);
}

#[test]
fn flow_collections_nest_up_to_the_bound() {
    let lists = |depth: usize| format!("a: {}{}\n", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(left(&lists(MAX_DEPTH - 1)), []);
    assert_eq!(left(&lists(MAX_DEPTH)), [Construct::Depth]);
    let inner = |depth: usize| format!("a:\n  b: {}{}\n", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(left(&inner(MAX_DEPTH - 2)), []);
    assert_eq!(left(&inner(MAX_DEPTH - 1)), [Construct::Depth]);
}

#[test]
fn a_tree_holds_so_many_values() {
    // The map of the fields, a key and its list stand before the items.
    let block = |items: usize| format!("a:\n{}", "- b\n".repeat(items));
    let full = format!("{}# end\n", block(MAX_NODES - 3));
    let document = parse_fields(&full);
    assert_eq!((unsupported(&document), document.tree().len()), (vec![], MAX_NODES));
    let more = format!("{}c: d\n", block(MAX_NODES - 3));
    let document = parse_fields(&more);
    assert_eq!((unsupported(&document), document.tree().len()), (vec![Construct::Size], MAX_NODES));
    assert_eq!(document.problems()[0].span.slice(&more), "c: d");
    assert_eq!(document.extents().len(), 1);
}

#[test]
fn a_flow_list_holds_so_many_values() {
    let flow = |items: usize| format!("a: [{}]\nb: c\n", vec!["x"; items].join(","));
    let document_of = |items: usize| {
        let text = flow(items);
        let document = parse_fields(&text);
        (unsupported(&document), document.tree().len())
    };
    assert_eq!(document_of(MAX_NODES - 5), (vec![], MAX_NODES));
    assert_eq!(document_of(MAX_NODES), (vec![Construct::Size], 5));
}

#[test]
fn a_key_may_be_so_long() {
    for (wrap, quotes) in [("", 0), ("\"", 2), ("'", 2)] {
        let key = |length: usize| format!("{wrap}{}{wrap}: b\n", "k".repeat(length - quotes));
        assert_eq!(left(&key(1000)), [], "{wrap:?}");
        assert_eq!(left(&key(1001)), [Construct::Other], "{wrap:?}");
        let behind = format!("a: {}\n{}", "x".repeat(2000), key(1000));
        assert_eq!(left(&behind), [], "{wrap:?}, far into the text");
    }
}

#[test]
fn so_many_problems_are_kept_and_each_part_that_is_left() {
    let text = format!("a: \"b\"\n{}c: &x d\n", "<<<<<<<\n".repeat(MAX_PROBLEMS + 10));
    let document = parse_fields(&text);
    let lines = document.problems().iter().filter(|problem| problem.kind == ProblemKind::YamlLine).count();
    assert_eq!((lines, unsupported(&document)), (MAX_PROBLEMS, vec![Construct::Anchor]));
    let text = format!("a: \"b\"\n{}", "<<<<<<<\n".repeat(MAX_PROBLEMS));
    assert_eq!(parse_fields(&text).problems().len(), MAX_PROBLEMS);
}

#[test]
fn duplicate_keys_are_not_looked_for_behind_so_many_problems() {
    let text = format!("a: \"b\"\n{}a: c\n", "<<<<<<<\n".repeat(MAX_PROBLEMS));
    let duplicate = |problem: &&_| matches!(problem, ProblemKind::DuplicateKey { .. });
    let kinds: Vec<_> = parse_fields(&text).problems().iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds.iter().filter(duplicate).count(), 0);
}
