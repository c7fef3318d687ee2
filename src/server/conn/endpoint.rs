//! One address, and the tiny_http servers that accept there or once did.
//!
//! There is one for each processor, up to [`MOST`], each with a queue and a worker of its own, so that these do not wait
//! for each other and the scheduler has work to give to each processor. They share what is known of the clients.

use std::io;
use std::os::fd::RawFd;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Instant;

use super::connection::Connection;
use super::dispatcher::{Dispatcher, Shared};
use super::table::ConnectionTable;
use crate::messages::{self as msg, Message};
use crate::server::net::Listener;

/// More of them answer no more than a network carries, and each costs half a dozen threads that mostly sleep.
const MOST: usize = 4;

/// How many servers accept at an address.
pub fn acceptors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST))
}

/// An address that is listened on, and who accepts there.
pub struct Endpoint {
    /// Its sockets.
    pub listener: Listener,
    /// Its connections.
    pub table: Arc<ConnectionTable>,
    acceptors: Vec<Acceptor>,
    /// Servers before them that still have connections.
    retired: Vec<Arc<Dispatcher>>,
}

/// A server that accepts.
struct Acceptor {
    dispatcher: Arc<Dispatcher>,
    /// The descriptor that it was given: closed when its accepting thread has ended.
    number: RawFd,
}

impl Endpoint {
    /// Begins to accept.
    ///
    /// # Errors
    /// A sentence that names the address.
    pub fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, Message> {
        let table = Arc::default();
        let acceptors = (0..acceptors()).map(|at| Acceptor::new(at, &listener, shared, &table));
        let acceptors = acceptors.collect::<Result<_, _>>();
        let acceptors = acceptors
            .map_err(|error: io::Error| msg::cannot_listen(&listener.address, msg::reason(&error)))?;
        Ok(Endpoint { listener, table, acceptors, retired: Vec::new() })
    }

    /// How many accept: an accepting thread ends at the first error, and when it panics.
    pub fn accepting(&self) -> usize {
        self.acceptors
            .iter()
            .enumerate()
            .filter(|(at, acceptor)| self.listener.is(*at, acceptor.number))
            .count()
    }

    /// Whether all accept.
    pub fn is_complete(&self) -> bool {
        self.accepting() == self.acceptors.len()
    }

    /// Starts other servers in place of those that accept no longer; these go on with their connections only.
    pub fn accept_again(&mut self, shared: &Arc<Shared>) {
        for (at, acceptor) in self.acceptors.iter_mut().enumerate() {
            if self.listener.is(at, acceptor.number) {
                continue;
            }
            match Acceptor::new(at, &self.listener, shared, &self.table) {
                Ok(next) => {
                    shared.counters.listeners_replaced.fetch_add(1, Relaxed);
                    let before = std::mem::replace(acceptor, next).dispatcher;
                    before.retire();
                    self.retired.push(before);
                }
                Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
            }
        }
    }

    /// Whether a retired server has this connection, first seen then.
    pub fn is_leftover(&self, connection: &Connection, since: Instant) -> bool {
        self.retired.iter().any(|dispatcher| dispatcher.may_have(connection, since))
    }

    /// Lets go of retired servers that have no connections left, once their workers are gone.
    pub fn let_go(&mut self, has_connections: impl Fn(&Dispatcher) -> bool) {
        self.retired.retain(|dispatcher| {
            let busy = has_connections(dispatcher);
            if busy {
                dispatcher.pool.adjust(dispatcher);
            } else {
                dispatcher.pool.stop(dispatcher);
            }
            busy || dispatcher.pool.size() > 0
        });
    }

    /// The servers that accept, or did until just now.
    pub fn active(&self) -> impl Iterator<Item = &Arc<Dispatcher>> {
        self.acceptors.iter().map(|acceptor| &acceptor.dispatcher)
    }

    /// All its servers.
    pub fn dispatchers(&self) -> impl Iterator<Item = &Arc<Dispatcher>> {
        self.retired.iter().chain(self.active())
    }
}

impl Acceptor {
    fn new(
        at: usize,
        listener: &Listener,
        shared: &Arc<Shared>,
        table: &Arc<ConnectionTable>,
    ) -> std::io::Result<Self> {
        let (tiny, number) = listener.serve(at)?;
        let peers = listener.peers();
        let dispatcher = Arc::new(Dispatcher::new(tiny, Arc::clone(shared), Arc::clone(table), peers));
        dispatcher.pool.adjust(&dispatcher);
        Ok(Acceptor { dispatcher, number })
    }
}
