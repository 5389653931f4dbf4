//! `cargo xtask fuzz`: lets libFuzzer search, on nightly, and keeps what it collects out of the
//! committed seeds.

use crate::workspace::{call, capture, nightly, root};
use crate::{Failure, Outcome};
use std::fs;
use std::path::Path;

/// How long each target searches, in seconds, unless the caller says otherwise.
const SECONDS: u64 = 60;

/// Runs the chore: every target that was asked for gets its time, and the failures come at the
/// end, so that one finding does not keep the others from being looked for.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let fuzz = root().join("fuzz");
    let wanted = Wanted::read(arguments, &targets(&fuzz)?)?;
    if capture(nightly().args(["fuzz", "--version"])).is_err() {
        call(nightly().args(["install", "cargo-fuzz", "--locked"]))?;
    }
    let mut failed = Vec::new();
    for target in &wanted.targets {
        let corpus = fuzz.join("corpus").join(target);
        fs::create_dir_all(&corpus)
            .map_err(|error| Failure::new(format!("{}: {error}", corpus.display())))?;
        let mut command = nightly();
        // New inputs go to the first folder; the seeds are only read.
        command
            .current_dir(&fuzz)
            .args(["fuzz", "run", target])
            .arg(&corpus)
            .arg(fuzz.join("seeds").join(target));
        command.arg("--").arg(format!("-max_total_time={}", wanted.seconds)).arg("-print_final_stats=1");
        if let Err(failure) = call(&mut command) {
            eprintln!("{failure}");
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("targets with findings, see fuzz/artifacts: {}", failed.join(", "))))
}

/// What one call asks for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    targets: Vec<String>,
    seconds: u64,
}

impl Wanted {
    /// Reads `[TARGET] [SECONDS]`; a number alone means every target.
    fn read(arguments: &[String], targets: &[String]) -> Result<Self, Failure> {
        let (named, time) = match arguments {
            [] => (None, None),
            [one] if one.parse::<u64>().is_ok() => (None, Some(one)),
            [one] => (Some(one), None),
            [name, time] => (Some(name), Some(time)),
            [_, _, third, ..] => {
                return Err(Failure::Usage(format!("one argument too many: `{third}`")));
            }
        };
        let seconds = match time.map(|time| time.parse()) {
            None => SECONDS,
            Some(Ok(seconds)) if seconds > 0 => seconds,
            Some(_) => {
                return Err(Failure::Usage("the time is a whole number of seconds, at least 1".to_owned()));
            }
        };
        let targets = match named {
            None => targets.to_vec(),
            Some(name) if targets.contains(name) => vec![name.clone()],
            Some(name) => {
                let known = targets.join(", ");
                return Err(Failure::Usage(format!("there is no target `{name}`; there are {known}")));
            }
        };
        Ok(Self { targets, seconds })
    }
}

/// The names of the targets, sorted: one file each in `fuzz_targets`.
fn targets(fuzz: &Path) -> Result<Vec<String>, Failure> {
    let folder = fuzz.join("fuzz_targets");
    let failure = |error| Failure::new(format!("{}: {error}", folder.display()));
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        if let (Some("rs"), Some(name)) =
            (path.extension().and_then(|text| text.to_str()), path.file_stem().and_then(|text| text.to_str()))
        {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Option<(String, u64)> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let wanted = Wanted::read(&arguments, &["fixes".to_owned(), "sexp".to_owned()]).ok()?;
        Some((wanted.targets.join(" "), wanted.seconds))
    }

    #[test]
    fn a_call_names_a_target_or_a_time_or_both() {
        assert_eq!(read(&[]), Some(("fixes sexp".to_owned(), SECONDS)));
        assert_eq!(read(&["sexp"]), Some(("sexp".to_owned(), SECONDS)));
        assert_eq!(read(&["5"]), Some(("fixes sexp".to_owned(), 5)));
        assert_eq!(read(&["sexp", "5"]), Some(("sexp".to_owned(), 5)));
        for wrong in [&["paint"][..], &["sexp", "long"], &["sexp", "0"], &["sexp", "5", "6"]] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_targets_of_this_repository_are_found() {
        assert!(targets(&root().join("fuzz")).expect("fuzz_targets").contains(&"diagnostic".to_owned()));
    }
}
