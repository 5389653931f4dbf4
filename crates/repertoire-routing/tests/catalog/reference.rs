//! The packing rules written down plainly and slowly, for texts that need no escaping: every
//! question composes the whole text anew.

use repertoire_routing::Card;
use repertoire_routing::catalog::{Form, Options, Order};
use unicode_segmentation::UnicodeSegmentation;

/// The text, or the number of characters that are needed at least.
pub(crate) fn render(cards: &[Card<'_>], options: &Options<'_>) -> Result<String, usize> {
    let mut entries: Vec<Option<String>> = vec![None; cards.len()];
    let needed = length(&compose(options, &entries));
    if needed > options.budget {
        return Err(needed);
    }
    let mut turn: Vec<usize> = Vec::new();
    let first = if let Order::Relevance(first) = options.order { first } else { &[] };
    for position in first.iter().copied().chain(0..cards.len()) {
        if position < cards.len() && !turn.contains(&position) {
            turn.push(position);
        }
    }
    for position in &turn {
        entries[*position] = Some(entry(options.form, &cards[*position], ""));
        if length(&compose(options, &entries)) > options.budget {
            entries[*position] = None;
        }
    }
    turn.retain(|position| entries[*position].is_some());

    let room = options.budget - length(&compose(options, &entries));
    if options.order == Order::Balanced {
        let wants: Vec<usize> =
            turn.iter().map(|position| describe(options.form, &cards[*position], usize::MAX).1).collect();
        let mut level = 0;
        while level < room && wants.iter().map(|want| *want.min(&(level + 1))).sum::<usize>() <= room {
            level += 1;
        }
        let mut left = room - wants.iter().map(|want| *want.min(&level)).sum::<usize>();
        for (position, want) in turn.iter().zip(wants) {
            let share = want.min(level) + left;
            let (text, used) = describe(options.form, &cards[*position], share);
            entries[*position] = Some(text);
            left = share - used;
        }
    } else {
        for position in turn {
            let room = options.budget - length(&compose(options, &entries));
            entries[position] = Some(describe(options.form, &cards[position], room).0);
        }
    }
    Ok(compose(options, &entries))
}

/// The entry with as much of its description as makes it at most `room` characters longer, and by
/// how much it is longer.
fn describe(form: Form, card: &Card<'_>, room: usize) -> (String, usize) {
    let bare = entry(form, card, "");
    let longer = |text: &str| length(text) - length(&bare);
    let plain = card.description.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = entry(form, card, &plain);
    if longer(&whole) <= room {
        return (whole.clone(), longer(&whole));
    }
    let mut best = bare.clone();
    for (end, _) in plain.grapheme_indices(true).skip(1) {
        // What is cut must fit before the white space is taken off its end.
        let cut = entry(form, card, &format!("{}...", plain[..end].trim_end()));
        if longer(&entry(form, card, &format!("{}...", &plain[..end]))) <= room {
            best = cut;
        }
    }
    let used = longer(&best);
    (best, used)
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn entry(form: Form, card: &Card<'_>, description: &str) -> String {
    let (name, path) = (card.name, card.path);
    match (form, description) {
        (Form::Markdown, "") => format!("- {name} (file: {path})\n"),
        (Form::Markdown, _) => format!("- {name}: {description} (file: {path})\n"),
        (Form::Xml, "") => {
            format!("<skill>\n<name>\n{name}\n</name>\n<location>\n{path}\n</location>\n</skill>\n")
        }
        (Form::Xml, _) => format!(
            "<skill>\n<name>\n{name}\n</name>\n<description>\n{description}\n</description>\n<location>\n{path}\n</location>\n</skill>\n"
        ),
        (Form::Json, "") => format!("{{\"name\":\"{name}\",\"path\":\"{path}\"}}"),
        (Form::Json, _) => {
            format!("{{\"name\":\"{name}\",\"description\":\"{description}\",\"path\":\"{path}\"}}")
        }
    }
}

fn compose(options: &Options<'_>, entries: &[Option<String>]) -> String {
    let shown: Vec<&str> = entries.iter().flatten().map(String::as_str).collect();
    let omitted = entries.len() - shown.len();
    let line = match omitted {
        0 => String::new(),
        1 => "1 additional skill omitted by the catalog character budget.".to_owned(),
        _ => format!("{omitted} additional skills omitted by the catalog character budget."),
    };
    let block = match options.form {
        Form::Markdown if omitted == 0 => shown.concat(),
        Form::Markdown => format!("{}- {line}\n", shown.concat()),
        Form::Xml if omitted == 0 => format!("<available_skills>\n{}</available_skills>", shown.concat()),
        Form::Xml => format!("<available_skills>\n{}<!-- {line} -->\n</available_skills>", shown.concat()),
        Form::Json if shown.is_empty() => format!("{{\"version\":1,\"skills\":[],\"omitted\":{omitted}}}"),
        Form::Json => {
            format!("{{\"version\":1,\"skills\":[\n{}\n],\"omitted\":{omitted}}}", shown.join(",\n"))
        }
    };
    format!("{}{block}{}", options.introduction, options.guidance)
}
