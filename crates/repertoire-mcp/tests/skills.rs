//! The Skills extension and the resources that it stands on.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests may fail loudly")]

mod support;

use repertoire::cache::Digest;
use serde_json::{Value, json};
use std::fs;
use support::{Client, folder, options, run, skill, write};

fn uris(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["uri"].as_str().unwrap()).collect()
}

#[test]
fn capabilities_and_revisions_are_negotiated() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide"))]);
        for (asked, given) in [
            ("2025-06-18", "2025-06-18"),
            ("2025-11-25", "2025-11-25"),
            // The newest revision has no `initialize`; one that nobody knows gets the newest that has.
            ("2026-07-28", "2025-11-25"),
            ("2031-01-01", "2025-11-25"),
        ] {
            let (client, welcome) = Client::with_session(options(&[skills.path()]), asked).await;
            assert_eq!(welcome["protocolVersion"], given);
            let capabilities = &welcome["capabilities"];
            assert_eq!(
                capabilities["extensions"]["io.modelcontextprotocol/skills"],
                json!({ "directoryRead": true })
            );
            assert_eq!(capabilities["resources"], json!({ "listChanged": true, "subscribe": true }));
            assert!(client.end().await.0.is_ok());
        }
        let mut client = Client::modern(options(&[skills.path()]));
        let discovered = client.result("server/discover", json!({})).await;
        assert!(
            discovered["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")),
            "{discovered}"
        );
        assert_eq!(
            discovered["capabilities"]["extensions"]["io.modelcontextprotocol/skills"],
            json!({ "directoryRead": true })
        );
    });
}

#[test]
fn fields_of_the_newest_revision_are_left_out_for_older_ones() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide"))]);
        let uri = json!({ "uri": "skill://tide/SKILL.md" });
        let mut modern = Client::modern(options(&[skills.path()]));
        let (mut old, _) = Client::with_session(options(&[skills.path()]), "2025-06-18").await;
        for (method, params) in [
            ("skills/list", json!({})),
            ("skills/get", uri.clone()),
            ("resources/list", json!({})),
            ("resources/read", uri.clone()),
            ("resources/directory/read", json!({ "uri": "skill://tide" })),
            ("tools/list", json!({})),
            ("prompts/list", json!({})),
        ] {
            let new = modern.result(method, params.clone()).await;
            assert_eq!(new["resultType"], "complete", "{method}");
            assert_eq!(new["cacheScope"], "private", "{method}");
            assert_eq!(new["ttlMs"], 0, "{method}");
            let old = old.result(method, params).await;
            for field in ["resultType", "cacheScope", "ttlMs"] {
                assert!(old.get(field).is_none(), "{method} {field}");
            }
        }
    });
}

#[test]
fn an_entry_holds_the_frontmatter_and_every_file_once() {
    run(async {
        let skills = folder(&[
            (
                "charts/tide/SKILL.md",
                "---\nname: tide\ndescription: Plots. Use when asked.\nversion: 1.10\nmetadata:\n  version: \"1.10\"\n---\nBody\n",
            ),
            ("charts/tide/references/höhe 1.md", "x"),
            ("charts/tide/inner/SKILL.md", &skill("inner")),
            ("charts/tide/inner/data.csv", "1,2"),
            ("charts/tide/.hidden/note", "h"),
            ("charts/tide/empty/", ""),
            ("charts/tide/.git/config", "secret"),
            ("charts/tide/node_modules/a/index.js", "0"),
        ]);
        write(skills.path(), "charts/tide/blob.bin", &[0, 255, 1]);
        let mut client = Client::new(options(&[skills.path()])).await;
        let (all, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(uris(&all), ["skill://charts/tide/SKILL.md", "skill://charts/tide/inner/SKILL.md"]);
        let tide = &all[0];
        assert_eq!(
            tide["frontmatter"],
            json!({ "name": "tide", "description": "Plots. Use when asked.", "version": 1.1, "metadata": { "version": "1.10" } })
        );
        let resources = tide["resources"].as_array().unwrap();
        assert_eq!(
            uris(resources),
            [
                "skill://charts/tide/.hidden/note",
                "skill://charts/tide/SKILL.md",
                "skill://charts/tide/blob.bin",
                "skill://charts/tide/inner/SKILL.md",
                "skill://charts/tide/inner/data.csv",
                "skill://charts/tide/references/h%C3%B6he%201.md",
            ]
        );
        assert_eq!(resources[2]["size"], 3);
        assert_eq!(resources[2]["digest"], format!("sha256:{}", Digest::of(&[0, 255, 1])));
        let got = client.result("skills/get", json!({ "uri": tide["uri"] })).await;
        assert_eq!(&got["skill"], tide);
        // What the entry lists can be read, and nothing else.
        for resource in resources {
            client.result("resources/read", json!({ "uri": resource["uri"] })).await;
        }
        for uri in ["skill://charts/tide/.git/config", "skill://charts/tide/node_modules/a/index.js"] {
            assert_eq!(client.code("resources/read", json!({ "uri": uri })).await, -32602);
        }
    });
}

#[test]
fn text_is_text_and_other_bytes_are_a_blob() {
    run(async {
        let skills =
            folder(&[("tide/SKILL.md", &skill("tide")), ("tide/a.py", "print()"), ("tide/LICENSE", "MIT")]);
        write(skills.path(), "tide/a.png", &[0x89, b'P', 0, 1]);
        write(skills.path(), "tide/odd.md", &[0xff, 0xfe]);
        let mut client = Client::new(options(&[skills.path()])).await;
        for (name, media, key, content) in [
            ("SKILL.md", "text/markdown", "text", skill("tide").as_str()),
            ("a.py", "text/x-python", "text", "print()"),
            ("LICENSE", "text/plain", "text", "MIT"),
            ("a.png", "image/png", "blob", "iVAAAQ=="),
            ("odd.md", "text/markdown", "blob", "//4="),
        ] {
            let uri = format!("skill://tide/{name}");
            let read = client.result("resources/read", json!({ "uri": uri })).await;
            assert_eq!(read["contents"], json!([{ "uri": uri, "mimeType": media, key: content }]));
        }
    });
}

#[test]
fn a_directory_tells_its_direct_children() {
    run(async {
        let skills = folder(&[
            ("tide/SKILL.md", &skill("tide")),
            ("tide/references/a.md", "a"),
            ("tide/references/deep/b.md", "b"),
            ("tide/empty/", ""),
        ]);
        let mut client = Client::new(options(&[skills.path()])).await;
        let root = client.result("resources/directory/read", json!({ "uri": "skill://tide" })).await;
        assert_eq!(
            root["resources"],
            json!([
                { "uri": "skill://tide/SKILL.md", "name": "SKILL.md", "mimeType": "text/markdown", "size": skill("tide").len() },
                { "uri": "skill://tide/empty", "name": "empty", "mimeType": "inode/directory" },
                { "uri": "skill://tide/references", "name": "references", "mimeType": "inode/directory" },
            ])
        );
        let empty = client.result("resources/directory/read", json!({ "uri": "skill://tide/empty" })).await;
        assert_eq!(empty["resources"], json!([]));
        for uri in [
            "skill://tide/SKILL.md",
            "skill://tide/none",
            "skill://none",
            "skill://tide/",
            "skill://",
            "file:///etc",
        ] {
            let code = client.code("resources/directory/read", json!({ "uri": uri })).await;
            assert_eq!(code, -32602, "{uri}");
        }
        assert_eq!(client.code("resources/read", json!({ "uri": "skill://tide/references" })).await, -32602);
        let small = options(&[skills.path()]);
        let mut client = Client::new(repertoire_mcp::Options { page_size: 1, ..small }).await;
        let (all, pages) =
            client.whole("resources/directory/read", "resources", json!({ "uri": "skill://tide" })).await;
        assert_eq!((all.len(), pages), (3, 3));
    });
}

#[test]
fn pages_of_two_join_to_the_whole() {
    run(async {
        let names = ["a1", "a2", "a3", "a4", "a5"];
        let skills = folder(&[]);
        for name in names {
            write(skills.path(), &format!("{name}/SKILL.md"), skill(name).as_bytes());
        }
        write(skills.path(), "a6/SKILL.md", skill("other").as_bytes());
        let two = repertoire_mcp::Options { page_size: 2, ..options(&[skills.path()]) };
        let mut client = Client::new(two).await;
        for (method, key, count) in
            [("skills/list", "skills", 5), ("resources/list", "resources", 5), ("prompts/list", "prompts", 6)]
        {
            let (all, pages) = client.whole(method, key, json!({})).await;
            assert_eq!((all.len(), pages), (count, 3), "{method}");
            assert_eq!(client.code(method, json!({ "cursor": "7" })).await, -32602);
        }
    });
}

#[test]
fn what_the_standard_refuses_is_left_out_with_its_files() {
    run(async {
        let skills = folder(&[
            ("tide/SKILL.md", &skill("tide")),
            ("moon/SKILL.md", &skill("luna")),
            ("Sun/SKILL.md", &skill("Sun")),
            ("colon/SKILL.md", "---\nname: colon\ndescription: Use when: asked\n---\nBody\n"),
            ("none/SKILL.md", "---\nname: none\n---\nBody\n"),
            (
                "native/SKILL.sexp",
                "(:autolith-skill :version 1 :name \"native\" :description \"Use it.\" :instructions \"Do.\")",
            ),
        ]);
        let mut client = Client::new(options(&[skills.path()])).await;
        let (all, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(uris(&all), ["skill://tide/SKILL.md"]);
        for name in ["moon", "Sun", "colon", "none", "native"] {
            let uri = json!({ "uri": format!("skill://{name}/SKILL.md") });
            assert_eq!(client.code("skills/get", uri.clone()).await, -32602, "{name}");
            assert_eq!(client.code("resources/read", uri).await, -32602, "{name}");
        }
        // The tools go by the catalog, which takes what was meant.
        let tools = client.result("tools/list", json!({})).await;
        let catalog = tools["tools"][0]["description"].as_str().unwrap();
        for name in ["- luna:", "- colon:", "- native:"] {
            assert!(catalog.contains(name), "{catalog}");
        }
    });
}

#[test]
fn a_file_that_changed_is_read_anew() {
    run(async {
        let skills = folder(&[("tide/SKILL.md", &skill("tide")), ("tide/a.txt", "old")]);
        let mut client = Client::new(options(&[skills.path()])).await;
        let uri = json!({ "uri": "skill://tide/SKILL.md" });
        for content in ["old", "new and longer", ""] {
            write(skills.path(), "tide/a.txt", content.as_bytes());
            let got = client.result("skills/get", uri.clone()).await;
            let file = &got["skill"]["resources"][1];
            let read = client.result("resources/read", json!({ "uri": file["uri"] })).await;
            assert_eq!(read["contents"][0]["text"], content);
            assert_eq!(file["size"], content.len());
            assert_eq!(file["digest"], format!("sha256:{}", Digest::of(content.as_bytes())));
        }
        fs::remove_dir_all(skills.path().join("tide")).unwrap();
        assert_eq!(client.code("skills/get", uri).await, -32602);
        write(skills.path(), "sun/SKILL.md", skill("sun").as_bytes());
        client.result("skills/get", json!({ "uri": "skill://sun/SKILL.md" })).await;
    });
}

#[test]
fn roots_that_share_a_segment_are_told_apart() {
    run(async {
        let all = folder(&[
            ("one/docs/SKILL.md", &skill("docs")),
            ("one/docs/guide/a.md", "of one"),
            ("two/docs/guide/SKILL.md", &skill("guide")),
            ("two/docs/guide/a.md", "of two"),
        ]);
        let (one, two) = (all.path().join("one"), all.path().join("two"));
        let mut client = Client::new(options(&[&one, &two])).await;
        let (skills, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(uris(&skills), ["skill://docs/SKILL.md", "skill://two/docs/guide/SKILL.md"]);
        for (uri, text) in [("skill://docs/guide/a.md", "of one"), ("skill://two/docs/guide/a.md", "of two")]
        {
            let read = client.result("resources/read", json!({ "uri": uri })).await;
            assert_eq!(read["contents"][0]["text"], text);
        }
    });
}

#[test]
fn many_files_are_served_and_too_many_are_not() {
    run(async {
        let skills = folder(&[("many/SKILL.md", &skill("many")), ("few/SKILL.md", &skill("few"))]);
        for count in 0..600 {
            write(skills.path(), &format!("many/files/{count}"), b"x");
        }
        let mut client = Client::new(options(&[skills.path()])).await;
        let (all, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(all[1]["resources"].as_array().unwrap().len(), 601);
        for count in 0..20_001 {
            write(skills.path(), &format!("few/{}/{count}", count / 1_000), b"");
        }
        let (all, _) = client.whole("skills/list", "skills", json!({})).await;
        assert_eq!(uris(&all), ["skill://many/SKILL.md"]);
        for count in 0..20_001 {
            write(skills.path(), &format!("many/flat/{count}"), b"");
        }
        assert_eq!(
            client.code("resources/directory/read", json!({ "uri": "skill://many/flat" })).await,
            -32603
        );
        client.result("resources/directory/read", json!({ "uri": "skill://many/files" })).await;
    });
}
