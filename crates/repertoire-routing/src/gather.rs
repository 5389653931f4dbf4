//! Reading one skill: which terms stand where in its texts, and which names its texts hold.

use crate::lexicon::{Lexicon, Term};
use crate::names::NameKey;
use crate::place::{Occurrence, Place};
use crate::weights::{BODY_BYTES, MENTION_REACH};
use crate::words::{Piece, pieces};

/// Words of one skill's text that may name another skill, and how far around them the text is
/// taken to speak of it. Places are of one field of one channel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cite {
    /// The name, whether a skill bears it or not.
    pub(crate) key: NameKey,
    pub(crate) in_body: bool,
    /// The words before: from here …
    pub(crate) from: Place,
    /// … up to the first word of the name.
    pub(crate) start: Place,
    /// The words after: from the first behind the name …
    pub(crate) end: Place,
    /// … up to here.
    pub(crate) to: Place,
}

/// What is read of a body: at most [`BODY_BYTES`] of it, and no cut word of a script that writes words apart.
pub(crate) fn beginning(body: &str) -> &str {
    /// No word that is longer is worth a look.
    const WORD: usize = 64;
    let mut end = BODY_BYTES.min(body.len());
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    if end == body.len() {
        return body;
    }
    let word = body.as_bytes()[..end].iter().rev().take(WORD).position(u8::is_ascii_whitespace);
    &body[..end - word.unwrap_or(0)]
}

/// Buffers for reading one skill, kept from one to the next.
#[derive(Default)]
pub(crate) struct Gather {
    pub(crate) occurrences: Vec<Occurrence>,
    pub(crate) cites: Vec<Cite>,
    /// The places before the last few words: a name stands where its words stood.
    before: Vec<u32>,
    /// The next place in each field.
    pub(crate) places: [u32; 3],
}

impl Gather {
    pub(crate) fn clear(&mut self) {
        self.occurrences.clear();
        self.cites.clear();
        self.places = [0; 3];
    }

    /// The distinct terms so far, wholes left out, ascending.
    pub(crate) fn parts(&self) -> Box<[Term]> {
        let mut terms: Vec<Term> =
            self.occurrences.iter().filter(|said| said.place.at().is_some()).map(|said| said.term).collect();
        terms.sort_unstable();
        terms.dedup();
        terms.into()
    }

    /// Reads a short field, in which no other skill is named.
    pub(crate) fn field(&mut self, field: usize, text: &str, lexicon: &mut Lexicon) {
        let mut at = self.places[field];
        pieces(text, &mut |piece| match piece {
            Piece::Word(word) => {
                if let Some(term) = lexicon.intern(word.text) {
                    let place = if word.whole { Place::whole(field) } else { Place::new(field, at) };
                    self.occurrences.push(Occurrence::new(term, place));
                    at += u32::from(!word.whole);
                }
            }
            Piece::Break { .. } => at += 1,
            Piece::Name { .. } => {}
        });
        self.places[field] = at + 1;
    }

    /// Reads a text that may name other skills.
    pub(crate) fn text(&mut self, field: usize, text: &str, in_body: bool, lexicon: &mut Lexicon) {
        let mut at = self.places[field];
        let mut line = at;
        let Self { occurrences, cites, before, .. } = self;
        before.clear();
        let mut open = cites.len();
        pieces(text, &mut |piece| match piece {
            Piece::Word(word) => {
                if !word.whole {
                    before.push(at);
                }
                if let Some(term) = lexicon.intern(word.text) {
                    let place = if word.whole { Place::whole(field) } else { Place::new(field, at) };
                    occurrences.push(Occurrence::new(term, place));
                    at = at.saturating_add(u32::from(!word.whole));
                }
            }
            Piece::Name { span, words } => {
                let start = before.len().checked_sub(words).map_or(at, |first| before[first]);
                before.clear();
                let from = start.saturating_sub(MENTION_REACH).max(line);
                cites.push(Cite {
                    key: NameKey::of(&text[span]),
                    in_body,
                    from: Place::new(field, from),
                    start: Place::new(field, start),
                    end: Place::new(field, at),
                    to: Place::new(field, at.saturating_add(MENTION_REACH)),
                });
            }
            Piece::Break { line: ends } => {
                before.clear();
                at = at.saturating_add(1);
                if ends {
                    let here = Place::new(field, at);
                    for cite in &mut cites[open..] {
                        cite.to = cite.to.min(here);
                    }
                    open = cites.len();
                    line = at;
                }
            }
        });
        self.places[field] = at.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::{BODY_BYTES, Gather, beginning};
    use crate::lexicon::Lexicon;

    #[test]
    fn words_around_a_break_do_not_stand_side_by_side() {
        let (mut gather, mut lexicon) = (Gather::default(), Lexicon::new());
        gather.field(1, "tide table. moon", &mut lexicon);
        gather.field(1, "star", &mut lexicon);
        let places: Vec<_> = gather.occurrences.iter().filter_map(|said| said.place.at()).collect();
        assert_eq!(places, [0, 1, 3, 5]);
    }

    #[test]
    fn a_body_is_read_to_the_bound_and_a_word_cut_there_is_left_out() {
        for (before, word, kept) in [
            // Just as long as is read.
            (BODY_BYTES - 5, 5, BODY_BYTES),
            (BODY_BYTES - 5, 6, BODY_BYTES - 5),
            (BODY_BYTES - 63, 900, BODY_BYTES - 63),
            // What is so long is no word.
            (BODY_BYTES - 64, 900, BODY_BYTES),
            (BODY_BYTES, 5, BODY_BYTES),
        ] {
            let body = format!("{}{}", " ".repeat(before), "x".repeat(word));
            assert_eq!(beginning(&body).len(), kept, "{before} {word}");
        }
        assert_eq!(BODY_BYTES, 12 * 1024);
    }

    #[test]
    fn a_long_body_ends_with_a_whole_word() {
        let short = "read the tables ".repeat(4);
        assert_eq!(beginning(&short), short);
        let long = "tables ".repeat(BODY_BYTES);
        assert!(beginning(&long).ends_with("tables ") && BODY_BYTES - beginning(&long).len() < 7);
        let unspaced = format!("潮 {}", "汐".repeat(BODY_BYTES));
        assert!(BODY_BYTES - beginning(&unspaced).len() < 3);
    }
}
