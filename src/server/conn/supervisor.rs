//! The connection supervisor: one thread that looks at every connection some fifty times a second and ends those that
//! hold more of the server than the limits allow.
//!
//! A sweep goes over the process's own sockets by number (`sockets.rs`), and compares what the kernel has counted for
//! each with what the workers have done (`connection.rs`, `limits_check.rs`). Beside that the supervisor has workers
//! spawned while all are stuck (`worker_pool.rs`), and starts accepting again when tiny_http has given it up.

use std::collections::HashMap;
use std::net::Shutdown;
use std::os::fd::RawFd;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::connection::Connection;
use super::dispatcher::Shared;
use super::endpoint::Endpoint;
use super::eviction::{EvictionClass, Surplus};
use super::limits::Limits;
use super::limits_check::LimitsCheck;
use crate::messages::Message;
use crate::server::counters::Reason;
use crate::server::net::Listener;
use crate::server::system::{process, sockets};

/// How often the supervisor looks whether workers are stuck.
const TICK: Duration = Duration::from_millis(5);
/// How often it looks at the connections; less often where there are so many that it would cost a twentieth.
const SWEEP: Duration = Duration::from_millis(20);
/// How often it asks for the highest number of a descriptor.
const NUMBERED: Duration = Duration::from_secs(1);
/// How soon after each other two attempts to accept again may be.
const RESTART: Duration = Duration::from_millis(50);
/// How many connections without a thread are helped in one sweep.
const WAKES: usize = 32;
/// How long a connection of a retired server may be idle.
const HASTE: Duration = Duration::from_secs(1);

/// A connection as the supervisor sees it.
struct Observed {
    number: RawFd,
    cookie: u64,
    connection: Arc<Connection>,
    /// Which of the endpoints it belongs to.
    endpoint: usize,
    since: Instant,
    check: LimitsCheck,
    sweep: u64,
    /// Its end was counted.
    counted: bool,
}

/// Everything that the supervisor's thread owns.
pub struct Supervisor {
    shared: Arc<Shared>,
    endpoints: Vec<Endpoint>,
    seen: HashMap<u64, Observed>,
    sweep: u64,
    restarted: Instant,
    /// Descriptors in use that are below the limit.
    used: usize,
    /// The latest sweep has seen connections that were not there before: some may have to be helped soon.
    newcomers: bool,
    stop: Arc<Mutex<Option<Instant>>>,
}

impl Supervisor {
    /// Begins to accept on every listener.
    ///
    /// # Errors
    /// A sentence, when that cannot be begun.
    pub fn new(
        listeners: Vec<Listener>,
        shared: Arc<Shared>,
        stop: Arc<Mutex<Option<Instant>>>,
    ) -> Result<Self, Message> {
        let endpoint = |listener| Endpoint::new(listener, &shared);
        let endpoints = listeners.into_iter().map(endpoint).collect::<Result<_, Message>>()?;
        let seen = HashMap::new();
        let restarted = Instant::now();
        Ok(Supervisor { shared, endpoints, seen, sweep: 0, restarted, used: 0, newcomers: false, stop })
    }

    /// Until the server is stopped.
    pub fn run(mut self) {
        let (mut next, mut numbered) = (Instant::now(), Instant::now());
        loop {
            let deadline = *self.stop.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(deadline) = deadline {
                return self.close(deadline);
            }
            self.adjust_pools();
            if Instant::now() >= next {
                let begun = process::thread_time();
                if Instant::now() >= numbered {
                    sockets::find_highest();
                    numbered = Instant::now() + NUMBERED;
                }
                let limits = self.shared.limits.clone();
                self.look(&limits);
                self.keep_accepting();
                let pause = if std::mem::take(&mut self.newcomers) { TICK } else { SWEEP };
                // What it has cost, not how long it took: on a busy machine it is needed most.
                next = Instant::now() + pause.max(process::thread_time().saturating_sub(begun) * 20);
            }
            // Without connections nobody can be stuck.
            thread::sleep(if self.seen.is_empty() { SWEEP } else { TICK });
        }
    }

    /// Answers what has arrived, and ends: every answer closes its connection, idle ones are closed at once.
    fn close(&mut self, deadline: Instant) {
        self.endpoints.iter().for_each(|endpoint| {
            endpoint.active().for_each(|dispatcher| dispatcher.retire());
            endpoint.listener.stop();
        });
        // Long enough for who has just connected and is about to ask, on a busy machine too.
        let (idle_timeout, request_timeout) = (Duration::from_millis(400), Duration::from_secs(1));
        let limits = Limits { idle_timeout, request_timeout, ..self.shared.limits.clone() };
        let mut done = false;
        while Instant::now() < deadline && !done {
            // Before the sweep: it then sees what was accepted last.
            let accepting = self.endpoints.iter().filter(|endpoint| endpoint.accepting() > 0);
            let accepting = accepting.inspect(|endpoint| endpoint.listener.wake_blocked()).count() > 0;
            self.adjust_pools();
            self.look(&limits);
            done = !accepting && self.seen.is_empty();
            thread::sleep(TICK);
        }
        self.endpoints.iter().for_each(|endpoint| endpoint.listener.stopped());
        self.seen.values().for_each(|seen| sockets::shut(seen.number, seen.cookie, Shutdown::Both));
        let dispatchers = self.endpoints.iter().flat_map(Endpoint::dispatchers);
        dispatchers.for_each(|dispatcher| dispatcher.pool.stop(dispatcher));
    }

    fn adjust_pools(&self) {
        self.endpoints
            .iter()
            .flat_map(Endpoint::active)
            .for_each(|dispatcher| dispatcher.pool.adjust(dispatcher));
    }

    /// One sweep.
    fn look(&mut self, limits: &Limits) {
        self.sweep = self.shared.sweeps.fetch_add(1, Relaxed) + 1;
        let limit = process::descriptor_limit();
        self.used = 0;
        let open: Vec<_> = sockets::open().collect();
        for (number, cookie) in open {
            self.used += usize::from(usize::try_from(number).is_ok_and(|number| number < limit));
            self.notice(number, cookie);
        }
        let sweep = self.sweep;
        self.seen.retain(|_, seen| seen.sweep == sweep);
        let seen = &self.seen;
        let is_open = |connection: &Connection| {
            connection.socket().is_some_and(|(_, cookie)| seen.contains_key(&cookie))
        };
        self.endpoints.iter().for_each(|endpoint| endpoint.table.forget(sweep, is_open));
        self.check(limits);
        self.make_room(limits, limit);
        let dispatchers = self.endpoints.iter().flat_map(Endpoint::active);
        let workers: usize = dispatchers.map(|dispatcher| dispatcher.pool.size()).sum();
        self.shared.counters.open.store(self.seen.len() as u64, Relaxed);
        self.shared.counters.workers.store(workers as u64, Relaxed);
    }

    /// A socket is there: takes note of it when it is a client's connection.
    fn notice(&mut self, number: RawFd, cookie: u64) {
        if let Some(seen) = self.seen.get_mut(&cookie) {
            // Its reader and its writer have a number each, and one may be closed before the other.
            (seen.sweep, seen.number) = (self.sweep, number);
            seen.connection.found(number, cookie);
            return;
        }
        let found = sockets::look(number, |socket| {
            let endpoint = self.endpoints.iter().position(|endpoint| endpoint.listener.accepted(&socket))?;
            Some((endpoint, socket.peer_addr().ok()?.as_socket()?))
        });
        let Some((endpoint, peer)) = found else { return };
        let Some(Endpoint { table, listener, .. }) = self.endpoints.get(endpoint) else { return };
        if !listener.admits(peer) {
            return sockets::shut(number, cookie, Shutdown::Both);
        }
        let known = table.connection(peer);
        let is_other = known.socket().is_some_and(|(_, other)| other != cookie);
        let connection = if is_other { table.renew(peer) } else { known };
        connection.found(number, cookie);
        // A limit was meant for the listening socket that it comes from.
        let _ = sockets::look(number, |socket| socket.set_read_timeout(None));
        let (since, sweep) = (Instant::now(), self.sweep);
        let check = LimitsCheck::new(since);
        let seen = Observed { number, cookie, connection, endpoint, since, check, sweep, counted: false };
        self.seen.insert(cookie, seen);
        self.newcomers = true;
    }

    /// Ends what exceeds a limit, and helps connections that tiny_http has forgotten.
    fn check(&mut self, limits: &Limits) {
        let now = Instant::now();
        let hasty = Limits { idle_timeout: limits.idle_timeout.min(HASTE), ..limits.clone() };
        let mut unheard = Vec::new();
        for seen in self.seen.values_mut() {
            let (number, stats) = (seen.number, seen.connection.stats());
            // Closed since it was noticed.
            let Some(traffic) = sockets::traffic(number) else { continue };
            if seen.check.is_unheard(traffic, stats) && seen.is_unread(traffic.received) {
                unheard.push(seen.endpoint);
            }
            let endpoint = self.endpoints.get(seen.endpoint);
            let leftover =
                endpoint.is_some_and(|endpoint| endpoint.is_leftover(&seen.connection, seen.since));
            let limits = if leftover { &hasty } else { limits };
            if let Some(reason) = seen.check.check(now, traffic, stats, limits, || sockets::unread(number)) {
                seen.end(reason, &self.shared);
            }
        }
        // tiny_http gives a new connection to a thread that is about to be free, even if that has been given one
        // already; it then waits until some other connection ends. One that comes and goes is such a connection.
        // Which of the servers it waits in nobody knows, nor which one takes the one that comes.
        for endpoint in unheard.into_iter().take(WAKES).filter_map(|endpoint| self.endpoints.get(endpoint)) {
            endpoint.active().for_each(|_| endpoint.listener.wake_acceptor());
        }
    }

    /// Ends the longest idle connections while there are too many, or too few descriptors are left. Those that wait for
    /// us, and recent ones, are spared for as long as there are not twice as many as there may be.
    fn make_room(&mut self, limits: &Limits, limit: usize) {
        let deaf = self.endpoints.iter().any(|endpoint| !endpoint.is_complete());
        let spare = if deaf { limit / 2 } else { (limit / 8).min(64) };
        let missing = spare.saturating_sub(limit.saturating_sub(self.used)).div_ceil(2);
        let surplus = Surplus::new(self.seen.len(), limits, missing);
        if surplus.is_none() {
            return;
        }
        let now = Instant::now();
        let all = self.seen.values_mut().filter(|seen| !seen.connection.is_closing());
        let mut all: Vec<_> = all.map(|seen| (seen.rank(now), seen)).collect();
        all.sort_by_key(|(rank, _)| *rank);
        let idle = all.iter().filter(|((class, _), _)| *class == EvictionClass::None).count();
        for (_, seen) in all.into_iter().take(surplus.leaving(idle)) {
            seen.end(Reason::MaxConnections, &self.shared);
        }
    }

    /// Starts accepting again where tiny_http has stopped, and lets go of servers that have nothing left to do.
    fn keep_accepting(&mut self) {
        let free = process::descriptor_limit().saturating_sub(self.used);
        let may = self.restarted.elapsed() >= RESTART && free >= 8;
        for (at, endpoint) in self.endpoints.iter_mut().enumerate() {
            let own = || self.seen.values().filter(|seen| seen.endpoint == at);
            endpoint.let_go(|dispatcher| own().any(|seen| dispatcher.may_have(&seen.connection, seen.since)));
            if may && !endpoint.is_complete() {
                self.restarted = Instant::now();
                endpoint.accept_again(&self.shared);
            }
        }
    }
}

impl Observed {
    /// Whether nobody has read anything of what has come.
    fn is_unread(&self, received: u64) -> bool {
        received == 0 || sockets::unread(self.number) >= received
    }

    fn rank(&self, now: Instant) -> (EvictionClass, Instant) {
        self.check.rank(now, || sockets::unread(self.number) > 0)
    }

    fn end(&mut self, reason: Reason, shared: &Shared) {
        let first = !std::mem::replace(&mut self.counted, true);
        let how = match reason {
            // What has just arrived is still answered: only the reader of the connection ends, and then the rest.
            Reason::Idle => Shutdown::Read,
            // An answer of tiny_http's may wait to be flushed, which the end of the reader does.
            Reason::RequestTimeout if first => Shutdown::Read,
            _ => Shutdown::Both,
        };
        if (reason == Reason::Idle || self.connection.close()) && first {
            shared.counters.disconnected(reason);
        }
        if matches!(reason, Reason::Pipeline | Reason::HeaderLimit) {
            // As much again may lie in the kernel, and more would come.
            return sockets::reset(self.number, self.cookie);
        }
        sockets::shut(self.number, self.cookie, how);
    }
}
