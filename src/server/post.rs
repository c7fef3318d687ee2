//! One listening socket, and the tiny_http servers that accept there or once did.

use std::os::fd::RawFd;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::server::front::{Front, Shared};
use crate::server::listener::Listener;

/// A socket that listens, and who accepts there.
pub struct Post {
    pub listener: Listener,
    /// The server that accepts.
    pub front: Arc<Front>,
    /// The descriptor that it was given: closed when its accepting thread has ended.
    number: RawFd,
    /// Servers before it that still have connections.
    retired: Vec<Arc<Front>>,
}

impl Post {
    /// Begins to accept.
    ///
    /// # Errors
    /// A sentence that names the address.
    pub fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, String> {
        let (tiny, number) = listener.serve().map_err(|error| format!("{}: {error}", listener.address))?;
        let front = Arc::new(Front::new(tiny, Arc::clone(shared)));
        front.crew.look(&front);
        Ok(Post { listener, front, number, retired: Vec::new() })
    }

    /// Whether the accepting thread lives: it ends at the first error, and when it panics.
    pub fn is_accepting(&self) -> bool {
        self.listener.is(self.number)
    }

    /// Starts another server; the one before goes on with its connections only.
    pub fn accept_again(&mut self, shared: &Arc<Shared>) {
        match self.listener.serve() {
            Ok((tiny, number)) => {
                shared.counters.listeners_replaced.fetch_add(1, Relaxed);
                let front = Arc::new(Front::new(tiny, Arc::clone(shared)));
                front.crew.look(&front);
                let before = std::mem::replace(&mut self.front, front);
                before.retire();
                self.retired.push(before);
                self.number = number;
            }
            Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
        }
    }

    /// Lets go of retired servers that have no connections left, once their workers are gone.
    pub fn let_go(&mut self, has_connections: impl Fn(&Arc<Front>) -> bool) {
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

    /// All its servers.
    pub fn fronts(&self) -> impl Iterator<Item = &Arc<Front>> {
        self.retired.iter().chain([&self.front])
    }
}
