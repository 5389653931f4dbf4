//! Labelled queries of six public skill libraries, and how well a router does on them. The accuracy
//! test and the benchmark share this file.

use repertoire_routing::Card;
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// The libraries, in the order of the table.
pub const LIBRARIES: [&str; 6] = ["dotnet-artisan", "gtm", "marketing", "vexjoy", "golang", "alicoder"];

/// One skill of a library.
pub struct Skill {
    pub name: String,
    pub description: String,
    pub tags: Vec<String>,
    pub body: String,
}

impl Skill {
    /// Its card. The body stands without the frontmatter, as a loader gives it.
    pub fn card(&self) -> Card<'_> {
        Card {
            tags: &self.tags,
            body: Some(instructions(&self.body)),
            ..Card::new(&self.name, &self.description)
        }
    }
}

/// A source without its frontmatter.
pub fn instructions(source: &str) -> &str {
    let Some(rest) = source.strip_prefix("---\n") else { return source };
    match rest.find("\n---\n") {
        Some(at) => &rest[at + 5..],
        None => source,
    }
}

/// One labelled query.
pub struct Query {
    pub text: String,
    /// Skills that must rank, by position.
    pub positives: Vec<usize>,
    /// No skill should fire.
    pub none: bool,
}

/// A library with its queries, skills in the order of their ids.
pub struct Library {
    pub name: &'static str,
    pub skills: Vec<Skill>,
    pub queries: Vec<Query>,
}

/// The libraries; `None`, said loudly, where the folder with them is not there.
///
/// # Panics
///
/// Where it is not there although `CI=true`, and where it cannot be read.
pub fn load() -> Option<Vec<Library>> {
    let shared =
        std::env::var_os("REPERTOIRE_SHARED").map_or_else(|| workspace().join("../shared"), PathBuf::from);
    let folder = shared.join("routing");
    if !folder.is_dir() {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!ci, "no labelled queries in {}", folder.display());
        eprintln!("SKIPPED: no labelled queries in {}; set REPERTOIRE_SHARED", folder.display());
        return None;
    }
    Some(LIBRARIES.iter().map(|name| library(&folder, name)).collect())
}

/// The top of the workspace: the nearest folder above that holds `crates`.
fn workspace() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|folder| folder.join("crates").is_dir()).map_or_else(|| here.clone(), PathBuf::from)
}

fn library(folder: &std::path::Path, name: &'static str) -> Library {
    let lines = |kind: &str| -> Vec<Value> {
        let path = folder.join(format!("{name}.{kind}.jsonl"));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON document")).collect()
    };
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let texts = |value: &Value, key: &str| -> Vec<String> {
        let list = value[key].as_array().map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut skills: Vec<(String, Skill)> = lines("skills")
        .iter()
        .map(|line| {
            let skill = Skill {
                name: text(line, "name"),
                description: text(line, "description"),
                tags: texts(line, "tags"),
                body: text(line, "body"),
            };
            (text(line, "id"), skill)
        })
        .collect();
    skills.sort_by(|a, b| a.0.cmp(&b.0));
    let positions: HashMap<&str, usize> =
        skills.iter().enumerate().map(|(at, (id, _))| (id.as_str(), at)).collect();
    let queries = lines("queries")
        .iter()
        .map(|line| Query {
            text: text(line, "query"),
            positives: texts(line, "positives")
                .iter()
                .filter_map(|id| positions.get(id.as_str()).copied())
                .collect(),
            none: line["none"].as_bool().unwrap_or(false),
        })
        .collect();
    Library { name, queries, skills: skills.into_iter().map(|(_, skill)| skill).collect() }
}

/// What a router answers to one query: positions, the best first, and whether it says that even
/// the best is weak.
pub struct Answer {
    pub ranked: Vec<usize>,
    pub weak: bool,
}

/// How well a router does on one library, each a share from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure {
    pub hit1: f64,
    pub recall3: f64,
    pub recall5: f64,
    pub recall10: f64,
    pub mrr: f64,
    /// Of the queries that no skill should answer, those that a skill answers all the same and is
    /// not said to be weak; `None` where a library has no such query.
    pub false_trigger: Option<f64>,
    /// Of the queries whose best match is right, those where it is said to be weak.
    pub weak_hit: f64,
    /// Of the queries whose best match is wrong, the same.
    pub weak_miss: f64,
}

/// Asks a router every query of a library.
pub fn measure(library: &Library, mut router: impl FnMut(&str) -> Answer) -> Measure {
    let mut sum = Measure::default();
    let (mut asked, mut hits, mut none, mut fired) = (0.0f64, 0.0f64, 0.0f64, 0.0);
    for query in &library.queries {
        let answer = router(&query.text);
        if query.none {
            none += 1.0;
            fired += f64::from(!answer.ranked.is_empty() && !answer.weak);
            continue;
        }
        asked += 1.0;
        let right = |position: &usize| query.positives.contains(position);
        let recall = |first: usize| {
            answer.ranked.iter().take(first).filter(|position| right(position)).count() as f64
                / query.positives.len() as f64
        };
        let hit = answer.ranked.first().is_some_and(right);
        hits += f64::from(hit);
        sum.hit1 += f64::from(hit);
        sum.recall3 += recall(3);
        sum.recall5 += recall(5);
        sum.recall10 += recall(10);
        sum.mrr += answer.ranked.iter().position(right).map_or(0.0, |at| 1.0 / (at + 1) as f64);
        *(if hit { &mut sum.weak_hit } else { &mut sum.weak_miss }) += f64::from(answer.weak);
    }
    Measure {
        hit1: sum.hit1 / asked,
        recall3: sum.recall3 / asked,
        recall5: sum.recall5 / asked,
        recall10: sum.recall10 / asked,
        mrr: sum.mrr / asked,
        false_trigger: (none > 0.0).then(|| fired / none),
        weak_hit: sum.weak_hit / hits.max(1.0),
        weak_miss: sum.weak_miss / (asked - hits).max(1.0),
    }
}

/// The mean over libraries; that of the false triggers over those that have any to give.
pub fn mean(measures: &[Measure]) -> Measure {
    let of = |part: fn(&Measure) -> f64| measures.iter().map(part).sum::<f64>() / measures.len() as f64;
    let fired: Vec<f64> = measures.iter().filter_map(|measure| measure.false_trigger).collect();
    Measure {
        hit1: of(|m| m.hit1),
        recall3: of(|m| m.recall3),
        recall5: of(|m| m.recall5),
        recall10: of(|m| m.recall10),
        mrr: of(|m| m.mrr),
        false_trigger: (!fired.is_empty()).then(|| fired.iter().sum::<f64>() / fired.len() as f64),
        weak_hit: of(|m| m.weak_hit),
        weak_miss: of(|m| m.weak_miss),
    }
}

/// One row of the table.
pub fn row(label: &str, measure: &Measure) -> String {
    let fired = measure.false_trigger.map_or_else(|| "    -".to_owned(), |share| format!("{share:.3}"));
    format!(
        "{label:<24} {:.3}  {:.3}  {:.3}  {:.3}  {:.3}  {fired}  {:.3}  {:.3}",
        measure.hit1,
        measure.recall3,
        measure.recall5,
        measure.recall10,
        measure.mrr,
        measure.weak_hit,
        measure.weak_miss
    )
}

/// The head of the table.
pub const HEAD: &str = "library                  Hit@1    R@3    R@5   R@10    MRR  false  weak.h weak.m";
