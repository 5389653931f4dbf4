//! From frontmatter to fields, as the reader that a client is built on does it.

mod dialect;
mod lines;
mod loose;
mod scan;
mod serde_shape;
mod subset;
mod typing;

pub use dialect::{
    Anchors, Characters, Columns, Dialect, Duplicates, JS_YAML_3, JS_YAML_4, PYYAML, SERDE_YAML_VERSION,
    STRICT, STRICTYAML, Tabs, Tags, YAML,
};
pub use serde_shape::{Shape, Want};
pub use typing::Typing;

pub(crate) use lines::{any_lines, field_lines};
pub(crate) use typing::{Seen, javascript, python};

use repertoire_frontmatter::{Style, Tree, Value};

/// What reads the frontmatter of a client.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// A YAML library, modelled by how it departs from a strict reading.
    Yaml(&'static Dialect),
    /// The `serde_yaml` crate itself, into a struct of this shape.
    Serde(&'static Shape),
    /// Visual Studio Code's own reader of a part of YAML.
    Subset,
    /// Top-level lines, split at the first colon, values as written.
    Lines,
}

impl Reader {
    /// What it is called, with its version where that matters.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Yaml(dialect) => format!("{} {}", dialect.name, dialect.version),
            Self::Serde(_) => format!("serde_yaml {SERDE_YAML_VERSION}"),
            Self::Subset => "own subset of YAML".to_owned(),
            Self::Lines => "own lines".to_owned(),
        }
    }

    /// Reads the text between fences. Never slow: what a reader would take long for, or would fall
    /// over, is refused as [`RefusalKind::Bounds`].
    ///
    /// # Errors
    ///
    /// Where the reader refuses the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_clients::reader::{PYYAML, Reader, YAML};
    ///
    /// let twice = "name: tide\nname: ebb\n";
    /// assert!(Reader::Yaml(&YAML).read(twice).is_err());
    /// let fields = Reader::Yaml(&PYYAML).read(twice).unwrap();
    /// assert_eq!(fields.get("name").and_then(|name| name.text()), Some("ebb"));
    /// ```
    pub fn read(self, text: &str) -> Result<Fields, Refusal> {
        match self {
            Self::Yaml(dialect) => dialect.read(text),
            Self::Serde(shape) => shape.read(text),
            Self::Subset => Ok(Fields::texts(subset::read(text))),
            Self::Lines => Ok(Fields::texts(lines::top_level(text))),
        }
    }
}

/// The fields that a reader gives.
#[derive(Clone, Debug)]
pub struct Fields {
    tree: Tree<'static>,
    typing: Typing,
    merges: bool,
    /// The end of a text whose last line is not ended, for a library to which it then is not.
    unended: Option<usize>,
}

impl Fields {
    /// No fields.
    pub(crate) fn none() -> Self {
        Self::texts(Tree::default())
    }

    /// Fields whose scalars are all text.
    pub(crate) fn texts(tree: Tree<'static>) -> Self {
        Self { tree, typing: Typing::Text, merges: false, unended: None }
    }

    /// The tree of the frontmatter.
    #[must_use]
    pub fn tree(&self) -> &Tree<'static> {
        &self.tree
    }

    /// How plain scalars get their types.
    #[must_use]
    pub fn typing(&self) -> Typing {
        self.typing
    }

    /// Whether the root is a map.
    #[must_use]
    pub fn is_map(&self) -> bool {
        self.tree.root().is_some_and(Value::is_mapping)
    }

    /// The value of a key of the root, the last one where it stands more than once, and what `<<`
    /// brings in where the reader knows that.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value<'_, 'static>> {
        let found = self.tree.get(key);
        if found.is_some() || !self.merges {
            return found;
        }
        let merged = self.tree.get("<<")?;
        if merged.is_mapping() { merged.get(key) } else { merged.items().find_map(|map| map.get(key)) }
    }

    /// The type and text of the value of a key.
    pub(crate) fn see(&self, key: &str) -> Option<Seen<'_>> {
        let value = self.get(key)?;
        match self.typing.see(value) {
            Seen::Text(text) if self.is_unended(value) => {
                Some(Seen::Text(text.strip_suffix('\n').unwrap_or(text)))
            }
            seen => Some(seen),
        }
    }

    /// Whether a block scalar ends with a line that does not.
    fn is_unended(&self, value: Value<'_, '_>) -> bool {
        matches!(value.style(), Some(Style::Literal | Style::Folded))
            && self.unended.is_some_and(|end| value.span().end() >= end)
    }

    /// The type that the reader gives to the value of a key, and the value as a text where it is a
    /// text.
    #[must_use]
    pub fn typed(&self, key: &str) -> Option<(crate::client::Type, Option<&str>)> {
        self.see(key).map(|seen| (seen.kind(), seen.text()))
    }
}

/// That a reader refuses a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub kind: RefusalKind,
    /// The line of the text on which the fault lies, 1-based.
    pub line: Option<usize>,
    /// A sentence for people, without the place.
    pub message: String,
}

/// Why a reader refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalKind {
    /// It is not what the reader reads.
    Syntax,
    /// A key stands twice in one map.
    DuplicateKey,
    /// A field is not of the type that the client declares, or is missing.
    Type,
    /// It nests or repeats so much that the reader would take long, or fall over.
    Bounds,
}

impl Refusal {
    pub(crate) fn new(kind: RefusalKind, line: Option<usize>, message: impl Into<String>) -> Self {
        Self { kind, line, message: message.into() }
    }

    /// The sentence with the line of the file, of which some stand above the text that was read.
    pub(crate) fn told(&self, above: usize) -> String {
        match self.line {
            Some(line) => format!("line {}: {}", above + line, self.message),
            None => self.message.clone(),
        }
    }
}
