//! What a client sees, beside what was written.

use super::{Cause, Work};
use crate::client::Body;
use repertoire_frontmatter::{Document, ProblemKind};
use std::borrow::Cow;

impl Work<'_> {
    /// Notes where the client sees something else than was written; the body, where it differs.
    pub(super) fn compare(&mut self, body: &str) -> Option<String> {
        let Ok(document) = repertoire_frontmatter::parse_bytes(self.source.bytes) else { return None };
        // Anchors and the like are read by the full reader, so that what they stand for is compared.
        let whole = document.needs_yaml().then(|| repertoire_yaml::parse_document(&document).ok()).flatten();
        let tree = whole.as_ref().unwrap_or(document.tree());
        let written = |key| tree.get(key).and_then(|value| value.text().map(str::to_owned));
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        if let (Some(written), Some(seen)) = (written("name"), self.name.clone())
            && !same(&written, &seen)
        {
            self.note(Cause::NameDiffers, format!("it sees the name `{}`", shortened(&seen)));
        }
        if let (Some(written), seen) = (written("description"), self.description.clone().unwrap_or_default())
            && !same(&written, &seen)
            && !self.notes.iter().any(|note| note.cause == Cause::Cut)
        {
            let text = if seen.is_empty() {
                "it sees no description".to_owned()
            } else {
                format!("it sees the description `{}`", shortened(&seen))
            };
            self.note(Cause::DescriptionDiffers, text);
        }
        let unseen = self.notes.iter().any(|note| note.cause == Cause::FrontmatterUnseen);
        if self.client.body == Body::Whole || unseen || document.split().open.is_empty() {
            return None;
        }
        let open = document.split().close.is_empty();
        if open || !same(written_body(&document), body) {
            let text = if body.trim().is_empty() {
                "the body is lost"
            } else {
                "the body is cut elsewhere than was meant"
            };
            self.note(Cause::BodyDiffers, text);
            return Some(body.trim().to_owned());
        }
        None
    }
}

/// The body as it was meant: text that follows the dashes of the closing fence is no part of it.
fn written_body<'t>(document: &Document<'t>) -> &'t str {
    let joined = document.problems().iter().any(|problem| problem.kind == ProblemKind::FenceJoined);
    match document.body().split_once('\n') {
        Some((_, rest)) if joined => rest,
        _ => document.body(),
    }
}

/// A text, short enough for a line.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(80) {
        Some((at, _)) => Cow::Owned(format!("{}…", &text[..at])),
        None => Cow::Borrowed(text),
    }
}
