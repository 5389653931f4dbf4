//! The names of a catalog's skills, and names as texts write them.

use crate::lexicon::Term;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

/// The longest name that is looked for in words, in words.
const LONGEST: usize = 16;

/// A name as it is compared where a text writes it: lower case, anything between its words a hyphen.
pub(crate) fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    spell(name, |c| key.push(c));
    key
}

/// Gives a name's key to `sink`, character by character.
fn spell(name: &str, mut sink: impl FnMut(char)) {
    let (mut begun, mut parted) = (false, false);
    let mut push = |c: char| {
        if c.is_alphanumeric() || !c.is_ascii() {
            if begun && parted {
                sink('-');
            }
            (begun, parted) = (true, false);
            sink(c);
        } else {
            parted = true;
        }
    };
    if name.is_ascii() {
        name.bytes().for_each(|b| push(char::from(b.to_ascii_lowercase())));
    } else {
        name.nfkc().collect::<String>().to_lowercase().chars().for_each(push);
    }
}

/// What stands for a name where texts write it: 64 bits of its key, the same on every machine. Texts
/// write more words that may be names than there is use in keeping. Should two names ever share all
/// bits, one would speak for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameKey(u64);

impl NameKey {
    pub(crate) fn of(name: &str) -> Self {
        // FNV-1a, over characters.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        spell(name, |c| hash = (hash ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3));
        Self(hash)
    }
}

/// The names of the skills.
pub(crate) struct Names {
    texts: Vec<Named>,
    /// The skills that bear each name, ascending.
    bearers: HashMap<NameKey, Vec<u32>, RandomState>,
    /// The greatest number of words in a name.
    longest: usize,
}

#[derive(Clone, Default)]
struct Named {
    text: Box<str>,
    key: Option<NameKey>,
    /// Its distinct terms, ascending.
    terms: Box<[Term]>,
}

impl Names {
    pub(crate) fn new(skills: usize) -> Self {
        Self { texts: vec![Named::default(); skills], bearers: HashMap::default(), longest: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(crate) fn text(&self, position: usize) -> Option<&str> {
        self.texts.get(position).map(|named| named.text.as_ref())
    }

    /// The distinct terms of a skill's name, ascending.
    pub(crate) fn terms(&self, position: usize) -> &[Term] {
        self.texts.get(position).map_or(&[], |named| &named.terms)
    }

    /// What stands for a skill's name.
    pub(crate) fn key(&self, position: usize) -> Option<NameKey> {
        self.texts.get(position).and_then(|named| named.key)
    }

    /// The skills that bear a name, ascending.
    pub(crate) fn bearers(&self, key: NameKey) -> &[u32] {
        self.bearers.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The greatest number of words that a name has, within bounds.
    pub(crate) fn longest(&self) -> usize {
        self.longest.min(LONGEST)
    }

    /// Adds the skills of another behind these. `terms` says what its terms are here.
    pub(crate) fn append(&mut self, other: Self, terms: &[Term]) {
        let offset = self.len() as u32;
        // Each key has a list of its own, so that the order of the keys shows nowhere.
        for (key, bearers) in other.bearers {
            self.bearers.entry(key).or_default().extend(bearers.iter().map(|bearer| bearer + offset));
        }
        for mut named in other.texts {
            for term in &mut named.terms {
                *term = terms[term.number()];
            }
            named.terms.sort_unstable();
            self.texts.push(named);
        }
        self.longest = self.longest.max(other.longest);
    }

    pub(crate) fn set(&mut self, position: usize, text: &str, terms: Box<[Term]>) {
        if let Some(bearers) = self.key(position).and_then(|old| self.bearers.get_mut(&old)) {
            bearers.retain(|bearer| *bearer as usize != position);
        }
        self.longest = self.longest.max(key(text).split('-').count());
        let key = NameKey::of(text);
        let bearers = self.bearers.entry(key).or_default();
        let at = bearers.partition_point(|bearer| (*bearer as usize) < position);
        bearers.insert(at, position as u32);
        self.texts[position] = Named { text: text.into(), key: Some(key), terms };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_and_separators() {
        assert_eq!(key("Tide_Chart"), "tide-chart");
        assert_eq!(key("plugin:tide"), "plugin-tide");
        assert_eq!(key("潮-表"), "潮-表");
        assert_eq!(key("--"), "");
        assert_eq!(key("_Tide  (Chart)_"), "tide-chart");
        assert_eq!(key("ＴＩＤＥ\u{3000}É1"), "tide-é1");
        assert_eq!(key("tide→chart"), "tide→chart");
    }

    #[test]
    fn a_name_is_the_hash_of_its_key() {
        // The published hashes (FNV-1a, 64 bits) of these words.
        for (name, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c)] {
            assert_eq!(NameKey::of(name), NameKey(hash), "{name}");
        }
        assert_eq!(NameKey::of("FooBar"), NameKey(0x8594_4171_f739_67e8));
        assert_eq!(NameKey::of("Tide_Chart"), NameKey::of("tide-chart"));
    }

    #[test]
    fn the_longest_name_counts_in_words_up_to_a_bound() {
        let mut names = Names::new(2);
        assert_eq!(names.longest(), 0);
        names.set(0, "tide", Box::default());
        assert_eq!(names.longest(), 1);
        names.set(1, "tide_chart of-harbours", Box::default());
        assert_eq!(names.longest(), 4);
        names.set(0, &"tide-".repeat(30), Box::default());
        assert_eq!(names.longest(), LONGEST);
    }

    #[test]
    fn names_behind_others_are_borne_behind_them() {
        let term = |number| Term::new(number, "");
        let (mut names, mut others) = (Names::new(2), Names::new(2));
        names.set(0, "tide", [term(0)].into());
        names.set(1, "moon", [term(1)].into());
        others.set(0, "moon-tide", [term(0), term(1)].into());
        others.set(1, "tide", [term(1)].into());
        names.append(others, &[term(1), term(0)]);
        assert_eq!((names.len(), names.longest()), (4, 2));
        assert_eq!(names.bearers(NameKey::of("tide")), [0, 3]);
        assert_eq!(names.text(2), Some("moon-tide"));
        assert_eq!((names.terms(2), names.terms(3)), (&[term(0), term(1)][..], &[term(0)][..]));
        assert!(names.terms(4).is_empty() && names.text(4).is_none() && names.key(4).is_none());
    }

    #[test]
    fn a_name_finds_its_bearers_in_order() {
        let mut names = Names::new(3);
        names.set(2, "tide", Box::default());
        names.set(0, "Tide", Box::default());
        names.set(1, "moon", Box::default());
        assert_eq!(names.bearers(NameKey::of("TIDE")), [0, 2]);
        names.set(0, "sun", Box::default());
        assert_eq!(names.bearers(NameKey::of("tide")), [2]);
        assert_eq!(names.text(0), Some("sun"));
    }
}
