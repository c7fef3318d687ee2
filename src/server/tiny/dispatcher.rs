//! One tiny_http server, and the requests of the connections that it has accepted.
//!
//! When its accepting thread has ended (out of descriptors), the supervisor starts another one on the same socket; this
//! one is *draining*: it goes on with its connections, telling each to close, until none is left.

use super::*;

use std::mem::ManuallyDrop;

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
    /// The instant from which on every answer closes its connection. What the socket accepts afterwards is not this server's,
    /// whose successor may be given a socket of the same number.
    ended: OnceLock<Instant>,
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
            ended: OnceLock::new(),
            ready: Mutex::default(),
        })
    }

    /// An accepting thread ends at its first error, and when it panics.
    pub fn is_accepting(&self) -> bool {
        self.listening.is_current()
    }

    /// From now on every answer closes its connection. The server has accepted those that began before `end`.
    pub fn drain(&self, end: Instant) {
        self.ended.get_or_init(|| end);
    }

    pub fn is_draining(&self) -> bool {
        self.ended.get().is_some()
    }

    pub fn has_accepted(&self, connection: &Connection) -> bool {
        let is_before_end = self.ended.get().is_none_or(|end| connection.since < *end);
        connection.listening == self.listening && is_before_end
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
        // Before another worker can take it again.
        let added = needed as u64;
        let crowded = self.shared.waiting.fetch_add(added, Relaxed) + added > ALL_QUEUES_LIMIT;
        drop(state);

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
