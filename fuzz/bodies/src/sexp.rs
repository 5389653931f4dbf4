//! The reader of native forms against its own promises: the first byte chooses a grammar, the
//! rest is the source.
//!
//! An odd first byte is the grammar of a skill. Else its bits say what is permitted, from the
//! second: tails charged to depth, block comments, dotted lists, two keywords only; and the two
//! highest choose how tight the bounds are.

use repertoire_sexp::{Element, Error, Form, Grammar, Keywords, Value, quote, read, write};

/// Longer inputs would only make the slow comparisons slower.
const MAX_BYTES: usize = 16 * 1024;

/// Everything permitted, and no bound but that of the source.
const ENDLESS: Grammar<'static> = Grammar {
    max_depth: usize::MAX,
    max_nodes: usize::MAX,
    block_comments: true,
    dotted_lists: true,
    ..Grammar::data()
};

/// Checks one input.
///
/// # Panics
///
/// When a property does not hold.
pub fn run(data: &[u8]) {
    let (&choice, source) = data.split_first().unwrap_or((&b's', &[]));
    let text = String::from_utf8_lossy(&source[..source.len().min(MAX_BYTES)]);
    quoting(&text);
    if let Ok(form) = read(&text, &ENDLESS) {
        spans(&form);
        printing(&form, &ENDLESS);
    }
    bounds(&text, &grammar(choice));
}

fn grammar(choice: u8) -> Grammar<'static> {
    if choice & 1 == 1 {
        return Grammar::autolith_skill();
    }
    let (max_depth, max_nodes, max_string_chars) =
        [(32, 4096, None), (4, 4096, Some(3)), (2000, 20, Some(100)), (3, 9, None)][usize::from(choice >> 6)];
    let keywords = if choice & 16 == 0 { Keywords::Any } else { Keywords::Only(&["name", "a"]) };
    Grammar {
        keywords,
        max_depth,
        max_nodes,
        charge_tails: choice & 2 != 0,
        block_comments: choice & 4 != 0,
        dotted_lists: choice & 8 != 0,
        max_string_chars,
    }
}

/// Any text survives as a string.
fn quoting(text: &str) {
    let quoted = quote(text).to_string();
    let form = read(&quoted, &Grammar::autolith_skill())
        .unwrap_or_else(|error| panic!("a quoted text is no form: {error}"));
    assert_eq!(form.root().as_str().as_deref(), Some(text));
}

/// Elements lie in the order of the source, apart from each other, each inside its list.
fn spans(form: &Form<'_>) {
    let mut inside = vec![form.root()];
    while let Some(element) = inside.pop() {
        assert_eq!(form.source().get(element.span()), Some(element.source()));
        let Some(list) = element.as_list() else {
            continue;
        };
        let mut at = element.span().start + 1;
        for inner in list.iter().chain(list.tail()) {
            assert!(
                at <= inner.span().start && inner.span().end < element.span().end,
                "{inner} in {element}"
            );
            at = inner.span().end;
            inside.push(inner);
        }
    }
}

/// What is written reads back to an equal form, and is written again to the same bytes.
fn printing(form: &Form<'_>, grammar: &Grammar<'_>) {
    let text = write(form);
    let again = read(&text, grammar).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(again == *form, "{text}");
    assert_eq!(write(&again), text);
}

/// A grammar accepts what lies within its bounds, and refuses for its bounds only what does not.
fn bounds(text: &str, grammar: &Grammar<'_>) {
    match read(text, grammar) {
        Ok(form) => {
            assert!(Measure::of(&form, grammar).fits(grammar), "accepted beyond the bounds: {form}");
            assert!(read(text, &ENDLESS).as_ref() == Ok(&form), "a wider grammar reads something else");
            printing(&form, grammar);
        }
        Err(error) => {
            assert!(text.get(error.span()).is_some(), "{:?} is not in the text", error.span());
            let message = error.to_string();
            assert!(!message.contains(char::is_control) && message.contains(';'), "{message:?}");
            let bound = matches!(
                error,
                Error::TooDeep { .. }
                    | Error::TooManyNodes { .. }
                    | Error::StringTooLong { .. }
                    | Error::UnknownKeyword { .. }
            );
            if bound && let Ok(form) = read(text, &ENDLESS) {
                assert!(!Measure::of(&form, grammar).fits(grammar), "refused within the bounds: {error}");
            }
        }
    }
}

/// What a form takes of each bound, counted the slow way.
#[derive(Debug, Default)]
struct Measure {
    depth: usize,
    nodes: usize,
    string_chars: usize,
    keywords: Vec<String>,
}

impl Measure {
    fn of(form: &Form<'_>, grammar: &Grammar<'_>) -> Self {
        let mut measure = Self::default();
        // An element, its depth, and how many lists are around it.
        let mut waiting: Vec<(Element<'_, '_>, usize, usize)> = vec![(form.root(), 0, 0)];
        while let Some((element, depth, around)) = waiting.pop() {
            measure.depth = measure.depth.max(depth);
            match element.value() {
                Value::List(list) => {
                    measure.depth = measure.depth.max(around + 1);
                    let mut cons = depth;
                    for inner in list {
                        measure.nodes += 1;
                        waiting.push((inner, cons + 1, around + 1));
                        cons += usize::from(grammar.charge_tails);
                    }
                    match list.tail() {
                        Some(tail) => waiting.push((tail, cons, around + 1)),
                        None => measure.nodes += 1,
                    }
                    continue;
                }
                Value::String(text) => {
                    measure.string_chars = measure.string_chars.max(text.chars().count());
                }
                Value::Keyword(name) => measure.keywords.push(name.into_owned()),
                Value::Integer(_) | Value::Symbol(_) => {}
            }
            measure.nodes += 1;
        }
        measure
    }

    fn fits(&self, grammar: &Grammar<'_>) -> bool {
        self.depth <= grammar.max_depth
            && self.nodes <= grammar.max_nodes
            && grammar.max_string_chars.is_none_or(|max| self.string_chars <= max)
            && self.keywords.iter().all(|name| grammar.keywords.accept(name))
    }
}
