//! The index of a catalog: built once, asked often, brought up to date skill by skill.

use crate::card::Card;
use crate::channel::{Channel, Occurrence, Place};
use crate::error::Error;
use crate::lexicon::{Lexicon, Term};
use crate::names::{self, Names};
use crate::weights::{MENTION_REACH, SHORT_FIELD};
use crate::words::{Piece, pieces};

/// The fields of the metadata channel.
pub(crate) const NAME: usize = 0;
pub(crate) const TAGS: usize = 1;
pub(crate) const DESCRIPTION: usize = 2;

/// An index over the cards of a catalog, for [`rank`](crate::rank).
///
/// Building is linear in the text. The index keeps no text but the names.
///
/// # Examples
///
/// ```
/// use repertoire_routing::{Card, Index, rank};
///
/// let mut index = Index::build(&[
///     Card::new("tides", "Use when asked about tides and harbours."),
///     Card::new("bread", "Use when baking bread."),
/// ]);
/// assert_eq!(rank("when is high tide", &index)[0].name, "tides");
///
/// index.update(1, &Card::new("moon", "Use when asked about the moon and its tide."))?;
/// assert_eq!(rank("moon", &index)[0].position, 1);
/// # Ok::<(), repertoire_routing::Error>(())
/// ```
pub struct Index {
    pub(crate) lexicon: Lexicon,
    pub(crate) names: Names,
    pub(crate) metadata: Channel,
    pub(crate) body: Channel,
    pub(crate) mentions: Channel,
    cites: Vec<Box<[Cite]>>,
    gather: Gather,
}

/// Words of one skill's text that may name another skill, and how far around them the text is
/// taken to speak of it. Places are of one field of one channel.
#[derive(Clone, Copy, Debug)]
struct Cite {
    /// The number of the name, whether a skill bears it or not.
    key: u32,
    in_body: bool,
    /// The words before: from here …
    from: Place,
    /// … up to the first word of the name.
    start: Place,
    /// The words after: from the first behind the name …
    end: Place,
    /// … up to here.
    to: Place,
}

impl Index {
    /// Builds an index; positions are those of the cards.
    #[must_use]
    pub fn build(cards: &[Card<'_>]) -> Self {
        let mut index = Self {
            lexicon: Lexicon::new(),
            names: Names::new(cards.len()),
            metadata: Channel::new([SHORT_FIELD, SHORT_FIELD, 1], cards.len()),
            body: Channel::new([1; 3], cards.len()),
            mentions: Channel::new([1; 3], cards.len()),
            cites: vec![Box::default(); cards.len()],
            gather: Gather::default(),
        };
        for (position, card) in cards.iter().enumerate() {
            index.read(position, card);
        }
        index.hear(None);
        index.settle();
        index
    }

    /// Replaces one skill, at a cost that follows the length of its own text and not the
    /// catalog's; the index is then the same as one built anew.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchPosition`] if there is no skill at the position.
    pub fn update(&mut self, position: usize, card: &Card<'_>) -> Result<(), Error> {
        if position >= self.len() {
            return Err(Error::NoSuchPosition { position, len: self.len() });
        }
        let mut changed: Vec<u32> = self.cites[position].iter().map(|cite| cite.key).collect();
        changed.push(self.names.key(position));
        self.read(position, card);
        changed.extend(self.cites[position].iter().map(|cite| cite.key));
        changed.push(self.names.key(position));
        changed.sort_unstable();
        changed.dedup();
        self.hear(Some(&changed));
        self.settle();
        Ok(())
    }

    /// How many skills there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the skill at a position.
    #[must_use]
    pub fn name(&self, position: usize) -> Option<&str> {
        self.names.text(position)
    }

    fn read(&mut self, position: usize, card: &Card<'_>) {
        let gather = &mut self.gather;
        gather.clear();
        gather.field(NAME, card.name, &mut self.lexicon);
        let name_terms = gather.parts();
        if let Some(directory) = card.directory.filter(|directory| *directory != card.name) {
            gather.field(NAME, directory, &mut self.lexicon);
        }
        for tag in card.tags {
            gather.field(TAGS, tag, &mut self.lexicon);
        }
        gather.text(DESCRIPTION, card.description, false, &mut self.lexicon, &mut self.names);
        self.metadata.set(position, &mut gather.occurrences);
        gather.occurrences.clear();
        gather.places = [0; 3];
        gather.text(0, card.body.unwrap_or(""), true, &mut self.lexicon, &mut self.names);
        self.body.set(position, &mut gather.occurrences);
        self.cites[position] = gather.cites.as_slice().into();
        self.names.set(position, card.name, name_terms);
    }

    /// Collects what skills say about one another: about all, or about those of some names.
    fn hear(&mut self, keys: Option<&[u32]>) {
        let mut heard: Vec<Vec<Occurrence>> = vec![Vec::new(); self.len()];
        let mut wanted = vec![keys.is_none(); self.len()];
        for key in keys.unwrap_or(&[]) {
            for position in self.names.bearers(*key) {
                wanted[*position as usize] = true;
            }
        }
        for (speaker, cites) in self.cites.iter().enumerate() {
            let own = self.names.key(speaker);
            for in_body in [false, true] {
                let channel = if in_body { &self.body } else { &self.metadata };
                let windows: Vec<(&Cite, usize)> = cites
                    .iter()
                    .filter(|cite| cite.in_body == in_body && cite.key != own)
                    .filter_map(|cite| Some((cite, *self.names.bearers(cite.key).first()? as usize)))
                    .filter(|(_, named)| wanted[*named])
                    .collect();
                if windows.is_empty() {
                    continue;
                }
                for (term, places) in channel.terms_of(speaker) {
                    for place in places.iter().filter(|place| place.at().is_some()) {
                        // Windows stand in the order of the text, and all reach equally far.
                        let first = windows.partition_point(|(cite, _)| cite.to <= *place);
                        for (cite, named) in
                            windows[first..].iter().take_while(|(cite, _)| cite.from <= *place)
                        {
                            if *place < cite.start || *place >= cite.end {
                                heard[*named].push(Occurrence::new(term, Place::whole(0)));
                            }
                        }
                    }
                }
            }
        }
        for (position, occurrences) in heard.iter_mut().enumerate() {
            if wanted[position] {
                self.mentions.set(position, occurrences);
            }
        }
    }

    fn settle(&mut self) {
        self.metadata.settle();
        self.body.settle();
        self.mentions.settle();
    }
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index")
            .field("skills", &self.len())
            .field("terms", &self.lexicon.len())
            .finish_non_exhaustive()
    }
}

/// Buffers for reading one skill, kept from one to the next.
#[derive(Default)]
struct Gather {
    occurrences: Vec<Occurrence>,
    cites: Vec<Cite>,
    /// The next place in each field.
    places: [u32; 3],
}

impl Gather {
    fn clear(&mut self) {
        self.occurrences.clear();
        self.cites.clear();
        self.places = [0; 3];
    }

    /// The distinct terms so far, wholes left out, ascending.
    fn parts(&self) -> Box<[Term]> {
        let mut terms: Vec<Term> =
            self.occurrences.iter().filter(|said| said.place.at().is_some()).map(|said| said.term).collect();
        terms.sort_unstable();
        terms.dedup();
        terms.into()
    }

    /// Reads a short field, in which no other skill is named.
    fn field(&mut self, field: usize, text: &str, lexicon: &mut Lexicon) {
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
    fn text(&mut self, field: usize, text: &str, in_body: bool, lexicon: &mut Lexicon, names: &mut Names) {
        let mut at = self.places[field];
        let mut line = at;
        // The places before the last few words: a name stands where its words stood.
        let mut before: Vec<u32> = Vec::new();
        let mut open = self.cites.len();
        pieces(text, &mut |piece| match piece {
            Piece::Word(word) => {
                if !word.whole {
                    before.push(at);
                }
                if let Some(term) = lexicon.intern(word.text) {
                    let place = if word.whole { Place::whole(field) } else { Place::new(field, at) };
                    self.occurrences.push(Occurrence::new(term, place));
                    at = at.saturating_add(u32::from(!word.whole));
                }
            }
            Piece::Name { span, words } => {
                let start = before.len().checked_sub(words).map_or(at, |first| before[first]);
                before.clear();
                let from = start.saturating_sub(MENTION_REACH).max(line);
                self.cites.push(Cite {
                    key: names.number(&names::key(&text[span])),
                    in_body,
                    from: Place::new(field, from),
                    start: Place::new(field, start),
                    end: Place::new(field, at),
                    to: Place::new(field, at.saturating_add(MENTION_REACH)),
                });
            }
            Piece::Break { line: ends } => {
                at = at.saturating_add(1);
                if ends {
                    let here = Place::new(field, at);
                    for cite in &mut self.cites[open..] {
                        cite.to = cite.to.min(here);
                    }
                    open = self.cites.len();
                    line = at;
                }
            }
        });
        self.places[field] = at.saturating_add(1);
    }
}
