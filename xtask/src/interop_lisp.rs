//! `cargo xtask interop-lisp`: a real Common Lisp reads what we write, and we read what it writes.
//!
//! SBCL's own `read` is given several thousand forms, in the layouts of people and of our writer,
//! and tells what it read, down to the length and the character codes of each string; then it
//! prints them with `~S`, together with strings of all the characters that Unicode has. Both must
//! come to the same data as our reader does. `--short` takes fewer forms and no real skills.

mod sources;
mod tell;

use crate::workspace::{call, capture, root};
use crate::{Failure, Outcome};
use repertoire_sexp::{Grammar, read};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use tell::tell;

/// What both readers can read, with bounds that no generated form reaches.
const LOOSE: Grammar<'static> = Grammar {
    max_depth: 64,
    max_nodes: 1 << 20,
    block_comments: true,
    dotted_lists: true,
    ..Grammar::data()
};

/// The Common Lisp half.
const ECHO: &str = include_str!("interop_lisp/echo.lisp");

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let amount = match arguments {
        [] => Amount { generated: 6000, step: 1, bodies: true },
        [one] if one == "--short" => Amount { generated: 500, step: 16, bodies: false },
        [other, ..] => {
            return Err(Failure::Usage(format!(
                "this chore takes `--short` or nothing, and was given `{other}`"
            )));
        }
    };
    let began = Instant::now();
    let lisp = lisp()?;
    let folder = root().join("target/interop-lisp");
    let exchange = Exchange::new(&folder)?;
    let given = exchange.write_sources(&amount)?;
    exchange.call_lisp()?;
    let compared = exchange.compare(given)?;
    fs::remove_dir_all(&folder).map_err(|error| failure(&folder, &error))?;
    println!(
        "{lisp}: {given} sources, {compared} forms printed with ~S, no difference ({} s)",
        began.elapsed().as_secs()
    );
    Ok(())
}

/// How much is compared.
struct Amount {
    /// How many forms are generated, each given in two layouts.
    generated: usize,
    /// Every how manyth run of character codes the Lisp makes a form of.
    step: usize,
    /// Whether the bodies of real skills are given too.
    bodies: bool,
}

/// The version of SBCL, which is installed from Debian's packages where it is missing.
fn lisp() -> Result<String, Failure> {
    let version = || capture(Command::new("sbcl").arg("--version"));
    if let Ok(version) = version() {
        return Ok(version.trim().to_owned());
    }
    println!("sbcl is missing; installing it");
    // Installing needs the rights of root; who has them needs no sudo, and may not have it.
    let is_root = capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    for arguments in [&["update", "-qq"][..], &["install", "-y", "-qq", "--no-install-recommends", "sbcl"]] {
        let mut command = if is_root { Command::new("apt-get") } else { Command::new("sudo") };
        if !is_root {
            command.arg("apt-get");
        }
        call(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    version().map(|version| version.trim().to_owned())
}

/// The files through which the two halves talk. They stay when something differs.
struct Exchange {
    script: PathBuf,
    /// Records of text: what the Lisp is to read.
    sources: PathBuf,
    /// One line a form: what the Lisp read.
    told: PathBuf,
    /// Records of text: what the Lisp printed of it.
    printed: PathBuf,
}

impl Exchange {
    fn new(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| failure(folder, &error))?;
        let exchange = Self {
            script: folder.join("echo.lisp"),
            sources: folder.join("sources"),
            told: folder.join("told"),
            printed: folder.join("printed"),
        };
        fs::write(&exchange.script, ECHO).map_err(|error| failure(&exchange.script, &error))?;
        Ok(exchange)
    }

    /// Writes the sources and tells how many there are.
    fn write_sources(&self, amount: &Amount) -> Result<usize, Failure> {
        let failure = |error| failure(&self.sources, &error);
        let mut file = BufWriter::new(File::create(&self.sources).map_err(failure)?);
        let mut count = 0;
        let mut give = |source: &str| {
            count += 1;
            write!(file, "{}\n{source}\n", source.chars().count()).map_err(failure)
        };
        sources::generated(amount.generated, &mut give)?;
        if amount.bodies {
            let shared =
                std::env::var_os("REPERTOIRE_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
            let folder = shared.join("corpus/skills");
            if folder.is_dir() {
                let bodies = sources::bodies(&folder, &mut give)?;
                println!("{bodies} bodies of real skills");
            } else if std::env::var("CI").is_ok_and(|value| value == "true") {
                return Err(Failure::new(format!("{} is missing", folder.display())));
            } else {
                println!("SKIPPED the bodies of real skills: {} is missing", folder.display());
            }
        }
        writeln!(file, "-{}", amount.step).map_err(failure)?;
        file.flush().map_err(failure)?;
        Ok(count)
    }

    fn call_lisp(&self) -> Outcome {
        let mut command = Command::new("sbcl");
        call(command.arg("--script").args([&self.script, &self.sources, &self.told, &self.printed]))
    }

    /// Compares what the Lisp read with what we read, of the sources and of what it printed, and
    /// tells how many forms it printed.
    fn compare(&self, given: usize) -> Result<usize, Failure> {
        let open = |path: &Path| File::open(path).map(BufReader::new).map_err(|error| failure(path, &error));
        let (mut sources, mut printed) = (open(&self.sources)?, open(&self.printed)?);
        let mut count = 0;
        for told in open(&self.told)?.lines() {
            let told = told.map_err(|error| failure(&self.told, &error))?;
            if count < given {
                agree(&record(&mut sources, &self.sources)?, &told)?;
            }
            agree(&record(&mut printed, &self.printed)?, &told)?;
            count += 1;
        }
        if count <= given {
            return Err(Failure::new(format!(
                "the Lisp answered {count} of {given} sources, and made no forms of its own"
            )));
        }
        Ok(count)
    }
}

/// Reads one record: a number of characters, a newline, the characters, a newline.
fn record(file: &mut BufReader<File>, path: &Path) -> Result<String, Failure> {
    let failure = |error| failure(path, &error);
    let mut line = String::new();
    file.read_line(&mut line).map_err(failure)?;
    let count: usize = line
        .trim_end()
        .parse()
        .map_err(|_| Failure::new(format!("{}: `{}` is no length", path.display(), line.trim_end())))?;
    let mut text = String::new();
    for _ in 0..count {
        let first = *file
            .fill_buf()
            .map_err(failure)?
            .first()
            .ok_or_else(|| Failure::new(format!("{} ends too soon", path.display())))?;
        let length = first.leading_ones().max(1) as usize;
        let mut bytes = [0; 4];
        let bytes = bytes
            .get_mut(..length)
            .ok_or_else(|| Failure::new(format!("{} is not UTF-8", path.display())))?;
        file.read_exact(bytes).map_err(failure)?;
        text.push_str(
            std::str::from_utf8(bytes)
                .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?,
        );
    }
    file.read_line(&mut String::new()).map_err(failure)?;
    Ok(text)
}

/// Holds what we read of a text against what the Lisp told.
fn agree(text: &str, told: &str) -> Outcome {
    let ours = match read(text, &LOOSE) {
        Ok(form) => tell(form.root()),
        Err(error) => format!("an error: {error}"),
    };
    if ours == told {
        return Ok(());
    }
    let at = ours.bytes().zip(told.bytes()).take_while(|(ours, told)| ours == told).count();
    let excerpt = |line: &str| {
        String::from_utf8_lossy(line.as_bytes().get(at.saturating_sub(20)..).unwrap_or_default())
            .chars()
            .take(80)
            .collect::<String>()
    };
    let text: String = text.chars().take(400).collect();
    Err(Failure::new(format!(
        "the readers differ on {text:?}\nours: …{}\nLisp: …{}",
        excerpt(&ours),
        excerpt(told)
    )))
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}
