//! The files of one skill, opened under the confinement that its discovery went by.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use repertoire::discovery::{Entry, Links, Options, RootSpec, Trust};
use repertoire::fs::{
    Confinement, Directory, Error, ErrorKind, File, FileType, ListBuffer, Place, Root, Stat, show,
};

use crate::shelf::segment;

/// So many bytes of one file are read; one that holds more is not served.
pub(crate) const MAX_FILE: usize = 64 << 20;

/// So many entries of the directories of one skill are listed; a skill with more is not served.
pub(crate) const MAX_ENTRIES: usize = 20_000;

/// What stands at a path within a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A file that is served.
    File,
    /// A directory that is served.
    Directory,
}

/// One entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Child {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is a directory.
    pub(crate) directory: bool,
}

/// The roots of a catalog, opened once for one request.
pub(crate) struct Roots<'a> {
    options: &'a Options,
    specs: &'a [RootSpec],
    opened: Vec<Option<Arc<Root>>>,
}

impl<'a> Roots<'a> {
    /// Opens the roots. One that is not there serves nothing.
    pub(crate) fn open(specs: &'a [RootSpec], options: &'a Options) -> Self {
        let opened = specs.iter().map(|spec| open_root(&spec.path, options)).collect();
        Self { options, specs, opened }
    }

    /// What confines the files of a root: as in the discovery that found them.
    fn confinement(&self, index: usize) -> Option<Confinement> {
        let root = self.opened.get(index)?.clone()?;
        let spec = self.specs.get(index)?;
        let mut bounds: Vec<Arc<Root>> = Vec::new();
        if spec.trust == Trust::Full {
            bounds.extend(self.opened.iter().flatten().cloned());
            let further = spec.bounds.iter().chain(&self.options.links_within);
            bounds.extend(further.filter_map(|path| open_root(path, self.options)));
        }
        Some(Confinement::new(root, bounds))
    }

    /// The directory of a skill.
    pub(crate) fn skill(&self, entry: &Entry) -> Result<SkillDirectory<'a>, Error> {
        let gone = || Error::NotFound { path: entry.path.clone() };
        let index = self.specs.iter().position(|spec| spec.path == entry.root).ok_or_else(gone)?;
        let confinement = self.confinement(index).ok_or_else(gone)?;
        let directory = entry.path.parent().and_then(|parent| parent.strip_prefix(&entry.root).ok());
        let directory = directory.ok_or_else(gone)?;
        let mut base = confinement.root_place().child(directory);
        match confinement.open_directory(&base) {
            Ok(_) => {}
            // A link stands on the way: it is followed as far as the bounds reach.
            Err(error)
                if error.kind() == ErrorKind::IdentityChanged && self.options.links == Links::Within =>
            {
                base = confinement.locate(&confinement.root().canonical().join(directory))?.0;
            }
            Err(error) => return Err(error),
        }
        Ok(SkillDirectory { options: self.options, confinement, base })
    }
}

fn open_root(path: &Path, options: &Options) -> Option<Arc<Root>> {
    let root = Root::open(path).ok()?;
    Some(Arc::new(match options.opening {
        Some(opening) => root.with_opening(opening),
        None => root,
    }))
}

/// The directory of one skill.
pub(crate) struct SkillDirectory<'a> {
    options: &'a Options,
    confinement: Confinement,
    base: Place,
}

impl SkillDirectory<'_> {
    /// The path of the directory without links.
    pub(crate) fn path(&self) -> PathBuf {
        self.confinement.canonical(&self.base)
    }

    fn place(&self, path: &[String]) -> Place {
        self.base.child(path.iter().collect::<PathBuf>())
    }

    /// Whether discovery passes over one of these directories.
    fn passes_over(&self, directories: &[String]) -> bool {
        directories.iter().any(|name| self.options.rules.passed_over.iter().any(|passed| passed == name))
    }

    /// What is served at a path.
    pub(crate) fn kind(&self, path: &[String]) -> Option<Kind> {
        if path.is_empty() || (!self.passes_over(path) && self.open_directory(path).is_ok()) {
            return Some(Kind::Directory);
        }
        self.open_file(path).is_ok().then_some(Kind::File)
    }

    fn open_directory(&self, path: &[String]) -> Result<Directory, Error> {
        self.confinement.open_directory(&self.place(path))
    }

    /// Opens a file: where it stands, or where a link in its place leads within the bounds.
    pub(crate) fn open_file(&self, path: &[String]) -> Result<File, Error> {
        let place = self.place(path);
        let above = &path[..path.len().saturating_sub(1)];
        if self.passes_over(above) {
            return Err(Error::NotFound { path: self.confinement.canonical(&place) });
        }
        match self.confinement.open_file(&place) {
            Err(error)
                if error.kind() == ErrorKind::IdentityChanged && self.options.links == Links::Within =>
            {
                // Only the last step may be a link: a linked directory is not served.
                self.open_directory(above)?;
                Ok(self.confinement.open(&self.confinement.canonical(&place))?.1)
            }
            opened => opened,
        }
    }

    /// Reads a whole file.
    pub(crate) fn read(&self, path: &[String]) -> Result<Vec<u8>, Error> {
        self.open_file(path)?.read(MAX_FILE)
    }

    /// What tells whether a file changed, without opening it.
    pub(crate) fn stat(&self, path: &[String]) -> Option<Stat> {
        self.confinement.stat(&self.place(path)).ok()
    }

    /// What stands in a directory and is served: ordered by name, within bounds.
    pub(crate) fn children(&self, path: &[String], say: &mut dyn FnMut(String)) -> Result<Vec<Child>, Error> {
        let mut children = Vec::new();
        self.list(path, &mut ListBuffer::new(), MAX_ENTRIES, &mut children, say)?;
        children.sort_unstable();
        Ok(children)
    }

    /// Every file below the directory, ordered by path, within bounds. `Err` holds the reason why
    /// they cannot be told.
    pub(crate) fn files(&self, say: &mut dyn FnMut(String)) -> Result<Vec<Vec<String>>, String> {
        let mut buffer = ListBuffer::new();
        let mut files = Vec::new();
        let mut pending = vec![Vec::new()];
        let mut left = MAX_ENTRIES;
        while let Some(path) = pending.pop() {
            let mut children = Vec::new();
            let listed = self.list(&path, &mut buffer, left, &mut children, say);
            listed.map_err(|error| format!("its files cannot be told: {error}"))?;
            left = left.saturating_sub(children.len());
            for Child { name, directory } in children {
                let path: Vec<String> = path.iter().cloned().chain([name]).collect();
                if directory { pending.push(path) } else { files.push(path) }
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    fn list(
        &self,
        path: &[String],
        buffer: &mut ListBuffer,
        most: usize,
        children: &mut Vec<Child>,
        say: &mut dyn FnMut(String),
    ) -> Result<(), Error> {
        let at = self.confinement.canonical(&self.place(path));
        let mut links = Vec::new();
        self.open_directory(path)?.list(buffer, |name, file_type| {
            let shown = || show(&at.join(name));
            let Some(name) = name.to_str().and_then(segment) else {
                say(format!(
                    "{} is not served: its name has no URI; name it in UTF-8, without a backslash",
                    shown()
                ));
                return ControlFlow::Continue(());
            };
            match file_type {
                FileType::Directory if self.passes_over(std::slice::from_ref(&name)) => {}
                FileType::Directory => children.push(Child { name, directory: true }),
                FileType::Regular => children.push(Child { name, directory: false }),
                FileType::Link => links.push(name),
                other => say(format!("{} is not served: it is {}", shown(), other.with_article())),
            }
            if children.len() + links.len() > most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if children.len() + links.len() > most {
            return Err(Error::TooLarge { path: at, limit: MAX_ENTRIES });
        }
        for name in links {
            let whole: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
            match self.open_file(&whole) {
                Ok(_) => children.push(Child { name, directory: false }),
                Err(error) => say(format!("{} is not served: {error}", show(&at.join(&name)))),
            }
        }
        Ok(())
    }
}
