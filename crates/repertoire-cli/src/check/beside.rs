//! The files beside a source, looked up as its links ask for them and never outside its directory.

use repertoire::fs::{Confinement, Error, ListBuffer, Root};
use repertoire::schema::{Files, Presence};
use std::cell::OnceCell;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// The directory of one source.
#[derive(Debug)]
pub(crate) struct Beside<'a> {
    directory: &'a Path,
    confinement: OnceCell<Option<Confinement>>,
    known: RefCell<HashMap<String, Presence>>,
}

impl<'a> Beside<'a> {
    /// Opens nothing yet.
    pub(crate) fn new(directory: &'a Path) -> Self {
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        Self { directory, confinement: OnceCell::new(), known: RefCell::default() }
    }

    fn look(&self, path: &str) -> Presence {
        let open =
            || Root::open(self.directory).ok().map(|root| Confinement::new(Arc::new(root), Vec::new()));
        let Some(confinement) = self.confinement.get_or_init(open) else { return Presence::Unknown };
        match confinement.locate(&self.directory.join(path)) {
            Ok(_) => Presence::There,
            Err(Error::NotFound { .. }) => {
                other_case(confinement, path).map_or(Presence::Missing, Presence::OtherCase)
            }
            Err(_) => Presence::Unknown,
        }
    }
}

impl Files for Beside<'_> {
    fn presence(&self, path: &str) -> Presence {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let found = self.look(path);
        self.known.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }
}

/// The path as it is spelt on the disk, where it differs from what was asked for in case only.
fn other_case(confinement: &Confinement, path: &str) -> Option<String> {
    let mut buffer = ListBuffer::new();
    let mut place = confinement.root_place();
    let mut spelt: Vec<String> = Vec::new();
    for part in path.split('/') {
        let mut exact = false;
        let mut alike: Option<String> = None;
        let look = |name: &std::ffi::OsStr| {
            let Some(name) = name.to_str() else { return };
            if name == part {
                exact = true;
            } else if name.eq_ignore_ascii_case(part) && alike.as_deref().is_none_or(|known| name < known) {
                alike = Some(name.to_owned());
            }
        };
        let mut look = look;
        let listed = confinement.open_directory(&place).ok()?.list(&mut buffer, |name, _| {
            look(name);
            ControlFlow::Continue(())
        });
        listed.ok()?;
        let name = if exact { part.to_owned() } else { alike? };
        place = place.child(&name);
        spelt.push(name);
    }
    Some(spelt.join("/"))
}
