//! What a page promises must be there: the commands that it tells to type, the files that it
//! links to.

use super::{Fault, Files};
use crate::CHORES;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What the front page tells a stranger to type.
const README: &[&str] = &["cargo run --release -- check docs/examples/skills", "cargo test --workspace"];

/// Cargo's own commands, and those that a page says how to get.
const CARGO: &[&str] = &[
    "add", "bench", "build", "check", "clippy", "deny", "doc", "fmt", "fuzz", "install", "metadata",
    "mutants", "package", "run", "test", "tree", "xtask",
];

/// The faults of one page.
pub(super) fn faults(path: &str, text: &str, files: &Files) -> Vec<Fault> {
    let page = Page::read(text);
    let mut faults = Vec::new();
    if path == "README.md" {
        let missing = README.iter().filter(|command| !page.commands.iter().any(|(_, line)| line == *command));
        faults.extend(
            missing
                .map(|command| Fault::new(path, 0, format!("no `sh` block holds the command `{command}`"))),
        );
    }
    for (at, line) in &page.commands {
        for command in line.split(['|', ';']).flat_map(|part| part.split("&&")) {
            let words: Vec<_> =
                command.split_whitespace().map(|word| word.trim_matches(['"', '\''])).collect();
            let words: Vec<_> = words.into_iter().skip_while(|word| is_assignment(word)).collect();
            faults.extend(command_fault(&words, files).map(|message| Fault::new(path, *at, message)));
        }
    }
    for (at, target) in &page.links {
        if !files.holds(&resolve(path, target)) {
            faults.push(Fault::new(path, *at, format!("links to `{target}`, which is not there")));
        }
    }
    faults
}

/// What a page tells to type, and what it links to in this repository, each with its line from 1.
#[derive(Debug, Default, PartialEq, Eq)]
struct Page<'a> {
    commands: Vec<(usize, &'a str)>,
    links: Vec<(usize, &'a str)>,
}

impl<'a> Page<'a> {
    fn read(text: &'a str) -> Self {
        let mut page = Self::default();
        let mut fence = None;
        for (at, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            match (fence, trimmed.strip_prefix("```")) {
                (None, Some(language)) => fence = Some(language),
                (Some(_), Some(_)) => fence = None,
                (Some("sh"), None) if !trimmed.is_empty() && !trimmed.starts_with('#') => {
                    page.commands.push((at + 1, trimmed));
                }
                (Some(_), None) => {}
                (None, None) => page.links.extend(links(line).map(|target| (at + 1, target))),
            }
        }
        page
    }
}

/// The targets of `[text](target)` that are paths, without what follows a `#`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let paths = targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"));
    paths.map(|target| target.split('#').next().unwrap_or_default()).filter(|target| !target.is_empty())
}

/// A link's target as a path from the top.
fn resolve(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => return format!("outside: {target}"),
            ".." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
}

/// Why a command cannot work, as far as the repository tells.
fn command_fault(words: &[&str], files: &Files) -> Option<String> {
    let (program, rest) = words.split_first()?;
    match *program {
        "cargo" => cargo_fault(rest, files),
        "repertoire" => program_fault(rest, files),
        path if path.contains('/') && !files.holds(path.trim_start_matches("./")) => {
            Some(format!("`{path}` is not there"))
        }
        _ => None,
    }
}

fn cargo_fault(words: &[&str], files: &Files) -> Option<String> {
    let words = words.strip_prefix(&["+nightly"][..]).unwrap_or(words);
    let (command, rest) = words.split_first()?;
    if !CARGO.contains(command) {
        return Some(format!("`cargo {command}` is not a command that this repository knows"));
    }
    let (own, passed) = match rest.iter().position(|word| *word == "--") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    for pair in own.windows(2) {
        let there = match pair[0] {
            "-p" | "--package" => is_package(pair[1], files),
            "--path" | "--manifest-path" => files.holds(pair[1]),
            _ => true,
        };
        if !there {
            return Some(format!("`{} {}`: there is no such package or path", pair[0], pair[1]));
        }
    }
    let first = own.first().copied().unwrap_or_default();
    match *command {
        "run" => program_fault(passed, files),
        "xtask" if !CHORES.iter().any(|chore| chore.name == first) => {
            Some(format!("there is no chore `{first}`"))
        }
        "add" if !is_package(first, files) => Some(format!("there is no crate `{first}` here")),
        _ => None,
    }
}

fn is_package(name: &str, files: &Files) -> bool {
    let line = format!("name = \"{name}\"");
    let manifests = files.texts.iter().filter(|(path, _)| path.ends_with("/Cargo.toml"));
    manifests.into_iter().any(|(_, text)| text.lines().any(|written| written == line))
}

/// What is wrong with the arguments of the program: a command that it lacks, a path of this
/// repository that is not there.
fn program_fault(words: &[&str], files: &Files) -> Option<String> {
    let command = words.iter().find(|word| !word.starts_with('-'))?;
    if !program_commands(files).iter().any(|known| known == command) {
        return Some(format!("`repertoire {command}`: the program has no such command"));
    }
    let ours =
        |word: &&&str| ["benches/", "crates/", "docs/", "fuzz/"].iter().any(|top| word.starts_with(top));
    let lost = words.iter().filter(ours).find(|word| !files.holds(word))?;
    Some(format!("`{lost}` is not there"))
}

/// The commands of the program, read from the `enum Command` of its source.
fn program_commands(files: &Files) -> Vec<String> {
    let sources = files.texts.iter().filter(|(path, _)| path.starts_with("crates/repertoire-cli/src/"));
    let parsed = sources.filter_map(|(_, text)| text.parse::<TokenStream>().ok());
    parsed.flat_map(|tokens| variants(tokens, "Command")).map(|name| kebab(&name)).collect()
}

/// The names of the variants of an enum at the top of a file.
fn variants(tokens: TokenStream, of: &str) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let body = tokens.windows(3).find_map(|window| match window {
        [word, name, TokenTree::Group(body)] if is_word(word, "enum") && is_word(name, of) => {
            Some(body.stream())
        }
        _ => None,
    });
    body.map(names).unwrap_or_default()
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

/// The first word of each comma-separated part that is not in an attribute.
fn names(body: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    let mut fresh = true;
    for token in body {
        match token {
            TokenTree::Ident(name) if fresh => {
                names.push(name.to_string());
                fresh = false;
            }
            TokenTree::Punct(mark) if mark.as_char() == ',' => fresh = true,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {}
            _ => {}
        }
    }
    names
}

/// `StdinPath` as `stdin-path`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests;
