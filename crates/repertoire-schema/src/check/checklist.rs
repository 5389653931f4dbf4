//! The authoring checklist: sections of the body, and a risk where actions have consequences.

use super::{Judge, Known, Reach};
use crate::read::Read;
use crate::rules::Rule;
use repertoire_diagnostic::Span;

/// The sections of a body, in their order.
const SECTIONS: [&str; 4] = ["Principle", "Method", "Output template", "Rules"];

pub(super) fn check(judge: &mut Judge<'_, '_>, read: &Read<'_>, _known: &Known) {
    if judge.reach == Reach::Frontmatter {
        return;
    }
    let (body, start) = (read.document.body(), read.body_start());
    if judge.findings.wants(Rule::BodySections) && !body.trim().is_empty() {
        sections(judge, body, start);
    }
    if judge.findings.wants(Rule::RiskMissing)
        && read.tree().get("risk").is_none()
        && let Some((at, word)) = consequence(body)
    {
        judge.findings.report(
            Rule::RiskMissing,
            Span::new(start + at, start + at + word.len()),
            format!("the body tells of a consequential action (`{word}`), and no risk is set"),
        );
    }
}

fn sections(judge: &mut Judge<'_, '_>, body: &str, start: usize) {
    let mut places = [None; SECTIONS.len()];
    for (at, title) in headings(body) {
        let known = SECTIONS.iter().position(|section| title.eq_ignore_ascii_case(section));
        if let Some(place) = known.map(|known| &mut places[known]) {
            place.get_or_insert(at);
        }
    }
    let missing: Vec<&str> =
        SECTIONS.iter().zip(places).filter(|(_, at)| at.is_none()).map(|(section, _)| *section).collect();
    let first = body.len() - body.trim_start().len();
    let line = body[first..].lines().next().map_or(0, str::len);
    if !missing.is_empty() {
        let message = format!("the body has no section {}", missing.join(", no section "));
        judge.findings.report(Rule::BodySections, Span::new(start + first, start + first + line), message);
        return;
    }
    let order: Vec<usize> = places.into_iter().flatten().collect();
    if let Some(at) = order.windows(2).position(|pair| pair[0] > pair[1]) {
        let place = order[at + 1];
        let message = format!("the section {} stands before {}", SECTIONS[at + 1], SECTIONS[at]);
        judge.findings.report(
            Rule::BodySections,
            Span::new(start + place, start + place + SECTIONS[at + 1].len()),
            message,
        );
    }
}

/// The titles of `#` headings outside fenced code, and where they begin.
fn headings(body: &str) -> Vec<(usize, &str)> {
    let mut headings = Vec::new();
    let mut fenced = false;
    let mut start = 0;
    while start < body.len() {
        let end = body[start..].find('\n').map_or(body.len(), |at| start + at);
        let line = &body[start..end];
        let at = start;
        start = end + 1;
        // Most lines begin with neither.
        if !matches!(line.as_bytes().first(), Some(b'#' | b'`' | b'~' | b' ')) {
            continue;
        }
        let content = line.trim();
        if content.starts_with("```") || content.starts_with("~~~") {
            fenced = !fenced;
        } else if !fenced && content.starts_with('#') {
            let title = content
                .trim_start_matches('#')
                .trim()
                .trim_end_matches([':', '#', ' ', '*'])
                .trim_start_matches('*');
            let offset = title.as_ptr() as usize - line.as_ptr() as usize;
            headings.push((at + offset, title));
        }
    }
    headings
}

/// The bytes of words.
const INSIDE: [bool; 256] = {
    let mut inside = [false; 256];
    let mut at = 0u8;
    loop {
        inside[at as usize] = at.is_ascii_alphanumeric() || matches!(at, b'-' | b'_') || at >= 0x80;
        if at == u8::MAX {
            break inside;
        }
        at += 1;
    }
};

/// A word that tells of a destructive, paid, sending or deploying action, as an order or in the
/// middle of a sentence: whole words only.
fn consequence(body: &str) -> Option<(usize, &str)> {
    const WORDS: [&str; 28] = [
        "delete",
        "deletes",
        "deleting",
        "deploy",
        "deploys",
        "deploying",
        "destroy",
        "drop",
        "erase",
        "overwrite",
        "pay",
        "payment",
        "pays",
        "publish",
        "publishes",
        "purchase",
        "refund",
        "remove",
        "revoke",
        "rm",
        "send",
        "sends",
        "sending",
        "terminate",
        "transfer",
        "uninstall",
        "wipe",
        "charge",
    ];
    let bytes = body.as_bytes();
    let inside = |b: u8| INSIDE[usize::from(b)];
    let mut at = 0;
    while at < bytes.len() {
        if !inside(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|b| inside(**b)).count();
        let first = bytes[at].to_ascii_lowercase();
        if (2..=10).contains(&length) && matches!(first, b'c'..=b'e' | b'o' | b'p' | b'r'..=b'u' | b'w') {
            let word = &body[at..at + length];
            let same = |known: &str| {
                known.len() == length && known.as_bytes()[0] == first && known.eq_ignore_ascii_case(word)
            };
            if WORDS.iter().any(|known| same(known)) {
                return Some((at, word));
            }
        }
        at += length;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consequences_are_whole_words() {
        assert_eq!(consequence("Then Deploy it."), Some((5, "Deploy")));
        assert_eq!(consequence("The sender's dropdown, a re-send-queue, deployment notes."), None);
        assert_eq!(consequence("größe"), None);
    }

    #[test]
    fn headings_stand_outside_code() {
        let titles: Vec<_> =
            headings("# A\n```\n# not\n```\n## **Rules**:\n").into_iter().map(|(_, title)| title).collect();
        assert_eq!(titles, ["A", "Rules"]);
    }

    #[test]
    fn every_word_of_a_consequence_is_known_whole_and_in_any_case() {
        let words = "delete deletes deleting deploy deploys deploying destroy drop erase overwrite pay payment pays \
                     publish publishes purchase refund remove revoke rm send sends sending terminate transfer \
                     uninstall wipe charge";
        for word in words.split(' ') {
            let shout = word.to_uppercase();
            assert_eq!(consequence(&format!("- {word}.")), Some((2, word)));
            assert_eq!(consequence(&shout), Some((0, shout.as_str())));
            for longer in [format!("{word}x"), format!("x{word}"), format!("{word}-x"), format!("_{word}")] {
                assert_eq!(consequence(&longer), None);
            }
            assert_eq!(consequence(&format!("é{word} {word}é {word}2")), None);
        }
        assert_eq!(consequence("(rm)"), Some((1, "rm")));
        assert_eq!(consequence("a drip, a sand, an erasure"), None);
    }

    #[test]
    fn headings_are_told_with_their_places_and_without_their_marks() {
        let body = "Intro\n# A\n  ## Rules: ##\r\n### **Method**\n#\n`#` no\n~~~\n# not\n~~~\n ```\n# not\n ```\n# End";
        let titles: Vec<_> = headings(body);
        for (at, title) in &titles {
            assert_eq!(&body[*at..*at + title.len()], *title);
        }
        let titles: Vec<_> = titles.into_iter().map(|(_, title)| title).collect();
        assert_eq!(titles, ["A", "Rules", "Method", "", "End"]);
    }
}
