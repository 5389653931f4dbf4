//! What hostile texts may cost: no more stack than 256 KiB, and less than eight times their size
//! in memory. How the work grows is counted by `cargo xtask growth`.

#![allow(clippy::unwrap_used, reason = "a test that cannot start must fail")]

use repertoire_fuzz_bodies::hostile::{FRONTMATTER, NATIVE};
use repertoire_fuzz_bodies::{frontmatter, sexp};
use repertoire_sexp::Grammar;
use std::hint::black_box;

/// Calls with the stack of a small thread.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run);
    thread.unwrap().join().unwrap();
}

#[test]
fn nothing_needs_a_deep_stack() {
    for (name, generate) in FRONTMATTER {
        on_a_small_stack(move || {
            let fields = generate(200_000);
            let document = repertoire_frontmatter::parse_fields(&fields);
            drop(black_box(repertoire_yaml::parse(&fields, 0)));
            drop(black_box(document));
            if generate(4_000).len() < 40_000 {
                frontmatter::run(format!("---\n{}---\n", generate(4_000)).as_bytes());
            }
            println!("{name}");
        });
    }
    for (name, generate) in NATIVE {
        on_a_small_stack(move || {
            let source = generate(200_000);
            drop(black_box(repertoire_sexp::read(&source, &Grammar::autolith_skill())));
            drop(black_box(repertoire_sexp::read(&source, &Grammar::data())));
            sexp::run(generate(4_000).as_bytes());
            println!("{name}");
        });
    }
}

#[test]
fn memory_stays_below_eight_times_the_text() {
    let mut over = Vec::new();
    for (name, generate) in FRONTMATTER {
        let fields = generate(64 << 10);
        let bound = 8 * fields.len() as u64;
        let lexed =
            allocation_counter::measure(|| drop(black_box(repertoire_frontmatter::parse_fields(&fields))));
        let whole = allocation_counter::measure(|| drop(black_box(repertoire_yaml::parse(&fields, 0))));
        println!("{name}: {:.1} {:.1}", ratio(lexed.bytes_max, &fields), ratio(whole.bytes_max, &fields));
        if lexed.bytes_max > bound {
            over.push(format!("frontmatter, {name}: {} for {}", lexed.bytes_max, fields.len()));
        }
        if whole.bytes_max > bound {
            over.push(format!("yaml, {name}: {} for {}", whole.bytes_max, fields.len()));
        }
    }
    for (name, generate) in NATIVE {
        let source = generate(64 << 10);
        let read = || drop(black_box(repertoire_sexp::read(&source, &Grammar::autolith_skill())));
        let used = allocation_counter::measure(read).bytes_max;
        if used > 8 * source.len() as u64 {
            over.push(format!("sexp, {name}: {used} for {}", source.len()));
        }
    }
    assert_eq!(over, Vec::<String>::new());
}

fn ratio(bytes: u64, text: &str) -> f64 {
    bytes as f64 / text.len() as f64
}
