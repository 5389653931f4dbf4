//! Serving a library of skills, beside a bare scan of its directory: the walk alone, and with every
//! file read and hashed, which an entry of a skill cannot do without. All in this process, on a warm
//! page cache, with eleven files a skill.
//!
//! The conversation goes through the transport, in lines of JSON, as with a client.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a bench with wrong input must stop, and says what it measured"
)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use repertoire_discovery::{Limits, Options, RootSpec};
use repertoire_fs::testkit::forest;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::Runtime;
use walkdir::WalkDir;

const SIZES: &[usize] = &[100, 1_000];

fn tree(skills: usize) -> PathBuf {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("forest-{skills}"));
    forest(&base, skills);
    base
}

/// Every file of a tree, by a walk that does nothing else.
fn files(root: &Path) -> impl Iterator<Item = walkdir::DirEntry> {
    WalkDir::new(root).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file())
}

fn scan(root: &Path) -> usize {
    files(root).count()
}

fn scan_read_sha256(root: &Path) -> usize {
    files(root).map(|entry| Sha256::digest(std::fs::read(entry.path()).unwrap())[0] as usize).sum()
}

/// A client in a session with a server.
struct Client {
    runtime: Runtime,
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
}

impl Client {
    fn new(root: &Path, cache: &Path) -> Self {
        let discovery = Options {
            limits: Limits::unbounded(),
            cache: Some(cache.to_owned()),
            ..Options::new(vec![RootSpec::given(root)])
        };
        // What is measured is asked for: nothing else looks at the files meanwhile.
        let interval = Duration::from_secs(3_600);
        let options = repertoire_mcp::Options { interval, ..repertoire_mcp::Options::new(discovery) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (near, far) = tokio::io::duplex(1 << 20);
        let (read, write) = tokio::io::split(far);
        runtime.spawn(repertoire_mcp::serve_with(options, read, write));
        let (read, input) = tokio::io::split(near);
        let mut client = Self { runtime, input, output: BufReader::new(read) };
        let about = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "bench", "version": "1" } });
        client.ask("initialize", &about);
        client
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let Self { runtime, input, output } = self;
        let line = runtime.block_on(async {
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            input.write_all(format!("{request}\n").as_bytes()).await.unwrap();
            let mut line = String::new();
            output.read_line(&mut line).await.unwrap();
            line
        });
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].clone()
    }

    /// All pages of `skills/list`.
    fn list(&mut self) -> usize {
        let (mut count, mut params) = (0, json!({}));
        loop {
            let page = self.ask("skills/list", &params);
            count += page["skills"].as_array().unwrap().len();
            match page.get("nextCursor") {
                Some(cursor) => params["cursor"] = cursor.clone(),
                None => return count,
            }
        }
    }

    fn search(&mut self) -> usize {
        let arguments = json!({ "query": "heights of the tide in table 42", "limit": 10 });
        let found = self.ask("tools/call", &json!({ "name": "skill_search", "arguments": arguments }));
        found["structuredContent"]["matches"].as_array().unwrap().len()
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let mut groups = Vec::new();
    for skills in SIZES {
        let root = tree(*skills);
        let mut client = Client::new(&root, &root.with_extension("cache"));
        assert_eq!(client.list(), *skills);
        assert_eq!(client.search(), 10);
        let uri = json!({ "uri": "skill://group-000/skill-000042/note-3.md" });
        client.ask("resources/read", &uri);

        let name = format!("serve-{skills}");
        let mut group = criterion.benchmark_group(&name);
        group.throughput(Throughput::Elements(*skills as u64));
        let mut bench = |what: &str, work: &mut dyn FnMut() -> usize| {
            group.bench_function(BenchmarkId::from_parameter(what), |bencher| bencher.iter(&mut *work));
        };
        bench("scan", &mut || scan(&root));
        bench("scan-read-sha256", &mut || scan_read_sha256(&root));
        bench("skills-list", &mut || client.list());
        bench("skill-search", &mut || client.search());
        bench("resources-read", &mut || client.ask("resources/read", &uri).to_string().len());
        group.finish();
        groups.push(name);
    }
    criterion.final_summary();
    let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
    let peers = ["scan-read-sha256", "skills-list", "skill-search", "resources-read"];
    repertoire_benches::ratios(&groups, "scan", &peers);
}
