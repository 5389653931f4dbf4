//! YAML libraries as tables: how each departs from a strict reading of YAML 1.2.

use super::{Fields, Refusal, RefusalKind, Typing, loose, scan};
use repertoire_frontmatter::{Document, ProblemKind, Span, Tree, parse_fields};
use repertoire_yaml::{ErrorKind, Limits, parse_with};
use std::borrow::Cow;

/// The version of the `serde_yaml` crate that is used here.
pub const SERDE_YAML_VERSION: &str = "0.9.34";

/// How one YAML library departs from a strict reading of YAML 1.2.
///
/// What no field speaks of is read as YAML 1.2 says.
#[derive(Debug)]
pub struct Dialect {
    /// The library.
    pub name: &'static str,
    /// The version that the facts were found with.
    pub version: &'static str,
    /// How plain scalars get their types.
    pub typing: Typing,
    /// What becomes of a key that stands twice in one map.
    pub duplicates: Duplicates,
    /// Whether `<<` brings the fields of another map in.
    pub merges: bool,
    /// Where lines inside quotes and brackets may begin.
    pub columns: Columns,
    /// What tabs may do.
    pub tabs: Tabs,
    /// Which characters are accepted.
    pub characters: Characters,
    /// Whether flow collections are accepted.
    pub flow: bool,
    /// Whether a plain value in a flow collection may hold a question mark.
    pub flow_questions: bool,
    /// Which anchors and aliases are accepted.
    pub anchors: Anchors,
    /// Whether a list or a map in brackets may be a key.
    pub complex_keys: bool,
    /// Whether a key may be nothing at all.
    pub empty_keys: bool,
    /// Which tags are accepted.
    pub tags: Tags,
    /// Whether the last line counts as ended although the text ends there.
    pub ends_last_line: bool,
    /// What deep nesting does to the library itself.
    pub when_deep: &'static str,
}

/// What becomes of a key that stands twice in one map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// The text is refused.
    Refused,
    /// The last one counts.
    LastWins,
}

/// Where lines inside quotes and brackets may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Further right than what they belong to.
    Strict,
    /// A closing bracket anywhere, all others further right.
    LooseClosers,
    /// Anywhere.
    Loose,
}

/// What tabs may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tabs {
    /// Stand inside quotes, block scalars and comments.
    Quoted,
    /// Also separate, and stand inside plain values.
    Separating,
    /// Also indent.
    Indenting,
}

/// Which characters are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// Those that YAML calls printable.
    Printable,
    /// All.
    Any,
}

/// Which anchors and aliases are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchors {
    /// None.
    None,
    /// Letters, digits, hyphens and underscores.
    Words,
    /// All.
    Any,
}

/// Which tags are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tags {
    /// None.
    None,
    /// Those of the core schema.
    Known,
    /// All; what they mean is passed over.
    Any,
}

/// YAML 1.2 as its specification has it.
pub static STRICT: Dialect = Dialect {
    name: "YAML",
    version: "1.2",
    typing: Typing::Core,
    duplicates: Duplicates::Refused,
    merges: false,
    columns: Columns::Strict,
    tabs: Tabs::Separating,
    characters: Characters::Printable,
    flow: true,
    flow_questions: true,
    anchors: Anchors::Any,
    complex_keys: false,
    empty_keys: true,
    tags: Tags::Known,
    ends_last_line: false,
    when_deep: "how its reader takes deep nesting is not known",
};

/// PyYAML's `safe_load`.
pub static PYYAML: Dialect = Dialect {
    name: "PyYAML",
    version: "6.0.4",
    typing: Typing::Yaml11,
    duplicates: Duplicates::LastWins,
    merges: true,
    columns: Columns::Loose,
    tabs: Tabs::Quoted,
    flow_questions: false,
    anchors: Anchors::Words,
    empty_keys: false,
    when_deep: "PyYAML ends in a RecursionError at about a thousand levels",
    ..STRICT
};

/// strictyaml's `load` without a schema.
pub static STRICTYAML: Dialect = Dialect {
    name: "strictyaml",
    version: "1.7.3",
    typing: Typing::Text,
    columns: Columns::Loose,
    tabs: Tabs::Quoted,
    flow: false,
    anchors: Anchors::None,
    tags: Tags::None,
    when_deep: "strictyaml refuses lists and maps in brackets at once",
    ..STRICT
};

/// `parse` of the npm package `yaml`.
pub static YAML: Dialect = Dialect {
    name: "yaml",
    version: "2.9.0",
    columns: Columns::LooseClosers,
    complex_keys: true,
    characters: Characters::Any,
    tags: Tags::Any,
    ends_last_line: true,
    when_deep: "the npm package yaml ends in a stack overflow, which the client may catch",
    ..STRICT
};

/// `safeLoad` of js-yaml 3, which gray-matter is built on.
pub static JS_YAML_3: Dialect = Dialect {
    name: "js-yaml",
    version: "3.14.1",
    typing: Typing::JsYaml3,
    merges: true,
    columns: Columns::Loose,
    tabs: Tabs::Indenting,
    complex_keys: true,
    empty_keys: false,
    ends_last_line: true,
    when_deep: "js-yaml ends in a stack overflow, which the client may catch",
    ..STRICT
};

/// `load` of js-yaml 4.
pub static JS_YAML_4: Dialect =
    Dialect { version: "4.1.1", typing: Typing::JsYaml4, tabs: Tabs::Separating, ..JS_YAML_3 };

/// What a text may grow to before it is left to the client alone. Deeper than any real skill,
/// shallower than where the libraries begin to suffer.
const LIMITS: Limits = Limits { depth: 64, nodes: 65_536, alias_nodes: 1_024, alias_bytes: 65_536 };

/// How often a text is changed to get past what a library accepts and YAML 1.2 does not.
const MAX_PASSES: usize = 16;

impl Dialect {
    /// Reads as the library does.
    pub(crate) fn read(&'static self, text: &str) -> Result<Fields, Refusal> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if self.characters == Characters::Printable
            && let Some(at) = scan::unprintable(text)
        {
            let message = "a control character stands in the frontmatter";
            return Err(Refusal::new(RefusalKind::Syntax, Some(line(text, at)), message));
        }
        let mut text = Cow::Borrowed(text);
        if text.starts_with("%YAML ") {
            text.to_mut().replace_range(..1, "#"); // the version changes nothing here
        }
        if self.ends_last_line && !text.is_empty() && !text.ends_with('\n') {
            text.to_mut().push('\n');
        }
        let document = parse_fields(&text);
        let tree = if self.accepts(&document) {
            self.check(document.tree(), &text)?;
            document.tree().clone().into_owned()
        } else if self.columns != Columns::Strict && document.has_errors() {
            let indented = loose::indent(&text, self.columns == Columns::LooseClosers);
            let again = parse_fields(&indented);
            let tree = if self.accepts(&again) {
                again.tree().clone().into_owned()
            } else {
                self.full(&indented, &document)?
            };
            self.check(&tree, &indented)?;
            tree
        } else {
            let tree = self.full(&text, &document)?;
            self.check(&tree, &text)?;
            tree
        };
        let unended = (!self.ends_last_line && !text.ends_with('\n')).then_some(text.len());
        Ok(Fields { tree, typing: self.typing, merges: self.merges, unended })
    }

    /// Whether the lexer read a text without a doubt, but for what the library lets pass.
    fn accepts(&self, document: &Document<'_>) -> bool {
        !document.needs_yaml()
            && document.problems().iter().all(|problem| match problem.kind {
                ProblemKind::DuplicateKey { .. } => self.duplicates == Duplicates::LastWins,
                ProblemKind::YamlControl => true, // judged before
                ProblemKind::YamlTab => self.tabs == Tabs::Indenting,
                kind => !kind.is_error(),
            })
    }

    /// Asks the full reader, and gets past what the library accepts.
    fn full(&self, text: &str, document: &Document<'_>) -> Result<Tree<'static>, Refusal> {
        let mut text = Cow::Borrowed(text);
        for pass in 0..MAX_PASSES {
            let error = match parse_with(&text, 0, &LIMITS) {
                Ok(tree) => return Ok(tree.into_owned()),
                Err(error) => error,
            };
            let at = error.span.start();
            match error.kind {
                ErrorKind::DuplicateKey { first } if self.duplicates == Duplicates::LastWins => {
                    // The earlier one gets a key that nobody asks for.
                    text = Cow::Owned(replaced(&text, first, &format!("\"\\0{pass}\"")));
                }
                ErrorKind::Tag if self.tags == Tags::Any => match scan::tag(&text, error.span) {
                    Some(tag) => text = Cow::Owned(replaced(&text, tag, &" ".repeat(tag.len()))),
                    None => return Err(self.refusal(&text, at, document, RefusalKind::Syntax, None)),
                },
                ErrorKind::ComplexKey if self.complex_keys => match scan::brackets(&text, at) {
                    Some(key) => text = Cow::Owned(replaced(&text, key, &format!("\"\\0{pass}\""))),
                    None => return Err(self.refusal(&text, at, document, RefusalKind::Syntax, None)),
                },
                ErrorKind::DuplicateKey { .. } => {
                    let message = "the key stands twice in one map";
                    return Err(Refusal::new(RefusalKind::DuplicateKey, Some(line(&text, at)), message));
                }
                ErrorKind::Depth | ErrorKind::Nodes | ErrorKind::AliasExpansion | ErrorKind::AliasCycle => {
                    let message = format!("{}; {}", error.kind, self.when_deep);
                    return Err(Refusal::new(RefusalKind::Bounds, Some(line(&text, at)), message));
                }
                kind => {
                    return Err(self.refusal(&text, at, document, RefusalKind::Syntax, Some(&kind)));
                }
            }
        }
        Err(Refusal::new(RefusalKind::Bounds, None, "too many keys stand twice to go on"))
    }

    /// A refusal in the words of the lexer, which knows what people do wrong.
    fn refusal(
        &self,
        text: &str,
        at: usize,
        document: &Document<'_>,
        kind: RefusalKind,
        error: Option<&ErrorKind>,
    ) -> Refusal {
        let problem = document.problems().iter().find(|problem| {
            problem.kind.is_error()
                && !matches!(problem.kind, ProblemKind::DuplicateKey { .. } | ProblemKind::YamlControl)
        });
        match (problem, error) {
            (Some(problem), None | Some(ErrorKind::Syntax(_))) => {
                Refusal::new(kind, Some(line(document.text(), problem.span.start())), problem.to_string())
            }
            (_, Some(error)) => Refusal::new(kind, Some(line(text, at)), error.to_string()),
            (None, None) => Refusal::new(kind, Some(line(text, at)), "this is not YAML"),
        }
    }

    /// What the library refuses although YAML 1.2 accepts it.
    fn check(&self, tree: &Tree<'_>, text: &str) -> Result<(), Refusal> {
        let refuse = |at: usize, what: &str| {
            Err(Refusal::new(RefusalKind::Syntax, Some(line(text, at)), format!("{what} in {}", self.name)))
        };
        if self.tabs == Tabs::Quoted
            && let Some(at) = scan::bare_tab(tree, text)
        {
            return refuse(at, "a tab may not stand outside quotes");
        }
        if !self.flow
            && let Some(at) = scan::flow(tree)
        {
            return refuse(at, "lists and maps in brackets are not read");
        }
        if self.anchors != Anchors::Any || self.tags == Tags::None {
            for at in scan::node_properties(tree, text) {
                if self.anchors == Anchors::None || self.tags == Tags::None {
                    return refuse(at, "anchors, aliases and tags are not read");
                }
                if self.anchors == Anchors::Words && !scan::is_word_anchor(text, at) {
                    return refuse(at, "an anchor may hold letters, digits, hyphens and underscores alone");
                }
            }
        }
        if !self.flow_questions
            && let Some(at) = scan::flow_question(tree)
        {
            return refuse(at, "a question mark ends an unquoted value in brackets");
        }
        if self.typing == Typing::Yaml11
            && let Some(at) = scan::unconstructible(tree)
        {
            return refuse(at, "the value is none that can be constructed");
        }
        if !self.empty_keys
            && let Some(at) = scan::empty_key(tree)
        {
            return refuse(at, "a key must be something");
        }
        if self.merges
            && let Some(at) = scan::bad_merge(tree)
        {
            return refuse(at, "`<<` needs a map");
        }
        Ok(())
    }
}

/// The number of the line that holds a byte, counted from 1.
pub(super) fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

fn replaced(text: &str, span: Span, by: &str) -> String {
    let (start, end) = (span.start(), span.end());
    let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
    [before, by, after].concat()
}
