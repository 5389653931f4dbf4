//! The files of one skill, for showing it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;

use repertoire_fs::{Error, FileType, ListBuffer};

use crate::catalog::Entry;
use crate::discover::OpenRoots;
use crate::options::Options;

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFile {
    /// Its path below the directory of the skill.
    pub path: PathBuf,
    /// What it is; a link is not followed.
    pub file_type: FileType,
    /// Its size in bytes, for a regular file that could be examined.
    pub size: Option<u64>,
}

/// The files of a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillFiles {
    /// Everything below its directory but directories, ordered by the bytes of the paths.
    pub files: Vec<SkillFile>,
    /// Whether there are more than were asked for, or a directory could not be listed. A directory of
    /// more entries than were left is not half shown: nothing of it is, and nothing after it.
    pub incomplete: bool,
}

/// Lists what stands in the directory of a skill and below, up to `most` entries, directories
/// included, level by level, passing over what the rules of the walk pass over. Links are shown and
/// not followed.
///
/// # Errors
///
/// [`Error::NotFound`] when the root or the directory is gone; [`Error::Outside`] when the
/// entry belongs to none of the roots; what keeps the root or the directory from being opened.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::{Options, RootSpec, discover, files};
///
/// let folder = repertoire_fs::testkit::Folder::with(
///     "skills/tide/SKILL.md skill tide: Reads tide tables.
///      skills/tide/tables/heights.csv = 1,2,3",
/// );
/// let options = Options::new(vec![RootSpec::given(folder.join("skills"))]);
/// let found = files(&discover(&options).entries[0], &options, 100).unwrap();
/// let paths: Vec<_> = found.files.iter().map(|file| file.path.to_str().unwrap()).collect();
/// assert_eq!(paths, ["SKILL.md", "tables/heights.csv"]);
/// assert_eq!(found.files[1].size, Some(5));
/// ```
pub fn files(entry: &Entry, options: &Options, most: usize) -> Result<SkillFiles, Error> {
    let outside = || Error::Outside { path: entry.path.clone(), target: entry.canonical.clone() };
    let gone = || Error::NotFound { path: entry.path.clone() };
    let opened = OpenRoots::open(options);
    let index = opened.specs.iter().position(|spec| spec.path == entry.root).ok_or_else(outside)?;
    let Some((confinement, _)) = opened.confinement(index, options).ok() else {
        return Err(opened.into_error(index).unwrap_or_else(gone));
    };
    let directory = entry.path.parent().ok_or_else(gone)?;
    let (base, _) = confinement.locate(directory)?;
    let mut found = SkillFiles::default();
    let mut buffer = ListBuffer::new();
    let mut pending = VecDeque::from([PathBuf::new()]);
    let mut left = most;
    while let Some(below) = pending.pop_front() {
        let place = base.child(&below);
        let mut count = 0;
        let (mut files, mut directories) = (Vec::new(), Vec::new());
        let listing = confinement.open_directory(&place).and_then(|directory| {
            directory.list(&mut buffer, |name, file_type| {
                count += 1;
                if count > left {
                    return ControlFlow::Break(());
                }
                let passed_over = options.rules.passed_over.iter().any(|passed| name == passed.as_str());
                match file_type {
                    FileType::Directory if passed_over => {}
                    FileType::Directory => directories.push(below.join(name)),
                    _ => files.push(SkillFile { path: below.join(name), file_type, size: None }),
                }
                ControlFlow::Continue(())
            })
        });
        if listing.is_err() && below.as_os_str().is_empty() {
            return listing.map(|()| found);
        }
        if listing.is_err() {
            found.incomplete = true;
            continue;
        }
        if count > left {
            found.incomplete = true;
            break;
        }
        left -= count;
        found.files.append(&mut files);
        // The order in which the file system names them must not decide what a bound cuts off.
        directories.sort_unstable();
        pending.extend(directories);
    }
    found.files.sort_unstable_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
    for file in found.files.iter_mut().filter(|file| file.file_type == FileType::Regular) {
        file.size = confinement.stat(&base.child(&file.path)).ok().map(|stat| stat.size);
    }
    Ok(found)
}
