//! Text to words: where they stand, how they read in lower case, which follow one another.

use std::borrow::Cow;
use std::ops::Range;
use unicode_normalization::{UnicodeNormalization, is_nfkc};
use unicode_segmentation::UnicodeSegmentation;

/// One word of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Word<'w> {
    /// In lower case and, beyond ASCII, in Unicode's compatibility form (NFKC).
    pub(crate) text: &'w str,
    /// The bytes of the text that it stands in.
    pub(crate) span: Range<usize>,
    /// Whether it is a whole beside its parts, such as `opentelemetry` beside `open` and
    /// `telemetry`. A whole takes no place of its own in the order of the words.
    pub(crate) whole: bool,
}

/// What a text is made of, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'w> {
    /// A word.
    Word(Word<'w>),
    /// Several words joined by hyphens or underscores, or one word that stands where names are
    /// marked (in backticks, stars, brackets, or after `/`, `@`, `$`, `:`): perhaps a skill's name.
    /// It follows its words; `words` is how many of them are parts.
    Name {
        /// The bytes of the text that it stands in.
        span: Range<usize>,
        /// How many of the words right before it, wholes left out, are its own.
        words: usize,
    },
    /// The end of a sentence, a clause or a line: no phrase goes on across it.
    Break {
        /// Whether a line ends.
        line: bool,
    },
}

/// Gives every piece of a text, in order, to `sink`. Linear in the text.
pub(crate) fn pieces(text: &str, sink: &mut impl FnMut(Piece<'_>)) {
    let mut scratch = Scratch::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() {
            if bytes[at] == b'\n' {
                sink(Piece::Break { line: true });
            }
            at += 1;
            continue;
        }
        let start = at;
        if let Some((end, tail)) = plain_word(bytes, at) {
            let word = scratch.plain(&text[start..end]);
            sink(Piece::Word(Word { text: word, span: start..end, whole: false }));
            if tail == Tail::Clause {
                sink(Piece::Break { line: false });
            }
            at = end + usize::from(tail != Tail::None);
            continue;
        }
        let mut ascii = true;
        while at < bytes.len() && !bytes[at].is_ascii_whitespace() {
            ascii &= bytes[at].is_ascii();
            at += 1;
        }
        let chunk = &text[start..at];
        scratch.runs.clear();
        if ascii {
            ascii_runs(chunk, &mut scratch.runs);
        } else {
            unicode_runs(chunk, &mut scratch.runs);
        }
        scratch.chunk(chunk, start, sink);
        if ends_clause(chunk) {
            sink(Piece::Break { line: false });
        }
    }
}

/// What stands between a plain word and the blank after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    None,
    /// A comma or a colon.
    Comma,
    /// The end of a clause.
    Clause,
}

/// Where the word ends that begins at `at`, if it is one of the many of which nothing need be
/// asked: ASCII letters and digits, only the first a capital, and at most one sign before the blank.
fn plain_word(bytes: &[u8], at: usize) -> Option<(usize, Tail)> {
    let rest = &bytes[at + usize::from(bytes[at].is_ascii_uppercase())..];
    let length =
        rest.iter().position(|b| !(b.is_ascii_lowercase() || b.is_ascii_digit())).unwrap_or(rest.len());
    let end = bytes.len() - rest.len() + length;
    let tail = match bytes.get(end) {
        Some(b',' | b':') => Tail::Comma,
        Some(b'.' | b';' | b'!' | b'?') => Tail::Clause,
        _ => Tail::None,
    };
    let blank = bytes.get(end + usize::from(tail != Tail::None)).is_none_or(u8::is_ascii_whitespace);
    (blank && end > at).then_some((end, tail))
}

/// A clause ends with `.`, `!`, `?` or `;`, closing quotes and brackets after it or not, in ASCII
/// or in the forms of Chinese and Japanese.
fn ends_clause(chunk: &str) -> bool {
    chunk
        .trim_end_matches(['"', '\'', ')', ']', '*', '`', '”', '’', '」', '）'])
        .ends_with(['.', '!', '?', ';', '。', '！', '？', '；', '…'])
}

/// A run of letters and digits within a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    start: usize,
    end: usize,
    /// Of a script that puts no spaces between words.
    unspaced: bool,
}

/// The runs of an ASCII chunk; Unicode's word rules would find the same.
fn ascii_runs(chunk: &str, runs: &mut Vec<Run>) {
    let bytes = chunk.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphanumeric() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
            at += 1;
        }
        runs.push(Run { start, end: at, unspaced: false });
    }
}

/// The runs of any chunk, by the word boundaries of Unicode, and apart where one kind of script goes
/// over into the other: to Unicode, Hangul with Latin letters is one word, and so is kana with `_`.
fn unicode_runs(chunk: &str, runs: &mut Vec<Run>) {
    for (start, segment) in chunk.split_word_bound_indices() {
        let mut open: Option<Run> = None;
        for (at, c) in segment.char_indices().map(|(at, c)| (start + at, c)) {
            if (c.is_ascii() && !c.is_ascii_alphanumeric()) || c == '’' {
                close(open.take(), runs);
                continue;
            }
            let unspaced = is_unspaced(c);
            // Accents and the like go with what they follow.
            if unspaced || c.is_alphanumeric() {
                if open.is_some_and(|run| run.unspaced != unspaced) {
                    close(open.take(), runs);
                }
                open.get_or_insert(Run { start: at, end: at, unspaced });
            }
            if let Some(run) = &mut open {
                run.end = at + c.len_utf8();
            }
        }
        close(open, runs);
    }
}

/// Adds a run; to the one before where neither puts a space between.
fn close(run: Option<Run>, runs: &mut Vec<Run>) {
    let Some(run) = run else { return };
    match runs.last_mut() {
        Some(last) if last.unspaced && run.unspaced && last.end == run.start => last.end = run.end,
        _ => runs.push(run),
    }
}

/// Han, kana, Hangul, Thai, Lao, Khmer and Myanmar. Korean does write spaces, but glues particles
/// to its words, and pairs of syllables find the word all the same.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Buffers that are kept from chunk to chunk.
#[derive(Default)]
struct Scratch {
    runs: Vec<Run>,
    lower: String,
    joined: String,
}

impl Scratch {
    /// A plain word in lower case: only its first letter may be none.
    fn plain<'w>(&'w mut self, word: &'w str) -> &'w str {
        let first = word.as_bytes()[0];
        if !first.is_ascii_uppercase() {
            return word;
        }
        self.lower.clear();
        self.lower.push(char::from(first.to_ascii_lowercase()));
        self.lower.push_str(&word[1..]);
        &self.lower
    }

    fn chunk(&mut self, chunk: &str, base: usize, sink: &mut impl FnMut(Piece<'_>)) {
        let runs = std::mem::take(&mut self.runs);
        // What may be a name: where it starts, and how many words it has so far.
        let mut name: Option<(usize, usize)> = None;
        let mut at = 0;
        while at < runs.len() {
            let run = runs[at];
            let next = runs.get(at + 1).copied();
            if name.is_none() {
                name = Some((run.start, 0));
            }
            let mut words = 1;
            let mut end = run.end;
            if run.unspaced {
                words = self.pairs(&chunk[run.start..run.end], base + run.start, sink);
            } else if let Some(tail) = sharp_or_plus(chunk, run) {
                end = tail;
                self.word(&chunk[run.start..tail], base + run.start, false, sink);
            } else {
                words = self.cased(&chunk[run.start..run.end], base + run.start, sink);
            }
            // `user's` is `user`, `don't` is `don`.
            if let Some(tail) = next.filter(|tail| is_tail(chunk, run, *tail)) {
                end = tail.end;
                at += 1;
            }
            let next = runs.get(at + 1).copied();
            let glue = next.map(|next| &chunk[end..next.start]);
            if let (Some(next), Some(glue)) = (next, glue)
                && joins(&chunk[run.start..end], glue, &chunk[next.start..next.end])
                && !next.unspaced
                && !run.unspaced
                && sharp_or_plus(chunk, next).is_none()
            {
                let whole = [&chunk[run.start..run.end], &chunk[next.start..next.end]];
                self.joined.clear();
                self.joined.extend(whole);
                let joined = std::mem::take(&mut self.joined);
                self.whole(&joined, base + run.start..base + next.end, sink);
                self.joined = joined;
            }
            let (start, so_far) = name.unwrap_or((run.start, 0));
            let so_far = so_far + words;
            if matches!(glue, Some("-" | "_")) {
                name = Some((start, so_far));
            } else {
                name = None;
                let several = chunk[start..end].contains(['-', '_']);
                if several || is_marked(chunk, start, end) {
                    sink(Piece::Name { span: base + start..base + end, words: so_far });
                }
            }
            at += 1;
        }
        self.runs = runs;
    }

    /// A run that may be several words in camel case. Gives the number of parts.
    fn cased(&mut self, run: &str, base: usize, sink: &mut impl FnMut(Piece<'_>)) -> usize {
        let has_inner_capital = run.char_indices().skip(1).any(|(_, c)| c.is_uppercase());
        if !has_inner_capital {
            self.word(run, base, false, sink);
            return 1;
        }
        let mut starts = vec![0];
        let chars: Vec<(usize, char)> = run.char_indices().collect();
        for at in 1..chars.len() {
            let (before, here) = (chars[at - 1].1, chars[at].1);
            let after = chars.get(at + 1).map(|(_, c)| *c);
            let humps = before.is_lowercase() && here.is_uppercase();
            let ends_capitals =
                before.is_uppercase() && here.is_uppercase() && after.is_some_and(char::is_lowercase);
            // `URLs` is no `UR Ls`, and `iOS` no `i OS`.
            let long_enough = chars.len() - at > 2 || (humps && chars.len() - at > 1);
            let last = starts.last().copied().unwrap_or(0);
            if (humps || ends_capitals) && long_enough && chars[at].0 > last + chars[at - 1].1.len_utf8() {
                starts.push(chars[at].0);
            }
        }
        if starts.len() == 1 {
            self.word(run, base, false, sink);
            return 1;
        }
        let parts = starts.len();
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(run.len());
            self.word(&run[*start..end], base + start, false, sink);
        }
        self.word(run, base, true, sink);
        parts
    }

    /// A run of a script without spaces: each pair of neighbouring characters, or a lone one.
    fn pairs(&mut self, run: &str, base: usize, sink: &mut impl FnMut(Piece<'_>)) -> usize {
        let normal = normalized(run);
        let exact = normal.len() == run.len() && normal == run;
        let ends: Vec<usize> = normal.char_indices().map(|(start, c)| start + c.len_utf8()).collect();
        if ends.len() < 2 {
            sink(Piece::Word(Word { text: &normal, span: base..base + run.len(), whole: false }));
            return 1;
        }
        let mut start = 0;
        for pair in ends.windows(2) {
            let span = if exact { base + start..base + pair[1] } else { base..base + run.len() };
            sink(Piece::Word(Word { text: &normal[start..pair[1]], span, whole: false }));
            start = pair[0];
        }
        ends.len() - 1
    }

    fn word(&mut self, run: &str, base: usize, whole: bool, sink: &mut impl FnMut(Piece<'_>)) {
        let span = base..base + run.len();
        if whole {
            return self.whole(run, span, sink);
        }
        let text = lowered(run, &mut self.lower);
        sink(Piece::Word(Word { text, span, whole: false }));
    }

    fn whole(&mut self, run: &str, span: Range<usize>, sink: &mut impl FnMut(Piece<'_>)) {
        let text = lowered(run, &mut self.lower);
        sink(Piece::Word(Word { text, span, whole: true }));
    }
}

fn normalized(run: &str) -> Cow<'_, str> {
    if is_nfkc(run) { Cow::Borrowed(run) } else { Cow::Owned(run.nfkc().collect()) }
}

/// Lower case, in the compatibility form; borrowed where nothing changes.
fn lowered<'w>(run: &'w str, buffer: &'w mut String) -> &'w str {
    if run.is_ascii() {
        if !run.bytes().any(|b| b.is_ascii_uppercase()) {
            return run;
        }
        buffer.clear();
        buffer.push_str(run);
        buffer.make_ascii_lowercase();
        return buffer;
    }
    *buffer = normalized(run).to_lowercase();
    buffer
}

/// `c++`, `c#`, `f#`: where the signs after a run of one or two letters end.
fn sharp_or_plus(chunk: &str, run: Run) -> Option<usize> {
    let bytes = chunk.as_bytes();
    if run.end - run.start > 2 || bytes[run.start].is_ascii_digit() {
        return None;
    }
    let mut end = run.end;
    while end < bytes.len() && matches!(bytes[end], b'+' | b'#') {
        end += 1;
    }
    let ends_word = chunk[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    (end > run.end && ends_word).then_some(end)
}

/// The `s` of `user's`: at most two characters behind an apostrophe.
fn is_tail(chunk: &str, run: Run, tail: Run) -> bool {
    matches!(&chunk[run.end..tail.start], "'" | "’") && tail.end - tail.start <= 2 && !tail.unspaced
}

/// Whether two runs also make one word together: `next.js` is `nextjs`, `e-mail` is `email`.
fn joins(run: &str, glue: &str, next: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    match glue {
        "." => !(digits(run) && digits(next)),
        "-" => run.len() == 1 && !digits(run),
        _ => false,
    }
}

/// Whether a word stands where names are marked.
fn is_marked(chunk: &str, start: usize, end: usize) -> bool {
    let before = chunk[..start].chars().next_back();
    let after = chunk[end..].chars().next();
    let outside = chunk[..start].chars().rev().nth(1);
    let opens = match before {
        Some('`' | '*' | '[') => true,
        Some('/' | '@' | '$') => outside.is_none_or(|c| !c.is_alphanumeric() && c != '/'),
        Some(':') => true,
        _ => false,
    };
    opens
        && after.is_none_or(|c| {
            matches!(c, '`' | '*' | ']' | '.' | ',' | ';' | ':' | ')' | '!' | '?' | '"' | '\'')
        })
}

#[cfg(test)]
mod tests;
