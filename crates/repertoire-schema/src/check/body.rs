//! The body: whether there is one, how long it is, and where its links lead.

use super::{Judge, links};
use crate::read::Read;
use crate::rules::Rule;
use repertoire_diagnostic::Span;

/// The greatest number of lines that the published specification advises.
const ADVISED_LINES: usize = 500;

pub(super) fn check(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    let start = read.body_start();
    let body = read.document.body();
    if judge.findings.wants(Rule::BodyEmpty) && body.trim().is_empty() {
        let close = read.document.split().close;
        let place = Span::new(close.start(), (close.start() + 3).min(read.text().len()));
        judge.findings.report(Rule::BodyEmpty, place, "there are no instructions behind the frontmatter");
    }
    if judge.findings.wants(Rule::BodyLong) {
        long(judge, body, start);
    }
    links::check(judge, body, start);
}

fn long(judge: &mut Judge<'_, '_>, body: &str, start: usize) {
    let trimmed = body.trim_end();
    if trimmed.len() < ADVISED_LINES {
        return;
    }
    let lines = newlines(trimmed.as_bytes()) + 1;
    if lines <= ADVISED_LINES {
        return;
    }
    let mut ends = trimmed.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1);
    let first = ends.nth(ADVISED_LINES - 1).unwrap_or(trimmed.len());
    let end = ends.next().map_or(trimmed.len(), |next| next - 1);
    judge.findings.report(
        Rule::BodyLong,
        Span::new(start + first, start + end.max(first)),
        format!("the body has {lines} lines; the specification advises at most {ADVISED_LINES}"),
    );
}

/// The number of line feeds, counted in blocks whose sums fit a byte.
fn newlines(bytes: &[u8]) -> usize {
    bytes.chunks(192).map(|block| usize::from(block.iter().map(|b| u8::from(*b == b'\n')).sum::<u8>())).sum()
}

#[cfg(test)]
mod tests {
    use super::newlines;

    #[test]
    fn line_feeds_are_counted() {
        for count in [0, 1, 191, 192, 193, 1000] {
            assert_eq!(newlines("\n".repeat(count).as_bytes()), count);
            assert_eq!(newlines("a\n".repeat(count).as_bytes()), count);
        }
    }
}
