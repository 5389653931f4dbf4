//! Other programs read what the cache holds: a Common Lisp its forms, `sha256sum` its digests.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test stops and tells")]

use std::process::Command;

use repertoire_cache::{Conversion, Conversions, Digest};
use repertoire_fs::testkit::Folder;

/// Whether a program is here; where it is not, that is told loudly, and is a failure in CI.
fn have(program: &str) -> bool {
    let here = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !here {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI needs {program}");
        eprintln!("SKIPPED: {program} is not here");
    }
    here
}

fn conversions() -> Vec<Conversion> {
    let conversion = |name: &str, description: &str, instructions: &str| Conversion {
        name: name.into(),
        description: description.into(),
        instructions: instructions.into(),
    };
    vec![
        conversion("plain", "Is plain.", "Do it.\n"),
        conversion("empty", "Has no body.", ""),
        conversion("quotes", "Says \"so\" \\ and so.", "\"\\\"\\\\\n;#|not a comment|#\n'`,@ #.(quit) #1=\n"),
        conversion("lines", "Has odd line ends.", "a\r\nb\rc\u{b}\u{c}\u{85}\u{2028}d\n\n\n"),
        conversion("letters", "Größe, 日本語, 🌊.", "e\u{301} \u{feff} \u{10ffff}\t\u{7f}\n"),
        conversion("long", "Is long.", &"All of this.\n".repeat(4_000)),
    ]
}

/// Prints, for each file, the numbers of the characters of its fields.
const LISP: &str = r##"
(let ((*read-eval* nil))
  (dolist (path (cdr sb-ext:*posix-argv*))
    (with-open-file (in path :external-format :utf-8)
      (let* ((form (let ((*package* (find-package :keyword))) (read in)))
             (plist (cdr form)))
        (assert (eq (car form) :autolith-skill))
        (assert (eql (getf plist :version) 1))
        (assert (eq (read in nil :end) :end))
        (format t "~{~d~^ ~}|~{~d~^ ~}|~{~d~^ ~}~%"
                (map 'list #'char-code (getf plist :name))
                (map 'list #'char-code (getf plist :description))
                (map 'list #'char-code (getf plist :instructions)))))))
"##;

#[test]
fn a_common_lisp_reads_every_form_and_sha256sum_confirms_every_manifest() {
    let folder = Folder::new();
    let cache = Conversions::create(&folder.join("cache")).unwrap();
    let mut forms = Vec::new();
    for conversion in conversions() {
        let source = folder.join(&conversion.name);
        std::fs::write(&source, format!("the source of {}", conversion.name)).unwrap();
        let digest = Digest::of(&std::fs::read(&source).unwrap());
        cache.store(&digest, &conversion).unwrap();
        let entry = cache.path().join(digest.to_string());
        forms.push(entry.join("SKILL.sexp"));
        if have("sha256sum") {
            let sums = Command::new("sha256sum").args([&source, &entry.join("SKILL.sexp")]).output().unwrap();
            let sums = String::from_utf8(sums.stdout).unwrap();
            let mut sums = sums.lines().map(|line| line.split(' ').next().unwrap());
            let expected = format!("source {}\ncache {}\n", sums.next().unwrap(), sums.next().unwrap());
            assert_eq!(std::fs::read_to_string(entry.join("manifest.sha256")).unwrap(), expected);
        }
    }
    if !have("sbcl") {
        return;
    }
    let script = folder.join("read.lisp");
    std::fs::write(&script, LISP).unwrap();
    let output = Command::new("sbcl").arg("--script").arg(&script).args(&forms).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let read: Vec<Vec<String>> = text
        .lines()
        .map(|line| {
            let decode = |field: &str| -> String {
                let codes = field.split(' ').filter(|code| !code.is_empty());
                codes.map(|code| char::from_u32(code.parse().unwrap()).unwrap()).collect()
            };
            line.split('|').map(decode).collect()
        })
        .collect();
    let expected: Vec<Vec<String>> =
        conversions().into_iter().map(|it| vec![it.name, it.description, it.instructions]).collect();
    assert_eq!(read, expected);
}
