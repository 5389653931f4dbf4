//! What holds for every form, every grammar and every text.

mod measure;
mod model;

use measure::Measure;
use model::model;
use proptest::prelude::*;
use repertoire_sexp::{Error, Grammar, Keywords, quote, read, write};
use std::borrow::Cow;

/// No bound but that of the source, and everything permitted.
const ENDLESS: Grammar<'static> = Grammar {
    max_depth: usize::MAX,
    max_nodes: usize::MAX,
    block_comments: true,
    dotted_lists: true,
    ..Grammar::data()
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// What is written reads back to the same data, and is written again to the same bytes.
    #[test]
    fn reading_inverts_writing(model in model()) {
        let text = model.canonical();
        let form = read(&text, &ENDLESS)?;
        prop_assert!(model.is(form.root()), "{model:?} from {text}");
        prop_assert_eq!(write(&form), text);
    }

    /// Layout, comments, case, needless escapes, signs and zeros are no part of the data.
    #[test]
    fn layout_is_no_data(model in model(), noise in prop::collection::vec(any::<u8>(), 1..64)) {
        let (text, noisy) = (model.canonical(), model.noisy(&noise));
        let form = read(&noisy, &ENDLESS).map_err(|error| TestCaseError::fail(format!("{noisy:?}: {error}")))?;
        prop_assert!(model.is(form.root()), "{model:?} from {noisy}");
        prop_assert_eq!(write(&form), &*text);
        prop_assert_eq!(form, read(&text, &ENDLESS)?);
    }

    /// Forms are equal when their data is, and only then.
    #[test]
    fn equality_is_that_of_the_data(left in model(), right in model()) {
        let texts = (left.canonical(), right.canonical());
        prop_assert_eq!(read(&texts.0, &ENDLESS)? == read(&texts.1, &ENDLESS)?, left == right);
    }

    /// Any text at all survives as a string.
    #[test]
    fn quoted_text_reads_back(text in model::text()) {
        let quoted = quote(&text).to_string();
        let form = read(&quoted, &Grammar::autolith_skill())?;
        let decoded = form.root().as_str();
        prop_assert_eq!(decoded.as_deref(), Some(&*text));
        prop_assert_eq!(matches!(decoded, Some(Cow::Owned(_))), text.contains(['"', '\\']));
    }

    /// A grammar accepts exactly the forms that lie within its bounds.
    #[test]
    fn accepted_is_within_bounds(model in model(), grammar in grammar(), noise in prop::collection::vec(any::<u8>(), 1..16)) {
        let noisy = model.noisy(&noise);
        let all = read(&noisy, &ENDLESS)?;
        let measure = Measure::of(all.root(), grammar.charge_tails);
        match read(&noisy, &grammar) {
            Ok(form) => {
                prop_assert!(measure.fits(&grammar), "{noisy:?} was accepted");
                prop_assert_eq!(form, all);
            }
            Err(error @ (Error::Reserved { .. } | Error::DottedList { .. })) => {
                prop_assert!(!(grammar.block_comments && grammar.dotted_lists), "{noisy:?}: {error}");
            }
            Err(error) => prop_assert!(!measure.fits(&grammar), "{noisy:?}: {error}"),
        }
    }

    /// No text makes the reader panic or point beside the text; what it accepts of any text
    /// lies within the bounds, in order, each element inside its list, and reads back.
    #[test]
    fn any_text_is_read_or_refused(text in soup(), grammar in grammar()) {
        match read(&text, &grammar) {
            Ok(form) => {
                prop_assert!(Measure::of(form.root(), grammar.charge_tails).fits(&grammar));
                measure::assert_spans(&form);
                let again = write(&form);
                prop_assert_eq!(read(&again, &grammar)?, form);
            }
            Err(error) => {
                prop_assert!(text.get(error.span()).is_some(), "{:?} of {text:?}", error.span());
                prop_assert!(!error.to_string().contains(char::is_control), "{error}");
            }
        }
    }
}

/// Grammars with bounds about as small as the forms.
fn grammar() -> impl Strategy<Value = Grammar<'static>> {
    let keywords = prop_oneof![Just(Keywords::Any), Just(Keywords::Only(&["name", "a"]))];
    let bounds = (0..12_usize, 0..60_usize, prop_oneof![Just(None), (0..12_usize).prop_map(Some)]);
    (keywords, bounds, any::<[bool; 3]>()).prop_map(
        |(
            keywords,
            (max_depth, max_nodes, max_string_chars),
            [charge_tails, block_comments, dotted_lists],
        )| Grammar {
            keywords,
            max_depth,
            max_nodes,
            charge_tails,
            block_comments,
            dotted_lists,
            max_string_chars,
        },
    )
}

/// Texts made of the pieces that mean something.
fn soup() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "(",
        "(",
        "(",
        ")",
        ")",
        ")",
        "\"",
        "\"a\"",
        "\\",
        ":",
        ":name",
        ":A",
        ";",
        "\n",
        "\r",
        " ",
        ".",
        " . ",
        "#|",
        "|#",
        "#",
        "'",
        "1",
        "+1.",
        "nil",
        "é",
        "\u{feff}",
        "\u{0}",
        "👩‍🚀",
    ];
    let piece = prop_oneof![8 => prop::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}
