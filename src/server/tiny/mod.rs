//! All that tiny_http costs, behind one door: [`serve`]. Its types are named nowhere else.
//!
//! tiny_http accepts, reads requests and keeps the connections; our code surrounds it, so that no client hangs the server.
//!
//! # Parts
//!
//! A `listener` has the sockets of one address, and an `endpoint` is an address with a tiny_http server for each processor,
//! which accepts and reads through `interposed`: there a `connection` begins, and its `progress` is followed. A server's
//! `dispatcher` finds the connection of each request and queues pipelined ones; one of its `workers` has it answered by the
//! handler and writes the response (`response_writer`), without waiting for an `announced_body`. One thread, the
//! `supervisor`, looks at all connections through their `sockets` and ends those that go beyond the `limits`, and some where
//! there are too many. The insides of tiny_http on which this relies are listed in `facts`.
//!
//! A request that has come whole is known to the library alone, and one that never does to the kernel alone: hence `facts`
//! for the one and `sockets` for the other. Static is what functions of the C library and the hook for panics note, since
//! nothing can be handed to them.
//!
//! # Done to the library from outside
//!
//! - **Three calls are defined anew** (`interposed`): `recv`, so that no version of HTTP is read for which the library waits
//!   for ever, and no pipeline or head grows without end; `accept4`, which waits while there is no room for a connection;
//!   `getpeername`, which names the socket instead of the client, since a request tells nothing else of its connection. A
//!   setting for each would make that unnecessary: the versions that are answered, the requests that wait, the connections
//!   that are open; and a request that lends its socket.
//! - **Its sockets are used by number** (`sockets`), since it lends none: to see what has come and was taken, and to end a
//!   connection. A request that lends its socket, with time limits for reading and writing, would make that unnecessary.
//! - **A body is taken out of its request, and its length overwritten** (`announced_body`), since a request that is dropped
//!   waits for its body and allocates as much as is missing. A way to drop a request without its body would do.
//! - **Servers are never dropped, and started anew** (`dispatcher`, `supervisor`), since an accepting thread ends at its
//!   first error. One that goes on would do.
//!
//! # Threads
//!
//! All have the stack of the standard library, 2 MiB, of which they touch some pages.
//!
//! | thread | started by | ends |
//! |---|---|---|
//! | main | the system | with the process: it runs the loop of `daemon` |
//! | `log` | `console` | with the process, which waits for its last line |
//! | `signals`, `loader`, `builder` | `daemon/loader` | with the process |
//! | those that build pages or read files | `loader` and `builder` | joined by who has started them |
//! | `control`, 8; `answer`, one for each answer | `control_socket` | with the process; with their answer |
//! | `supervisor` | [`serve`] | joined by [`Serving::stop`] |
//! | `worker`, one or more for each server | `workers`, at the supervisor's looks | when it is not needed, or at the end |
//! | `linger`, one for each last answer with a body to come | `response_writer` | within two seconds |
//! | `watchdog` | `notify`, under a service manager | with the process |
//! | accepting, one for each server | the library | at its first error |
//! | connections, one for each, four idle for each server | the library | five seconds after the last connection |

mod announced_body;
mod connection;
mod dispatcher;
mod endpoint;
mod facts;
mod interposed;
mod limits;
mod listener;
mod progress;
mod response_writer;
mod shared;
mod sockets;
mod supervisor;
mod workers;

use super::*;

use std::collections::VecDeque;
use std::net::Shutdown;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};

use tiny_http::Request;

use super::health::{Reason, report_panic, spawn_vital};
use super::net::Addresses;
use super::notify::numeric_variable;
use super::system;
use connection::{Connection, ConnectionTable};
use dispatcher::Dispatcher;
use endpoint::Endpoint;
use limits::EvictionClass;
use listener::Listener;
use shared::Shared;
use sockets::{SocketId, Traffic};
use supervisor::Supervisor;
use workers::WorkerPool;

pub use limits::Limits;
pub use shared::Handler;

/// A server that runs. Connections are supervised for as long as the process lives.
pub struct Serving {
    /// Where the server listens, with the ports that were really given.
    pub addresses: Addresses,
    stop: Sender<Instant>,
    supervisor: JoinHandle<()>,
}

/// Listens on the sockets that the service manager hands over, or else on those of `listen`, and has every request answered
/// by `handler`; `newest` is the number of the snapshot that it answers from. A process has one such server (`interposed`).
pub fn serve(
    listen: &Addresses,
    limits: Limits,
    counters: &Arc<Counters>,
    handler: Handler,
    newest: &Arc<AtomicU64>,
) -> Result<Serving, Message> {
    std::panic::set_hook(Box::new(report_panic));
    system::raise_descriptor_limit();
    let listeners = listener::open_all(listen, endpoint::acceptors())?;
    let mut addresses = Addresses {
        public: Vec::new(),
        monitoring: None,
    };
    for listener in &listeners {
        if listener.scope == Scope::Monitoring {
            addresses.monitoring.get_or_insert(listener.address);
        } else {
            addresses.public.push(listener.address);
        }
    }

    let shared = Arc::new(Shared::new(limits, counters, handler, newest));
    interposed::begin(&shared);
    let (stop, stop_at) = channel();
    let supervisor = Supervisor::new(listeners, shared, stop_at)?;
    let supervisor = spawn_vital("supervisor", move || supervisor.run());
    let supervisor = supervisor.map_err(|error| msg::cannot_start_thread(msg::reason(&error)))?;
    Ok(Serving {
        addresses,
        stop,
        supervisor,
    })
}

impl Serving {
    /// Stops accepting, answers requests that have arrived, and ends the connections; within `grace`.
    pub fn stop(self, grace: Duration) {
        // A supervisor that has panicked has ended the process.
        let _ = self.stop.send(Instant::now() + grace);
        self.supervisor.thread().unpark();
        let _ = self.supervisor.join();
    }
}
