//! Scratch.
#![allow(dead_code, unreachable_pub)]
mod libraries;
use repertoire_routing::{Card, Index, rank};
#[test]
fn show() {
    let libs = libraries::load().unwrap();
    let which = std::env::var("LIB").unwrap_or("gtm".into());
    let raw = std::env::var("RAW").is_ok();
    for l in libs.iter().filter(|l| l.name == which) {
        let cards: Vec<Card<'_>> = l
            .skills
            .iter()
            .map(|s| if raw { Card { body: Some(&s.body), ..s.card() } } else { s.card() })
            .collect();
        let index = Index::build(&cards);
        for q in l.queries.iter().filter(|q| !q.none) {
            let m = rank(&q.text, &index);
            let at = m.iter().position(|m| q.positives.contains(&m.position));
            if at != Some(0) {
                println!("{:?} {:?}", at, q.text.chars().take(150).collect::<String>());
                for m in m.iter().take(1).chain(at.map(|a| &m[a])) {
                    println!(
                        "    {} {:.2} {}",
                        m.name,
                        m.score,
                        m.reasons
                            .iter()
                            .take(12)
                            .map(|r| format!("{}/{} {:.2}", r.term, r.field, r.weight))
                            .collect::<Vec<_>>()
                            .join(", ")
                    );
                }
                if at.is_none() {
                    println!("    want {}", l.skills[q.positives[0]].name);
                }
            }
        }
    }
}
