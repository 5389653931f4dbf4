//! Our models of YAML libraries against what the libraries themselves answered.
//!
//! `readings/probes.jsonl` holds small texts, `readings/answers.jsonl` what each library makes of
//! them. `cargo xtask interop-clients` asks the libraries anew, and about real files as well.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use repertoire_clients::client::Type;
use repertoire_clients::reader::{Dialect, JS_YAML_3, JS_YAML_4, PYYAML, Reader, STRICTYAML, YAML};
use repertoire_clients::{Cause, Outcome, by_name, forecast};
use repertoire_schema::{Format, Source};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const DIALECTS: [(&str, &Dialect); 5] = [
    ("pyyaml", &PYYAML),
    ("strictyaml", &STRICTYAML),
    ("yaml", &YAML),
    ("js-yaml-3", &JS_YAML_3),
    ("js-yaml-4", &JS_YAML_4),
];

/// Probes that a model reads otherwise, by what stands in their last line, and why. What they probe
/// is in no real file that we know of.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    (
        "description: \"abc\"# c",
        &["pyyaml", "strictyaml", "js-yaml-3", "js-yaml-4"],
        "a comment right behind a quote",
    ),
    ("k: [a,, b]", &["js-yaml-3"], "nothing between two commas"),
    ("k: [, b]", &["js-yaml-3"], "nothing between two commas"),
    ("k: {a: b,, c: d}", &["js-yaml-3"], "nothing between two commas"),
    ("k: [?x, ?]", &["js-yaml-3", "js-yaml-4"], "a question mark first in brackets"),
    ("k: [-, a]", &["pyyaml"], "a lone hyphen in brackets"),
    ("k: [a]b: c", &["js-yaml-3"], "text right behind a bracket"),
    ("\tc: d", &["js-yaml-3"], "a tab that stands for two spaces"),
    ("\tmore", &["js-yaml-3"], "a tab that begins a continuation"),
    ("\tb]", &["js-yaml-3", "js-yaml-4"], "a tab that begins a line in brackets"),
    ("description: ? a", &["js-yaml-3"], "a question mark that begins a value"),
    ("description: !a", &["yaml"], "an unknown tag at nothing"),
    (
        "description: !!int abc",
        &["pyyaml", "js-yaml-3", "js-yaml-4"],
        "a tag that its value does not bear out",
    ),
    ("description: !!binary aGk=", &["pyyaml", "yaml", "js-yaml-3", "js-yaml-4"], "binary data"),
    ("description: ! 5", &["pyyaml"], "the tag that says nothing"),
    (
        "description: \"\\ud83d\"",
        &["pyyaml", "strictyaml", "yaml", "js-yaml-3", "js-yaml-4"],
        "half a character, which our text cannot hold",
    ),
    ("description: a\u{85}b", &["pyyaml", "strictyaml"], "line ends that only YAML 1.1 knows"),
    ("description: a\u{2028}b", &["pyyaml"], "line ends that only YAML 1.1 knows"),
    ("description: a\u{2028}b: c", &["pyyaml"], "line ends that only YAML 1.1 knows"),
    (
        "description: \u{feff}d",
        &["pyyaml", "strictyaml", "yaml", "js-yaml-3", "js-yaml-4"],
        "a byte order mark that begins a value",
    ),
    ("name: x\rdescription: d", &["yaml"], "a lone carriage return; the clients built on it replace those"),
    ("\"1\": c", &["yaml"], "a number and a text as keys that look alike"),
    ("<<: 5", &["strictyaml"], "strictyaml looks at merge keys and then forgets them"),
    ("description: <", &["strictyaml"], "a lone equals sign"),
    ("description: <<", &["strictyaml"], "a lone merge key as a value"),
    ("description: [a]: b", &["yaml"], "a map on the line of its key"),
    ("b]", &["js-yaml-3", "js-yaml-4"], "a value in brackets on two lines"),
    ("  b\"", &["js-yaml-3", "js-yaml-4"], "js-yaml keeps blanks before a line end inside quotes"),
];

#[derive(Debug, PartialEq)]
struct Seen {
    loads: bool,
    is_map: bool,
    name: Option<(Type, Option<String>)>,
    description: Option<(Type, Option<String>)>,
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a library answered.
fn answered(answer: &Value) -> Seen {
    let field = |key: &str| {
        let value = answer[key].as_array()?;
        let kind = match value[0].as_str().unwrap() {
            "null" => Type::Null,
            "bool" => Type::Bool,
            "number" => Type::Number,
            "date" => Type::Date,
            "text" => Type::Text,
            "list" => Type::List,
            _ => Type::Map,
        };
        let text = (kind == Type::Text).then(|| value[1].as_str().unwrap().to_owned());
        Some((kind, text))
    };
    let is_map = answer["root"] == "map";
    Seen { loads: answer["ok"] == true, is_map, name: field("name"), description: field("description") }
}

/// What a model makes of a text.
fn modelled(dialect: &'static Dialect, text: &str) -> Seen {
    match Reader::Yaml(dialect).read(text) {
        Err(_) => Seen { loads: false, is_map: false, name: None, description: None },
        Ok(fields) => {
            let field = |key| fields.typed(key).map(|(kind, text)| (kind, text.map(str::to_owned)));
            Seen {
                loads: true,
                is_map: fields.is_map(),
                name: field("name"),
                description: field("description"),
            }
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readings")
}

/// Answers by the id of what was asked, and the library.
fn answers(path: &Path) -> BTreeMap<(String, String), Value> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    lines(path).into_iter().map(|row| ((text(&row["id"]), text(&row["reader"])), row)).collect()
}

#[test]
fn models_read_probes_as_the_libraries_do() {
    let answers = answers(&folder().join("answers.jsonl"));
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let (mut total, mut excepted) = (0, 0);
    for line in std::fs::read_to_string(folder().join("probes.jsonl")).unwrap().lines() {
        let text: String = serde_json::from_str(line).unwrap();
        let last = text.rsplit('\n').find(|line| !line.is_empty()).unwrap_or_default();
        for (reader, dialect) in DIALECTS {
            total += 1;
            let answer = answers
                .get(&(line.to_owned(), reader.to_owned()))
                .unwrap_or_else(|| panic!("no answer to {line}"));
            let (theirs, ours) = (answered(answer), modelled(dialect, &text));
            if theirs == ours {
                continue;
            }
            let exception = EXCEPTIONS
                .iter()
                .position(|(end, readers, _)| (*end == last || *end == text) && readers.contains(&reader));
            if let Some(exception) = exception {
                excepted += 1;
                used.insert((exception, reader));
            } else {
                wrong.push(format!("{reader} {line}\n  theirs {theirs:?}\n  ours   {ours:?}"));
            }
        }
    }
    for (at, (end, readers, _)) in EXCEPTIONS.iter().enumerate() {
        let stale = readers.iter().filter(|reader| !used.contains(&(at, **reader)));
        wrong.extend(stale.map(|reader| format!("{reader} {end:?}: reads alike, take it off the list")));
    }
    println!("{total} readings of probes, {excepted} exceptions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(total > 1_200 && excepted * 20 < total);
}

/// How a model and its library compare over many files.
#[derive(Default)]
struct Agreement {
    files: usize,
    loads: usize,
    both: usize,
    names: usize,
    descriptions: usize,
    differences: Vec<String>,
}

impl Agreement {
    fn add(&mut self, id: &str, theirs: &Seen, ours: &Seen) {
        self.files += 1;
        self.loads += usize::from(theirs.loads == ours.loads);
        if theirs.loads && ours.loads {
            self.both += 1;
            self.names += usize::from(theirs.name == ours.name);
            self.descriptions += usize::from(theirs.description == ours.description);
        }
        if theirs != ours {
            self.differences.push(id.to_owned());
        }
    }
}

/// gray-matter reads whole files, as opencode does.
fn matter(text: &str) -> Seen {
    let bytes = text.as_bytes();
    let source = Source { path: "SKILL.md", directory: Some("x"), format: Format::AgentSkill, bytes };
    let forecast = forecast(&source, by_name("opencode").unwrap());
    let repaired = forecast.notes.iter().any(|note| note.cause == Cause::Repaired);
    let refused = matches!(forecast.cause, Some(Cause::Yaml | Cause::DuplicateKey | Cause::Bounds));
    let field = |text: Option<String>| text.map(|text| (Type::Text, Some(text)));
    Seen {
        loads: !(repaired || refused),
        is_map: forecast.outcome == Outcome::Loads,
        name: field(forecast.name),
        description: field(forecast.description),
    }
}

#[test]
fn models_read_real_files_as_the_libraries_do() {
    let Some(asked) = std::env::var_os("REPERTOIRE_READINGS").map(PathBuf::from) else {
        eprintln!("SKIPPED: the libraries were not asked; `cargo xtask interop-clients` does");
        return;
    };
    let answers = answers(&asked.join("files.answers.jsonl"));
    let mut table: BTreeMap<&str, Agreement> = BTreeMap::new();
    for row in lines(&asked.join("files.jsonl")) {
        let (id, text) = (row["id"].as_str().unwrap(), row["yaml"].as_str().unwrap());
        let answer = |reader: &str| answered(&answers[&(id.to_owned(), reader.to_owned())]);
        for (reader, dialect) in DIALECTS {
            table.entry(reader).or_default().add(id, &answer(reader), &modelled(dialect, text));
        }
        let mut theirs = answer("gray-matter");
        let mut ours = matter(row["whole"].as_str().unwrap());
        // What opencode would not load says nothing of the values that gray-matter gives.
        let text = |field: &Option<(Type, Option<String>)>| matches!(field, Some((Type::Text, _)));
        theirs.is_map = text(&theirs.name) && (theirs.description.is_none() || text(&theirs.description));
        if theirs.loads && !theirs.is_map && !ours.is_map || !ours.loads && !theirs.loads {
            (theirs.name, theirs.description, theirs.is_map) = (None, None, false);
            (ours.name, ours.description, ours.is_map) = (None, None, false);
        }
        table.entry("gray-matter").or_default().add(id, &theirs, &ours);
    }
    let mut lines = String::from("library\tfiles\tloads\tboth\tnames\tdescriptions\n");
    for (reader, agreement) in &table {
        let Agreement { files, loads, both, names, descriptions, differences } = agreement;
        lines.push_str(&format!("{reader}\t{files}\t{loads}\t{both}\t{names}\t{descriptions}\n"));
        println!(
            "{reader}: of {files} files {loads} alike; of {both} that load {names} names and {descriptions} descriptions"
        );
        println!("  {}", differences.join(" "));
        assert!(loads * 1_000 >= files * 995, "{reader} loads otherwise too often");
        assert!(
            names * 100 >= both * 99 && descriptions * 100 >= both * 99,
            "{reader} sees otherwise too often"
        );
    }
    let committed = folder().join("agreement.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&committed, &lines).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(committed).unwrap_or_default(),
        lines,
        "`--bless` writes the table anew"
    );
}
