//! Characters that YAML treats apart, wherever they stand.

use super::Lexer;
use crate::{Construct, MAX_PROBLEMS, Problem, ProblemKind, Span};
use alloc::vec::Vec;

impl Lexer<'_> {
    /// Control characters, lone carriage returns and other characters that YAML treats apart,
    /// one problem for each run.
    pub(super) fn characters(&self, range: Span) -> Vec<Problem> {
        let lines = &self.bytes[range.range()];
        let odd =
            |b: u8| ((b < 0x20) & (b != b'\n') & (b != b'\t')) | (b == 0x7f) | (b == 0xc2) | (b == 0xef);
        let mut problems: Vec<Problem> = Vec::new();
        // Whole blocks without a branch, so that the compiler can look at many bytes at once.
        let quiet = |block: &[u8]| !block.iter().fold(false, |seen, b| seen | odd(*b));
        let blocks = lines.chunks_exact(64);
        if quiet(blocks.remainder()) && blocks.into_iter().all(quiet) {
            return problems;
        }
        let mut at = range.start();
        while at < range.end() {
            let kind = match self.bytes[at] {
                b'\r' if self.bytes.get(at + 1) == Some(&b'\n') => None,
                b'\r' => Some((ProblemKind::Unsupported(Construct::Other), 1)),
                0..=0x08 | 0x0b..=0x1f | 0x7f => Some((ProblemKind::YamlControl, 1)),
                0xc2 if self.bytes[at + 1] < 0xa0 && self.bytes[at + 1] != 0x85 => {
                    Some((ProblemKind::YamlControl, 2))
                }
                0xef if self.bytes[at..].starts_with(&[0xef, 0xbf, 0xbe])
                    || self.bytes[at..].starts_with(&[0xef, 0xbf, 0xbf]) =>
                {
                    Some((ProblemKind::YamlControl, 3))
                }
                0xef if self.bytes[at..].starts_with("\u{feff}".as_bytes()) => {
                    Some((ProblemKind::Unsupported(Construct::Other), 3))
                }
                _ => None,
            };
            let Some((kind, len)) = kind else {
                at += 1;
                continue;
            };
            let full = problems.len() >= MAX_PROBLEMS;
            match problems.last_mut() {
                Some(last) if last.kind == kind && last.span.end() == at => {
                    last.span = Span::new(last.span.start(), at + len);
                }
                _ if full => break,
                _ => problems.push(Problem::new(kind, Span::new(at, at + len))),
            }
            at += len;
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use crate::{Construct, MAX_PROBLEMS, ProblemKind, parse_fields};
    use alloc::format;
    use alloc::vec::Vec;

    /// The kinds and places of the problems of a text.
    fn problems(text: &str) -> Vec<(ProblemKind, core::ops::Range<usize>)> {
        parse_fields(text).problems().iter().map(|problem| (problem.kind, problem.span.range())).collect()
    }

    const OTHER: ProblemKind = ProblemKind::Unsupported(Construct::Other);

    #[test]
    fn each_character_that_yaml_treats_apart_is_found_alone() {
        let control = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}');
        let controls = ('\0'..='\u{9f}').filter(control).chain(['\u{fffe}', '\u{ffff}']);
        let others = ['\r', '\u{feff}'];
        let all = controls.map(|c| (c, ProblemKind::YamlControl)).chain(others.map(|c| (c, OTHER)));
        for (c, kind) in all {
            // In a whole block of bytes, and in what is left over behind the blocks.
            for filling in [0, 80, 130] {
                for behind in [0, 70] {
                    let text = format!("x{}{c}{}:\n", "x".repeat(filling), "y".repeat(behind));
                    let place = 1 + filling..1 + filling + c.len_utf8();
                    assert_eq!(problems(&text), [(kind, place)], "{c:?} {filling} {behind}");
                }
            }
        }
    }

    #[test]
    fn the_neighbours_of_these_characters_are_text() {
        for c in
            [' ', '~', '\t', '\u{85}', '\u{a0}', 'é', '\u{fffd}', '\u{feee}', '\u{ffee}', '\u{2028}', '🌾']
        {
            assert_eq!(problems(&format!("a: 'x{c}y'\r\nb: c\r\n")), [], "{c:?}");
        }
    }

    #[test]
    fn a_run_of_one_kind_is_one_problem() {
        let text = "a: 'x\0\u{1}\u{80}\ry\u{7f}z\u{feff}\u{ffff}\u{fffe}'\n";
        let control = ProblemKind::YamlControl;
        let expected =
            [(control, 5..9), (OTHER, 9..10), (control, 11..12), (OTHER, 13..16), (control, 16..22)];
        assert_eq!(problems(text), expected);
    }

    #[test]
    fn the_lines_between_the_fences_are_looked_at_and_no_others() {
        let text = "---\na: \u{1}\n---\n\u{2}\n";
        assert_eq!(crate::parse(text).problems().iter().map(|p| p.span.start()).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn only_so_many_are_kept() {
        assert_eq!(problems(&format!("a: '{}'\n", "\0x".repeat(MAX_PROBLEMS - 1))).len(), MAX_PROBLEMS - 1);
        let many = problems(&format!("a: '{}'\n", "\0x".repeat(MAX_PROBLEMS + 9)));
        assert_eq!((many.len(), many.last()), (MAX_PROBLEMS, Some(&(ProblemKind::YamlControl, 2050..2051))));
    }
}
