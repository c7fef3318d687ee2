//! One connection as the library's calls, the workers and the supervisor share it, with the requests that wait in it; and
//! the table of all connections.

use super::*;

use super::limits::{ConnectionStats, LimitsCheck};
use super::progress::Progress;

/// Requests of a connection that wait to be answered, at most.
const MAX_WAITING: u32 = 16;

/// One connection, from when the library has accepted it until its socket is closed.
pub struct Connection {
    /// That of its socket, which has two numbers, one to be written and one to be read. Either may be closed first.
    pub cookie: u64,
    pub reader: RawFd,
    /// The listening socket of the server that has accepted it.
    pub listening: SocketId,
    pub since: Instant,
    state: Mutex<ConnectionState>,
}

/// The state of a connection. No other lock is taken while it is held.
pub struct ConnectionState {
    /// The number that is written; that of a duplicate once the last answer is sent.
    pub writer: RawFd,
    pub stats: ConnectionStats,
    pub check: LimitsCheck,
    /// Since when the server has had no more to do with it, and waits for it to close.
    pub ended: Option<Instant>,
    /// Bytes that all queued requests need.
    pub memory: usize,
    /// Pipelined requests: one is answered at a time, the others wait in order. Without the queue a client that asks often
    /// and never reads would hold a worker for every request.
    queue: VecDeque<QueuedRequest>,
    progress: Progress,
}

struct QueuedRequest {
    request: Request,
    /// Bytes that it needs.
    memory: usize,
}

impl ConnectionState {
    /// Queues a request that needs this much memory; true if it is to be answered now.
    pub fn push(&mut self, request: Request, memory: usize) -> bool {
        self.memory += memory;
        self.queue.push_back(QueuedRequest { request, memory });
        !std::mem::replace(&mut self.stats.answering, true)
    }

    /// An answer is done. True when a request waits, which is then to be taken with [`ConnectionState::pop`].
    pub fn advance(&mut self) -> bool {
        self.stats.answering = !self.queue.is_empty();
        self.stats.answering
    }

    /// Takes the next request to be answered.
    pub fn pop(&mut self) -> Option<Request> {
        let next = self.queue.pop_front();
        self.stats.answering = next.is_some();
        let QueuedRequest { request, memory } = next?;
        self.memory -= memory;
        self.note_taken();
        Some(request)
    }

    /// Notes that a request waits no longer.
    pub fn note_taken(&mut self) {
        self.stats.waiting = self.stats.waiting.saturating_sub(1);
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
    pub fn new(writer: SocketId, reader: RawFd, listening: SocketId) -> Self {
        let since = Instant::now();
        let state = ConnectionState {
            writer: writer.number,
            stats: ConnectionStats::default(),
            check: LimitsCheck::new(since),
            ended: None,
            memory: 0,
            queue: VecDeque::new(),
            progress: Progress::default(),
        };
        Connection {
            cookie: writer.cookie,
            reader,
            listening,
            since,
            state: Mutex::new(state),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, ConnectionState> {
        lock(&self.state)
    }

    /// Notes bytes that have come. Returns the limit that is exceeded with them, if one is.
    pub fn receive(&self, bytes: &mut [u8]) -> Option<Reason> {
        let mut state = self.state();
        let Some(requests) = state.progress.follow(bytes) else {
            return Some(Reason::HeaderLimit);
        };

        state.stats.waiting += requests;
        let is_exceeded = requests > 0 && state.stats.waiting > MAX_WAITING;
        is_exceeded.then_some(Reason::Pipeline)
    }

    /// Its socket, by a number that is open; `None` once it is closed.
    pub fn socket(&self) -> Option<SocketId> {
        for number in [self.state().writer, self.reader] {
            let socket = SocketId {
                number,
                cookie: self.cookie,
            };
            if socket.is_current() {
                return Some(socket);
            }
        }

        None
    }

    /// From now on no further request is answered.
    pub fn close(&self) {
        self.state().stats.closing = true;
    }

    /// Ends the connection for a reason, which is counted if it is the first one; true then. An idle one still answers a
    /// request that has just arrived.
    pub fn end(&self, reason: Reason, counters: &Counters) -> bool {
        let mut state = self.state();
        let is_first = state.ended.is_none();
        let is_news = is_first && !state.stats.closing;
        state.ended.get_or_insert_with(Instant::now);
        state.stats.closing |= reason != Reason::Idle;
        drop(state);
        if is_news {
            lock(counters).count_disconnection(reason);
        }

        is_first
    }

    /// Ends its socket: nothing more is read from it or written to it.
    pub fn shut(&self) {
        self.close();
        if let Some(socket) = self.socket() {
            socket.shut(Shutdown::Both);
        }
    }
}

/// All connections, by the cookies of their sockets.
#[derive(Default)]
pub struct ConnectionTable(Mutex<HashMap<u64, Arc<Connection>>>);

impl ConnectionTable {
    pub fn add(&self, connection: &Arc<Connection>) {
        lock(&self.0).insert(connection.cookie, Arc::clone(connection));
    }

    pub fn find(&self, cookie: u64) -> Option<Arc<Connection>> {
        lock(&self.0).get(&cookie).cloned()
    }

    pub fn all(&self) -> Vec<Arc<Connection>> {
        lock(&self.0).values().cloned().collect()
    }

    pub fn forget(&self, connection: &Connection) {
        lock(&self.0).remove(&connection.cookie);
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
        let nowhere = SocketId {
            number: 0,
            cookie: 0,
        };
        let connection = Connection::new(nowhere, 0, nowhere);
        let mut state = connection.state();
        assert!(state.push(request("/1"), 10) && is(state.pop(), "/1"));
        assert!(!state.push(request("/2"), 10) && !state.push(request("/3"), 5));
        assert_eq!((state.memory, state.advance()), (15, true));
        assert!(is(state.pop(), "/2") && state.memory == 5);
        assert!(state.advance() && is(state.pop(), "/3") && !state.advance());
        assert!(!state.stats.answering && state.memory == 0);
        assert!(state.push(request("/4"), 1));
    }
}
