//! What a client is told of when files change.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests may fail loudly")]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::time::Duration;
use support::{Client, folder, options, replace, run, skill};

const RESOURCES: &str = "notifications/resources/list_changed";
const TOOLS: &str = "notifications/tools/list_changed";
const PROMPTS: &str = "notifications/prompts/list_changed";
const UPDATED: &str = "notifications/resources/updated";

/// Long enough for a look or two.
async fn a_while() {
    tokio::time::sleep(Duration::from_millis(150)).await;
}

#[test]
fn lists_that_changed_are_told() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide"))]);
        let mut client = Client::new(options(&[skills.path()])).await;
        client.result("skills/list", json!({})).await;
        replace(skills.path(), "tide/a.md", b"a");
        client.notified(RESOURCES).await;
        a_while().await;
        client.result("ping", json!({})).await;
        // The catalog stayed what it was.
        assert!(client.heard.iter().all(|message| message["method"] == RESOURCES), "{:?}", client.heard);
        replace(skills.path(), "moon/SKILL.md", skill("moon").as_bytes());
        client.notified(TOOLS).await;
        client.notified(PROMPTS).await;
        let (all, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(all.len(), 2);
    });
}

#[test]
fn nothing_is_told_where_nothing_changed() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide"))]);
        let mut client = Client::new(options(&[skills.path()])).await;
        client.result("skills/list", json!({})).await;
        a_while().await;
        client.result("ping", json!({})).await;
        assert!(client.heard.is_empty(), "{:?}", client.heard);
    });
}

#[test]
fn a_root_that_is_deleted_and_made_again_is_seen_again() {
    run(async {
        let all = folder(&[("skills/tide/SKILL.md", &skill("tide"))]);
        let root = all.path().join("skills");
        let mut client = Client::new(options(&[&root])).await;
        client.result("skills/list", json!({})).await;
        for _ in 0..3 {
            fs::remove_dir_all(&root).unwrap();
            client.notified(TOOLS).await;
            client.notified(RESOURCES).await;
            assert_eq!(client.result("skills/list", json!({})).await["skills"], json!([]));
            replace(all.path(), "skills/moon/SKILL.md", skill("moon").as_bytes());
            client.notified(TOOLS).await;
            client.notified(RESOURCES).await;
            client.result("skills/get", json!({ "uri": "skill://moon/SKILL.md" })).await;
        }
    });
}

#[test]
fn a_subscription_is_told_of_its_own_resources_only() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide")), ("tide/a/x.md", "a"), ("tide/b.md", "b")]);
        let mut client = Client::new(options(&[skills.path()])).await;
        client.result("skills/list", json!({})).await;
        for uri in ["skill://tide/a", "skill://tide/b.md", "skill://tide/later.md"] {
            client.result("resources/subscribe", json!({ "uri": uri })).await;
        }
        client.result("resources/unsubscribe", json!({ "uri": "skill://tide/b.md" })).await;
        replace(skills.path(), "tide/b.md", b"other");
        client.notified(RESOURCES).await;
        replace(skills.path(), "tide/a/x.md", b"other");
        assert_eq!(client.notified(UPDATED).await["params"], json!({ "uri": "skill://tide/a" }));
        replace(skills.path(), "tide/later.md", b"now");
        assert_eq!(client.notified(UPDATED).await["params"]["uri"], "skill://tide/later.md");
        assert_eq!(client.code("resources/subscribe", json!({ "uri": "file:///etc/passwd" })).await, -32602);
    });
}

#[test]
fn a_subscription_is_told_however_its_uri_is_spelled() {
    run(async {
        let skills = folder(&[("größe/tide/SKILL.md", &skill("tide")), ("größe/tide/b.md", "b")]);
        let mut client = Client::new(options(&[skills.path()])).await;
        let listed = client.result("skills/list", json!({})).await["skills"][0]["uri"].clone();
        assert_eq!(listed, "skill://gr%C3%B6%C3%9Fe/tide/SKILL.md");
        // A skill is called by the URI that was listed: the protocol wants that very one in the answer.
        let other = json!({ "uri": "skill://gr%c3%b6%c3%9fe/tide/SKILL.md" });
        assert_eq!(client.code("skills/get", other.clone()).await, -32602);
        client.result("resources/read", other).await;
        client.result("resources/subscribe", json!({ "uri": "skill://gr%c3%b6%c3%9fe/tide/b.md" })).await;
        replace(skills.path(), "größe/tide/b.md", b"other");
        let told = client.notified(UPDATED).await;
        assert_eq!(told["params"]["uri"], "skill://gr%c3%b6%c3%9fe/tide/b.md", "as the client spelled it");
    });
}

#[test]
fn subscriptions_have_a_bound() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide"))]);
        let mut client = Client::new(options(&[skills.path()])).await;
        for count in 0..1_000 {
            client.result("resources/subscribe", json!({ "uri": format!("skill://tide/{count}") })).await;
        }
        assert_eq!(client.code("resources/subscribe", json!({ "uri": "skill://tide/more" })).await, -32602);
        client.result("resources/subscribe", json!({ "uri": "skill://tide/7" })).await;
    });
}

#[test]
fn a_listener_of_the_newest_revision_is_told_what_it_asked_for() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide")), ("tide/a.md", "a")]);
        let mut client = Client::modern(options(&[skills.path()]));
        client.result("server/discover", json!({})).await;
        client.result("skills/list", json!({})).await;
        let filter = json!({
            "resourcesListChanged": true,
            "resourceSubscriptions": ["skill://tide/a.md", "file:///etc/passwd"],
        });
        let id = client.send("subscriptions/listen", json!({ "notifications": filter })).await;
        let accepted = client.notified("notifications/subscriptions/acknowledged").await;
        assert_eq!(
            accepted["params"]["notifications"],
            json!({ "resourcesListChanged": true, "resourceSubscriptions": ["skill://tide/a.md"] })
        );
        replace(skills.path(), "tide/a.md", b"other");
        let own = |message: &Value| {
            assert_eq!(message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], id, "{message}");
        };
        own(&client.notified(RESOURCES).await);
        own(&client.notified(UPDATED).await);
        replace(skills.path(), "moon/SKILL.md", skill("moon").as_bytes());
        own(&client.notified(RESOURCES).await);
        a_while().await;
        client.result("skills/list", json!({})).await;
        assert!(client.heard.iter().all(|message| message["method"] == RESOURCES), "{:?}", client.heard);
        // Enough of it.
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } })).await;
        client.result("skills/list", json!({})).await;
        client.heard.clear();
        replace(skills.path(), "tide/a.md", b"third time");
        a_while().await;
        client.result("skills/list", json!({})).await;
        assert!(client.heard.is_empty(), "{:?}", client.heard);
        assert!(client.end().await.0.is_ok());
    });
}
