//! `docs/clients.md` is made from the tables of the clients, the cases and the agreement of the
//! readers. `BLESS=1 cargo test -p repertoire-clients --test page` writes it anew.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod support;

use repertoire_clients::client::{
    After, Body, Bound, Client, Closer, Coerce, Decode, Fallback, Hiding, Opener, Otherwise, Repair, Step,
    Test, TextRule,
};
use repertoire_clients::{Basis, CLIENTS, Outcome, forecast};
use repertoire_schema::{Format, Source};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const HEAD: &str = "<!-- Generated from the tables in crates/repertoire-clients/src/clients. Run the test `page` of `repertoire-clients` with `BLESS=1` to write it anew. -->

# What clients make of a skill

`repertoire compat` says, before anyone installs a skill, which clients load it, which leave it out, and where a model would see another name or description than was written.
This page is what it knows. Each client is a table of facts for one version; a newer version may do otherwise.

";

const CORRECT: &str = "## How to correct it

A client changed, or a fact is wrong:

1. Add what was seen to a file in `crates/repertoire-clients/tests/outcomes`: the source and one line for the client. The test `outcomes` fails now.
2. Change the client's table, `crates/repertoire-clients/src/clients`, with its version, date and source. The engine knows no client by name; where no part of it fits, a part is added to `src/client.rs`.
3. Write this page anew.

A new client is a new file there and a row in `src/clients/mod.rs`. What was only read in documentation says so in `basis`.

";

fn opener(opener: Opener) -> String {
    match opener {
        Opener::Dashes { from, trimmed } => {
            let rest =
                if from == 3 { "the rest of the line is read" } else { "one more character is passed over" };
            let first =
                if trimmed { "three dashes, white space before them passed" } else { "three dashes first" };
            format!("{first}; {rest}")
        }
        Opener::Anywhere => "three dashes anywhere".to_owned(),
        Opener::Language => "`---`, then a language".to_owned(),
        Opener::Line { indented, after } => {
            let before = if indented { "`---`, blanks around" } else { "`---`" };
            let after = match after {
                After::Nothing => "",
                After::Blanks if indented => "",
                After::Blanks => ", blanks behind",
                After::BlankLines => ", blanks and blank lines behind",
            };
            format!("{before}{after}")
        }
    }
}

fn closer(client: &Client) -> String {
    let closer = match client.fences.closer {
        Closer::Anywhere => "three dashes anywhere",
        Closer::Prefix { loses_body: true } => "a line that begins `---`; if more follows, the body is lost",
        Closer::Prefix { loses_body: false } => "a line that begins `---`",
        Closer::Line { retries: true, .. } => "`---`, the first behind which YAML reads",
        Closer::Line { indented: true, .. } => "`---`, blanks around",
        Closer::Line { blanks: true, ended: true, .. } => "`---` with a line end, blanks behind",
        Closer::Line { blanks: true, .. } => "`---`, blanks behind",
        Closer::Line { .. } => "`---`",
    };
    if client.fences.open_ended { format!("{closer}; or the end of the file") } else { closer.to_owned() }
}

fn byte_order_mark(client: &Client) -> &'static str {
    if client.intake.strips_bom || client.fences.opener == Opener::Anywhere {
        "passed"
    } else if client.basis == Basis::Documentation {
        "not known; taken as no frontmatter"
    } else {
        "no frontmatter then"
    }
}

fn otherwise(otherwise: Otherwise) -> &'static str {
    match otherwise {
        Otherwise::Skip => "skips",
        Otherwise::SkipSilently => "skips silently",
        Otherwise::Bare => "loads without fields",
    }
}

fn repair(repair: Repair) -> &'static str {
    match repair {
        Repair::None => "none",
        Repair::QuotedLines => "quotes plain values with a colon or a reserved first character",
        Repair::Blocks => "makes literal blocks of values with a colon",
        Repair::QuotedDescription => "quotes a faulty description",
        Repair::FieldLines => "looks for `name:` and `description:` lines",
        Repair::AnyLines => "takes every line with a colon",
    }
}

fn fallback(fallback: Fallback) -> &'static str {
    match fallback {
        Fallback::Skip => "skips",
        Fallback::SkipSilently => "skips silently",
        Fallback::Directory => "the directory's",
        Fallback::BodyLine => "the first line of the body",
        Fallback::Nothing => "none",
        Fallback::Uncatalogued => "loads, not in the catalog",
        Fallback::Keep => "as it is",
    }
}

fn coerce(coerce: Coerce) -> &'static str {
    match coerce {
        Coerce::No => "only texts",
        Coerce::Source => "as written",
        Coerce::Python => "as Python prints it",
        Coerce::JavaScript => "as JavaScript prints it",
    }
}

/// What is asked of a text, and what is done to it.
fn rules(rule: &TextRule) -> String {
    let mut parts = Vec::new();
    for step in rule.steps {
        match step {
            Step::Collapse => parts.push("one line".to_owned()),
            Step::Trim => {}
            Step::Hyphens(_) => parts.push("some characters become `-`".to_owned()),
            Step::StripTags => parts.push("tags taken out".to_owned()),
            Step::Cut(most) | Step::CutDots(most) => parts.push(format!("cut at {most}")),
        }
    }
    for outcome in [Outcome::Warns, Outcome::Skips] {
        let tests: Vec<String> = rule
            .checks
            .iter()
            .filter(|check| check.outcome == outcome)
            .map(|check| match check.test {
                Test::Characters(most) => format!("≤ {most}"),
                Test::Bytes(most) => format!("≤ {most} bytes"),
                Test::Utf16(most) => format!("≤ {most} UTF-16"),
                Test::Letters(repertoire_clients::client::Letters::Slug) => "`a-z0-9-`".to_owned(),
                Test::Letters(repertoire_clients::client::Letters::AnySlug) => {
                    "lower case, digits, `-`".to_owned()
                }
                Test::Letters(_) => "ASCII".to_owned(),
                Test::Edges => "no edge `-`".to_owned(),
                Test::Doubles => "no `--`".to_owned(),
                Test::Without(these) => format!("none of `{these}`"),
                Test::Directory => "as the directory".to_owned(),
            })
            .collect();
        if !tests.is_empty() {
            let word = if outcome == Outcome::Warns { "warns unless" } else { "skips unless" };
            parts.push(format!("{word} {}", tests.join(", ")));
        }
    }
    if parts.is_empty() { "–".to_owned() } else { parts.join("; ") }
}

fn limits(client: &Client) -> String {
    let mut parts = Vec::new();
    match client.intake.most {
        Some(Bound::Bytes(most)) => parts.push(format!("{most} bytes")),
        Some(Bound::Characters(most)) => parts.push(format!("{most} characters")),
        None => {}
    }
    if let Some(window) = client.intake.window {
        parts.push(format!("looks at {window} characters"));
    }
    parts.push(
        match client.intake.decode {
            Decode::Strict => "UTF-8 only",
            Decode::Lossy => "any bytes",
            Decode::Bare => "other bytes: named by the directory",
        }
        .to_owned(),
    );
    parts.join("; ")
}

fn hiding(hiding: Hiding) -> &'static str {
    match hiding {
        Hiding::Never => "–",
        Hiding::Bool => "a truth value",
        Hiding::ExactText => "the text `true`",
        Hiding::Words => "`true`, `yes`, `on`, `1`",
    }
}

fn table(page: &mut String, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    page.push_str(&line(&head));
    page.push_str(&format!("|{}\n", "---|".repeat(head.len())));
    for row in rows {
        assert_eq!(row.len(), head.len());
        page.push_str(&line(&row));
    }
    page.push('\n');
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("## Where the facts come from\n\n`run`: the client's own code was run. `ported`: its code was ported and run on its libraries. `source`: its source was read. `documentation`: that is all there is to go by; where it is silent, a forecast says so.\n\n");
    table(
        &mut page,
        &["client", "for `--client`", "basis", "version", "recorded", "sources"],
        CLIENTS.iter().map(|client| {
            let title = client.title.to_owned();
            let sources: Vec<String> = client.sources.iter().map(|source| format!("`{source}`")).collect();
            vec![
                title,
                format!("`{}`", client.name),
                client.basis.as_str().to_owned(),
                client.version.to_owned(),
                client.date.to_owned(),
                sources.join(", "),
            ]
        }),
    );
    page.push_str("## From the file to the fields\n\n");
    table(
        &mut page,
        &[
            "client",
            "file",
            "byte order mark",
            "opening fence",
            "closing fence",
            "no frontmatter",
            "reader",
            "repair",
            "not readable",
            "other fields",
        ],
        CLIENTS.iter().map(|client| {
            vec![
                client.title.to_owned(),
                limits(client),
                byte_order_mark(client).to_owned(),
                opener(client.fences.opener),
                closer(client),
                otherwise(client.unfenced).to_owned(),
                if client.basis == Basis::Documentation {
                    "not known; taken as YAML 1.2".to_owned()
                } else {
                    client.reader.title()
                },
                repair(client.repair).to_owned(),
                otherwise(client.unread).to_owned(),
                if client.known.is_some() { "refused" } else { "passed over" }.to_owned(),
            ]
        }),
    );
    page.push_str("## Name and description\n\n");
    table(
        &mut page,
        &[
            "client",
            "no name",
            "values that are no text",
            "name",
            "no description",
            "description",
            "kept from the model by `disable-model-invocation`",
            "body",
        ],
        CLIENTS.iter().map(|client| {
            let wins = if client.directory_wins { "the directory's name counts; " } else { "" };
            vec![
                client.title.to_owned(),
                fallback(client.names.absent).to_owned(),
                coerce(client.names.coerce).to_owned(),
                format!("{wins}{}", rules(&client.names)),
                fallback(client.descriptions.absent).to_owned(),
                rules(&client.descriptions),
                hiding(client.hiding).to_owned(),
                match client.body {
                    Body::Text => "what follows the fence",
                    Body::Whole => "the whole file, or none",
                }
                .to_owned(),
            ]
        }),
    );
    outcomes(&mut page);
    agreement(&mut page);
    page.push_str(CORRECT.trim_end());
    page.push('\n');
    page
}

/// What each case comes to with each client.
fn outcomes(page: &mut String) {
    let cases = support::cases();
    let seen: usize = cases.iter().map(|case| case.clients.len()).sum();
    let _ = write!(
        page,
        "## Cases\n\n{} sources, each with one point, in `crates/repertoire-clients/tests/outcomes`. {seen} of these cells were seen in a client or its documentation, and a test holds the forecast to them.\n\n`✓` loads, `≠` loads with another name, description or body, `!` loads with a warning, `✗` does not load, `∅` does not load and nobody is told. In brackets: foretold, not seen.\n\n",
        cases.len()
    );
    let names: Vec<&str> = std::iter::once("case").chain(CLIENTS.iter().map(|client| client.name)).collect();
    table(
        page,
        &names,
        cases.iter().map(|case| {
            let (bytes, directory) = (case.bytes(), case.directory());
            let source = Source {
                path: "SKILL.md",
                directory: Some(&directory),
                format: Format::AgentSkill,
                bytes: &bytes,
            };
            let cell = |client: &&'static Client| {
                let forecast = forecast(&source, client);
                let differs = forecast.notes.iter().any(|note| note.cause.as_str().ends_with("-differs"));
                let mark = match forecast.outcome {
                    Outcome::Loads if differs => "≠",
                    Outcome::Loads => "✓",
                    Outcome::Warns => "!",
                    Outcome::Skips => "✗",
                    Outcome::SkipsSilently => "∅",
                };
                let seen = case.clients.iter().any(|(name, ..)| name == client.name);
                if seen { mark.to_owned() } else { format!("({mark})") }
            };
            std::iter::once(case.name.clone()).chain(CLIENTS.iter().map(cell)).collect()
        }),
    );
}

fn agreement(page: &mut String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readings/agreement.tsv");
    let text = std::fs::read_to_string(path).expect("the table of agreement is there");
    page.push_str(
        "## How well the models of readers hold\n\nClients that are built on `serde_yaml` are foretold by `serde_yaml` itself, behind bounds. For the other libraries there are models, built on this project's own parsers with the known departures of each. `cargo xtask interop-clients` installs the libraries, gives them and the models the same frontmatter of real files, and compares: whether it loads, and the values of `name` and `description` with their types.\n\n",
    );
    let percent = |part: &str, whole: &str| {
        let number = |text: &str| text.parse::<f64>().expect("a number");
        // Rounded down: 100 means all.
        format!("{part} ({:.2} %)", (number(part) / number(whole) * 10_000.0).floor() / 100.0)
    };
    table(
        page,
        &["library", "files", "loads or not alike", "loaded by both", "same name", "same description"],
        text.lines().skip(1).map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            vec![
                format!("`{}`", cells[0]),
                cells[1].to_owned(),
                percent(cells[2], cells[1]),
                cells[3].to_owned(),
                percent(cells[4], cells[3]),
                percent(cells[5], cells[3]),
            ]
        }),
    );
    page.push_str("The descriptions that differ are quoted over several lines with blanks before the line ends: js-yaml keeps those blanks, which YAML takes away. `gray-matter` is compared through the forecast for opencode, fences included.\n\nOn small texts made to tell the libraries apart the models differ in the ways that the test `readings` lists: tabs inside brackets in js-yaml, line ends of YAML 1.1 in PyYAML, and others that no real file is known to hold. Texts that nest or repeat beyond measure are not modelled: the forecast then says what the library would suffer.\n\n");
}

#[test]
fn the_page_of_clients_is_current() {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == page, "docs/clients.md is not current; run this test with BLESS=1");
}
