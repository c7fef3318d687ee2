//! One connection as workers and supervisor share it, with the requests that wait in it, and the table of all connections
//! of an endpoint.

use super::*;

use std::sync::atomic::AtomicU32;

/// One connection, from when the library has accepted it.
pub struct Connection {
    /// Requests that have come whole, and that nobody has begun to answer. More are counted than come where the library itself
    /// refuses one, and ends the connection.
    pub waiting: Arc<AtomicU32>,
    state: Mutex<ConnectionState>,
}

/// The state of a connection, for workers and supervisor.
pub struct ConnectionState {
    pub stats: ConnectionStats,
    /// Its socket, by a number that was open when it was last looked at.
    pub socket: SocketId,
    /// The listening socket of the server that has accepted it, once a request has come.
    pub listening: Option<SocketId>,
    /// Pipelined requests, each with the memory that it needs: one is answered at a time, the others wait in order. Without
    /// the queue a client that asks often and never reads would hold a worker for every request.
    waiting: VecDeque<(usize, Request)>,
    /// Bytes that all waiting requests need.
    pub memory: usize,
}

/// The work of the workers on a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStats {
    /// Requests that tiny_http has delivered.
    pub requests: u64,
    /// Their bytes on the wire: exact except for unusual white space.
    pub parsed_bytes: u64,
    /// Bytes of all responses that were begun.
    pub response_bytes: u64,
    pub answering: bool,
    /// The latest response is packed while it is sent.
    pub packs: bool,
    /// The number of the snapshot from which a body is being written.
    pub snapshot: Option<u64>,
    /// The server has announced the end, and waits for the client alone. No further request is answered.
    pub closing: bool,
}

impl ConnectionState {
    fn new(socket: SocketId) -> Self {
        ConnectionState {
            stats: ConnectionStats::default(),
            socket,
            listening: None,
            waiting: VecDeque::new(),
            memory: 0,
        }
    }

    /// Returns the request if it is its turn at once; otherwise it waits, and needs this much memory.
    pub fn push(&mut self, request: Request, memory: usize) -> Option<Request> {
        if !std::mem::replace(&mut self.stats.answering, true) {
            return Some(request);
        }

        self.memory += memory;
        self.waiting.push_back((memory, request));
        None
    }

    /// An answer is done. True when a request waits, which is then to be taken with [`ConnectionState::pop`].
    pub fn advance(&mut self) -> bool {
        self.stats.answering = !self.waiting.is_empty();
        self.stats.answering
    }

    pub fn pop(&mut self) -> Option<Request> {
        let next = self.waiting.pop_front();
        self.stats.answering = next.is_some();
        next.map(|(memory, request)| {
            self.memory -= memory;
            request
        })
    }

    /// Notes a response of so many bytes, as far as that is known, and returns how many there were before it.
    pub fn begin_response(&mut self, length: usize, response: &Response) -> u64 {
        let before = self.stats.response_bytes;
        self.stats.response_bytes += length as u64;
        self.stats.snapshot = response.snapshot();
        self.stats.packs = response.packs();
        before
    }

    /// Notes how many bytes all responses have that were sent.
    pub fn end_response(&mut self, bytes: u64) {
        self.stats.response_bytes = bytes;
        self.stats.snapshot = None;
    }
}

impl Connection {
    pub fn new(socket: SocketId) -> Self {
        Connection {
            waiting: Arc::default(),
            state: Mutex::new(ConnectionState::new(socket)),
        }
    }

    /// Notes that a request waits no longer.
    pub fn note_taken(&self) {
        let _ = self
            .waiting
            .fetch_update(Relaxed, Relaxed, |count| count.checked_sub(1));
    }

    /// It is the server that is late: a request has come that nobody has begun to answer.
    pub fn waits_for_server(&self) -> bool {
        self.waiting.load(Relaxed) > 0 || self.socket().unread() > 0
    }

    pub fn state(&self) -> MutexGuard<'_, ConnectionState> {
        lock(&self.state)
    }

    pub fn socket(&self) -> SocketId {
        self.state().socket
    }

    /// From now on no further request is answered. True the first time.
    pub fn close(&self) -> bool {
        !std::mem::replace(&mut self.state().stats.closing, true)
    }

    pub fn stats(&self) -> ConnectionStats {
        self.state().stats
    }
}

/// All connections, by the cookies of their sockets.
#[derive(Default)]
pub struct ConnectionTable(Mutex<HashMap<u64, Arc<Connection>>>);

impl ConnectionTable {
    /// The connection with this socket, new if it was not known.
    pub fn connection(&self, socket: SocketId) -> Arc<Connection> {
        let mut connections = lock(&self.0);
        let known = connections.entry(socket.cookie);
        Arc::clone(known.or_insert_with(|| Arc::new(Connection::new(socket))))
    }

    /// Forgets connections that are no longer open: those of which neither a number is open nor, since their requests hold
    /// the socket, a request is left. True if there were any.
    pub fn forget(&self, is_open: impl Fn(SocketId) -> bool) -> bool {
        let mut connections = lock(&self.0);
        let before = connections.len();
        connections.retain(|_, connection| {
            let state = connection.state();
            state.stats.answering || is_open(state.socket)
        });
        connections.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_one_by_one_and_in_order() {
        let request = |path| Request::from(tiny_http::TestRequest::new().with_path(path));
        let path = |request: Option<Request>| request.map(|request| request.url().to_owned());
        let is = |request, expected: &str| path(request).as_deref() == Some(expected);
        let mut state = ConnectionState::new(SocketId {
            number: 0,
            cookie: 0,
        });
        assert!(is(state.push(request("/1"), 10), "/1"));
        assert!(state.push(request("/2"), 10).is_none() && state.push(request("/3"), 5).is_none());
        assert_eq!((state.memory, state.advance()), (15, true));
        assert!(is(state.pop(), "/2") && state.memory == 5);
        assert!(state.advance() && is(state.pop(), "/3") && !state.advance());
        assert!(!state.stats.answering);
        assert!(is(state.push(request("/4"), 1), "/4"));
    }
}
