//! A client for tests: it writes lines to a server and reads what comes back.
#![allow(
    dead_code,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "each test uses a part of it, and may fail loudly"
)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use repertoire::discovery::{self, RootSpec};
use repertoire_mcp::{Error, Options, serve_with};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The newest revision, which has no `initialize`.
pub(crate) const MODERN: &str = "2026-07-28";

/// Runs a test with timers, on one thread.
pub(crate) fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let done = runtime.block_on(test);
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

/// A temporary folder with files, each `path` and `content`; a path that ends in `/` is a directory.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in files {
        write(folder.path(), path, content.as_bytes());
    }
    folder
}

/// Writes one file, with the directories above it.
pub(crate) fn write(folder: &Path, path: &str, content: &[u8]) {
    let whole = folder.join(path);
    if path.ends_with('/') {
        fs::create_dir_all(whole).unwrap();
    } else {
        fs::create_dir_all(whole.parent().unwrap()).unwrap();
        fs::write(whole, content).unwrap();
    }
}

/// Gives a file its content at once, so that nobody sees half of it.
pub(crate) fn replace(folder: &Path, path: &str, content: &[u8]) {
    let beside = tempfile::NamedTempFile::new_in(folder.parent().unwrap()).unwrap();
    fs::write(beside.path(), content).unwrap();
    let whole = folder.join(path);
    fs::create_dir_all(whole.parent().unwrap()).unwrap();
    beside.persist(whole).unwrap();
}

/// A source with a name.
pub(crate) fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: About {name}. Use when {name} is asked for.\n---\nDo {name}.\n")
}

/// Options over roots, looking for changes often.
pub(crate) fn options(roots: &[&Path]) -> Options {
    let roots = roots.iter().map(|root| RootSpec::given(*root)).collect();
    Options { interval: Duration::from_millis(20), ..Options::new(discovery::Options::new(roots)) }
}

/// A client, and the server that it speaks with.
pub(crate) struct Client {
    input: Option<WriteHalf<DuplexStream>>,
    output: BufReader<ReadHalf<DuplexStream>>,
    server: JoinHandle<Result<(), Error>>,
    /// Notifications, in the order in which they came.
    pub(crate) heard: Vec<Value>,
    ids: u64,
    modern: bool,
}

impl Client {
    /// A client that says nothing yet.
    pub(crate) fn silent(options: Options) -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(far);
        let server = tokio::spawn(serve_with(options, read, write));
        let (read, write) = tokio::io::split(near);
        Self {
            input: Some(write),
            output: BufReader::new(read),
            server,
            heard: Vec::new(),
            ids: 0,
            modern: false,
        }
    }

    /// A client that spoke `initialize` in a revision.
    pub(crate) async fn with_session(options: Options, revision: &str) -> (Self, Value) {
        let mut client = Self::silent(options);
        let about = json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let welcome = client.ask("initialize", about).await;
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        (client, welcome["result"].clone())
    }

    /// A client with a session of the newest revision that has one.
    pub(crate) async fn new(options: Options) -> Self {
        Self::with_session(options, "2025-11-25").await.0
    }

    /// A client of the newest revision, each of whose requests carries what it needs.
    pub(crate) fn modern(options: Options) -> Self {
        Self { modern: true, ..Self::silent(options) }
    }

    /// Writes bytes as they are.
    pub(crate) async fn raw(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).await.unwrap();
    }

    /// Writes a message.
    pub(crate) async fn say(&mut self, message: &Value) {
        self.raw(format!("{message}\n").as_bytes()).await;
    }

    /// Sends a request, and gives its id.
    pub(crate) async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.ids += 1;
        let mut params = params;
        if self.modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        self.say(&json!({ "jsonrpc": "2.0", "id": self.ids, "method": method, "params": params })).await;
        self.ids
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        loop {
            let message =
                self.hear().await.unwrap_or_else(|| panic!("the server ended before it answered {method}"));
            if message["id"] == id {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// The result of a request.
    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params).await;
        assert!(answer.get("result").is_some(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The code of the error of a request.
    pub(crate) async fn code(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.ask(method, params).await;
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    /// The next message, or nothing when the output has ended.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = tokio::time::timeout(PATIENCE, self.output.read_line(&mut line)).await;
        let read = read.expect("the server must answer").unwrap();
        // Nothing but messages, each on a line, stands on the output.
        (read > 0).then(|| {
            assert!(line.ends_with('\n'), "{line}");
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
        })
    }

    /// Waits for a notification, heard before or not.
    pub(crate) async fn notified(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.heard.iter().position(|message| message["method"] == method) {
                return self.heard.remove(at);
            }
            let message = self.hear().await.expect("the server goes on");
            self.heard.push(message);
        }
    }

    /// All items of a list with their pages, and the number of pages.
    pub(crate) async fn whole(&mut self, method: &str, key: &str, params: Value) -> (Vec<Value>, usize) {
        let (mut items, mut pages, mut params) = (Vec::new(), 0, params);
        loop {
            let page = self.result(method, params.clone()).await;
            items.extend(page[key].as_array().unwrap().iter().cloned());
            pages += 1;
            match page.get("nextCursor") {
                Some(cursor) => params["cursor"] = cursor.clone(),
                None => return (items, pages),
            }
        }
    }

    /// Ends the input, and gives how the server ended and what it said until then.
    pub(crate) async fn end(mut self) -> (Result<(), Error>, Vec<Value>) {
        self.input.take().unwrap().shutdown().await.unwrap();
        let mut last = Vec::new();
        while let Some(message) = self.hear().await {
            last.push(message);
        }
        let server = tokio::time::timeout(PATIENCE, self.server).await.expect("the server must end");
        (server.expect("the server must not panic"), last)
    }

    /// Goes away without a word, and gives how the server ended.
    pub(crate) async fn vanish(self) -> Result<(), Error> {
        let Self { input, output, server, .. } = self;
        drop((input, output));
        let server = tokio::time::timeout(PATIENCE, server).await.expect("the server must end");
        server.expect("the server must not panic")
    }
}
