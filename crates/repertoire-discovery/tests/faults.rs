//! Every system call of a discovery fails once, in each way that a disk or a limit can make it:
//! what is missing then is told, each by its own diagnostic, and the rest is there.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::panic,
    reason = "a test stops and tells"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use repertoire_discovery::{Options, RootSpec, discover};
use repertoire_fs::testkit::{Folder, Strace};

/// The calls with which a discovery reaches the tree; an error of others is not the tree's.
const CALLS: &[&str] =
    &["openat2", "openat", "getdents64", "pread64", "fstat", "newfstatat", "readlink", "statx"];
const ERRORS: &[&str] = &["EIO", "EACCES", "EMFILE", "ENOMEM", "ESTALE", "ENOENT"];
const SKILLS: usize = 5;

/// In the child: prints the names that were found, then the kinds of what was noticed.
fn child(root: &Path, cache: Option<&PathBuf>) {
    let mut options = Options::new(vec![RootSpec::given(root)]);
    options.threads = 1;
    options.cache = cache.cloned();
    let catalog = discover(&options);
    for entry in &catalog.entries {
        println!("skill {}", entry.metadata.name);
    }
    for diagnostic in &catalog.diagnostics {
        println!("told {} {}", diagnostic.kind, diagnostic.path.as_deref().unwrap_or("-"));
    }
    println!("end");
}

fn lines(output: &[u8], prefix: &str) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(output);
    text.lines().filter_map(|line| line.strip_prefix(prefix)).map(str::to_owned).collect()
}

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if let Some(position) = arguments.iter().position(|argument| argument.as_os_str() == "child") {
        child(&arguments[position + 1], arguments.get(position + 2));
        return;
    }
    let Some(strace) = Strace::find() else { return };
    one_fault_costs_one_skill_at_most(&strace);
    the_index_spares_the_opening(&strace);
}

fn one_fault_costs_one_skill_at_most(strace: &Strace) {
    let folder = Folder::with(
        "skills/a/SKILL.md skill a: Does a.
         skills/b/SKILL.sexp skill b: Does b.
         skills/group/c/SKILL.md skill c: Does c.
         skills/d/SKILL.md -> ../../store/d.md
         store/d.md skill d: Does d.
         skills/e -> ../store/e
         store/e/SKILL.md skill e: Does e.",
    );
    let root = folder.join("skills");
    let arguments = [Path::new("child"), &root];
    let calls = strace.count(&arguments);
    let (mut runs, mut felt) = (0, 0);
    for call in CALLS {
        for when in 1..=calls.get(*call).copied().unwrap_or(0) {
            for error in ERRORS {
                let output = strace.inject(&format!("{call}:error={error}:when={when}"), &arguments);
                let found = lines(&output.stdout, "skill ");
                let told = lines(&output.stdout, "told ");
                let what = format!("{call} {when} {error}: found {found:?}, told {told:?}");
                let stderr = String::from_utf8_lossy(&output.stderr);
                assert!(!stderr.contains("panicked"), "{what}\n{stderr}");
                runs += 1;
                // Before the program proper begins, the loader may give up.
                if !output.stdout.ends_with(b"end\n") {
                    assert!(found.is_empty() && told.is_empty(), "{what}\n{stderr}");
                    continue;
                }
                let missing = SKILLS - found.len();
                if missing > 0 || !told.is_empty() {
                    felt += 1;
                    assert!(!told.is_empty(), "silently lost: {what}");
                    // A directory that cannot be listed takes with it what lies below, and the
                    // root everything.
                    let whole = told.iter().any(|told| told.ends_with("/skills") || told.ends_with("/group"));
                    assert!(missing <= told.len() || whole, "{what}");
                }
            }
        }
    }
    println!("faults: {runs} injected, {felt} felt, none lost silently");
    assert!(felt > 100, "the faults hardly reached the tree: {felt} of {runs}");
}

fn the_index_spares_the_opening(strace: &Strace) {
    let mut tree = String::new();
    for number in 0..100 {
        tree.push_str(&format!("skills/s{number}/SKILL.md skill s{number}: Is one.\n"));
    }
    let folder = Folder::with(&tree);
    let (root, cache) = (folder.join("skills"), folder.join("cache"));
    std::thread::sleep(std::time::Duration::from_millis(50));
    let arguments = [Path::new("child"), &root, &cache];
    let reads = || strace.count(&arguments).get("pread64").copied().unwrap_or(0);
    let (cold, warm) = (reads(), reads());
    println!("reads: {cold} cold, {warm} with the index");
    assert!(cold >= 100 && warm < 20, "{cold} cold, {warm} warm");
}
