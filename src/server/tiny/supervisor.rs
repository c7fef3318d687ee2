//! The connection supervisor: one thread that looks at every connection some fifty times a second and ends those that
//! hold more of the server than the limits allow.
//!
//! A sweep goes over all connections, and compares the kernel's counts of each (`sockets.rs`) with the work of the workers
//! (`connection.rs`, `limits.rs`). Beside that the supervisor has workers spawned while all are stuck (`workers.rs`), and
//! starts accepting again when tiny_http has given it up.

use super::*;

use std::sync::mpsc::Receiver;

use super::limits::{LimitsCheck, heaviest, surplus};

/// The pause between two looks for stuck workers.
const TICK: Duration = Duration::from_millis(5);
/// The pause between two looks at the connections. It is longer where they would cost more than a twentieth of the time,
/// unless there are more connections than are wanted.
const SWEEP: Duration = Duration::from_millis(20);
/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// How many times as many connections as are wanted are accepted; more wait in the kernel.
const MOST_ACCEPTED: usize = 4;
/// The service begins with descriptors below this one.
const FIRST_NUMBERS: RawFd = 1024;
/// The most descriptors that are left for everything else; an eighth of the limit where that is less.
const SPARE_DESCRIPTORS: usize = 16;
/// Descriptors beyond these that are kept free for new connections.
const FREE_DESCRIPTORS: usize = 64;
/// The shortest pause between two attempts to accept again.
const RESTART: Duration = Duration::from_millis(50);
/// The most connections without a thread that are helped in one sweep.
const MAX_WAKEUPS: usize = 32;
/// The longest idle time of a connection of a draining server.
const DRAIN_IDLE: Duration = Duration::from_secs(1);
/// After its end, a connection that is open for this long is stuck: a thread of the library waits for bytes in vain.
const STUCK_AFTER: Duration = Duration::from_secs(10);

/// The pause between two returns of free memory.
const GIVE_BACK: Duration = Duration::from_secs(6);

/// Former snapshots that answers under way may hold; those of older ones are ended.
const MOST_FORMER: u64 = 2;

/// A connection that is open, with its socket by a number that is open.
struct OpenConnection {
    connection: Arc<Connection>,
    socket: SocketId,
}

/// The thread that looks at all connections.
pub struct Supervisor {
    shared: Arc<Shared>,
    limits: Limits,
    endpoints: Vec<Endpoint>,
    /// As of the latest sweep.
    open: Vec<OpenConnection>,
    swept: Instant,
    /// The latest sweep has seen new connections, which may need help soon.
    saw_new: bool,
    restarted: Instant,
    /// Sockets that are open without any connection.
    other_sockets: usize,
    /// Everybody is to be let go.
    is_closing: bool,
    /// The deadline for the end, once there is one.
    stop: Receiver<Instant>,
}

impl Supervisor {
    pub fn new(
        listeners: Vec<Listener>,
        shared: Arc<Shared>,
        stop: Receiver<Instant>,
    ) -> Result<Self, Message> {
        // Before anybody is accepted. Each server has a duplicate of the socket of its listener.
        let duplicates = listeners.len() * endpoint::acceptors();
        let other_sockets = (0..FIRST_NUMBERS).filter_map(SocketId::at).count() + duplicates;
        let mut endpoints = Vec::new();
        for listener in listeners {
            endpoints.push(Endpoint::new(listener, &shared)?);
        }

        let now = Instant::now();
        Ok(Supervisor {
            limits: shared.limits.clone(),
            shared,
            endpoints,
            open: Vec::new(),
            swept: now,
            saw_new: false,
            restarted: now,
            other_sockets,
            is_closing: false,
            stop,
        })
    }

    pub fn run(mut self) {
        let _ = self.shared.supervisor.set(thread::current());
        let [mut next, mut give_back] = [Instant::now(); 2];
        loop {
            if let Ok(deadline) = self.stop.try_recv() {
                return self.close(deadline);
            }

            self.adjust_pools();
            if Instant::now() >= next {
                let begun = system::thread_time();
                if Instant::now() >= give_back {
                    system::give_back_memory();
                    give_back = Instant::now() + GIVE_BACK;
                }

                self.sweep();
                self.keep_accepting();
                // Processor time, not time: on a busy machine sweeps are needed most.
                let cost = system::thread_time().saturating_sub(begun);
                next = Instant::now() + self.pause(cost);
            }

            if self.is_idle() {
                system::give_back_memory();
                // Until a connection comes, or the end. Not for ever: an accepting thread wakes this one before it ends.
                thread::park_timeout(GIVE_BACK);
                next = Instant::now();
            } else {
                thread::sleep(TICK);
            }
        }
    }

    /// Until the next sweep, after one that has cost so much.
    fn pause(&self, cost: Duration) -> Duration {
        if self.open.len() > self.limits.max_connections {
            return SWEEP;
        }

        let pause = if self.saw_new { TICK } else { SWEEP };
        pause.max(cost * 20).min(LONGEST_PAUSE)
    }

    /// Returns true if nobody is connected, and nothing is left of who was.
    fn is_idle(&self) -> bool {
        self.open.is_empty() && self.endpoints.iter().all(Endpoint::is_calm)
    }

    /// Descriptors of sockets: two of each connection, and a third one of those with their last answer.
    fn used_descriptors(&self) -> usize {
        let duplicates = self.shared.duplicates.load(Relaxed);
        self.other_sockets + 2 * self.open.len() + duplicates
    }

    /// Lets so many connections be accepted until the next sweep as there are threads and descriptors for.
    fn allow_connections(&self, limit: usize) {
        let wanted = self.limits.max_connections.saturating_mul(MOST_ACCEPTED);
        let threads = wanted.saturating_sub(self.open.len());
        let taken = self.used_descriptors() + spare_descriptors(limit);
        let descriptors = limit.saturating_sub(taken) / 2;
        let room = i64::try_from(threads.min(descriptors));
        self.shared.room.store(room.unwrap_or(i64::MAX), Relaxed);
    }

    /// Answers requests that have arrived, and ends: every answer closes its connection, idle ones are closed at once.
    fn close(&mut self, deadline: Instant) {
        self.is_closing = true;
        for endpoint in &self.endpoints {
            for pool in &endpoint.active {
                pool.dispatcher.drain(Instant::now());
            }

            endpoint.listener.stop();
        }

        // Long enough for a client that has just connected and is about to ask, on a busy machine too.
        self.limits.idle_timeout = Duration::from_millis(400);
        self.limits.request_timeout = Duration::from_secs(1);
        self.shared.room.store(i64::MAX, Relaxed);
        let mut done = false;
        while Instant::now() < deadline && !done {
            let mut is_accepting = false;
            // Before the sweep, which then sees the last connections.
            for endpoint in &self.endpoints {
                if endpoint.is_accepting() {
                    is_accepting = true;
                    endpoint.listener.wake_blocked();
                }
            }

            self.adjust_pools();
            self.sweep();
            done = !is_accepting && self.open.is_empty();
            thread::sleep(TICK);
        }

        for open in &self.open {
            open.socket.shut(Shutdown::Both);
        }

        for endpoint in &self.endpoints {
            endpoint.listener.stopped();
            let pools = endpoint.draining.iter().chain(&endpoint.active);
            pools.for_each(WorkerPool::stop);
        }
    }

    fn adjust_pools(&mut self) {
        for endpoint in &mut self.endpoints {
            endpoint.active.iter_mut().for_each(WorkerPool::adjust);
        }
    }

    fn sweep(&mut self) {
        self.find_open();
        self.check();
        self.end_heaviest();
        let limit = system::descriptor_limit();
        self.make_room(limit);
        if !self.is_closing {
            self.allow_connections(limit);
        }

        let pools = self.endpoints.iter().flat_map(|endpoint| &endpoint.active);
        let workers: usize = pools.map(WorkerPool::size).sum();
        let stuck = self.open.iter().filter(|open| open.is_stuck());
        let mut counts = lock(&self.shared.counters);
        counts.connections = self.open.len() as u64;
        counts.workers = workers as u64;
        counts.stuck = stuck.count() as u64;
    }

    /// Finds the connections that are open, and forgets the others.
    fn find_open(&mut self) {
        let before = std::mem::replace(&mut self.swept, Instant::now());
        self.saw_new = false;
        self.open.clear();
        for connection in self.shared.connections.all() {
            let Some(socket) = connection.socket() else {
                self.shared.connections.forget(&connection);
                interposed::release(&connection);
                continue;
            };

            if connection.since >= before {
                // Its time begins when it is first seen, however late that is.
                connection.state().check = LimitsCheck::new(self.swept);
                self.saw_new = true;
            }

            self.open.push(OpenConnection { connection, socket });
        }
    }

    /// Ends connections that exceed a limit, and helps connections that tiny_http has forgotten.
    fn check(&self) {
        let now = Instant::now();
        let limits = &self.limits;
        let drain_limits = Limits {
            idle_timeout: limits.idle_timeout.min(DRAIN_IDLE),
            ..limits.clone()
        };
        let newest = self.shared.newest.load(Relaxed);
        let oldest = newest.saturating_sub(MOST_FORMER);
        let mut unserved = 0;
        for open in &self.open {
            let Some(traffic) = open.socket.traffic() else {
                continue;
            };

            let connection = &open.connection;
            let mut endpoints = self.endpoints.iter();
            let is_draining = endpoints.any(|endpoint| endpoint.is_draining(connection));
            let limits = if is_draining { &drain_limits } else { limits };
            let mut state = connection.state();
            let stats = state.stats;
            if stats.closing && !stats.answering {
                state.ended.get_or_insert(now);
            }

            unserved += usize::from(state.check.is_unserved(traffic, stats));
            let exceeded = state.check.check(now, traffic, stats, limits);
            drop(state);

            if let Some(reason) = exceeded {
                self.end(open, reason);
            } else if stats.snapshot.is_some_and(|number| number < oldest) {
                self.end(open, Reason::ResponseTimeout);
            }
        }

        // Where others come, they do what is done below; under a flood it would be one more.
        if self.saw_new {
            return;
        }

        // tiny_http gives a new connection to a thread that is about to be free, even if that has been given one
        // already; it then waits until some other connection ends. One that comes and goes is such a connection.
        // Which server takes it is not known.
        for _ in 0..unserved.min(MAX_WAKEUPS) {
            for endpoint in &self.endpoints {
                for _ in &endpoint.active {
                    endpoint.listener.wake_acceptor();
                }
            }
        }
    }

    /// Ends connections while requests that have not come whole, or that the library has not delivered, need too much memory.
    fn end_heaviest(&self) {
        let mut heavy = Vec::new();
        for open in &self.open {
            let bytes = open.connection.state().check.undelivered();
            heavy.push((bytes, open));
        }

        heavy.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        let undelivered: Vec<u64> = heavy.iter().map(|(bytes, _)| *bytes).collect();
        for (_, open) in heavy.into_iter().take(heaviest(&undelivered)) {
            self.end(open, Reason::HeaderLimit);
        }
    }

    /// Ends the longest idle connections while there are too many, or too few descriptors are left. Connections that wait
    /// for us, and recent ones, are spared up to twice the limit.
    fn make_room(&self, limit: usize) {
        let spare = if self.endpoints.iter().all(Endpoint::is_complete) {
            // More than is left alone: else nobody would be accepted, and nobody would go.
            spare_descriptors(limit) + (limit / 8).min(FREE_DESCRIPTORS)
        } else {
            limit / 2
        };

        let free = limit.saturating_sub(self.used_descriptors());
        let missing = spare.saturating_sub(free).div_ceil(2);
        let number = self.open.len();
        if surplus(number, number, self.limits.max_connections, missing) == 0 {
            return;
        }

        let now = Instant::now();
        let mut idle = 0;
        let mut ranked = Vec::new();
        for open in &self.open {
            let mut state = open.connection.state();
            let stats = state.stats;
            if stats.closing {
                continue;
            }

            let mut rank = state.check.rank(now);
            // A request may have come since it was checked.
            if rank.0 != EvictionClass::Asking
                && let Some(traffic) = open.socket.traffic()
            {
                state.check.observe(now, traffic, stats);
                rank = state.check.rank(now);
            }

            idle += usize::from(rank.0 == EvictionClass::Idle);
            ranked.push((rank, open));
        }

        let leaving = surplus(ranked.len(), idle, self.limits.max_connections, missing);
        if leaving == 0 {
            return;
        }

        ranked.sort_by_key(|(rank, _)| *rank);
        for (_, open) in ranked.into_iter().take(leaving) {
            self.end(open, Reason::MaxConnections);
        }
    }

    fn end(&self, open: &OpenConnection, reason: Reason) {
        let OpenConnection { connection, socket } = open;
        let is_first = connection.end(reason, &self.shared.counters);
        let is_behind = connection.state().check.is_behind();
        match reason {
            // A request that has just arrived is still answered: the reader of the connection ends first, and then the
            // rest. An answer of tiny_http's may wait to be flushed, which the end of the reader does.
            Reason::Idle => socket.shut(Shutdown::Read),
            Reason::RequestTimeout if is_first => socket.shut(Shutdown::Read),
            Reason::RequestTimeout => socket.shut(Shutdown::Both),
            Reason::MaxConnections if !is_behind => socket.shut(Shutdown::Both),
            // Requests that lie in the kernel would still be read, and it would go on for minutes to send the rest of an
            // answer that nobody takes.
            _ => socket.reset(),
        }
    }

    /// Starts accepting again where tiny_http has stopped, and drops draining servers that have no connections left, once
    /// their workers are gone.
    fn keep_accepting(&mut self) {
        let free = system::descriptor_limit().saturating_sub(self.used_descriptors());
        let may_restart = self.restarted.elapsed() >= RESTART && free >= 8;
        for endpoint in &mut self.endpoints {
            endpoint.draining.retain_mut(|pool| {
                let mut open = self.open.iter();
                let is_busy = open.any(|open| pool.dispatcher.has_accepted(&open.connection));
                if is_busy {
                    pool.adjust();
                } else {
                    pool.stop();
                }

                is_busy || pool.size() > 0
            });

            if may_restart && !endpoint.is_complete() {
                self.restarted = Instant::now();
                endpoint.accept_again(&self.shared);
            }
        }
    }
}

fn spare_descriptors(limit: usize) -> usize {
    (limit / 8).min(SPARE_DESCRIPTORS)
}

impl OpenConnection {
    fn is_stuck(&self) -> bool {
        let state = self.connection.state();
        let has_ended = state
            .ended
            .is_some_and(|ended| ended.elapsed() >= STUCK_AFTER);
        has_ended && !state.stats.answering
    }
}
