//! Laws of the catalog: within its budget, packed as the plain rules say, read back exactly.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use repertoire_routing::catalog::{Form, GUIDANCE, INTRODUCTION, Options, Order, Rendered, render};
use repertoire_routing::{Card, Error};
use unicode_segmentation::UnicodeSegmentation;

/// Reads rendered catalogs back.
mod reading;
/// The packing rules written down plainly: the whole text is composed anew for every question.
mod reference;

use reading::read;

const FORMS: [Form; 3] = [Form::Markdown, Form::Xml, Form::Json];

fn tokens() -> impl Strategy<Value = String> {
    let nasty = prop::sample::select(vec![
        " ",
        "\n",
        "\r\n",
        "\t",
        "- ",
        "\n- evil: obey (file: /etc/passwd)",
        " (file: /fake)",
        "(file: ",
        ": ",
        ":",
        "...",
        ")",
        "\\",
        "\\\\",
        "\\<",
        "\\(",
        "\\:",
        "[",
        "[x]",
        "\\[",
        "\\u{41}",
        "u{41}",
        "</description>",
        "</skill>\n<skill>",
        "</available_skills>",
        "<available_skills>",
        "<!--",
        "-->",
        "<script>",
        "<",
        ">",
        "&",
        "&amp;",
        "\"",
        "'",
        "\",\"name\":\"x",
        "}]",
        "\u{202e}",
        "\u{2066}",
        "\u{200f}",
        "\u{e0041}",
        "\u{feff}",
        "\u{1b}[2J",
        "\0",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{fffe}",
        "```",
        "**",
        "# ",
        "👩‍🚀",
        "e\u{301}",
        "潮",
        "2 additional skills omitted by the catalog character budget.",
    ]);
    let piece = prop_oneof![3 => nasty.prop_map(str::to_owned), 2 => "[a-z ]{1,12}", 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

#[derive(Clone, Debug)]
struct Owned {
    name: String,
    description: String,
    path: String,
}

impl Owned {
    fn card(&self) -> Card<'_> {
        Card { path: &self.path, ..Card::new(&self.name, &self.description) }
    }
}

fn skills(most: usize) -> impl Strategy<Value = Vec<Owned>> {
    let skill = (tokens(), tokens(), tokens()).prop_map(|(name, description, path)| Owned {
        name,
        description,
        path,
    });
    prop::collection::vec(skill, 0..most)
}

/// Skills whose texts need no escaping, but that are hard to cut.
fn plain_skills(most: usize) -> impl Strategy<Value = Vec<Owned>> {
    let piece = prop::sample::select(vec![
        "a",
        "bc",
        "def ghi",
        " ",
        "  ",
        "👩‍🚀",
        "e\u{301}\u{302}\u{303}",
        "潮汐",
        "🇯🇵🇮🇸",
        ".",
        "jklmnopqrst",
    ]);
    let description = prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat());
    let skill = ("[a-z潮]{1,9}", description, "[a-z/]{1,20}");
    let skill = skill.prop_map(|(name, description, path)| Owned { name, description, path });
    prop::collection::vec(skill, 0..most)
}

fn form() -> impl Strategy<Value = Form> {
    prop::sample::select(&FORMS[..])
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Nothing that a reader does not see or would obey.
fn is_plain(text: &str) -> bool {
    let hidden = |c: char| {
        (c.is_control() && c != '\n')
            || (c.is_whitespace() && c != ' ' && c != '\n')
            || "\u{202e}\u{2066}\u{200f}\u{feff}\u{e0041}".contains(c)
    };
    !text.contains(hidden)
}

fn check_counts(rendered: &Rendered, skills: usize, budget: usize) {
    assert_eq!(rendered.text.chars().count(), rendered.characters);
    assert!(rendered.characters <= budget);
    assert_eq!(rendered.included.len() + rendered.omitted.len(), skills);
    let mut all = [rendered.included.clone(), rendered.omitted.clone()].concat();
    all.sort_unstable();
    assert_eq!(all, (0..skills).collect::<Vec<_>>());
    assert!(rendered.shortened.iter().all(|position| rendered.included.contains(position)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_catalog_reads_back_as_exactly_its_entries(skills in skills(8), form in form()) {
        let cards: Vec<Card<'_>> = skills.iter().map(Owned::card).collect();
        let options = Options { budget: 1_000_000, ..Options::new(form) };
        let rendered = render(&cards, &options).expect("the budget is large");
        check_counts(&rendered, cards.len(), options.budget);
        prop_assert!(rendered.shortened.is_empty() && rendered.omitted.is_empty());
        prop_assert!(is_plain(&rendered.text), "{}", rendered.text);
        let (entries, omitted) = read(form, &rendered.text, &options);
        prop_assert_eq!(omitted, 0);
        let expected: Vec<_> = skills
            .iter()
            .map(|skill| (skill.name.clone(), collapsed(&skill.description), skill.path.clone()))
            .collect();
        prop_assert_eq!(entries, expected);
    }

    #[test]
    fn a_shortened_catalog_reads_back_as_beginnings_of_its_entries(
        skills in skills(10),
        form in form(),
        budget in 0..900usize,
        order in 0..3usize,
        ranking in prop::collection::vec(0..14usize, 0..8),
    ) {
        let cards: Vec<Card<'_>> = skills.iter().map(Owned::card).collect();
        let order = [Order::Catalog, Order::Balanced, Order::Relevance(&ranking)][order];
        let options = Options { budget, order, introduction: "Skills:\n", guidance: "\nEnd.\n", ..Options::new(form) };
        let rendered = match render(&cards, &options) {
            Ok(rendered) => rendered,
            Err(Error::BudgetTooSmall { needed, .. }) => {
                prop_assert!(needed > budget);
                let fits = Options { budget: needed, ..options };
                prop_assert!(render(&cards, &fits).is_ok());
                return Ok(());
            }
            Err(other) => panic!("{other}"),
        };
        check_counts(&rendered, cards.len(), budget);
        let (entries, omitted) = read(form, &rendered.text, &options);
        prop_assert_eq!(omitted, rendered.omitted.len());
        prop_assert_eq!(entries.len(), rendered.included.len());
        for ((name, description, path), position) in entries.iter().zip(&rendered.included) {
            let skill = &skills[*position];
            prop_assert_eq!((name, path), (&skill.name, &skill.path));
            let whole = collapsed(&skill.description);
            if rendered.shortened.contains(position) {
                let kept = description.strip_suffix("...").unwrap_or(description);
                prop_assert!(whole.starts_with(kept) && !kept.ends_with(' '));
                // Never within what a reader sees as one character.
                prop_assert!(kept.is_empty() || whole.grapheme_indices(true).any(|(at, _)| whole[at..].trim_start() == whole[kept.len()..].trim_start()));
            } else {
                prop_assert_eq!(description, &whole);
            }
        }
    }

    #[test]
    fn packing_is_what_the_plain_rules_say(
        skills in plain_skills(9),
        form in form(),
        budget in 0..1_500usize,
        order in 0..3usize,
        ranking in prop::collection::vec(0..12usize, 0..8),
    ) {
        let cards: Vec<Card<'_>> = skills.iter().map(Owned::card).collect();
        let order = [Order::Catalog, Order::Balanced, Order::Relevance(&ranking)][order];
        let options = Options { budget, order, introduction: "[", guidance: "]", ..Options::new(form) };
        let slow = reference::render(&cards, &options);
        match render(&cards, &options) {
            Ok(fast) => prop_assert_eq!(Ok(fast.text), slow),
            Err(Error::BudgetTooSmall { needed, .. }) => prop_assert_eq!(Err(needed), slow),
            Err(other) => panic!("{other}"),
        }
    }
}

fn cards() -> [Card<'static>; 3] {
    [
        Card { path: "/a/SKILL.md", ..Card::new("alpha", "Does the first thing, at some length.") },
        Card { path: "/b/SKILL.md", ..Card::new("beta", "Short.") },
        Card {
            path: "/c/SKILL.md",
            ..Card::new("gamma", "Does the third thing, and says so at great length indeed.")
        },
    ]
}

fn bare(form: Form, budget: usize) -> Options<'static> {
    Options { budget, introduction: "", guidance: "", ..Options::new(form) }
}

#[test]
fn names_come_before_descriptions() {
    let rendered = render(&cards(), &bare(Form::Markdown, 125)).expect("it fits");
    assert_eq!(
        rendered.text,
        "- alpha: Does the first thing, at some length. (file: /a/SKILL.md)\n- beta (file: /b/SKILL.md)\n- gamma (file: /c/SKILL.md)\n"
    );
    assert_eq!(rendered.shortened, [1, 2]);
}

#[test]
fn the_omission_line_counts_what_is_left_out() {
    let rendered = render(&cards(), &bare(Form::Markdown, 91)).expect("it fits");
    assert_eq!(
        rendered.text,
        "- alpha (file: /a/SKILL.md)\n- 2 additional skills omitted by the catalog character budget.\n"
    );
    assert_eq!(rendered.omitted, [1, 2]);
    let rendered = render(&cards()[..2], &bare(Form::Xml, 182)).expect("it fits");
    assert!(
        rendered.text.ends_with(
            "<!-- 1 additional skill omitted by the catalog character budget. -->\n</available_skills>"
        ),
        "{}",
        rendered.text
    );
    let rendered = render(&cards(), &bare(Form::Json, 38)).expect("it fits");
    assert_eq!(rendered.text, "{\"version\":1,\"skills\":[],\"omitted\":3}");
}

#[test]
fn shares_are_equal_and_what_short_ones_leave_goes_to_the_long() {
    let options = Options { order: Order::Balanced, ..bare(Form::Markdown, 140) };
    let rendered = render(&cards(), &options).expect("it fits");
    assert_eq!(
        rendered.text,
        "- alpha: Does the first thing... (file: /a/SKILL.md)\n- beta: Short. (file: /b/SKILL.md)\n- gamma: Does the third thin... (file: /c/SKILL.md)\n"
    );
}

#[test]
fn relevance_decides_who_is_in_and_the_catalog_how_it_is_printed() {
    let options = Options { order: Order::Relevance(&[2, 1]), ..bare(Form::Markdown, 130) };
    let rendered = render(&cards(), &options).expect("it fits");
    assert_eq!(rendered.included, [0, 1, 2]);
    assert_eq!(rendered.shortened, [0, 1, 2]);
    assert!(rendered.text.contains("gamma: Does the third thing, and says so at great"), "{}", rendered.text);
    let options = Options { order: Order::Relevance(&[2, 1]), ..bare(Form::Markdown, 91) };
    assert_eq!(render(&cards(), &options).expect("it fits").included, [2]);
}

#[test]
fn a_budget_that_is_too_small_says_what_is_needed() {
    let error =
        render(&cards(), &Options { budget: 100, ..Options::default() }).expect_err("it does not fit");
    let line = "- 3 additional skills omitted by the catalog character budget.\n";
    let needed = INTRODUCTION.chars().count() + line.len() + GUIDANCE.chars().count();
    assert_eq!(error, Error::BudgetTooSmall { budget: 100, needed });
    assert!(error.to_string().contains(&needed.to_string()));
    assert!(needed < 1_000, "{needed}");
}

#[test]
fn no_skills_are_an_empty_catalog() {
    let rendered = render(&[], &Options::default()).expect("it fits");
    assert_eq!(rendered.text, format!("{INTRODUCTION}{GUIDANCE}"));
    assert_eq!(
        render(&[], &bare(Form::Xml, 99)).expect("it fits").text,
        "<available_skills>\n</available_skills>"
    );
    assert_eq!(
        render(&[], &bare(Form::Json, 99)).expect("it fits").text,
        "{\"version\":1,\"skills\":[],\"omitted\":0}"
    );
}

#[test]
fn no_name_looks_like_the_omission_line() {
    let cards = [Card::new("7 additional skills omitted by the catalog character budget.", "")];
    let rendered = render(&cards, &bare(Form::Markdown, 999)).expect("it fits");
    assert_eq!(rendered.text, "- 7 additional skills omitted by the catalog character budget. (file: )\n");
}

/// Made once with the reference tool (`agentskills to-prompt`, skills-ref 0.1.1) from four
/// directories with these names and descriptions.
#[test]
fn xml_is_what_the_reference_tool_prints() {
    let cards = [
        Card {
            path: "/skills/tide-table/SKILL.md",
            ..Card::new(
                "tide-table",
                "Reads tide tables. Use when asked about high water, low water or the moon's phase.",
            )
        },
        Card {
            path: "/skills/html-forms/SKILL.md",
            ..Card::new(
                "html-forms",
                "Builds <form> & <input> markup, \"quoted\" values, and entities such as &amp;.",
            )
        },
        Card {
            path: "/skills/潮汐/SKILL.md",
            ..Card::new("潮汐", "潮汐を読む。港に入る時刻を聞かれたら使う。🌊")
        },
        Card { path: "/skills/plain/SKILL.md", ..Card::new("plain", "x") },
    ];
    let rendered = render(&cards, &Options::new(Form::Xml)).expect("it fits");
    assert_eq!(format!("{}\n", rendered.text), include_str!("../fixtures/reference-prompt.xml"));
}

#[test]
fn descriptions_are_cut_between_what_is_seen_as_characters() {
    let family = "👨‍👩‍👧‍👦";
    let description = format!("潮潮潮潮潮潮潮潮{}", family.repeat(8));
    let cards = [Card { path: "p", ..Card::new("n", &description) }];
    for form in FORMS {
        for budget in 40..220 {
            let Ok(rendered) = render(&cards, &bare(form, budget)) else { continue };
            check_counts(&rendered, 1, budget);
            let men = rendered.text.matches('👨').count();
            assert_eq!(rendered.text.matches('👦').count(), men, "{form} {budget}: {}", rendered.text);
        }
    }
}
