//! Transcripts of clients that are broken, hostile or dead. None of them ends the server but by
//! ending its input, and none costs it more than a bound.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests may fail loudly")]

mod support;

use proptest::prelude::*;
use repertoire_mcp::serve_with;
use serde_json::{Value, json};
use std::time::Duration;
use support::{Client, folder, options, run, skill};
use tokio::io::AsyncReadExt as _;

/// The bound on a line, its end included.
const MAX_LINE: usize = 1 << 20;

/// Asserts that the server still answers.
async fn still_answers(client: &mut Client) {
    let read = client.result("resources/read", json!({ "uri": "skill://tide/SKILL.md" })).await;
    assert_eq!(read["contents"][0]["text"], skill("tide"));
}

fn tide() -> tempfile::TempDir {
    folder(&[("tide/SKILL.md", &skill("tide"))])
}

/// What the server answers to a line, with the answer to a ping behind it taken off.
async fn answers(client: &mut Client, line: &[u8]) -> Vec<Value> {
    client.heard.clear();
    client.raw(line).await;
    client.raw(b"\n").await;
    client.result("ping", json!({})).await;
    std::mem::take(&mut client.heard)
}

#[test]
fn malformed_lines_are_answered_and_end_nothing() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        let deep = |depth: usize| {
            format!(
                r#"{{"jsonrpc":"2.0","id":9,"method":"ping","params":{}{}}}"#,
                "[".repeat(depth),
                "]".repeat(depth)
            )
        };
        for (line, code) in [
            ("{", Some(-32700)),
            ("not json", Some(-32700)),
            (r#"{"jsonrpc":"2.0","id":9,"method":"ping"}}"#, Some(-32700)),
            ("\u{0}", Some(-32700)),
            ("[]", Some(-32600)),
            ("7", Some(-32600)),
            ("{}", Some(-32600)),
            (r#"[{"jsonrpc":"2.0","id":9,"method":"ping"}]"#, Some(-32600)),
            (r#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#, Some(-32600)),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Some(-32600)),
            (r#"{"jsonrpc":"2.0","id":9,"method":7}"#, Some(-32600)),
            (&deep(64), Some(-32600)),
            (&deep(100_000), Some(-32600)),
            // Notifications and answers are never answered, nor are empty lines.
            ("", None),
            ("  \r", None),
            (r#"{"jsonrpc":"2.0","method":"no/such"}"#, None),
            (r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#, None),
            (r#"{"jsonrpc":"2.0","id":9,"result":{}}"#, None),
            (r#"{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"no"}}"#, None),
            (r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#, None),
        ] {
            let answers = answers(&mut client, line.as_bytes()).await;
            let codes: Vec<i64> =
                answers.iter().map(|answer| answer["error"]["code"].as_i64().unwrap()).collect();
            assert_eq!(codes, code.into_iter().collect::<Vec<i64>>(), "{line:.80}");
        }
        assert_eq!(answers(&mut client, b"\xff\xfe").await[0]["error"]["code"], -32700);
        still_answers(&mut client).await;
        assert!(client.end().await.0.is_ok());
    });
}

#[test]
fn requests_that_have_not_the_form_of_their_method_say_so() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        for method in [
            "resources/read",
            "skills/get",
            "resources/directory/read",
            "tools/call",
            "prompts/get",
            "resources/subscribe",
        ] {
            for (params, code) in
                [(json!({}), -32602), (json!({ "uri": 7, "name": [] }), -32602), (json!([]), -32600)]
            {
                assert_eq!(client.code(method, params).await, code, "{method}");
            }
        }
        assert_eq!(client.code("no/such", json!({})).await, -32601);
        assert_eq!(client.code("completion/complete", json!({})).await, -32601);
        still_answers(&mut client).await;
    });
}

#[test]
fn a_cursor_that_the_server_did_not_give_is_refused() {
    run(async {
        let skills = tide();
        for modern in [false, true] {
            let options = options(&[skills.path()]);
            let mut client = if modern { Client::modern(options) } else { Client::new(options).await };
            let lists =
                ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "skills/list"];
            for method in lists {
                for cursor in [json!("zz"), json!(""), json!(7), json!(["after:a"]), json!({}), json!(true)] {
                    let code = client.code(method, json!({ "cursor": cursor })).await;
                    assert_eq!(code, -32602, "{method} {cursor}");
                }
                client.result(method, json!({ "cursor": null })).await;
                client.result(method, json!({})).await;
            }
            still_answers(&mut client).await;
        }
    });
}

#[test]
fn what_was_said_before_the_beginning_is_answered_although_the_input_ends() {
    let skills = tide();
    for line in ["{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", "not json\n"] {
        let (near, mut far) = tokio::io::duplex(1 << 16);
        let ended = run(serve_with(options(&[skills.path()]), line.as_bytes(), near));
        // The runtime of the server is gone by now: what was not written then never is.
        let mut said = String::new();
        run(far.read_to_string(&mut said)).unwrap();
        assert!(ended.is_ok());
        assert_eq!(said.lines().count(), 1, "{line}");
    }
}

#[test]
fn a_line_has_a_bound_and_the_next_one_counts() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        let line = |length: usize| {
            let around = r#"{"jsonrpc":"2.0","method":"x","params":{"a":""}}"#.len();
            format!(r#"{{"jsonrpc":"2.0","method":"x","params":{{"a":"{}"}}}}"#, "a".repeat(length - around))
        };
        assert!(answers(&mut client, line(MAX_LINE - 1).as_bytes()).await.is_empty());
        for length in [MAX_LINE, 8 * MAX_LINE] {
            let answers = answers(&mut client, line(length).as_bytes()).await;
            assert_eq!(answers.len(), 1);
            assert_eq!(answers[0]["error"]["code"], -32600);
        }
        still_answers(&mut client).await;
        // A line that never ends is one that is not answered.
        client.raw(line(2 * MAX_LINE).as_bytes()).await;
        let (ended, last) = client.end().await;
        assert!(ended.is_ok() && last.is_empty());
    });
}

#[test]
fn a_request_in_pieces_is_one_request() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        for byte in br#"{"jsonrpc":"2.0","id":"pieces","method":"ping"}"# {
            client.raw(&[*byte]).await;
            tokio::task::yield_now().await;
        }
        client.raw(b"\r\n").await;
        assert_eq!(client.hear().await.unwrap()["id"], "pieces");
    });
}

#[test]
fn of_two_open_requests_with_one_id_the_second_is_refused() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        let request = br#"{"jsonrpc":"2.0","id":"same","method":"skills/list"}
"#;
        client.raw(&[&request[..], &request[..]].concat()).await;
        let (mut answered, mut refused) = (0, 0);
        for _ in 0..2 {
            let message = client.hear().await.unwrap();
            answered += usize::from(message["id"] == "same" && message.get("result").is_some());
            refused += usize::from(message.get("id").is_none() && message["error"]["code"] == -32600);
        }
        assert_eq!((answered, refused), (1, 1));
        // Once answered, an id is free.
        client.raw(request).await;
        assert_eq!(client.hear().await.unwrap()["id"], "same");
    });
}

#[test]
fn before_the_conversation_begins_nothing_else_does() {
    run(async {
        let skills = tide();
        let mut client = Client::silent(options(&[skills.path()]));
        // None of these is a beginning, and none of them ends the server.
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client.say(&json!({ "jsonrpc": "2.0", "id": 99, "result": {} })).await;
        client.raw(b"not json\n").await;
        assert_eq!(client.hear().await.unwrap()["error"]["code"], -32700);
        client.result("ping", json!({})).await;
        for method in ["skills/list", "tools/list", "resources/read", "no/such"] {
            let answer = client.ask(method, json!({})).await;
            assert!(answer.get("error").is_some(), "{answer}");
            client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } })).await;
        }
        assert_eq!(client.code("initialize", json!({ "protocolVersion": 7 })).await, -32602);
        let about = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        client.result("initialize", about.clone()).await;
        still_answers(&mut client).await;
        // A second beginning is harmless.
        client.ask("initialize", about).await;
        still_answers(&mut client).await;
    });
}

#[test]
fn traversal_in_a_uri_is_refused_however_it_is_written() {
    run(async {
        let all = folder(&[
            ("secret", "secret"),
            ("skills/tide/SKILL.md", &skill("tide")),
            ("skills/tide/a/b", "b"),
        ]);
        let mut client = Client::new(options(&[&all.path().join("skills")])).await;
        for uri in [
            "skill://tide/../../secret",
            "skill://tide/%2e%2e/%2e%2e/secret",
            "skill://tide/%2E%2E/%2e%2E/secret",
            "skill://tide/.%2e/secret",
            "skill://tide/..%2f..%2fsecret",
            "skill://tide/%2f..%2fsecret",
            "skill://tide/..%5c..%5csecret",
            "skill://tide/%252e%252e/%252e%252e/secret",
            "skill://tide/a/../../../secret",
            "skill://tide/a/./b",
            "skill://tide//a",
            "skill://tide/a%00b",
            "skill://../secret",
            "skill:///etc/passwd",
            "skill://tide/%c0%ae%c0%ae/secret",
            "skill://tide/a?b",
            "skill://tide/a#b",
            "SKILL://tide/SKILL.md",
            "file:///etc/passwd",
            "/etc/passwd",
            "",
        ] {
            for method in ["resources/read", "resources/directory/read", "skills/get"] {
                assert_eq!(client.code(method, json!({ "uri": uri })).await, -32602, "{method} {uri}");
            }
        }
        let b = client.result("resources/read", json!({ "uri": "skill://%74ide/a/%62" })).await;
        assert_eq!(b["contents"][0]["text"], "b");
    });
}

#[test]
fn a_client_that_dies_ends_the_server() {
    run(async {
        let skills = tide();
        // Before a word, in the middle of one, and with requests open.
        assert!(Client::silent(options(&[skills.path()])).vanish().await.is_ok());
        let mut client = Client::silent(options(&[skills.path()]));
        client.raw(br#"{"jsonrpc":"2.0","id":1,"meth"#).await;
        assert!(client.vanish().await.is_ok());
        let mut client = Client::new(options(&[skills.path()])).await;
        for _ in 0..20 {
            client.send("skills/list", json!({})).await;
        }
        assert!(client.vanish().await.is_ok());
    });
}

#[test]
fn what_was_asked_before_the_end_of_input_is_answered() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        for _ in 0..20 {
            client.send("skills/list", json!({})).await;
        }
        let (ended, last) = client.end().await;
        assert!(ended.is_ok());
        assert_eq!(last.iter().filter(|message| message.get("result").is_some()).count(), 20);
    });
}

#[test]
fn requests_whose_answers_nobody_takes_are_not_read() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide")), ("tide/big", &"x".repeat(100_000))]);
        let mut client = Client::new(options(&[skills.path()])).await;
        let mut sent = 0;
        loop {
            let send = client.send("resources/read", json!({ "uri": "skill://tide/big" }));
            if tokio::time::timeout(Duration::from_secs(2), send).await.is_err() {
                break;
            }
            sent += 1;
            assert!(sent < 5_000, "the server reads without an end");
        }
        // Taken at last, all of them come. The request that was cut off is not among them.
        for _ in 0..sent {
            assert!(client.hear().await.unwrap().get("result").is_some());
        }
    });
}

#[test]
fn cancelled_requests_leave_no_trace() {
    run(async {
        let skills = tide();
        let mut client = Client::new(options(&[skills.path()])).await;
        for _ in 0..200 {
            let id = client.send("skills/list", json!({})).await;
            client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } })).await;
        }
        still_answers(&mut client).await;
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever lines come, each is answered at most once, and the server goes on.
    #[test]
    fn no_line_ends_the_server(lines in prop::collection::vec("[ -~é]{0,60}|[\\[\\]{}\",:0-9a-z]{0,60}", 0..12)) {
        run(async {
            let skills = tide();
            let mut client = Client::new(options(&[skills.path()])).await;
            for line in &lines {
                let answers = answers(&mut client, line.as_bytes()).await;
                assert!(answers.len() <= 1, "{line}: {answers:?}");
            }
            still_answers(&mut client).await;
        });
    }

    /// Whatever URI is asked for, nothing outside of the skill is read.
    #[test]
    fn no_uri_reads_outside(path in "(tide|a|secret|%2e|\\.|/|%2f|%5c|\\\\|%00){0,8}") {
        run(async {
            let all = folder(&[("secret", "secret"), ("skills/tide/SKILL.md", &skill("tide")), ("skills/tide/a", "inside")]);
            let mut client = Client::new(options(&[&all.path().join("skills")])).await;
            let answer = client.ask("resources/read", json!({ "uri": format!("skill://{path}") })).await;
            let text = answer["result"]["contents"][0]["text"].as_str();
            assert!(text.is_none_or(|text| text == "inside" || text == skill("tide")), "{answer}");
        });
    }
}
