//! Independent work on all processors that the process may use.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// The results of `work`, or its first error, in the order of the items. Where no thread can be had, the calling one works
/// alone.
pub fn map<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut done = thread::scope(|scope| {
        let helpers = 1..processors.min(items.len());
        let spawn = |_| Builder::new().name("build".to_owned()).spawn_scoped(scope, run).ok();
        let helpers: Vec<_> = helpers.map_while(spawn).collect();
        let mut done = run();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let squares = map(&items, |item| Ok::<_, ()>(item * item)).unwrap();
        assert!(squares.iter().zip(&items).all(|(square, item)| *square == item * item));
        assert_eq!(map(&items, |item| if *item > 7 { Err(*item) } else { Ok(()) }), Err(8));
    }
}
