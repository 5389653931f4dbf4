//! Reads a rendered catalog back: name, description and path of each entry, and how many skills it
//! says are omitted. Strict: whatever does not fit the form exactly is a failed test.

use repertoire_routing::catalog::{Form, Options};

pub(crate) type Entry = (String, String, String);

pub(crate) fn read(form: Form, text: &str, options: &Options<'_>) -> (Vec<Entry>, usize) {
    let text = text.strip_prefix(options.introduction).expect("the introduction stands first");
    let text = text.strip_suffix(options.guidance).expect("the guidance stands last");
    match form {
        Form::Markdown => markdown(text),
        Form::Xml => xml(text),
        Form::Json => json(text),
    }
}

fn omitted(line: &str) -> usize {
    let (count, rest) = line.split_once(' ').expect("a count stands first");
    let count = count.parse().expect("it is a number");
    let plural = if count == 1 { "" } else { "s" };
    assert_eq!(rest, format!("additional skill{plural} omitted by the catalog character budget."));
    count
}

fn markdown(text: &str) -> (Vec<Entry>, usize) {
    assert!(text.is_empty() || text.ends_with('\n'));
    let mut lines: Vec<&str> =
        text.lines().map(|line| line.strip_prefix("- ").expect("a line is an item")).collect();
    let mut left = 0;
    if lines.last().is_some_and(|line| line.ends_with("omitted by the catalog character budget.")) {
        left = omitted(lines.pop().expect("there is one"));
    }
    let entry = |line: &&str| {
        // Nothing but the entry's own path is written like one.
        assert!(line.matches("(file:").count() <= 1 + line.matches("\\(file:").count());
        let (line, path) = line
            .strip_suffix(')')
            .and_then(|line| line.rsplit_once(" (file: "))
            .expect("an entry ends with its path");
        let (name, description) = line
            .split_once(": ")
            .filter(|(name, _)| !ends_escaped(name))
            .unwrap_or_else(|| escaped_colons(line));
        (unescape(name), unescape(description), unescape(path))
    };
    (lines.iter().map(entry).collect(), left)
}

/// Whether what follows a text is escaped: an odd number of backslashes stands at its end.
fn ends_escaped(text: &str) -> bool {
    text.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1
}

/// Name and description where the name has colons of its own.
fn escaped_colons(line: &str) -> (&str, &str) {
    let end = line.match_indices(": ").map(|(at, _)| at).find(|at| !ends_escaped(&line[..*at]));
    end.map_or((line, ""), |at| (&line[..at], &line[at + 2..]))
}

/// Undoes backslashes before markup and `\u{…}`.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some((code, after)) = rest.strip_prefix("u{").and_then(|rest| rest.split_once('}')) {
            let code = u32::from_str_radix(code, 16).expect("an escape holds a number");
            plain.push(char::from_u32(code).expect("it is a character"));
            rest = after;
        } else if let Some(c) = rest.chars().next().filter(|c| matches!(c, '\\' | '<' | '(' | ':' | '[')) {
            plain.push(c);
            rest = &rest[1..];
        } else {
            plain.push('\\');
        }
    }
    plain + rest
}

fn xml(text: &str) -> (Vec<Entry>, usize) {
    let text = text.strip_prefix("<available_skills>\n").expect("the block opens");
    let mut text = text.strip_suffix("</available_skills>").expect("the block closes");
    let mut left = 0;
    if let Some((before, line)) = text.strip_suffix(" -->\n").and_then(|text| text.rsplit_once("<!-- ")) {
        (text, left) = (before, omitted(line));
    }
    let mut entries = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        assert_eq!(line, "<skill>");
        let mut fields = [String::new(), String::new(), String::new()];
        loop {
            let line = lines.next().expect("an entry goes on");
            if line == "</skill>" {
                break;
            }
            let field = ["name", "description", "location"]
                .iter()
                .position(|tag| line == format!("<{tag}>"))
                .expect("a tag");
            let value = lines.next().expect("a value");
            assert!(!value.contains(['<', '>']));
            fields[field] = code_points(&entities(value));
            let close = lines.next().expect("an end");
            assert_eq!(close, line.replacen('<', "</", 1));
        }
        let [name, description, path] = fields;
        entries.push((name, description, path));
    }
    (entries, left)
}

fn entities(text: &str) -> String {
    for at in text.match_indices('&').map(|(at, _)| at) {
        assert!(
            ["&amp;", "&lt;", "&gt;", "&quot;", "&#x27;"].iter().any(|entity| text[at..].starts_with(entity)),
            "{text}"
        );
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}

/// Undoes `\u{…}` alone.
fn code_points(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u{") {
        let (code, after) = rest[at + 3..].split_once('}').expect("an escape closes");
        plain.push_str(&rest[..at]);
        plain.push(char::from_u32(u32::from_str_radix(code, 16).expect("a number")).expect("a character"));
        rest = after;
    }
    plain + rest
}

fn json(text: &str) -> (Vec<Entry>, usize) {
    let value: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    assert_eq!(value["version"], 1);
    let skills = value["skills"].as_array().expect("a list");
    assert!(!text.contains('<'));
    assert_eq!(text.lines().count(), if skills.is_empty() { 1 } else { skills.len() + 2 });
    let field = |skill: &serde_json::Value, key: &str| {
        skill.get(key).map_or_else(String::new, |value| value.as_str().expect("a text").to_owned())
    };
    let entries = skills
        .iter()
        .map(|skill| (field(skill, "name"), field(skill, "description"), field(skill, "path")))
        .collect();
    (entries, value["omitted"].as_u64().expect("a number") as usize)
}
