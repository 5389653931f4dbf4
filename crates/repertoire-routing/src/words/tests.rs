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
    assert_eq!(read("iOS URLs API planB"), "ios urls api planb");
    assert_eq!(read("GitHubActions"), "git hub actions <githubactions>");
    assert_eq!(read("éCole"), "école", "a letter alone is no part, however many bytes it has");
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
    assert_eq!(read("葛\u{e0100}城市"), "葛\u{e0100} \u{e0100}城 城市");
}

#[test]
fn scripts_without_spaces_end_where_others_begin() {
    assert_eq!(read("Kubernetes를 배포"), "kubernetes 를 배포");
    assert_eq!(read("배포Helm"), "배포 helm");
    assert_eq!(read("テスト_Tide"), "テス スト tide [テスト_Tide:3]");
    assert_eq!(read("tide_テスト"), "tide テス スト [tide_テスト:3]");
    assert_eq!(read("e\u{301}tude의"), "étude 의");
}

/// What words are made of, and what stands around them.
const TOKENS: [&str; 34] = [
    "tide",
    "Tide",
    "TIDE",
    "OpenDoor",
    "JSONSchema",
    "iOS",
    "URLs",
    "Größe",
    "ÉCOLE",
    "x",
    "C",
    "7",
    "42",
    "潮",
    "潮汐表",
    "ﾃｽﾄ",
    "ガ",
    "Ａ",
    "-",
    "-",
    "_",
    ".",
    ".",
    "'s",
    "’s",
    "+",
    "#",
    "`",
    "/",
    ":",
    " ",
    " ",
    "\n",
    "。",
];

#[test]
fn spans_are_those_of_the_text_wherever_a_word_stands() {
    let spans = |text: &str| {
        let mut spans = Vec::new();
        pieces(text, &mut |piece| match piece {
            Piece::Word(Word { text: word, span, whole }) => {
                spans.push(format!("{word}={}{}", &text[span], if whole { "!" } else { "" }));
            }
            Piece::Name { span, words } => spans.push(format!("[{}]{words}", &text[span])),
            Piece::Break { .. } => {}
        });
        spans.join(" ")
    };
    for (text, expected) in [
        ("an OpenDoor", "an=an open=Open door=Door opendoor=OpenDoor!"),
        ("in Next.js", "in=in next=Next nextjs=Next.js! js=js"),
        ("my E-Mail", "my=my e=E email=E-Mail! mail=Mail [E-Mail]2"),
        ("in C++ too", "in=in c++=C++ too=too"),
        ("see (tide-table)", "see=see tide=tide table=table [tide-table]2"),
        ("see moon's-day", "see=see moon=moon day=day [moon's-day]2"),
        ("see OpenDoor-kit", "see=see open=Open door=Door opendoor=OpenDoor! kit=kit [OpenDoor-kit]3"),
        ("の潮汐表", "の潮=の潮 潮汐=潮汐 汐表=汐表"),
        ("x ﾃｽﾄ", "x=x テス=ﾃｽﾄ スト=ﾃｽﾄ"),
        ("Größe’s 3", "größe=Größe 3=3"),
    ] {
        assert_eq!(spans(text), expected, "{text}");
    }
}

#[test]
fn capitals_part_words_only_where_both_sides_are_words() {
    for (text, expected) in [
        ("aB", "ab"),
        ("abC", "abc"),
        ("abCd", "ab cd <abcd>"),
        ("aBc", "abc"),
        ("ABc", "abc"),
        ("ABcd", "abcd"),
        ("ABCd", "abcd"),
        ("ABCde", "ab cde <abcde>"),
        ("HTTPServer", "http server <httpserver>"),
        ("myHTTPServer", "my http server <myhttpserver>"),
        ("getX", "getx"),
        ("getXY", "get xy <getxy>"),
        ("iPhone", "iphone"),
        ("größeÄndern", "größe ändern <größeändern>"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn signs_belong_to_runs_of_one_or_two_letters_at_their_end() {
    for (text, expected) in [
        ("C++", "c++"),
        ("c++11", "c 11"),
        ("VB#", "vb#"),
        ("abc#", "abc"),
        ("7+", "7"),
        ("c#.", "c# |"),
        ("c-c++", "c c++ [c-c++:2]"),
        ("asp.c#", "asp c#"),
        ("c++-x", "c++ x [c++-x:2]"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn what_stands_behind_an_apostrophe_is_left_out_if_short() {
    for (text, expected) in [
        ("tide's", "tide"),
        ("we'll", "we"),
        ("o'clock", "o clock"),
        ("rock'n'roll", "rock roll"),
        ("l’eau", "l eau"),
        ("the tides'", "the tides"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn runs_join_across_a_dot_and_a_letter_with_its_hyphen() {
    for (text, expected) in [
        ("node.js", "node <nodejs> js"),
        ("v1.2", "v1 <v12> 2"),
        ("1.x", "1 <1x> x"),
        ("1.2", "1 2"),
        ("e-mail", "e <email> mail [e-mail:2]"),
        ("7-zip", "7 zip [7-zip:2]"),
        ("ab-cd", "ab cd [ab-cd:2]"),
        ("x_y", "x y [x_y:2]"),
        ("a.b.c", "a <ab> b <bc> c"),
        ("日.js", "日 js"),
        ("js.日本", "js 日本"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_word_is_marked_as_a_name_by_what_stands_on_both_sides() {
    for (text, marked) in [
        ("[moon]", true),
        ("[moon](x)", true),
        ("**moon**", true),
        ("`moon`", true),
        ("skill:moon", true),
        ("/moon", true),
        ("(/moon)", true),
        ("//moon", false),
        ("a/moon", false),
        ("a@moon", false),
        ("US$moon", false),
        ("$moon,", true),
        ("$moon=1", false),
        ("(moon)", false),
        ("\"moon\"", false),
    ] {
        assert_eq!(read(text).contains("[moon:1]"), marked, "{text}");
    }
}

#[test]
fn clauses_end_where_their_signs_stand_last() {
    for (text, expected) in [
        ("tide. moon", "tide | moon"),
        ("Tide! moon?", "tide | moon |"),
        ("tide, moon: star; sail", "tide moon star | sail"),
        ("(tide.) 'moon.' **star.**", "tide | moon | star [star:1] |"),
        ("潮。 汐", "潮 | 汐"),
        ("tide... moon", "tide | moon"),
        ("tide .moon", "tide moon"),
        ("tide\r\nmoon\n\nstar", "tide / moon / / star"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
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
    fn each_piece_is_what_stands_in_its_span(pieces_of_text in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..12)) {
        let text = pieces_of_text.concat();
        let plain = |text: &str| normalized(text).to_lowercase();
        // Where the words stood that are no wholes, since the last possible name or break.
        let mut stood: Vec<Range<usize>> = Vec::new();
        pieces(&text, &mut |piece| match piece {
            Piece::Word(Word { text: word, span, whole }) => {
                let there = plain(&text[span.clone()]);
                if whole {
                    let joined: String = there.chars().filter(|c| c.is_alphanumeric()).collect();
                    // What is left out behind an apostrophe stands in the span all the same.
                    assert!(word == joined || there.contains(['\'', '’']), "{word} {there}");
                    return;
                }
                // Pairs of characters that read otherwise in the compatibility form stand in their run.
                assert!(word == there || (there.contains(word) && !text[span.clone()].is_ascii()), "{word} {there}");
                assert!(stood.last().is_none_or(|last| last.start <= span.start), "in order");
                stood.push(span);
            }
            Piece::Name { span, words } => {
                let within = stood.iter().rev().take_while(|word| word.start >= span.start).count();
                assert!(stood.last().is_some_and(|last| last.end <= span.end), "in order");
                assert_eq!(words, within, "{:?} in {text:?}", &text[span]);
            }
            Piece::Break { line } => assert!(text.contains(if line { &['\n'][..] } else { &['.', '!', '。'][..] })),
        });
    }

    #[test]
    fn case_does_not_matter_to_a_word(word in "[a-z]{1,12}") {
        prop_assert_eq!(read(&word), read(&word.to_uppercase()));
    }
}
