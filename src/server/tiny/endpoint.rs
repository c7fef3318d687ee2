//! One address, and the tiny_http servers that accept there or once did.

use super::*;

/// More of them answer no more than a network carries, and each costs half a dozen threads that mostly sleep.
const MAX_ACCEPTORS: usize = 4;

pub fn acceptors() -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    processors.min(MAX_ACCEPTORS)
}

/// There is one for each processor, up to [`MAX_ACCEPTORS`], each with a queue and a worker of its own, so that these do
/// not wait for each other and the scheduler has work for each processor.
pub struct Endpoint {
    pub listener: Listener,
    /// The servers that accept, or did until just now.
    pub active: Vec<WorkerPool>,
    /// Servers that accept no longer and still have connections.
    pub draining: Vec<WorkerPool>,
}

impl Endpoint {
    pub fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, Message> {
        let mut active = Vec::new();
        for at in 0..acceptors() {
            match Dispatcher::new(&listener, at, shared) {
                Ok(dispatcher) => active.push(WorkerPool::new(dispatcher)),
                Err(error) => {
                    let reason = msg::reason(&error);
                    return Err(msg::cannot_listen(listener.address, reason));
                }
            }
        }

        Ok(Endpoint {
            listener,
            active,
            draining: Vec::new(),
        })
    }

    pub fn is_accepting(&self) -> bool {
        let mut pools = self.active.iter();
        pools.any(|pool| pool.dispatcher.is_accepting())
    }

    pub fn is_complete(&self) -> bool {
        let mut pools = self.active.iter();
        pools.all(|pool| pool.dispatcher.is_accepting())
    }

    pub fn is_draining(&self, connection: &Connection) -> bool {
        let mut pools = self.draining.iter();
        pools.any(|pool| pool.dispatcher.has_accepted(connection))
    }

    /// Returns true if nothing is left of who was connected.
    pub fn is_calm(&self) -> bool {
        self.draining.is_empty()
            && self.is_complete()
            && self.active.iter().all(|pool| pool.size() <= 1)
    }

    /// Starts other servers in place of those that accept no longer and only go on with their connections.
    pub fn accept_again(&mut self, shared: &Arc<Shared>) {
        let mut ended = Vec::new();
        // Before any other begins: it may be given the number of one that has ended.
        for (at, pool) in self.active.iter_mut().enumerate() {
            if !pool.dispatcher.is_accepting() {
                ended.push((at, pool));
            }
        }

        for (at, pool) in ended {
            // Its accepting thread has ended, and that of the next server has not begun.
            let end = Instant::now();
            match Dispatcher::new(&self.listener, at, shared) {
                Ok(next) => {
                    lock(&shared.counters).listeners_replaced += 1;
                    let former = std::mem::replace(pool, WorkerPool::new(next));
                    former.dispatcher.drain(end);
                    self.draining.push(former);
                }
                Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
            }
        }
    }
}
