//! A progress bar on standard error, for work that takes more than a moment.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Work that is done sooner shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a second the bar is drawn at most.
const RATE: u8 = 12;

/// Progress that shows itself once the work takes longer than a moment.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
    shows: bool,
    shown: bool,
}

impl Progress {
    /// Progress over so many things, where their number is known.
    pub(crate) fn new(total: Option<usize>, shows: bool) -> Self {
        let bar = match total {
            Some(total) => ProgressBar::new(total as u64),
            None => ProgressBar::no_length(),
        };
        bar.set_draw_target(ProgressDrawTarget::hidden());
        Self { bar, began: Instant::now(), shows, shown: false }
    }

    /// One more is done.
    pub(crate) fn step(&mut self) {
        if !self.shows {
            return;
        }
        self.bar.inc(1);
        if !self.shown && self.began.elapsed() >= PATIENCE {
            self.shown = true;
            let form = if self.bar.length().is_some() {
                "{bar:30} {pos}/{len} files"
            } else {
                "{spinner} {pos} files"
            };
            // The template is a constant, so that the plain style stands in for nothing.
            self.bar.set_style(
                ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(RATE));
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
