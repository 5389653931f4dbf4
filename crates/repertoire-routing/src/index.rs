//! The index of a catalog: built once, asked often, brought up to date skill by skill.

use crate::card::Card;
use crate::channel::Channel;
use crate::error::Error;
use crate::gather::{Cite, Gather, beginning};
use crate::lexicon::{Lexicon, Term};
use crate::names::{NameKey, Names};
use crate::numbers::units;
use crate::place::{Occurrence, Place};
use crate::weights::SHORT_FIELD;
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// The fields of the metadata channel.
pub(crate) const NAME: usize = 0;
pub(crate) const TAGS: usize = 1;
pub(crate) const DESCRIPTION: usize = 2;

/// Fewer cards than this are not worth a thread of their own.
const MIN_PART: usize = 256;

/// More parts than this take longer to put together than to read.
const MAX_PARTS: usize = 8;

/// An index over the cards of a catalog, for [`rank`](crate::rank).
///
/// Building is linear in the text: names, tags, descriptions and the first 12 KiB of each body. Many
/// cards are read on several threads; the index is the same. It keeps no text but the names.
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
    /// What the words of each skill's name tell together, in units.
    name_tells: Vec<u64>,
    cites: Vec<Box<[Cite]>>,
    /// The skills whose texts hold each name, made when it is first asked for.
    speakers: Option<HashMap<NameKey, Vec<u32>, RandomState>>,
    gather: Gather,
}

impl Index {
    /// Builds an index; positions are those of the cards.
    #[must_use]
    pub fn build(cards: &[Card<'_>]) -> Self {
        let mut index = Self::of_parts(cards);
        index.hear(None);
        index.settle();
        index
    }

    /// Reads the cards, many of them in parts side by side: what each skill says, not yet what
    /// depends on all together.
    fn of_parts(cards: &[Card<'_>]) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let size = cards.len().div_ceil(threads.min(MAX_PARTS)).max(MIN_PART);
        let mut parts = cards.chunks(size);
        let first = parts.next().unwrap_or(&[]);
        std::thread::scope(|scope| {
            let others: Vec<_> = parts
                .map(|part| {
                    let spawned = std::thread::Builder::new().spawn_scoped(scope, || Self::of_part(part));
                    spawned.map_err(|_| part)
                })
                .collect();
            let mut index = Self::of_part(first);
            for other in others {
                match other {
                    Ok(thread) => match thread.join() {
                        Ok(part) => index.append(part),
                        Err(panic) => std::panic::resume_unwind(panic),
                    },
                    // There are no more threads to be had.
                    Err(part) => index.append(Self::of_part(part)),
                }
            }
            index
        })
    }

    fn of_part(cards: &[Card<'_>]) -> Self {
        let mut index = Self {
            lexicon: Lexicon::new(),
            names: Names::new(cards.len()),
            metadata: Channel::new([SHORT_FIELD, SHORT_FIELD, 1], cards.len()),
            body: Channel::new([1; 3], cards.len()),
            mentions: Channel::new([1; 3], cards.len()),
            name_tells: Vec::new(),
            cites: vec![Box::default(); cards.len()],
            speakers: None,
            gather: Gather::default(),
        };
        for (position, card) in cards.iter().enumerate() {
            index.read(position, card);
        }
        index.metadata.file();
        index.body.file();
        index
    }

    /// Adds the skills of another index behind these.
    fn append(&mut self, other: Self) {
        let terms = self.lexicon.append(other.lexicon);
        self.names.append(other.names, &terms);
        self.metadata.append(other.metadata, &terms);
        self.body.append(other.body, &terms);
        self.mentions.append(other.mentions, &terms);
        self.cites.extend(other.cites);
    }

    /// Replaces one skill. That takes time by the length of its text and of those that name what it
    /// names, and a little by the number of skills; the index is then the same as one built anew.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchPosition`] if there is no skill at the position.
    pub fn update(&mut self, position: usize, card: &Card<'_>) -> Result<(), Error> {
        if position >= self.len() {
            return Err(Error::NoSuchPosition { position, len: self.len() });
        }
        let mut changed = self.cited(position);
        for key in &changed {
            if let Some(speakers) = self.speakers().get_mut(key) {
                speakers.retain(|speaker| *speaker as usize != position);
            }
        }
        changed.extend(self.names.key(position));
        self.read(position, card);
        for key in self.cited(position) {
            self.speakers().entry(key).or_default().push(position as u32);
            changed.push(key);
        }
        self.metadata.file();
        self.body.file();
        changed.extend(self.names.key(position));
        // What is said around a name that nobody bears goes to nobody.
        changed.retain(|key| !self.names.bearers(*key).is_empty());
        changed.sort_unstable();
        changed.dedup();
        self.hear(Some(&changed));
        self.settle();
        Ok(())
    }

    /// The names that a skill's text holds, each once, ascending.
    fn cited(&self, position: usize) -> Vec<NameKey> {
        let mut keys: Vec<NameKey> = self.cites[position].iter().map(|cite| cite.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The skills whose texts hold each name.
    fn speakers(&mut self) -> &mut HashMap<NameKey, Vec<u32>, RandomState> {
        if self.speakers.is_none() {
            let mut speakers: HashMap<NameKey, Vec<u32>, RandomState> = HashMap::default();
            for position in 0..self.len() {
                for key in self.cited(position) {
                    speakers.entry(key).or_default().push(position as u32);
                }
            }
            self.speakers = Some(speakers);
        }
        self.speakers.get_or_insert_default()
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
        gather.text(DESCRIPTION, card.description, false, &mut self.lexicon);
        self.metadata.set(position, &mut gather.occurrences);
        gather.occurrences.clear();
        gather.places = [0; 3];
        gather.text(0, beginning(card.body.unwrap_or("")), true, &mut self.lexicon);
        self.body.set(position, &mut gather.occurrences);
        self.cites[position] = gather.cites.as_slice().into();
        self.names.set(position, card.name, name_terms);
    }

    /// Collects what skills say about one another: about all, or about those of some names.
    fn hear(&mut self, keys: Option<&[NameKey]>) {
        let mut heard: Vec<Vec<Occurrence>> = vec![Vec::new(); self.len()];
        let mut wanted = vec![keys.is_none(); self.len()];
        for key in keys.unwrap_or(&[]) {
            for position in self.names.bearers(*key) {
                wanted[*position as usize] = true;
            }
        }
        let speakers: Vec<usize> = match (keys, &self.speakers) {
            (Some(keys), Some(speakers)) => {
                let lists = keys.iter().filter_map(|key| speakers.get(key));
                let mut some: Vec<usize> = lists.flatten().map(|speaker| *speaker as usize).collect();
                some.sort_unstable();
                some.dedup();
                some
            }
            _ => (0..self.len()).collect(),
        };
        for speaker in speakers {
            let cites = &self.cites[speaker];
            let own = self.names.key(speaker);
            for in_body in [false, true] {
                let channel = if in_body { &self.body } else { &self.metadata };
                let windows: Vec<(&Cite, usize)> = cites
                    .iter()
                    .filter(|cite| cite.in_body == in_body && Some(cite.key) != own)
                    .filter(|cite| keys.is_none_or(|keys| keys.binary_search(&cite.key).is_ok()))
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
        self.mentions.file();
    }

    fn settle(&mut self) {
        self.metadata.settle();
        self.body.settle();
        self.mentions.settle();
        let tells = |term: &Term| units(self.metadata.information(Some(*term)));
        let of_name = |skill| self.names.terms(skill).iter().map(tells).sum();
        self.name_tells = (0..self.names.len()).map(of_name).collect();
    }

    /// What the words of a skill's name tell together, in units.
    pub(crate) fn name_tells(&self, skill: usize) -> u64 {
        self.name_tells.get(skill).copied().unwrap_or(0)
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
