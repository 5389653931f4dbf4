//! A request as the router reads it: its terms, the pairs of them, the names written out in it.

use crate::index::Index;
use crate::lexicon::{Lexicon, Term, is_stop_word, stem, stemmer};
use crate::names::{self, NameKey};
use crate::weights::{FEW_TERMS, QUERY_TERMS};
use crate::words::{Piece, pieces};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// One distinct term of a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The word as the request has it first, in lower case.
    pub(crate) word: String,
    pub(crate) stem: String,
    /// Whether it is only a whole beside its parts.
    pub(crate) whole: bool,
}

/// The terms of a request in the order of their coming, and which follow one another.
#[derive(Debug, Default)]
pub(crate) struct Asking {
    pub(crate) terms: Vec<Asked>,
    /// Neighbours, by their places in `terms`, each pair once.
    pub(crate) pairs: Vec<(usize, usize)>,
}

impl Asking {
    /// Reads a request. Code between fences is what the request is about, seldom what it asks for:
    /// it counts only where the words around it are too few.
    pub(crate) fn read(request: &str) -> Self {
        let (around, fenced) = outside_fences(request);
        let asking = Self::of(around.iter().copied());
        if fenced && asking.terms.len() < FEW_TERMS { Self::of([request]) } else { asking }
    }

    fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let stemmer = stemmer();
        let mut asking = Self::default();
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut paired: HashSet<(usize, usize)> = HashSet::new();
        let mut last: Option<usize> = None;
        for text in texts {
            pieces(text, &mut |piece| match piece {
                Piece::Word(word) => {
                    if is_stop_word(word.text) {
                        return;
                    }
                    let stem = stem(&stemmer, word.text);
                    let at = if let Some(at) = seen.get(stem.as_ref()) {
                        *at
                    } else {
                        let at = asking.terms.len();
                        if at == QUERY_TERMS {
                            return;
                        }
                        seen.insert(stem.to_string(), at);
                        asking.terms.push(Asked {
                            word: word.text.to_owned(),
                            stem: stem.into_owned(),
                            whole: word.whole,
                        });
                        at
                    };
                    if word.whole {
                        return;
                    }
                    asking.terms[at].whole = false;
                    if let Some(last) =
                        last.filter(|last| paired.len() < QUERY_TERMS && paired.insert((*last, at)))
                    {
                        asking.pairs.push((last, at));
                    }
                    last = Some(at);
                }
                Piece::Break { .. } => last = None,
                Piece::Name { .. } => {}
            });
            last = None;
        }
        asking
    }

    /// The terms as a lexicon numbers them.
    pub(crate) fn numbered(&self, lexicon: &Lexicon) -> Vec<Option<Term>> {
        self.terms.iter().map(|asked| lexicon.find(&asked.stem)).collect()
    }
}

/// The text outside code fences (three backticks or more), and whether there was any fence.
fn outside_fences(request: &str) -> (Vec<&str>, bool) {
    let mut around = Vec::new();
    let mut rest = request;
    let mut inside = false;
    let mut fenced = false;
    loop {
        let (text, after) = match rest.find("```") {
            Some(at) => (&rest[..at], Some(rest[at..].trim_start_matches('`'))),
            None => (rest, None),
        };
        if !inside {
            around.push(text);
        }
        let Some(after) = after else { return (around, fenced) };
        (rest, inside, fenced) = (after, !inside, true);
    }
}

/// The skills whose names a request writes out, ascending: a name of two words or more with
/// hyphens, underscores or spaces between them, or any name in backticks or after `/`, `@` or `$`. With
/// spaces, one of its words must be no stop word: "how to" is seldom the skill `how-to`.
pub(crate) fn written_names(request: &str, index: &Index) -> Vec<usize> {
    let mut found = Vec::new();
    for text in outside_fences(request).0 {
        let words: Vec<(Range<usize>, Cow<'_, str>)> = plain_words(text);
        for first in 0..words.len() {
            let mut spelled = String::new();
            let mut hyphened = true;
            let mut telling = 0;
            for (count, (span, word)) in words[first..].iter().take(index.names.longest()).enumerate() {
                if count > 0 {
                    let glue = &text[words[first + count - 1].0.end..span.start];
                    if !matches!(glue, "-" | "_") {
                        hyphened = false;
                        if !glue.chars().all(char::is_whitespace) {
                            break;
                        }
                    }
                    spelled.push('-');
                }
                spelled.push_str(word);
                telling += usize::from(!is_stop_word(word));
                let bearers = index.names.bearers(NameKey::of(&spelled));
                if bearers.is_empty() {
                    continue;
                }
                let whole = Range { start: words[first].0.start, end: span.end };
                let meant = stands_alone(text, &whole)
                    && (is_called(text, &whole) || (count > 0 && (hyphened || telling > 0)));
                if meant {
                    found.extend(bearers.iter().map(|bearer| *bearer as usize));
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Runs of letters and digits as names are compared.
fn plain_words(text: &str) -> Vec<(Range<usize>, Cow<'_, str>)> {
    let mut words = Vec::new();
    let mut at = 0;
    for run in text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() || c.is_whitespace()) {
        if !run.is_empty() {
            let plain = run.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
            words.push((
                at..at + run.len(),
                if plain { Cow::Borrowed(run) } else { Cow::Owned(names::key(run)) },
            ));
        }
        at += run.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    words
}

/// Whether a name is no part of a longer one.
fn stands_alone(text: &str, span: &Range<usize>) -> bool {
    let joins = |c: Option<char>| matches!(c, Some('-' | '_'));
    !joins(text[..span.start].chars().next_back()) && !joins(text[span.end..].chars().next())
}

/// Whether a name stands where it is called: in backticks, or after `/`, `@` or `$` at the start of
/// a word that ends with it.
fn is_called(text: &str, span: &Range<usize>) -> bool {
    let mut before = text[..span.start].chars().rev();
    let (sign, outside) = (before.next(), before.next());
    let mut after = text[span.end..].chars();
    let goes_on = matches!(after.next(), Some('.' | '/' | ':' | '@'))
        && after.next().is_some_and(char::is_alphanumeric);
    match sign {
        Some('`') => text[span.end..].starts_with('`'),
        Some('/' | '@' | '$') => {
            !goes_on
                && outside.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | '.' | '-' | '_' | '~'))
        }
        _ => false,
    }
}

/// The spans of a text, in bytes, whose words a request's terms match: what to mark in a
/// description. Ascending, apart from one another.
///
/// # Examples
///
/// ```
/// use repertoire_routing::matched_spans;
///
/// let description = "Reads tide tables.";
/// let spans = matched_spans("table of the tides", description);
/// let words: Vec<&str> = spans.iter().map(|span| &description[span.clone()]).collect();
/// assert_eq!(words, ["tide", "tables"]);
/// ```
#[must_use]
pub fn matched_spans(request: &str, text: &str) -> Vec<Range<usize>> {
    let asking = Asking::read(request);
    let asked: HashSet<&str> = asking.terms.iter().map(|asked| asked.stem.as_str()).collect();
    let stemmer = stemmer();
    let mut spans: Vec<Range<usize>> = Vec::new();
    pieces(text, &mut |piece| {
        if let Piece::Word(word) = piece
            && !is_stop_word(word.text)
            && asked.contains(stem(&stemmer, word.text).as_ref())
        {
            spans.push(word.span);
        }
    });
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match apart.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => apart.push(span),
        }
    }
    apart
}

#[cfg(test)]
mod tests;
