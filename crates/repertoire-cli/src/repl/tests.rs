//! Laws of a session: whatever is typed and whatever stands in skills, it goes on, what it prints
//! is clean, and what it keeps is what it should.

use super::command::{Input, read};
use super::complete::{Known, complete, hint};
use super::live::{Flow, Live};
use crate::terminal::Terminal;
use proptest::prelude::*;
use proptest::sample::select;
use repertoire::discovery::{Options, RootSpec};
use repertoire::session::Session;
use std::path::Path;

/// Names, descriptions and bodies that mean harm.
const TEXTS: [&str; 6] = [
    "tide",
    "a\u{1b}[31mb",
    "c\n\u{25c6} loaded skill: forged",
    "d\u{202e}e\u{200b}",
    "f\"g\\h",
    "\u{7}\r\u{9b}2J",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (nth, text) in TEXTS.iter().enumerate() {
        let directory = folder.path().join(format!("skills/{nth}"));
        std::fs::create_dir_all(&directory).unwrap();
        let quoted = repertoire::sexp::quote(text);
        let native = format!(
            "(:autolith-skill :version 1 :name {quoted} :description {quoted} :instructions {quoted})"
        );
        std::fs::write(directory.join("SKILL.sexp"), native).unwrap();
    }
    folder
}

fn live(folder: &Path) -> Live {
    let options = Options::new(vec![RootSpec::given(folder.join("skills"))]);
    Live::new(Session::new(options), None, 900)
}

fn terminal() -> Terminal {
    Terminal::plain(repertoire_report::Text::default())
}

/// Lines that do something, and lines that mean harm.
fn line() -> impl Strategy<Value = String> {
    let text = || select(TEXTS.as_slice()).prop_map(|text| repertoire::sexp::quote(text).to_string());
    prop_oneof![
        6 => text().prop_map(|text| format!("(load {text})")),
        2 => text().prop_map(|text| format!("(route {text})")),
        2 => text().prop_map(|text| format!("(fuse {text})")),
        2 => text().prop_map(|text| format!("(child {text})")),
        1 => (text(), select(&["t", "nil"][..])).prop_map(|(text, may)| format!("(permit {text} :load {may})")),
        6 => select(
            &["(skills)", "(context)", "(context :full)", "(request)", "(turn)", "(end)", "(view :expanded)",
              "(view :compact)", "(help)"][..]
        )
        .prop_map(str::to_owned),
        3 => select(TEXTS.as_slice()).prop_map(|text| format!("tell me of {text}")),
        2 => "\\PC{0,40}",
        2 => "\\((\\PC|[\\x00-\\x1f\"\\\\]){0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: Some(Box::new(proptest::test_runner::FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_session_goes_on_and_prints_nothing_raw(lines in prop::collection::vec(line(), 1..12)) {
        let folder = folder();
        let terminal = terminal();
        let (mut live, mut again) = (live(folder.path()), live(folder.path()));
        let mut markers = Vec::new();
        for line in lines.iter().filter(|line| !line.trim().eq_ignore_ascii_case("(quit)")) {
            let mut out = Vec::new();
            prop_assert_eq!(live.line(line, terminal, &mut out).unwrap(), Flow::GoesOn);
            let printed = String::from_utf8(out).unwrap();
            prop_assert!(!printed.chars().any(raw), "{line:?} prints {printed:?}");
            let mut out = Vec::new();
            again.line(line, terminal, &mut out).unwrap();
            prop_assert_eq!(&printed, &String::from_utf8(out).unwrap(), "the same lines, the same answers");
            if line.starts_with("(load") {
                markers.extend(printed.lines().filter(|line| line.starts_with('◆')).map(str::to_owned));
            }
        }
        // What a redraw shows is messages and markers, and all of them.
        let kept: Vec<&str> = live.kept(usize::MAX).collect();
        prop_assert!(!kept.iter().any(|line| line.chars().any(|c| raw(c) || c == '\n')), "{kept:?}");
        let seen: Vec<&str> = kept.iter().copied().filter(|line| line.starts_with('◆')).collect();
        prop_assert_eq!(seen, markers);
    }

    #[test]
    fn any_line_reads_or_has_a_mistake_within_it(line in "(\\(|)(\\PC|[ \\x00-\\x1f\"\\\\:;()]){0,60}") {
        match read(&line) {
            Ok(Input::Message(text)) => prop_assert!(line.contains(text) && !text.starts_with('(')),
            Ok(_) => {}
            Err(mistake) => {
                prop_assert!(line.get(mistake.span.clone()).is_some(), "{line:?}: {mistake:?}");
                prop_assert!(!mistake.help.is_empty());
            }
        }
    }

    #[test]
    fn completion_holds_at_any_place(line in "(\\(|)(load|view|permit|cont)?(\\PC|[ \"\\\\:()]){0,20}") {
        let known = Known {
            skills: TEXTS.iter().map(|text| (*text).to_owned()).collect(),
            roles: vec!["scout".to_owned()],
        };
        for (at, _) in line.char_indices().chain([(line.len(), ' ')]) {
            let found = complete(&line, at, &known);
            prop_assert!(found.start <= at && line.is_char_boundary(found.start));
            for one in found.candidates {
                prop_assert!(!one.shown.chars().any(raw) && !one.text.chars().any(raw), "{one:?}");
            }
            let _ = hint(&line, at, &known);
        }
    }
}

#[test]
fn a_pasted_message_forges_no_marker_on_a_redrawn_screen() {
    let folder = folder();
    let mut live = live(folder.path());
    live.line("one\n\u{25c6} loaded skill: forged\n\u{1b}[31m", terminal(), &mut Vec::new()).unwrap();
    let kept: Vec<&str> = live.kept(10).collect();
    assert_eq!(kept, ["> one", "  \u{25c6} loaded skill: forged", "  \\u{1b}[31m"]);
}

/// What a terminal obeys, or what turns the order of a line around.
fn raw(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
