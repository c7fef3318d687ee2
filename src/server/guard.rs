//! The guard: one thread that looks at every connection some fifty times a second and ends those that hold more of
//! the server than the bounds allow.
//!
//! A sweep goes over the process's own sockets by number (`sockets.rs`), compares what the kernel has counted for
//! each with what the workers have told about it (`connection.rs`), and judges (`watch.rs`). Beside that the guard
//! hires workers while all are stuck (`worker.rs`), and starts accepting again when tiny_http has given it up.

use std::collections::HashMap;
use std::net::Shutdown;
use std::os::fd::RawFd;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::bounds::Bounds;
use crate::server::connection::Connection;
use crate::server::counters::Reason;
use crate::server::front::Shared;
use crate::server::listener::Listener;
use crate::server::post::Post;
use crate::server::system::{process, sockets};
use crate::server::watch::{Claim, Watch};

/// How often the guard looks whether workers are stuck.
const TICK: Duration = Duration::from_millis(5);
/// How often it looks at the connections; less often where there are so many that it would cost a twentieth.
const SWEEP: Duration = Duration::from_millis(20);
/// How often it asks for the highest number of a descriptor.
const NUMBERED: Duration = Duration::from_secs(1);
/// How soon after each other two attempts to accept again may be.
const RESTART: Duration = Duration::from_millis(50);
/// How many connections without a thread are helped in one sweep.
const KNOCKS: usize = 32;
/// How long a connection of a retired server may be idle.
const HASTE: Duration = Duration::from_secs(1);

/// A connection as the guard sees it.
struct Seen {
    number: RawFd,
    cookie: u64,
    connection: Arc<Connection>,
    /// Which of the posts it belongs to.
    post: usize,
    since: Instant,
    watch: Watch,
    sweep: u64,
    /// Its end was counted.
    counted: bool,
}

/// Everything that the guard's thread owns.
pub struct Guard {
    shared: Arc<Shared>,
    posts: Vec<Post>,
    seen: HashMap<u64, Seen>,
    sweep: u64,
    restarted: Instant,
    /// Descriptors in use that are below the limit.
    used: usize,
    /// The latest sweep has seen connections that were not there before: some may have to be helped soon.
    newcomers: bool,
    stop: Arc<Mutex<Option<Instant>>>,
}

impl Guard {
    /// Begins to accept on every listener.
    ///
    /// # Errors
    /// A sentence, when that cannot be begun.
    pub fn new(
        listeners: Vec<Listener>,
        shared: Arc<Shared>,
        stop: Arc<Mutex<Option<Instant>>>,
    ) -> Result<Self, String> {
        let post = |listener| Post::new(listener, &shared);
        let posts = listeners.into_iter().map(post).collect::<Result<_, String>>()?;
        let seen = HashMap::new();
        let restarted = Instant::now();
        Ok(Guard { shared, posts, seen, sweep: 0, restarted, used: 0, newcomers: false, stop })
    }

    /// Until the server is stopped.
    pub fn run(mut self) {
        let (mut next, mut numbered) = (Instant::now(), Instant::now());
        loop {
            let deadline = *self.stop.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(deadline) = deadline {
                return self.close(deadline);
            }
            self.look_at_crews();
            if Instant::now() >= next {
                let begun = Instant::now();
                if begun >= numbered {
                    sockets::find_highest();
                    numbered = begun + NUMBERED;
                }
                let bounds = self.shared.bounds.clone();
                self.look(&bounds, false);
                self.keep_accepting();
                let pause = if std::mem::take(&mut self.newcomers) { TICK } else { SWEEP };
                next = Instant::now() + pause.max(begun.elapsed() * 20);
            }
            // Without connections nobody can be stuck.
            thread::sleep(if self.seen.is_empty() { SWEEP } else { TICK });
        }
    }

    /// Answers what has arrived, and ends: every answer closes its connection, idle ones are closed at once.
    fn close(&mut self, deadline: Instant) {
        self.posts.iter().for_each(|post| {
            post.active().for_each(|front| front.retire());
            post.listener.stop();
        });
        // Long enough for who has just connected and is about to ask, on a busy machine too.
        let (idle_timeout, request_timeout) = (Duration::from_millis(400), Duration::from_secs(1));
        let bounds = Bounds { idle_timeout, request_timeout, ..self.shared.bounds.clone() };
        let mut done = false;
        while Instant::now() < deadline && !done {
            // Before the sweep: it then sees what was accepted last.
            let accepting = self.posts.iter().filter(|post| post.accepting() > 0);
            let accepting = accepting.inspect(|post| post.listener.urge()).count() > 0;
            self.look_at_crews();
            self.look(&bounds, true);
            done = !accepting && self.seen.is_empty();
            thread::sleep(TICK);
        }
        self.posts.iter().for_each(|post| post.listener.stopped());
        self.seen.values().for_each(|seen| sockets::shut(seen.number, seen.cookie, Shutdown::Both));
        let fronts = self.posts.iter().flat_map(Post::fronts);
        fronts.for_each(|front| front.crew.dismiss(front));
    }

    fn look_at_crews(&self) {
        self.posts.iter().flat_map(Post::active).for_each(|front| front.crew.look(front));
    }

    /// One sweep.
    fn look(&mut self, bounds: &Bounds, closing: bool) {
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
        self.posts.iter().for_each(|post| post.clients.forget(sweep, is_open));
        self.judge(bounds, closing);
        self.make_room(bounds, limit);
        let fronts = self.posts.iter().flat_map(Post::active);
        let workers: usize = fronts.map(|front| front.crew.size()).sum();
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
            let post = self.posts.iter().position(|post| post.listener.accepted(&socket))?;
            let peer = socket.peer_addr().ok()?;
            Some((post, peer.as_socket()))
        });
        let Some((post, peer)) = found else { return };
        let clients = &self.posts[post].clients;
        let connection = match peer.map(|peer| (peer, clients.connection(peer))) {
            Some((peer, known)) if known.socket().is_some() => clients.renew(peer),
            Some((_, known)) => known,
            None => Arc::default(),
        };
        connection.found(number, cookie);
        // A client of a Unix socket is a proxy that is trusted: that it closes what it no longer uses is all that is
        // asked of it. Any other limit was meant for the listening socket that it comes from.
        let limit = peer.is_none().then_some(self.shared.bounds.idle_timeout);
        let _ = sockets::look(number, |socket| socket.set_read_timeout(limit));
        let (since, sweep) = (Instant::now(), self.sweep);
        let watch = Watch::new(since);
        let seen = Seen { number, cookie, connection, post, since, watch, sweep, counted: false };
        self.seen.insert(cookie, seen);
        self.newcomers = true;
    }

    /// Ends what exceeds a bound, and helps connections that tiny_http has forgotten.
    fn judge(&mut self, bounds: &Bounds, closing: bool) {
        let now = Instant::now();
        let hasty = Bounds { idle_timeout: bounds.idle_timeout.min(HASTE), ..bounds.clone() };
        let mut unheard = Vec::new();
        for seen in self.seen.values_mut() {
            let (number, told) = (seen.number, seen.connection.told());
            let verdict = if let Some(traffic) = sockets::traffic(number) {
                if seen.watch.is_unheard(traffic, told) && seen.is_unread(traffic.received) {
                    unheard.push(seen.post);
                }
                let leftover = self.posts[seen.post].is_leftover(&seen.connection, seen.since);
                let bounds = if leftover { &hasty } else { bounds };
                seen.watch.judge(now, traffic, told, bounds, || sockets::unread(number))
            } else {
                let untaken = sockets::untaken(number);
                let ends = closing && untaken == 0;
                seen.watch.judge_untaken(now, untaken, bounds).or(ends.then_some(Reason::Idle))
            };
            if let Some(reason) = verdict {
                seen.end(reason, &self.shared);
            }
        }
        // tiny_http gives a new connection to a thread that is about to be free, even if that has been given one
        // already; it then waits until some other connection ends. One that knocks and goes is such a connection.
        // Which of the servers it waits in nobody knows, and which is knocked at neither.
        for post in unheard.into_iter().take(KNOCKS).map(|post| &self.posts[post]) {
            post.active().for_each(|_| post.listener.knock());
        }
    }

    /// Ends the longest idle connections while there are too many, or too few descriptors are left. Those that wait for
    /// us, and recent ones, are spared for as long as there are not twice as many as there may be.
    fn make_room(&mut self, bounds: &Bounds, limit: usize) {
        let deaf = self.posts.iter().any(|post| !post.is_complete());
        let spare = if deaf { limit / 2 } else { (limit / 8).min(64) };
        let missing = spare.saturating_sub(limit.saturating_sub(self.used)).div_ceil(2);
        let excess = self.seen.len().saturating_sub(bounds.max_connections).max(missing);
        let urgent = self.seen.len().saturating_sub(2 * bounds.max_connections).max(missing);
        if excess == 0 {
            return;
        }
        let now = Instant::now();
        let all = self.seen.values_mut().filter(|seen| !seen.connection.is_leaving());
        let mut all: Vec<_> = all.map(|seen| (seen.claim(now), seen)).collect();
        all.sort_by_key(|(rank, _)| *rank);
        let idle = all.iter().filter(|((claim, _), _)| *claim == Claim::None).count();
        for (_, seen) in all.into_iter().take(excess.min(idle.max(urgent))) {
            seen.end(Reason::MaxConnections, &self.shared);
        }
    }

    /// Starts accepting again where tiny_http has stopped, and lets go of servers that have nothing left to do.
    fn keep_accepting(&mut self) {
        let free = process::descriptor_limit().saturating_sub(self.used);
        let may = self.restarted.elapsed() >= RESTART && free >= 8;
        for (at, post) in self.posts.iter_mut().enumerate() {
            let own = || self.seen.values().filter(|seen| seen.post == at);
            post.let_go(|front| own().any(|seen| front.may_have(&seen.connection, seen.since)));
            if may && !post.is_complete() {
                self.restarted = Instant::now();
                post.accept_again(&self.shared);
            }
        }
    }
}

impl Seen {
    /// Whether nobody has read anything of what has come.
    fn is_unread(&self, received: u64) -> bool {
        received == 0 || sockets::unread(self.number) >= received
    }

    fn claim(&self, now: Instant) -> (Claim, Instant) {
        self.watch.rank(now, || sockets::unread(self.number) > 0)
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
        if (reason == Reason::Idle || self.connection.leave()) && first {
            shared.counters.disconnected(reason);
        }
        sockets::shut(self.number, self.cookie, how);
    }
}
