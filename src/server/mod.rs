//! The HTTP front: answers every request with bytes that were written beforehand, and lets no client hang it.
//!
//! Knows paths and bytes, and nothing of what they say. tiny_http accepts, parses and keeps the connections; around
//! it, from outside: `listener` opens the sockets, `post` has a server for each processor, `worker` answers, `guard`
//! bounds what clients may hold.
//!
//! The way of a request: tiny_http → `worker` (`front`: which connection; `line`: is it its turn) → `incoming` (what of
//! it matters) → `reply` (`route`, `negotiate`, `current`) → bytes of `prepared` → one write.

mod bounds;
mod client;
mod clients;
mod connection;
mod counters;
mod current;
mod date;
mod farewell;
mod front;
mod guard;
mod heartbeat;
mod incoming;
mod line;
mod listener;
mod negotiate;
mod notify;
mod panics;
mod post;
mod prepared;
mod reply;
mod route;
mod system;
mod watch;
mod worker;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub use bounds::Bounds;
pub use client::{Target, get};
pub use counters::{Counts, Reason};
pub use current::{InService, Service};
pub use heartbeat::Heartbeat;
pub use listener::Listen;
pub use notify::Notifier;

use current::Current;
use front::Shared;
use guard::Guard;
use listener::Listener;
use system::process;

pub use process::share_heaps;

/// A server that runs.
pub struct Server {
    shared: Arc<Shared>,
    addresses: Vec<Listen>,
    stop: Arc<Mutex<Option<Instant>>>,
    guard: JoinHandle<()>,
}

impl Server {
    /// Listens on the sockets that the service manager hands over, or else on `listen`, and serves.
    ///
    /// # Errors
    /// A sentence that says where the server cannot listen, and why.
    pub fn start(listen: &[Listen], bounds: Bounds, service: Arc<InService>) -> Result<Self, String> {
        panics::keep_short();
        process::raise_descriptor_limit();
        let mut listeners = Listener::handed_over()?;
        if listeners.is_empty() {
            listeners = listen
                .iter()
                .map(|listen| Listener::open(listen, post::servers()))
                .collect::<Result<_, _>>()?;
        }
        let addresses = listeners.iter().map(|listener| listener.address.clone()).collect();
        let shared = Arc::new(Shared {
            bounds,
            counters: counters::Counters::default(),
            current: Current::new(service),
            heartbeat: Heartbeat::default(),
            sweeps: 0.into(),
            waiting: 0.into(),
        });
        let stop = Arc::new(Mutex::new(None));
        let guard = Guard::new(listeners, Arc::clone(&shared), Arc::clone(&stop))?;
        let guard = thread::Builder::new().name("guard".to_owned()).spawn(move || guard.run());
        let guard = guard.map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Server { shared, addresses, stop, guard })
    }

    /// Where the server listens, with the ports that were really given.
    pub fn addresses(&self) -> &[Listen] {
        &self.addresses
    }

    /// The main loop's sign of life: `/healthz` answers 503 when it has not beaten for five seconds.
    pub fn heartbeat(&self) -> &Heartbeat {
        &self.shared.heartbeat
    }

    /// Puts another service in place of the present one, at once and whole. Requests under way keep the old one.
    pub fn publish(&self, service: Arc<InService>) {
        self.shared.current.set(service);
    }

    /// Whether connections are still watched over: where that has ended, the server is not to be relied on.
    pub fn is_running(&self) -> bool {
        !self.guard.is_finished()
    }

    /// Stops accepting, answers what has arrived, and ends the connections; within `grace`.
    pub fn stop(self, grace: Duration) {
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + grace);
        if self.guard.join().is_err() {
            log::error!("the guard of the server had ended before");
        }
    }
}
