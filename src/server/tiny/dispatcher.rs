//! One tiny_http server, and the requests of the connections that it has accepted.
//!
//! When its accepting thread has ended (out of descriptors), the supervisor starts another one on the same socket; this
//! one is *draining*: it goes on with its connections, telling each to close, until none is left.

use super::*;

use std::mem::ManuallyDrop;

/// Answers a request that came to an address of this scope: writes the head of the response, with a value of `Connection`
/// if one is given.
pub type Handler = Box<
    dyn Fn(&RequestHead<'_>, Scope, Option<&'static str>, &mut Vec<u8>) -> Response + Send + Sync,
>;

/// The parts that all servers of all addresses share.
pub struct Shared {
    pub limits: Limits,
    pub counters: Arc<Counters>,
    pub handler: Handler,
    /// The number of the snapshot that is served.
    pub newest: Arc<AtomicU64>,
    /// Bytes of all requests that wait in queues.
    pub waiting: AtomicU64,
    /// Clients that are waited for after their last answers.
    pub lingering: AtomicUsize,
    pub descriptors: Descriptors,
    pub intake: Arc<Intake>,
}

/// Bytes that one waiting request costs beyond those of its head: tiny_http's channels, mostly.
const REQUEST_OVERHEAD: usize = 4 * 1024;
/// Bytes that a field of a head costs beside its own.
const FIELD_OVERHEAD: usize = 112;
/// When this many bytes wait in all queues together, only [`FAIR_SHARE`] may wait in each.
const ALL_QUEUES_LIMIT: u64 = 8 << 20;
const FAIR_SHARE: usize = 16 << 10;
/// Longest delay between accept and first sighting.
const SWEEP_LAG: Duration = Duration::from_secs(1);

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
    draining_since: OnceLock<Instant>,
    /// Connections whose next request waits: in their queue, or here where it was taken while another was to be answered.
    ready: Mutex<ReadyQueue>,
}

/// Connections whose next request waits for a worker.
#[derive(Default)]
struct ReadyQueue {
    waiting: VecDeque<(Arc<Connection>, Option<Request>)>,
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
            draining_since: OnceLock::new(),
            ready: Mutex::default(),
        })
    }

    /// An accepting thread ends at its first error, and when it panics.
    pub fn is_accepting(&self) -> bool {
        self.listening.is_current()
    }

    /// From now on every answer closes its connection.
    pub fn drain(&self) {
        let _ = self.draining_since.set(Instant::now());
    }

    pub fn is_draining(&self) -> bool {
        self.draining_since.get().is_some()
    }

    /// This draining server may own a connection that was first seen at `since`. Unknown until its first request, so
    /// connections first seen up to [`SWEEP_LAG`] after draining began count as owned.
    pub fn may_own(&self, connection: &Connection, since: Instant) -> bool {
        match connection.state().listening {
            Some(listening) => listening == self.listening,
            None => {
                let draining = self.draining_since.get();
                draining.is_some_and(|draining| since <= *draining + SWEEP_LAG)
            }
        }
    }

    /// Queues a request, or returns it with its connection when it is to be answered now.
    pub fn enqueue(&self, request: Request) -> Option<(Arc<Connection>, Request)> {
        let Some(socket) = facts::socket(&request) else {
            facts::discard(request);
            return None;
        };

        let connection = self.shared.intake.connections.connection(socket);
        let head = facts::head_size(&request);
        let body = facts::buffered_size(&request);
        let fields = request.headers().len();
        let mut state = connection.state();
        if state.stats.closing {
            drop(state);
            connection.note_taken();
            facts::discard(request);
            return None;
        }

        state.stats.parsed_bytes += (head + body) as u64;
        state.stats.requests += 1;
        state.listening = Some(self.listening);
        let waited = state.memory;
        let needed = REQUEST_OVERHEAD + FIELD_OVERHEAD * fields + 3 * head;
        let request = state.push(request, needed);
        let memory = state.memory;
        drop(state);

        let added = (memory - waited) as u64;
        let crowded = self.shared.waiting.fetch_add(added, Relaxed) + added > ALL_QUEUES_LIMIT;
        let Some(request) = request else {
            if crowded && memory > FAIR_SHARE {
                self.disconnect(&connection, Reason::Pipeline);
            }
            return None;
        };

        connection.note_taken();
        Some((connection, request))
    }

    pub fn finish(&self, connection: Arc<Connection>) {
        let has_next = connection.state().advance();
        if has_next {
            lock(&self.ready).waiting.push_back((connection, None));
        }
    }

    /// Leaves a request to whoever is free next.
    pub fn put_off(&self, (connection, request): (Arc<Connection>, Request)) {
        lock(&self.ready)
            .waiting
            .push_back((connection, Some(request)));
    }

    /// The number of the request that waits first: the same again where no worker has taken it meanwhile. Those that wait
    /// for new requests are not woken for it.
    pub fn first_ready(&self) -> Option<u64> {
        let ready = lock(&self.ready);
        (!ready.waiting.is_empty()).then_some(ready.taken)
    }

    fn take_ready(&self) -> Option<(Arc<Connection>, Option<Request>)> {
        let mut ready = lock(&self.ready);
        let first = ready.waiting.pop_front()?;
        ready.taken += 1;
        Some(first)
    }

    pub fn next_in_queue(&self) -> Option<(Arc<Connection>, Request)> {
        loop {
            let (connection, taken) = self.take_ready()?;
            if let Some(request) = taken {
                return Some((connection, request));
            }

            let mut state = connection.state();
            let waited = state.memory;
            let next = state.pop();
            self.shared
                .waiting
                .fetch_sub((waited - state.memory) as u64, Relaxed);
            let is_closing = state.stats.closing;
            drop(state);
            if next.is_some() {
                connection.note_taken();
            }

            match next {
                Some(request) if is_closing => {
                    facts::discard(request);
                    lock(&self.ready).waiting.push_front((connection, None));
                }
                Some(request) => return Some((connection, request)),
                None => {}
            }
        }
    }

    /// Ends a connection for a reason that is counted, once.
    pub fn disconnect(&self, connection: &Connection, reason: Reason) {
        if connection.close() {
            lock(&self.shared.counters).count_disconnection(reason);
        }

        match self.locate(connection) {
            // Thousands of requests may lie in the kernel, and more would come.
            Some(socket) if reason == Reason::Pipeline => socket.reset(),
            Some(socket) => socket.shut(Shutdown::Both),
            None => {}
        }
    }

    /// Ends a connection: nothing more is read from it or written to it.
    pub fn shut(&self, connection: &Connection) {
        connection.close();
        if let Some(socket) = self.locate(connection) {
            socket.shut(Shutdown::Both);
        }
    }

    /// Ends a connection to which an answer could not be written whole. One that the client has reset has ended by itself:
    /// to look for it among all others, in vain, would cost more than its request.
    pub fn give_up(&self, connection: &Connection, error: &io::Error) {
        match error.kind() {
            io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => {
                connection.close();
            }
            _ => self.shut(connection),
        }
    }

    /// A duplicate of the socket of a connection whose request is being answered.
    pub fn socket(&self, connection: &Connection) -> io::Result<Socket> {
        let located = self.locate(connection).ok_or(io::ErrorKind::NotFound)?;
        located.duplicate()
    }

    /// The socket of a connection by a number that is open: the one that is known, or else another.
    fn locate(&self, connection: &Connection) -> Option<SocketId> {
        let known = connection.socket();
        if known.is_current() {
            return Some(known);
        }

        let mut sockets = self.shared.descriptors.sockets();
        let found = sockets.find(|socket| socket.cookie == known.cookie)?;
        connection.state().socket = found;
        Some(found)
    }
}
