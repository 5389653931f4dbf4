//! Which links are found, and where they lead.

use super::*;

fn found(body: &str) -> Vec<&str> {
    let links = links(body);
    for link in &links {
        assert_eq!(&body[link.start..link.start + link.destination.len()], link.destination, "{body}");
    }
    links.into_iter().map(|link| link.destination).collect()
}

#[test]
fn links_are_found_outside_code() {
    assert_eq!(found("[a](b.md) ![c]( d.png \"t\") [e](<f g.md>)"), ["b.md", "d.png", "f g.md"]);
    assert_eq!(found("[a](x(1).md)\n> [b](c.md#d)"), ["x(1).md", "c.md#d"]);
    assert_eq!(found("`[a](b.md)` ``[c](`d.md)`` [e](f.md)"), ["f.md"]);
    assert_eq!(found("```md\n[a](b.md)\n```\n[c](d.md)\n~~~\n[e](f.md)\n"), ["d.md"]);
    assert_eq!(found("[a]: b.md \"t\"\n[^1]: c.md\n[d]: <e.md>\n[f]: some prose here\n"), ["b.md", "e.md"]);
    assert_eq!(found("a `b [c](d.md)\n[e](f.md"), ["d.md"]);
    assert_eq!(found("\\[a](b.md) [c]() [d]("), ["b.md"]);
}

#[test]
fn only_paths_of_files_are_looked_up() {
    for destination in [
        "https://a.example/b.md",
        "mailto:a@b",
        "#part",
        "/abs.md",
        "C:\\x.md",
        "{baseDir}/x.md",
        "<x>.md",
        "word",
        "a/*.md",
    ] {
        assert_eq!(local(destination), None, "{destination}");
    }
    assert_eq!(local("a%20b.md#c").as_deref(), Some("a b.md"));
    assert_eq!(resolve("./a/../b/./c.md").as_deref(), Some("b/c.md"));
    assert_eq!(resolve("a/../../b.md"), None);
}

#[test]
fn a_link_ends_where_its_parentheses_do() {
    for (body, expected) in [
        ("[a](b(c(d)).md) e)", ["b(c(d)).md"].as_slice()),
        ("[a](b[c](d).md)", &["b[c](d).md"]),
        ("[a](     b](c).md)", &["b](c).md"]),
        ("[a](  <b](>)", &["b]("]),
        ("[a](\tb.md\t'title')", &["b.md"]),
        ("[a](b.md\r\n[c](d.md)", &["b.md", "d.md"]),
        ("[a](b.md\n) [c](d.md)", &["d.md"]),
        ("[a](b.md", &[]),
        ("[a](<b.md\n> [c](d.md)", &["d.md"]),
        ("[a](<>) [b]()", &[]),
        ("[a] (b.md) [c]x(d.md)", &[]),
        ("[a\\](b.md) \\\\[c](d.md)", &["d.md"]),
        ("x\n\n[a]( <b c.md>) [d](e.md)", &["b c.md", "e.md"]),
    ] {
        assert_eq!(found(body), expected, "{body:?}");
    }
    let long = |length: usize| format!("[a]({})", "b".repeat(length));
    assert_eq!(found(&long(LONGEST_DESTINATION - 1)).len(), 1);
    assert_eq!(found(&long(LONGEST_DESTINATION)).len(), 0);
    let pointed = |length: usize| format!("[a](<{}>)", "b".repeat(length));
    assert_eq!(found(&pointed(LONGEST_DESTINATION - 1)).len(), 1);
    assert_eq!(found(&pointed(LONGEST_DESTINATION)).len(), 0);
}

#[test]
fn a_code_span_ends_with_as_many_backticks() {
    for (body, expected) in [
        ("`a` [b](c.md) `d`", ["c.md"].as_slice()),
        ("``a`[b](c.md)`` [d](e.md)", &["e.md"]),
        ("`` ` `` [a](b.md)", &["b.md"]),
        ("`a ``[b](c.md)`` [d](e.md)", &["e.md"]),
        ("`a [b](c.md) ``d``[e](f.md)", &["c.md", "f.md"]),
        ("`[a](b.md)``[c](d.md)`[e](f.md)", &["f.md"]),
    ] {
        assert_eq!(found(body), expected, "{body:?}");
    }
}

#[test]
fn a_fence_ends_with_its_own_marks_alone() {
    for (body, expected) in [
        ("````\n```\n[a](b.md)\n````\n[c](d.md)", ["d.md"].as_slice()),
        ("```\n````\n[a](b.md)", &["b.md"]),
        ("```\n~~~\n[a](b.md)\n```\n[c](d.md)", &["d.md"]),
        ("~~~\n```\n[a](b.md)\n~~~  \n[c](d.md)", &["d.md"]),
        ("```\n``` x\n[a](b.md)\n```\n[c](d.md)", &["d.md"]),
        ("> ```\n> [a](b.md)\n> ```\n> [c](d.md)", &["d.md"]),
        ("``\n[a](b.md)\n", &["b.md"]),
        ("``` sh\r\n[a](b.md)\r\n```\r\n[c](d.md)\r\n", &["d.md"]),
        ("```\n[a](b.md)", &[]),
    ] {
        assert_eq!(found(body), expected, "{body:?}");
    }
}

#[test]
fn definitions_have_a_label_and_one_destination() {
    for (body, expected) in [
        ("x\n  [a]: b.md\n", ["b.md"].as_slice()),
        ("> [a]: <b.md> 'title'\n", &["b.md"]),
        ("[a]: b.md (title)\n[c]:\td.md\n", &["b.md", "d.md"]),
        ("[]: b.md\n[a[b]: c.md\n[^1]: d.md\n[e]:\n[f]: <>\n", &[]),
        ("[a]: b.md is here\nx [c]: d.md\n", &[]),
    ] {
        assert_eq!(found(body), expected, "{body:?}");
    }
}

#[test]
fn percent_escapes_are_two_digits() {
    for (path, expected) in [
        ("a.md", "a.md"),
        ("%61.md", "a.md"),
        ("a%2Fb%2fc", "a/b/c"),
        ("100%25%", "100%%"),
        ("%", "%"),
        ("%4", "%4"),
        ("%zz%4x%x4", "%zz%4x%x4"),
        ("%C3%A9.md", "é.md"),
        ("%FF.md", "%FF.md"),
    ] {
        assert_eq!(percent_decoded(path), expected, "{path}");
    }
}

#[test]
fn a_sign_is_no_digit_of_a_percent_escape() {
    assert_eq!(percent_decoded("%+5.md"), "%+5.md");
}

#[test]
fn what_is_no_path_is_told_by_its_form() {
    for destination in [
        "",
        "?query",
        "\\server\\x.md",
        "~/x.md",
        "$HOME/x.md",
        "@scope/x.md",
        "git+ssh://a/b.md",
        "a-b.c:d/e.md",
        "c:/x.md",
        "a|b/x.md",
        "a`b/x.md",
        "a\"b/x.md",
        "see/...",
        "plain",
    ] {
        assert_eq!(local(destination), None, "{destination}");
    }
    for (destination, path) in [
        ("b.md", "b.md"),
        ("b/c", "b/c"),
        ("./b", "./b"),
        ("b.md?raw#top", "b.md"),
        ("a b:c/d.md", "a b:c/d.md"),
        (":b.md", ":b.md"),
    ] {
        assert_eq!(local(destination).as_deref(), Some(path), "{destination}");
    }
    assert_eq!(resolve("a//./b/").as_deref(), Some("a/b"));
    assert_eq!(resolve("./").as_deref(), Some(""));
    assert_eq!(resolve(".."), None);
}

#[test]
fn a_destination_in_angle_brackets_is_read_once() {
    assert_eq!(found("[a](<x`>) and [b](y) `"), ["x`", "y"]);
}

#[test]
fn a_link_that_its_line_does_not_close_is_none() {
    assert_eq!(found("[a](b\nc) [d](e\n[f](g)"), ["g"]);
}
