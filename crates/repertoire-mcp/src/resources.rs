//! `resources/list`, `resources/read` and `resources/directory/read`: the files of skills.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use repertoire::fs::Error;
use rmcp::model::{DIRECTORY_MIME_TYPE, Resource, ResourceContents};

use crate::error::Refusal;
use crate::files::{Child, Kind, Roots};
use crate::library::View;
use crate::media::{MARKDOWN, SNIFFED, media_type, text_of};
use crate::page::{Page, after, page};
use crate::skills::{Served, uri};
use crate::uri::decode;

impl View<'_> {
    /// A page of the sources of skills. The files beside them are in the entries of the skills, and
    /// in what `resources/directory/read` tells: a list of all of them would be long, and of no use to
    /// a person who picks from it.
    pub(crate) fn list_resources(&self, cursor: Option<&str>) -> Result<Page<Resource>, Refusal> {
        let roots = self.roots();
        Ok(page(
            &self.shelf.places,
            after(cursor)?,
            self.library.options.page_size,
            |place| place.uri.as_str(),
            |place| {
                let served = self.served(place, &roots)?;
                let frontmatter = &served.frontmatter;
                let resource = Resource::new(&place.uri, &frontmatter.name);
                let resource = resource.with_description(&frontmatter.description);
                Some(resource.with_mime_type(MARKDOWN).with_size(served.size))
            },
            |place| self.served(place, &roots).is_some(),
        ))
    }

    /// What a file holds now.
    pub(crate) fn read_resource(&self, wanted: &str) -> Result<ResourceContents, Refusal> {
        let path = path_of(wanted)?;
        let roots = self.roots();
        let (served, below) = self.find(wanted, &path, &roots)?;
        match served.directory.kind(below) {
            Some(Kind::File) => {}
            Some(Kind::Directory) => return Err(Refusal::IsDirectory(wanted.to_owned())),
            None => return Err(Refusal::Unknown(wanted.to_owned())),
        }
        let bytes = served.directory.read(below).map_err(|error| refused(wanted, &error))?;
        let name = below.last().map_or("", String::as_str);
        let media = media_type(name, || Some(bytes[..bytes.len().min(SNIFFED)].to_vec()));
        let contents = match text_of(bytes) {
            Ok(text) => ResourceContents::text(text, wanted),
            Err(bytes) => ResourceContents::blob(STANDARD.encode(&bytes), wanted),
        };
        Ok(contents.with_mime_type(media))
    }

    /// A page of what stands in a directory of a skill: direct children only.
    pub(crate) fn read_directory(
        &self,
        wanted: &str,
        cursor: Option<&str>,
    ) -> Result<Page<Resource>, Refusal> {
        let path = path_of(wanted)?;
        let roots = self.roots();
        let (served, below) = self.find(wanted, &path, &roots)?;
        match served.directory.kind(below) {
            Some(Kind::Directory) => {}
            Some(Kind::File) => return Err(Refusal::NotDirectory(wanted.to_owned())),
            None => return Err(Refusal::Unknown(wanted.to_owned())),
        }
        let voice = &self.library.voice;
        let children = served.directory.children(below, &mut |said| voice.say(&said));
        let children = children.map_err(|error| refused(wanted, &error))?;
        let whole = |child: &Child| below.iter().chain([&child.name]).cloned().collect::<Vec<String>>();
        Ok(page(
            &children,
            after(cursor)?,
            self.library.options.page_size,
            |child| child.name.as_str(),
            |child| {
                let path = whole(child);
                let resource = Resource::new(uri(served.place, &path).ok()?, &child.name);
                if child.directory {
                    return Some(resource.with_mime_type(DIRECTORY_MIME_TYPE));
                }
                let file = served.directory.open_file(&path).ok()?;
                let media = media_type(&child.name, || Some(file.read_start(SNIFFED).ok()?.0));
                Some(resource.with_mime_type(media).with_size(file.stat().size))
            },
            |child| child.directory || served.directory.open_file(&whole(child)).is_ok(),
        ))
    }

    /// The outermost skill that is served and holds a path, with the path below its directory.
    fn find<'a>(
        &'a self,
        wanted: &str,
        path: &'a [String],
        roots: &Roots<'a>,
    ) -> Result<(Served<'a>, &'a [String]), Refusal> {
        let mut holding = self.shelf.holding(path).into_iter();
        holding
            .find_map(|(place, below)| Some((self.served(place, roots)?, below)))
            .ok_or_else(|| Refusal::Unknown(wanted.to_owned()))
    }
}

fn path_of(uri: &str) -> Result<Vec<String>, Refusal> {
    decode(uri).map_err(|source| Refusal::Uri { uri: uri.to_owned(), source })
}

/// What a file system says about a file that was there a moment ago.
fn refused(uri: &str, error: &Error) -> Refusal {
    Refusal::Unreadable { uri: uri.to_owned(), reason: error.to_string() }
}

/// Whether a URI can name something, for subscriptions: whether it does may change later.
pub(crate) fn is_one(uri: &str) -> Result<(), Refusal> {
    path_of(uri).map(drop)
}
