//! The native form: what makes a form a skill, and the exact bytes that are written.
//!
//! ```
//! use repertoire_schema::native::{self, Purpose};
//!
//! let text = native::render("tide", "Plot tides. Use when asked.", "Plot the heights.\n");
//! let skill = native::read(&text, Purpose::Source)?;
//! assert_eq!((skill.name.as_ref(), skill.instructions.as_ref()), ("tide", "Plot the heights.\n"));
//! # Ok::<(), repertoire_schema::Error>(())
//! ```

use crate::check::{Judge, Known, remarks};
use crate::read::shown;
use crate::rules::Rule;
use crate::{Error, Format, MAX_DESCRIPTION_CHARACTERS, Metadata, Skill};
use repertoire_diagnostic::Span;
use repertoire_sexp::{Element, ErrorKind, Grammar, Value, quote};
use std::borrow::Cow;

pub use crate::check::collapse;

/// The fields of the form, in the order in which they are written.
const FIELDS: [&str; 4] = ["version", "name", "description", "instructions"];

/// What a form is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is a source: blank instructions are refused.
    Source,
    /// It is a conversion of a `SKILL.md`, whose body may be empty.
    Conversion,
}

/// A native form that is a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Native<'a> {
    /// The name: free text, not empty.
    pub name: Cow<'a, str>,
    /// The description, collapsed.
    pub description: String,
    /// The instructions, exactly.
    pub instructions: Cow<'a, str>,
    /// Where the values of name, description and instructions stand, quotes included.
    pub spans: [Span; 3],
}

/// Reads a native form. The checks run in the order of the format's table, so that one input
/// always gives one kind. Bounds on characters are the caller's.
///
/// # Errors
///
/// [`Error::Native`] with the first rule that is broken.
pub fn read(text: &str, purpose: Purpose) -> Result<Native<'_>, Error> {
    let form = repertoire_sexp::read(text, &Grammar::autolith_skill())
        .map_err(|error| fault(rule_of(error.kind()), error.span(), error.to_string()))?;
    let root = form.root();
    let head = root
        .as_list()
        .filter(|list| list.iter().next().is_some_and(|head| head.is_keyword("autolith-skill")));
    let Some(list) = head else {
        return Err(fault(
            Rule::NativeStructure,
            root.span(),
            "a skill is a list that begins with `:autolith-skill`; begin it so",
        ));
    };
    let elements: Vec<Element<'_, '_>> = list.iter().skip(1).collect();
    if let (1, Some(last)) = (elements.len() % 2, elements.last()) {
        return Err(fault(Rule::NativeStructure, last.span(), "a field has no value; give each field one"));
    }
    let pairs = || elements.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    for (key, _) in pairs() {
        if !FIELDS.iter().any(|field| key.is_keyword(field)) {
            let message = format!("`{}` is no field of a native skill; delete it", shown(key.source()));
            return Err(fault(Rule::NativeField, key.span(), message));
        }
    }
    let mut values: [Option<Element<'_, '_>>; 4] = [None; 4];
    for (key, value) in pairs() {
        for (field, slot) in FIELDS.iter().zip(&mut values) {
            if key.is_keyword(field) && slot.replace(value).is_some() {
                return Err(fault(
                    Rule::NativeDuplicate,
                    key.span(),
                    format!("`:{field}` stands twice; keep one"),
                ));
            }
        }
    }
    let missing: Vec<String> = FIELDS
        .iter()
        .zip(values)
        .filter(|(_, value)| value.is_none())
        .map(|(field, _)| format!("`:{field}`"))
        .collect();
    let [Some(version), Some(name), Some(description), Some(instructions)] = values else {
        return Err(fault(
            Rule::NativeMissing,
            root.span(),
            format!("there is no {}; add it", missing.join(", no ")),
        ));
    };
    if version.as_integer().is_none_or(|version| version != 1) {
        return Err(fault(
            Rule::NativeVersion,
            version.span(),
            "the version is not the integer 1; write `:version 1`",
        ));
    }
    let Some(name_text) = name.as_str() else {
        return Err(fault(
            Rule::NativeName,
            name.span(),
            "the name is not text; write it between double quotes",
        ));
    };
    if name_text.is_empty() {
        return Err(fault(Rule::NativeName, name.span(), "the name is empty; write one"));
    }
    let described = description.as_str().map(|text| collapse(&text));
    let Some(described) = described else {
        return Err(fault(
            Rule::NativeDescription,
            description.span(),
            "the description is not text; write it between double quotes",
        ));
    };
    let characters = described.chars().count();
    if characters == 0 {
        return Err(fault(
            Rule::NativeDescription,
            description.span(),
            "the description is blank; say what the skill does and when to use it",
        ));
    }
    if characters > MAX_DESCRIPTION_CHARACTERS {
        let message = format!(
            "the description has {characters} characters; shorten it to {MAX_DESCRIPTION_CHARACTERS}"
        );
        return Err(fault(Rule::NativeDescription, description.span(), message));
    }
    let body = instructions.as_str();
    let Some(body) = body else {
        return Err(fault(
            Rule::NativeInstructions,
            instructions.span(),
            "the instructions are not text; write them between double quotes",
        ));
    };
    if purpose == Purpose::Source && is_blank(&body) {
        return Err(fault(
            Rule::NativeInstructions,
            instructions.span(),
            "the instructions are blank; write some",
        ));
    }
    Ok(Native {
        name: name_text,
        description: described,
        instructions: body,
        spans: [name.span().into(), description.span().into(), instructions.span().into()],
    })
}

/// Writes a native form: the exact bytes of a conversion. The description is collapsed; name and
/// instructions are kept as they are.
///
/// # Examples
///
/// ```
/// use repertoire_schema::native::render;
///
/// assert_eq!(
///     render("tide", "Plot\n  tides.", "Say \"high\".\n"),
///     "(:autolith-skill\n :version 1\n :name \"tide\"\n :description \"Plot tides.\"\n :instructions \"Say \\\"high\\\".\n\")\n"
/// );
/// ```
#[must_use]
pub fn render(name: &str, description: &str, instructions: &str) -> String {
    let description = collapse(description);
    format!(
        "(:autolith-skill\n :version 1\n :name {}\n :description {}\n :instructions {})\n",
        quote(name),
        quote(&description),
        quote(instructions)
    )
}

/// Whether a text is nothing but white space of the format.
fn is_blank(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0c))
}

fn fault(rule: Rule, span: std::ops::Range<usize>, message: impl Into<String>) -> Error {
    Error::Native { rule, span: span.into(), message: message.into() }
}

const fn rule_of(kind: ErrorKind) -> Rule {
    match kind {
        ErrorKind::InvalidSyntax => Rule::NativeSyntax,
        ErrorKind::InvalidStructure => Rule::NativeStructure,
        ErrorKind::UnknownField => Rule::NativeField,
        ErrorKind::DataTooDeep => Rule::NativeDepth,
        ErrorKind::DataTooLarge => Rule::NativeSize,
    }
}

/// Judges a `SKILL.sexp`.
pub(crate) fn judge(judge: &mut Judge<'_, '_>, text: &str) -> (Known, Option<Skill>) {
    let mut known = Known::default();
    let native = match read(text, Purpose::Source) {
        Ok(native) => native,
        Err(error) => {
            let (rule, span, message) = match error {
                Error::Native { rule, span, message } => (rule, span, message),
                other => (Rule::NativeSyntax, Span::default(), other.to_string()),
            };
            let (message, help) = match message.split_once("; ") {
                Some((message, help)) => (message.to_owned(), help.to_owned()),
                None => (message, rule.info().help.to_owned()),
            };
            judge.findings.report(rule, span, message).help(|| help);
            salvage(text, &mut known);
            return (known, None);
        }
    };
    let most = judge.options.max_characters;
    crate::check::size(judge, text);
    if native.instructions.len() > most
        && native.instructions.chars().count() > most
        && !judge.findings.refused()
    {
        judge.findings.report(
            Rule::FileTooLarge,
            native.spans[2],
            format!("the instructions have more than {most} characters"),
        );
    }
    known.name = Some(native.name.clone().into_owned());
    known.description = Some(native.description.clone());
    known.places.name = Some(native.spans[0]);
    for (text, place) in
        [(native.name.as_ref(), native.spans[0]), (native.instructions.as_ref(), native.spans[2])]
    {
        crate::check::decoded(judge, text, |_| place);
    }
    crate::check::decoded(judge, &native.description, |_| native.spans[1]);
    remarks(judge, &native.description, native.spans[1]);
    if judge.findings.refused() {
        return (known, None);
    }
    let metadata =
        Metadata { name: native.name.into_owned(), description: native.description, ..Metadata::default() };
    (known, Some(Skill { metadata, instructions: native.instructions.into_owned(), format: Format::Native }))
}

/// Name and description of a form that is refused, as far as they can be read.
fn salvage(text: &str, known: &mut Known) {
    let Ok(form) = repertoire_sexp::read(text, &Grammar::autolith_skill()) else { return };
    let Some(list) = form.root().as_list() else { return };
    let mut previous: Option<Element<'_, '_>> = None;
    for element in list.iter() {
        if let (Some(key), Value::String(text)) = (previous, element.value()) {
            if key.is_keyword("name") && !text.is_empty() {
                known.name = Some(text.into_owned());
            } else if key.is_keyword("description") && !collapse(&text).is_empty() {
                known.description = Some(collapse(&text));
            }
        }
        previous = Some(element);
    }
}
