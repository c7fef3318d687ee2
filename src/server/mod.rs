//! The HTTP server: answers every request with pages that were written beforehand, and lets no client hang it.
//!
//! Knows paths and bytes, and nothing of what they say. Four parts: `http` says what is answered, without a socket;
//! `conn` has the connections, from accept to close, around tiny_http; `net` has the addresses and sockets to listen on;
//! `system` asks the kernel.
//!
//! The way of a request: tiny_http accepts it and reads its head → `conn/worker` takes it (`conn/dispatcher`: of which
//! connection is it, and is it its turn) → `http/respond` writes the head of the answer and names the body, from the
//! `snapshot` in place → `conn/worker` writes both.

mod conn;
mod counters;
mod heartbeat;
mod http;
mod net;
mod snapshot;
mod system;
mod vital;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub use conn::Limits;
pub use counters::{Counts, Reason};
pub use heartbeat::Heartbeat;
pub use net::{ListenAddress, Notifier, ProbeTarget, control, get};
pub use snapshot::{Served, Snapshot};

use crate::messages::{self, Message};
use conn::{Shared, Supervisor};
use net::Listener;
use snapshot::Current;
use system::process;

pub use process::{give_back_memory, share_heaps};
pub use system::clock::is_synchronised as clock_is_synchronised;

/// A server that runs.
pub struct Server {
    shared: Arc<Shared>,
    addresses: Vec<ListenAddress>,
    stop: Arc<Mutex<Option<Instant>>>,
    supervisor: JoinHandle<()>,
}

impl Server {
    /// Listens on the sockets that the service manager hands over, or else on `listen`, and serves.
    ///
    /// # Errors
    /// A sentence that says where the server cannot listen, and why.
    pub fn start(listen: &[ListenAddress], limits: Limits, served: Arc<Served>) -> Result<Self, Message> {
        conn::panics::keep_short();
        process::raise_descriptor_limit();
        let acceptors = conn::acceptors();
        let mut listeners = net::inherited(acceptors)?;
        if listeners.is_empty() {
            let open = |listen| Listener::open(listen, acceptors);
            listeners = listen.iter().map(open).collect::<Result<_, _>>()?;
        }
        let addresses = listeners.iter().map(|listener| listener.address.clone()).collect();
        let shared = Arc::new(Shared {
            limits,
            counters: counters::Counters::default(),
            current: Current::new(served),
            heartbeat: Heartbeat::default(),
            sweeps: 0.into(),
            waiting: 0.into(),
        });
        let stop = Arc::new(Mutex::new(None));
        let supervisor = Supervisor::new(listeners, Arc::clone(&shared), Arc::clone(&stop))?;
        let supervisor = vital::spawn("supervisor", move || supervisor.run());
        let supervisor =
            supervisor.map_err(|error| messages::cannot_start_thread(messages::reason(&error)))?;
        Ok(Server { shared, addresses, stop, supervisor })
    }

    /// Where the server listens, with the ports that were really given.
    pub fn addresses(&self) -> &[ListenAddress] {
        &self.addresses
    }

    /// The main loop's sign of life: `/healthz` answers 503 when it has not beaten for five seconds.
    pub fn heartbeat(&self) -> &Heartbeat {
        &self.shared.heartbeat
    }

    /// Puts another snapshot in place of the present one, at once and whole. Requests under way keep the old one.
    pub fn publish(&self, served: Arc<Served>) {
        self.shared.current.set(served);
    }

    /// Whether connections are still supervised: where that has ended, the server is not to be relied on.
    pub fn is_running(&self) -> bool {
        !self.supervisor.is_finished()
    }

    /// Stops accepting, answers what has arrived, and ends the connections; within `grace`.
    pub fn stop(self, grace: Duration) {
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + grace);
        // A supervisor that has panicked has ended the process.
        let _ = self.supervisor.join();
    }
}
