//! What workers and supervisor tell each other about one connection.

use std::net::SocketAddr;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tiny_http::Request;

use super::request_queue::RequestQueue;

/// One connection, from its first sight (by the supervisor) or its first request (by a worker).
pub struct Connection {
    /// The client.
    pub peer: SocketAddr,
    delivered: AtomicU64,
    wire: AtomicU64,
    planned: AtomicU64,
    closing: AtomicBool,
    number: AtomicI32,
    cookie: AtomicU64,
    sweep: AtomicU64,
    looked: AtomicU64,
    dispatcher: AtomicU64,
    queue: Mutex<RequestQueue<Request>>,
}

/// What the workers have done with a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStats {
    /// Requests that tiny_http has delivered.
    pub delivered: u64,
    /// About how many bytes those were on the wire: exact but for unusual white space.
    pub wire: u64,
    /// Bytes of all responses that were begun.
    pub planned: u64,
    /// A response is being written.
    pub answering: bool,
    /// The server has said that it closes; only the client is still to be waited for.
    pub closing: bool,
}

impl Connection {
    /// A connection of which nothing is known yet but the client.
    pub fn new(peer: SocketAddr) -> Self {
        Connection {
            peer,
            delivered: AtomicU64::default(),
            wire: AtomicU64::default(),
            planned: AtomicU64::default(),
            closing: AtomicBool::default(),
            number: AtomicI32::default(),
            cookie: AtomicU64::default(),
            sweep: AtomicU64::default(),
            looked: AtomicU64::default(),
            dispatcher: AtomicU64::default(),
            queue: Mutex::default(),
        }
    }

    /// A request has come to this dispatcher, of about this many bytes, while this sweep was the latest.
    pub fn arrived(&self, wire: usize, dispatcher: u64, sweep: u64) {
        self.wire.fetch_add(wire as u64, Relaxed);
        self.delivered.fetch_add(1, Relaxed);
        self.dispatcher.store(dispatcher, Relaxed);
        self.sweep.store(sweep, Relaxed);
    }

    /// A request has come that is not answered any more, while this sweep was the latest.
    pub fn seen(&self, sweep: u64) {
        self.sweep.store(sweep, Relaxed);
    }

    /// A response of this many bytes is begun.
    pub fn planned(&self, bytes: usize) {
        self.planned.fetch_add(bytes as u64, Relaxed);
    }

    /// No further request of this connection is answered. True the first time.
    pub fn close(&self) -> bool {
        !self.closing.swap(true, Relaxed)
    }

    /// Whether no further request is answered.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Relaxed)
    }

    /// The sweep after which the latest request came.
    pub fn sweep(&self) -> u64 {
        self.sweep.load(Relaxed)
    }

    /// Whether a successor has not been looked for since this sweep; from now on it has.
    pub fn may_look(&self, sweep: u64) -> bool {
        self.looked.swap(sweep + 1, Relaxed) != sweep + 1
    }

    /// The number of the dispatcher whose server has accepted it, once a request has come.
    pub fn dispatcher(&self) -> Option<u64> {
        Some(self.dispatcher.load(Relaxed)).filter(|&number| number > 0)
    }

    /// Its socket was found.
    pub fn found(&self, number: RawFd, cookie: u64) {
        self.number.store(number, Relaxed);
        self.cookie.store(cookie, Relaxed);
    }

    /// The socket's number and cookie, once it was found.
    pub fn socket(&self) -> Option<(RawFd, u64)> {
        match self.cookie.load(Relaxed) {
            0 => None,
            cookie => Some((self.number.load(Relaxed), cookie)),
        }
    }

    /// Its requests.
    pub fn queue(&self) -> MutexGuard<'_, RequestQueue<Request>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was done with it so far.
    pub fn stats(&self) -> ConnectionStats {
        ConnectionStats {
            delivered: self.delivered.load(Relaxed),
            wire: self.wire.load(Relaxed),
            planned: self.planned.load(Relaxed),
            answering: self.queue().is_answering(),
            closing: self.is_closing(),
        }
    }
}
