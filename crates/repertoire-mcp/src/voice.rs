//! What the server says to people: lines on standard error, each thing once.

use std::collections::HashSet;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

/// So many different things are said; after that the server keeps silent.
const MOST: usize = 10_000;

/// Says things to people, each of them once.
#[derive(Debug, Default)]
pub(crate) struct Voice {
    said: Mutex<HashSet<String>>,
}

impl Voice {
    /// Says something on a line of standard error, unless it was said before.
    pub(crate) fn say(&self, text: &str) {
        let line = repertoire::diagnostic::clean_line(text).into_owned();
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.len() < MOST && said.insert(line.clone()) {
            // Nobody is left to hear of a standard error that is closed.
            let _ = writeln!(std::io::stderr().lock(), "repertoire: {line}");
        }
    }
}
