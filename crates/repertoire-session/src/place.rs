//! Where a skill stands in catalog order.

use std::cmp::Reverse;
use std::ffi::OsString;

use repertoire_discovery::Entry;

/// The key of catalog order: by root, then by the bytes of the directory's path; of two sources in
/// one directory the native form comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    root: usize,
    directory: OsString,
    file: Reverse<OsString>,
}

impl Place {
    pub(crate) fn of(entry: &Entry) -> Self {
        let below = entry.path.strip_prefix(&entry.root).unwrap_or(&entry.path);
        Self {
            root: entry.root_index,
            directory: below.parent().map(Into::into).unwrap_or_default(),
            file: Reverse(below.file_name().map(Into::into).unwrap_or_default()),
        }
    }
}
