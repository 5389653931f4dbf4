//! One channel of the index: for each term the skills that say it, in which field, and where.

use crate::lexicon::Term;
use crate::numbers::ln;
use crate::place::{Occurrence, Place};
use crate::weights::{LENGTH, SATURATION};

/// How many fields a channel has at most.
pub(crate) const FIELDS: usize = 3;

/// One skill in the list of a term.
#[derive(Clone, Copy, Debug)]
struct Posting {
    skill: u32,
    /// Where its places begin among all of the skill's.
    start: u32,
    /// How many places there are.
    places: u16,
    /// The same by field.
    counts: [u16; FIELDS],
    /// The marks of the terms that directly follow.
    followers: u32,
}

/// The occurrences of one term in one skill's text, while they are counted.
struct Group {
    term: Term,
    start: u32,
    places: u32,
    counts: [u16; FIELDS],
    followers: u32,
}

impl Group {
    fn new(term: Term) -> Self {
        Self { term, start: 0, places: 0, counts: [0; FIELDS], followers: 0 }
    }
}

/// What a channel holds of one skill.
#[derive(Clone, Debug, Default)]
struct Held {
    /// The distinct terms, in the order of their coming.
    terms: Box<[Term]>,
    /// The places of the first term, then of the second, and so on; each ascending, without wholes.
    places: Box<[Place]>,
    /// The number of words, those of short fields counted as often as they weigh.
    length: u32,
}

/// One channel: BM25F over up to three fields, with its own document frequencies and lengths.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    /// What an occurrence in each field counts.
    field_weights: [u32; FIELDS],
    lists: Vec<Vec<Posting>>,
    /// What was set and is not in the lists yet, in the order of its coming.
    unfiled: Vec<(Term, Posting)>,
    /// For each term its place among those of the skill that is being set; else 0.
    slots: Vec<u32>,
    held: Vec<Held>,
    /// The number of skills that say anything in this channel.
    documents: usize,
    /// The sum of all lengths.
    total: u64,
    /// The information of a term by the number of skills that say it.
    information: Vec<f64>,
    /// How far the length of each skill's text discounts an occurrence.
    discounts: Vec<f64>,
}

/// How often a term occurs in one skill, by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) skill: usize,
    pub(crate) counts: [u16; FIELDS],
}

impl Channel {
    pub(crate) fn new(field_weights: [u32; FIELDS], skills: usize) -> Self {
        Self {
            field_weights,
            lists: Vec::new(),
            unfiled: Vec::new(),
            slots: Vec::new(),
            held: vec![Held::default(); skills],
            documents: 0,
            total: 0,
            information: Vec::new(),
            discounts: Vec::new(),
        }
    }

    /// Sets what the channel holds of a skill: what occurs in its text, in the order of the text.
    /// [`Channel::file`] and [`Channel::settle`] must follow before the next question.
    pub(crate) fn set(&mut self, skill: usize, occurrences: &mut [Occurrence]) {
        let mut before: Option<usize> = None;
        for at in 0..occurrences.len() {
            let Occurrence { term, place, .. } = occurrences[at];
            if place.at().is_none() {
                continue;
            }
            if let Some(before) = before.filter(|before| occurrences[*before].place.next() == Some(place)) {
                occurrences[before].follower = term.mark();
            }
            before = Some(at);
        }
        let groups = self.group(occurrences);
        let mut places = vec![Place::default(); groups.iter().map(|group| group.places as usize).sum()];
        let mut ends: Vec<u32> = groups.iter().map(|group| group.start).collect();
        for occurrence in occurrences.iter().filter(|said| said.place.at().is_some()) {
            let end = &mut ends[self.slots[occurrence.term.number()] as usize - 1];
            places[*end as usize] = occurrence.place;
            *end += 1;
        }
        let old = std::mem::take(&mut self.held[skill]);
        for term in old.terms.iter().filter(|term| self.slots[term.number()] == 0) {
            let list = &mut self.lists[term.number()];
            if let Ok(at) = list.binary_search_by_key(&(skill as u32), |posting| posting.skill) {
                list.remove(at);
            }
        }
        let mut length = 0u32;
        for group in &groups {
            self.slots[group.term.number()] = 0;
            length = length.saturating_add(self.weigh(group.counts));
            let posting = Posting {
                skill: skill as u32,
                start: group.start,
                places: u16::try_from(group.places).unwrap_or(u16::MAX),
                counts: group.counts,
                followers: group.followers,
            };
            self.unfiled.push((group.term, posting));
        }
        self.documents -= usize::from(!old.terms.is_empty());
        self.total -= u64::from(old.length);
        self.documents += usize::from(!groups.is_empty());
        self.total += u64::from(length);
        let terms = groups.iter().map(|group| group.term).collect();
        self.held[skill] = Held { terms, places: places.into(), length };
    }

    /// The occurrences by term, in the order of the terms' coming. Leaves in `slots`, for each
    /// term, its place among the groups, counted from 1.
    fn group(&mut self, occurrences: &[Occurrence]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for occurrence in occurrences {
            let term = occurrence.term.number();
            if term >= self.slots.len() {
                self.slots.resize(term + 1, 0);
                self.lists.resize_with(term + 1, Vec::new);
            }
            if self.slots[term] == 0 {
                groups.push(Group::new(occurrence.term));
                self.slots[term] = groups.len() as u32;
            }
            let group = &mut groups[self.slots[term] as usize - 1];
            let count = &mut group.counts[occurrence.place.field().min(FIELDS - 1)];
            *count = count.saturating_add(1);
            group.places += u32::from(occurrence.place.at().is_some());
            group.followers |= occurrence.follower;
        }
        let mut start = 0;
        for group in &mut groups {
            group.start = start;
            start += group.places;
        }
        groups
    }

    /// Files what was set since the last time. Must come before anything is asked.
    pub(crate) fn file(&mut self) {
        // A few hundred lists at a time: the end of each list stays near while others come. What has the
        // same list stays in order.
        let room = |term: Term| term.number() >> 8;
        let mut starts = vec![0; (self.lists.len() >> 8) + 2];
        for (term, _) in &self.unfiled {
            starts[room(*term) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut order = vec![0u32; self.unfiled.len()];
        for (nth, (term, _)) in self.unfiled.iter().enumerate() {
            let at: &mut usize = &mut starts[room(*term)];
            order[*at] = nth as u32;
            *at += 1;
        }
        let unfiled = std::mem::take(&mut self.unfiled);
        for nth in order {
            let (term, posting) = unfiled[nth as usize];
            self.put(term, posting);
        }
    }

    fn put(&mut self, term: Term, posting: Posting) {
        let list = &mut self.lists[term.number()];
        if list.last().is_none_or(|last| last.skill < posting.skill) {
            list.push(posting);
            return;
        }
        match list.binary_search_by_key(&posting.skill, |posting| posting.skill) {
            Ok(at) => list[at] = posting,
            Err(at) => list.insert(at, posting),
        }
    }

    /// Adds the skills of another channel behind these. `terms` says what each of its terms is
    /// here, by its number there.
    pub(crate) fn append(&mut self, other: Self, terms: &[Term]) {
        let offset = self.held.len() as u32;
        let last = terms.iter().map(|term| term.number() + 1).max().unwrap_or(0);
        if last > self.lists.len() {
            self.slots.resize(last, 0);
            self.lists.resize_with(last, Vec::new);
        }
        for (list, term) in other.lists.into_iter().zip(terms) {
            let moved = list.into_iter().map(|posting| Posting { skill: posting.skill + offset, ..posting });
            self.lists[term.number()].extend(moved);
        }
        for mut held in other.held {
            for term in &mut held.terms {
                *term = terms[term.number()];
            }
            self.held.push(held);
        }
        self.documents += other.documents;
        self.total += other.total;
    }

    /// Brings up to date what depends on all skills together.
    pub(crate) fn settle(&mut self) {
        let documents = self.documents as f64;
        let information = |frequency: usize| {
            let frequency = frequency as f64;
            ln(1.0 + (documents - frequency + 0.5) / (frequency + 0.5))
        };
        if self.information.len() != self.documents + 1 {
            self.information = (0..=self.documents).map(information).collect();
        }
        let average = self.total as f64 / self.documents.max(1) as f64;
        let discount = |held: &Held| SATURATION * (1.0 - LENGTH + LENGTH * f64::from(held.length) / average);
        self.discounts.clear();
        self.discounts.extend(self.held.iter().map(discount));
    }

    /// What a term tells that so many skills say: much if few do.
    fn of_frequency(&self, frequency: usize) -> f64 {
        self.information.get(frequency).copied().unwrap_or(0.0)
    }

    fn list(&self, term: Term) -> &[Posting] {
        self.lists.get(term.number()).map_or(&[], Vec::as_slice)
    }

    /// What a term tells; most if no skill says it.
    pub(crate) fn information(&self, term: Option<Term>) -> f64 {
        self.of_frequency(term.map_or(0, |term| self.list(term).len()))
    }

    /// Calls `give` with every skill that says the term and the points that it earns by it.
    pub(crate) fn score(&self, term: Term, mut give: impl FnMut(Hit, f64)) {
        let list = self.list(term);
        let information = self.of_frequency(list.len());
        for posting in list {
            give(
                Hit { skill: posting.skill as usize, counts: posting.counts },
                self.points(posting, information),
            );
        }
    }

    /// The same for one skill.
    pub(crate) fn score_of(&self, term: Term, skill: usize) -> Option<(Hit, f64)> {
        let list = self.list(term);
        let at = list.binary_search_by_key(&skill, |posting| posting.skill as usize).ok()?;
        let hit = Hit { skill, counts: list[at].counts };
        Some((hit, self.points(&list[at], self.of_frequency(list.len()))))
    }

    fn points(&self, posting: &Posting, information: f64) -> f64 {
        information * saturated(f64::from(self.weigh(posting.counts)), self.discounts[posting.skill as usize])
    }

    /// How often, by the weights of the fields.
    fn weigh(&self, counts: [u16; FIELDS]) -> u32 {
        counts.iter().zip(self.field_weights).map(|(count, weight)| u32::from(*count) * weight).sum()
    }

    /// Splits units among the fields in which a term stands; the parts sum to the whole.
    pub(crate) fn split(&self, units: u64, counts: [u16; FIELDS]) -> [u64; FIELDS] {
        let all = u64::from(self.weigh(counts)).max(1);
        let mut parts = [0; FIELDS];
        for (part, (count, weight)) in parts.iter_mut().zip(counts.iter().zip(self.field_weights)) {
            *part = units * u64::from(*count) * u64::from(weight) / all;
        }
        let rest = units - parts.iter().sum::<u64>();
        if let Some(first) = counts.iter().position(|count| *count > 0) {
            parts[first] += rest;
        }
        parts
    }

    /// The skills in which the second term directly follows the first: skill, field where it first
    /// does, and the points that a term as rare as the pair would earn.
    pub(crate) fn pairs(&self, first: Term, second: Term) -> Vec<(usize, usize, f64)> {
        let mark = second.mark();
        let following = self.list(second);
        let mut found = Vec::new();
        let mut from = 0;
        for a in self.list(first).iter().filter(|a| a.followers & mark != 0) {
            from = first_from(following, from, a.skill);
            let Some(b) = following.get(from) else { break };
            if a.skill != b.skill {
                continue;
            }
            let (times, field) = self.times(a, b);
            if times > 0 {
                found.push((a.skill as usize, field, f64::from(times)));
            }
        }
        let information = self.of_frequency(found.len());
        for (_, _, points) in &mut found {
            *points = information * saturated(*points, SATURATION);
        }
        found
    }

    /// How often the places of one term are right before those of another, and the first field.
    fn times(&self, first: &Posting, second: &Posting) -> (u32, usize) {
        let places = &self.held[first.skill as usize].places;
        let second = within(places, second);
        let (mut times, mut field) = (0, 0);
        for next in within(places, first).iter().filter_map(|place| place.next()) {
            if second.binary_search(&next).is_ok() {
                if times == 0 {
                    field = next.field();
                }
                times += 1;
            }
        }
        (times, field)
    }

    /// The distinct terms of one skill, each with its places.
    pub(crate) fn terms_of(&self, skill: usize) -> impl Iterator<Item = (Term, &[Place])> {
        let held = &self.held[skill];
        held.terms.iter().filter_map(move |term| {
            let list = self.list(*term);
            let at = list.binary_search_by_key(&skill, |posting| posting.skill as usize).ok()?;
            Some((*term, within(&held.places, &list[at])))
        })
    }
}

/// The first posting of a skill or a later one, looked for from one on in leaps.
fn first_from(list: &[Posting], from: usize, skill: u32) -> usize {
    let mut leap = 1;
    let mut low = from;
    while list.get(low + leap).is_some_and(|posting| posting.skill < skill) {
        low += leap;
        leap *= 2;
    }
    let high = (low + leap).min(list.len());
    low + list.get(low..high).map_or(0, |near| near.partition_point(|posting| posting.skill < skill))
}

/// The places of one term among all those of a skill.
fn within<'p>(places: &'p [Place], posting: &Posting) -> &'p [Place] {
    let start = posting.start as usize;
    places.get(start..start + usize::from(posting.places)).unwrap_or(&[])
}

/// More occurrences count more, each less than the one before; one occurrence in a text of average
/// length counts 1.
fn saturated(frequency: f64, discount: f64) -> f64 {
    frequency * (SATURATION + 1.0) / (frequency + discount)
}

#[cfg(test)]
mod tests;
