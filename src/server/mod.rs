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

use rustix::time::{ClockId, clock_gettime};
use socket2::{Domain, SockAddr, SockRef, Socket, Type};

use crate::messages::{self as msg, Message};
use crate::model::Lang;
use crate::site::{Body, Form, Page, Written};
use health::{Counters, now, unix_seconds};
use http::{Plan, RequestHead, Response, ResponseContext, Turn};
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
    current: Arc<Mutex<Current>>,
    /// The number of that snapshot.
    newest: Arc<AtomicU64>,
    counters: Arc<Counters>,
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
        let current = Arc::new(Mutex::new(Current::new(served)));
        let counters = Arc::new(Counters::default());
        let pages = Arc::clone(&current);
        let counts = Arc::clone(&counters);
        let turns = Turns::new();
        let compressors = Compressors::default();
        let handler: tiny::Handler = Box::new(move |request, scope, connection, buffer| {
            let context = ResponseContext {
                now: now(),
                is_silent: heartbeat.is_silent(),
                scope,
                connection,
                counters: &counts,
                compressors: &compressors,
                gate: gate.as_ref(),
            };
            let current = lock(&pages).clone();
            let begun = http::plan(request, &current, &context, Turn::Unasked, buffer);
            if let Plan::Respond(response) = begun {
                return response;
            }

            let granted = turns.wait();
            let turn = match granted {
                Some(_) => Turn::Granted,
                None => Turn::Refused,
            };

            // The snapshot of the instant at which the turn is there.
            let current = lock(&pages).clone();
            match http::plan(request, &current, &context, turn, buffer) {
                Plan::Respond(response) => response,
                Plan::Wait => Response::default(),
            }
        });

        let newest = Arc::default();
        Ok(Server {
            serving: tiny::serve(listen, limits, &counters, handler, &newest)?,
            current,
            newest,
            counters,
        })
    }

    /// Returns true if nobody was connected at the last look.
    pub fn is_idle(&self) -> bool {
        lock(&self.counters).connections == 0
    }

    /// Puts another snapshot in place of the present one, at once and whole. Answers under way keep theirs, as long as it
    /// is one of the two before.
    pub fn publish(&self, served: Arc<Served>) {
        let mut current = lock(&self.current);
        let former = current.replace(served);
        self.newest.store(current.number, Relaxed);
        drop(current);
        drop(former);
    }
}

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Limits how many long bodies are written for their hash at a time, so that a processor is left to others. Who has waited
/// longest comes next, even if others ask meanwhile.
struct Turns(Mutex<TurnQueue>);

struct TurnQueue {
    free: usize,
    /// Those who wait, in the order of their coming, each with what wakes it.
    waiting: VecDeque<Arc<Condvar>>,
}

/// Held while a body is written for its hash and its length.
struct GrantedTurn<'a>(&'a Turns);

impl Turns {
    fn new() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Turns::with((processors - 1).max(1))
    }

    fn with(free: usize) -> Self {
        Turns(Mutex::new(TurnQueue {
            free,
            waiting: VecDeque::new(),
        }))
    }

    /// `None` where none was free for too long.
    fn wait(&self) -> Option<GrantedTurn<'_>> {
        let wakened = Arc::new(Condvar::new());
        let mut queue = lock(&self.0);
        queue.waiting.push_back(Arc::clone(&wakened));
        let waited = wakened.wait_timeout_while(queue, PATIENCE, |queue| !queue.is_next(&wakened));
        let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);

        let is_granted = queue.is_next(&wakened);
        queue.waiting.retain(|other| !Arc::ptr_eq(other, &wakened));
        if is_granted {
            queue.free -= 1;
        }

        queue.wake_next();
        is_granted.then(|| GrantedTurn(self))
    }
}

impl TurnQueue {
    fn is_next(&self, waiting: &Arc<Condvar>) -> bool {
        let first = self.waiting.front();
        self.free > 0 && first.is_some_and(|first| Arc::ptr_eq(first, waiting))
    }

    fn wake_next(&self) {
        if self.free > 0
            && let Some(next) = self.waiting.front()
        {
            next.notify_one();
        }
    }
}

impl Drop for GrantedTurn<'_> {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.0);
        queue.free += 1;
        queue.wake_next();
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
                while lock(&turns.0).waiting.len() < number {
                    thread::yield_now();
                }
            }

            drop(first);
            take(4);
        });
        assert_eq!(*lock(&order), [1, 2, 3, 4]);
        assert_eq!(lock(&turns.0).free, 1);
    }
}
