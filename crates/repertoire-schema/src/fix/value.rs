//! Fixes of values and fields.

use super::Expect;
use super::fence::line_end;
use crate::near::nearest;
use crate::read::{Read, span};
use crate::tools::allowed_tools;
use repertoire_diagnostic::{Edit, Fix, Span};
use repertoire_frontmatter::{Entry, Layout, Problem, ProblemKind, Style, Value, ValueKind, quote, replace};

type Proposal = Option<(Fix, Expect)>;

/// The edit that gives a value a new text, quoted as needed.
fn rewritten(read: &Read<'_>, value: Value<'_, '_>, text: &str) -> Edit {
    let replacement = replace(&read.document, value, text);
    Edit::new(span(replacement.span), replacement.text)
}

/// The name of the top-level field in which a byte lies.
fn field_at(read: &Read<'_>, at: usize) -> Option<String> {
    let extent =
        read.document.extents().iter().position(|extent| extent.start() <= at && at < extent.end())?;
    read.document.tree().entries().nth(extent)?.key.text().map(str::to_owned)
}

/// The innermost scalar, or key, that a problem lies in.
fn scalar_at<'t, 'a>(read: &'t Read<'a>, at: repertoire_frontmatter::Span) -> Option<Value<'t, 'a>> {
    let mut here = read.document.tree().root()?;
    loop {
        if let ValueKind::Scalar(_) = here.kind() {
            return Some(here);
        }
        let reaches = |value: &Value<'_, '_>| {
            let place = value.span();
            place.start() <= at.start() && at.start() <= place.end() && !place.is_empty()
        };
        let values = here.entries().map(|entry| entry.value).chain(here.items());
        here = values.filter(reaches).last()?;
    }
}

/// What a version control leaves where two versions of a text could not be joined. Which of them counts
/// is for a person to say.
const CONFLICT_MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

fn is_conflict_mark(line: &str) -> bool {
    CONFLICT_MARKS.iter().any(|mark| line.starts_with(mark))
}

/// Fields that everybody who reads skills knows.
const WELL_KNOWN: [&str; 6] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/// The field as which a line of a value begins, if it does: whatever were written for the value would cost
/// that field.
fn swallowed_field<'r>(read: &'r Read<'_>, value: Value<'_, '_>) -> Option<&'r str> {
    let further = read.slice(span(value.span())).lines().skip(1);
    let mut keys = further.filter_map(|line| Some(line.trim_start().split_once(':')?.0));
    keys.find(|key| WELL_KNOWN.contains(key))
}

/// What to say of a line that a value took in although it begins like a field.
pub(crate) fn swallowed_help(read: &Read<'_>, problem: &Problem) -> Option<String> {
    let field = swallowed_field(read, scalar_at(read, problem.span)?)?;
    Some(format!(
        "begin `{field}` in the first column, with a blank behind its colon, or put the value in quotes"
    ))
}

/// A fault of syntax inside one value: the value is quoted as a lenient reader sees it. A line
/// that is no field becomes a comment.
pub(crate) fn syntax(read: &Read<'_>, problem: &Problem) -> Proposal {
    match problem.kind {
        ProblemKind::YamlLine => {
            let text = read.text();
            let start = text[..problem.span.start()].rfind('\n').map_or(0, |at| at + 1);
            if is_conflict_mark(&text[start..]) {
                return None;
            }
            Some((Fix::safe(vec![Edit::new(Span::new(start, start), "# ")]), Expect::Same))
        }
        ProblemKind::YamlControl => deletion(read, span(problem.span)),
        kind => {
            let open = kind == ProblemKind::YamlQuoteOpen;
            let end = problem.span.end();
            let value = scalar_at(
                read,
                if open { repertoire_frontmatter::Span::new(end, end) } else { problem.span },
            )?;
            if swallowed_field(read, value).is_some() {
                return None;
            }
            let mut edit = rewritten(read, value, value.text()?);
            if open {
                // The quote that was dropped stands before the value.
                edit.span.start = edit.span.start.min(problem.span.start());
            }
            Some((Fix::safe(vec![edit]), Expect::Same))
        }
    }
}

/// Tabs in indentation become two spaces each, in all lines at once: one line alone would no
/// longer stand beside the others.
pub(crate) fn tabs(read: &Read<'_>) -> Proposal {
    let mut edits = Vec::new();
    for problem in read.document.problems().iter().filter(|problem| problem.kind == ProblemKind::YamlTab) {
        let text = read.text();
        let start = text[..problem.span.start()].rfind('\n').map_or(0, |at| at + 1);
        let indentation: String = text[start..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let edit = Edit::new(Span::new(start, start + indentation.len()), indentation.replace('\t', "  "));
        if edits.last() != Some(&edit) {
            edits.push(edit);
        }
    }
    (!edits.is_empty()).then(|| (Fix::safe(edits), Expect::Same))
}

/// Quotes a value as it is written.
pub(crate) fn quoted(read: &Read<'_>, value: Value<'_, '_>) -> Proposal {
    Some((Fix::safe(vec![rewritten(read, value, value.text()?)]), Expect::Same))
}

/// Gives a scalar another text that a lenient reader takes for the same.
pub(crate) fn value(read: &Read<'_>, value: Value<'_, '_>, text: &str) -> Proposal {
    Some((
        Fix::safe(vec![rewritten(read, value, text)]),
        field_at(read, value.span().start()).map_or(Expect::Same, Expect::Field),
    ))
}

/// Quotes a list or map of one line as the text that stands there.
pub(crate) fn text_as_written(read: &Read<'_>, value: Value<'_, '_>) -> Proposal {
    let text = read.slice(span(value.span()));
    if text.contains('\n') {
        return None;
    }
    let field = field_at(read, value.span().start())?;
    Some((Fix::safe(vec![rewritten(read, value, text)]), Expect::Field(field)))
}

/// Quotes a value together with the text that a comment cut off.
pub(crate) fn comment(read: &Read<'_>, problem: &Problem) -> Proposal {
    let text = read.text();
    let place = span(problem.span);
    let line = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let start = if text[line..place.start].trim_end().ends_with(':') {
        // Nothing is left of the value.
        place.start
    } else {
        let before = repertoire_frontmatter::Span::new(place.start - 1, place.start);
        let value = scalar_at(read, before).filter(|value| value.style() == Some(Style::Plain))?;
        value.span().start()
    };
    let whole = text[start..place.end].trim_end();
    let field = field_at(read, line)?;
    if whole.contains('\n') {
        return None;
    }
    let edit = Edit::new(Span::new(start, start + whole.len()), quote(whole).into_owned());
    Some((Fix::r#unsafe(vec![edit]), Expect::Field(field)))
}

/// Deletes characters.
pub(crate) fn deletion(read: &Read<'_>, place: Span) -> Proposal {
    let expect = field_at(read, place.start).map_or(Expect::Same, Expect::Field);
    Some((Fix::r#unsafe(vec![Edit::new(place, "")]), expect))
}

/// Deletes the earlier of two fields of the top level. Lenient readers take the last one.
pub(crate) fn duplicate(
    read: &Read<'_>,
    first: repertoire_frontmatter::Span,
    second: repertoire_frontmatter::Span,
) -> Proposal {
    // Between two versions that could not be joined, a person chooses.
    if read.text()[..read.body_start()].lines().any(is_conflict_mark) {
        return None;
    }
    let extents = read.document.extents();
    let extent = extents.iter().find(|extent| extent.contains(first))?;
    if extent.contains(second) {
        return None;
    }
    Some((Fix::r#unsafe(vec![Edit::new(span(*extent), "")]), Expect::Same))
}

/// Writes a flow list or map of scalars, which is the whole value of a field, one item or key a
/// line.
pub(crate) fn flow(read: &Read<'_>, entry: Entry<'_, '_>) -> Proposal {
    let value = entry.value;
    let (key, end) = (entry.key.span(), line_end(read));
    let place = span(value.span());
    if read.yaml.is_some()
        || value.entries().any(|inner| inner.value.text().is_none())
        || value.items().any(|item| item.text().is_none())
    {
        return None;
    }
    // Only a collection that ends its line: a comment behind it would come to stand in front.
    let text = read.text();
    let rest = text[place.end..].lines().next().unwrap_or_default();
    if !rest.trim().is_empty() || !text[key.end()..place.start].starts_with(':') {
        return None;
    }
    let written = |value: Value<'_, '_>| {
        let text = value.text().unwrap_or_default();
        // A plain item stays plain, so that no type changes.
        if value.style() == Some(Style::Plain) {
            read.slice(span(value.span())).to_owned()
        } else {
            quote(text).into_owned()
        }
    };
    let mut block = String::from(":");
    for inner in value.entries() {
        block.push_str(&format!("{end}  {}: {}", written(inner.key), written(inner.value)));
    }
    for item in value.items() {
        block.push_str(&format!("{end}  - {}", written(item)));
    }
    if block.len() == 1 {
        return None;
    }
    let trimmed: Vec<&str> = block.split(end).map(str::trim_end).collect();
    Some((
        Fix::safe(vec![Edit::new(Span::new(key.end(), place.end + rest.len()), trimmed.join(end))]),
        Expect::Same,
    ))
}

/// Writes the tools in one text, separated by blanks.
pub(crate) fn tools(read: &Read<'_>, entry: Entry<'_, '_>) -> Proposal {
    let names = allowed_tools(read.text(), entry.value);
    // A name with a blank outside parentheses would become two.
    let joined = names.join(" ");
    let again = crate::tools::split_names(&joined);
    // What is left of brackets and quotes belongs to no name.
    let torn =
        |name: &str| name.starts_with(['[', '{', '"', '\'', '-']) || name.ends_with([']', '}', '"', '\'']);
    if names.is_empty() || again != names || names.iter().any(|name| torn(name)) {
        return None;
    }
    let mut place = span(entry.value.span());
    let after = entry.key.span().end();
    let text = read.text();
    if !text[after..].starts_with(':') {
        return None;
    }
    // What is still broken would become part of a name.
    let broken = |problem: &Problem| after <= problem.span.start() && problem.span.start() <= place.end;
    if read.document.problems().iter().any(broken) {
        return None;
    }
    if let (ValueKind::Sequence(Layout::Block), Some(last)) = (entry.value.kind(), entry.value.items().last())
    {
        // Comments and blank lines below the last item belong to what follows.
        place.end = last.span().end();
    }
    // From the colon to the end of the value, so that a block list leaves its lines too.
    let field = entry.key.text()?.to_owned();
    let edit = Edit::new(Span::new(after + 1, place.end.max(after + 1)), format!(" {}", quote(&joined)));
    Some((Fix::safe(vec![edit]), Expect::Field(field)))
}

/// Renames a field, where the new name is free.
pub(crate) fn rename(read: &Read<'_>, entry: Entry<'_, '_>, to: &'static str) -> Proposal {
    let from = entry.key.text()?.to_owned();
    if read.tree().get(to).is_some() {
        return None;
    }
    Some((Fix::r#unsafe(vec![Edit::new(span(entry.key.span()), to)]), Expect::Moved(from, to)))
}

/// Moves a field with a text of one line under `metadata`.
pub(crate) fn under_metadata(read: &Read<'_>, at: usize, entry: Entry<'_, '_>) -> Proposal {
    let tree = read.document.tree();
    let extents = read.document.extents();
    let (from, text) = (entry.key.text()?, entry.value.text()?);
    if read.yaml.is_some()
        || text.contains('\n')
        || entry.value.is_absent()
        || tree.entries().filter(|e| e.key.text() == Some(from)).count() > 1
    {
        return None;
    }
    let extent = span(*extents.get(at)?);
    let end = line_end(read);
    let line = |indent: &str| format!("{indent}{}: {}{end}", quote(from), quote(text));
    let expect = Expect::Moved(from.to_owned(), "metadata");
    let edits = match tree.entries().position(|entry| entry.key.text() == Some("metadata")) {
        None => vec![Edit::new(extent, format!("metadata:{end}{}", line("  ")))],
        Some(index) => {
            let map = tree.entries().nth(index)?.value;
            let first = map.entries().next()?;
            if map.kind() != ValueKind::Mapping(Layout::Block) || map.get(from).is_some() {
                return None;
            }
            let text = read.text();
            let start = text[..first.key.span().start()].rfind('\n').map_or(0, |at| at + 1);
            let indent = &text[start..first.key.span().start()];
            let below = extents.get(index)?.end();
            if !indent.bytes().all(|b| b == b' ') || !text[..below].ends_with('\n') {
                return None;
            }
            vec![Edit::new(Span::new(below, below), line(indent)), Edit::new(extent, "")]
        }
    };
    let mut edits = edits;
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    Some((Fix::r#unsafe(edits), expect))
}

/// Gives the field `name` another text.
pub(crate) fn name(read: &Read<'_>, entry: Entry<'_, '_>, name: &str) -> Proposal {
    let place = span(entry.value.span());
    let after = entry.key.span().end();
    if swallowed_field(read, entry.value).is_some()
        || !read.text()[after..].starts_with(':')
        || read.slice(Span::new(after + 1, place.start.max(after + 1))).contains('#')
    {
        return None;
    }
    let end = if place.is_empty() { after + 1 } else { place.end };
    let edit = Edit::new(Span::new(after + 1, end), format!(" {}", quote(name)));
    Some((Fix::r#unsafe(vec![edit]), Expect::Field("name".into())))
}

/// Adds a field `name` below the opening fence, unless there is one that is misspelt: to spell it right
/// is for the fix of the typo.
pub(crate) fn add_name(read: &Read<'_>, name: &str) -> Proposal {
    if read.tree().entries().filter_map(|entry| entry.key.text()).any(|key| nearest(key, ["name"]).is_some())
    {
        return None;
    }
    let at = read.document.split().open.end();
    let edit = Edit::new(Span::new(at, at), format!("name: {}{}", quote(name), line_end(read)));
    Some((Fix::r#unsafe(vec![edit]), Expect::Field("name".into())))
}
