//! Links in the body to files beside the skill.

use super::Judge;
use crate::read::shown;
use crate::rules::Rule;
use crate::{Files, Presence};
use repertoire_diagnostic::Span;

/// How far the end of a destination is looked for, in bytes.
const LONGEST_DESTINATION: usize = 500;

/// A link's destination, as it stands in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link<'b> {
    destination: &'b str,
    start: usize,
}

pub(super) fn check(judge: &mut Judge<'_, '_>, body: &str, start: usize) {
    let looked_up = [Rule::LinkBroken, Rule::LinkCase].iter().any(|rule| judge.findings.wants(*rule));
    let files = judge.options.files.filter(|_| looked_up);
    if files.is_none() && !judge.findings.wants(Rule::LinkOutside) {
        return;
    }
    for link in links(body) {
        let Some(path) = local(link.destination) else { continue };
        let place = Span::new(start + link.start, start + link.start + link.destination.len());
        match resolve(&path) {
            Some(inside) => {
                if let Some(files) = files.filter(|_| !inside.is_empty()) {
                    look_up(judge, files, &inside, place);
                }
            }
            None => {
                judge.findings.report(
                    Rule::LinkOutside,
                    place,
                    format!("`{}` leads out of the skill's directory", shown(link.destination)),
                );
            }
        }
    }
}

fn look_up(judge: &mut Judge<'_, '_>, files: &dyn Files, path: &str, place: Span) {
    match files.presence(path) {
        Presence::There | Presence::Unknown => {}
        Presence::OtherCase(name) => {
            judge
                .findings
                .report(Rule::LinkCase, place, format!("`{}` is there only in another case", shown(path)))
                .help(|| format!("write `{}`", shown(&name)));
        }
        Presence::Missing => {
            judge.findings.report(Rule::LinkBroken, place, format!("`{}` is not there", shown(path)));
        }
    }
}

/// The path of a destination that means a file: no scheme or drive, no host, no anchor alone, no
/// pattern or placeholder. Query and anchor are cut off, percent escapes decoded.
fn local(destination: &str) -> Option<String> {
    let path = destination.split(['#', '?']).next().unwrap_or_default();
    let is_scheme = |head: &str| {
        !head.is_empty() && head.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    };
    let elsewhere = path.is_empty()
        || path.starts_with(['/', '\\', '~', '$', '@'])
        || path.split_once(':').is_some_and(|(head, _)| is_scheme(head))
        || path.contains(['{', '}', '<', '>', '*', '|', '$', '"', '`'])
        || path.contains("...")
        // `example.org/page` without a scheme, or a bare word that is no file name.
        || (!path.contains(['/', '.']));
    (!elsewhere).then(|| percent_decoded(path))
}

fn percent_decoded(path: &str) -> String {
    if !path.contains('%') {
        return path.to_owned();
    }
    let bytes = path.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digit = |at: usize| bytes.get(at).and_then(|b| char::from(*b).to_digit(16));
        let escape = if bytes[at] == b'%' { digit(at + 1).zip(digit(at + 2)) } else { None };
        match escape.and_then(|(high, low)| u8::try_from(high << 4 | low).ok()) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| path.to_owned())
}

/// The path without `.` and `..`; nothing where it leads out of the directory.
fn resolve(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The destinations of inline links and images, and of reference definitions, outside code. One
/// pass, and no more than Markdown's common forms.
fn links(body: &str) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    let bytes = body.as_bytes();
    // Most bodies have few links or none: lines behind the last one need no look.
    let hint = |at: &usize| matches!(bytes.get(at + 1), Some(b'(' | b':'));
    let Some(last) = body.rmatch_indices(']').map(|(at, _)| at).find(hint) else { return links };
    let mut fence: Option<(u8, usize)> = None;
    let mut at = 0;
    while at <= last {
        let start = at;
        let mut bracket = false;
        while at < bytes.len() && bytes[at] != b'\n' {
            bracket |= bytes[at] == b']';
            at += 1;
        }
        at += 1;
        let line = &body[start..(at - 1).min(bytes.len())];
        let blank = line.bytes().take_while(|b| matches!(b, b' ' | b'\t' | b'>')).count();
        let content = &line[blank..];
        let marker = content.as_bytes().first().copied().filter(|b| matches!(b, b'`' | b'~'));
        let length = marker.map_or(0, |marker| content.bytes().take_while(|b| *b == marker).count());
        if let Some((open, open_length)) = fence {
            if marker == Some(open) && length >= open_length && content[length..].trim().is_empty() {
                fence = None;
            }
            continue;
        }
        if let Some(marker) = marker
            && length >= 3
        {
            fence = Some((marker, length));
            continue;
        }
        if bracket {
            inline(line, start, &mut links);
            definition(line, content, start, &mut links);
        }
    }
    links
}

/// `](destination "title")`, outside code spans.
fn inline<'b>(line: &'b str, start: usize, links: &mut Vec<Link<'b>>) {
    let bytes = line.as_bytes();
    let mut at = 0;
    // A run of backticks that nothing closes is text; each length is looked for once.
    let mut unclosed = 0u64;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => {
                let run = bytes[at..].iter().take_while(|b| **b == b'`').count();
                let bit = 1u64 << run.min(63);
                let close = if unclosed & bit == 0 { closing_ticks(&bytes[at + run..], run) } else { None };
                at += run;
                match close {
                    Some(close) => at += close,
                    None => unclosed |= bit,
                }
            }
            b']' if bytes.get(at + 1) == Some(&b'(') => {
                at += 2;
                let rest = &line[at..];
                let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                let rest = &rest[blank..];
                let destination = if let Some(pointed) = rest.strip_prefix('<') {
                    pointed
                        .bytes()
                        .take(LONGEST_DESTINATION)
                        .position(|b| b == b'>')
                        .map(|end| (&pointed[..end], 1))
                } else {
                    let end = bare_end(rest);
                    Some((&rest[..end], 0))
                };
                if let Some((destination, skip)) =
                    destination.filter(|(destination, _)| !destination.is_empty())
                {
                    links.push(Link { destination, start: start + at + blank + skip });
                    at += blank + skip + destination.len();
                }
            }
            _ => at += 1,
        }
    }
}

/// Where a destination without angle brackets ends: at a blank, or at the parenthesis that
/// closes the link.
fn bare_end(rest: &str) -> usize {
    let mut depth = 0usize;
    for (at, b) in rest.bytes().enumerate().take(LONGEST_DESTINATION) {
        match b {
            b'(' => depth += 1,
            b')' if depth == 0 => return at,
            b')' => depth -= 1,
            b' ' | b'\t' | b'\r' => return at,
            _ => {}
        }
    }
    0
}

fn closing_ticks(bytes: &[u8], run: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|b| *b == b'`') {
        at += step;
        let length = bytes[at..].iter().take_while(|b| **b == b'`').count();
        at += length;
        if length == run {
            return Some(at);
        }
    }
    None
}

/// `[label]: destination` at the start of a line.
fn definition<'b>(line: &'b str, content: &'b str, start: usize, links: &mut Vec<Link<'b>>) {
    let Some((label, rest)) = content.strip_prefix('[').and_then(|rest| rest.split_once("]:")) else {
        return;
    };
    if label.is_empty() || label.contains(['[', ']']) || label.starts_with('^') {
        return;
    }
    let destination = rest.split_whitespace().next().unwrap_or_default();
    let only = rest.trim() == destination
        || rest.trim()[destination.len()..].trim_start().starts_with(['"', '\'', '(']);
    let bare = destination.trim_start_matches('<').trim_end_matches('>');
    if only && !bare.is_empty() {
        // The destination lies in the line, so that its place there is the difference.
        let offset = bare.as_ptr() as usize - line.as_ptr() as usize;
        links.push(Link { destination: bare, start: start + offset });
    }
}

#[cfg(test)]
mod tests;
