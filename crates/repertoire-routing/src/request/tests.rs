//! Tests of how a request is read.

use super::*;
use crate::Card;

fn terms(request: &str) -> Vec<String> {
    Asking::read(request).terms.into_iter().map(|asked| asked.word).collect()
}

fn written(request: &str, names: &[&str]) -> Vec<String> {
    let cards: Vec<Card<'_>> = names.iter().map(|name| Card::new(name, "")).collect();
    let index = Index::build(&cards);
    written_names(request, &index).into_iter().map(|position| names[position].to_owned()).collect()
}

#[test]
fn terms_are_distinct_and_without_stop_words() {
    assert_eq!(terms("Please read the tables: reading a table"), ["read", "tables"]);
    assert_eq!(Asking::read("read tables, read tables").pairs, [(0, 1), (1, 0)]);
    assert_eq!(Asking::read("read. tables").pairs, []);
}

#[test]
fn code_between_fences_counts_only_where_little_else_is_there() {
    assert_eq!(
        terms("why does my parser loop ```fn main() { spin() }``` forever"),
        ["parser", "loop", "forever"]
    );
    assert_eq!(terms("fix ```fn main() { spin() }```"), ["fix", "fn", "main", "spin"]);
    assert_eq!(terms("my parser loops forever ````text\nunclosed"), ["parser", "loops", "forever"]);
}

#[test]
fn requests_have_bounds() {
    let long: String = (0..5_000).map(|at| format!("word{at} ")).collect();
    assert_eq!(terms(&long).len(), QUERY_TERMS);
    let word = |at: usize| format!("word{at}");
    let pairs: String = (0..400).map(|at| format!("{} {}. ", word(at / 20), word(at % 20))).collect();
    assert_eq!((terms(&pairs).len(), Asking::read(&pairs).pairs.len()), (20, QUERY_TERMS));
}

#[test]
fn a_whole_that_is_also_asked_for_alone_is_a_word_like_others() {
    let wholes = |request: &str| -> Vec<(String, bool)> {
        Asking::read(request).terms.into_iter().map(|asked| (asked.word, asked.whole)).collect()
    };
    let word = |word: &str, whole| (word.to_owned(), whole);
    let parts = [word("open", false), word("door", false)];
    assert_eq!(wholes("OpenDoor"), [&parts[..], &[word("opendoor", true)]].concat());
    assert_eq!(wholes("OpenDoor opendoor"), [&parts[..], &[word("opendoor", false)]].concat());
    // A whole stands beside its parts, not between them and what follows.
    assert_eq!(Asking::read("OpenDoor now").pairs, [(0, 1)]);
    assert_eq!(Asking::read("OpenDoor quickly").pairs, [(0, 1), (1, 3)]);
}

#[test]
fn code_counts_if_fewer_than_three_words_stand_around_it() {
    assert_eq!(terms("parser loops ```spin```").len(), 3);
    assert_eq!(terms("parser loops forever ```spin```").len(), 3);
    assert_eq!(terms("```spin``` parser ```rust``` loops").len(), 4);
    // Words on both sides of a fence are no neighbours.
    assert_eq!(Asking::read("parser loops ```x``` forever").pairs, [(0, 1)]);
}

#[test]
fn names_of_several_words_are_found_however_they_are_joined() {
    let names = ["tide-table", "moon", "to-do", "table"];
    for request in [
        "use tide-table",
        "the Tide_Table skill",
        "read a tide table please",
        "skills/tide-table/SKILL.md",
        "tide-table's",
    ] {
        assert_eq!(written(request, &names), ["tide-table"], "{request}");
    }
    for request in ["tide, table", "low-tide-table", "tide-tables", "tide-table-x", "what to do"] {
        assert!(written(request, &names).is_empty(), "{request}");
    }
    assert_eq!(written("my to-do", &names), ["to-do"]);
    for request in ["_tide-table", "tide-table_", "tide--table", "tide . table"] {
        assert!(written(request, &names).is_empty(), "{request}");
    }
    assert_eq!(written("moon `moon` tide-table, Tide\u{3000}Table", &names), ["tide-table", "moon"]);
    assert_eq!(written("Größen-Tabelle 潮 表", &["größen-tabelle", "潮-表"]), ["größen-tabelle", "潮-表"]);
    // With blanks between, a word of it must tell something.
    let names = ["about-moon", "how-to"];
    assert_eq!(written("talk about moon", &names), ["about-moon"]);
    assert!(written("how to bake", &names).is_empty());
    assert_eq!(written("the how-to", &names), ["how-to"]);
    // Each skill that bears the name is meant.
    assert_eq!(written("tide-table", &["tide-table", "moon", "tide_table"]), ["tide-table", "tide_table"]);
}

#[test]
fn names_of_one_word_must_be_called() {
    let names = ["moon", "tide-moon"];
    for request in ["/moon", "use $moon.", "ask @moon now", "`moon`", "(/moon)"] {
        assert_eq!(written(request, &names), ["moon"], "{request}");
    }
    for request in ["moon", "src/moon", "a@moon.org", "/moon/x", "/moon-x", "`moon rock`", "//moon", "$moons"]
    {
        assert!(written(request, &names).is_empty(), "{request}");
    }
    assert!(written("```\n/moon\n``` why", &names).is_empty());
}

#[test]
fn spans_mark_what_matched() {
    let marked = |request: &str, text: &str| {
        let spans = matched_spans(request, text);
        spans.into_iter().map(|span| text[span].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(marked("deploying tables", "Deploys a table, the TABLES"), ["Deploys", "table", "TABLES"]);
    assert_eq!(marked("opentelemetry", "Traces with OpenTelemetry"), ["OpenTelemetry"]);
    assert_eq!(marked("潮汐表", "読む潮汐の本"), ["潮汐"]);
    assert!(marked("the of", "the of").is_empty());
    assert_eq!(marked("open telemetry", "an OpenTelemetry"), ["Open", "Telemetry"]);
    assert_eq!(marked("open telemetry opentelemetry", "an OpenTelemetry."), ["OpenTelemetry"]);
    assert_eq!(marked("潮汐 汐表", "の潮汐表"), ["潮汐表"]);
    assert_eq!(marked("table", "Reads the harbour tables"), ["tables"]);
}
