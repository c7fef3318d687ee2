//! One connection as workers and supervisor share it, with the requests that wait in it, and the table of all connections
//! of an endpoint.

use super::*;

/// One connection, from its first sight (by the supervisor) or its first request (by a worker).
pub struct Connection {
    pub peer: SocketAddr,
    state: Mutex<ConnectionState>,
}

/// The state of a connection, for workers and supervisor.
#[derive(Default)]
pub struct ConnectionState {
    pub stats: ConnectionStats,
    pub socket: Option<SocketId>,
    /// The sweep after which the latest request came.
    pub sweep: u64,
    /// The sweep after which a successor from the same address was last looked for.
    pub lookup: Option<u64>,
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
    pub fn new(peer: SocketAddr) -> Self {
        Connection {
            peer,
            state: Mutex::default(),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, ConnectionState> {
        lock(&self.state)
    }

    pub fn socket(&self) -> Option<SocketId> {
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

/// The connections of one endpoint, by the client's address, for all of its servers and the supervisor.
#[derive(Default)]
pub struct ConnectionTable(Mutex<HashMap<SocketAddr, Arc<Connection>>>);

impl ConnectionTable {
    /// The connection of this client, new if it was not known.
    pub fn connection(&self, peer: SocketAddr) -> Arc<Connection> {
        Arc::clone(
            lock(&self.0)
                .entry(peer)
                .or_insert_with(|| Arc::new(Connection::new(peer))),
        )
    }

    /// Replaces the known connection from an address, which the kernel gives to several after each other.
    pub fn replace(&self, connection: Connection) -> Arc<Connection> {
        let connection = Arc::new(connection);
        lock(&self.0).insert(connection.peer, Arc::clone(&connection));
        connection
    }

    /// Forgets connections that are no longer open, and from which nothing came since this sweep, the latest.
    pub fn forget(&self, sweep: u64, is_open: impl Fn(SocketId) -> bool) {
        lock(&self.0).retain(|_, connection| {
            let state = connection.state();
            state.socket.is_some_and(&is_open) || state.sweep >= sweep || state.stats.answering
        });
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
        let mut state = ConnectionState::default();
        assert!(is(state.push(request("/1"), 10), "/1"));
        assert!(state.push(request("/2"), 10).is_none() && state.push(request("/3"), 5).is_none());
        assert_eq!((state.memory, state.advance()), (15, true));
        assert!(is(state.pop(), "/2") && state.memory == 5);
        assert!(state.advance() && is(state.pop(), "/3") && !state.advance());
        assert!(!state.stats.answering);
        assert!(is(state.push(request("/4"), 1), "/4"));
    }
}
