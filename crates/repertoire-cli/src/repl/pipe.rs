//! Lines from a pipe or a file: no prompt, no colour, the same answers.

use super::live::{Flow, Live};
use crate::error::Error;
use crate::terminal::{Terminal, stdout};
use std::io::{self, BufRead, Read, Write};

/// A longer line is no message that anybody wrote.
const MAX_LINE: u64 = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Answers each line until the last.
pub(crate) fn run(live: &mut Live, terminal: Terminal) -> Result<(), Error> {
    let mut input = io::stdin().lock();
    let mut out = stdout();
    // Some editors begin a file with a mark that nobody typed.
    if input.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        input.consume(BYTE_ORDER_MARK.len());
    }
    while let Some(line) = next(&mut input)? {
        let flow = match &line {
            Line::Whole(bytes) => live.bytes(bytes, terminal, &mut out)?,
            Line::TooLong(start) => live.too_long(start, MAX_LINE, terminal, &mut out)?,
        };
        out.flush()?;
        if flow == Flow::Ends {
            break;
        }
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Line {
    Whole(Vec<u8>),
    /// Its beginning.
    TooLong(Vec<u8>),
}

/// The next line without its end; nothing behind the last.
fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    // A line as long as the bound may end in two bytes more.
    let read = input.by_ref().take(MAX_LINE + 2).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    let ended = line.last() == Some(&b'\n');
    if ended {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    if line.len() as u64 > MAX_LINE {
        if !ended {
            input.skip_until(b'\n')?;
        }
        line.truncate(80);
        return Ok(Some(Line::TooLong(line)));
    }
    Ok(Some(Line::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_their_ends_and_bounded() {
        let long = vec![b'x'; 1 << 20];
        let ends: [&[u8]; 5] = [b"\n", b"\r\n", b"y\n", b"y\r\n", b"yyy\n"];
        let bounded: Vec<&[u8]> = ends.iter().flat_map(|end| [&long[..], *end]).collect();
        let input = [b"a\r\n\n".as_slice(), &bounded.concat(), b"last\r\n", &long, b"\r"].concat();
        let mut input = input.as_slice();
        let whole = |bytes: &[u8]| Some(Line::Whole(bytes.to_vec()));
        assert_eq!(next(&mut input).unwrap(), whole(b"a"));
        assert_eq!(next(&mut input).unwrap(), whole(b""));
        assert_eq!(next(&mut input).unwrap(), whole(&long));
        assert_eq!(next(&mut input).unwrap(), whole(&long), "the end of a line does not count");
        for _ in 0..3 {
            assert_eq!(next(&mut input).unwrap(), Some(Line::TooLong(vec![b'x'; 80])));
        }
        assert_eq!(next(&mut input).unwrap(), whole(b"last"));
        assert_eq!(next(&mut input).unwrap(), Some(Line::TooLong(vec![b'x'; 80])));
        assert_eq!(next(&mut input).unwrap(), None);
    }
}
