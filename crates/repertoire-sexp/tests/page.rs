//! Every rule of the native format's reader, row by row.

use repertoire_sexp::{Error, Grammar, Keywords, read};

const SKILL: Grammar<'static> = Grammar::autolith_skill();
const DATA: Grammar<'static> = Grammar::data();
/// Everything that a grammar can permit.
const LOOSE: Grammar<'static> = Grammar { block_comments: true, dotted_lists: true, ..DATA };

/// What a row expects: the form as it is printed, or the kind of the error and the text that its
/// span covers.
enum Outcome {
    Reads(&'static str),
    Fails(&'static str, &'static str),
}
use Outcome::{Fails, Reads};

fn check(grammar: &Grammar<'_>, rows: &[(&str, Outcome)]) {
    for (source, expected) in rows {
        match (read(source, grammar), expected) {
            (Ok(form), Reads(printed)) => assert_eq!(form.to_string(), *printed, "{source:?}"),
            (Err(error), Fails(kind, covered)) => {
                assert_eq!(error.kind().as_str(), *kind, "{source:?}: {error}");
                assert_eq!(&source[error.span()], *covered, "{source:?}: {error}");
                assert_message(&error);
            }
            (Ok(form), Fails(kind, _)) => panic!("{source:?} reads as {form}, not {kind}"),
            (Err(error), Reads(_)) => panic!("{source:?}: {error}"),
        }
    }
}

/// A message is one line in lower case without a final period, and its second half is the remedy.
fn assert_message(error: &Error) {
    let message = error.to_string();
    assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
    assert!(!message.ends_with('.'), "{message}");
    assert!(message.starts_with(|c: char| c.is_lowercase() || c == '`'), "{message}");
    assert!(message.contains(';'), "no remedy in {message}");
}

#[test]
fn white_space_and_comments() {
    check(
        &SKILL,
        &[
            (" \t\n\r\u{c}(\u{c}:name\r\"x\"\n)\t ", Reads("(:name \"x\")")),
            ("; a ) comment ( with \" and :key and #|\n(:name)", Reads("(:name)")),
            (";a\r(:name);b", Reads("(:name)")),
            (";a\r\n;\n(:name;c\n)", Reads("(:name)")),
            ("(1;c\r2)", Reads("(1 2)")),
            ("(a;b\n\"c\";d\n)", Reads("(a \"c\")")),
            // No other white space counts.
            ("(a\u{a0}b\u{2028}c \u{b}d)", Reads("(a\u{a0}b\u{2028}c \u{b}d)")),
        ],
    );
}

#[test]
fn strings() {
    check(
        &SKILL,
        &[
            ("\"\"", Reads("\"\"")),
            ("\"a\nb\r\nc\"", Reads("\"a\nb\r\nc\"")),
            (r#""\n\t\0\x41\u""#, Reads("\"nt0x41u\"")),
            (r#""say \"hi\" \\ \é \👩‍🚀""#, Reads(r#""say \"hi\" \\ é 👩‍🚀""#)),
            ("\"a\\\nb\"", Reads("\"a\nb\"")),
            ("\"#1=(' ` , | #. :x ; ) #| a::b .\"", Reads("\"#1=(' ` , | #. :x ; ) #| a::b .\"")),
            (
                "\"\u{0}\u{1b}\u{7f}\u{feff}e\u{301}\u{10ffff}\"",
                Reads("\"\u{0}\u{1b}\u{7f}\u{feff}e\u{301}\u{10ffff}\""),
            ),
            ("(\"a\"\"b\")", Reads("(\"a\" \"b\")")),
            ("(a\"b\"c)", Reads("(a \"b\" c)")),
            ("(\"a\"(\"b\")\"c\")", Reads("(\"a\" (\"b\") \"c\")")),
            ("\"", Fails("invalid-syntax", "\"")),
            ("(:name \"x", Fails("invalid-syntax", "\"x")),
            ("(:name \"x\\\")", Fails("invalid-syntax", "\"x\\\")")),
            ("\"x\\", Fails("invalid-syntax", "\"x\\")),
            ("\"\\é", Fails("invalid-syntax", "\"\\é")),
        ],
    );
}

#[test]
fn keywords() {
    check(
        &SKILL,
        &[
            (":name", Reads(":name")),
            ("(:NAME :Autolith-Skill)", Reads("(:name :autolith-skill)")),
            ("(:name\"x\":version 1)", Reads("(:name \"x\" :version 1)")),
            ("(:name():version(1):name)", Reads("(:name () :version (1) :name)")),
            ("(:name;c\n:version)", Reads("(:name :version)")),
            ("(:extra \"x\")", Fails("unknown-field", ":extra")),
            ("(:names)", Fails("unknown-field", ":names")),
            ("(:nam)", Fails("unknown-field", ":nam")),
            // Only ASCII letters have a case: this one begins with the sign for degrees Kelvin.
            ("(:\u{212a}ey)", Fails("unknown-field", ":\u{212a}ey")),
            ("(:ｎame)", Fails("unknown-field", ":ｎame")),
            ("(:name'x)", Fails("unknown-field", ":name'x")),
            ("(: name)", Fails("unknown-field", ":")),
            (":", Fails("unknown-field", ":")),
            ("(::name)", Fails("invalid-syntax", "::name")),
            ("(:name:)", Fails("invalid-syntax", ":name:")),
            ("(:extra:x)", Fails("invalid-syntax", ":extra:x")),
            ("(:|odd| \"t\")", Fails("invalid-syntax", ":|odd|")),
            ("(:na\\me)", Fails("invalid-syntax", ":na\\me")),
            ("(:name#x)", Fails("invalid-syntax", ":name#x")),
            // Reported at once, whatever follows.
            ("(:extra \"never closed", Fails("unknown-field", ":extra")),
            ("(:name) :extra", Fails("unknown-field", ":extra")),
        ],
    );
    check(
        &DATA,
        &[
            ("(:Extra :ÉTÉ :1 :a.b :.)", Reads("(:extra :ÉtÉ :1 :a.b :.)")),
            (":", Fails("invalid-syntax", ":")),
            ("(:a'b)", Fails("invalid-syntax", "'")),
            ("(:a,b)", Fails("invalid-syntax", ",")),
            ("(:a`b)", Fails("invalid-syntax", "`")),
            ("(:a::b)", Fails("invalid-syntax", ":a::b")),
        ],
    );
    check(
        &Grammar { keywords: Keywords::Only(&[]), ..DATA },
        &[("()", Reads("()")), (":name", Fails("unknown-field", ":name"))],
    );
}

#[test]
fn an_unknown_keyword_is_named() {
    let error = read("(:extra 1)", &SKILL).unwrap_err();
    assert_eq!(error.to_string(), "`:extra` is not a known keyword; remove it or mend its spelling");
    let hostile = format!("(:\u{1b}[2J\u{202e}{} 1)", "x".repeat(5000));
    let error = read(&hostile, &SKILL).unwrap_err();
    assert!(error.to_string().starts_with("`:\\u{1b}[2J\\u{202e}xxxx"), "{error}");
    assert!(error.to_string().len() < 200, "{error}");
    assert_message(&error);
}

#[test]
fn bare_tokens() {
    check(
        &SKILL,
        &[
            ("(1 +1 -1 01 1. +1. -0 00)", Reads("(1 1 -1 1 1 1 0 0)")),
            ("(1.5 1/2 1e3 1.0 1.. + - +. 1- .5 ..)", Reads("(1.5 1/2 1e3 1.0 1.. + - +. 1- .5 ..)")),
            ("(nil T foo Foo [a] {b} @c ~d \u{0}e)", Reads("(nil T foo Foo [a] {b} @c ~d \u{0}e)")),
            (
                "(12345678901234567890123 -9223372036854775808)",
                Reads("(12345678901234567890123 -9223372036854775808)"),
            ),
            ("(١ 1١)", Reads("(١ 1١)")),
            ("cl:car", Fails("invalid-syntax", "cl:car")),
            ("(a::b c)", Fails("invalid-syntax", "a::b")),
            ("(a:)", Fails("invalid-syntax", "a:")),
            ("(1:2)", Fails("invalid-syntax", "1:2")),
            ("(.:name)", Fails("invalid-syntax", ".:name")),
        ],
    );
}

#[test]
fn reader_syntax_beyond_data() {
    check(
        &SKILL,
        &[
            ("#.(error \"x\")", Fails("invalid-syntax", "#")),
            ("#1=(:name)", Fails("invalid-syntax", "#")),
            ("(:name #1#)", Fails("invalid-syntax", "#")),
            ("#(1)", Fails("invalid-syntax", "#")),
            ("#| c |# (:name)", Fails("invalid-syntax", "#")),
            ("(#'car)", Fails("invalid-syntax", "#")),
            ("(#\\a)", Fails("invalid-syntax", "#")),
            ("'(:name)", Fails("invalid-syntax", "'")),
            ("`(:name)", Fails("invalid-syntax", "`")),
            ("(,a)", Fails("invalid-syntax", ",")),
            ("(\\a)", Fails("invalid-syntax", "\\")),
            ("(|a|)", Fails("invalid-syntax", "|")),
            ("(a#b)", Fails("invalid-syntax", "#")),
            ("(a'b)", Fails("invalid-syntax", "'")),
            ("(a,b)", Fails("invalid-syntax", ",")),
            ("(a|b c|)", Fails("invalid-syntax", "|")),
            ("(é\\b)", Fails("invalid-syntax", "\\")),
            ("(1`2)", Fails("invalid-syntax", "`")),
            ("(\"a\"'b)", Fails("invalid-syntax", "'")),
        ],
    );
}

#[test]
fn dots() {
    check(
        &SKILL,
        &[
            ("(:version 1 . :name)", Fails("invalid-structure", ".")),
            ("(.\"a\")", Fails("invalid-structure", ".")),
            (".", Fails("invalid-structure", ".")),
            ("(:name) .", Fails("invalid-structure", ".")),
        ],
    );
    check(
        &LOOSE,
        &[
            ("(a . b)", Reads("(a . b)")),
            ("(a b.c . \"d\")", Reads("(a b.c . \"d\")")),
            ("(a .(b c))", Reads("(a . (b c))")),
            ("(a . (b . (c . ())))", Reads("(a . (b . (c . ())))")),
            ("((a . b) . (c . d))", Reads("((a . b) . (c . d))")),
            ("(a ; . x\n . ; . y\n b ; . z\n)", Reads("(a . b)")),
            ("( . a)", Fails("invalid-structure", ".")),
            ("(a . )", Fails("invalid-structure", ")")),
            ("(a . b c)", Fails("invalid-structure", "c")),
            ("(a . b (c))", Fails("invalid-structure", "(")),
            ("(a . (b) c)", Fails("invalid-structure", "c")),
            ("(a . () . c)", Fails("invalid-structure", ".")),
            ("((a . (b)) c)", Reads("((a . (b)) c)")),
            ("(a . b . c)", Fails("invalid-structure", ".")),
            ("(a . . b)", Fails("invalid-structure", ".")),
            (".", Fails("invalid-structure", ".")),
            (". a", Fails("invalid-structure", ".")),
            ("a . b", Fails("invalid-structure", ".")),
        ],
    );
}

#[test]
fn one_balanced_form() {
    check(
        &SKILL,
        &[
            ("()", Reads("()")),
            ("42", Reads("42")),
            ("(()(()))", Reads("(() (()))")),
            ("", Fails("invalid-syntax", "")),
            (" ; only a comment", Fails("invalid-syntax", "")),
            (")", Fails("invalid-syntax", ")")),
            ("(:name))", Fails("invalid-syntax", ")")),
            ("(:name", Fails("invalid-syntax", "(")),
            ("(:name)(:name)", Fails("invalid-syntax", "(")),
            ("(:name) garbage", Fails("invalid-syntax", "garbage")),
            ("(:name) \"", Fails("invalid-syntax", "\"")),
            ("(:name) :version", Fails("invalid-syntax", ":version")),
            ("1 2", Fails("invalid-syntax", "2")),
            ("\u{feff}(:name)", Fails("invalid-syntax", "\u{feff}")),
            ("\u{feff} \"x\"", Fails("invalid-syntax", "\"x\"")),
        ],
    );
    let span = |source: &str| read(source, &SKILL).unwrap_err().span();
    assert_eq!(span("(1 (2 (3)"), 3..4, "the innermost list that stays open");
    assert_eq!(span("  "), 2..2, "the end of the source");
}

#[test]
fn block_comments_where_they_are_permitted() {
    check(
        &LOOSE,
        &[
            ("#| a |#(1)#||#", Reads("(1)")),
            ("(1#|x|#2)", Fails("invalid-syntax", "#")),
            ("(1 #|x|#2)", Reads("(1 2)")),
            ("(1 #| a #| b |# ( \" ; |#:a#\n)", Fails("invalid-syntax", ":a#")),
            ("(1 #| a #| b |# ( \" ; |#:a)", Reads("(1 :a)")),
            ("(#||||#1)", Reads("(1)")),
            ("(#|é#|#||#|#|#)", Reads("()")),
            ("(1 #|# 2)", Fails("invalid-syntax", "#|")),
            ("(1 #| a #| b |# 2)", Fails("invalid-syntax", "#|")),
            ("(1 #", Fails("invalid-syntax", "#")),
            ("#1=(1)", Fails("invalid-syntax", "#")),
            ("(|# 1)", Fails("invalid-syntax", "|")),
        ],
    );
    assert_eq!(read("(1 #| a #| b |# 2)", &LOOSE).unwrap_err().span(), 3..5, "the outermost comment");
}

#[test]
fn errors_name_their_bounds() {
    let texts = [
        (
            read("((", &Grammar { max_depth: 1, ..DATA }),
            "the data is nested more than 1 deep; flatten it or shorten its lists",
        ),
        (
            read("(1 2)", &Grammar { max_nodes: 4, ..DATA }),
            "the data has more than 4 nodes; keep fewer elements",
        ),
        (
            read("\"abc\"", &Grammar { max_string_chars: Some(2), ..DATA }),
            "this string has more than 2 characters; shorten it",
        ),
    ];
    for (result, text) in texts {
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), text);
        assert_message(&error);
    }
}
