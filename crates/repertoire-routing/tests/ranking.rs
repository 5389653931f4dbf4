//! Laws of the ranking, and what it must get right on small catalogs.

use proptest::prelude::*;
use repertoire_routing::{
    Card, Error, Field, Index, Match, Reason, matched_spans, rank, rank_first, rank_positions,
};

/// A skill that owns its texts.
#[derive(Clone, Debug)]
struct Owned {
    name: String,
    description: String,
    tags: Vec<String>,
    body: Option<String>,
}

impl Owned {
    fn card(&self) -> Card<'_> {
        Card { tags: &self.tags, body: self.body.as_deref(), ..Card::new(&self.name, &self.description) }
    }
}

fn index(skills: &[Owned]) -> Index {
    Index::build(&skills.iter().map(Owned::card).collect::<Vec<_>>())
}

const WORDS: [&str; 26] = [
    "tide",
    "tides",
    "table",
    "moon",
    "harbour",
    "deploy",
    "deploying",
    "OpenTelemetry",
    "next.js",
    "c++",
    "潮汐表",
    "the",
    "for",
    "`moon-chart`",
    "sea-chart",
    "tide-table",
    "tide-table",
    "/moon",
    "review",
    "reviewer",
    "e-mail",
    "don't",
    "```",
    ".",
    "\n",
    "🌊",
];

fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), words).prop_map(|words| words.join(" "))
}

const NAMES: [&str; 12] = [
    "tide-table",
    "moon-chart",
    "moon",
    "harbour",
    "review-e-mail",
    "潮汐",
    "deploy",
    "table",
    "sun",
    "sea-chart",
    "tea",
    "star",
];

fn skill() -> impl Strategy<Value = Owned> {
    let tags = prop::collection::vec(prop::sample::select(vec!["tides".to_owned(), "moon".to_owned()]), 0..3);
    (prop::sample::select(&NAMES[..]), text(0..12), tags, prop::option::of(text(0..40)))
        .prop_map(|(name, description, tags, body)| Owned { name: name.to_owned(), description, tags, body })
}

fn skills() -> impl Strategy<Value = Vec<Owned>> {
    prop::collection::vec(skill(), 0..12)
}

/// A match without its position.
fn apart(found: &Match) -> String {
    format!("{} {} {} {:?}", found.name, found.score.to_bits(), found.weak, found.reasons)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn scores_are_exactly_the_sum_of_their_reasons_in_any_order(skills in skills(), request in text(0..14)) {
        for found in rank(&request, &index(&skills)) {
            let weights: Vec<f64> = found.reasons.iter().map(|reason| reason.weight).collect();
            prop_assert!(weights.iter().all(|weight| *weight > 0.0));
            prop_assert!(weights.is_sorted_by(|a, b| a >= b));
            prop_assert_eq!(weights.iter().sum::<f64>(), found.score);
            prop_assert_eq!(weights.iter().rev().sum::<f64>(), found.score);
        }
    }

    #[test]
    fn reasons_say_where_a_term_stands(skills in skills(), request in text(0..14)) {
        for found in rank(&request, &index(&skills)) {
            let skill = &skills[found.position];
            let says = |text: &str, term: &str| !matched_spans(term, text).is_empty();
            for Reason { term, field, .. } in &found.reasons {
                let stands = match field {
                    Field::Name => says(&skill.name, term),
                    Field::Tags => skill.tags.iter().any(|tag| says(tag, term)),
                    Field::Description => says(&skill.description, term),
                    Field::Body => skill.body.as_deref().is_some_and(|body| says(body, term)),
                    Field::Written => *term == skill.name,
                    _ => skills.iter().any(|other| other.name != skill.name),
                };
                prop_assert!(stands, "{term} in {field} of {skill:?}");
            }
        }
    }

    #[test]
    fn the_best_come_first_and_equals_in_catalog_order(skills in skills(), request in text(0..14)) {
        let matches = rank(&request, &index(&skills));
        prop_assert!(matches.is_sorted_by_key(|found| (-found.score, found.position)));
        prop_assert!(matches.iter().all(|found| found.score > 0.0 && skills[found.position].name == found.name));
    }

    #[test]
    fn the_first_few_are_those_of_the_whole_ranking(skills in skills(), request in text(0..14), limit in 0..14usize) {
        let index = index(&skills);
        let whole = rank(&request, &index);
        prop_assert_eq!(&rank_first(&request, &index, limit)[..], &whole[..limit.min(whole.len())]);
        let positions: Vec<usize> = whole.iter().map(|found| found.position).collect();
        prop_assert_eq!(rank_positions(&request, &index), positions);
    }

    #[test]
    fn the_order_of_insertion_does_not_matter(skills in skills(), request in text(0..14), seed in 0..1_000usize) {
        // What others say of a name goes to the first skill that bears it: names must be distinct here.
        let mut skills = skills;
        let mut seen = Vec::new();
        skills.retain(|skill| !seen.contains(&skill.name) && { seen.push(skill.name.clone()); true });
        let mut shuffled = skills.clone();
        for at in (1..shuffled.len()).rev() {
            shuffled.swap(at, (seed * 31 + at * 17) % (at + 1));
        }
        let mut ours: Vec<String> = rank(&request, &index(&skills)).iter().map(apart).collect();
        let mut theirs: Vec<String> = rank(&request, &index(&shuffled)).iter().map(apart).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn an_updated_index_is_one_built_anew(
        skills in skills(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), skill()), 1..4),
        request in text(0..14),
    ) {
        prop_assume!(!skills.is_empty());
        let mut skills = skills;
        let mut updated = index(&skills);
        for (at, change) in changes {
            let at = at.index(skills.len());
            updated.update(at, &change.card()).expect("the position is there");
            skills[at] = change;
        }
        prop_assert_eq!(rank(&request, &updated), rank(&request, &index(&skills)));
    }

    #[test]
    fn nothing_panics_and_spans_are_within(name in "(?s).{0,20}", description in "(?s).{0,60}", body in "(?s).{0,60}", request in "(?s).{0,60}") {
        let card = Card { body: Some(&body), directory: Some(&request), ..Card::new(&name, &description) };
        let _ = rank(&request, &Index::build(&[card]));
        let mut last = 0;
        for span in matched_spans(&request, &description) {
            prop_assert!(span.start >= last && span.start < span.end && description.get(span.clone()).is_some());
            last = span.end;
        }
    }
}

fn names(request: &str, cards: &[Card<'_>]) -> Vec<String> {
    rank(request, &Index::build(cards)).into_iter().map(|found| found.name).collect()
}

#[test]
fn a_skill_for_other_tasks_does_not_win_by_its_own_exclusion() {
    let cards = [
        Card::new(
            "yearly-stocktake",
            "Counts the whole store. Use once a year. Do not use for quick looks at a shelf.",
        ),
        Card::new("shelf-look", "Looks over one shelf. Use for quick looks at what is left."),
    ];
    assert_eq!(names("a quick look at the shelf with the tea", &cards)[0], "shelf-look");
    assert_eq!(names("yearly count of the store", &cards)[0], "yearly-stocktake");
}

#[test]
fn a_name_that_is_written_out_comes_first() {
    let cards = [
        Card::new("moon-chart", "Draws the moon."),
        Card::new("tide-table", "Tides, the moon, harbours, tides and again the moon."),
        Card::new("tea", "Makes tea."),
    ];
    let found = &rank("tides and the moon in harbours, with moon-chart", &Index::build(&cards))[0];
    assert_eq!((found.name.as_str(), found.weak), ("moon-chart", false));
    assert!(found.reasons.iter().any(|reason| reason.field == Field::Written && reason.term == "moon-chart"));
    assert_eq!(names("tides and the moon /tea", &cards)[0], "tea");
    assert_eq!(names("tides and the moon, tea", &cards)[0], "tide-table");
}

#[test]
fn a_request_that_nothing_speaks_to_finds_nothing() {
    let cards = [Card::new("tide-table", "Reads tide tables.")];
    for request in ["", "the of and", "knitting", "🌊", "?!"] {
        assert!(names(request, &cards).is_empty(), "{request}");
    }
    assert!(names("tides", &[]).is_empty());
}

#[test]
fn words_of_other_scripts_are_found() {
    let cards = [
        Card::new("shio", "潮汐表を読む。"),
        Card::new("kuma", "熊を数える。"),
        Card::new("prilivy", "Читает таблицы приливов."),
        Card::new("cafe", "Finds a cafe\u{301}."),
    ];
    assert_eq!(names("明日の潮汐を教えて", &cards)[0], "shio");
    assert_eq!(names("ТАБЛИЦЫ", &cards), ["prilivy"]);
    assert_eq!(names("café", &cards), ["cafe"]);
}

#[test]
fn what_others_say_of_a_skill_speaks_for_it() {
    let cards = [
        Card {
            body: Some("Plans trips.\nFor anchors and chains see `ground-tackle`."),
            ..Card::new("trips", "Plans trips.")
        },
        Card::new("ground-tackle", "Holds the ship."),
    ];
    let found = rank("which anchor", &Index::build(&cards));
    let mention = found.iter().find(|found| found.name == "ground-tackle").expect("it is found");
    assert_eq!(mention.reasons[0].field, Field::Mention);
    // On a line of its own, a mention says nothing about the lines around it.
    let cards = [
        Card { body: Some("Anchors and chains.\nSee `ground-tackle`.\nMore anchors."), ..cards[0] },
        cards[1],
    ];
    assert_eq!(names("which anchor", &cards), ["trips"]);
}

#[test]
fn the_directory_is_a_second_name() {
    let cards = [
        Card { directory: Some("anchors"), ..Card::new("a1", "Holds.") },
        Card::new("b1", "Anchors and chains."),
    ];
    assert_eq!(names("anchors", &cards)[0], "a1");
}

#[test]
fn weak_is_said_where_few_words_carry_little() {
    let cards = [
        Card::new("tide-table", "Reads tide tables and says when the water is high."),
        Card::new("bread", "Bakes bread with sourdough."),
    ];
    let index = Index::build(&cards);
    let weak = |request: &str| rank(request, &index).first().map(|found| found.weak);
    assert_eq!(weak("read tide tables"), Some(false));
    assert_eq!(weak("tides"), Some(false));
    assert_eq!(weak("fix the failing database migration and read the server logs"), Some(true));
    assert_eq!(weak("knitting"), None);
}

#[test]
fn half_of_what_was_asked_is_not_weak() {
    let cards = [Card::new("moon", "Stars."), Card::new("bread", "Flour.")];
    let weak = |request: &str| rank(request, &Index::build(&cards))[0].weak;
    // Each of these words stands in one skill and tells as much as the other.
    assert!(!weak("moon flour"));
    assert!(weak("moon flour knitting") && !weak("moon flour stars"));
}

#[test]
fn fields_have_names() {
    let fields = [Field::Written, Field::Name, Field::Tags, Field::Description, Field::Body, Field::Mention];
    let names = fields.map(|field| field.to_string());
    assert_eq!(names, ["written", "name", "tags", "description", "body", "mention"]);
    assert_eq!(
        format!("{:?}", Index::build(&[Card::new("moon", "Moon.")])),
        "Index { skills: 1, terms: 1, .. }"
    );
}

#[test]
fn a_position_that_is_not_there_is_an_error() {
    let mut index = Index::build(&[Card::new("a", "b")]);
    assert_eq!(index.update(1, &Card::new("c", "d")), Err(Error::NoSuchPosition { position: 1, len: 1 }));
    assert_eq!((index.len(), index.is_empty(), index.name(0), index.name(1)), (1, false, Some("a"), None));
}

#[test]
fn names_that_share_a_number_stay_apart() {
    let cards = [Card::new("tide-table", "One."), Card::new("tide_table", "Two.")];
    assert_eq!(names("tide-table", &cards), ["tide-table", "tide_table"]);
}

#[test]
fn an_index_of_nothing_is_empty() {
    assert!(Index::build(&[]).is_empty());
    let one = Index::build(&[Card { name: "tide", description: "Reads tides.", ..Card::default() }]);
    assert!(!one.is_empty() && one.len() == 1);
}

#[test]
fn an_index_read_in_parts_is_one_made_skill_by_skill() {
    const WORDS: [&str; 12] = [
        "harbour", "tide", "bread", "ledger", "moon", "anchor", "rope", "flour", "audit", "star", "kelp",
        "sail",
    ];
    let word = |at: usize| WORDS[at % WORDS.len()];
    let texts: Vec<(String, String, String)> = (0..1_200)
        .map(|at| {
            let description = format!("Use for {} {} number{}.", word(at * 5), word(at / 7), at % 90);
            let body =
                format!("# {}\n\nFor {} see {}-{}.\n", word(at / 3), word(at + 1), word(at + 4), at / 2);
            (format!("{}-{at}", word(at)), description, body)
        })
        .collect();
    let cards: Vec<Card<'_>> = texts
        .iter()
        .map(|(name, description, body)| Card { body: Some(body), ..Card::new(name, description) })
        .collect();
    let built = Index::build(&cards);
    let mut updated = Index::build(&vec![Card::default(); cards.len()]);
    for (at, card) in cards.iter().enumerate() {
        updated.update(at, card).expect("a position");
    }
    for request in
        ["tide and moon in the harbour", "bread flour number12", "anchor rope", "use /sail-23", "kelp star"]
    {
        let matches = rank(request, &built);
        assert!(matches.len() > 10, "{request}: {}", matches.len());
        assert_eq!(matches, rank(request, &updated), "{request}");
    }
}
