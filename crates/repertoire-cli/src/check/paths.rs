//! Paths from a file or a pipe, one at a time, so that there may be any number of them.

use crate::error::Error;
use repertoire::fs;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};

/// The most bytes of a file of paths. A pipe is not bounded: it is never held as a whole.
const MAX_BYTES: usize = 1 << 30;

/// The lines of a file that is UTF-8, or of standard input for `-`, empty ones too: each is answered.
pub(crate) fn lines(from: &Path) -> Result<impl Iterator<Item = Result<String, Error>>, Error> {
    let lines = Pieces { reader: reader(from)?, end: b'\n', strip: true, empty: true };
    Ok(lines.map(|line| line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())))
}

/// The paths in a file, or on standard input for `-`: a line each, or each ended by NUL.
pub(crate) fn open(
    from: &Path,
    null: bool,
) -> Result<impl Iterator<Item = Result<PathBuf, Error>> + Send, Error> {
    let pieces =
        Pieces { reader: reader(from)?, end: if null { 0 } else { b'\n' }, strip: !null, empty: false };
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
    strip: bool,
    /// Whether an empty piece counts.
    empty: bool,
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
