//! What a form tells of its elements.

use repertoire_sexp::{Element, Error, ErrorKind, Form, Grammar, Keywords, Value, read, write};
use std::borrow::Cow;

const DOTTED: Grammar<'static> = Grammar { dotted_lists: true, ..Grammar::data() };

fn form(source: &str) -> Form<'_> {
    read(source, &DOTTED).unwrap_or_else(|error| panic!("{source:?}: {error}"))
}

#[test]
fn each_kind_is_seen_as_itself_and_as_nothing_else() {
    let source = "(\"text\" :Key 12 sym ())";
    let form = form(source);
    let seen: Vec<[bool; 5]> = form
        .root()
        .as_list()
        .expect("a list")
        .into_iter()
        .map(|element| {
            [
                element.as_str().is_some(),
                element.as_keyword().is_some(),
                element.as_integer().is_some(),
                element.as_symbol().is_some(),
                element.as_list().is_some(),
            ]
        })
        .collect();
    for (row, flags) in seen.iter().enumerate() {
        assert!(flags.iter().enumerate().all(|(column, flag)| *flag == (row == column)), "{seen:?}");
    }
}

#[test]
fn elements_know_where_they_stand_and_how_they_are_written() {
    let source = "(:Key \"a\\\"b\" ; c\n  (+01. x))";
    let form = form(source);
    let list = form.root().as_list().expect("a list");
    let written: Vec<&str> = list.iter().map(Element::source).collect();
    assert_eq!(written, [":Key", "\"a\\\"b\"", "(+01. x)"]);
    assert_eq!(list.iter().map(|element| element.span()).collect::<Vec<_>>(), [1..5, 6..12, 19..27]);
    assert_eq!((form.root().span(), list.span(), form.source()), (0..28, 0..28, source));
    let printed: Vec<String> = list.iter().map(|element| element.to_string()).collect();
    assert_eq!(printed, [":key", "\"a\\\"b\"", "(1 x)"]);
}

#[test]
fn keywords_are_seen_in_lower_case() {
    let form = form("(:Name :name)");
    let list = form.root().as_list().expect("a list");
    for key in list {
        assert_eq!(key.as_keyword().as_deref(), Some("name"));
        assert!(key.is_keyword("name") && key.is_keyword("NAME"));
        assert!(!key.is_keyword("nam") && !key.is_keyword(":name"));
    }
    assert_eq!(list.head_keyword().as_deref(), Some("name"));
    assert!(!form.root().is_keyword("name"));
    assert!(matches!(list.iter().nth(1).and_then(Element::as_keyword), Some(Cow::Borrowed(_))));
}

#[test]
fn strings_without_escapes_are_borrowed() {
    let source = String::from("(\"plain\n text\" \"esc\\aped\")");
    let form = form(&source);
    let mut strings = form.root().as_list().expect("a list").iter().filter_map(Element::as_str);
    assert!(matches!(strings.next(), Some(Cow::Borrowed("plain\n text"))));
    assert!(matches!(strings.next(), Some(Cow::Owned(text)) if text == "escaped"));
}

#[test]
fn what_is_borrowed_outlives_the_form() {
    let source = String::from("(\"text\" sym)");
    let texts: Vec<Cow<'_, str>> = {
        let form = form(&source);
        let list = form.root().as_list().expect("a list");
        list.iter().map(|element| element.as_str().unwrap_or(element.source().into())).collect()
    };
    assert_eq!(texts, ["text", "sym"]);
}

#[test]
fn lists_have_a_head_and_perhaps_a_tail() {
    let tail = |source: &str| {
        let form = form(source);
        form.root().as_list().and_then(|list| list.tail()).map(|tail| tail.to_string())
    };
    assert_eq!(tail("(a b)"), None);
    assert_eq!(tail("()"), None);
    assert_eq!(tail("(a . b)").as_deref(), Some("b"));
    assert_eq!(tail("(a b . (c . d))").as_deref(), Some("(c . d)"));
    assert_eq!(tail("((a . b) c)"), None);

    let form = form("((a . b) c . d)");
    let list = form.root().as_list().expect("a list");
    assert_eq!(list.iter().map(|element| element.to_string()).collect::<Vec<_>>(), ["(a . b)", "c"]);
    assert_eq!(list.head().map(|head| head.to_string()).as_deref(), Some("(a . b)"));
    assert_eq!(format!("{list:?} {:?}", form.root()), "((a . b) c . d) ((a . b) c . d)");
}

#[test]
fn equality_is_that_of_the_data() {
    let equal = [("(1 +1. \"a\" :K x)", "( 01 1 ;\n \"\\a\"\n:k x)"), ("(a . (b))", "(a .(b))"), ("-0", "0")];
    for (left, right) in equal {
        assert_eq!(form(left), form(right));
        assert_eq!(write(&form(left)), write(&form(right)));
    }
    let different = [
        ("(a . b)", "(a b)"),
        ("(a . (b))", "(a b)"),
        ("((a b))", "((a) b)"),
        ("(() a)", "((a))"),
        ("(() ())", "((()))"),
        ("(a)", "(a b)"),
        ("\"a\"", "a"),
        ("\"a\"", ":a"),
        ("()", "nil"),
        ("nil", "NIL"),
        ("1", "-1"),
        ("1", "10"),
        ("1", "1.0"),
    ];
    for (left, right) in different {
        assert_ne!(form(left), form(right));
    }
}

#[test]
fn elements_of_different_forms_are_compared_by_their_data() {
    let (dotted, proper) = (form("(a . (b c))"), form("((b c) (b))"));
    let tail = dotted.root().as_list().and_then(|list| list.tail()).expect("a tail");
    let mut lists = proper.root().as_list().expect("a list").iter();
    assert_eq!(Some(tail), lists.next());
    assert_ne!(Some(tail), lists.next());
}

#[test]
fn integers_have_any_size() {
    let integer = |source: &str| {
        let form = form(source);
        form.root().as_integer().map(|integer| (integer.to_string(), integer.to_i64(), integer.is_negative()))
    };
    let some = |text: &str, value, negative| Some((text.to_owned(), value, negative));
    assert_eq!(integer("1."), some("1", Some(1), false));
    assert_eq!(integer("+1"), some("1", Some(1), false));
    assert_eq!(integer("0000000000000000000000000001"), some("1", Some(1), false));
    assert_eq!(integer("-000."), some("0", Some(0), false));
    assert_eq!(integer("9223372036854775807"), some("9223372036854775807", Some(i64::MAX), false));
    assert_eq!(integer("9223372036854775808"), some("9223372036854775808", None, false));
    assert_eq!(integer("-9223372036854775808"), some("-9223372036854775808", Some(i64::MIN), true));
    assert_eq!(integer("-9223372036854775809"), some("-9223372036854775809", None, true));
    // What would be 1 in arithmetic of 64 bits.
    assert_eq!(integer("18446744073709551617"), some("18446744073709551617", None, false));
    assert!(form("18446744073709551617").root().as_integer().is_some_and(|value| value != 1));
    for other in ["1.0", "1..", "+", "-", "+.", "1e1", "1/1", "--1", "+-1", "1-", "\"1\"", ":1", "(1)", "١"]
    {
        assert_eq!(integer(other), None, "{other}");
    }
}

#[test]
fn values_are_made_for_matching() {
    let form = form("(permit \"scribe\" :load nil 3 ())");
    let Value::List(list) = form.root().value() else { panic!("a list") };
    let values: Vec<Value<'_, '_>> = list.into_iter().map(Element::value).collect();
    assert_eq!(values[0], Value::Symbol("permit"));
    assert_eq!(values[1], Value::String("scribe".into()));
    assert_eq!(values[2], Value::Keyword("load".into()));
    assert_eq!(values[3], Value::Symbol("nil"));
    assert!(matches!(values[4], Value::Integer(three) if three == 3));
    assert!(matches!(values[5], Value::List(empty) if empty.is_empty()));
}

#[test]
fn errors_have_kinds_and_are_errors() -> Result<(), Box<dyn std::error::Error>> {
    let error = read("(1 . 2)", &Grammar::data()).unwrap_err();
    assert!(matches!(error, Error::DottedList { .. }));
    assert_eq!(error.kind().to_string(), error.kind().as_str());
    assert_eq!(form("x").to_string(), "x");
    read("x", &Grammar::default())?;
    Ok(())
}

#[test]
fn a_keyword_is_accepted_whole_and_not_by_its_beginning() {
    let names = Grammar { keywords: Keywords::Only(&["name", "name.long", "é"]), ..Grammar::data() };
    for source in ["(:name)", "(:name.long)", "(:NAME.Long 1)", "(:name\"a\")", "(:é :name)", ":name"] {
        assert!(read(source, &names).is_ok(), "{source}");
    }
    for (source, kind) in [
        ("(:name.)", ErrorKind::UnknownField),
        ("(:named)", ErrorKind::UnknownField),
        ("(:nam)", ErrorKind::UnknownField),
        ("(:ée)", ErrorKind::UnknownField),
        ("(:name#)", ErrorKind::InvalidSyntax),
        ("(:name:long)", ErrorKind::InvalidSyntax),
        ("(:)", ErrorKind::UnknownField),
    ] {
        assert_eq!(read(source, &names).expect_err(source).kind(), kind, "{source}");
    }
}
