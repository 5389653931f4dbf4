//! One logical turn against a fake provider: `cargo run -p repertoire --example turn`.
//!
//! The provider stands for a model behind an HTTP interface. It sees what the request carries,
//! loads the skill that fits, and answers once its instructions are there.

#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use repertoire::Repertoire;
use repertoire::session::{Boundary, Request, TOOL_NAME, View};
use std::error::Error;

/// What a model may reply.
enum Reply {
    Call { tool: &'static str, name: &'static str },
    Answer(String),
}

/// A model that knows one move: the skill of the catalog first, then the answer.
fn provider(request: &Request, history: &[String]) -> Reply {
    let loaded = request.contributions.iter().find(|one| one.id == "skill-selected-tide");
    match loaded {
        None => Reply::Call { tool: TOOL_NAME, name: "tide" },
        Some(skill) => {
            let instructions = skill.text.lines().last().unwrap_or_default();
            Reply::Answer(format!("You asked: {:?}. I was told: {instructions:?}", history[0]))
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let skill = folder.path().join(".autolith/skills/tide");
    std::fs::create_dir_all(&skill)?;
    let text = "---\nname: tide\ndescription: Reads tide tables.\n---\nSay the height in metres.\n";
    std::fs::write(skill.join("SKILL.md"), text)?;
    let repertoire = Repertoire::builder().autolith().build(folder.path())?;

    let mut history = vec!["When is high tide?".to_owned()];
    let turn = repertoire.turn();
    loop {
        // The provider boundary: contributions go into this request, and not into the history.
        let request = turn.request(&Boundary::new(&[TOOL_NAME]));
        for size in request.sizes() {
            println!("  {:22} {:5} characters, about {} tokens", size.id, size.characters, size.tokens);
        }
        match provider(&request, &history) {
            Reply::Call { tool: TOOL_NAME, name } => match turn.load(name) {
                Ok(loaded) => loaded.lines(View::Compact).iter().for_each(|line| println!("{line}")),
                Err(error) => println!("{}", error.result()),
            },
            Reply::Call { tool, .. } => println!("there is no tool {tool}"),
            Reply::Answer(answer) => {
                history.push(answer);
                break;
            }
        }
    }
    turn.end();
    history.iter().for_each(|message| println!("> {message}"));
    Ok(())
}
