//! One address, and the tiny_http servers that accept there or once did.
//!
//! There is one for each processor, up to [`MOST`], each with a queue and a worker of its own, so that these do not wait
//! for each other and the scheduler has work to give to each processor. They share what is known of the clients.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Instant;

use super::connection::{Connection, ConnectionTable};
use super::dispatcher::{Dispatcher, Shared};
use super::listener::Listener;
use super::sockets::SocketId;
use super::worker_pool::WorkerPool;
use crate::messages::{self as msg, Message};

/// More of them answer no more than a network carries, and each costs half a dozen threads that mostly sleep.
const MOST: usize = 4;

/// How many servers accept at an address.
pub fn acceptors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST))
}

/// An address that is listened on, and the servers that accept there.
pub struct Endpoint {
    pub listener: Listener,
    pub table: Arc<ConnectionTable>,
    acceptors: Vec<Acceptor>,
    /// Servers that accept no longer and still have connections.
    draining: Vec<WorkerPool>,
}

/// A server that accepts.
struct Acceptor {
    pool: WorkerPool,
    /// The listening socket that it was given: closed when its accepting thread has ended.
    socket: SocketId,
}

impl Endpoint {
    /// Begins to accept.
    pub fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, Message> {
        let table = Arc::default();
        let acceptors = (0..acceptors()).map(|at| Acceptor::new(at, &listener, shared, &table));
        let acceptors = acceptors.collect::<io::Result<_>>();
        let acceptors =
            acceptors.map_err(|error| msg::cannot_listen(&listener.address, msg::reason(&error)))?;
        Ok(Endpoint { listener, table, acceptors, draining: Vec::new() })
    }

    /// Whether any server accepts: an accepting thread ends at the first error, and when it panics.
    pub fn is_accepting(&self) -> bool {
        self.acceptors.iter().any(|acceptor| acceptor.socket.is_current())
    }

    pub fn is_complete(&self) -> bool {
        self.acceptors.iter().all(|acceptor| acceptor.socket.is_current())
    }

    /// Starts other servers in place of those that accept no longer; these go on with their connections only.
    pub fn accept_again(&mut self, shared: &Arc<Shared>) {
        for (at, acceptor) in self.acceptors.iter_mut().enumerate() {
            if acceptor.socket.is_current() {
                continue;
            }
            match Acceptor::new(at, &self.listener, shared, &self.table) {
                Ok(next) => {
                    shared.counters.listeners_replaced.fetch_add(1, Relaxed);
                    let former = std::mem::replace(acceptor, next).pool;
                    former.dispatcher().drain();
                    self.draining.push(former);
                }
                Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
            }
        }
    }

    /// Whether a draining server may have this connection, first seen then.
    pub fn is_draining(&self, connection: &Connection, since: Instant) -> bool {
        self.draining.iter().any(|pool| pool.dispatcher().may_own(connection, since))
    }

    /// Lets go of draining servers that have no connections left, once their workers are gone.
    pub fn reap(&mut self, has_connections: impl Fn(&Dispatcher) -> bool) {
        self.draining.retain(|pool| {
            let is_busy = has_connections(pool.dispatcher());
            if is_busy {
                pool.adjust()
            } else {
                pool.stop()
            }
            is_busy || pool.size() > 0
        });
    }

    /// The servers that accept, or did until just now.
    pub fn active(&self) -> impl Iterator<Item = &WorkerPool> {
        self.acceptors.iter().map(|acceptor| &acceptor.pool)
    }

    /// Stops the workers of all its servers.
    pub fn stop_workers(&self) {
        self.draining.iter().chain(self.active()).for_each(WorkerPool::stop);
    }
}

impl Acceptor {
    fn new(
        at: usize,
        listener: &Listener,
        shared: &Arc<Shared>,
        table: &Arc<ConnectionTable>,
    ) -> io::Result<Self> {
        let (tiny, socket) = listener.serve(at)?;
        let dispatcher = Dispatcher::new(tiny, Arc::clone(shared), Arc::clone(table), listener.peers());
        let pool = WorkerPool::new(Arc::new(dispatcher));
        pool.adjust();
        Ok(Acceptor { pool, socket })
    }
}
