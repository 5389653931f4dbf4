//! Messages over a pair of streams, one a line, within bounds.
//!
//! A line that is too long, nested too deep, no JSON or no message of the protocol is answered with an
//! error and costs nothing more; so does a request whose id an unanswered one bears. Requests that
//! nobody takes the answers of are not read. What is written leaves in whole lines.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, ErrorData, GetMeta as _,
    JsonRpcMessage, ProtocolVersion, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use crate::voice::Voice;

/// The greatest length of a line in bytes, its end included.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// How deep a message may nest. Messages of the protocol need about eight levels.
pub(crate) const MAX_DEPTH: usize = 64;

/// So many requests are at work at once; the next one is read when one of them is answered.
const MAX_AT_WORK: usize = 32;

/// So many subscriptions are open at once.
const MAX_SUBSCRIPTIONS: usize = 16;

/// So many lines wait to be written.
const MAX_WAITING: usize = 64;

/// So long the last lines may take to leave once the input has ended.
const LAST_LINES: Duration = Duration::from_secs(5);

/// The two streams.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Whether the rest of a line that was too long is still to come.
    skipping: bool,
    /// An answer to a line that was no message, until there is room for it.
    answer: Option<Vec<u8>>,
    /// Whether the conversation has begun: before that, only requests are passed on.
    begun: bool,
    out: Option<mpsc::Sender<Vec<u8>>>,
    work: Arc<Work>,
    voice: Arc<Voice>,
}

/// The writing of what was said, which goes on for a moment when nothing more is said.
pub(crate) struct Written(JoinHandle<()>);

impl Written {
    /// Waits until the last line has left.
    pub(crate) async fn end(self) {
        // A client that does not read does not hold the server.
        let _ = tokio::time::timeout(LAST_LINES, self.0).await;
    }
}

/// The requests that are not answered yet, and whether each is a subscription.
#[derive(Default)]
struct Work {
    open: Mutex<HashMap<RequestId, bool>>,
    done: Notify,
}

impl Work {
    fn count(&self, subscriptions: bool) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().filter(|subscription| **subscription == subscriptions).count()
    }

    fn begin(&self, id: &RequestId, subscription: bool) -> Result<(), &'static str> {
        if subscription && self.count(true) >= MAX_SUBSCRIPTIONS {
            return Err("too many subscriptions are open: cancel one");
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.contains_key(id) {
            return Err("a request with this id is not answered yet: give each request an id of its own");
        }
        open.insert(id.clone(), subscription);
        Ok(())
    }

    fn end(&self, id: &RequestId) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.done.notify_one();
    }
}

impl<R: AsyncRead + Send + Unpin> Lines<R> {
    /// Reads from one stream and writes to the other, which is done when [`Written`] is.
    pub(crate) fn new<W>(reader: R, writer: W, voice: Arc<Voice>) -> (Self, Written)
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (out, lines) = mpsc::channel(MAX_WAITING);
        let written = Written(tokio::spawn(write(writer, lines)));
        let lines = Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            skipping: false,
            answer: None,
            begun: false,
            out: Some(out),
            work: Arc::default(),
            voice,
        };
        (lines, written)
    }

    /// The next message, or nothing when the input has ended or nobody reads the output. It may be
    /// dropped while it waits: what was read so far stays in `self`.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.answer.is_some() {
                let room = self.out.as_ref()?.reserve().await.ok()?;
                room.send(self.answer.take()?);
            }
            while self.work.count(false) >= MAX_AT_WORK {
                self.work.done.notified().await;
            }
            match self.read_line().await? {
                Line::Whole => {}
                Line::TooLong => {
                    self.refuse(
                        ErrorCode::INVALID_REQUEST,
                        &format!("a message holds at most {MAX_LINE} bytes"),
                        None,
                    );
                    continue;
                }
            }
            let line = std::mem::take(&mut self.line);
            if let Some(message) = self.message(line.trim_ascii()) {
                return Some(message);
            }
        }
    }

    /// Reads a line, of which no more than the bound is kept. A last line without an end is none.
    async fn read_line(&mut self) -> Option<Line> {
        loop {
            let out = self.out.as_ref()?;
            let available = tokio::select! {
                biased;
                () = out.closed() => return None,
                available = self.reader.fill_buf() => available.ok()?,
            };
            if available.is_empty() {
                return None;
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |end| end + 1);
            let fits = self.line.len() + taken <= MAX_LINE;
            if !self.skipping && fits {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.reader.consume(taken);
            if !fits {
                self.skipping = true;
                self.line = Vec::new();
            }
            if end.is_some() {
                return Some(if std::mem::take(&mut self.skipping) { Line::TooLong } else { Line::Whole });
            }
        }
    }

    /// The message of a line, if it is one that goes on to the server.
    fn message(&mut self, line: &[u8]) -> Option<ClientJsonRpcMessage> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        if is_deeper(line, MAX_DEPTH) {
            self.refuse(
                ErrorCode::INVALID_REQUEST,
                &format!("a message nests at most {MAX_DEPTH} levels deep"),
                None,
            );
            return None;
        }
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            self.refuse(ErrorCode::PARSE_ERROR, "a message is one line of JSON in UTF-8", None);
            return None;
        };
        let id = value.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
        let is_notification = value.get("method").is_some_and(Value::is_string) && value.get("id").is_none();
        let is_answer = value.get("result").is_some() || value.get("error").is_some();
        if has_no_cursor_for_text(&value) && !is_notification {
            self.refuse(ErrorCode::INVALID_PARAMS, "a cursor is a text that this server gave", id);
            return None;
        }
        match serde_json::from_value(value) {
            Ok(message) => self.admit(message),
            // Notifications and answers are never answered.
            Err(_) if is_notification || is_answer => None,
            Err(_) => {
                self.refuse(ErrorCode::INVALID_REQUEST, "this is no message of the protocol", id);
                None
            }
        }
    }

    /// Lets a message through, unless its id is taken or it comes before its time.
    fn admit(&mut self, message: ClientJsonRpcMessage) -> Option<ClientJsonRpcMessage> {
        match &message {
            JsonRpcMessage::Request(request) => {
                let subscription = matches!(request.request, ClientRequest::SubscriptionsListenRequest(_));
                if let Err(reason) = self.work.begin(&request.id, subscription) {
                    self.refuse(ErrorCode::INVALID_REQUEST, reason, None);
                    return None;
                }
                self.begun |= begins(&request.request);
            }
            // The server would take them for a client that does not know how to begin.
            _ if !self.begun => return None,
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // Its answer is not sent any more.
                    self.work.end(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Some(message)
    }

    /// Answers a line that is no message.
    fn refuse(&mut self, code: ErrorCode, text: &str, id: Option<RequestId>) {
        self.voice.say(&format!("a line of the client is refused: {text}"));
        let error = ServerJsonRpcMessage::error(ErrorData::new(code, text.to_owned(), None), id);
        self.answer = encoded(&error);
    }
}

enum Line {
    Whole,
    TooLong,
}

/// Whether a list is asked for from a cursor on that is no text, which would be read as none at all.
fn has_no_cursor_for_text(value: &Value) -> bool {
    let is_list = value.get("method").and_then(Value::as_str).is_some_and(|method| method.ends_with("/list"));
    let cursor = value.get("params").and_then(|params| params.get("cursor"));
    is_list && cursor.is_some_and(|cursor| !cursor.is_string() && !cursor.is_null())
}

/// Whether a request begins the conversation: `initialize`, or one that carries all that a
/// conversation without it needs.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        other => {
            let meta = other.get_meta();
            let known = |version| ProtocolVersion::KNOWN_VERSIONS.contains(&version);
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta.protocol_version().is_some_and(known)
        }
    }
}

/// Whether brackets and braces nest deeper than a bound, those in texts not counted.
fn is_deeper(line: &[u8], bound: usize) -> bool {
    let mut depth = 0_usize;
    let mut bytes = line.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => drop(bytes.next()),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        if depth > bound {
            return true;
        }
    }
    false
}

fn encoded(message: &ServerJsonRpcMessage) -> Option<Vec<u8>> {
    let mut line = serde_json::to_vec(message).ok()?;
    line.push(b'\n');
    Some(line)
}

/// Writes lines until there are no more, or nobody reads them.
async fn write<W: AsyncWrite + Unpin>(mut writer: W, mut lines: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = lines.recv().await {
        if writer.write_all(&line).await.is_err() || writer.flush().await.is_err() {
            return;
        }
    }
    // Who reads is told that this was the last line; that nobody reads any more is no fault.
    let _ = writer.shutdown().await;
}

impl<R: AsyncRead + Send + Unpin + 'static> Transport<RoleServer> for Lines<R> {
    type Error = std::io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let out = self.out.clone();
        let work = Arc::clone(&self.work);
        async move {
            let closed = || std::io::Error::from(std::io::ErrorKind::BrokenPipe);
            let line = encoded(&message).ok_or_else(|| std::io::Error::from(std::io::ErrorKind::InvalidData));
            let sent = match (line, out) {
                (Ok(line), Some(out)) => out.send(line).await.map_err(|_| closed()),
                (Ok(_), None) => Err(closed()),
                (Err(error), _) => Err(error),
            };
            match &message {
                JsonRpcMessage::Response(answer) => work.end(&answer.id),
                JsonRpcMessage::Error(answer) => answer.id.iter().for_each(|id| work.end(id)),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.next().await
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        drop(self.out.take());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_of_texts() {
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(!is_deeper(deep(3).as_bytes(), 3));
        assert!(is_deeper(deep(4).as_bytes(), 3));
        assert!(!is_deeper(br#"["[[[[", "\"[[[[", "\\"]"#, 1));
        assert!(is_deeper(br#"["\\", [[]]]"#, 2));
        assert!(!is_deeper(b"]]]]\"", 0));
    }
}
