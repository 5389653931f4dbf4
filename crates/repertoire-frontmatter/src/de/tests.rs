//! What a tree gives to the types that ask for it.

use crate::parse_fields;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Risk {
    Low,
    Other { reason: String },
    Level(u8),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Wide {
    count: i32,
    share: f32,
    flag: bool,
    letter: char,
    none: Option<String>,
    some: Option<u8>,
    list: Vec<(String, u8)>,
    map: BTreeMap<String, String>,
    risks: Vec<Risk>,
    #[serde(default)]
    missing: u8,
}

#[test]
fn any_type_reads_from_a_tree() {
    let text = "count: -3\nshare: 1\nflag: true\nletter: 7\nnone:\nsome: 0x10\nlist: [[a, 1], [2, 2]]\nmap:\n  \
                version: 1.10\n  on: yes\nrisks: [low, {other: {reason: r}}, {level: 3}]\nunknown: {x: [y]}\n";
    let wide: Wide = parse_fields(text).tree().deserialize().unwrap();
    let pair = |key: &str, value: &str| (key.to_string(), value.to_string());
    assert_eq!(
        wide,
        Wide {
            count: -3,
            share: 1.0,
            flag: true,
            letter: '7',
            none: None,
            some: Some(16),
            list: [("a".into(), 1), ("2".into(), 2)].into(),
            map: [pair("version", "1.10"), pair("on", "yes")].into(),
            risks: [Risk::Low, Risk::Other { reason: "r".into() }, Risk::Level(3)].into(),
            missing: 0,
        }
    );
}

#[test]
fn errors_name_the_value_and_its_place() {
    let error =
        parse_fields("a: x\nb: [1, z]\n").tree().deserialize::<BTreeMap<String, Vec<u8>>>().unwrap_err();
    assert_eq!(error.span.map(crate::Span::range), Some(3..4));
    let error = parse_fields("b: [1, z]\n").tree().deserialize::<BTreeMap<String, Vec<u8>>>().unwrap_err();
    assert_eq!(error.span.map(crate::Span::range), Some(7..8));
    assert_eq!(error.to_string(), "invalid type: string \"z\", expected u8");
    let error = parse_fields("name:\n").tree().deserialize::<BTreeMap<String, String>>().unwrap_err();
    assert_eq!(error.to_string(), "invalid type: unit value, expected a text");
}

#[test]
fn the_last_of_a_duplicate_key_counts_and_nothing_is_a_map() {
    let map: BTreeMap<String, u8> = parse_fields("a: 1\nb: 2\na: 3\n").tree().deserialize().unwrap();
    assert_eq!(map.into_iter().collect::<Vec<_>>(), [("a".to_string(), 3), ("b".to_string(), 2)]);
    assert!(parse_fields("# nothing\n").tree().deserialize::<BTreeMap<String, u8>>().unwrap().is_empty());
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, (Option<core::ops::Range<usize>>, String)> {
    let document = parse_fields(text);
    document.tree().deserialize().map_err(|error| (error.span.map(crate::Span::range), error.to_string()))
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    Point,
    Name(String),
    Pair(u8, u8),
    Box { width: u8 },
}

#[test]
fn a_variant_is_a_name_or_the_only_key_of_a_map() {
    let shapes = |text: &str| read::<BTreeMap<String, Vec<Shape>>>(text).map(|mut map| map.remove("s"));
    assert_eq!(
        shapes("s: [point, {point: }, {name: x}, {name: 1.10}, {pair: [1, 2]}, {box: {width: 3}}]\n"),
        Ok(Some(
            [
                Shape::Point,
                Shape::Point,
                Shape::Name("x".into()),
                Shape::Name("1.10".into()),
                Shape::Pair(1, 2),
                Shape::Box { width: 3 }
            ]
            .into()
        ))
    );
    let many = "invalid type: map, expected the name of a variant, or a map with it as the only key";
    let list = "invalid type: sequence, expected the name of a variant, or a map with it as the only key";
    let unknown = "unknown variant `line`, expected one of `point`, `name`, `pair`, `box`";
    for (text, place, message) in [
        ("s: [{point: x}]\n", 4..14, "invalid type: string \"x\", expected nothing"),
        ("s: [{point: \"\"}]\n", 4..15, "invalid type: string \"\", expected nothing"),
        ("s: [{point: , name: x}]\n", 4..22, many),
        ("s: [{}]\n", 4..6, many),
        ("s: [[point]]\n", 4..11, list),
        ("s: [line]\n", 4..8, unknown),
        ("s: [{line: 1}]\n", 4..13, unknown),
        ("s: [{pair: 1}]\n", 4..13, "invalid type: integer `1`, expected tuple variant Shape::Pair"),
    ] {
        assert_eq!(shapes(text), Err((Some(place), message.into())), "{text:?}");
    }
}

#[test]
fn a_text_is_what_was_written_and_never_absent() {
    let texts = |text: &str| read::<BTreeMap<String, String>>(text);
    let written = texts("a: 1.10\nb: yes\nc: \"\"\nd: ~\n").unwrap();
    assert_eq!(written.values().map(String::as_str).collect::<Vec<_>>(), ["1.10", "yes", "", "~"]);
    assert_eq!(texts("a:\n"), Err((Some(2..2), "invalid type: unit value, expected a text".into())));
    assert_eq!(texts("a: [b]\n"), Err((Some(3..6), "invalid type: sequence, expected a text".into())));
    assert_eq!(texts("a: {b: c}\n"), Err((Some(3..9), "invalid type: map, expected a text".into())));
}

#[test]
fn an_option_is_none_where_the_core_schema_says_null() {
    let options =
        read::<BTreeMap<String, Option<String>>>("a:\nb: ~\nc: null\nd: ''\ne: 'null'\nf: 1\n").unwrap();
    let given: Vec<_> = options.values().map(Option::as_deref).collect();
    assert_eq!(given, [None, None, None, Some(""), Some("null"), Some("1")]);
    assert_eq!(read::<Vec<Option<u8>>>("a: 1\n").map_err(|error| error.0), Err(Some(0..4)));
}

#[test]
fn a_type_that_takes_anything_gets_what_the_core_schema_makes_of_it() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Any {
        Bool(bool),
        Unsigned(u64),
        Signed(i64),
        Float(f64),
        Text(String),
        List(Vec<Any>),
        Map(BTreeMap<String, Any>),
        Nothing(()),
    }
    let text = "[true, 1, -1, 0x10, 1.5, yes, '1', 2026-02-27, , ~, [x], {y: 2}]";
    let text = alloc::format!("a: {}\n", text.replace(", , ", ", null, "));
    let all: BTreeMap<String, Vec<Any>> = read(&text).unwrap();
    assert_eq!(
        all["a"],
        [
            Any::Bool(true),
            Any::Unsigned(1),
            Any::Signed(-1),
            Any::Unsigned(16),
            Any::Float(1.5),
            Any::Text("yes".into()),
            Any::Text("1".into()),
            Any::Text("2026-02-27".into()),
            Any::Nothing(()),
            Any::Nothing(()),
            Any::List([Any::Text("x".into())].into()),
            Any::Map([("y".to_string(), Any::Unsigned(2))].into()),
        ]
    );
}

#[test]
fn a_field_that_no_type_asks_for_is_passed() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Id(u16);
    #[derive(Debug, PartialEq, Deserialize)]
    struct Fields {
        id: Id,
        size: (u8, i8),
    }
    let fields: Fields = read("other: {a: [b]}\nid: 7\nmore:\n  - c\nsize: [1, -1]\nlast: x\n").unwrap();
    assert_eq!(fields, Fields { id: Id(7), size: (1, -1) });
    let missing = read::<Fields>("id: 7\n").unwrap_err();
    assert_eq!(missing, (Some(0..5), "missing field `size`".into()));
    let short = read::<Fields>("id: 7\nsize: [1]\n").unwrap_err();
    assert_eq!(short, (Some(12..15), "invalid length 1, expected a tuple of size 2".into()));
}

#[test]
fn a_key_that_does_not_fit_is_named_with_its_place() {
    let error = read::<BTreeMap<char, u8>>("a: 1\nbc: 2\n").unwrap_err();
    assert_eq!(error, (Some(5..7), "invalid value: string \"bc\", expected a character".into()));
}
