//! One tiny_http server, and the requests of the connections that it has accepted.
//!
//! When its accepting thread has ended (out of descriptors), the supervisor starts another one on the same socket; this
//! one is *retired*: it goes on with its connections, telling each to close, until none is left.

use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::net::{Shutdown, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use socket2::Socket;
use tiny_http::Request;

use super::connection::Connection;
use super::limits::Limits;
use super::table::ConnectionTable;
use super::tiny;
use super::worker_pool::WorkerPool;
use crate::server::counters::{Counters, Reason};
use crate::server::heartbeat::Heartbeat;
use crate::server::net::Peers;
use crate::server::snapshot::Current;
use crate::server::system::sockets;

/// What all parts of the server share.
pub struct Shared {
    /// What clients may hold.
    pub limits: Limits,
    /// What was done so far.
    pub counters: Counters,
    /// What is served.
    pub current: Current,
    /// The sign of life of the main loop.
    pub heartbeat: Heartbeat,
    /// How many sweeps the supervisor has made.
    pub sweeps: AtomicU64,
    /// Bytes of memory of all requests that wait in queues.
    pub waiting: AtomicU64,
}

/// Bytes that one waiting request costs beyond those of its head: tiny_http's channels, mostly.
const COST: usize = 4 * 1024;
/// Bytes that may wait in one queue.
const QUEUE_LIMIT: usize = 4 << 20;
/// When this many bytes wait in all queues together, only [`FAIR_SHARE`] may wait in each.
const ALL_QUEUES_LIMIT: u64 = 32 << 20;
const FAIR_SHARE: usize = 128 << 10;
/// How much later than by the next sweep a connection is seen, at most.
const DOUBT: Duration = Duration::from_secs(1);

/// A tiny_http server with its workers.
pub struct Dispatcher {
    /// Which one it is; 0 is none.
    pub number: u64,
    /// Never dropped: its drop connects to the address.
    pub tiny: ManuallyDrop<tiny_http::Server>,
    /// What it shares with the others.
    pub shared: Arc<Shared>,
    /// The connections of its endpoint.
    pub table: Arc<ConnectionTable>,
    /// Who answers.
    pub pool: WorkerPool,
    /// Held while a request is received and put in its queue.
    pub receiving: Mutex<()>,
    /// The clients that may connect, where these are not all.
    peers: Option<Peers>,
    retired: OnceLock<Instant>,
    /// Connections whose answer is done and whose next request waits.
    ready: Mutex<VecDeque<Arc<Connection>>>,
}

impl Dispatcher {
    /// One without workers.
    pub fn new(
        tiny: tiny_http::Server,
        shared: Arc<Shared>,
        table: Arc<ConnectionTable>,
        peers: Option<Peers>,
    ) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        Dispatcher {
            number: NUMBERS.fetch_add(1, Relaxed),
            tiny: ManuallyDrop::new(tiny),
            shared,
            table,
            pool: WorkerPool::default(),
            receiving: Mutex::default(),
            peers,
            retired: OnceLock::new(),
            ready: Mutex::default(),
        }
    }

    /// From now on every answer closes its connection.
    pub fn retire(&self) {
        let _ = self.retired.set(Instant::now());
    }

    /// Whether every answer closes its connection.
    pub fn is_retired(&self) -> bool {
        self.retired.get().is_some()
    }

    /// Whether this server, which accepts nothing any more, may be the one that reads this connection, first seen
    /// then. Of one that has not asked for anything nobody knows who has accepted it; and one that was accepted last
    /// may be seen after that was noticed.
    pub fn may_have(&self, connection: &Connection, since: Instant) -> bool {
        match connection.dispatcher() {
            Some(number) => number == self.number,
            None => self.retired.get().is_some_and(|&retired| since <= retired + DOUBT),
        }
    }

    /// A request has come: gives it back with its connection when it is to be answered now.
    pub fn admit(&self, request: Request) -> Option<(Arc<Connection>, Request)> {
        let Some(&peer) = request.remote_addr() else {
            tiny::discard(request);
            return None;
        };
        let connection = self.connection(peer);
        if connection.is_closing() {
            connection.seen(self.shared.sweeps.load(Relaxed));
            tiny::discard(request);
            return None;
        }
        let (head, body) = tiny::size(&request);
        connection.arrived(head + body, self.number, self.shared.sweeps.load(Relaxed));
        if self.peers.as_ref().is_some_and(|peers| !peers.contains(peer)) {
            self.shut(&connection);
        }
        if connection.is_closing() {
            tiny::discard(request);
            return None;
        }
        let request = {
            let mut queue = connection.queue();
            let waited = queue.cost();
            let request = queue.enter(request, COST + 3 * head);
            self.shared.waiting.fetch_add((queue.cost() - waited) as u64, Relaxed);
            let crowded = self.shared.waiting.load(Relaxed) > ALL_QUEUES_LIMIT;
            let too_long = queue.cost() > if crowded { FAIR_SHARE } else { QUEUE_LIMIT };
            if request.is_none() && too_long {
                drop(queue);
                self.disconnect(&connection, Reason::Pipeline);
            }
            request
        };
        request.map(|request| (connection, request))
    }

    /// The connection that a request of this client belongs to. One that is closing may have gone, and the client may
    /// have come again from the same address, before the next sweep. Looked for once a sweep: of a connection that has
    /// pipelined thousands of requests as many are discarded.
    fn connection(&self, peer: SocketAddr) -> Arc<Connection> {
        let known = self.table.connection(peer);
        if !known.is_closing() || !known.may_look(self.shared.sweeps.load(Relaxed)) {
            return known;
        }
        let next = Connection::new(peer);
        let is_other =
            |&(_, cookie): &(i32, u64)| known.socket().is_none_or(|(_, closing)| closing != cookie);
        match self.find(&next).filter(is_other) {
            Some(_) => self.table.replace(next),
            None => known,
        }
    }

    /// The answer to a request is done: the next one of its queue, if there is one, may be answered.
    pub fn done(&self, connection: Arc<Connection>) {
        let goes_on = connection.queue().go_on();
        if goes_on {
            self.ready().push_back(connection);
        }
    }

    /// The next request that has waited in a queue.
    pub fn next_in_queue(&self) -> Option<(Arc<Connection>, Request)> {
        loop {
            let connection = self.ready().pop_front()?;
            let next = {
                let mut queue = connection.queue();
                let waited = queue.cost();
                let next = queue.next();
                self.shared.waiting.fetch_sub((waited - queue.cost()) as u64, Relaxed);
                next
            };
            match next {
                Some(request) if connection.is_closing() => {
                    tiny::discard(request);
                    self.ready().push_front(connection);
                }
                Some(request) => return Some((connection, request)),
                None => {}
            }
        }
    }

    fn ready(&self) -> MutexGuard<'_, VecDeque<Arc<Connection>>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a connection for a reason that is counted, once.
    pub fn disconnect(&self, connection: &Connection, reason: Reason) {
        if connection.close() {
            self.shared.counters.disconnected(reason);
        }
        let socket = connection.socket().or_else(|| self.find(connection));
        match (socket, reason) {
            // Thousands of requests may lie in the kernel, and more would come.
            (Some((number, cookie)), Reason::Pipeline) => sockets::reset(number, cookie),
            (Some((number, cookie)), _) => sockets::shut(number, cookie, Shutdown::Both),
            (None, _) => {}
        }
    }

    /// Ends a connection: nothing more is read from it or written to it.
    pub fn shut(&self, connection: &Connection) {
        connection.close();
        if let Some((number, cookie)) = connection.socket().or_else(|| self.find(connection)) {
            sockets::shut(number, cookie, Shutdown::Both);
        }
    }

    /// A handle of our own on the socket of a connection whose request is being answered.
    pub fn socket(&self, connection: &Connection) -> io::Result<Socket> {
        let known = connection.socket().and_then(|(number, cookie)| sockets::duplicate(number, cookie).ok());
        match known {
            Some(socket) => Ok(socket),
            // Not seen by the supervisor yet, or of an earlier connection from the same address.
            None => {
                let (number, cookie) = self.find(connection).ok_or(io::ErrorKind::NotFound)?;
                sockets::duplicate(number, cookie)
            }
        }
    }

    /// Looks for the socket that is connected to the client: its number and cookie.
    fn find(&self, connection: &Connection) -> Option<(i32, u64)> {
        let port = self.tiny.server_addr().to_ip()?.port();
        let is_it = |number: i32| {
            sockets::look(number, |socket| {
                let name =
                    |address: io::Result<socket2::SockAddr>| address.ok().and_then(|name| name.as_socket());
                let local = name(socket.local_addr()).is_some_and(|local| local.port() == port);
                local && name(socket.peer_addr()) == Some(connection.peer)
            })
        };
        let (number, cookie) = sockets::open().find(|&(number, _)| is_it(number))?;
        connection.found(number, cookie);
        Some((number, cookie))
    }
}
