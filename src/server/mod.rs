//! The HTTP server: answers every request with pages that were written beforehand, and lets no client hang it.
//!
//! Knows paths and bytes, and nothing of their meaning. Three parts: `http` decides on the answer, without a socket; `tiny`
//! has the connections, from accept to close, around tiny_http; `control` and `notify` are the ways to commands and to the
//! service manager.
//!
//! The way of a request: tiny_http accepts it and reads its head → `tiny/workers` take it (`tiny/dispatcher`: of which
//! connection is it, and is it its turn) → `http/respond` writes the head of the answer and names the body, from the
//! current `snapshot` → `tiny/response_writer` writes both.

pub mod control;
mod control_socket;
pub mod health;
pub mod http;
mod net;
mod notify;
mod outgoing;
mod snapshot;
mod system;
mod tiny;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::ops::Range;
use std::os::fd::{AsRawFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use socket2::{Domain, SockAddr, SockRef, Socket, Type};

use crate::messages::{self as msg, Message};
use crate::model::Lang;
use crate::site::{Body, Form, Page, Written};
use health::{Counters, now, unix_seconds};
use http::{Plan, RequestHead, Response, ResponseContext, Scope, Turn};
use net::loopback_of;
use outgoing::Outgoing;
use tiny::Serving;

pub use control_socket::{ControlSocket, Request};
pub use health::{Counts, Heartbeat, Reason, library_panics, lock};
pub use http::Gate;
pub use net::{Addresses, ProbeTarget, get, listen_address};
pub use notify::Notifier;
pub use outgoing::Compressors;
pub use snapshot::{Current, Live, Served};

pub use system::{clock_is_synchronised, give_back_memory, give_way, limit_arenas};
pub use tiny::Limits;

/// A server that runs, and the snapshot that it answers from.
pub struct Server {
    answering: Arc<Answering>,
    /// The number of the snapshot.
    newest: Arc<AtomicU64>,
    pub serving: Serving,
}

impl Server {
    /// Listens on the sockets that the service manager hands over, or else on those of `listen`, and serves. `/healthz`
    /// answers 503 while `heartbeat`, the main loop's, is silent. With a gate, a client that it does not admit sees
    /// nothing.
    pub fn start(
        listen: &Addresses,
        limits: Limits,
        served: Arc<Served>,
        heartbeat: Heartbeat,
        gate: Option<Gate>,
    ) -> Result<Self, Message> {
        heartbeat.beat();
        let answering = Arc::new(Answering {
            current: Mutex::new(Current::new(served)),
            counters: Arc::default(),
            heartbeat,
            gate,
            turns: Turns::new(),
            compressors: Compressors::default(),
        });
        let handler = Arc::clone(&answering);
        let handler: tiny::Handler = Box::new(move |request, scope, connection, buffer| {
            handler.answer(request, scope, connection, buffer)
        });

        let newest = Arc::default();
        Ok(Server {
            serving: tiny::serve(listen, limits, &answering.counters, handler, &newest)?,
            answering,
            newest,
        })
    }

    /// Returns true if nobody was connected at the last look.
    pub fn is_idle(&self) -> bool {
        lock(&self.answering.counters).connections == 0
    }

    /// Puts another snapshot in place of the present one, at once and whole. Answers under way keep theirs, as long as it
    /// is one of the two before.
    pub fn publish(&self, served: Arc<Served>) {
        let mut current = lock(&self.answering.current);
        let former = current.replace(served);
        self.newest.store(current.number, Relaxed);
        drop(current);
        drop(former);
    }
}

/// Everything that requests are answered with.
struct Answering {
    current: Mutex<Current>,
    counters: Arc<Counters>,
    heartbeat: Heartbeat,
    gate: Option<Gate>,
    turns: Turns,
    compressors: Compressors,
}

impl Answering {
    /// Writes the head of the answer, and names its body; waits for a turn first where that takes long.
    fn answer(
        &self,
        request: &RequestHead<'_>,
        scope: Scope,
        connection: Option<&'static str>,
        buffer: &mut Vec<u8>,
    ) -> Response {
        let mut context = ResponseContext {
            turn: Turn::Unasked,
            now: now(),
            is_silent: self.heartbeat.is_silent(),
            scope,
            connection,
            counters: &self.counters,
            compressors: &self.compressors,
            gate: self.gate.as_ref(),
        };
        let current = lock(&self.current).clone();
        if let Plan::Respond(response) = http::plan(request, &current, &context, buffer) {
            return response;
        }

        let granted = self.turns.wait();
        context.turn = match granted {
            Some(_) => Turn::Granted,
            None => Turn::Refused,
        };

        // The snapshot of the instant at which the turn is there.
        let current = lock(&self.current).clone();
        match http::plan(request, &current, &context, buffer) {
            Plan::Respond(response) => response,
            Plan::Wait => Response::default(),
        }
    }
}

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Limits how many long bodies are written for their hash at a time, so that a processor is left to others. Who has waited
/// longest comes next, even if others ask meanwhile.
struct Turns {
    queue: Mutex<TurnQueue>,
    changed: Condvar,
}

struct TurnQueue {
    free: usize,
    /// The number that was given out last.
    number: u64,
    /// The numbers of those who wait, in the order of their coming.
    waiting: VecDeque<u64>,
}

/// Held while a body is written for its hash and its length.
struct GrantedTurn<'a>(&'a Turns);

impl Turns {
    fn new() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Turns::with((processors - 1).max(1))
    }

    fn with(free: usize) -> Self {
        let queue = TurnQueue {
            free,
            number: 0,
            waiting: VecDeque::new(),
        };
        Turns {
            queue: Mutex::new(queue),
            changed: Condvar::new(),
        }
    }

    /// `None` where none was free for too long.
    fn wait(&self) -> Option<GrantedTurn<'_>> {
        let mut queue = lock(&self.queue);
        queue.number += 1;
        let number = queue.number;
        queue.waiting.push_back(number);
        let waited = self
            .changed
            .wait_timeout_while(queue, PATIENCE, |queue| !queue.is_next(number));
        let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);

        let is_granted = queue.is_next(number);
        queue.waiting.retain(|other| *other != number);
        queue.free -= usize::from(is_granted);
        self.changed.notify_all();
        is_granted.then(|| GrantedTurn(self))
    }
}

impl TurnQueue {
    fn is_next(&self, number: u64) -> bool {
        self.free > 0 && self.waiting.front() == Some(&number)
    }
}

impl Drop for GrantedTurn<'_> {
    fn drop(&mut self) {
        lock(&self.0.queue).free += 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who asks at the moment at which a turn is given back comes behind those who wait.
    #[test]
    fn a_turn_that_is_given_back_goes_to_who_has_waited_longest() {
        let turns = Turns::with(1);
        let order = Mutex::new(Vec::new());
        let take = |number: usize| {
            let granted = turns.wait();
            assert!(granted.is_some());
            lock(&order).push(number);
        };
        let first = turns.wait().unwrap();
        thread::scope(|scope| {
            for number in 1..=3 {
                scope.spawn(move || take(number));
                while lock(&turns.queue).waiting.len() < number {
                    thread::yield_now();
                }
            }

            drop(first);
            take(4);
        });
        assert_eq!(*lock(&order), [1, 2, 3, 4]);
        assert_eq!(lock(&turns.queue).free, 1);
    }
}
