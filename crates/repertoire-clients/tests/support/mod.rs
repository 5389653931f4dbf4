//! Cases: a source, and what each client was seen to make of it.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic and talk")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A source and what clients make of it.
pub struct Case {
    /// The name of its file.
    pub name: String,
    /// What all clients see, unless their line says otherwise.
    pub common: BTreeMap<String, String>,
    /// Client, outcome, and what it sees of its own.
    pub clients: Vec<(String, String, BTreeMap<String, String>)>,
}

impl Case {
    /// The bytes of the source.
    pub fn bytes(&self) -> Vec<u8> {
        bytes(&self.common["source"])
    }

    /// The name of the directory.
    pub fn directory(&self) -> String {
        expanded(&self.common["directory"])
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outcomes")
}

/// Words, each followed by a JSON string.
fn pairs(text: &str) -> BTreeMap<String, String> {
    let mut pairs = BTreeMap::new();
    let mut rest = text.trim();
    while let Some((word, after)) = rest.split_once(' ') {
        let mut strings = serde_json::Deserializer::from_str(after).into_iter::<String>();
        let value =
            strings.next().and_then(Result::ok).unwrap_or_else(|| panic!("no string after {word}: {text}"));
        let used = strings.byte_offset();
        pairs.insert(word.to_owned(), value);
        rest = after[used..].trim();
    }
    assert_eq!(rest, "", "{text}");
    pairs
}

fn read(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).unwrap();
    let (head, clients) = text.split_once("\n\n").unwrap();
    let client = |line: &str| {
        let mut words = line.splitn(2, ' ');
        let name = words.next().unwrap().to_owned();
        let rest = words.next().unwrap().trim();
        let (outcome, more) = rest.split_once(' ').unwrap_or((rest, ""));
        (name, outcome.to_owned(), pairs(more))
    };
    Case {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        common: head.lines().flat_map(pairs).collect(),
        clients: clients.lines().map(client).collect(),
    }
}

/// Replaces `{a*65}`.
pub fn expanded(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let Some((inner, after)) = rest[at + 1..].split_once('}') else { break };
        let times =
            inner.split_once('*').and_then(|(what, times)| Some((what, times.parse::<usize>().ok()?)));
        out.push_str(&rest[..at]);
        match times {
            Some((what, times)) => out.push_str(&what.repeat(times)),
            None => out.extend(["{", inner, "}"]),
        }
        rest = after;
    }
    out + rest
}

fn bytes(text: &str) -> Vec<u8> {
    let text = expanded(text);
    match text.split_once("{bytes}") {
        Some((before, after)) => [before.as_bytes(), b"\xff\xfe", after.as_bytes()].concat(),
        None => text.into_bytes(),
    }
}

/// Every case, sorted by name.
pub fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// The folder of shared test data, or nothing with a loud word. Under `CI=true` it must exist.
pub fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    if root.is_dir() {
        return Some(root);
    }
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "the shared test data is missing at {}",
        root.display()
    );
    eprintln!("SKIPPED: no shared test data at {}; set REPERTOIRE_SHARED", root.display());
    None
}

/// Every `SKILL.md` below a folder, sorted.
pub fn skills(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
