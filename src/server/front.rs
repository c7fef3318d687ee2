//! One tiny_http server, and the requests of the connections that it has accepted.
//!
//! When its accepting thread has died (out of descriptors), the guard starts another one on the same socket; this
//! one is *retired*: it goes on with its connections, telling each to close, until none is left.

use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::net::Shutdown;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use socket2::Socket;
use tiny_http::Request;

use crate::server::bounds::Bounds;
use crate::server::clients::Clients;
use crate::server::connection::Connection;
use crate::server::counters::{Counters, Reason};
use crate::server::current::Current;
use crate::server::heartbeat::Heartbeat;
use crate::server::incoming;
use crate::server::system::{announced, sockets};
use crate::server::worker::Crew;

/// What all parts of the server share.
pub struct Shared {
    pub bounds: Bounds,
    pub counters: Counters,
    pub current: Current,
    /// The sign of life of the main loop.
    pub heartbeat: Heartbeat,
    /// How many sweeps the guard has made.
    pub sweeps: AtomicU64,
    /// Memory of all requests that wait in lines.
    pub waiting: AtomicU64,
}

/// What one waiting request costs beyond the bytes of its head: tiny_http's channels, mostly.
const COST: usize = 4 * 1024;
/// So much may wait in one line.
const LINE_LIMIT: usize = 4 << 20;
/// When so much waits in all lines together, only this much may wait in each.
const ALL_LINES_LIMIT: u64 = 32 << 20;
const FAIR_SHARE: usize = 128 << 10;
/// How much later than by the next sweep a connection is seen, at most.
const DOUBT: Duration = Duration::from_secs(1);

/// A tiny_http server with its workers.
pub struct Front {
    /// Never nought.
    pub number: u64,
    /// Never dropped: its drop connects to the address, and removes the path of a Unix socket.
    pub tiny: ManuallyDrop<tiny_http::Server>,
    pub shared: Arc<Shared>,
    pub clients: Arc<Clients>,
    pub crew: Crew,
    /// Held while a request is received and put in its line.
    pub receiving: Mutex<()>,
    retired: OnceLock<Instant>,
    /// Connections whose answer is done and whose next request waits.
    ready: Mutex<VecDeque<Arc<Connection>>>,
}

impl Front {
    pub fn new(tiny: tiny_http::Server, shared: Arc<Shared>, clients: Arc<Clients>) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        Front {
            number: NUMBERS.fetch_add(1, Relaxed),
            tiny: ManuallyDrop::new(tiny),
            shared,
            clients,
            crew: Crew::default(),
            receiving: Mutex::default(),
            retired: OnceLock::new(),
            ready: Mutex::default(),
        }
    }

    /// From now on every answer closes its connection.
    pub fn retire(&self) {
        let _ = self.retired.set(Instant::now());
    }

    pub fn is_retired(&self) -> bool {
        self.retired.get().is_some()
    }

    /// Whether this server, which accepts nothing any more, may be the one that reads this connection, first seen
    /// then. Of one that has not asked for anything nobody knows who has accepted it; and one that was accepted last
    /// may be seen after that was noticed.
    pub fn may_have(&self, connection: &Connection, since: Instant) -> bool {
        match connection.front() {
            Some(number) => number == self.number,
            None => self.retired.get().is_some_and(|&retired| since <= retired + DOUBT),
        }
    }

    /// A request has come: gives it back with its connection when it is to be answered now.
    pub fn admit(&self, request: Request) -> Option<(Arc<Connection>, Request)> {
        let connection = match request.remote_addr() {
            Some(peer) => self.clients.connection(*peer),
            None => Arc::default(),
        };
        let (head, body) = incoming::size(&request);
        connection.arrived(head + body, self.number, self.shared.sweeps.load(Relaxed));
        if connection.is_leaving() {
            discard(request);
            return None;
        }
        let request = {
            let mut line = connection.line();
            let waited = line.cost();
            let request = line.enter(request, COST + 3 * head);
            self.shared.waiting.fetch_add((line.cost() - waited) as u64, Relaxed);
            let crowded = self.shared.waiting.load(Relaxed) > ALL_LINES_LIMIT;
            let too_long = line.cost() > if crowded { FAIR_SHARE } else { LINE_LIMIT };
            if request.is_none() && too_long {
                drop(line);
                self.disconnect(&connection, Reason::Pipeline);
            }
            request
        };
        request.map(|request| (connection, request))
    }

    /// The answer to a request is done: the next one of its line, if there is one, may be answered.
    pub fn done(&self, connection: Arc<Connection>) {
        let goes_on = connection.line().go_on();
        if goes_on {
            self.ready().push_back(connection);
        }
    }

    /// The next request that has waited in a line.
    pub fn next_in_line(&self) -> Option<(Arc<Connection>, Request)> {
        loop {
            let connection = self.ready().pop_front()?;
            let next = {
                let mut line = connection.line();
                let waited = line.cost();
                let next = line.next();
                self.shared.waiting.fetch_sub((waited - line.cost()) as u64, Relaxed);
                next
            };
            match next {
                Some(request) if connection.is_leaving() => {
                    discard(request);
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
        if connection.leave() {
            self.shared.counters.disconnected(reason);
        }
        self.shut(connection);
    }

    /// Ends a connection: nothing more is read from it or written to it.
    pub fn shut(&self, connection: &Connection) {
        connection.leave();
        if let Some((number, cookie)) = self.find(connection) {
            sockets::shut(number, cookie, Shutdown::Both);
        }
    }

    /// A handle of our own on the connection's socket.
    pub fn socket(&self, connection: &Connection) -> io::Result<Socket> {
        let (number, cookie) = self.find(connection).ok_or(io::ErrorKind::NotFound)?;
        sockets::duplicate(number, cookie)
    }

    /// The number and cookie of the connection's socket: as the guard has found them, or looked for now.
    fn find(&self, connection: &Connection) -> Option<(i32, u64)> {
        let port = self.tiny.server_addr().to_ip()?.port();
        let is_it = |number: i32| {
            sockets::look(number, |socket| {
                let name =
                    |address: io::Result<socket2::SockAddr>| address.ok().and_then(|name| name.as_socket());
                let local = name(socket.local_addr()).is_some_and(|local| local.port() == port);
                local && name(socket.peer_addr()) == connection.peer
            })
        };
        connection.socket().or_else(|| sockets::open().find(|&(number, _)| is_it(number)))
    }
}

/// Leaves a request unanswered. Just dropping it would answer with an error of the library's.
pub fn discard(mut request: Request) {
    if announced::disarm(&mut request) {
        drop(request.into_writer());
    } else {
        std::mem::forget(request);
    }
}
