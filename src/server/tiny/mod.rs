//! All that tiny_http costs, behind one door: [`serve`]. Its types are named nowhere else.
//!
//! tiny_http accepts, reads requests and keeps the connections; our code surrounds it, so that no client hangs the server.
//! A `listener` has the sockets of one address (those of a Unix socket are passed on by the `relay`, client by client). An
//! `endpoint` is an address with a tiny_http server for each processor. A server's `dispatcher` finds the `connection` of
//! each request and queues pipelined ones; one of its `workers` has it answered by the handler and writes the response
//! (`response_writer`), without waiting for an `announced_body`. One thread, the `supervisor`, looks at all `sockets` and
//! ends connections that go beyond the `limits` (`limits_check`), and some where there are too many. The insides of
//! tiny_http on which this relies are listed in `facts`.

mod announced_body;
mod connection;
mod dispatcher;
mod endpoint;
mod facts;
mod limits;
mod limits_check;
mod link;
mod listener;
mod recv;
mod relay;
mod response_writer;
mod sockets;
mod supervisor;
mod workers;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub use dispatcher::Handler;
pub use limits::Limits;

use super::counters::Counters;
use super::liveness::{rate_limit_panics, spawn_vital};
use super::net::ListenAddress;
use super::net::socket_file::Access;
use super::system;
use crate::messages::{self as msg, Message};
use dispatcher::Shared;
use supervisor::Supervisor;

/// A server that runs. Connections are supervised for as long as the process lives.
pub struct Serving {
    /// Where the server listens, with the ports that were really given.
    pub addresses: Vec<ListenAddress>,
    stop: Sender<Instant>,
    supervisor: JoinHandle<()>,
}

/// Listens on the sockets that the service manager hands over, or else on `listen`, and has every request answered by
/// `handler`. `access` is who may connect to a Unix socket of its own.
pub fn serve(
    listen: &[ListenAddress],
    access: Access,
    limits: Limits,
    counters: Arc<Counters>,
    handler: Handler,
) -> Result<Serving, Message> {
    rate_limit_panics();
    system::raise_descriptor_limit();
    let listeners = listener::open_all(listen, access, endpoint::acceptors())?;
    let addresses = listeners.iter().map(|listener| listener.address.clone()).collect();
    let shared = Shared { limits, counters, handler, sweeps: 0.into(), waiting: 0.into() };
    let (stop, stop_at) = channel();
    let supervisor = Supervisor::new(listeners, Arc::new(shared), stop_at)?;
    let supervisor = spawn_vital("supervisor", move || supervisor.run());
    let supervisor = supervisor.map_err(|error| msg::cannot_start_thread(msg::reason(&error)))?;
    Ok(Serving { addresses, stop, supervisor })
}

impl Serving {
    /// Stops accepting, answers requests that have arrived, and ends the connections; within `grace`.
    pub fn stop(self, grace: Duration) {
        // A supervisor that has panicked has ended the process.
        let _ = self.stop.send(Instant::now() + grace);
        let _ = self.supervisor.join();
    }
}
