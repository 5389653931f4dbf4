//! The frontmatter reader on any bytes: no panic, spans that lie on the text, parts that tile it,
//! and the same values whether lines end in LF or CR LF.

use repertoire_frontmatter::{Document, ProblemKind, Span, Tree, Value, parse, parse_bytes};

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let document = match parse_bytes(data) {
        Ok(document) => document,
        Err(problem) => {
            assert!(matches!(problem.kind, ProblemKind::Encoding(_)));
            assert!(problem.span.end() <= data.len());
            return;
        }
    };
    tiles(&document);
    spans(&document);
    extents(&document);
    assert_eq!(&document.tree().clone().into_owned(), document.tree());
    if !document.text().contains('\r') {
        let crlf = document.text().replace('\n', "\r\n");
        let other = parse(&crlf);
        assert_eq!(values(document.tree()), values(other.tree()), "CR LF changes a value");
        assert_eq!(ids(&document), ids(&other), "CR LF changes a problem");
    }
}

/// What each value is and says, without its place.
fn values(tree: &Tree<'_>) -> Vec<(repertoire_frontmatter::ValueKind, Option<String>)> {
    // A value that is kept as it was written keeps its line ends too.
    let text = |value: Value<'_, '_>| value.text().map(|text| text.replace("\r\n", "\n"));
    tree.values().map(|value| (value.kind(), text(value))).collect()
}

fn ids(document: &Document<'_>) -> Vec<&'static str> {
    let mut ids: Vec<_> = document.problems().iter().map(repertoire_frontmatter::Problem::id).collect();
    ids.sort_unstable();
    ids
}

fn lies_on(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} does not lie on the text");
}

/// The parts stand one after the other and leave nothing out.
fn tiles(document: &Document<'_>) {
    let split = document.split();
    let mut at = 0;
    for part in [split.prefix, split.open, split.frontmatter, split.close, split.body] {
        assert_eq!(part.start(), at);
        lies_on(document.text(), part);
        at = part.end();
    }
    assert_eq!(at, document.text().len());
}

/// Every span lies on the text; a collection holds what is in it, in order.
fn spans(document: &Document<'_>) {
    let text = document.text();
    for problem in document.problems() {
        lies_on(text, problem.span);
        assert!(!problem.to_string().is_empty());
        if let ProblemKind::DuplicateKey { first } = problem.kind {
            lies_on(text, first);
            assert!(first.end() <= problem.span.start());
        }
    }
    assert!(document.problems().is_sorted_by_key(|problem| problem.span.start()));
    for value in document.tree().values() {
        lies_on(text, value.span());
        assert!(document.split().frontmatter.contains(value.span()), "{value:?}");
        let mut at = value.span().start();
        for child in value.items().chain(value.entries().flat_map(|entry| [entry.key, entry.value])) {
            assert!(child.span().start() >= at, "{child:?} stands before byte {at}");
            assert!(value.span().contains(child.span()), "{value:?} does not hold {child:?}");
            at = child.span().end();
        }
    }
}

/// The lines of the entries are whole, in order, and hold their keys and values; what lies
/// between them is blank, a comment, or reported.
fn extents(document: &Document<'_>) {
    let text = document.text();
    let extents = document.extents();
    assert_eq!(extents.len(), document.tree().entries().count());
    let mut at = document.split().frontmatter.start();
    for (entry, extent) in document.tree().entries().zip(extents) {
        lies_on(text, *extent);
        assert!(
            extent.contains(entry.key.span()) && extent.contains(entry.value.span()),
            "{extent:?} {entry:?}"
        );
        gap(document, at, extent.start());
        at = extent.end();
    }
    gap(document, at, document.split().frontmatter.end());
}

fn gap(document: &Document<'_>, from: usize, to: usize) {
    assert!(from <= to, "two entries share bytes {to}..{from}");
    let mut start = from;
    for line in document.text()[from..to].split_inclusive('\n') {
        let end = start + line.len();
        let content = line.trim();
        let passed = content.is_empty() || content.starts_with('#');
        let reported = || {
            document.problems().iter().any(|problem| problem.span.start() < end && problem.kind.is_error())
        };
        let unsupported = || document.needs_yaml();
        assert!(passed || reported() || unsupported(), "line {line:?} is lost");
        start = end;
    }
}
