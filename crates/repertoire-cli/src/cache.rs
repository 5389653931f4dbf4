//! `repertoire cache`: the conversions on disk, and the indexes beside them.

use crate::args::{Cache, CacheChore, Form};
use crate::error::{Error, Outcome};
use crate::roots::Surroundings;
use crate::terminal::stdout;
use repertoire::cache::{Conversions, Indexes, Prune, Pruned, PrunedIndexes, conversions_path};
use repertoire::fs;
use repertoire_report::json;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

const DAY: u64 = 24 * 60 * 60;

/// Runs the command.
pub(crate) fn run(arguments: &Cache, surroundings: &Surroundings) -> Result<Outcome, Error> {
    let root = surroundings.cache_root().ok_or_else(|| {
        Error::Usage("there is no cache: name one with --cache-dir, and leave --no-cache away".into())
    })?;
    let mut out = stdout();
    if let CacheChore::Path = arguments.chore {
        writeln!(out, "{}", fs::show(&conversions_path(&root)))?;
        out.flush()?;
        return Ok(Outcome::Fine);
    }
    // A cache that was never written is an empty one.
    let conversions = Conversions::open(&root)?;
    let outcome = match &arguments.chore {
        CacheChore::Path => Outcome::Fine,
        CacheChore::Stats { format } => stats(conversions.as_ref(), *format, &mut out)?,
        CacheChore::Verify { format } => verify(conversions.as_ref(), *format, &mut out)?,
        CacheChore::Prune { unused_for_days, most_bytes, format } => {
            let wanted = Prune {
                unused_for: unused_for_days.map(|days| Duration::from_secs(u64::from(days) * DAY)),
                most_bytes: *most_bytes,
            };
            prune(conversions.as_ref(), &root, &wanted, *format, &mut out)?
        }
    };
    out.flush()?;
    Ok(outcome)
}

#[derive(Serialize)]
struct Counts {
    version: u32,
    entries: usize,
    bytes: u64,
    leftovers: usize,
}

#[derive(Serialize)]
struct Verified {
    version: u32,
    bad: Vec<Bad>,
}

#[derive(Serialize)]
struct Bad {
    digest: String,
    reason: &'static str,
}

#[derive(Serialize)]
struct Removed {
    version: u32,
    entries: usize,
    indexes: usize,
    leftovers: usize,
    bytes: u64,
}

fn prune(
    conversions: Option<&Conversions>,
    root: &Path,
    wanted: &Prune,
    format: Form,
    out: &mut impl Write,
) -> Result<Outcome, Error> {
    let pruned =
        conversions.map_or_else(|| Ok(Pruned::default()), |conversions| conversions.prune(wanted))?;
    let others = Indexes::open(root)?
        .map_or_else(|| Ok(PrunedIndexes::default()), |indexes| indexes.prune(wanted.unused_for))?;
    let (entries, indexes) = (pruned.entries, others.indexes);
    let (leftovers, bytes) = (pruned.leftovers + others.leftovers, pruned.bytes + others.bytes);
    match format {
        Form::Text => {
            writeln!(
                out,
                "removed: entries {entries}, indexes {indexes}, leftovers {leftovers}, bytes {bytes}"
            )?;
        }
        Form::Json => {
            let removed = Removed { version: json::VERSION, entries, indexes, leftovers, bytes };
            writeln!(out, "{}", json::to_string(&removed))?;
        }
    }
    Ok(Outcome::Fine)
}

fn stats(conversions: Option<&Conversions>, format: Form, out: &mut impl Write) -> Result<Outcome, Error> {
    let stats = conversions.map_or_else(|| Ok(Default::default()), Conversions::stats)?;
    let (entries, bytes, leftovers) = (stats.entries, stats.bytes, stats.leftovers);
    match format {
        Form::Text => writeln!(out, "entries: {entries}, bytes: {bytes}, leftovers: {leftovers}")?,
        Form::Json => {
            writeln!(
                out,
                "{}",
                json::to_string(&Counts { version: json::VERSION, entries, bytes, leftovers })
            )?;
        }
    }
    Ok(Outcome::Fine)
}

fn verify(conversions: Option<&Conversions>, format: Form, out: &mut impl Write) -> Result<Outcome, Error> {
    let bad = conversions.map_or_else(|| Ok(Vec::new()), Conversions::verify)?;
    match format {
        Form::Text if bad.is_empty() => writeln!(out, "every entry is what its digest says")?,
        Form::Text => {
            for bad in &bad {
                writeln!(out, "{}: {}", bad.source, bad.reason)?;
            }
        }
        Form::Json => {
            let bad =
                bad.iter().map(|bad| Bad { digest: bad.source.to_string(), reason: bad.reason }).collect();
            writeln!(out, "{}", json::to_string(&Verified { version: json::VERSION, bad }))?;
        }
    }
    Ok(if bad.is_empty() { Outcome::Fine } else { Outcome::Findings })
}
