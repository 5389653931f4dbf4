//! The names of a catalog's skills, and names as texts write them.

use crate::lexicon::Term;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

/// The longest name that is looked for in words, in words.
const LONGEST: usize = 16;

/// A name as it is compared where a text writes it: lower case, anything between its words a hyphen.
pub(crate) fn key(name: &str) -> String {
    let lower: String = if name.is_ascii() {
        name.to_ascii_lowercase()
    } else {
        name.nfkc().collect::<String>().to_lowercase()
    };
    let mut key = String::with_capacity(lower.len());
    for c in lower.chars() {
        if c.is_alphanumeric() || !c.is_ascii() {
            key.push(c);
        } else if !key.is_empty() && !key.ends_with('-') {
            key.push('-');
        }
    }
    key.truncate(key.trim_end_matches('-').len());
    key
}

/// The names of the skills, and every name that a text may have meant.
pub(crate) struct Names {
    texts: Vec<Named>,
    numbers: HashMap<Box<str>, u32>,
    /// The skills that bear each numbered name, ascending.
    bearers: Vec<Vec<u32>>,
    /// The greatest number of words in a name.
    longest: usize,
}

#[derive(Clone, Default)]
struct Named {
    text: Box<str>,
    key: Option<u32>,
    /// Its distinct terms, ascending.
    terms: Box<[Term]>,
}

impl Names {
    pub(crate) fn new(skills: usize) -> Self {
        Self {
            texts: vec![Named::default(); skills],
            numbers: HashMap::new(),
            bearers: Vec::new(),
            longest: 0,
        }
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

    /// The number of a name, new or known.
    pub(crate) fn number(&mut self, key: &str) -> u32 {
        if let Some(number) = self.numbers.get(key) {
            return *number;
        }
        let number = self.bearers.len() as u32;
        self.numbers.insert(key.into(), number);
        self.bearers.push(Vec::new());
        number
    }

    /// The number of a skill's name.
    pub(crate) fn key(&self, position: usize) -> u32 {
        self.texts.get(position).and_then(|named| named.key).unwrap_or(u32::MAX)
    }

    /// The skills that bear a numbered name, ascending.
    pub(crate) fn bearers(&self, number: u32) -> &[u32] {
        self.bearers.get(number as usize).map_or(&[], Vec::as_slice)
    }

    /// The skills that bear a name.
    pub(crate) fn find(&self, key: &str) -> &[u32] {
        self.numbers.get(key).map_or(&[], |number| self.bearers(*number))
    }

    /// The greatest number of words that a name has, within bounds.
    pub(crate) fn longest(&self) -> usize {
        self.longest.min(LONGEST)
    }

    pub(crate) fn set(&mut self, position: usize, text: &str, terms: Box<[Term]>) {
        if let Some(old) = self.texts[position].key {
            self.bearers[old as usize].retain(|bearer| *bearer as usize != position);
        }
        let key = key(text);
        self.longest = self.longest.max(key.split('-').count());
        let number = self.number(&key);
        let bearers = &mut self.bearers[number as usize];
        let at = bearers.partition_point(|bearer| (*bearer as usize) < position);
        bearers.insert(at, position as u32);
        self.texts[position] = Named { text: text.into(), key: Some(number), terms };
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
    }

    #[test]
    fn a_name_finds_its_bearers_in_order() {
        let mut names = Names::new(3);
        names.set(2, "tide", Box::default());
        names.set(0, "Tide", Box::default());
        names.set(1, "moon", Box::default());
        assert_eq!(names.find("tide"), [0, 2]);
        names.set(0, "sun", Box::default());
        assert_eq!(names.find("tide"), [2]);
        assert_eq!(names.text(0), Some("sun"));
    }
}
