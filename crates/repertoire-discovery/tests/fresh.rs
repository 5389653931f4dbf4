//! Reading what was selected: the source as it is now, or a typed refusal.

#![allow(clippy::unwrap_used, reason = "a test stops and tells")]

mod support;

use repertoire_discovery::{Catalog, Entry, Fresh, Links, Options, Texts, discover, files, read};
use repertoire_fs::testkit::{Folder, without_privilege};
use repertoire_schema::profile;
use support::options;

/// The options and the first entry of a catalog of `skills`.
fn selected(folder: &Folder) -> (Options, Entry) {
    let options = options(folder, &["skills"]);
    let entry = discover(&options).entries.first().unwrap().clone();
    (options, entry)
}

fn kind(outcome: Result<Fresh, repertoire_discovery::Error>) -> &'static str {
    match outcome {
        Ok(_) => "read",
        Err(error) => {
            assert!(error.to_string().contains("SKILL.md"), "{error}");
            error.kind()
        }
    }
}

#[test]
fn an_unchanged_source_and_a_changed_one_give_what_they_hold_now() {
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.");
    for profile in [&profile::LOADER, &profile::AUTOLITH] {
        folder.add("skills/a/SKILL.md skill a: Does a.");
        let (mut options, entry) = selected(&folder);
        options.profile = profile;
        options.cache = Some(folder.join("cache"));
        let fresh = read(&entry, &options).unwrap();
        assert_eq!((fresh.changed, fresh.skill.instructions.as_str()), (false, "Do it.\n"));
        folder.add("skills/a/SKILL.md = ---\\nname: a\\ndescription: Does b.\\n---\\nNew body.\\n");
        let fresh = read(&entry, &options).unwrap();
        assert_eq!((fresh.changed, fresh.skill.instructions.as_str()), (true, "New body.\n"));
        assert_eq!(entry.metadata.description, "Does a.", "the entry stays as it was");
        assert_ne!(fresh.digest, entry.digest);
    }
}

#[test]
fn only_the_profile_that_has_conversions_makes_a_place_for_them() {
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.\nskills/b/SKILL.sexp skill b: Does b.");
    let (mut options, entry) = selected(&folder);
    options.cache = Some(folder.join("cache"));
    read(&entry, &options).unwrap();
    assert!(!folder.join("cache").exists());
    options.profile = &profile::AUTOLITH;
    let native = discover(&options).entries[1].clone();
    std::fs::remove_dir_all(folder.join("cache")).unwrap();
    read(&native, &options).unwrap();
    assert!(!folder.join("cache").exists(), "a native form is not converted");
    read(&entry, &options).unwrap();
    assert!(folder.join("cache/skills/agent-skill-v1").is_dir());
}

#[cfg(unix)]
#[test]
fn a_root_that_cannot_be_opened_is_not_called_gone() {
    let folder = Folder::with("above/skills/a/SKILL.md skill a: Does a.");
    let options = options(&folder, &["above/skills"]);
    let entry = discover(&options).entries.first().unwrap().clone();
    folder.add("above/ mode 0");
    without_privilege(|| {
        let error = read(&entry, &options).unwrap_err();
        assert_eq!(error.kind(), "read-error");
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert!(source.contains("above/skills"), "{source}");
        let error = files(&entry, &options, 10).unwrap_err();
        assert_eq!(error.kind(), repertoire_fs::ErrorKind::Io, "{error}");
    });
    folder.add("above/ mode 755");
    std::fs::remove_dir_all(folder.join("above/skills")).unwrap();
    assert_eq!(kind(read(&entry, &options)), "gone");
    assert_eq!(files(&entry, &options, 10).unwrap_err().kind(), repertoire_fs::ErrorKind::NotFound);
    folder.add("above/skills = a file");
    assert_eq!(kind(read(&entry, &options)), "read-error");
}

#[test]
fn each_way_of_failing_has_its_kind() {
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.\nskills/b/SKILL.md skill b: Does b.");
    let (options, entry) = selected(&folder);
    let source = folder.join("skills/a/SKILL.md");
    std::fs::remove_file(&source).unwrap();
    assert_eq!(kind(read(&entry, &options)), "gone");
    folder.add("skills/a/SKILL.md = no skill any more");
    assert_eq!(kind(read(&entry, &options)), "invalid");
    folder.add("skills/a/SKILL.md size 70000");
    assert_eq!(kind(read(&entry, &options)), "file-too-large");
    std::fs::remove_file(&source).unwrap();
    #[cfg(unix)]
    {
        folder.add("skills/a/SKILL.md fifo");
        assert_eq!(kind(read(&entry, &options)), "read-error");
        std::fs::remove_file(&source).unwrap();
        folder.add("skills/a/SKILL.md -> /etc/passwd");
        assert_eq!(kind(read(&entry, &options)), "outside-root");
        std::fs::remove_file(&source).unwrap();
        folder.add("skills/a/SKILL.md -> nowhere");
        assert_eq!(kind(read(&entry, &options)), "gone");
        std::fs::remove_file(&source).unwrap();
    }
    folder.add("skills/a/SKILL.md/");
    assert_eq!(kind(read(&entry, &options)), "read-error");
    std::fs::rename(folder.join("skills"), folder.join("away")).unwrap();
    assert_eq!(kind(read(&entry, &options)), "gone");
    assert_eq!(kind(read(&entry, &support::options(&folder, &["other"]))), "unknown-root");
}

#[cfg(unix)]
#[test]
fn a_link_is_read_as_long_as_links_are_followed_and_stay_inside() {
    let folder = Folder::with("store/a.md skill a: Does a.\nskills/a/SKILL.md -> ../../store/a.md");
    let (options, entry) = selected(&folder);
    assert_eq!(kind(read(&entry, &options)), "read");
    let none = Options { links: Links::None, ..options };
    assert_eq!(kind(read(&entry, &none)), "outside-root");
    // The directory around a source may turn into a link out.
    let folder = Folder::with("skills/a/SKILL.md skill a: Does a.");
    let (options, entry) = selected(&folder);
    std::fs::remove_dir_all(folder.join("skills/a")).unwrap();
    let elsewhere = Folder::with("where/SKILL.md skill a: Other.");
    std::os::unix::fs::symlink(elsewhere.join("where"), folder.join("skills/a")).unwrap();
    assert_eq!(kind(read(&entry, &options)), "outside-root");
}

#[test]
fn the_skill_of_a_native_source_is_read_too() {
    let folder = Folder::with("skills/a/SKILL.sexp skill free name: Does a.");
    let (options, entry) = selected(&folder);
    let fresh = read(&entry, &options).unwrap();
    assert_eq!((fresh.skill.metadata.name.as_str(), fresh.changed), ("free name", false));
}

#[test]
fn the_text_of_a_span_is_read_again_and_given_only_where_it_fits() {
    let folder = Folder::with(
        "skills/a/SKILL.md = ---\\nname: a\\ndescription: Does: a: thing\\n---\\n
         skills/b/SKILL.md = ---\\nname: b\\n---\\n
         skills/c/SKILL.sexp = (:autolith-skill :version 2)\\n",
    );
    let options = Options { cache: Some(folder.join("cache")), ..options(&folder, &["skills"]) };
    let told = |catalog: &Catalog| -> Vec<(String, String)> {
        let mut texts = Texts::new(&options);
        let spans = catalog.diagnostics.iter().filter_map(|found| Some((found, found.span?)));
        spans
            .map(|(found, span)| {
                let text = texts.of(found).unwrap();
                (found.kind.to_string(), text[span.start..span.end].to_owned())
            })
            .collect()
    };
    let first = discover(&options);
    let expected = told(&first);
    let texts: Vec<_> = expected.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(texts, [":", "---", "(:autolith-skill :version 2)"], "{expected:?}");
    // What an index remembers has its spans too.
    std::thread::sleep(std::time::Duration::from_millis(40));
    for _ in 0..2 {
        assert_eq!(told(&discover(&options)), expected);
    }
    // Without a span there is no text to show, and neither is there where the source is gone or shorter.
    let mut bare = first.diagnostics.iter().find(|found| found.span.is_some()).unwrap().clone();
    bare.span = None;
    assert_eq!(Texts::new(&options).of(&bare), None);
    std::fs::write(folder.join("skills/a/SKILL.md"), "short").unwrap();
    std::fs::remove_file(folder.join("skills/c/SKILL.sexp")).unwrap();
    let mut texts = Texts::new(&options);
    for found in first.diagnostics.iter().filter(|found| found.span.is_some()) {
        let path = found.path.as_deref().unwrap();
        assert!(texts.of(found).is_none() || path.contains("/b/"), "{found:?}");
    }
}
