//! Words to terms: stop words left out, English words stemmed, each term numbered.

use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::collections::HashMap;

/// The number of a term.
pub(crate) type Term = u32;

/// Words that say how something is asked rather than what for: they are neither indexed nor sought.
const STOP_WORDS: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "also", "am", "an", "and", "any", "are", "as",
    "at", "be", "because", "been", "before", "being", "below", "between", "both", "but", "by", "can",
    "could", "couldn", "did", "didn", "do", "does", "doesn", "doing", "don", "down", "during", "each",
    "either", "else", "few", "for", "from", "further", "get", "gets", "give", "had", "has", "hasn", "have",
    "haven", "having", "he", "hello", "help", "her", "here", "hers", "hi", "him", "his", "how", "i", "if",
    "in", "into", "is", "isn", "it", "its", "itself", "just", "know", "let", "like", "ll", "make", "many",
    "may", "me", "might", "more", "most", "much", "must", "my", "need", "needs", "no", "nor", "not", "now",
    "of", "off", "ok", "on", "once", "one", "only", "or", "other", "our", "out", "over", "own", "please",
    "re", "same", "she", "should", "shouldn", "so", "some", "such", "tell", "than", "thank", "thanks",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "through", "to",
    "too", "under", "until", "up", "us", "use", "used", "user", "users", "uses", "using", "ve", "very",
    "want", "wants", "was", "wasn", "way", "we", "were", "weren", "what", "when", "where", "which", "while",
    "who", "whom", "whose", "why", "will", "with", "without", "won", "would", "wouldn", "yes", "you", "your",
    "yours",
];

/// Whether a word in lower case is a stop word.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// The stem of a word in lower case that is no stop word: Snowball's for what is spelled in ASCII
/// letters, the word itself for everything else.
pub(crate) fn stem<'w>(stemmer: &Stemmer, word: &'w str) -> Cow<'w, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) { stemmer.stem(word) } else { Cow::Borrowed(word) }
}

/// The stemmer for English.
pub(crate) fn stemmer() -> Stemmer {
    Stemmer::create(Algorithm::English)
}

/// Every term that has been seen, numbered in the order of its coming. Maps are only looked up,
/// never walked, so that no order of hashing shows anywhere.
pub(crate) struct Lexicon {
    stemmer: Stemmer,
    words: HashMap<Box<str>, Option<Term>>,
    stems: HashMap<Box<str>, Term>,
}

impl Lexicon {
    pub(crate) fn new() -> Self {
        Self { stemmer: stemmer(), words: HashMap::new(), stems: HashMap::new() }
    }

    /// How many terms there are.
    pub(crate) fn len(&self) -> usize {
        self.stems.len()
    }

    /// The term of a word, numbered if it is new; `None` for a stop word.
    pub(crate) fn intern(&mut self, word: &str) -> Option<Term> {
        if let Some(term) = self.words.get(word) {
            return *term;
        }
        let term = (!is_stop_word(word)).then(|| {
            let stem = stem(&self.stemmer, word);
            if let Some(term) = self.stems.get(stem.as_ref()) {
                *term
            } else {
                let term = Term::try_from(self.stems.len()).unwrap_or(Term::MAX);
                self.stems.insert(stem.into(), term);
                term
            }
        });
        self.words.insert(word.into(), term);
        term
    }

    /// The term of a stem, if it has been seen.
    pub(crate) fn find(&self, stem: &str) -> Option<Term> {
        self.stems.get(stem).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_sorted_and_few() {
        assert!(STOP_WORDS.is_sorted());
        assert!(STOP_WORDS.len() < 200, "{}", STOP_WORDS.len());
        assert!(is_stop_word("the") && !is_stop_word("deploy"));
    }

    #[test]
    fn forms_of_a_word_are_one_term() {
        let mut lexicon = Lexicon::new();
        let term = lexicon.intern("deploying");
        assert!(term.is_some());
        assert_eq!(lexicon.intern("deploys"), term);
        assert_eq!(lexicon.intern("the"), None);
        assert_ne!(lexicon.intern("naïve"), term);
        assert_eq!(lexicon.intern("c++"), lexicon.find("c++"));
        assert_eq!(lexicon.len(), 3);
    }
}
