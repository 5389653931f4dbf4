//! Paths from a file or a pipe, one at a time, so that there may be any number of them.

use crate::error::Error;
use repertoire::fs;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};

/// The most bytes of a file of paths. A pipe is not bounded: it is never held as a whole.
const MAX_BYTES: usize = 1 << 30;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines of a file that is UTF-8, or of standard input for `-`, empty ones too: each is answered.
pub(crate) fn lines(from: &Path) -> Result<impl Iterator<Item = Result<String, Error>>, Error> {
    let lines = Pieces { reader: reader(from)?, end: b'\n', strip: true, empty: true, first: true };
    Ok(lines.map(|line| line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())))
}

/// The paths in a file, or on standard input for `-`: a line each, or each ended by NUL.
pub(crate) fn open(
    from: &Path,
    null: bool,
) -> Result<impl Iterator<Item = Result<PathBuf, Error>> + Send, Error> {
    let end = if null { 0 } else { b'\n' };
    let pieces = Pieces { reader: reader(from)?, end, strip: !null, empty: false, first: true };
    Ok(pieces.map(|piece| piece.map(path)))
}

fn reader(from: &Path) -> Result<Box<dyn BufRead + Send>, Error> {
    Ok(if from == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(Cursor::new(fs::read(from, MAX_BYTES)?))
    })
}

struct Pieces {
    reader: Box<dyn BufRead + Send>,
    end: u8,
    /// Whether the pieces are lines, which may end in CRLF and begin with a byte order mark.
    strip: bool,
    /// Whether an empty piece counts.
    empty: bool,
    /// Whether nothing was read yet.
    first: bool,
}

impl Iterator for Pieces {
    type Item = Result<Vec<u8>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut bytes = Vec::new();
            match self.reader.read_until(self.end, &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Err(error.into())),
            }
            // Some editors begin a file with a mark that nobody typed.
            let first = std::mem::replace(&mut self.first, false);
            if first && self.strip && bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
                if bytes.is_empty() {
                    continue;
                }
            }
            if bytes.last() == Some(&self.end) {
                bytes.pop();
            }
            if self.strip && bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
            if self.empty || !bytes.is_empty() {
                return Some(Ok(bytes));
            }
        }
    }
}

#[cfg(unix)]
fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, strip: bool, empty: bool) -> Vec<String> {
        let reader = Box::new(Cursor::new(text.to_owned().into_bytes()));
        let end = if strip { b'\n' } else { 0 };
        let pieces = Pieces { reader, end, strip, empty, first: true };
        pieces.map(|piece| String::from_utf8(piece.unwrap()).unwrap()).collect()
    }

    #[test]
    fn a_byte_order_mark_before_lines_is_stepped_over_once() {
        assert_eq!(pieces("\u{feff}a\r\n\u{feff}b\n", true, false), ["a", "\u{feff}b"]);
        assert_eq!(pieces("\u{feff}\n\u{feff}b", true, true), ["", "\u{feff}b"]);
        assert_eq!(pieces("\u{feff}", true, true), [""; 0]);
        // What ends with NUL comes from a program, and is a name to the byte.
        assert_eq!(pieces("\u{feff}a\0b", false, false), ["\u{feff}a", "b"]);
    }
}
