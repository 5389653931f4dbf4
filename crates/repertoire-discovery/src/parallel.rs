//! Work on many items by several threads, with the results in the order of the items.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Below this many items for each thread, starting one costs more than it brings.
const WORTHWHILE: usize = 32;

/// Applies `work` to every item. `state` is made once for each thread.
pub(crate) fn map<T: Sync, S, R: Send>(
    items: &[T],
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    const BATCH: usize = 16;
    let threads = threads.min(items.len() / WORTHWHILE);
    if threads < 2 {
        let mut state = state();
        return items.iter().map(|item| work(&mut state, item)).collect();
    }
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = state();
        let mut batches = Vec::new();
        loop {
            let start = next.fetch_add(BATCH, Ordering::Relaxed);
            let Some(batch) = items.get(start..items.len().min(start.saturating_add(BATCH))) else { break };
            if batch.is_empty() {
                break;
            }
            batches.push((start, batch.iter().map(|item| work(&mut state, item)).collect::<Vec<R>>()));
        }
        batches
    };
    let mut batches = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut batches = run();
        for other in others {
            match other.join() {
                Ok(more) => batches.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        batches
    });
    batches.sort_unstable_by_key(|(start, _)| *start);
    batches.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items_whatever_the_threads() {
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [1, 2, 3, 7] {
            let doubled = map(&items, threads, || (), |(), item| item * 2);
            assert!(doubled.iter().enumerate().all(|(index, value)| *value == index * 2), "{threads}");
            assert_eq!(doubled.len(), items.len());
        }
        assert!(map(&[] as &[u8], 4, || (), |(), _| ()).is_empty());
    }
}
