//! The bodies of the fuzz targets on generated inputs, so that each test run looks at new ones: any
//! bytes, texts made of YAML's own tokens, and real files with a few bytes changed.

#![allow(clippy::print_stderr, reason = "it says what it skips")]

use proptest::prelude::*;
use repertoire_fuzz_bodies::{agreement, frontmatter};
use std::path::PathBuf;
use std::sync::LazyLock;

/// Real files, or a few of our own where the collection is missing.
static SOURCES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = std::env::var_os("REPERTOIRE_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let mut sources: Vec<String> =
        ["skills", "odd"].iter().flat_map(|folder| read(&root.join("corpus").join(folder))).collect();
    if sources.is_empty() {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "the shared test data is missing at {}",
            root.display()
        );
        eprintln!("SKIPPED: no real files at {}; set REPERTOIRE_SHARED", root.display());
        sources.extend(read(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples")));
        sources.push("---\nname: tide\n---\n".to_owned());
    }
    sources
});

/// Every source below a folder, cut to its first bytes: the body is not what is tested here.
fn read(folder: &std::path::Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut sources = Vec::new();
    for path in paths {
        if path.is_dir() {
            sources.extend(read(&path));
        } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
            let text = std::fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            sources.extend(text.map(|text| text.chars().take(3_000).collect::<String>()));
        }
    }
    sources
}

const TOKENS: &[&str] = &[
    "a", "b:", "name: ", "c d", ":", ": ", "- ", "-", "\n", "\n  ", "\n    ", "\n- ", "\"", "'", "\\", "\\n",
    "[", "]", "{", "}", ", ", "#", " #", "|", ">", "|-", ">+", "|2", "&x ", "*x", "!t ", "? ", "%", "@", "`",
    "---", "...", "\t", "\r\n", "\r", "é", "🌾", "\u{85}", "\u{feff}", "~", "null", "1.0", "\n\n", " ",
];

fn tokens() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..60).prop_map(|tokens| tokens.concat())
}

/// A real source with some characters replaced by tokens.
fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4usize, prop::sample::select(TOKENS));
    (any::<prop::sample::Index>(), prop::collection::vec(change, 0..6)).prop_map(|(source, changes)| {
        let mut text: Vec<char> = source.get(&SOURCES).chars().collect();
        for (at, gone, token) in changes {
            // Most changes in the frontmatter, which comes first.
            let at = at.index(text.len().min(900) + 1).min(text.len());
            let end = (at + gone).min(text.len());
            text.splice(at..end, token.chars());
        }
        text.into_iter().collect()
    })
}

/// The lines between the fences of a source.
fn fields(source: &str) -> String {
    let split = repertoire_frontmatter::split(source);
    split.frontmatter.slice(source).to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(data in prop::collection::vec(any::<u8>(), 0..200)) {
        frontmatter::run(&data);
        frontmatter::run(&[b"---\n".as_slice(), &data, b"\n---\n"].concat());
        agreement::run(&data);
    }

    #[test]
    fn texts_of_tokens_are_read_alike(text in tokens()) {
        frontmatter::run(format!("---\n{text}\n---\nBody.\n").as_bytes());
        agreement::run(text.as_bytes());
    }

    #[test]
    fn mutated_real_files_are_read_alike(source in mutated()) {
        frontmatter::run(source.as_bytes());
        agreement::run(fields(&source).as_bytes());
    }
}
