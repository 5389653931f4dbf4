//! The bounds of a grammar at their edges, and what hostile sources cost.

use repertoire_sexp::{Error, ErrorKind, Form, Grammar, MAX_BYTES, read, write};

const SKILL: Grammar<'static> = Grammar::autolith_skill();
/// No bound but that of the source.
const ENDLESS: Grammar<'static> = Grammar {
    max_depth: usize::MAX,
    max_nodes: usize::MAX,
    dotted_lists: true,
    block_comments: true,
    ..Grammar::data()
};

fn kind(source: &str, grammar: &Grammar<'_>) -> Option<ErrorKind> {
    read(source, grammar).err().map(|error| error.kind())
}

fn nested(levels: usize, inside: &str) -> String {
    format!("{}{inside}{}", "(".repeat(levels), ")".repeat(levels))
}

fn flat(elements: usize) -> String {
    format!("({})", vec!["1"; elements].join(" "))
}

#[test]
fn depth_counts_open_lists_and_elements() {
    for grammar in [SKILL, Grammar::data()] {
        for (levels, expected) in [(31, None), (32, None), (33, Some(ErrorKind::DataTooDeep))] {
            for inside in ["", "1"] {
                assert_eq!(
                    kind(&nested(levels, inside), &grammar),
                    expected,
                    "{levels} levels of {inside:?}"
                );
            }
        }
    }
    // A list that has ended counts no more.
    for inside in ["()", "(1)", "(())"] {
        assert_eq!(kind(&format!("({})", inside.repeat(100)), &Grammar::data()), None, "{inside}");
    }
    let flat_only = Grammar { max_depth: 0, ..Grammar::data() };
    assert_eq!(kind("1", &flat_only), None);
    assert_eq!(kind("()", &flat_only), Some(ErrorKind::DataTooDeep));
}

#[test]
fn the_nth_element_sits_n_deeper_where_tails_are_charged() {
    for (elements, expected) in [(31, None), (32, None), (33, Some(ErrorKind::DataTooDeep))] {
        assert_eq!(kind(&flat(elements), &SKILL), expected, "{elements} elements");
        assert_eq!(kind(&flat(elements), &Grammar::data()), None);
    }
    // The list at place 30 sits at depth 30, so that it has room for two elements more.
    let ones = "1 ".repeat(29);
    assert_eq!(kind(&format!("({ones} (2 3))"), &SKILL), None);
    assert_eq!(kind(&format!("({ones} (2 3 4))"), &SKILL), Some(ErrorKind::DataTooDeep));
    // After a list has ended, its neighbour sits one deeper than it, whatever was inside.
    assert_eq!(kind(&format!("({ones} (2 3) 31 32)"), &SKILL), None);
    assert_eq!(kind(&format!("({ones} (2 3) 31 32 33)"), &SKILL), Some(ErrorKind::DataTooDeep));
    // An empty list may stand wherever an atom may.
    assert_eq!(kind(&format!("({ones} 30 31 ())"), &SKILL), None);
    assert_eq!(kind(&format!("({ones} 30 31 (32))"), &SKILL), Some(ErrorKind::DataTooDeep));
    // A tail is where the next cons would be.
    let dotted = Grammar { dotted_lists: true, ..SKILL };
    assert_eq!(kind(&format!("({ones} 30 31 32 . 33)"), &dotted), None);
    assert_eq!(kind(&format!("({ones} 30 31 . (32))"), &dotted), None);
    assert_eq!(kind(&format!("({ones} 30 31 . (32 33))"), &dotted), Some(ErrorKind::DataTooDeep));
}

/// Every cons, atom and closing `NIL`, counted the slow way over a form that was read.
fn nodes(form: &Form<'_>) -> usize {
    let mut count = 1;
    let mut lists: Vec<_> = form.root().as_list().into_iter().collect();
    while let Some(list) = lists.pop() {
        for element in list {
            count += 2;
            lists.extend(element.as_list());
        }
        // A tail stands where the `NIL` would: as many nodes as it has itself, less that one.
        if let Some(tail) = list.tail() {
            lists.extend(tail.as_list());
        }
    }
    count
}

#[test]
fn nodes_count_conses_atoms_and_ends() {
    for (source, expected) in [
        ("1", 1),
        ("()", 1),
        ("(1)", 3),
        ("(1 2)", 5),
        ("(())", 3),
        ("((1) 2)", 7),
        ("(1 . 2)", 3),
        ("(1 . (2))", 5),
        ("(1 . ())", 3),
        ("((1 . 2) . (3 . 4))", 7),
    ] {
        let grammar = |max_nodes| Grammar { max_nodes, ..ENDLESS };
        assert_eq!(nodes(&read(source, &ENDLESS).expect("a form")), expected, "{source}");
        assert_eq!(kind(source, &grammar(expected)), None, "{source}");
        assert_eq!(kind(source, &grammar(expected - 1)), Some(ErrorKind::DataTooLarge), "{source}");
    }
}

#[test]
fn a_skill_has_at_most_128_nodes() {
    // Three lists of 20 atoms and one more element: 2 × 64 elements + 1. One atom less is 127.
    // A form with a list for its root always has an odd number of nodes, so that 128 is reached by none.
    let list = flat(20);
    let with = |more: &str| format!("({list} {list} {list} {more})");
    for (more, count, expected) in [
        ("", 127, None),
        ("1", 129, Some(ErrorKind::DataTooLarge)),
        ("()", 129, Some(ErrorKind::DataTooLarge)),
    ] {
        assert_eq!(nodes(&read(&with(more), &ENDLESS).expect("a form")), count);
        assert_eq!(kind(&with(more), &SKILL), expected, "{count} nodes");
        for (max_nodes, fits) in [(count - 1, false), (count, true), (count + 1, true)] {
            assert_eq!(
                kind(&with(more), &Grammar { max_nodes, ..SKILL }).is_none(),
                fits,
                "{count} nodes of {max_nodes}"
            );
        }
    }
}

#[test]
fn the_first_element_beyond_a_bound_is_named() {
    let span = |source: &str, grammar: &Grammar<'_>| read(source, grammar).unwrap_err().span();
    assert_eq!(span(&nested(33, ""), &SKILL), 32..33);
    assert_eq!(span(&flat(33), &SKILL), 65..66);
    let few = Grammar { max_nodes: 5, ..Grammar::data() };
    assert_eq!(span("(1 2 \"three\" 4", &few), 5..12);
    assert!(matches!(read("(1 2 (", &few), Err(Error::TooManyNodes { max: 5, .. })));
}

#[test]
fn string_bounds_count_decoded_characters() {
    let grammar = Grammar { max_string_chars: Some(3), ..Grammar::data() };
    for fits in [
        "\"\"",
        "\"abc\"",
        "\"äöü\"",
        "\"👩👩👩\"",
        r#""\a\b\c""#,
        r#""\\\\\"""#,
        r#""é\a\"""#,
        r#""\é\é\é""#,
        "(\"abc\" \"def\")",
        "\"e\u{301}x\"",
    ] {
        assert_eq!(kind(fits, &grammar), None, "{fits}");
    }
    for long in
        ["\"abcd\"", "\"äöüß\"", r#""\a\b\c\d""#, r#""\\\\\"\"""#, "(\"abc\" \"defg\")", r#"("\a\b" "defg")"#]
    {
        assert_eq!(kind(long, &grammar), Some(ErrorKind::DataTooLarge), "{long}");
    }
    assert_eq!(read("(\"abc\" \"defg\")", &grammar).unwrap_err().span(), 7..13);
    for length in [65_535, 65_536, 65_537] {
        let source = format!("\"{}\"", "é".repeat(length));
        let grammar = Grammar { max_string_chars: Some(65_536), ..Grammar::data() };
        assert_eq!(kind(&source, &grammar).is_none(), length <= 65_536, "{length} characters");
        let form = read(&source, &SKILL).expect("no bound of its own");
        assert_eq!(form.root().as_str().expect("a string").chars().count(), length);
    }
}

#[test]
fn offsets_in_a_source_have_31_bits() {
    assert_eq!(u32::try_from(MAX_BYTES), Ok(u32::MAX >> 1));
}

#[test]
fn abuse_is_refused_before_anything_is_built() {
    for grammar in [SKILL, Grammar::data()] {
        assert_eq!(kind(&"(".repeat(100_000), &grammar), Some(ErrorKind::DataTooDeep));
        assert_eq!(kind(&nested(100_000, ""), &grammar), Some(ErrorKind::DataTooDeep));
        let symbols = format!("({})", "x ".repeat(1_000_000));
        let refused = [ErrorKind::DataTooDeep, ErrorKind::DataTooLarge];
        assert!(kind(&symbols, &grammar).is_some_and(|kind| refused.contains(&kind)));
        assert_eq!(kind(&")".repeat(100_000), &grammar), Some(ErrorKind::InvalidSyntax));
        assert_eq!(kind(&"#".repeat(100_000), &grammar), Some(ErrorKind::InvalidSyntax));
        assert_eq!(kind(&"'".repeat(100_000), &grammar), Some(ErrorKind::InvalidSyntax));
        assert_eq!(kind(&"a:".repeat(100_000), &grammar), Some(ErrorKind::InvalidSyntax));
    }
}

#[test]
fn depth_costs_no_stack() {
    let body = || {
        const LEVELS: usize = 300_000;
        let dotted = format!("{}1{}", "(1 . ".repeat(LEVELS), ")".repeat(LEVELS));
        for source in [nested(LEVELS, ""), nested(LEVELS, "1"), dotted] {
            for charge_tails in [false, true] {
                let form = read(&source, &Grammar { charge_tails, ..ENDLESS }).expect("an endless grammar");
                assert_eq!(write(&form), source);
                assert_eq!(form, form.clone());
                assert_eq!(form.root().as_list().expect("a list").iter().count(), 1);
                drop(form);
            }
        }
        let comments = format!("{}{}()", "#|".repeat(LEVELS), "|#".repeat(LEVELS));
        assert_eq!(read(&comments, &ENDLESS).expect("one form").to_string(), "()");
        assert_eq!(kind(&"(".repeat(LEVELS), &ENDLESS), Some(ErrorKind::InvalidSyntax));
        assert_eq!(kind(&"#|".repeat(LEVELS), &ENDLESS), Some(ErrorKind::InvalidSyntax));
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(body).expect("a thread");
    thread.join().expect("no level needs stack");
}
