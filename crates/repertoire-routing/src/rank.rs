//! Ranking: what each skill earns by a request, and why.

use crate::channel::Hit;
use crate::index::{DESCRIPTION, Index, NAME, TAGS};
use crate::lexicon::Term;
use crate::numbers::{points, units};
use crate::request::{Asking, written_names};
use crate::weights::{BODY, FEW_TERMS, LITTLE_SHARE, MENTION, PAIR};
use std::cmp::Reverse;

/// Where a term of the request was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The request writes the skill's name out.
    Written,
    /// The name, or that of its directory.
    Name,
    /// A tag.
    Tags,
    /// The description.
    Description,
    /// The body.
    Body,
    /// What other skills say where they name this one.
    Mention,
}

impl Field {
    /// `written`, `name`, `tags`, `description`, `body` or `mention`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Name => "name",
            Self::Tags => "tags",
            Self::Description => "description",
            Self::Body => "body",
            Self::Mention => "mention",
        }
    }

    fn of_metadata(field: usize) -> Self {
        match field {
            NAME => Self::Name,
            TAGS => Self::Tags,
            _ => Self::Description,
        }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One reason for a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The word, pair of words, or name, as the request has it, in lower case.
    pub term: String,
    /// Where it was found.
    pub field: Field,
    /// What it adds to the score: a positive multiple of 1/1024.
    pub weight: f64,
}

/// A skill that a request speaks to.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The position of the skill in the catalog.
    pub position: usize,
    /// Its name.
    pub name: String,
    /// How much speaks for it: exactly the sum of the weights of the reasons, in whatever order
    /// they are added. Scores of one request can be compared, those of different requests cannot.
    pub score: f64,
    /// Whether little speaks for it. A hint, never a promise.
    pub weak: bool,
    /// What speaks for it, the weightiest first.
    pub reasons: Vec<Reason>,
}

/// Ranks the skills for a request: all that anything speaks for, the best first, equals in catalog
/// order. A request that nothing speaks to gives an empty list.
///
/// # Examples
///
/// ```
/// use repertoire_routing::{Card, Index, rank};
///
/// let index = Index::build(&[
///     Card::new("year-end-audit", "Full audit of the books."),
///     Card::new("quick-sum", "Adds up a few receipts. Use for quick checks."),
/// ]);
/// let matches = rank("quick check of these receipts", &index);
/// assert_eq!(matches[0].name, "quick-sum");
/// let sum: f64 = matches[0].reasons.iter().map(|reason| reason.weight).sum();
/// assert_eq!(sum, matches[0].score);
/// assert!(rank("knitting", &index).is_empty());
/// ```
#[must_use]
pub fn rank(request: &str, index: &Index) -> Vec<Match> {
    rank_first(request, index, usize::MAX)
}

/// The first few of [`rank`], without the work for the rest.
#[must_use]
pub fn rank_first(request: &str, index: &Index, limit: usize) -> Vec<Match> {
    let ranking = Ranking::new(request, index);
    ranking.best(limit).into_iter().map(|(position, units)| ranking.explain(position, units)).collect()
}

/// The positions of [`rank`]'s matches alone, without the work for the reasons: for
/// [`Order::Relevance`](crate::catalog::Order::Relevance).
#[must_use]
pub fn rank_positions(request: &str, index: &Index) -> Vec<usize> {
    Ranking::new(request, index).best(usize::MAX).into_iter().map(|(position, _)| position).collect()
}

/// One request against one index.
struct Ranking<'i> {
    index: &'i Index,
    asking: Asking,
    terms: Vec<Option<Term>>,
    /// The terms that the index knows, ascending.
    known: Vec<Term>,
    /// What each of them tells in metadata, in units.
    tells: Vec<u64>,
    /// Skills with a pair of the request's words side by side: skill, pair, field, units.
    pairs: Vec<(usize, usize, Field, u64)>,
    written: Vec<usize>,
    /// What each skill earns, in units.
    earned: Vec<u64>,
    /// What a written-out name adds.
    lift: u64,
}

impl<'i> Ranking<'i> {
    fn new(request: &str, index: &'i Index) -> Self {
        let asking = Asking::read(request);
        let terms = asking.numbered(&index.lexicon);
        let mut known: Vec<Term> = terms.iter().flatten().copied().collect();
        known.sort_unstable();
        let written = written_names(request, index);
        let mut ranking = Self {
            index,
            asking,
            terms,
            tells: known.iter().map(|term| units(index.metadata.information(Some(*term)))).collect(),
            known,
            pairs: Vec::new(),
            written,
            earned: vec![0; index.len()],
            lift: 0,
        };
        ranking.add_terms();
        ranking.add_pairs();
        ranking.lift_written();
        ranking
    }

    fn add_terms(&mut self) {
        let earned = &mut self.earned;
        let mut in_name = vec![false; earned.len()];
        for term in &self.known {
            self.index.metadata.score(*term, |hit, points| {
                earned[hit.skill] += units(points);
                in_name[hit.skill] |= hit.counts[NAME] > 0;
            });
            self.index.body.score(*term, |hit, points| earned[hit.skill] += units(BODY * points));
            self.index.mentions.score(*term, |hit, points| earned[hit.skill] += units(MENTION * points));
        }
        for skill in in_name.iter().enumerate().filter_map(|(skill, named)| named.then_some(skill)) {
            let told: u64 = self.said_of_name(skill).map(|(_, tells)| tells).sum();
            let share: u64 =
                self.said_of_name(skill).map(|(_, tells)| self.name_share(skill, tells, told)).sum();
            self.earned[skill] += share;
        }
    }

    /// The words of a skill's name that the request says, and what each tells.
    fn said_of_name(&self, skill: usize) -> impl Iterator<Item = (Term, u64)> {
        let said = |term: &Term| self.known.binary_search(term).ok().map(|at| (*term, self.tells[at]));
        self.index.names.terms(skill).iter().filter_map(said)
    }

    /// What a word of a name earns beyond its field: the more of the name the request says, the more
    /// each word of it counts.
    fn name_share(&self, skill: usize, tells: u64, told: u64) -> u64 {
        tells * told / self.index.name_tells(skill).max(1)
    }

    fn add_pairs(&mut self) {
        for (at, (first, second)) in self.asking.pairs.iter().enumerate() {
            let (Some(first), Some(second)) = (self.terms[*first], self.terms[*second]) else { continue };
            for (skill, field, points) in self.index.metadata.pairs(first, second) {
                self.pairs.push((skill, at, Field::of_metadata(field), units(PAIR * points)));
            }
            for (skill, _, points) in self.index.body.pairs(first, second) {
                self.pairs.push((skill, at, Field::Body, units(PAIR * points)));
            }
        }
        for (skill, _, _, units) in &self.pairs {
            self.earned[*skill] += units;
        }
        self.pairs.sort_unstable();
    }

    /// A skill whose name is written out comes before all others.
    fn lift_written(&mut self) {
        if self.written.is_empty() {
            return;
        }
        let others =
            self.earned.iter().enumerate().filter(|(skill, _)| self.written.binary_search(skill).is_err());
        self.lift = others.map(|(_, earned)| *earned).max().unwrap_or(0) + 1;
        for skill in &self.written {
            self.earned[*skill] += self.lift;
        }
    }

    /// The best skills with what they earn, in order.
    fn best(&self, limit: usize) -> Vec<(usize, u64)> {
        let mut found: Vec<(usize, u64)> =
            self.earned.iter().copied().enumerate().filter(|(_, earned)| *earned > 0).collect();
        let order = |(skill, earned): &(usize, u64)| (Reverse(*earned), *skill);
        if limit < found.len() {
            if limit == 0 {
                return Vec::new();
            }
            found.select_nth_unstable_by_key(limit - 1, order);
            found.truncate(limit);
        }
        found.sort_unstable_by_key(order);
        found
    }

    fn explain(&self, skill: usize, earned: u64) -> Match {
        let mut reasons: Vec<(u64, usize, Field)> = Vec::new();
        let name_told: u64 = self.said_of_name(skill).map(|(_, tells)| tells).sum();
        let mut said = 0;
        let mut told = 0.0;
        for (at, term) in self.terms.iter().enumerate() {
            let Some(term) = *term else { continue };
            if let Some((Hit { counts, .. }, points)) = self.index.metadata.score_of(term, skill) {
                if !self.asking.terms[at].whole {
                    said += 1;
                    told += self.index.metadata.information(Some(term));
                }
                let mut parts = self.index.metadata.split(units(points), counts);
                let named = self.said_of_name(skill).find(|(named, _)| *named == term);
                parts[NAME] += named.map_or(0, |(_, tells)| self.name_share(skill, tells, name_told));
                for field in [NAME, TAGS, DESCRIPTION] {
                    reasons.push((parts[field], at, Field::of_metadata(field)));
                }
            }
            if let Some((_, points)) = self.index.body.score_of(term, skill) {
                reasons.push((units(BODY * points), at, Field::Body));
            }
            if let Some((_, points)) = self.index.mentions.score_of(term, skill) {
                reasons.push((units(MENTION * points), at, Field::Mention));
            }
        }
        let written = self.written.binary_search(&skill).is_ok();
        let single = self.asking.terms.len();
        let from = self.pairs.partition_point(|pair| pair.0 < skill);
        for (_, pair, field, units) in self.pairs[from..].iter().take_while(|pair| pair.0 == skill) {
            reasons.push((*units, single + pair, *field));
        }
        if written {
            reasons.push((self.lift, usize::MAX, Field::Written));
        }
        reasons.retain(|(units, _, _)| *units > 0);
        reasons.sort_unstable_by_key(|(units, at, field)| (Reverse(*units), *at, *field));
        let asked: f64 = self.parts().map(|(_, term)| self.index.metadata.information(term)).sum();
        let name = self.index.name(skill).unwrap_or_default();
        Match {
            position: skill,
            name: name.to_owned(),
            score: points(earned),
            weak: !written && said < FEW_TERMS && told < LITTLE_SHARE * asked,
            reasons: reasons
                .into_iter()
                .map(|(units, at, field)| Reason { term: self.say(at, name), field, weight: points(units) })
                .collect(),
        }
    }

    /// The terms of the request that are no wholes beside their parts.
    fn parts(&self) -> impl Iterator<Item = (usize, Option<Term>)> {
        let part = |at: &usize| !self.asking.terms[*at].whole;
        (0..self.terms.len()).filter(part).map(|at| (at, self.terms[at]))
    }

    /// A term, pair or written-out name in words.
    fn say(&self, at: usize, name: &str) -> String {
        if let Some(asked) = self.asking.terms.get(at) {
            return asked.word.clone();
        }
        let pair = at.checked_sub(self.asking.terms.len()).and_then(|at| self.asking.pairs.get(at));
        match pair {
            Some((first, second)) => {
                format!("{} {}", self.asking.terms[*first].word, self.asking.terms[*second].word)
            }
            None => name.to_owned(),
        }
    }
}
