//! The connection supervisor: one thread that looks at every connection some fifty times a second and ends those that
//! hold more of the server than the limits allow.
//!
//! A sweep goes over the process's own sockets (`sockets.rs`), and compares the kernel's counts for each with the work of
//! the workers (`connection.rs`, `limits.rs`). Beside that the supervisor has workers spawned while all are stuck
//! (`workers.rs`), and starts accepting again when tiny_http has given it up.

use super::*;

use std::sync::mpsc::Receiver;

use super::limits::{LimitsCheck, heaviest, surplus};

/// More of them answer no more than a network carries, and each costs half a dozen threads that mostly sleep.
const MAX_ACCEPTORS: usize = 4;

pub fn acceptors() -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    processors.min(MAX_ACCEPTORS)
}

/// One address, and the tiny_http servers that accept there or once did.
///
/// There is one for each processor, up to [`MAX_ACCEPTORS`], each with a queue and a worker of its own, so that these do
/// not wait for each other and the scheduler has work for each processor.
struct Endpoint {
    listener: Listener,
    /// The servers that accept, or did until just now.
    active: Vec<WorkerPool>,
    /// Servers that accept no longer and still have connections.
    draining: Vec<WorkerPool>,
}

impl Endpoint {
    fn new(listener: Listener, shared: &Arc<Shared>) -> Result<Self, Message> {
        let mut active = Vec::new();
        for at in 0..acceptors() {
            match Dispatcher::new(&listener, at, shared) {
                Ok(dispatcher) => active.push(WorkerPool::new(dispatcher)),
                Err(error) => {
                    let reason = msg::reason(&error);
                    return Err(msg::cannot_listen(listener.address, reason));
                }
            }
        }

        Ok(Endpoint {
            listener,
            active,
            draining: Vec::new(),
        })
    }

    fn is_accepting(&self) -> bool {
        self.active
            .iter()
            .any(|pool| pool.dispatcher.is_accepting())
    }

    fn is_complete(&self) -> bool {
        self.active
            .iter()
            .all(|pool| pool.dispatcher.is_accepting())
    }

    /// Returns true if nothing is left of who was connected.
    fn is_calm(&self) -> bool {
        self.draining.is_empty()
            && self.is_complete()
            && self.active.iter().all(|pool| pool.size() <= 1)
    }

    /// Starts other servers in place of those that accept no longer and only go on with their connections.
    fn accept_again(&mut self, shared: &Arc<Shared>) {
        for (at, pool) in self.active.iter_mut().enumerate() {
            if pool.dispatcher.is_accepting() {
                continue;
            }

            match Dispatcher::new(&self.listener, at, shared) {
                Ok(next) => {
                    lock(&shared.counters).listeners_replaced += 1;
                    let former = std::mem::replace(pool, WorkerPool::new(next));
                    former.dispatcher.drain();
                    self.draining.push(former);
                }
                Err(error) => log::debug!("{}: cannot accept yet: {error}", self.listener.address),
            }
        }
    }
}

/// The pause between two looks for stuck workers.
const TICK: Duration = Duration::from_millis(5);
/// The pause between two looks at the connections. It is longer where they would cost more than a twentieth of the time,
/// unless there are more connections than are wanted.
const SWEEP: Duration = Duration::from_millis(20);
/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// How many times as many connections as are wanted are accepted; more wait in the kernel.
const MOST_ACCEPTED: usize = 4;
/// The most descriptors that are left for everything else; an eighth of the limit where that is less.
const SPARE_DESCRIPTORS: usize = 16;
/// Descriptors beyond these that are kept free for new connections.
const FREE_DESCRIPTORS: usize = 64;
/// The pause between two listings of the descriptors.
const FD_RESCAN: Duration = Duration::from_secs(1);
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

/// A connection as the supervisor has seen it.
struct TrackedConnection {
    socket: SocketId,
    connection: Arc<Connection>,
    endpoint: usize,
    since: Instant,
    check: LimitsCheck,
    sweep: u64,
    /// Since when the server has had no more to do with it, and waits for it to close.
    ended: Option<Instant>,
}

/// The thread that looks at all connections.
pub struct Supervisor {
    shared: Arc<Shared>,
    limits: Limits,
    endpoints: Vec<Endpoint>,
    /// By the cookies of their sockets.
    seen: HashMap<u64, TrackedConnection>,
    /// The number of the latest sweep.
    sweep: u64,
    restarted: Instant,
    /// Descriptors in use that are below the limit.
    used: usize,
    /// The latest sweep has seen new connections, which may need help soon.
    saw_new: bool,
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
        let mut endpoints = Vec::new();
        for listener in listeners {
            endpoints.push(Endpoint::new(listener, &shared)?);
        }

        Ok(Supervisor {
            limits: shared.limits.clone(),
            shared,
            endpoints,
            seen: HashMap::new(),
            sweep: 0,
            restarted: Instant::now(),
            used: 0,
            saw_new: false,
            is_closing: false,
            stop,
        })
    }

    pub fn run(mut self) {
        let _ = self.shared.intake.supervisor.set(thread::current());
        let [mut next, mut rescan, mut give_back] = [Instant::now(); 3];
        let mut idle_since = None;
        loop {
            if let Ok(deadline) = self.stop.try_recv() {
                return self.close(deadline);
            }

            self.adjust_pools();
            if Instant::now() >= next {
                let begun = system::thread_time();
                if Instant::now() >= rescan {
                    self.shared.descriptors.rescan();
                    rescan = Instant::now() + FD_RESCAN;
                }

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
                // At first for a while only: the library's threads go some seconds after their last connection. Then until a
                // connection comes, or the end. A connection that has gone may still wake this thread.
                let since = *idle_since.get_or_insert_with(Instant::now);
                if since.elapsed() < 2 * GIVE_BACK {
                    thread::park_timeout(GIVE_BACK);
                } else {
                    thread::park();
                }

                next = Instant::now();
            } else {
                idle_since = None;
                thread::sleep(TICK);
            }
        }
    }

    /// Until the next sweep, after one that has cost so much.
    fn pause(&mut self, cost: Duration) -> Duration {
        let has_new = std::mem::take(&mut self.saw_new);
        if self.seen.len() > self.limits.max_connections {
            return SWEEP;
        }

        let pause = if has_new { TICK } else { SWEEP };
        pause.max(cost * 20).min(LONGEST_PAUSE)
    }

    /// Returns true if nobody is connected, and nothing is left of who was.
    fn is_idle(&self) -> bool {
        self.seen.is_empty() && self.endpoints.iter().all(Endpoint::is_calm)
    }

    /// Lets so many connections be accepted until the next sweep as there are threads and descriptors for.
    fn allow_connections(&self, limit: usize) {
        let wanted = self.limits.max_connections.saturating_mul(MOST_ACCEPTED);
        let threads = wanted.saturating_sub(self.seen.len());
        let descriptors = limit.saturating_sub(self.used + spare_descriptors(limit)) / 2;
        let room = i64::try_from(threads.min(descriptors));
        self.shared
            .intake
            .room
            .store(room.unwrap_or(i64::MAX), Relaxed);
    }

    /// Answers requests that have arrived, and ends: every answer closes its connection, idle ones are closed at once.
    fn close(&mut self, deadline: Instant) {
        self.is_closing = true;
        for endpoint in &self.endpoints {
            for pool in &endpoint.active {
                pool.dispatcher.drain();
            }
            endpoint.listener.stop();
        }

        // Long enough for a client that has just connected and is about to ask, on a busy machine too.
        self.limits.idle_timeout = Duration::from_millis(400);
        self.limits.request_timeout = Duration::from_secs(1);
        self.shared.intake.room.store(i64::MAX, Relaxed);
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
            done = !is_accepting && self.seen.is_empty();
            thread::sleep(TICK);
        }

        for seen in self.seen.values() {
            seen.socket.shut(Shutdown::Both);
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
        self.sweep += 1;
        let limit = system::descriptor_limit();
        self.used = 0;
        let shared = Arc::clone(&self.shared);
        for socket in shared.descriptors.sockets() {
            let number = usize::try_from(socket.number);
            self.used += usize::from(number.is_ok_and(|number| number < limit));
            self.track(socket);
        }

        self.seen.retain(|_, seen| seen.sweep == self.sweep);
        let seen = &self.seen;
        let connections = &shared.intake.connections;
        let has_forgotten =
            connections.forget(|socket| seen.contains_key(&socket.cookie) || socket.is_current());
        if has_forgotten {
            interposed::release_forgotten();
        }

        self.check();
        self.end_heaviest();
        self.make_room(limit);
        if !self.is_closing {
            self.allow_connections(limit);
        }

        let pools = self.endpoints.iter().flat_map(|endpoint| &endpoint.active);
        let workers: usize = pools.map(WorkerPool::size).sum();
        let stuck = self.seen.values().filter(|seen| seen.is_stuck());
        let mut counts = lock(&self.shared.counters);
        counts.connections = self.seen.len() as u64;
        counts.workers = workers as u64;
        counts.stuck = stuck.count() as u64;
    }

    /// Notes an open socket, if it is a client's connection.
    fn track(&mut self, socket: SocketId) {
        if let Some(seen) = self.seen.get_mut(&socket.cookie) {
            seen.sweep = self.sweep;
            // Its reader and its writer have a number each, and one may be closed before the other.
            seen.socket = socket;
            return;
        }

        let Some(local) = socket.with(|socket| sockets::local_address(&socket)) else {
            return;
        };

        let mut endpoints = self.endpoints.iter().enumerate();
        let found = endpoints.find(|(_, endpoint)| endpoint.listener.has_accepted_at(local));
        let Some((at, _)) = found else {
            return;
        };

        let since = Instant::now();
        let seen = TrackedConnection {
            socket,
            connection: self.shared.intake.connections.connection(socket),
            endpoint: at,
            since,
            check: LimitsCheck::new(since),
            sweep: self.sweep,
            ended: None,
        };

        self.seen.insert(socket.cookie, seen);
        self.saw_new = true;
    }

    /// Ends connections that exceed a limit, and helps connections that tiny_http has forgotten.
    fn check(&mut self) {
        let now = Instant::now();
        let limits = &self.limits;
        let drain_limits = Limits {
            idle_timeout: limits.idle_timeout.min(DRAIN_IDLE),
            ..limits.clone()
        };
        let newest = self.shared.newest.load(Relaxed);
        let mut unserved = Vec::new();
        for seen in self.seen.values_mut() {
            let socket = seen.socket;
            let stats = seen.connection.stats();
            if stats.closing && !stats.answering {
                seen.ended.get_or_insert(now);
            }

            let Some(traffic) = socket.traffic() else {
                continue;
            };

            let Some(endpoint) = self.endpoints.get(seen.endpoint) else {
                continue;
            };

            if seen.check.is_unserved(traffic, stats) && seen.is_unread(traffic) {
                unserved.push(endpoint);
            }

            let mut draining = endpoint.draining.iter();
            let is_draining =
                draining.any(|pool| pool.dispatcher.may_own(&seen.connection, seen.since));
            let limits = if is_draining { &drain_limits } else { limits };
            let check = &mut seen.check;
            let unread = || socket.unread();
            let waits_for_server = || seen.connection.waits_for_server();
            let exceeded = check.check(now, traffic, stats, limits, unread, waits_for_server);
            let oldest = newest.saturating_sub(MOST_FORMER);
            if let Some(reason) = exceeded {
                seen.end(reason, &self.shared);
            } else if stats.snapshot.is_some_and(|number| number < oldest) {
                seen.end(Reason::ResponseTimeout, &self.shared);
            }
        }

        // Where others come, they do what is done below; under a flood it would be one more.
        if self.saw_new {
            return;
        }

        // tiny_http gives a new connection to a thread that is about to be free, even if that has been given one
        // already; it then waits until some other connection ends. One that comes and goes is such a connection.
        // Which server it waits in is not known, nor which one takes the one that comes.
        for endpoint in unserved.into_iter().take(MAX_WAKEUPS) {
            for _ in &endpoint.active {
                endpoint.listener.wake_acceptor();
            }
        }
    }

    /// Ends connections while requests that have not come whole, or that the library has not delivered, need too much memory.
    fn end_heaviest(&mut self) {
        let mut heavy = Vec::new();
        for seen in self.seen.values_mut() {
            heavy.push((seen.check.undelivered(), seen));
        }

        heavy.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        let undelivered: Vec<u64> = heavy.iter().map(|(bytes, _)| *bytes).collect();
        for (_, seen) in heavy.into_iter().take(heaviest(&undelivered)) {
            seen.end(Reason::HeaderLimit, &self.shared);
        }
    }

    /// Ends the longest idle connections while there are too many, or too few descriptors are left. Connections that wait
    /// for us, and recent ones, are spared up to twice the limit.
    fn make_room(&mut self, limit: usize) {
        let spare = if self.endpoints.iter().all(Endpoint::is_complete) {
            // More than is left alone: else nobody would be accepted, and nobody would go.
            spare_descriptors(limit) + (limit / 8).min(FREE_DESCRIPTORS)
        } else {
            limit / 2
        };

        let free = limit.saturating_sub(self.used);
        let missing = spare.saturating_sub(free).div_ceil(2);
        let mut open: Vec<_> = self.seen.values_mut().collect();
        open.retain(|seen| !seen.connection.stats().closing);
        let number = open.len();
        let max_connections = self.limits.max_connections;
        if surplus(number, number, max_connections, missing) == 0 {
            return;
        }

        let now = Instant::now();
        let mut idle = 0;
        let mut ranked = Vec::new();
        for seen in open {
            let rank = seen.rank(now);
            idle += usize::from(rank.0 == EvictionClass::Idle);
            ranked.push((rank, seen));
        }

        ranked.sort_by_key(|(rank, _)| *rank);
        let leaving = surplus(number, idle, max_connections, missing);
        for (_, seen) in ranked.into_iter().take(leaving) {
            seen.end(Reason::MaxConnections, &self.shared);
        }
    }

    /// Starts accepting again where tiny_http has stopped, and drops draining servers that have no connections left, once
    /// their workers are gone.
    fn keep_accepting(&mut self) {
        let free = system::descriptor_limit().saturating_sub(self.used);
        let may_restart = self.restarted.elapsed() >= RESTART && free >= 8;
        for (at, endpoint) in self.endpoints.iter_mut().enumerate() {
            endpoint.draining.retain_mut(|pool| {
                let mut connections = self.seen.values().filter(|seen| seen.endpoint == at);
                let is_busy =
                    connections.any(|seen| pool.dispatcher.may_own(&seen.connection, seen.since));
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

impl TrackedConnection {
    fn is_stuck(&self) -> bool {
        match self.ended {
            Some(ended) if ended.elapsed() >= STUCK_AFTER => !self.connection.stats().answering,
            _ => false,
        }
    }

    /// Nothing that came was read.
    fn is_unread(&self, traffic: Traffic) -> bool {
        traffic.received == 0 || self.socket.unread() >= traffic.received
    }

    fn rank(&self, now: Instant) -> (EvictionClass, Instant) {
        self.check.rank(now, || self.connection.waits_for_server())
    }

    fn end(&mut self, reason: Reason, shared: &Shared) {
        let first = self.ended.is_none();
        self.ended.get_or_insert_with(Instant::now);
        if (reason == Reason::Idle || self.connection.close()) && first {
            lock(&shared.counters).count_disconnection(reason);
        }

        match reason {
            // A request that has just arrived is still answered: the reader of the connection ends first, and then the
            // rest. An answer of tiny_http's may wait to be flushed, which the end of the reader does.
            Reason::Idle => self.socket.shut(Shutdown::Read),
            Reason::RequestTimeout if first => self.socket.shut(Shutdown::Read),
            Reason::RequestTimeout => self.socket.shut(Shutdown::Both),
            Reason::MaxConnections if !self.check.is_behind() => self.socket.shut(Shutdown::Both),
            // Requests that lie in the kernel would still be read, and it would go on for minutes to send the rest of an
            // answer that nobody takes.
            _ => self.socket.reset(),
        }
    }
}
