//! One connection as workers and supervisor share it, the requests that wait in it, and the table of all connections of an
//! endpoint.

use super::*;

/// One connection, from its first sight (by the supervisor) or its first request (by a worker).
pub struct Connection {
    pub peer: SocketAddr,
    state: Mutex<ConnectionState>,
}

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
    pub queue: RequestQueue<Request>,
}

/// The work of the workers on a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStats {
    /// Requests that tiny_http has delivered.
    pub requests: u64,
    /// Their bytes on the wire: exact but for unusual white space.
    pub parsed_bytes: u64,
    /// Bytes of all responses that were begun.
    pub response_bytes: u64,
    pub answering: bool,
    /// The number of the snapshot from which a body is being written.
    pub snapshot: Option<u64>,
    /// The server has announced the end, and waits for the client alone. No further request is answered.
    pub closing: bool,
}

impl ConnectionState {
    /// Notes a response of so many bytes, as far as that is known, and returns how many there were before it.
    pub fn begin_response(&mut self, length: usize, snapshot: Option<u64>) -> u64 {
        let before = self.stats.response_bytes;
        self.stats.response_bytes += length as u64;
        self.stats.snapshot = snapshot;
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
        Connection { peer, state: Mutex::default() }
    }

    pub fn state(&self) -> MutexGuard<'_, ConnectionState> {
        lock(&self.state)
    }

    pub fn socket(&self) -> Option<SocketId> {
        self.state().socket
    }

    pub fn is_closing(&self) -> bool {
        self.state().stats.closing
    }

    /// From now on no further request is answered. True the first time.
    pub fn close(&self) -> bool {
        !std::mem::replace(&mut self.state().stats.closing, true)
    }

    pub fn stats(&self) -> ConnectionStats {
        let state = self.state();
        ConnectionStats { answering: state.queue.is_answering(), ..state.stats }
    }
}

/// The pipelined requests of one connection: one is answered at a time, the others wait in order. Without it a client
/// that asks often and never reads would hold a worker for every request.
#[derive(Debug)]
pub struct RequestQueue<T> {
    answering: bool,
    waiting: VecDeque<(usize, T)>,
    memory: usize,
}

impl<T> Default for RequestQueue<T> {
    fn default() -> Self {
        RequestQueue { answering: false, waiting: VecDeque::new(), memory: 0 }
    }
}

impl<T> RequestQueue<T> {
    /// Returns the request if it is its turn at once; otherwise it waits, and needs this much memory.
    pub fn push(&mut self, request: T, memory: usize) -> Option<T> {
        if !self.answering {
            self.answering = true;
            return Some(request);
        }
        self.memory += memory;
        self.waiting.push_back((memory, request));
        None
    }

    /// An answer is done. True when a request waits, which is then to be taken with [`RequestQueue::pop`].
    pub fn advance(&mut self) -> bool {
        self.answering = !self.waiting.is_empty();
        self.answering
    }

    pub fn pop(&mut self) -> Option<T> {
        let next = self.waiting.pop_front();
        self.answering = next.is_some();
        next.map(|(memory, request)| {
            self.memory -= memory;
            request
        })
    }

    pub fn is_answering(&self) -> bool {
        self.answering
    }

    /// Bytes that all waiting requests need.
    pub fn memory(&self) -> usize {
        self.memory
    }
}

/// The connections of one endpoint, by the client's address, for all of its servers and the supervisor.
#[derive(Default)]
pub struct ConnectionTable(Mutex<HashMap<SocketAddr, Arc<Connection>>>);

impl ConnectionTable {
    /// The connection of this client, new if it was not known.
    pub fn connection(&self, peer: SocketAddr) -> Arc<Connection> {
        Arc::clone(lock(&self.0).entry(peer).or_insert_with(|| Arc::new(Connection::new(peer))))
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
            state.socket.is_some_and(&is_open) || state.sweep >= sweep || state.queue.is_answering()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_one_by_one_and_in_order() {
        let mut queue = RequestQueue::default();
        assert_eq!(queue.push(1, 10), Some(1));
        assert_eq!((queue.push(2, 10), queue.push(3, 5)), (None, None));
        assert_eq!((queue.memory(), queue.advance()), (15, true));
        assert_eq!((queue.pop(), queue.memory()), (Some(2), 5));
        assert_eq!((queue.advance(), queue.pop(), queue.advance()), (true, Some(3), false));
        assert!(!queue.is_answering());
        assert_eq!(queue.push(4, 1), Some(4));
    }
}
