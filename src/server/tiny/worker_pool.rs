//! The workers of one tiny_http server. One while it keeps up, because every further one costs throughput; more only while
//! some are stuck in a write to a client that does not read.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::dispatcher::Dispatcher;
use super::worker::{self, Slot};
use crate::server::system;

/// A server's workers, and how their number changes.
pub struct WorkerPool {
    dispatcher: Arc<Dispatcher>,
    slots: Arc<Mutex<Vec<Arc<Slot>>>>,
    scaling: Mutex<Scaling>,
}

#[derive(Default)]
struct Scaling {
    spawned: usize,
    /// How many looks in a row some worker was free.
    calm: usize,
}

/// After this many looks without all stuck, a worker that is not needed ends.
const SHRINK_AFTER: usize = 50;
/// At most this many are spawned at one look.
const MAX_SPAWN: usize = 32;

impl WorkerPool {
    pub fn new(dispatcher: Arc<Dispatcher>) -> Self {
        WorkerPool { dispatcher, slots: Arc::default(), scaling: Mutex::default() }
    }

    pub fn dispatcher(&self) -> &Dispatcher {
        &self.dispatcher
    }

    pub fn size(&self) -> usize {
        lock(&self.slots).len()
    }

    fn spawn(&self) {
        let slot = Arc::new(Slot::default());
        lock(&self.slots).push(Arc::clone(&slot));
        let (slots, own, dispatcher) =
            (Arc::clone(&self.slots), Arc::clone(&slot), Arc::clone(&self.dispatcher));
        let work = move || {
            system::set_batch_work(true);
            worker::work(&dispatcher, &own);
            lock(&slots).retain(|slot| !Arc::ptr_eq(slot, &own));
        };
        if thread::Builder::new().name("worker".to_owned()).spawn(work).is_err() {
            lock(&self.slots).retain(|other| !Arc::ptr_eq(other, &slot));
        }
    }

    /// Spawns workers while all are stuck, and ends one that is not needed; called every few milliseconds.
    ///
    /// When all are stuck, twice as many are spawned as the last time: enough for any number of stuck clients within
    /// some looks.
    pub fn adjust(&self) {
        let size = self.size();
        let stuck = lock(&self.slots).iter().filter(|slot| slot.is_stuck()).count();
        let mut scaling = lock(&self.scaling);
        if stuck >= size {
            let spawned = (scaling.spawned * 2).clamp(1, MAX_SPAWN);
            *scaling = Scaling { spawned, calm: 0 };
            (0..spawned).for_each(|_| self.spawn());
        } else {
            scaling.spawned = 0;
            scaling.calm += 1;
            if scaling.calm >= SHRINK_AFTER && size - stuck > 1 {
                scaling.calm = SHRINK_AFTER - 1;
                self.dispatcher.tiny.unblock();
            }
        }
    }

    /// Ends all workers that are not stuck.
    pub fn stop(&self) {
        (0..self.size()).for_each(|_| self.dispatcher.tiny.unblock());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
