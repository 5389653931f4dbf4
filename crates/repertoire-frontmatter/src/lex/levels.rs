//! The stack of open block collections, at most as deep as the lexer goes.

use crate::MAX_DEPTH;

/// An open block collection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub(super) indent: usize,
    pub(super) sequence: bool,
}

/// The open levels, the outermost first. Held in place: most frontmatters need two.
pub(super) struct Levels {
    levels: [Level; MAX_DEPTH],
    len: usize,
}

impl Levels {
    pub(super) fn new() -> Self {
        Self { levels: [Level::default(); MAX_DEPTH], len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn as_slice(&self) -> &[Level] {
        &self.levels[..self.len]
    }

    /// The innermost level; the outermost column where none is open.
    pub(super) fn top(&self) -> Level {
        self.as_slice().last().copied().unwrap_or_default()
    }

    /// Opens a level. The caller has made sure that it is not too deep.
    pub(super) fn push(&mut self, level: Level) {
        debug_assert!(self.len < MAX_DEPTH);
        if let Some(slot) = self.levels.get_mut(self.len) {
            *slot = level;
            self.len += 1;
        }
    }

    pub(super) fn pop(&mut self) -> Option<Level> {
        self.len = self.len.checked_sub(1)?;
        Some(self.levels[self.len])
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}
