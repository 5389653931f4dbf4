//! Words to terms: stop words left out, English words stemmed, each term numbered.

use foldhash::fast::RandomState;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::collections::HashMap;

/// A term: its number, and in the top five bits its mark, which the stem alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term(u32);

impl Term {
    const BITS: u32 = 27;
    const LAST: u32 = (1 << Self::BITS) - 1;

    /// Terms past the first hundred million are one.
    pub(crate) fn new(number: usize, stem: &str) -> Self {
        // FNV-1a, whose high bits are the better ones.
        let hash =
            stem.bytes().fold(0x811c_9dc5_u32, |hash, b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193));
        let number = u32::try_from(number).map_or(Self::LAST, |number| number.min(Self::LAST));
        Self(hash >> Self::BITS << Self::BITS | number)
    }

    /// The number, counted from 0 in the order of the terms' coming.
    pub(crate) fn number(self) -> usize {
        (self.0 & Self::LAST) as usize
    }

    /// One bit of 32: what follows a term is first looked for among such bits.
    pub(crate) fn mark(self) -> u32 {
        1 << (self.0 >> Self::BITS)
    }
}

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

/// A word of at most 15 bytes with its length in the last: comparing two of them reads no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Short(u64, u64);

impl Short {
    fn of(word: &str) -> Option<Self> {
        let bytes = word.as_bytes();
        let length = (bytes.len() as u64) << 56;
        // Whole numbers from both ends, which may overlap, are read much sooner than byte after byte.
        let word = match bytes.len() {
            16.. => return None,
            8.. => {
                let low = u64::from_le_bytes(*bytes.first_chunk()?);
                let high = u64::from_le_bytes(*bytes.last_chunk()?);
                Self(low, (high >> 8 >> (8 * (15 - bytes.len()))) | length)
            }
            4.. => {
                let low = u64::from(u32::from_le_bytes(*bytes.first_chunk()?));
                let high = u64::from(u32::from_le_bytes(*bytes.last_chunk()?));
                Self(low | high << 32, length)
            }
            _ => Self(bytes.iter().fold(0, |word, b| word << 8 | u64::from(*b)), length),
        };
        Some(word)
    }

    /// Where among the recent words it belongs.
    fn slot(self) -> usize {
        let mixed = (self.0 ^ self.1.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (u64::BITS - RECENT.ilog2())) as usize
    }
}

/// How many words are kept where they are found soonest.
const RECENT: usize = 1 << 13;

/// Every term that has been seen, numbered in the order of its coming. Maps are only looked up,
/// never walked, so that no order of hashing shows anywhere.
pub(crate) struct Lexicon {
    stemmer: Stemmer,
    /// Words that came lately, each where its hash says: most words are among few, and this is
    /// small enough to stay near.
    recent: Vec<(Short, Option<Term>)>,
    /// The terms of words; `None` for stop words.
    short: HashMap<Short, Option<Term>, RandomState>,
    long: HashMap<Box<str>, Option<Term>, RandomState>,
    stems: HashMap<Box<str>, Term, RandomState>,
}

impl Lexicon {
    pub(crate) fn new() -> Self {
        Self {
            stemmer: stemmer(),
            recent: vec![(Short(0, 0), None); RECENT],
            short: HashMap::default(),
            long: HashMap::default(),
            stems: HashMap::default(),
        }
    }

    /// How many terms there are.
    pub(crate) fn len(&self) -> usize {
        self.stems.len()
    }

    /// The term of a word, numbered if it is new; `None` for a stop word.
    pub(crate) fn intern(&mut self, word: &str) -> Option<Term> {
        let Some(short) = Short::of(word) else {
            if let Some(term) = self.long.get(word) {
                return *term;
            }
            let term = self.term(word);
            self.long.insert(word.into(), term);
            return term;
        };
        let slot = short.slot();
        let (recent, term) = self.recent[slot];
        if recent == short {
            return term;
        }
        let term = if let Some(term) = self.short.get(&short) {
            *term
        } else {
            let term = self.term(word);
            self.short.insert(short, term);
            term
        };
        self.recent[slot] = (short, term);
        term
    }

    /// The same for a word that is new.
    fn term(&mut self, word: &str) -> Option<Term> {
        if is_stop_word(word) {
            return None;
        }
        let stem = stem(&self.stemmer, word);
        if let Some(term) = self.stems.get(stem.as_ref()) {
            return Some(*term);
        }
        let term = Term::new(self.stems.len(), &stem);
        self.stems.insert(stem.into(), term);
        Some(term)
    }

    /// Adds the terms of another, and gives what each of them is here, by its number there.
    pub(crate) fn append(&mut self, other: Self) -> Vec<Term> {
        let mut stems: Vec<(Term, Box<str>)> =
            other.stems.into_iter().map(|(stem, term)| (term, stem)).collect();
        stems.sort_unstable_by_key(|(term, _)| term.number());
        let number = |(_, stem): (Term, Box<str>)| {
            let next = Term::new(self.stems.len(), &stem);
            *self.stems.entry(stem).or_insert(next)
        };
        stems.into_iter().map(number).collect()
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
    fn short_words_are_told_apart_by_every_byte() {
        let mut words: Vec<String> = vec![String::new()];
        for length in 1..=16 {
            let word: String = ('a'..).take(length).collect();
            words.extend((0..length).map(|at| format!("{}z{}", &word[..at], &word[at + 1..])));
            words.push(word);
        }
        // What two numbers of four bytes read from these, one of eight reads from others.
        words.extend(["dcba", "dcbadcba", "dcbae", "dcbacbae"].map(String::from));
        let mut shorts: Vec<Option<Short>> = words.iter().map(|word| Short::of(word)).collect();
        assert_eq!(shorts.iter().filter(|short| short.is_none()).count(), 17);
        shorts.retain(Option::is_some);
        for (at, short) in shorts.iter().enumerate() {
            assert!(!shorts[..at].contains(short), "{:?}", words[at]);
        }
    }

    #[test]
    fn a_term_has_its_number_and_the_mark_of_its_stem() {
        // The published hashes (FNV-1a, 32 bits) of these words.
        for (stem, hash) in [("", 0x811c_9dc5_u32), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] {
            for number in [0, 1, 12_345, Term::LAST as usize] {
                let term = Term::new(number, stem);
                assert_eq!((term.number(), term.mark()), (number, 1 << (hash >> 27)), "{stem}");
            }
        }
        assert_eq!(Term::new(1 << 27, "a"), Term::new(usize::MAX, "a"));
        assert_eq!(Term::new(usize::MAX, "a").number(), (1 << 27) - 1);
    }

    #[test]
    fn few_words_share_a_place_among_the_recent_ones() {
        // Of 1,000 words in 8,192 places about 60 meet another, if nothing but chance decides.
        for word in [|at| format!("{at}"), |at| format!("{at}word"), |at| format!("long-word-{at}")] {
            let slots: std::collections::BTreeSet<usize> =
                (0..1_000).filter_map(|at: usize| Some(Short::of(&word(at))?.slot())).collect();
            assert!(slots.len() > 900 && slots.iter().all(|slot| *slot < RECENT), "{}", slots.len());
        }
    }

    #[test]
    fn a_lexicon_behind_another_keeps_the_numbers_of_the_first() {
        let words = ["tide", "moon", "star", "tides", "sail"];
        let (mut first, mut second) = (Lexicon::new(), Lexicon::new());
        let ours: Vec<Option<Term>> = words[..3].iter().map(|word| first.intern(word)).collect();
        let theirs: Vec<Option<Term>> = words[2..].iter().map(|word| second.intern(word)).collect();
        let terms = first.append(second);
        assert_eq!(terms.iter().map(|term| term.number()).collect::<Vec<_>>(), [2, 0, 3]);
        for (word, term) in words.iter().zip(ours.iter().chain(&theirs[1..])) {
            let number = term.expect("no stop word").number();
            let here = first.intern(word).expect("no stop word");
            assert!(here.number() == number || here == terms[number], "{word}");
        }
        assert_eq!(first.len(), 4);
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
