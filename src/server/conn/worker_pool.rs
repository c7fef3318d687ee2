//! The workers of one tiny_http server. One while it keeps up, because every further one costs throughput; more only while
//! some are stuck in a write to a client that does not read.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::dispatcher::Dispatcher;
use super::worker;
use crate::server::system::process;

/// The workers, and how their number changes.
#[derive(Default)]
pub struct WorkerPool {
    slots: Mutex<Vec<Arc<Slot>>>,
    pace: Mutex<Pace>,
}

/// One worker, as the others see it.
#[derive(Default)]
pub struct Slot {
    /// Odd while it answers; another number for every answer.
    answers: AtomicU64,
    /// The number at the latest look.
    seen: AtomicU64,
}

#[derive(Default)]
struct Pace {
    spawned: usize,
    calm: usize,
}

/// After this many looks without all stuck a worker that is not needed is let go.
const CALM: usize = 50;
/// At most this many are spawned at one look.
const AT_ONCE: usize = 32;

impl WorkerPool {
    /// How many there are.
    pub fn size(&self) -> usize {
        self.slots().len()
    }

    fn slots(&self) -> MutexGuard<'_, Vec<Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many have been with the same answer for two looks.
    fn stuck(&self) -> usize {
        let is_stuck = |slot: &&Arc<Slot>| {
            let now = slot.answers.load(Relaxed);
            slot.seen.swap(now, Relaxed) == now && now % 2 == 1
        };
        self.slots().iter().filter(is_stuck).count()
    }

    fn spawn(&self, dispatcher: &Arc<Dispatcher>) {
        let slot = Arc::new(Slot::default());
        self.slots().push(Arc::clone(&slot));
        let (own, dispatcher) = (Arc::clone(&slot), Arc::clone(dispatcher));
        let work = move || {
            process::set_batch_work(true);
            worker::work(&dispatcher, &own);
            dispatcher.pool.slots().retain(|slot| !Arc::ptr_eq(slot, &own));
        };
        if thread::Builder::new().name("worker".to_owned()).spawn(work).is_err() {
            self.slots().retain(|other| !Arc::ptr_eq(other, &slot));
        }
    }

    /// Spawns workers while all are stuck, and lets one go that is not needed; called every few milliseconds.
    ///
    /// When all are stuck, twice as many are spawned as the last time: enough for any number of stuck clients within
    /// some looks.
    pub fn adjust(&self, dispatcher: &Arc<Dispatcher>) {
        let (stuck, size) = (self.stuck(), self.size());
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        if stuck >= size {
            let spawned = (pace.spawned * 2).clamp(1, AT_ONCE);
            *pace = Pace { spawned, calm: 0 };
            (0..spawned).for_each(|_| self.spawn(dispatcher));
        } else {
            pace.spawned = 0;
            pace.calm += 1;
            if pace.calm >= CALM && size - stuck > 1 {
                pace.calm = CALM - 1;
                dispatcher.tiny.unblock();
            }
        }
    }

    /// Lets all go that are not stuck.
    pub fn stop(&self, dispatcher: &Dispatcher) {
        (0..self.size()).for_each(|_| dispatcher.tiny.unblock());
    }
}

impl Slot {
    /// An answer begins or ends.
    pub fn turn(&self) {
        self.answers.fetch_add(1, Relaxed);
    }
}
