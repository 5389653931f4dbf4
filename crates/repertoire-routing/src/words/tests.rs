//! Tests of the words of a text.

use super::*;
use proptest::prelude::*;

/// The words of a text; wholes in angle brackets, breaks as `|` (`/` at the end of a line), what may be a name
/// in square brackets with the number of its words.
fn read(text: &str) -> String {
    let mut read = Vec::new();
    pieces(text, &mut |piece| {
        read.push(match piece {
            Piece::Word(Word { text, whole: true, .. }) => format!("<{text}>"),
            Piece::Word(Word { text, .. }) => text.to_owned(),
            Piece::Name { span, words } => format!("[{}:{words}]", &text[span]),
            Piece::Break { line: true } => "/".to_owned(),
            Piece::Break { line: false } => "|".to_owned(),
        });
    });
    read.join(" ")
}

#[test]
fn words_are_in_lower_case_and_apart() {
    assert_eq!(read("Write the README, now"), "write the readme now");
    assert_eq!(read("user's don't"), "user don");
    assert_eq!(read("the user’s plan"), "the user plan");
    assert_eq!(read("utf8 v1.24"), "utf8 v1 <v124> 24");
    assert_eq!(read("1.24"), "1 24");
}

/// What one word between blanks gives when nothing is taken for plain.
fn read_slowly(chunk: &str) -> String {
    let mut scratch = Scratch::default();
    ascii_runs(chunk, &mut scratch.runs);
    let mut read = Vec::new();
    scratch.chunk(chunk, 0, &mut |piece| {
        read.push(match piece {
            Piece::Word(Word { text, whole, span }) => format!("{text} {whole} {span:?}"),
            other => format!("{other:?}"),
        });
    });
    if ends_clause(chunk) {
        read.push("|".to_owned());
    }
    read.join("\n")
}

proptest! {
    #[test]
    fn plain_words_are_read_as_all_others(chunk in "[A-Za-z0-9]{1,6}[.,:;!?+#'_-]{0,2}[a-zA-Z0-9]{0,2}") {
        let mut read = Vec::new();
        pieces(&chunk, &mut |piece| {
            read.push(match piece {
                Piece::Word(Word { text, whole, span }) => format!("{text} {whole} {span:?}"),
                Piece::Break { line: false } => "|".to_owned(),
                other => format!("{other:?}"),
            });
        });
        prop_assert_eq!(read.join("\n"), read_slowly(&chunk));
    }
}

#[test]
fn signs_of_short_names_stay() {
    assert_eq!(read("C++ c# F#. a+b"), "c++ c# f# | a b");
    assert_eq!(read("golang#12"), "golang 12");
}

#[test]
fn camel_case_is_parts_and_a_whole() {
    assert_eq!(read("OpenTelemetry"), "open telemetry <opentelemetry>");
    assert_eq!(read("JSONSchema"), "json schema <jsonschema>");
    assert_eq!(read("iOS URLs API"), "ios urls api");
    assert_eq!(read("GitHubActions"), "git hub actions <githubactions>");
}

#[test]
fn dots_and_single_letters_join() {
    assert_eq!(read("Next.js e-mail"), "next <nextjs> js e <email> mail [e-mail:2]");
    assert_eq!(read("A. B"), "a | b");
}

#[test]
fn names_are_joined_words_or_marked_ones() {
    assert_eq!(read("see tide-table."), "see tide table [tide-table:2] |");
    assert_eq!(read("`tides` and *tides* and tides"), "tides [tides:1] and tides [tides:1] and tides");
    assert_eq!(
        read("a/tides x@tides /tides $tides skill:tides"),
        "a tides x tides tides [tides:1] tides [tides:1] skill tides [tides:1]"
    );
    assert_eq!(read("read_the_table"), "read the table [read_the_table:3]");
}

#[test]
fn sentences_and_lines_break() {
    assert_eq!(read("One. Two\nthree; (four!) five"), "one | two / three | four | five");
}

#[test]
fn scripts_without_spaces_are_pairs() {
    assert_eq!(read("潮汐表"), "潮汐 汐表");
    assert_eq!(read("潮"), "潮");
    assert_eq!(read("用Kubernetes部署"), "用 kubernetes 部署");
    assert_eq!(read("한국어"), "한국 국어");
    assert_eq!(read("ﾃｽﾄ"), read("テスト"));
}

#[test]
fn other_scripts_are_words() {
    assert_eq!(read("Größe ÉCOLE Привет"), "größe école привет");
    assert_eq!(read("ＡＢＣ"), "abc");
    assert_eq!(read("हिन्दी"), "हिन्दी");
    assert_eq!(read("e\u{301}tude"), "étude");
}

proptest! {
    #[test]
    fn the_fast_way_finds_the_same_as_the_rules_of_unicode(chunk in "[!-~]{0,24}") {
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        ascii_runs(&chunk, &mut fast);
        unicode_runs(&chunk, &mut slow);
        prop_assert_eq!(fast, slow);
    }

    #[test]
    fn words_stand_where_they_say(text in "(?s).{0,60}") {
        pieces(&text, &mut |piece| match piece {
            Piece::Word(word) => {
                assert!(!word.text.is_empty() && text.get(word.span).is_some_and(|span| !span.is_empty()));
            }
            Piece::Name { span, words } => assert!(text.get(span).is_some() && words > 0),
            Piece::Break { .. } => {}
        });
    }

    #[test]
    fn case_does_not_matter_to_a_word(word in "[a-z]{1,12}") {
        prop_assert_eq!(read(&word), read(&word.to_uppercase()));
    }
}
