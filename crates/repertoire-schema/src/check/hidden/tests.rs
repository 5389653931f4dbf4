//! Which characters hide something, and what is said about them.

use super::*;

fn kinds(text: &str) -> Vec<Hidden> {
    runs(text).into_iter().map(|run| run.kind).collect()
}

#[test]
fn hidden_text_is_found_and_decoded() {
    let text = "Align.\u{e0073}\u{e0065}\u{e006e}\u{e0064}\u{e0020}\u{e006b}\u{e0065}\u{e0079}\u{e0073} x";
    let found = runs(text);
    assert_eq!(found.len(), 1);
    assert!(describe(text, found[0]).ends_with("they spell \"send keys\""), "{}", describe(text, found[0]));
    assert_eq!(
        kinds("zero\u{200b}width and \u{202e}bidi\u{202c}."),
        [Hidden::ZeroWidth, Hidden::Bidirectional, Hidden::Bidirectional]
    );
    assert_eq!(kinds("a\u{fe00}\u{fe01}\u{e0158}"), [Hidden::Selector]);
    assert_eq!(kinds("\u{200d}a\u{2060}b\u{feff}c\u{3164}"), [Hidden::ZeroWidth; 4]);
    assert_eq!(kinds("a\u{1b}[8m\u{7}\u{9b}b\rc"), [Hidden::Control, Hidden::Control, Hidden::Control]);
    assert_eq!(kinds("\u{1f3f4}\u{e0067}\u{e0062}"), [Hidden::Tag], "a flag that is never closed");
}

#[test]
fn a_control_character_at_the_start_of_the_body_is_told() {
    let text = "---\nname: tide\ndescription: Use when asked.\n---\n\u{1b}[8m";
    let found = crate::check(&fix::source(text), &crate::profile::AGENT_SKILLS).diagnostics;
    let escape = found.iter().find(|one| one.id() == "escape-sequence").unwrap();
    assert_eq!(escape.span.unwrap().start, text.len() - "\u{1b}[8m".len());
}

#[test]
fn every_character_that_is_judged_is_looked_at() {
    for code in 0..=0x10_ffff {
        let Some(c) = char::from_u32(code) else { continue };
        let text = format!("x{c}x");
        let expected = judge(&text, 1, c).map(|kind| vec![kind]).unwrap_or_default();
        assert_eq!(kinds(&text), expected, "U+{code:04X}");
    }
}

#[test]
fn emoji_and_scripts_that_need_it_are_left_alone() {
    for text in [
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} and 👨‍👩‍👧 and 👩🏽‍🚀 and 🏳️‍🌈 and ❤️‍🔥",
        "می‌خواهم",
        "क्‍ष और श्रीमान्‌",
        "ಕ್‌ನ ರ್‍ಕ",
        "שלום \u{200f}(abc)\u{200e} עולם",
        "مرحبا \u{2067}abc\u{2069}",
        "ภาษา\u{200b}ไทย",
        "葛\u{e0100}城",
        "✔️ ⚠️ 1️⃣ — “quotes” … é ñ",
        "tab\tand\r\nlines\x0c\r\r\n",
    ] {
        assert_eq!(runs(text), [], "{text}");
    }
}

#[test]
fn one_character_alone_is_found_and_so_are_two_of_a_block() {
    assert_eq!(kinds("\u{7}"), [Hidden::Control]);
    assert_eq!(kinds("\u{200b}"), [Hidden::ZeroWidth]);
    assert_eq!(kinds("a\u{7}b\u{7}c"), [Hidden::Control; 2]);
    let far = format!("{}\u{7}{}\u{7}", "a".repeat(63), "b".repeat(64));
    let places: Vec<usize> = runs(&far).iter().map(|run| run.span.start).collect();
    assert_eq!(places, [63, 128]);
}

#[test]
fn runs_are_of_one_kind_and_end_with_the_next_plain_character() {
    let text = "a\u{200b}\u{2060}\u{202e}b\u{202e}";
    let spans: Vec<(Hidden, usize, usize)> =
        runs(text).into_iter().map(|run| (run.kind, run.span.start, run.span.end)).collect();
    assert_eq!(
        spans,
        [(Hidden::ZeroWidth, 1, 7), (Hidden::Bidirectional, 7, 10), (Hidden::Bidirectional, 11, 14)]
    );
}

#[test]
fn what_stands_around_decides() {
    for (text, expected) in [
        // A return is the end of a line only before a newline, another return, or the end.
        ("a\rb", [Hidden::Control].as_slice()),
        ("a\r", &[]),
        // A selector varies what stands before it.
        ("\u{fe0f}a", &[Hidden::Selector]),
        ("a \u{fe0f}", &[Hidden::Selector]),
        ("a\u{fe0f}\u{fe0f}", &[Hidden::Selector]),
        ("\u{7}\u{fe0f}", &[Hidden::Control, Hidden::Selector]),
        ("a\u{fe0f}", &[]),
        ("\u{8fbb}\u{e0100}", &[]),
        ("a\u{e0100}", &[Hidden::Selector]),
        // Marks of direction belong to lines with letters that need them.
        ("\u{200f}abc", &[Hidden::Bidirectional]),
        ("\u{200f}אבג", &[]),
        ("אבג\n\u{200f}abc\nאבג", &[Hidden::Bidirectional]),
        ("אבג\u{202e}", &[Hidden::Bidirectional]),
        // A joiner joins two pictures, or letters of scripts that need it.
        ("👩\u{200d}🚀", &[]),
        ("👩\u{200d}x", &[Hidden::ZeroWidth]),
        ("x\u{200d}🚀", &[Hidden::ZeroWidth]),
        ("می\u{200c}x", &[Hidden::ZeroWidth]),
        ("x\u{200c}می", &[Hidden::ZeroWidth]),
        ("می\u{200c}.", &[]),
        ("می\u{200c}", &[]),
        // A zero-width space parts words where no blank does.
        ("ไ\u{200b}ไ", &[]),
        ("ไ\u{200b}x", &[Hidden::ZeroWidth]),
        ("x\u{200b}ไ", &[Hidden::ZeroWidth]),
    ] {
        assert_eq!(kinds(text), expected, "{text:?}");
    }
}

#[test]
fn flags_have_three_to_six_tags_and_an_end() {
    let flag = |tags: &str| {
        let tags: String = tags.chars().filter_map(|c| char::from_u32(0xE_0000 + u32::from(c))).collect();
        format!("\u{1f3f4}{tags}\u{e007f}")
    };
    for tags in ["gbx", "gbsct", "gbsct1"] {
        assert_eq!(kinds(&flag(tags)), [], "{tags}");
    }
    for tags in ["gb", "gbsct12", "gb ct", "GBSCT"] {
        assert_eq!(kinds(&flag(tags)), [Hidden::Tag], "{tags}");
    }
    let trailed = format!("{}\u{e0067}", flag("gbsct"));
    let found = runs(&trailed);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].span.start, flag("gbsct").len(), "what stands behind a flag is no part of it");
    assert_eq!(kinds(&format!("\u{1f3f4}x{}", &flag("gbsct")[4..])), [Hidden::Tag]);
}

#[test]
fn runs_are_described_by_what_they_spell_or_by_their_codes() {
    let said = |text: &str| describe(text, runs(text)[0]);
    for (text, expected) in [
        ("\u{e0041}", "a tag character that cannot be seen stands here; it spells \"A\""),
        ("\u{e0041}\u{e0020}", "2 tag characters that cannot be seen stand here; they spell \"A \""),
        ("\u{e0001}", "a tag character that cannot be seen stands here: U+E0001"),
        ("\u{e0131}", "a variation selector without a character to vary stands here; it spells \"A\""),
        (
            "\u{e0110}\u{e0111}",
            "2 variation selectors without a character to vary stand here; they spell \" !\"",
        ),
        ("\u{e0100}", "a variation selector without a character to vary stands here: U+E0100"),
        ("\u{fe00}", "a variation selector without a character to vary stands here: U+FE00"),
        ("\u{202e}", "a control that reorders text stands here: U+202E"),
        ("\u{202e}\u{202d}", "2 controls that reorder text stand here: U+202E U+202D"),
        ("\u{2060}", "a character without width stands here: U+2060"),
        ("\u{1b}", "a control character stands here: U+001B"),
        ("\u{1}\u{2}\u{3}\u{4}", "4 control characters stand here: U+0001 U+0002 U+0003 U+0004"),
        ("\u{1}\u{2}\u{3}\u{4}\u{5}", "5 control characters stand here: U+0001 U+0002 U+0003 U+0004 …"),
    ] {
        assert_eq!(said(text), expected, "{text:?}");
    }
}

#[test]
fn a_line_is_looked_at_as_far_as_it_is_worth() {
    let around = |text: &str, at: usize| line_around(text, at).to_owned();
    assert_eq!(around("ab\ncde\nfg", 4), "cde");
    assert_eq!(around("ab\ncde\nfg", 3), "cde");
    assert_eq!(around("ab\ncde\nfg", 1), "ab");
    assert_eq!(around("ab\ncde\nfg", 8), "fg");
    let far = "é".repeat(500);
    assert_eq!(around(&far, 500), "é".repeat(400));
    // Where the bound falls into a character, that character is left out.
    assert_eq!(around(&format!("a{far}"), 501), "é".repeat(400));
    let odd = format!("a{far}");
    assert_eq!(around(&odd, 0).len(), 1 + 2 * 199);
    let wide = "日".repeat(500);
    assert_eq!(around(&wide, 600), "日".repeat(266));
}

#[test]
fn no_plain_letter_is_looked_at_closely() {
    let mut hides = [false; 256];
    let mut text = String::new();
    for c in (0..=0x10_ffff).filter_map(char::from_u32) {
        for before in ['x', ' '] {
            text.clear();
            text.extend([before, c, 'x']);
            hides[usize::from(text.as_bytes()[1])] |= judge(&text, 1, c).is_some();
        }
    }
    assert_eq!(BEGINS, hides, "the bytes that begin a character which is hidden somewhere");
    for c in "\u{a0}éẞπя€—“”…•→✓中あ한😀".chars() {
        assert!(!may_hide(c.to_string().as_bytes()), "{c}");
    }
}
