//! How descriptions are heard.

use super::*;

#[test]
fn templates_are_told_from_text_about_templates() {
    for text in [
        "TODO",
        "[TODO: Complete and informative.]",
        "Plots <what it does>.",
        "[Insert a description]",
        "TBD",
    ] {
        assert!(placeholder(text).is_some(), "{text}");
    }
    for text in [
        "Scan TODO comments and file issues.",
        "Adds TODO/FIXME marks.",
        "Plot <port> for [date].",
        "Renders `<div>` lists [a, b].",
        "todo lists",
    ] {
        assert_eq!(placeholder(text), None, "{text}");
    }
}

#[test]
fn markup_is_told_from_angle_brackets() {
    for text in
        ["a</description>", "x <!-- y", "<b>bold</b>", "<foo>x</foo>", "<SCRIPT src=x>", "line<br/>next"]
    {
        assert!(markup(text).is_some(), "{text}");
    }
    for text in ["a < b > c", "List<T>", "call <port> with <date>", "Vec<String>", "x -> y, <- z", "1<2"] {
        assert_eq!(markup(text), None, "{text}");
    }
}

#[test]
fn triggers_are_heard() {
    assert!(says_when("Plot tides. Use when asked."));
    assert!(says_when("Invoked whenever tides come up"));
    assert!(says_when("潮汐表を描く"));
    assert!(!says_when("Plots tide tables of the North Sea."));
    assert!(!says_when("Reuse of houses."));
    assert!(leads_with_trigger("Use when asked."));
    assert!(leads_with_trigger("Plots v1.2 tides. Use this when asked."));
    assert!(!leads_with_trigger("Plots tides. Is good. Use when asked."));
}

#[test]
fn marks_of_a_template_lead_or_are_followed_by_a_colon() {
    for (text, part) in [
        ("TODO", "TODO"),
        ("... TBD", "TBD"),
        ("[TODO: say what]", "TODO"),
        ("Plots tides. FIXME: more", "FIXME"),
        ("lorem ipsum dolor", "lorem ipsum"),
        ("Lorem ipsum", "Lorem ipsum"),
        ("XXX", "XXX"),
    ] {
        assert_eq!(placeholder(text), Some(part), "{text}");
    }
    for text in ["Find the TODO", "TODO-list", "_TODO", "TODO_", "a/TODO: x", "TODOS", "éTODO", "x.TBD: y"] {
        assert_eq!(placeholder(text), None, "{text}");
    }
}

#[test]
fn a_gap_is_two_to_twelve_words_that_tell_what_to_write() {
    for inner in
        ["what it does", " Describe it ", "insert x", "description", "when to 3 4 5 6 7 8 9 10 11 12"]
    {
        assert!(speaks_of_a_gap(inner), "{inner}");
    }
    for inner in ["", "what", "describe", "descriptions", "it does what", "when to 3 4 5 6 7 8 9 10 11 12 13"]
    {
        assert!(!speaks_of_a_gap(inner), "{inner}");
    }
    assert_eq!(placeholder("Plots <port> <what it does>."), Some("<what it does>"));
    assert_eq!(placeholder("Plots [a > b] [your text]."), Some("[your text]"));
    assert_eq!(placeholder("Plots <what it does"), None);
    let gap = |length: usize| format!("<what {}>", "x".repeat(length - "<what ".len()));
    assert!(placeholder(&gap(LONGEST_MARK - 1)).is_some());
    assert_eq!(placeholder(&gap(LONGEST_MARK)), None);
    let late = format!("{}<your text>", "plots ".repeat(LONGEST_MARK));
    assert_eq!(placeholder(&late), Some("<your text>"));
}

#[test]
fn the_next_of_a_byte_is_found_from_places_that_go_forward() {
    let mut next = Next::new("a>bc>d", b'>');
    let found: Vec<Option<usize>> = [0, 1, 2, 3, 4, 5, 6].map(|at| next.after(at)).into();
    assert_eq!(found, [Some(1), Some(1), Some(4), Some(4), Some(4), None, None]);
}

#[test]
fn words_begin_with_an_ascii_letter_or_digit_behind_none() {
    let starts: Vec<usize> = word_starts("ab cd-é1 éx 9").collect();
    assert_eq!(starts, [0, 3, 14]);
    assert_eq!(word_starts(" x").collect::<Vec<_>>(), [1]);
}

#[test]
fn a_tag_is_known_or_closed_again() {
    for (text, tag) in [
        ("x <!-- y", "<!--"),
        ("a <B>", "<B>"),
        ("<br/>", "<br/>"),
        ("<a\thref=x>", "<a\thref=x>"),
        ("<p\n>", "<p\n>"),
        ("</foo>", "</foo>"),
        ("<foo-b_c:d>x</foo-b_c:d>", "<foo-b_c:d>"),
        ("<foo x>y</foo>", "<foo x>"),
    ] {
        assert_eq!(markup(text), Some(tag), "{text}");
    }
    for text in ["<b", "<bx>", "<b!>", "<1b>x</1b >", "<>", "</>", "< b>", "<_b>", "<foo!>"] {
        assert_eq!(markup(text), None, "{text}");
    }
    let long = |length: usize| format!("<b {}>", "x".repeat(length - "<b ".len()));
    assert!(markup(&long(LONGEST_MARK - 1)).is_some());
    assert_eq!(markup(&long(LONGEST_MARK)), None);
    // The end of a tag is looked for a few times only; then its closing tag is what is found.
    let after = |tags: usize| format!("{}<foo>x</foo>", "<port>".repeat(tags));
    assert_eq!(markup(&after(15)), Some("<foo>"));
    assert_eq!(markup(&after(16)), Some("</foo>"));
}

#[test]
fn a_description_says_when_with_whole_words_at_their_start() {
    for text in
        ["Ask me", "Plots. Needed by pilots", "tides before noon", "Use", "for when", "Load this first"]
    {
        assert!(says_when(text), "{text}");
    }
    for text in ["Plots tides", "reused", "a mouse", "knead", ""] {
        assert!(!says_when(text), "{text}");
    }
    // Where most letters are not ASCII ones, another language is left alone: 7 of 10 bytes here.
    assert!(!says_when("abcdefg日"));
    assert!(says_when("abcdef日"));
}

#[test]
fn a_trigger_leads_the_first_or_the_second_sentence() {
    for text in [
        "  Use this",
        "\"Use when\" asked",
        "**WHEN asked",
        "“Use for” tides",
        "Plots tides! Use it",
        "Plots tides? whenever asked",
        "潮汐。 Use to plot",
    ] {
        assert!(leads_with_trigger(text), "{text}");
    }
    for text in
        ["", "User friendly", "Plots. Tides. Use when", "Plots v1.Use when", "潮汐。Use when", "Whence"]
    {
        assert!(!leads_with_trigger(text), "{text}");
    }
}
