//! Checking the collection of real skills: what it costs over walking the tree and reading the
//! files, and beside a plain YAML reader that looks at two fields.

#![allow(clippy::expect_used, reason = "without the collection there is nothing to measure")]

use criterion::Criterion;
use repertoire_benches::{ratios, shared};
use repertoire_fs::{Limits, Tree};
use repertoire_report::{FileReport, Format as Form, Text};
use repertoire_schema::{Format, Options, Source, check_with, profile};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const MAX_BYTES: usize = 4 << 20;
const GROUPS: [(&str, usize); 2] = [("check", 1), ("check-on-2-threads", 2)];

/// Walks, reads, and hands each file to `each`, on so many threads.
fn over(root: &Path, threads: usize, each: impl Fn(&Path, &[u8]) + Sync) {
    let tree = Tree::open(root).expect("the collection opens");
    let files = tree.find(&["SKILL.md", "SKILL.sexp"], Limits::default()).files;
    assert!(files.len() > 1_000, "only {} files", files.len());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    each(path, &tree.read(path, MAX_BYTES).expect("a file of the collection"));
                }
            });
        }
    });
}

/// Judges one file and gives it to a renderer.
fn check(path: &Path, bytes: &[u8], form: Option<&Form>) {
    let shown = repertoire_fs::show(path);
    let directory = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    let source = Source { path: &shown, directory, format: Format::AgentSkill, bytes };
    let checked = black_box(check_with(&source, &profile::AGENT_SKILLS, &Options::default()));
    if let Some(form) = form {
        let file = FileReport {
            source: std::str::from_utf8(bytes).ok(),
            valid: checked.is_valid(),
            name: checked.name.as_deref(),
            description: checked.description.as_deref(),
            diagnostics: &checked.diagnostics,
            ..FileReport::new(&shown, profile::AGENT_SKILLS.name)
        };
        black_box(form.render(&file));
    }
}

/// What most checkers do: split at the fences, let a YAML library read, look at two fields.
fn plain(bytes: &[u8]) -> Option<(usize, usize)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let rest = text.trim_start_matches('\u{feff}').strip_prefix("---")?;
    let (fields, _) = rest.split_once("\n---")?;
    let fields: serde_yaml::Mapping = serde_yaml::from_str(fields).ok()?;
    let length = |key: &str| fields.get(key).and_then(serde_yaml::Value::as_str).map(str::len);
    Some((length("name")?, length("description")?))
}

fn benches(criterion: &mut Criterion) {
    let Some(root) = shared().map(|shared: PathBuf| shared.join("corpus/skills")) else { return };
    let frames = Form::Text(Text::default());
    let checked = |form| move |path: &Path, bytes: &[u8]| check(path, bytes, form);
    for (group, threads) in GROUPS {
        let mut group = criterion.benchmark_group(group);
        let mut measure = |name: &str, each: &(dyn Fn(&Path, &[u8]) + Sync)| {
            group.bench_function(name, |bencher| bencher.iter(|| over(&root, threads, each)));
        };
        measure("read", &|_, bytes| {
            black_box(bytes.len());
        });
        measure("judge", &checked(None));
        measure("json", &checked(Some(&Form::Json)));
        measure("frames", &checked(Some(&frames)));
        measure("serde_yaml", &|_, bytes| {
            black_box(plain(bytes));
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(10)
        .configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
    ratios(&GROUPS.map(|(group, _)| group), "read", &["judge", "json", "frames", "serde_yaml"]);
}
