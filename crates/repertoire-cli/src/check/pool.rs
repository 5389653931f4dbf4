//! Work on many things at once, with results in the order of the things.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, PoisonError};

/// How far workers may run ahead of the oldest unfinished thing, so that memory stays bounded
/// however long the input is.
const WINDOW: usize = 256;

/// What the workers share: where they are, and whether anybody still listens.
struct Progress {
    written: usize,
    stopped: bool,
}

/// Calls `work` on every item, on `threads` threads, and `each` on every result in the order of
/// the items. Items are taken from the iterator only as they are needed.
///
/// Ends early with the error of `each`.
pub(crate) fn in_order<T, R, E>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
    R: Send,
{
    if threads <= 1 {
        return items.map(work).try_for_each(each);
    }
    let items = Mutex::new(items.enumerate());
    let progress = Mutex::new(Progress { written: 0, stopped: false });
    let moved = Condvar::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, items, progress, moved, work) = (sender.clone(), &items, &progress, &moved, &work);
            scope.spawn(move || {
                loop {
                    // A poisoned lock means that another worker panicked; the scope reports it.
                    let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((at, item)) = next else { break };
                    let mut now = progress.lock().unwrap_or_else(PoisonError::into_inner);
                    while !now.stopped && at >= now.written + WINDOW {
                        now = moved.wait(now).unwrap_or_else(PoisonError::into_inner);
                    }
                    let stopped = now.stopped;
                    drop(now);
                    if stopped || sender.send((at, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut result = Ok(());
        'all: for (at, done) in &receiver {
            waiting.insert(at, done);
            while let Some(done) = waiting.remove(&next) {
                result = each(done);
                if result.is_err() {
                    break 'all;
                }
                next += 1;
            }
            progress.lock().unwrap_or_else(PoisonError::into_inner).written = next;
            moved.notify_all();
        }
        progress.lock().unwrap_or_else(PoisonError::into_inner).stopped = true;
        moved.notify_all();
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        for threads in [0, 1, 2, 7] {
            let mut seen = Vec::new();
            let slow_first = |n: u64| {
                if n.is_multiple_of(97) {
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
                n * 2
            };
            let done: Result<(), ()> = in_order(0..2_000, threads, slow_first, |n| {
                seen.push(n);
                Ok(())
            });
            assert_eq!(done, Ok(()));
            assert!(seen.iter().copied().eq((0..2_000).map(|n| n * 2)), "{threads} threads");
        }
    }

    #[test]
    fn an_error_ends_the_work_even_of_an_endless_input() {
        for threads in [1, 3] {
            let mut left = 1_000;
            let done = in_order(
                0_u64..,
                threads,
                |n| n,
                |n| {
                    left -= 1;
                    if left == 0 { Err(n) } else { Ok(()) }
                },
            );
            assert_eq!(done, Err(999));
        }
    }
}
