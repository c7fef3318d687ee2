//! The parts that all servers of all addresses share.

use super::*;

use std::sync::atomic::AtomicI64;
use std::thread::Thread;

/// Answers a request that came to an address of this scope: writes the head of the response, with a value of `Connection`
/// if one is given.
pub type Handler = Box<
    dyn Fn(&RequestHead<'_>, Scope, Option<&'static str>, &mut Vec<u8>) -> Response + Send + Sync,
>;

pub struct Shared {
    pub limits: Limits,
    pub counters: Arc<Counters>,
    pub handler: Handler,
    /// The number of the snapshot that is served.
    pub newest: Arc<AtomicU64>,
    pub connections: ConnectionTable,
    /// Connections that may be accepted until the next sweep.
    pub room: AtomicI64,
    /// Bytes of all requests that wait in queues.
    pub waiting: AtomicU64,
    /// Sockets of connections that are duplicated for their last answers.
    pub duplicates: AtomicUsize,
    /// Clients that are waited for after their last answers.
    pub lingering: AtomicUsize,
    /// Woken by new connections.
    pub supervisor: OnceLock<Thread>,
}

impl Shared {
    pub fn new(
        limits: Limits,
        counters: &Arc<Counters>,
        handler: Handler,
        newest: &Arc<AtomicU64>,
    ) -> Self {
        Shared {
            limits,
            counters: Arc::clone(counters),
            handler,
            newest: Arc::clone(newest),
            connections: ConnectionTable::default(),
            room: i64::MAX.into(),
            waiting: 0.into(),
            duplicates: 0.into(),
            lingering: 0.into(),
            supervisor: OnceLock::new(),
        }
    }

    pub fn wake_supervisor(&self) {
        if let Some(thread) = self.supervisor.get() {
            thread.unpark();
        }
    }
}
