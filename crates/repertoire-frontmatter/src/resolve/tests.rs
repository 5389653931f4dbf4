//! The edges of what a plain scalar means, by YAML 1.2 and by YAML 1.1.

use super::*;

fn reads(rules: Resolution, table: &[(&str, Resolved<'_>)]) {
    for (text, expected) in table {
        assert_eq!(resolve(text, rules), *expected, "{text:?}");
    }
}

fn are_texts(rules: Resolution, texts: &[&str]) {
    for text in texts {
        assert_eq!(resolve(text, rules), Resolved::Text(text), "{text:?}");
    }
}

#[test]
fn both_versions_share_nothing_true_and_false() {
    for rules in [Resolution::Core, Resolution::Yaml11] {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text, rules), Resolved::Null, "{text:?}");
        }
        for (text, value) in [
            ("true", true),
            ("True", true),
            ("TRUE", true),
            ("false", false),
            ("False", false),
            ("FALSE", false),
        ] {
            assert_eq!(resolve(text, rules), Resolved::Bool(value), "{text:?}");
        }
        for text in [".nan", ".NaN", ".NAN"] {
            assert!(matches!(resolve(text, rules), Resolved::Float(value) if value.is_nan()), "{text:?}");
        }
        are_texts(rules, &["nul", "nULL", "tRUE", "fALSE", "~~", "+.nan", "-.nan", ".nAn", ".iNF", "inf"]);
        are_texts(rules, &["+inf", "-inf", "-infinity", "+nan", "-", "+", ".", "- 1", "+-1", "1.2.3", "²"]);
    }
}

#[test]
fn the_core_schema_types_what_it_lists() {
    reads(
        Resolution::Core,
        &[
            ("0", Resolved::Integer(0)),
            ("-19", Resolved::Integer(-19)),
            ("+19", Resolved::Integer(19)),
            ("-0", Resolved::Integer(0)),
            ("007", Resolved::Integer(7)),
            ("0o7", Resolved::Integer(7)),
            ("0o17", Resolved::Integer(15)),
            ("0x3A", Resolved::Integer(58)),
            ("0xfF", Resolved::Integer(255)),
            ("0.", Resolved::Float(0.0)),
            ("-0.0", Resolved::Float(-0.0)),
            ("1.10", Resolved::Float(1.1)),
            ("-.5", Resolved::Float(-0.5)),
            ("+.5e1", Resolved::Float(5.0)),
            ("+12e03", Resolved::Float(12000.0)),
            ("1.e5", Resolved::Float(100_000.0)),
            ("1E+2", Resolved::Float(100.0)),
            ("25e-2", Resolved::Float(0.25)),
            (".inf", Resolved::Float(f64::INFINITY)),
            ("+.Inf", Resolved::Float(f64::INFINITY)),
            ("-.INF", Resolved::Float(f64::NEG_INFINITY)),
        ],
    );
}

#[test]
fn the_core_schema_leaves_the_rest_as_texts() {
    are_texts(
        Resolution::Core,
        &[
            "yes",
            "Yes",
            "YES",
            "no",
            "No",
            "NO",
            "on",
            "On",
            "ON",
            "off",
            "Off",
            "OFF",
            "y",
            "n",
            "0x",
            "0xG",
            "0o",
            "0o8",
            "-0o7",
            "+0x1",
            "0b1",
            "1_000",
            "1x",
            "1e",
            "1e+",
            "1e5x",
            "1ex5",
            "e5",
            ".e5",
            "1x.5",
            "1.5x",
            "x1.5",
            "1:30",
            "2026-02-27",
        ],
    );
}

#[test]
fn integers_beyond_64_bits_are_floats() {
    reads(
        Resolution::Core,
        &[
            ("9223372036854775807", Resolved::Integer(i64::MAX)),
            ("9223372036854775808", Resolved::Float(9_223_372_036_854_775_808.0)),
            ("-9223372036854775808", Resolved::Integer(i64::MIN)),
            ("-9223372036854777856", Resolved::Float(-9_223_372_036_854_777_856.0)),
            ("0x7fffffffffffffff", Resolved::Integer(i64::MAX)),
            ("0x10000000000001000", Resolved::Float(18_446_744_073_709_555_712.0)),
            ("0o4000000000000000010000", Resolved::Float(36_893_488_147_419_107_328.0)),
        ],
    );
    // Rounded once, as a whole, and not digit by digit.
    for text in ["1220772038000446658395696", "9134659255786451142340420", "99999999999999999999999"] {
        let whole = text.parse().map(Resolved::Float);
        assert_eq!(Ok(resolve(text, Resolution::Core)), whole, "{text:?}");
    }
    reads(
        Resolution::Yaml11,
        &[
            ("-0x10000000000001000", Resolved::Float(-18_446_744_073_709_555_712.0)),
            ("9_223_372_036_854_775_808", Resolved::Float(9_223_372_036_854_775_808.0)),
            ("9223372036854775808:00", Resolved::Float(553_402_322_211_286_548_480.0)),
            ("-9223372036854775807:00", Resolved::Float(-553_402_322_211_286_548_480.0)),
            ("9223372036854775808:00.5", Resolved::Float(553_402_322_211_286_548_480.0)),
        ],
    );
}

#[test]
fn yaml_1_1_reads_more_words_as_truth() {
    for text in ["yes", "Yes", "YES", "on", "On", "ON"] {
        assert_eq!(resolve(text, Resolution::Yaml11), Resolved::Bool(true), "{text:?}");
    }
    for text in ["no", "No", "NO", "off", "Off", "OFF"] {
        assert_eq!(resolve(text, Resolution::Yaml11), Resolved::Bool(false), "{text:?}");
    }
    are_texts(Resolution::Yaml11, &["y", "Y", "n", "N", "yES", "oN", "nO", "oFF"]);
}

#[test]
fn yaml_1_1_reads_more_as_integers() {
    reads(
        Resolution::Yaml11,
        &[
            ("0", Resolved::Integer(0)),
            ("00", Resolved::Integer(0)),
            ("010", Resolved::Integer(8)),
            ("-0_17", Resolved::Integer(-15)),
            ("0b1010_0111", Resolved::Integer(167)),
            ("-0b11", Resolved::Integer(-3)),
            ("0x_0A", Resolved::Integer(10)),
            ("+0xf", Resolved::Integer(15)),
            ("685_230", Resolved::Integer(685_230)),
            ("+12", Resolved::Integer(12)),
            ("-1_", Resolved::Integer(-1)),
            ("190:20:30", Resolved::Integer(685_230)),
            ("1:5", Resolved::Integer(65)),
            ("-1:30", Resolved::Integer(-90)),
            ("1_0:59", Resolved::Integer(659)),
        ],
    );
    are_texts(
        Resolution::Yaml11,
        &[
            "08", "0b", "0b2", "0x", "0xg", "0o7", "-_1", "12x", "12:60", "1:", "1:5x", "1:555", "1x:30",
            "0:30", "01:30", "1::30", "1:-5",
        ],
    );
}

#[test]
fn yaml_1_1_reads_floats_in_its_own_way() {
    reads(
        Resolution::Yaml11,
        &[
            ("1.", Resolved::Float(1.0)),
            (".5", Resolved::Float(0.5)),
            (".5_0", Resolved::Float(0.5)),
            ("-1_0.5_5", Resolved::Float(-10.55)),
            ("6.8523015e+5", Resolved::Float(685_230.15)),
            ("-1.5E-1", Resolved::Float(-0.15)),
            ("190:20:30.15", Resolved::Float(685_230.15)),
            ("-1:30.5", Resolved::Float(-90.5)),
            ("1_0:30.2_5", Resolved::Float(630.25)),
            ("1:30.", Resolved::Float(90.0)),
            ("+.inf", Resolved::Float(f64::INFINITY)),
            ("-.Inf", Resolved::Float(f64::NEG_INFINITY)),
        ],
    );
    are_texts(
        Resolution::Yaml11,
        &[
            "1e5",
            "1.5e3",
            "1.5e33",
            "1.5e",
            "1.5e+",
            "1.5e+3x",
            "1.5x",
            "-.5",
            "+.5",
            "._5",
            "-_1.5",
            "1x.5",
            ".e+5",
            "1x:30.5",
            "1:60.5",
            "1:30.5x",
            "1:30.5e+3",
        ],
    );
}

#[test]
fn yaml_1_1_reads_dates_and_times() {
    for text in [
        "2026-02-27",
        "2001-12-14t21:59:43",
        "2001-12-14T21:59:43.10-05:00",
        "2001-12-14 21:59:43.10 -5",
        "2001-12-14 \t 21:59:43",
        "2001-1-2 3:04:05",
        "2001-12-14t21:59:43.",
        "2001-12-14t21:59:43Z",
        "2001-12-14 21:59:43.123456789 \t Z",
        "2001-12-14t21:59:43+05",
        "2001-12-14t21:59:43+05:30",
    ] {
        assert_eq!(resolve(text, Resolution::Yaml11), Resolved::Timestamp(text), "{text:?}");
    }
}

#[test]
fn what_only_looks_like_a_date_is_a_text() {
    // Each lacks one part, or has too much of it.
    are_texts(
        Resolution::Yaml11,
        &[
            "201-12-14",
            "20011-12-14",
            "2026-2-7",
            "2026-02-7",
            "2026-02",
            "2026-02-",
            "2026-02-27x",
            "2026-123-14",
            "2026-02-271",
            "2001 21:59:43",
            "2001- 21:59:43",
            "2001-12 21:59:43",
            "2001-12- 21:59:43",
            "2001-12-14t",
            "2001-12-14t 21:59:43",
            "2001-12-14 21",
            "2001-12-14 21:",
            "2001-12-14 21:59",
            "2001-12-14 21:59:",
            "2001-12-14 21:5:43",
            "2001-12-14 21:59:4",
            "2001-12-14 211:59:43",
            "2001-12-14 21:59:43x",
            "2001-12-14 21:59:43Zx",
            "2001-12-14t21:59:43Z+5",
            "2001-12-14t21:59:43+",
            "2001-12-14t21:59:43+x",
            "2001-12-14t21:59:43-5x",
            "2001-12-14t21:59:43-05:",
            "2001-12-14t21:59:43-05:0",
            "2001-12-14t21:59:43-05:000",
            "2001-12-14t21:59:43-055",
        ],
    );
}

#[test]
fn only_plain_scalars_have_types() {
    let document = crate::parse_fields("a: 1\nb: '1'\nc: \"1\"\nd: |-\n  1\ne: >-\n  1\nf: [1]\n");
    let resolved: alloc::vec::Vec<_> =
        document.tree().entries().map(|entry| entry.value.resolve(Resolution::Core)).collect();
    let text = Some(Resolved::Text("1"));
    assert_eq!(resolved, [Some(Resolved::Integer(1)), text, text, text, text, None]);
}
