//! The sources that both readers are given.

use super::LOOSE;
use crate::{Failure, Outcome};
use repertoire_sexp::{quote, read, write};
use std::fs;
use std::path::{Path, PathBuf};

/// Gives each source to `give`: forms as a person might write them, each followed by what our
/// writer makes of it.
pub(super) fn generated(count: usize, mut give: impl FnMut(&str) -> Outcome) -> Outcome {
    let mut dice = Dice(0x5eed);
    for _ in 0..count {
        let mut source = String::new();
        element(&mut dice, 0, &mut source);
        trivia(&mut dice, &mut source);
        let form = read(&source, &LOOSE).map_err(|error| Failure::new(format!("{source:?}: {error}")))?;
        give(&source)?;
        give(&write(&form))?;
    }
    Ok(())
}

/// Gives the body of each real skill below `folder` to `give`, in the layout of a native skill,
/// and tells how many there were.
pub(super) fn bodies(folder: &Path, mut give: impl FnMut(&str) -> Outcome) -> Result<usize, Failure> {
    let mut count = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failure = |error| Failure::new(format!("{}: {error}", folder.display()));
        let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
            .map_err(failure)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_, _>>()
            .map_err(failure)?;
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "SKILL.md")
                && let Ok(text) = fs::read_to_string(&path)
            {
                let name = path.display().to_string();
                give(&format!(
                    "(:autolith-skill\n :version 1\n :name {}\n :description {}\n :instructions {})\n",
                    quote(&name),
                    quote(""),
                    quote(body(&text))
                ))?;
                count += 1;
            }
        }
    }
    Ok(count)
}

/// What follows the closing fence, or all of a text without fences.
fn body(text: &str) -> &str {
    let mut lines = text.split_inclusive('\n');
    let fence = |line: &str| line.trim_start_matches('\u{feff}').trim_end() == "---";
    let mut at = match lines.next() {
        Some(first) if fence(first) => first.len(),
        _ => return text,
    };
    for line in lines {
        at += line.len();
        if fence(line) {
            return &text[at..];
        }
    }
    text
}

/// Numbers that are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The upper half, so that what remains fits.
        ((mixed >> 32) % u64::from(sides.max(1))) as u32
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let index = self.roll(from.len() as u32);
        from[index as usize]
    }
}

fn element(dice: &mut Dice, depth: u32, source: &mut String) {
    /// As far as nesting goes.
    const DEEP: u32 = 6;
    trivia(dice, source);
    match dice.roll(if depth < DEEP { 12 } else { 8 }) {
        0..4 => string(dice, source),
        4 | 5 => {
            separate(source);
            // A letter first: Lisp prints what might be a number, or only dots, between bars.
            source.push_str(dice.pick(&[":k", ":K"]));
            for _ in 0..dice.roll(9) {
                source.push_str(dice.pick(&["a", "B", "z", "-", "0", "*", "+", "."]));
            }
        }
        6 => {
            separate(source);
            source.push_str(dice.pick(&["", "+", "-"]));
            source.push_str(dice.pick(&["", "0", "00"]));
            for _ in 0..=dice.roll(30) {
                source.push_str(&dice.roll(10).to_string());
            }
            source.push_str(dice.pick(&["", "."]));
        }
        7 => {
            separate(source);
            source.push_str(dice.pick(&[
                "nil", "NIL", "t", "foo", "Foo-Bar", "*x*", "a.b", "<=", "+", "-", "1+", "_", "&rest",
            ]));
        }
        _ => {
            source.push('(');
            let count = dice.roll(6);
            for _ in 0..count {
                element(dice, depth + 1, source);
            }
            if count > 0 && dice.roll(6) == 0 {
                source.push_str(" . ");
                element(dice, depth + 1, source);
            }
            trivia(dice, source);
            source.push(')');
        }
    }
}

/// Sets a bare token apart from what stands before it.
fn separate(source: &mut String) {
    if !source.is_empty()
        && !source.ends_with(|c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | '"'))
    {
        source.push('\n');
    }
}

/// Something between two tokens that is no data.
fn trivia(dice: &mut Dice, source: &mut String) {
    source.push_str(dice.pick(&[
        "",
        "",
        " ",
        "\n",
        "\t",
        "\u{c}",
        "\r\n",
        " ; ( \" ) | #| é\n",
        ";\n",
        " #| ( \" ; #| | # |# :x |# ",
    ]));
}

fn string(dice: &mut Dice, source: &mut String) {
    source.push('"');
    for _ in 0..dice.roll(40) {
        let c = match dice.roll(6) {
            // Any plane.
            0 => char::from_u32(dice.roll(17) << 16 | dice.roll(0x1_0000)),
            // What the eye takes for one character.
            1 => {
                source.push_str(dice.pick(&[
                    "e\u{301}",
                    "👩‍🚀",
                    "क्षि",
                    "\u{1f3f4}\u{e0067}\u{e007f}",
                    "\u{0}",
                    "\u{7f}",
                    "\u{85}",
                    "\u{2028}",
                ]));
                None
            }
            2 => char::from_u32(0x300 + dice.roll(0x70)),
            3 => char::from_u32(dice.roll(0x20)),
            _ => char::from_u32(0x20 + dice.roll(0x5f)),
        };
        let special = dice.pick(&["", "", "", "\"", "\\", "\n", "\r", "\r\n", "#|", ";"]);
        for c in c.into_iter().chain(special.chars()) {
            // Any character may be escaped, and these must be.
            if matches!(c, '"' | '\\') || dice.roll(12) == 0 {
                source.push('\\');
            }
            source.push(c);
        }
    }
    source.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_sources_are_the_same_each_time_and_cover_what_matters() {
        let all = |count| {
            let mut all = String::new();
            generated(count, |source| {
                all.push_str(source);
                Ok(())
            })
            .expect("our own reader reads them");
            all
        };
        let text = all(300);
        assert_eq!(text, all(300));
        for piece in ["\\\"", "\\\\", "\r", "\0", "\u{301}", "(", " . ", ":", "#|", ";", "\\n"] {
            assert!(text.contains(piece), "{piece:?}");
        }
        let planes: std::collections::BTreeSet<u32> = text.chars().map(|c| u32::from(c) >> 16).collect();
        assert_eq!(planes.len(), 17, "{planes:?}");
    }

    #[test]
    fn a_body_begins_after_the_closing_fence() {
        assert_eq!(body("---\na: b\n---\nx\n---\n"), "x\n---\n");
        assert_eq!(body("\u{feff}---\r\na: b\r\n---\r\nx"), "x");
        assert_eq!(body("---\na: b\n---"), "");
        for whole in ["", "x", "x\n---\ny", "---\na: b\n"] {
            assert_eq!(body(whole), whole);
        }
    }
}
