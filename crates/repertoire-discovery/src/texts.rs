//! The texts that the spans of diagnostics point into, for whoever shows lines and columns.

use std::path::Path;

use repertoire_diagnostic::Diagnostic;

use crate::catalog::Entry;
use crate::discover::OpenRoots;
use crate::fresh::open;
use crate::judge::{Text, read_text};
use crate::options::Options;

/// Reads sources again, under the confinement of their roots, as their diagnostics ask for them.
///
/// A discovery keeps no text, and one with an index reads none; so a source may have changed since
/// it was judged. A text that a span does not fit any more is not given.
///
/// # Examples
///
/// ```
/// use repertoire_discovery::{Options, RootSpec, Texts, discover};
///
/// let folder = repertoire_fs::testkit::Folder::with("skills/tide/SKILL.md = ---\\nname: tide\\nname: moon\\n---\\n");
/// let options = Options::new(vec![RootSpec::given(folder.join("skills"))]);
/// let catalog = discover(&options);
/// let twice = catalog.diagnostics.iter().find(|found| found.kind.as_str() == "duplicate-field").unwrap();
/// let span = twice.span.unwrap();
/// assert_eq!(&Texts::new(&options).of(twice).unwrap()[span.start..span.end], "name");
/// ```
pub struct Texts<'o> {
    options: &'o Options,
    opened: OpenRoots,
    /// Which source was read last, by its root and its path, and its text.
    last: Option<(usize, String, Option<String>)>,
}

impl<'o> Texts<'o> {
    /// For the diagnostics of a discovery with the same options.
    #[must_use]
    pub fn new(options: &'o Options) -> Self {
        Self { options, opened: OpenRoots::open(options), last: None }
    }

    /// The text that the span of a diagnostic points into, if there is a span and the text can be
    /// had. The last one is kept: ask for the diagnostics in their order.
    pub fn of(&mut self, diagnostic: &Diagnostic) -> Option<&str> {
        let (span, root, path) = (diagnostic.span?, diagnostic.root_index?, diagnostic.path.as_deref()?);
        let known = self.last.as_ref().is_some_and(|(of, at, _)| *of == root && at == path);
        if !known {
            self.last = Some((root, path.to_owned(), self.read(root, Path::new(path))));
        }
        let text = self.last.as_ref()?.2.as_deref()?;
        text.get(span.start..span.end).map(|_| text)
    }

    /// The text of a source of the catalog as it is now, if it can be had: read through the links and
    /// within the bounds of its root, as the discovery read it.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_discovery::{Options, RootSpec, Texts, discover};
    ///
    /// let text = "---\\nname: tide\\ndescription: Plots tides. Use when asked.\\n---\\nBody.\\n";
    /// let folder = repertoire_fs::testkit::Folder::with(&format!("skills/tide/SKILL.md = {text}"));
    /// let options = Options::new(vec![RootSpec::given(folder.join("skills"))]);
    /// let catalog = discover(&options);
    /// let text = Texts::new(&options).of_entry(catalog.find("tide").unwrap()).unwrap();
    /// assert!(text.ends_with("---\nBody.\n"));
    /// ```
    #[must_use]
    pub fn of_entry(&self, entry: &Entry) -> Option<String> {
        self.read(entry.root_index, &entry.path)
    }

    /// A path that is shown escaped names another file or none, which is no harm: it is confined.
    fn read(&self, root: usize, path: &Path) -> Option<String> {
        let below = path.strip_prefix(&self.opened.specs.get(root)?.path).ok()?;
        let (confinement, _) = self.opened.confinement(root, self.options).ok()?;
        let file = open(&confinement, &self.opened.covered(root), path, below, self.options).ok()?;
        match read_text(&file, self.options.limits.source_characters).ok()? {
            Text::Whole(bytes) => String::from_utf8(bytes).ok(),
            Text::TooLarge(_) => None,
        }
    }
}
