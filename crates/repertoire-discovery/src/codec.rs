//! What the index keeps of a judged source, as bytes and back.
//!
//! Numbers are little-endian, texts and lists begin with their length. A reader that meets
//! anything unexpected gives up, and the source is read again.

use repertoire_diagnostic::{Applicability, Diagnostic, Edit, Fix, Kind, Severity, Span};
use repertoire_schema::{Metadata, Risk};

/// What is kept: the characters of the source, what it defines, what is said about it.
/// Paths and roots are left out, for they follow from where the source stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) characters: usize,
    pub(crate) metadata: Option<Metadata>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The bytes of what is kept.
pub(crate) fn encode(characters: usize, metadata: Option<&Metadata>, diagnostics: &[Diagnostic]) -> Vec<u8> {
    let mut writer = Writer(Vec::with_capacity(64));
    writer.number(characters);
    writer.option(metadata, |writer, metadata| {
        writer.text(&metadata.name);
        writer.text(&metadata.description);
        for list in [&metadata.tags, &metadata.inputs, &metadata.requires] {
            writer.list(list, |writer, text| writer.text(text));
        }
        writer.byte(metadata.risk.map_or(0, |risk| match risk {
            Risk::Low => 1,
            Risk::Medium => 2,
            Risk::High => 3,
        }));
        writer.option(metadata.version.as_deref(), Writer::text);
    });
    writer.list(diagnostics, |writer, diagnostic| {
        writer.text(diagnostic.kind.as_str());
        writer.option(diagnostic.rule.as_deref(), Writer::text);
        writer.text(diagnostic.severity.as_str());
        writer.text(&diagnostic.message);
        writer.option(diagnostic.span, Writer::span);
        writer.option(diagnostic.help.as_deref(), Writer::text);
        writer.option(diagnostic.fix.as_ref(), |writer, fix| {
            writer.byte(u8::from(fix.applicability == Applicability::Safe));
            writer.list(&fix.edits, |writer, edit| {
                writer.span(edit.span);
                writer.text(&edit.text);
            });
        });
    });
    writer.0
}

/// What some bytes keep, if they are exactly that.
pub(crate) fn decode(bytes: &[u8]) -> Option<Kept> {
    let mut reader = Reader(bytes);
    let characters = reader.number()?;
    let metadata = reader.option(|reader| {
        Some(Metadata {
            name: reader.text()?,
            description: reader.text()?,
            tags: reader.list(Reader::text)?,
            inputs: reader.list(Reader::text)?,
            requires: reader.list(Reader::text)?,
            risk: match reader.byte()? {
                0 => None,
                1 => Some(Risk::Low),
                2 => Some(Risk::Medium),
                3 => Some(Risk::High),
                _ => return None,
            },
            version: reader.option(Reader::text)?,
        })
    })?;
    let diagnostics = reader.list(|reader| {
        let kind = reader.text()?;
        let kind = *Kind::ALL.iter().find(|known| known.as_str() == kind)?;
        let rule = reader.option(Reader::text)?;
        let severity = reader.text()?;
        let severities = [Severity::Error, Severity::Warning, Severity::Hint];
        let severity = *severities.iter().find(|known| known.as_str() == severity)?;
        let mut diagnostic = Diagnostic::new(kind, severity, reader.text()?);
        diagnostic.rule = rule.map(std::borrow::Cow::Owned);
        diagnostic.span = reader.option(Reader::span)?;
        diagnostic.help = reader.option(Reader::text)?;
        diagnostic.fix = reader.option(|reader| {
            let applicability = if reader.byte()? == 1 { Applicability::Safe } else { Applicability::Unsafe };
            let edits = reader.list(|reader| Some(Edit { span: reader.span()?, text: reader.text()? }))?;
            Some(Fix { applicability, edits })
        })?;
        Some(diagnostic)
    })?;
    reader.0.is_empty().then_some(Kept { characters, metadata, diagnostics })
}

struct Writer(Vec<u8>);

impl Writer {
    fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn number(&mut self, number: usize) {
        self.0.extend((number as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        // No text of a bounded source comes near 4 GiB; a longer one would not decode.
        self.0.extend((text.len() as u32).to_le_bytes());
        self.0.extend(text.as_bytes());
    }

    fn span(&mut self, span: Span) {
        self.number(span.start);
        self.number(span.end);
    }

    fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len());
        for item in items {
            write(self, item);
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(*self.take(1)?.first()?)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(u64::from_le_bytes(self.take(8)?.try_into().ok()?)).ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = u32::from_le_bytes(self.take(4)?.try_into().ok()?);
        let bytes = self.take(usize::try_from(length).ok()?)?;
        std::str::from_utf8(bytes).ok().map(str::to_owned)
    }

    fn span(&mut self) -> Option<Span> {
        let (start, end) = (self.number()?, self.number()?);
        (start <= end).then(|| Span::new(start, end))
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.byte()? {
            0 => Some(None),
            1 => Some(Some(read(self)?)),
            _ => None,
        }
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        // Nothing is as short as no byte, so a count beyond the rest is not one of ours.
        if count > self.0.len() {
            return None;
        }
        let mut items = Vec::with_capacity(count.min(1_024));
        for _ in 0..count {
            items.push(read(self)?);
        }
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn metadata() -> impl Strategy<Value = Metadata> {
        let texts = || prop::collection::vec(".{0,8}", 0..3);
        let risk = prop::option::of(prop::sample::select(vec![Risk::Low, Risk::Medium, Risk::High]));
        (".{0,8}", ".{0,40}", texts(), texts(), texts(), risk, prop::option::of(".{0,5}")).prop_map(
            |(name, description, tags, inputs, requires, risk, version)| Metadata {
                name,
                description,
                tags,
                inputs,
                requires,
                risk,
                version,
            },
        )
    }

    fn diagnostic() -> impl Strategy<Value = Diagnostic> {
        let fix = (any::<bool>(), prop::collection::vec((0_usize..9, 0_usize..9, ".{0,9}"), 0..3));
        let severity = prop::sample::select(vec![Severity::Error, Severity::Warning, Severity::Hint]);
        let kind = prop::sample::select(Kind::ALL);
        let text = || prop::option::of(".{0,20}");
        (
            kind,
            severity,
            ".{0,30}",
            text(),
            text(),
            prop::option::of((0_usize..50, 0_usize..50)),
            prop::option::of(fix),
        )
            .prop_map(|(kind, severity, message, rule, help, span, fix)| {
                let mut diagnostic = Diagnostic::new(kind, severity, message);
                diagnostic.rule = rule.map(std::borrow::Cow::Owned);
                diagnostic.help = help;
                diagnostic.span = span.map(|(start, length)| Span::new(start, start + length));
                diagnostic.fix = fix.map(|(safe, edits)| Fix {
                    applicability: if safe { Applicability::Safe } else { Applicability::Unsafe },
                    edits: edits
                        .into_iter()
                        .map(|(start, length, text)| Edit { span: Span::new(start, start + length), text })
                        .collect(),
                });
                diagnostic
            })
    }

    proptest! {
        #[test]
        fn what_is_kept_comes_back(
            characters: usize,
            metadata in prop::option::of(metadata()),
            diagnostics in prop::collection::vec(diagnostic(), 0..4),
        ) {
            let bytes = encode(characters, metadata.as_ref(), &diagnostics);
            prop_assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
            prop_assert_eq!(decode(&bytes), Some(Kept { characters, metadata, diagnostics }));
        }

        #[test]
        fn noise_is_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
        }
    }
}
