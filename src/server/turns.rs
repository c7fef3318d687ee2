//! Turns of long first runs: as many at a time as leave a processor to others, and nobody waits for long.

use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::liveness::lock;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Turns {
    free: Mutex<usize>,
    given_back: Condvar,
}

/// Held while a body is run for its hash and its length.
pub struct Turn<'a>(&'a Turns);

impl Turns {
    pub fn new() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Turns { free: Mutex::new((processors - 1).max(1)), given_back: Condvar::new() }
    }

    /// `None` where none was free for too long.
    pub fn wait(&self) -> Option<Turn<'_>> {
        let waiting = self.given_back.wait_timeout_while(lock(&self.free), PATIENCE, |free| *free == 0);
        let (mut free, _) = waiting.unwrap_or_else(std::sync::PoisonError::into_inner);
        *free = free.checked_sub(1)?;
        Some(Turn(self))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_is_given_back_goes_to_who_waits() {
        let turns = Turns { free: Mutex::new(1), given_back: Condvar::new() };
        let first = turns.wait().unwrap();
        thread::scope(|scope| {
            let second = scope.spawn(|| turns.wait().is_some());
            drop(first);
            assert!(second.join().unwrap());
        });
        assert_eq!(*lock(&turns.free), 1);
    }
}
