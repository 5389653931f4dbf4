//! What stands beside a source, for the checks that look up its links.

use std::path::{Path, PathBuf};

use repertoire_fs::{ErrorKind, names, stat};
use repertoire_schema::{Files, Presence};

/// A directory with more names is not searched for one that differs in case.
const MOST: usize = 10_000;

/// The directory of a source, asked only whether names are there.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::Beside;
/// use repertoire_schema::{Files, Presence};
///
/// let folder = repertoire_fs::testkit::Folder::with("tide/SKILL.md\ntide/Tables/heights.csv");
/// let beside = Beside::new(folder.join("tide"));
/// assert_eq!(beside.presence("Tables/heights.csv"), Presence::There);
/// assert_eq!(beside.presence("tables/heights.csv"), Presence::OtherCase("Tables/heights.csv".into()));
/// assert_eq!(beside.presence("tables/moons.csv"), Presence::Missing);
/// ```
#[derive(Clone, Debug)]
pub struct Beside {
    directory: PathBuf,
}

impl Beside {
    /// What stands in a directory.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into() }
    }
}

impl Files for Beside {
    fn presence(&self, path: &str) -> Presence {
        // The caller gives plain paths; another one is not for us to follow.
        let plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\0');
        if !path.split('/').all(plain) {
            return Presence::Unknown;
        }
        match stat(&self.directory.join(path)) {
            Ok(_) => return Presence::There,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(_) => return Presence::Unknown,
        }
        let mut found = String::new();
        for part in path.split('/') {
            let directory = self.directory.join(&found);
            let Ok(names) = names(&directory, MOST) else { return Presence::Missing };
            let alike = |name: &&str| name.to_lowercase() == part.to_lowercase();
            let exact = names.iter().any(|name| name == part);
            let name =
                if exact { Some(part) } else { names.iter().filter_map(|name| name.to_str()).find(alike) };
            let Some(name) = name else { return Presence::Missing };
            if !found.is_empty() {
                found.push('/');
            }
            found.push_str(name);
        }
        match stat(Path::new(&self.directory.join(&found))) {
            Ok(_) => Presence::OtherCase(found),
            Err(_) => Presence::Missing,
        }
    }
}
