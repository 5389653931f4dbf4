//! What a terminal keeps when it is drawn anew: messages and markers. Answers pass by.

use std::collections::VecDeque;

/// As many lines are kept.
const MAX_LINES: usize = 1_000;

/// The lines that survive a redraw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Screen {
    lines: VecDeque<String>,
}

impl Screen {
    /// Keeps a line, which is clean.
    pub(crate) fn keep(&mut self, line: impl Into<String>) {
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.into());
    }

    /// The last lines that are kept, at most so many.
    pub(crate) fn last(&self, most: usize) -> impl Iterator<Item = &str> {
        self.lines.iter().skip(self.lines.len().saturating_sub(most)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let mut screen = Screen::default();
        assert_eq!(screen.last(3).count(), 0);
        for number in 0..MAX_LINES + 5 {
            screen.keep(number.to_string());
        }
        assert_eq!(screen.last(2).collect::<Vec<_>>(), ["1003", "1004"]);
        assert_eq!(screen.last(usize::MAX).next(), Some("5"));
    }
}
