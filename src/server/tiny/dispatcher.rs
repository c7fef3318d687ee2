//! One tiny_http server, and the requests of the connections that it has accepted.
//!
//! When its accepting thread has ended (out of descriptors), the supervisor starts another one on the same socket; this
//! one is *draining*: it goes on with its connections, telling each to close, until none is left.

use super::*;

use std::mem::ManuallyDrop;
use std::sync::atomic::AtomicBool;

/// Bytes that one waiting request costs beyond those of its head: tiny_http's channels, mostly.
const REQUEST_OVERHEAD: usize = 4 * 1024;
/// Bytes that a field of a head costs beside its own.
const FIELD_OVERHEAD: usize = 112;
/// When this many bytes wait in all queues together, only [`FAIR_SHARE`] may wait in each.
const ALL_QUEUES_LIMIT: u64 = 8 << 20;
const FAIR_SHARE: usize = 16 << 10;

/// A tiny_http server with the requests of its connections.
pub struct Dispatcher {
    /// Never dropped: its drop connects to the address.
    pub tiny: ManuallyDrop<tiny_http::Server>,
    /// The listening socket that the server was given: closed when its accepting thread has ended.
    pub listening: SocketId,
    pub shared: Arc<Shared>,
    /// Held while a request is received and put in its queue.
    pub receiving: Mutex<()>,
    pub scope: Scope,
    is_draining: AtomicBool,
    ready: Mutex<ReadyQueue>,
}

/// Connections whose next request waits for a worker.
#[derive(Default)]
struct ReadyQueue {
    waiting: VecDeque<Arc<Connection>>,
    /// How many were taken out of it.
    taken: u64,
}

impl Dispatcher {
    pub fn new(listener: &Listener, at: usize, shared: &Arc<Shared>) -> io::Result<Self> {
        let (tiny, listening) = listener.serve(at)?;
        Ok(Dispatcher {
            tiny: ManuallyDrop::new(tiny),
            listening,
            shared: Arc::clone(shared),
            receiving: Mutex::default(),
            scope: listener.scope,
            is_draining: false.into(),
            ready: Mutex::default(),
        })
    }

    /// An accepting thread ends at its first error, and when it panics.
    pub fn is_accepting(&self) -> bool {
        self.listening.is_current()
    }

    /// From now on every answer closes its connection.
    pub fn drain(&self) {
        self.is_draining.store(true, Relaxed);
    }

    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Relaxed)
    }

    pub fn has_accepted(&self, connection: &Connection) -> bool {
        connection.listening == self.listening
    }

    /// Queues a request, and returns its connection if it is to be answered now.
    pub fn enqueue(&self, request: Request) -> Option<Arc<Connection>> {
        let cookie = facts::cookie(&request);
        let found = cookie.and_then(|cookie| self.shared.connections.find(cookie));
        let Some(connection) = found else {
            facts::discard(request);
            return None;
        };

        let head = facts::head_size(&request);
        let body = facts::buffered_size(&request);
        let needed = REQUEST_OVERHEAD + FIELD_OVERHEAD * request.headers().len() + 3 * head;
        let mut state = connection.state();
        if state.stats.closing {
            state.note_taken();
            drop(state);
            facts::discard(request);
            return None;
        }

        state.stats.parsed_bytes += (head + body) as u64;
        state.stats.requests += 1;
        let is_next = state.push(request, needed);
        let memory = state.memory;
        drop(state);

        let added = needed as u64;
        let crowded = self.shared.waiting.fetch_add(added, Relaxed) + added > ALL_QUEUES_LIMIT;
        if is_next {
            return Some(connection);
        }

        if crowded && memory > FAIR_SHARE {
            connection.end(Reason::Pipeline, &self.shared.counters);
            // Thousands of requests may lie in the kernel, and more would come.
            if let Some(socket) = connection.socket() {
                socket.reset();
            }
        }

        None
    }

    /// Takes the next request of a connection. Once that is closing, none is answered.
    pub fn take(&self, connection: &Connection) -> Option<Request> {
        loop {
            let mut state = connection.state();
            let waited = state.memory;
            let next = state.pop();
            let freed = waited - state.memory;
            let is_closing = state.stats.closing;
            drop(state);

            self.shared.waiting.fetch_sub(freed as u64, Relaxed);
            if !is_closing {
                return next;
            }

            facts::discard(next?);
        }
    }

    /// An answer is done, and the next request of the connection waits for a worker.
    pub fn finish(&self, connection: Arc<Connection>) {
        let has_next = connection.state().advance();
        if has_next {
            self.put_off(connection);
        }
    }

    /// Leaves the next request of a connection to whoever is free next.
    pub fn put_off(&self, connection: Arc<Connection>) {
        lock(&self.ready).waiting.push_back(connection);
    }

    /// The number of the request that waits first: the same again where no worker has taken it meanwhile. Those that wait
    /// for new requests are not woken for it.
    pub fn first_ready(&self) -> Option<u64> {
        let ready = lock(&self.ready);
        (!ready.waiting.is_empty()).then_some(ready.taken)
    }

    pub fn take_ready(&self) -> Option<Arc<Connection>> {
        let mut ready = lock(&self.ready);
        let first = ready.waiting.pop_front()?;
        ready.taken += 1;
        Some(first)
    }
}
