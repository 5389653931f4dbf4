//! Flow lists and maps: `[a, b]`, `{a: b}`, over one line or several.

use super::Lexer;
use crate::lines::{Line, skip_blanks, trim_end};
use crate::tree::{Layout, Style};
use crate::{Construct, MAX_DEPTH, MAX_NODES, ProblemKind, Span};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Why a flow collection could not be read.
enum Stop {
    /// Nothing closes it.
    Open,
    /// It is none, from this byte on.
    Broken(usize),
    /// A plain item begins with a character that none may begin with.
    Reserved(usize),
    /// A full reader must judge it.
    Unsure(Construct, usize),
}

/// What may come next in an open collection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// An item, a key or the end.
    Start,
    /// A comma, the end, or the colon of a key.
    After,
    /// The value of a key.
    Colon,
    /// A comma or the end.
    Done,
}

#[derive(Clone, Copy)]
struct Frame {
    map: bool,
    state: State,
    /// A single pair inside a list is open as a mapping of its own.
    pair: bool,
    /// The last item was quoted, so that a colon may touch what follows it.
    quoted: bool,
    /// The last item can be a key of a single pair: a scalar on one line that began here.
    key_line: Option<usize>,
}

impl<'a> Lexer<'a> {
    /// Reads a flow collection as the value of a key or an item.
    pub(super) fn flow_value(&mut self, start: usize, line: Line, parent: usize) {
        let nodes = self.tree.len();
        let problems = self.problems.len();
        let depth = self.levels.len();
        let stop = match self.flow(start, parent, depth) {
            Ok((close, last)) => {
                let tail = skip_blanks(self.bytes, close, last.end);
                if tail == last.end || (self.bytes[tail] == b'#' && tail > close) {
                    self.pos = last.next;
                    return;
                }
                Stop::Broken(tail)
            }
            Err(stop) => stop,
        };
        match stop {
            Stop::Unsure(construct, at) => self.give_up(construct, at, self.char_end(at)),
            Stop::Open | Stop::Broken(_) | Stop::Reserved(_) => {
                self.problems.truncate(problems);
                self.tree.truncate(nodes);
                let at = match stop {
                    Stop::Broken(at) | Stop::Reserved(at) if at < self.end => at,
                    _ => start,
                };
                let kind = if matches!(stop, Stop::Reserved(_)) {
                    ProblemKind::YamlReserved
                } else {
                    ProblemKind::YamlFlow
                };
                self.problem(kind, at, self.char_end(at));
                self.as_written(start, line, parent);
            }
        }
    }

    /// Takes the line, and the deeper lines below it, as the text of the value.
    fn as_written(&mut self, start: usize, line: Line, parent: usize) {
        let mut end = trim_end(self.bytes, start, line.end);
        self.pos = line.next;
        let mut at = line.next;
        while let Some(next) = self.line(at) {
            at = next.next;
            if next.is_blank() {
                continue;
            }
            if Self::indent(next) <= parent {
                break;
            }
            end = trim_end(self.bytes, next.first, next.end);
            self.pos = next.next;
        }
        self.tree.scalar(Cow::Borrowed(&self.text[start..end]), Style::Plain, Span::new(start, end));
    }

    /// Reads from an opening bracket to the byte after its closing one.
    fn flow(&mut self, start: usize, parent: usize, depth: usize) -> Result<(usize, Line), Stop> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut line = self.line_of(start);
        let mut at = start;
        loop {
            at = self.flow_blanks(at, &mut line, parent)?;
            if self.tree.len() >= MAX_NODES {
                return Err(Stop::Unsure(Construct::Size, at));
            }
            let byte = self.bytes[at];
            let state = frames.last().map_or(State::Start, |frame| frame.state);
            let may_begin = matches!(state, State::Start | State::Colon);
            match byte {
                b'[' | b'{' if may_begin => {
                    if depth + frames.len() >= MAX_DEPTH {
                        return Err(Stop::Unsure(Construct::Depth, at));
                    }
                    if state == State::Start && frames.last().is_some_and(|frame| frame.map) {
                        return Err(Stop::Broken(at)); // a collection as a key
                    }
                    let map = byte == b'{';
                    let span = Span::new(at, at);
                    if map {
                        self.tree.open_mapping(Layout::Flow, span);
                    } else {
                        self.tree.open_sequence(Layout::Flow, span);
                    }
                    frames.push(Frame {
                        map,
                        state: State::Start,
                        pair: false,
                        quoted: false,
                        key_line: None,
                    });
                    at += 1;
                }
                b']' | b'}' => {
                    let Some(frame) = frames.pop() else { return Err(Stop::Broken(at)) };
                    if frame.map != (byte == b'}') {
                        return Err(Stop::Broken(at));
                    }
                    self.end_item(frame, at);
                    at += 1;
                    self.tree.close(at);
                    match frames.last_mut() {
                        None => return Ok((at, line)),
                        Some(outer) => {
                            outer.state =
                                if outer.state == State::Colon { State::Done } else { State::After };
                            outer.key_line = None;
                        }
                    }
                }
                b',' => {
                    let Some(frame) = frames.last_mut() else { return Err(Stop::Broken(at)) };
                    if frame.state == State::Start {
                        return Err(Stop::Broken(at)); // nothing before the comma
                    }
                    let done = *frame;
                    *frame = Frame { state: State::Start, pair: false, key_line: None, ..done };
                    self.end_item(done, at);
                    at += 1;
                }
                b':' if state == State::After => {
                    let Some(frame) = frames.last_mut() else { return Err(Stop::Broken(at)) };
                    if !frame.map {
                        if frame.key_line != Some(line.start) {
                            return Err(Stop::Unsure(Construct::ComplexKey, at));
                        }
                        frame.pair = true;
                        self.tree.wrap_last_in_mapping();
                    } else if frame.key_line != Some(line.start) {
                        return Err(Stop::Unsure(Construct::Other, at));
                    }
                    if !frame.quoted && matches!(self.bytes.get(at + 1), Some(b'[' | b'{')) {
                        return Err(Stop::Broken(at + 1)); // only a quoted key lets its value touch
                    }
                    frame.state = State::Colon;
                    at += 1;
                }
                _ if may_begin => {
                    let (begun, quoted) = (line.start, matches!(byte, b'"' | b'\''));
                    at = self.flow_scalar(at, &mut line, parent)?;
                    if let Some(frame) = frames.last_mut() {
                        frame.state = if state == State::Colon { State::Done } else { State::After };
                        frame.quoted = quoted;
                        frame.key_line = (begun == line.start).then_some(begun);
                    }
                }
                _ => return Err(Stop::Broken(at)),
            }
        }
    }

    /// Gives a key without a value an empty one, and closes a single pair.
    fn end_item(&mut self, frame: Frame, at: usize) {
        if self.tree.expects_value() {
            let end = trim_end(self.bytes, 0, at);
            self.tree.scalar(Cow::Borrowed(""), Style::Plain, Span::new(end, end));
        }
        if frame.pair {
            let end = self.tree.last_end().unwrap_or(at);
            self.tree.close(end);
        }
    }

    fn line_of(&self, at: usize) -> Line {
        let start = memchr::memrchr(b'\n', &self.bytes[..at]).map_or(0, |before| before + 1);
        self.line(start).unwrap_or(Line { start: at, first: at, end: self.end, next: self.end, tab: false })
    }

    /// Passes blanks, line breaks and comments inside a flow collection.
    fn flow_blanks(&mut self, mut at: usize, line: &mut Line, parent: usize) -> Result<usize, Stop> {
        loop {
            let next = skip_blanks(self.bytes, at, line.end);
            let comment = next < line.end && self.bytes[next] == b'#' && (next > at || next == line.first);
            if next < line.end && !comment {
                return Ok(next);
            }
            at = self.next_flow_line(line, parent)?;
        }
    }

    /// Goes to the first character of the next line that is not blank; it must be indented deeper
    /// than what holds the collection.
    fn next_flow_line(&mut self, line: &mut Line, parent: usize) -> Result<usize, Stop> {
        loop {
            let Some(next) = self.line(line.next) else { return Err(Stop::Open) };
            *line = next;
            if next.is_blank() {
                continue;
            }
            if next.tab {
                return Err(Stop::Unsure(Construct::Other, next.start));
            }
            if Self::indent(next) > parent || self.bytes[next.first] == b'#' {
                return Ok(next.first);
            }
            // Readers of YAML 1.1 let the closing bracket stand anywhere.
            if matches!(self.bytes[next.first], b']' | b'}') {
                self.problem(ProblemKind::YamlIndent, next.first, next.first + 1);
                return Ok(next.first);
            }
            return Err(Stop::Open);
        }
    }

    /// Reads a scalar of a flow collection and says where it ends.
    fn flow_scalar(&mut self, start: usize, line: &mut Line, parent: usize) -> Result<usize, Stop> {
        let next = self.bytes.get(start + 1).copied().unwrap_or(b'\n');
        match self.bytes[start] {
            b'"' | b'\'' => return self.flow_quoted(start, line, parent),
            b'&' => return Err(Stop::Unsure(Construct::Anchor, start)),
            b'!' => return Err(Stop::Unsure(Construct::Tag, start)),
            b'*' if self.anchors => return Err(Stop::Unsure(Construct::Alias, start)),
            b'*' | b'@' | b'`' | b'%' | b'|' | b'>' => return Err(Stop::Reserved(start)),
            b'#' => return Err(Stop::Broken(start)),
            b'?' if matches!(next, b' ' | b'\t' | b'\n' | b'\r') => {
                return Err(Stop::Unsure(Construct::ComplexKey, start));
            }
            b'-' | b'?' | b':'
                if matches!(next, b' ' | b'\t' | b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}') =>
            {
                return if self.bytes[start] == b':' {
                    Err(Stop::Unsure(Construct::ComplexKey, start))
                } else {
                    Err(Stop::Broken(start))
                };
            }
            _ => {}
        }
        let mut at = start;
        let mut end = self.flow_plain_end(start, line.end);
        let mut folded: Option<String> = None;
        // A plain scalar goes on over the next line where no indicator begins that line.
        loop {
            let stop = trim_end(self.bytes, at, end);
            let text: &'a str = self.text;
            if let Some(folded) = &mut folded {
                folded.push_str(&text[at..stop]);
            }
            let mut next = *line;
            if end < line.end || self.next_plain_line(&mut next, parent).is_none() {
                let text = folded.map_or(Cow::Borrowed(&text[at..stop]), Cow::Owned);
                self.tree.scalar(text, Style::Plain, Span::new(start, stop));
                return Ok(stop);
            }
            let blank = self.bytes[line.next..next.start].iter().filter(|b| **b == b'\n').count();
            let folded = folded.get_or_insert_with(|| String::from(&text[at..stop]));
            super::plain::fold(folded, blank);
            *line = next;
            at = next.first;
            end = self.flow_plain_end(at, line.end);
        }
    }

    /// The next line that is not blank, if a plain scalar goes on there.
    fn next_plain_line(&self, line: &mut Line, parent: usize) -> Option<()> {
        loop {
            *line = self.line(line.next)?;
            if line.is_blank() {
                continue;
            }
            let tab = line.tab;
            let byte = self.bytes[line.first];
            let colon = byte == b':' && self.flow_plain_end(line.first, line.end) == line.first;
            let ends = matches!(byte, b',' | b'[' | b']' | b'{' | b'}' | b'#') || colon;
            return (!tab && !ends && Self::indent(*line) > parent).then_some(());
        }
    }

    /// Where plain text inside a flow collection ends on its line.
    fn flow_plain_end(&self, start: usize, end: usize) -> usize {
        let safe = |at: usize| {
            at < end && !matches!(self.bytes[at], b' ' | b'\t' | b',' | b'[' | b']' | b'{' | b'}')
        };
        let mut at = start;
        while at < end {
            match self.bytes[at] {
                b',' | b'[' | b']' | b'{' | b'}' => break,
                b':' if !safe(at + 1) => break,
                // None begins with it, so that a byte stands before.
                b'#' if matches!(self.bytes[at - 1], b' ' | b'\t') => break,
                _ => at += 1,
            }
        }
        at
    }

    fn flow_quoted(&mut self, start: usize, line: &mut Line, parent: usize) -> Result<usize, Stop> {
        let kind = usize::from(self.bytes[start] == b'\'');
        let close = if start < self.no_quote[kind] { self.closing_quote(start, self.end) } else { None };
        let Some(quote) = close else {
            self.no_quote[kind] = self.no_quote[kind].min(start);
            return Err(Stop::Broken(start));
        };
        let close = quote.close;
        while close >= line.next {
            let Some(next) = self.line(line.next) else { return Err(Stop::Broken(start)) };
            *line = next;
            if next.is_blank() {
                continue;
            }
            if next.tab {
                return Err(Stop::Unsure(Construct::Other, next.start));
            }
            if Self::indent(next) <= parent {
                return Err(Stop::Broken(start));
            }
        }
        let (text, style) = self.decode_flow(start, quote);
        self.tree.scalar(text, style, Span::new(start, close + 1));
        Ok(close + 1)
    }
}
