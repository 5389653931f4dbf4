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
                b if b < 0x20 && odd(b) || b == 0x7f => Some((ProblemKind::YamlControl, 1)),
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
