//! One address, and the tiny_http servers that accept there or once did.
//!
//! There is one for each processor, up to [`MAX_ACCEPTORS`], each with a queue and a worker of its own, so that these do not
//! wait for each other and the scheduler has work for each processor. They share the table of connections.

use super::*;

/// More of them answer no more than a network carries, and each costs half a dozen threads that mostly sleep.
const MAX_ACCEPTORS: usize = 4;

pub fn acceptors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MAX_ACCEPTORS))
}

pub struct Endpoint {
    pub listener: Listener,
    pub table: Arc<ConnectionTable>,
    /// The servers that accept, or did until just now.
    pub active: Vec<WorkerPool>,
    /// Servers that accept no longer and still have connections.
    draining: Vec<WorkerPool>,
}

impl Endpoint {
    pub fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, Message> {
        let table = Arc::default();
        let active = (0..acceptors()).map(|at| Dispatcher::new(&listener, at, shared, &table));
        let active = active.map(|dispatcher| dispatcher.map(WorkerPool::new)).collect::<io::Result<_>>();
        let active = active.map_err(|error| msg::cannot_listen(listener.address, msg::reason(&error)))?;
        Ok(Endpoint { listener, table, active, draining: Vec::new() })
    }

    pub fn is_accepting(&self) -> bool {
        self.active.iter().any(|pool| pool.dispatcher.is_accepting())
    }

    pub fn is_complete(&self) -> bool {
        self.active.iter().all(|pool| pool.dispatcher.is_accepting())
    }

    /// Starts other servers in place of those that accept no longer and only go on with their connections.
    pub fn accept_again(&mut self, shared: &Arc<Shared>) {
        for (at, pool) in self.active.iter_mut().enumerate() {
            if pool.dispatcher.is_accepting() {
                continue;
            }
            match Dispatcher::new(&self.listener, at, shared, &self.table) {
                Ok(next) => {
                    lock(&shared.counters).listeners_replaced += 1;
                    let former = std::mem::replace(pool, WorkerPool::new(next));
                    former.dispatcher.drain();
                    self.draining.push(former);
                }
                Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
            }
        }
    }

    /// A draining server may own this connection.
    pub fn is_draining(&self, connection: &Connection, since: Instant) -> bool {
        self.draining.iter().any(|pool| pool.dispatcher.may_own(connection, since))
    }

    /// Drops draining servers that have no connections left, once their workers are gone.
    pub fn reap(&mut self, has_connections: impl Fn(&Dispatcher) -> bool) {
        self.draining.retain(|pool| {
            let is_busy = has_connections(&pool.dispatcher);
            if is_busy {
                pool.adjust()
            } else {
                pool.stop()
            }
            is_busy || pool.size() > 0
        });
    }

    pub fn stop_workers(&self) {
        self.draining.iter().chain(&self.active).for_each(WorkerPool::stop);
    }
}
