//! What workers and guard tell each other about one client's connection.

use std::net::SocketAddr;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tiny_http::Request;

use crate::server::line::Line;

/// One connection, from its first sight (by the guard) or its first request (by a worker).
#[derive(Default)]
pub struct Connection {
    /// The client; `None` on a Unix socket, whose clients have no address.
    pub peer: Option<SocketAddr>,
    delivered: AtomicU64,
    wire: AtomicU64,
    planned: AtomicU64,
    leaving: AtomicBool,
    number: AtomicI32,
    cookie: AtomicU64,
    sweep: AtomicU64,
    front: AtomicU64,
    line: Mutex<Line<Request>>,
}

/// What the workers have done with a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Requests that tiny_http has delivered.
    pub delivered: u64,
    /// About how many bytes those were on the wire: exact but for unusual white space.
    pub wire: u64,
    /// Bytes of all responses that were begun.
    pub planned: u64,
    /// A response is being written.
    pub answering: bool,
    /// The server has said that it closes; only the client is still to be waited for.
    pub leaving: bool,
}

impl Connection {
    pub fn new(peer: Option<SocketAddr>) -> Self {
        Connection { peer, ..Connection::default() }
    }

    /// A request has come to this front, of about this many bytes, while this sweep was the latest.
    pub fn arrived(&self, wire: usize, front: u64, sweep: u64) {
        self.wire.fetch_add(wire as u64, Relaxed);
        self.delivered.fetch_add(1, Relaxed);
        self.front.store(front, Relaxed);
        self.sweep.store(sweep, Relaxed);
    }

    /// A response of this many bytes is begun.
    pub fn planned(&self, bytes: usize) {
        self.planned.fetch_add(bytes as u64, Relaxed);
    }

    /// No further request of this connection is answered. True the first time.
    pub fn leave(&self) -> bool {
        !self.leaving.swap(true, Relaxed)
    }

    pub fn is_leaving(&self) -> bool {
        self.leaving.load(Relaxed)
    }

    /// The sweep after which the latest request came.
    pub fn sweep(&self) -> u64 {
        self.sweep.load(Relaxed)
    }

    /// The number of the front that has accepted it, once a request has come.
    pub fn front(&self) -> Option<u64> {
        Some(self.front.load(Relaxed)).filter(|&number| number > 0)
    }

    /// The guard has found the socket.
    pub fn found(&self, number: RawFd, cookie: u64) {
        self.number.store(number, Relaxed);
        self.cookie.store(cookie, Relaxed);
    }

    /// The socket's number and cookie, once the guard has found it.
    pub fn socket(&self) -> Option<(RawFd, u64)> {
        match self.cookie.load(Relaxed) {
            0 => None,
            cookie => Some((self.number.load(Relaxed), cookie)),
        }
    }

    pub fn line(&self) -> MutexGuard<'_, Line<Request>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn told(&self) -> Told {
        Told {
            delivered: self.delivered.load(Relaxed),
            wire: self.wire.load(Relaxed),
            planned: self.planned.load(Relaxed),
            answering: self.line().is_answering(),
            leaving: self.is_leaving(),
        }
    }
}
