//! What the parser found, as findings: encoding, fences, syntax, duplicates, style.

use super::{Judge, rule_of};
use crate::fix;
use crate::profile::Form;
use crate::read::{Read, shown, span};
use crate::rules::Rule;
use repertoire_diagnostic::{LineIndex, Span};
use repertoire_frontmatter::{
    Construct, Encoding, Found, Layout, Problem, ProblemKind, Style, Value, ValueKind,
};

/// Bytes that are not UTF-8.
pub(super) fn encoding(judge: &mut Judge<'_, '_>, problem: &Problem) {
    let at = problem.span.start();
    let place = Span::new(at, at + 1);
    judge.findings.report(Rule::Encoding, place, problem.to_string()).help(|| match problem.kind {
        ProblemKind::Encoding(Encoding::Utf16Le | Encoding::Utf16Be) => {
            "save the file as UTF-8; some shells write UTF-16 when output is redirected into a file".into()
        }
        ProblemKind::Encoding(Encoding::Binary) => "put a text file in its place".into(),
        _ => Rule::Encoding.info().help.into(),
    });
}

/// Departures of the fences.
pub(super) fn fences(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    for problem in read.document.problems().iter().filter(|problem| problem.kind.is_fence()) {
        let finding = judge.findings.report(rule_of(problem.kind), span(problem.span), problem.to_string());
        let finding = match problem.kind {
            ProblemKind::FenceMissing(found) => finding.help(|| missing_help(found).into()),
            _ => finding,
        };
        finding.fix(|| fix::fence(read, problem));
    }
}

const fn missing_help(found: Found) -> &'static str {
    match found {
        Found::Path => {
            "the file holds only the path of another: check links out as links, or copy the file here"
        }
        Found::CodeFence => "delete the line that opens the code fence, and the one that closes it",
        Found::KeyLines => "put a line `---` before the fields, and another behind them",
        Found::OneLine => "write one field a line between two lines `---`",
        Found::Xml | Found::Json | Found::Rtf | Found::Multipart => {
            "write plain Markdown that begins with a line `---`, the fields, and another line `---`"
        }
        _ => "begin the file with a line `---`, the fields, and another line `---`",
    }
}

/// What is wrong with the frontmatter as YAML, and the full reader's word where one is needed.
pub(super) fn syntax(judge: &mut Judge<'_, '_>, read: &mut Read<'_>) {
    let document = &read.document;
    let mut refused = None;
    if document.needs_yaml() && !document.has_errors() {
        match repertoire_yaml::parse_document(document) {
            Ok(tree) => read.yaml = Some(tree),
            Err(error) => refused = Some(error),
        }
    }
    let read = &*read;
    let mut tabs = false;
    for problem in read.document.problems() {
        let rule = rule_of(problem.kind);
        match problem.kind {
            kind if kind.is_fence() => {}
            ProblemKind::DuplicateKey { .. }
            | ProblemKind::CommentCutsValue
            | ProblemKind::Unsupported(_) => {}
            _ if judge.findings.is_full(rule) => {}
            ProblemKind::YamlTab => {
                let finding = judge.findings.report(rule, span(problem.span), problem.to_string());
                if !tabs {
                    finding.fix(|| fix::tabs(read));
                }
                tabs = true;
            }
            _ => {
                let mut finding = judge.findings.report(rule, span(problem.span), problem.to_string());
                if let Some(help) = fix::swallowed_help(read, problem) {
                    finding = finding.help(|| help);
                }
                finding.fix(|| fix::syntax(read, problem));
            }
        }
    }
    if let Some(error) = refused {
        let place = span(error.span);
        let duplicate = matches!(error.kind, repertoire_yaml::ErrorKind::DuplicateKey { .. });
        let rule = if duplicate { Rule::DuplicateKey } else { Rule::YamlSyntax };
        judge.findings.report(rule, place, error.to_string());
    }
}

/// Keys that stand twice.
pub(super) fn duplicates(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    let mut lines = None;
    for problem in read.document.problems() {
        let ProblemKind::DuplicateKey { first } = problem.kind else { continue };
        if judge.findings.is_full(Rule::DuplicateKey) {
            continue;
        }
        let key = shown(read.slice(span(problem.span)));
        let line = lines.get_or_insert_with(|| LineIndex::new(read.text())).position(first.start()).line;
        judge
            .findings
            .report(
                Rule::DuplicateKey,
                span(problem.span),
                format!("the key `{key}` stands already in line {line}"),
            )
            .fix(|| fix::duplicate(read, first, problem.span));
    }
}

/// Valid YAML that some reader stumbles over.
pub(super) fn style(judge: &mut Judge<'_, '_>, read: &Read<'_>) {
    for problem in read.document.problems() {
        match problem.kind {
            // An empty description has an error of its own.
            ProblemKind::CommentCutsValue if judge.findings.reported(Rule::DescriptionEmpty) => {}
            ProblemKind::CommentCutsValue if judge.findings.is_full(Rule::CommentCutsValue) => {}
            ProblemKind::CommentCutsValue => {
                let comment = shown(read.slice(span(problem.span)));
                judge
                    .findings
                    .report(
                        Rule::CommentCutsValue,
                        span(problem.span),
                        format!("`{comment}` is a comment to YAML and lost"),
                    )
                    .fix(|| fix::comment(read, problem));
            }
            ProblemKind::Unsupported(construct) if read.yaml.is_some() && construct != Construct::Other => {
                let message = format!("{} is valid YAML that few readers know", construct.as_str());
                judge.findings.report(Rule::Unsupported, span(problem.span), message);
            }
            _ => {}
        }
    }
    let flow = judge.findings.wants(Rule::FlowStyle);
    let lines = judge.findings.wants(Rule::LineReader);
    if !flow && !lines {
        return;
    }
    for entry in read.tree().entries() {
        let key = entry.key.text().unwrap_or_default();
        if flow
            && let Some(field) = judge.profile.field(key)
            && !matches!(field.form, Form::Name | Form::Description | Form::Tools)
            && holds_flow(entry.value)
        {
            judge
                .findings
                .report(
                    Rule::FlowStyle,
                    span(entry.value.span()),
                    format!("`{key}` is written with brackets or braces"),
                )
                .fix(|| fix::flow(read, entry));
        }
        if lines && let Some(message) = beyond_lines(read, entry.value) {
            judge.findings.report(
                Rule::LineReader,
                span(entry.value.span()),
                format!("`{}` {message}", shown(key)),
            );
        }
    }
}

/// Whether a value is, or holds, a flow collection. Follows the tree, not the stack.
fn holds_flow(value: Value<'_, '_>) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value.kind() {
            ValueKind::Sequence(Layout::Flow) | ValueKind::Mapping(Layout::Flow) => return true,
            ValueKind::Sequence(_) => todo.extend(value.items()),
            ValueKind::Mapping(_) => todo.extend(value.entries().map(|entry| entry.value)),
            ValueKind::Scalar(_) => {}
        }
    }
    false
}

/// What a reader that goes line by line cannot read of a value.
fn beyond_lines(read: &Read<'_>, value: Value<'_, '_>) -> Option<&'static str> {
    match value.kind() {
        ValueKind::Mapping(_) => Some("is a map"),
        ValueKind::Sequence(_) => {
            value.items().any(|item| item.text().is_none()).then_some("is a list that holds lists or maps")
        }
        ValueKind::Scalar(Style::Literal | Style::Folded) => None,
        ValueKind::Scalar(_) => {
            read.slice(span(value.span())).contains('\n').then_some("goes on over several lines")
        }
    }
}
