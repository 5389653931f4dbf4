//! From the bytes of a file to the text that a client looks at.

use super::{Cause, Outcome, Work};
use crate::client::{Bound, Decode};
use std::borrow::Cow;

impl<'w> Work<'w> {
    /// The text, or nothing where the file is refused; the reason is noted.
    pub(super) fn take_in(&mut self) -> Option<Cow<'w, str>> {
        let intake = self.client.intake;
        let bytes = self.source.bytes;
        if let Some(Bound::Bytes(most)) = intake.most
            && bytes.len() > most
        {
            let text = format!("the file has {} bytes, more than {most}", bytes.len());
            self.rule(Outcome::Skips, Cause::Size, text);
            return None;
        }
        let mut text = match (std::str::from_utf8(bytes), intake.decode) {
            (Ok(text), _) => Cow::Borrowed(text),
            (Err(_), Decode::Lossy) => String::from_utf8_lossy(bytes),
            (Err(error), decode) => {
                let reason = format!("the bytes from offset {} on are not UTF-8", error.valid_up_to());
                if decode == Decode::Strict {
                    self.rule(Outcome::Skips, Cause::Encoding, reason);
                } else {
                    self.name = self.source.directory.map(str::to_owned);
                    self.note(Cause::FrontmatterUnseen, format!("shown by its directory alone: {reason}"));
                    self.note(Cause::Unlisted, "it is not in the list that is given on request");
                }
                return None;
            }
        };
        if let Some(Bound::Characters(most)) = intake.most {
            let count = text.chars().count();
            if count > most {
                self.rule(
                    Outcome::Skips,
                    Cause::Size,
                    format!("the file has {count} characters, more than {most}"),
                );
                return None;
            }
        }
        if let Some(rest) = text.strip_prefix('\u{feff}')
            && intake.strips_bom
        {
            text = Cow::Owned(rest.to_owned());
        }
        if intake.unifies_lines && text.contains('\r') {
            text = Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"));
        }
        if let Some(window) = intake.window
            && let Some((at, _)) = text.char_indices().nth(window)
        {
            text = Cow::Owned(text[..at].to_owned());
        }
        Some(text)
    }
}
