//! One address, and the tiny_http servers that accept there or once did.
//!
//! There is one for each processor, up to [`MOST`], each with a queue and a worker of its own, so that these do not wait
//! for each other and the scheduler has work to give to each processor. They share what is known of the clients.

use std::os::fd::RawFd;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Instant;

use crate::server::clients::Clients;
use crate::server::connection::Connection;
use crate::server::front::{Front, Shared};
use crate::server::listener::Listener;

/// So many answer more than a network carries, and each costs half a dozen threads that mostly sleep.
const MOST: usize = 4;

/// How many servers there are for an address.
pub fn servers() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST))
}

/// An address that is listened on, and who accepts there.
pub struct Post {
    pub listener: Listener,
    pub clients: Arc<Clients>,
    seats: Vec<Seat>,
    /// Servers before them that still have connections.
    retired: Vec<Arc<Front>>,
}

/// A server that accepts.
struct Seat {
    front: Arc<Front>,
    /// The descriptor that it was given: closed when its accepting thread has ended.
    number: RawFd,
}

impl Post {
    /// Begins to accept.
    ///
    /// # Errors
    /// A sentence that names the address.
    pub fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, String> {
        let clients = Arc::default();
        let seats =
            (0..servers()).map(|at| Seat::new(at, &listener, shared, &clients)).collect::<Result<_, _>>();
        let seats = seats.map_err(|error| format!("{}: {error}", listener.address))?;
        Ok(Post { listener, clients, seats, retired: Vec::new() })
    }

    /// How many accept: an accepting thread ends at the first error, and when it panics.
    pub fn accepting(&self) -> usize {
        self.seats.iter().enumerate().filter(|(at, seat)| self.listener.is(*at, seat.number)).count()
    }

    /// Whether all accept.
    pub fn is_complete(&self) -> bool {
        self.accepting() == self.seats.len()
    }

    /// Starts other servers in place of those that accept no longer; these go on with their connections only.
    pub fn accept_again(&mut self, shared: &Arc<Shared>) {
        for (at, seat) in self.seats.iter_mut().enumerate() {
            if self.listener.is(at, seat.number) {
                continue;
            }
            match Seat::new(at, &self.listener, shared, &self.clients) {
                Ok(next) => {
                    shared.counters.listeners_replaced.fetch_add(1, Relaxed);
                    let before = std::mem::replace(seat, next).front;
                    before.retire();
                    self.retired.push(before);
                }
                Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
            }
        }
    }

    /// Whether a retired server has this connection, first seen then.
    pub fn is_leftover(&self, connection: &Connection, since: Instant) -> bool {
        self.retired.iter().any(|front| front.may_have(connection, since))
    }

    /// Lets go of retired servers that have no connections left, once their workers are gone.
    pub fn let_go(&mut self, has_connections: impl Fn(&Front) -> bool) {
        self.retired.retain(|front| {
            let busy = has_connections(front);
            if busy {
                front.crew.look(front);
            } else {
                front.crew.dismiss(front);
            }
            busy || front.crew.size() > 0
        });
    }

    /// The servers that accept, or did until just now.
    pub fn active(&self) -> impl Iterator<Item = &Arc<Front>> {
        self.seats.iter().map(|seat| &seat.front)
    }

    /// All its servers.
    pub fn fronts(&self) -> impl Iterator<Item = &Arc<Front>> {
        self.retired.iter().chain(self.active())
    }
}

impl Seat {
    fn new(
        at: usize,
        listener: &Listener,
        shared: &Arc<Shared>,
        clients: &Arc<Clients>,
    ) -> std::io::Result<Self> {
        let (tiny, number) = listener.serve(at)?;
        let front = Arc::new(Front::new(tiny, Arc::clone(shared), Arc::clone(clients)));
        front.crew.look(&front);
        Ok(Seat { front, number })
    }
}
