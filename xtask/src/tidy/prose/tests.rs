//! Pages that promise what is there pass; pages that do not are named with their line.

use super::*;

fn files() -> Files {
    let texts = [
        ("crates/repertoire-cli/Cargo.toml", "[package]\nname = \"repertoire-cli\"\n"),
        (
            "crates/repertoire-cli/src/main.rs",
            "enum Other { A }\n#[derive(Debug)]\npub enum Command {\n  /// Checks.\n  #[command(about)]\n  Check(Check),\n  Why { path: String },\n  CachePath,\n}\n",
        ),
        ("docs/examples/skills/a/SKILL.md", "---\n"),
        (".ci/run", "#!/bin/sh\n"),
    ];
    Files::of(&texts)
}

fn judge(page: &str) -> Vec<(usize, String)> {
    faults("docs/page.md", page, &files()).into_iter().map(|fault| (fault.line, fault.message)).collect()
}

fn judge_command(command: &str) -> Option<String> {
    let faults = judge(&format!("Text.\n\n```sh\n# why\n{command}\n```\n"));
    assert!(faults.iter().all(|(line, _)| *line == 5), "{faults:?}");
    faults.into_iter().next().map(|(_, message)| message)
}

#[test]
fn the_commands_of_the_program_are_read_from_its_source() {
    assert_eq!(program_commands(&files()), ["check", "why", "cache-path"]);
}

#[test]
fn commands_that_can_work_pass() {
    for command in [
        "cargo run --release -- check docs/examples/skills",
        "cargo test --workspace",
        "cargo test -p repertoire-cli",
        "cargo +nightly fuzz cmin x",
        "cargo xtask layers",
        "cargo add repertoire-cli",
        "REPERTOIRE_SHARED=../data cargo test --workspace && .ci/run",
        "cat skill.md | repertoire check - --stdin-path a/SKILL.md",
        "repertoire check ~/.claude/skills",
        "repertoire --help",
        "git clone somewhere",
    ] {
        assert_eq!(judge_command(command), None, "{command}");
    }
}

#[test]
fn commands_that_cannot_work_are_named() {
    for (command, because) in [
        ("cargo run -- paint", "`repertoire paint`"),
        ("cargo run --release -- check docs/examples/lost", "`docs/examples/lost` is not there"),
        ("repertoire paint", "`repertoire paint`"),
        ("true && cargo paint", "`cargo paint`"),
        ("cargo test -p repertoire-attic", "`-p repertoire-attic`"),
        ("cargo build --manifest-path fuzz/Lost.toml", "`--manifest-path fuzz/Lost.toml`"),
        ("cargo xtask paint", "no chore `paint`"),
        ("cargo add nothing-of-ours", "no crate `nothing-of-ours`"),
        (".ci/walk", "`.ci/walk` is not there"),
    ] {
        let fault = judge_command(command);
        assert!(fault.as_deref().is_some_and(|message| message.contains(because)), "{command}: {fault:?}");
    }
}

#[test]
fn only_blocks_of_sh_are_commands() {
    assert_eq!(judge("```text\ncargo paint\n```\n\n`cargo paint`\n\ncargo paint\n"), []);
}

#[test]
fn links_lead_somewhere() {
    let page = "[a](examples/skills/a/SKILL.md#x), [b](../.ci/run), [c](https://example.org/x), [d](#here), [e](examples/)\n";
    assert_eq!(judge(page), []);
    let page = "\n[a](lost.md)\n[b](../../lost)\n```text\n[c](lost.md)\n```\n";
    assert_eq!(judge(page).into_iter().map(|(line, _)| line).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn the_front_page_holds_its_two_commands() {
    let both = "```sh\ncargo run --release -- check docs/examples/skills\n```\n\n```sh\ncargo test --workspace\n```\n";
    assert_eq!(faults("README.md", both, &files()), []);
    assert_eq!(faults("README.md", "Nothing to type.\n", &files()).len(), 2);
}
