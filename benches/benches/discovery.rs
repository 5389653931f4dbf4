//! Discovery beside what it cannot do without: a bare walk of the same tree, the reading of its
//! sources, their hashing. Each in this process, on a warm page cache.
//!
//! Then whole programs on the same trees, each in a process of its own: ours, as `cargo build
//! --release -p repertoire-cli` makes it, beside `find`, and beside `agent-skills` (of the crate
//! `agent-skills-cli`) and `skilo` where they are on the path.
//!
//! `REPERTOIRE_BENCH_SKILLS=100000` adds a tree of that size; the trees are kept in the target
//! directory and built by the same code as `cargo xtask gen-tree`.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench with wrong input must stop, and says what it measured"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use repertoire_discovery::{Limits, Options, RootSpec, discover};
use repertoire_fs::testkit::forest;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

fn sizes() -> Vec<usize> {
    let more = std::env::var("REPERTOIRE_BENCH_SKILLS").ok().and_then(|text| text.parse().ok());
    [100, 1_000, 10_000].into_iter().chain(more).collect()
}

fn tree(skills: usize) -> PathBuf {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("forest-{skills}"));
    forest(&base, skills);
    base
}

/// The sources of a tree, by a walk that does nothing else.
fn sources(root: &Path) -> impl Iterator<Item = walkdir::DirEntry> {
    WalkDir::new(root).into_iter().map(Result::unwrap).filter(|entry| entry.file_name() == "SKILL.md")
}

fn walk(root: &Path) -> usize {
    sources(root).count()
}

fn walk_stat(root: &Path) -> u64 {
    sources(root).map(|entry| entry.metadata().unwrap().len()).sum()
}

fn walk_read(root: &Path) -> usize {
    sources(root).map(|entry| std::fs::read(entry.path()).unwrap().len()).sum()
}

fn walk_read_sha256(root: &Path) -> usize {
    sources(root).map(|entry| Sha256::digest(std::fs::read(entry.path()).unwrap())[0] as usize).sum()
}

fn options(root: &Path) -> Options {
    Options { limits: Limits::unbounded(), ..Options::new(vec![RootSpec::given(root)]) }
}

/// A program, and what it is asked to do with a tree.
struct Program {
    name: &'static str,
    file: PathBuf,
    arguments: Vec<String>,
}

impl Program {
    fn run(&self) -> Option<usize> {
        let output = Command::new(&self.file).args(&self.arguments).stderr(Stdio::null()).output().ok()?;
        Some(output.stdout.len())
    }
}

/// The programs that are there; those that are not are named.
fn programs(root: &Path) -> Vec<Program> {
    let root = root.display().to_string();
    let release = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("release");
    let ours = release.join(format!("repertoire{}", std::env::consts::EXE_SUFFIX));
    let cache = format!("{root}.cache");
    let list = ["list", "--quiet", "--no-limits", "--format", "json", "--root", &root];
    let with = |more: &[&str]| list.iter().chain(more).map(|word| (*word).to_owned()).collect();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let all = [
        Program { name: "find", file: "find".into(), arguments: words(&[&root, "-name", "SKILL.md"]) },
        Program { name: "list-indexed", file: ours.clone(), arguments: with(&["--cache-dir", &cache]) },
        Program { name: "list-cold", file: ours, arguments: with(&["--no-cache"]) },
        Program {
            name: "agent-skills",
            file: "agent-skills".into(),
            arguments: words(&["list", "-r", "-c", &root]),
        },
        Program { name: "skilo", file: "skilo".into(), arguments: words(&["lint", &root]) },
    ];
    let (there, missing): (Vec<_>, Vec<_>) = all.into_iter().partition(|program| program.run().is_some());
    for program in missing {
        println!("SKIPPED: there is no {}", program.file.display());
    }
    there
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let mut groups = Vec::new();
    for skills in sizes() {
        let root = tree(skills);
        let cold = options(&root);
        let cache = root.with_extension("cache");
        let indexed = Options { cache: Some(cache), ..cold.clone() };
        let catalog = discover(&indexed);
        assert_eq!((catalog.entries.len(), catalog.diagnostics.len()), (skills, 0));
        assert_eq!(walk(&root), skills);

        let name = format!("discovery-{skills}");
        let mut group = criterion.benchmark_group(&name);
        group.throughput(Throughput::Elements(skills as u64));
        let mut bench = |what: &str, work: &dyn Fn() -> usize| {
            group.bench_function(BenchmarkId::from_parameter(what), |bencher| bencher.iter(work));
        };
        bench("walk", &|| walk(&root));
        bench("walk-stat", &|| walk_stat(&root) as usize);
        bench("walk-read", &|| walk_read(&root));
        bench("walk-read-sha256", &|| walk_read_sha256(&root));
        bench("cold", &|| discover(&cold).entries.len());
        bench("cold-one-thread", &|| discover(&Options { threads: 1, ..cold.clone() }).entries.len());
        bench("indexed", &|| discover(&indexed).entries.len());
        bench("indexed-one-thread", &|| discover(&Options { threads: 1, ..indexed.clone() }).entries.len());
        group.finish();

        let mut group = criterion.benchmark_group(format!("programs-{skills}"));
        group.throughput(Throughput::Elements(skills as u64));
        for program in programs(&root) {
            group.bench_function(BenchmarkId::from_parameter(program.name), |bencher| {
                bencher.iter(|| program.run());
            });
        }
        group.finish();
        groups.push((name, format!("programs-{skills}")));
    }
    criterion.final_summary();
    let (groups, programs): (Vec<&str>, Vec<&str>) =
        groups.iter().map(|(group, programs)| (group.as_str(), programs.as_str())).unzip();
    repertoire_benches::ratios(&groups, "walk-read-sha256", &["cold", "cold-one-thread"]);
    repertoire_benches::ratios(&groups, "walk-stat", &["indexed", "indexed-one-thread", "walk"]);
    repertoire_benches::ratios(&programs, "find", &["list-indexed", "list-cold", "agent-skills", "skilo"]);
}
