//! The HTTP server: answers every request with pages that were written beforehand, and lets no client hang it.
//!
//! Knows paths and bytes, and nothing of what they say. Three parts: `http` says what is answered, without a socket; `tiny`
//! has the connections, from accept to close, around tiny_http; `net` has addresses, and the ways to commands and to the
//! service manager.
//!
//! The way of a request: tiny_http accepts it and reads its head → `tiny/worker` takes it (`tiny/dispatcher`: of which
//! connection is it, and is it its turn) → `http/respond` writes the head of the answer and names the body, from the
//! `snapshot` in place → `tiny/response_writer` writes both.

mod counters;
mod http;
mod liveness;
mod net;
mod snapshot;
mod system;
mod tiny;

use std::sync::Arc;
use std::time::Duration;

pub use counters::{Counts, Reason};
pub use liveness::Heartbeat;
pub use net::{ListenAddress, Notifier, ProbeTarget, control, get};
pub use snapshot::{Served, Snapshot};
pub use system::{clock_is_synchronised, give_back_memory, limit_arenas};
pub use tiny::Limits;

use crate::messages::Message;
use counters::Counters;
use http::{ResponseContext, date};
use snapshot::Current;
use tiny::Serving;

pub struct Server {
    current: Arc<Current>,
    heartbeat: Heartbeat,
    serving: Serving,
}

impl Server {
    /// Listens on the sockets that the service manager hands over, or else on `listen`, and serves.
    pub fn start(listen: &[ListenAddress], limits: Limits, served: Arc<Served>) -> Result<Self, Message> {
        let current = Arc::new(Current::new(served));
        let (heartbeat, counters) = (Heartbeat::default(), Arc::new(Counters::default()));
        let (pages, beats, counts) = (Arc::clone(&current), heartbeat.clone(), Arc::clone(&counters));
        let handler: tiny::Handler = Box::new(move |request, connection, buffer| {
            let (now, is_silent, counts) = (date::now(), beats.is_silent(), &|| counts.read());
            let context = ResponseContext { now, is_silent, connection, counts };
            http::respond(request, &pages.get(), &context, buffer)
        });
        let serving = tiny::serve(listen, limits, counters, handler)?;
        Ok(Server { current, heartbeat, serving })
    }

    /// Where the server listens, with the ports that were really given.
    pub fn addresses(&self) -> &[ListenAddress] {
        self.serving.addresses()
    }

    /// The main loop's sign of life: `/healthz` answers 503 when it has not beaten for five seconds.
    pub fn heartbeat(&self) -> &Heartbeat {
        &self.heartbeat
    }

    /// Puts another snapshot in place of the present one, at once and whole. Requests under way keep the old one.
    pub fn publish(&self, served: Arc<Served>) {
        self.current.set(served);
    }

    /// Whether connections are still supervised: where that has ended, the server is not to be relied on.
    pub fn is_running(&self) -> bool {
        self.serving.is_running()
    }

    /// Stops accepting, answers what has arrived, and ends the connections; within `grace`.
    pub fn stop(self, grace: Duration) {
        self.serving.stop(grace);
    }
}
