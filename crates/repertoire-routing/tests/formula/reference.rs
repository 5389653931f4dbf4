//! The ranking of docs/routing.md written down plainly and slowly, for texts of plain words that are
//! their own stems: every question walks all texts again.

use repertoire_routing::Field;
use std::collections::{BTreeMap, BTreeSet};

// The table of docs/routing.md.
const SATURATION: f64 = 2.0;
const LENGTH: f64 = 0.75;
const SHORT_FIELD: u64 = 2;
const BODY: f64 = 0.6;
const MENTION: f64 = 0.3;
const MENTION_REACH: usize = 24;
const PAIR: f64 = 0.5;
const FEW_TERMS: usize = 3;
const LITTLE_SHARE: f64 = 0.5;

/// A skill of plain words, blanks between them, `.` and `\n` where a clause or a line ends.
#[derive(Clone, Debug)]
pub(crate) struct Skill {
    pub(crate) name: String,
    pub(crate) directory: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) description: String,
    pub(crate) body: String,
}

/// What is to be found of a skill. Weights are in 1/1024.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) position: usize,
    pub(crate) score: u64,
    /// `None` where it hangs on the last digit of a sum.
    pub(crate) weak: Option<bool>,
    pub(crate) reasons: BTreeMap<(String, Field), u64>,
}

type Phrase<'t> = Vec<&'t str>;

/// The words of a text, apart where no phrase goes on.
fn phrases(text: &str) -> Vec<Phrase<'_>> {
    text.split(['.', '\n']).map(words).collect()
}

fn words(text: &str) -> Phrase<'_> {
    text.split([' ', '-']).filter(|word| !word.is_empty()).collect()
}

/// Fields of one weight or another, with frequencies and lengths of their own.
struct Channel<'t> {
    /// For each skill its fields, what a word there counts, and the phrases.
    skills: Vec<Vec<(Field, u64, Vec<Phrase<'t>>)>>,
}

impl Channel<'_> {
    /// How often a skill says a word in each field, by the field's weight.
    fn said(&self, skill: usize, word: &str) -> Vec<(Field, u64)> {
        let count = |phrases: &[Phrase<'_>]| phrases.iter().flatten().filter(|said| **said == word).count();
        self.skills[skill]
            .iter()
            .map(|(field, weight, phrases)| (*field, weight * count(phrases) as u64))
            .collect()
    }

    fn frequency(&self, skill: usize, word: &str) -> u64 {
        self.said(skill, word).iter().map(|(_, times)| times).sum()
    }

    fn length(&self, skill: usize) -> u64 {
        let fields = self.skills[skill].iter();
        fields.map(|(_, weight, phrases)| weight * phrases.iter().flatten().count() as u64).sum()
    }

    /// What a thing tells that so many skills say.
    fn rarity(&self, skills: usize) -> f64 {
        let documents = (0..self.skills.len()).filter(|skill| self.length(*skill) > 0).count();
        if documents == 0 {
            return 0.0;
        }
        let (all, few) = (documents as f64, skills as f64);
        (1.0 + (all - few + 0.5) / (few + 0.5)).ln()
    }

    fn information(&self, word: &str) -> f64 {
        self.rarity((0..self.skills.len()).filter(|skill| self.frequency(*skill, word) > 0).count())
    }

    /// BM25F.
    fn points(&self, skill: usize, word: &str) -> f64 {
        let lengths: Vec<f64> = (0..self.skills.len()).map(|skill| self.length(skill) as f64).collect();
        let documents = lengths.iter().filter(|length| **length > 0.0).count() as f64;
        let average = lengths.iter().sum::<f64>() / documents;
        let discount = SATURATION * (1.0 - LENGTH + LENGTH * lengths[skill] / average);
        self.information(word) * saturated(self.frequency(skill, word) as f64, discount)
    }

    /// Where two words stand side by side: skill, the first field, how often.
    fn side_by_side(&self, first: &str, second: &str) -> Vec<(usize, Field, usize)> {
        let times = |phrases: &[Phrase<'_>]| {
            phrases
                .iter()
                .flat_map(|phrase| phrase.windows(2))
                .filter(|pair| **pair == [first, second])
                .count()
        };
        let mut found = Vec::new();
        for (skill, fields) in self.skills.iter().enumerate() {
            let by_field: Vec<(Field, usize)> =
                fields.iter().map(|(field, _, phrases)| (*field, times(phrases))).collect();
            let all: usize = by_field.iter().map(|(_, times)| times).sum();
            if let Some((field, _)) = by_field.iter().find(|(_, times)| *times > 0) {
                found.push((skill, *field, all));
            }
        }
        found
    }

    fn pairs(&self, first: &str, second: &str) -> Vec<(usize, Field, f64)> {
        let found = self.side_by_side(first, second);
        let rarity = self.rarity(found.len());
        let points = |times: usize| rarity * saturated(times as f64, SATURATION);
        found.into_iter().map(|(skill, field, times)| (skill, field, points(times))).collect()
    }
}

fn saturated(frequency: f64, discount: f64) -> f64 {
    frequency * (SATURATION + 1.0) / (frequency + discount)
}

fn units(points: f64) -> u64 {
    (points * 1024.0).round() as u64
}

/// What a text says of each name with hyphens that it holds: the words around, in the same line.
fn around_names(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut said = Vec::new();
    for line in text.split('\n') {
        // A word or the end of a clause at each place, and the names from place to place.
        let (mut places, mut names) = (Vec::new(), Vec::new());
        for token in line.split(' ').filter(|token| !token.is_empty()) {
            let start = places.len();
            places.extend(token.split('-'));
            if token.contains('-') {
                names.push((token, start, places.len()));
            }
        }
        for (name, start, end) in names {
            let before = &places[start.saturating_sub(MENTION_REACH)..start];
            let after = &places[end..places.len().min(end + MENTION_REACH)];
            said.push((name, [before, after].concat().into_iter().filter(|word| *word != ".").collect()));
        }
    }
    said
}

/// All that is found, in catalog order.
pub(crate) fn rank(request: &str, skills: &[Skill]) -> Vec<Found> {
    let metadata = Channel {
        skills: skills
            .iter()
            .map(|skill| {
                let directory = skill.directory.iter().filter(|directory| **directory != skill.name);
                let names = std::iter::once(&skill.name).chain(directory).map(|name| words(name)).collect();
                let tags = skill.tags.iter().map(|tag| words(tag)).collect();
                vec![
                    (Field::Name, SHORT_FIELD, names),
                    (Field::Tags, SHORT_FIELD, tags),
                    (Field::Description, 1, phrases(&skill.description)),
                ]
            })
            .collect(),
    };
    let bodies = skills.iter().map(|skill| vec![(Field::Body, 1, phrases(&skill.body))]);
    let body = Channel { skills: bodies.collect() };
    let mut heard: Vec<Vec<Phrase<'_>>> = vec![Vec::new(); skills.len()];
    for skill in skills {
        for (name, words) in [&skill.description, &skill.body].into_iter().flat_map(|text| around_names(text))
        {
            if let Some(named) = skills.iter().position(|other| other.name == name && name != skill.name) {
                heard[named].push(words);
            }
        }
    }
    let heard = heard.into_iter().map(|said| vec![(Field::Mention, 1, said)]);
    let mentions = Channel { skills: heard.collect() };

    let mut asked: Vec<&str> = Vec::new();
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for phrase in phrases(request) {
        asked.extend(&phrase);
        pairs.extend(phrase.windows(2).map(|pair| (pair[0], pair[1])));
    }
    let mut seen = BTreeSet::new();
    asked.retain(|word| seen.insert(*word));
    let mut seen = BTreeSet::new();
    pairs.retain(|pair| seen.insert(*pair));

    let mut reasons: Vec<BTreeMap<(String, Field), u64>> = vec![BTreeMap::new(); skills.len()];
    for (position, skill) in skills.iter().enumerate() {
        let mut add = |term: &str, field, units| {
            *reasons[position].entry((term.to_owned(), field)).or_default() += units;
        };
        let name: BTreeSet<&str> = words(&skill.name).into_iter().collect();
        let tells = |word: &str| units(metadata.information(word));
        let whole: u64 = name.iter().map(|word| tells(word)).sum();
        let told: u64 = name.iter().filter(|word| asked.contains(*word)).map(|word| tells(word)).sum();
        for word in &asked {
            let said = metadata.said(position, word);
            let all: u64 = said.iter().map(|(_, times)| times).sum();
            if all > 0 {
                let earned = units(metadata.points(position, word));
                let parts: Vec<u64> = said.iter().map(|(_, times)| earned * times / all).collect();
                // What rounding leaves goes to the first field that has the word.
                let rest = earned - parts.iter().sum::<u64>();
                let first = said.iter().position(|(_, times)| *times > 0);
                for (nth, ((field, _), part)) in said.iter().zip(parts).enumerate() {
                    add(word, *field, part + if Some(nth) == first { rest } else { 0 });
                }
                if name.contains(word) {
                    add(word, Field::Name, tells(word) * told / whole);
                }
            }
            for (channel, share, field) in [(&body, BODY, Field::Body), (&mentions, MENTION, Field::Mention)]
            {
                if channel.frequency(position, word) > 0 {
                    add(word, field, units(share * channel.points(position, word)));
                }
            }
        }
    }
    for (first, second) in &pairs {
        for (position, field, points) in [metadata.pairs(first, second), body.pairs(first, second)].concat() {
            *reasons[position].entry((format!("{first} {second}"), field)).or_default() +=
                units(PAIR * points);
        }
    }
    let earned = |reasons: &BTreeMap<_, u64>| reasons.values().sum::<u64>();
    let written: Vec<bool> = skills.iter().map(|skill| is_written(request, &skill.name)).collect();
    let others = reasons.iter().zip(&written).filter(|(_, written)| !**written);
    let lift = others.map(|(reasons, _)| earned(reasons)).max().unwrap_or(0) + 1;
    for (position, _) in written.iter().enumerate().filter(|(_, written)| **written) {
        reasons[position].insert((skills[position].name.clone(), Field::Written), lift);
    }

    let information: f64 = asked.iter().map(|word| metadata.information(word)).sum();
    let found = reasons.into_iter().enumerate().map(|(position, mut reasons)| {
        reasons.retain(|_, units| *units > 0);
        let said: Vec<&&str> = asked.iter().filter(|word| metadata.frequency(position, word) > 0).collect();
        let told: f64 = said.iter().map(|word| metadata.information(word)).sum();
        let short_by = LITTLE_SHARE * information - told;
        let weak = if written[position] || said.len() >= FEW_TERMS {
            Some(false)
        } else {
            (short_by.abs() > 1e-9).then_some(short_by > 0.0)
        };
        Found { position, score: earned(&reasons), weak, reasons }
    });
    found.filter(|found| found.score > 0).collect()
}

/// Whether a request writes a name of two words or more out, with hyphens or blanks between them.
fn is_written(request: &str, name: &str) -> bool {
    name.contains('-')
        && request.split('.').any(|clause| {
            let tokens: Vec<&str> = clause.split_whitespace().collect();
            (0..tokens.len()).any(|from| (from..tokens.len()).any(|to| tokens[from..=to].join("-") == name))
        })
}
