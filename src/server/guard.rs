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
use crate::server::front::{Front, Shared};
use crate::server::listener::{Listen, Listener};
use crate::server::sockets;
use crate::server::watch::Watch;

/// How often the guard looks whether workers are stuck.
const TICK: Duration = Duration::from_millis(5);
/// How often it looks at the connections; less often where there are so many that it would cost a twentieth.
const SWEEP: Duration = Duration::from_millis(20);
/// How soon after each other two attempts to accept again may be.
const RESTART: Duration = Duration::from_millis(50);
/// How many connections without a thread are helped in one sweep.
const KNOCKS: usize = 32;

/// A socket that listens, and who accepts there.
struct Post {
    listener: Listener,
    front: Arc<Front>,
    /// The descriptor that tiny_http was given: closed when its accepting thread has ended.
    number: RawFd,
    retired: Vec<Arc<Front>>,
}

/// A connection as the guard sees it.
struct Seen {
    number: RawFd,
    cookie: u64,
    connection: Arc<Connection>,
    front: Arc<Front>,
    listener: usize,
    watch: Watch,
    sweep: u64,
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
        let post = |listener: Listener| {
            let (tiny, number) =
                listener.serve().map_err(|error| format!("{}: {error}", listener.address))?;
            let front = Arc::new(Front::new(tiny, Arc::clone(&shared)));
            front.crew.look(&front);
            Ok(Post { listener, front, number, retired: Vec::new() })
        };
        let posts = listeners.into_iter().map(post).collect::<Result<_, String>>()?;
        let seen = HashMap::new();
        let restarted = Instant::now();
        Ok(Guard { shared, posts, seen, sweep: 0, restarted, used: 0, stop })
    }

    /// Until the server is stopped.
    pub fn run(mut self) {
        let (mut next, mut pause) = (Instant::now(), SWEEP);
        loop {
            let deadline = *self.stop.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(deadline) = deadline {
                return self.close(deadline);
            }
            self.posts.iter().for_each(|post| post.front.crew.look(&post.front));
            if Instant::now() >= next {
                let begun = Instant::now();
                let bounds = self.shared.bounds.clone();
                self.look(&bounds, Shutdown::Both);
                self.keep_accepting();
                pause = SWEEP.max(begun.elapsed() * 20);
                next = Instant::now() + pause;
            }
            thread::sleep(TICK.min(pause));
        }
    }

    /// Answers what has arrived, and ends: every answer closes its connection, idle ones are closed at once.
    fn close(&mut self, deadline: Instant) {
        self.posts.iter().for_each(|post| {
            post.front.retire();
            post.listener.stop();
        });
        let soon = Duration::from_millis(100);
        let bounds = Bounds { idle_timeout: soon, request_timeout: soon * 10, ..self.shared.bounds.clone() };
        let accepting = |guard: &Self| guard.posts.iter().any(|post| post.listener.is(post.number));
        while Instant::now() < deadline && (accepting(self) || !self.seen.is_empty()) {
            self.posts.iter().for_each(|post| post.front.crew.look(&post.front));
            self.look(&bounds, Shutdown::Read);
            thread::sleep(TICK);
        }
        self.posts.iter().for_each(|post| post.listener.stopped());
        self.seen.values().for_each(|seen| sockets::shut(seen.number, seen.cookie, Shutdown::Both));
        let fronts = self.posts.iter().flat_map(|post| post.retired.iter().chain([&post.front]));
        fronts.for_each(|front| front.crew.dismiss(front));
    }

    /// One sweep.
    fn look(&mut self, bounds: &Bounds, how: Shutdown) {
        self.sweep = self.shared.sweeps.fetch_add(1, Relaxed) + 1;
        let limit = sockets::descriptor_limit();
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
        let fronts = self.posts.iter().flat_map(|post| post.retired.iter().chain([&post.front]));
        fronts.for_each(|front| front.forget(is_open));
        self.judge(bounds, how);
        self.make_room(bounds, limit);
        let workers: usize = self.posts.iter().map(|post| post.front.crew.size()).sum();
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
            let listener = self.posts.iter().position(|post| post.listener.accepted(&socket))?;
            let peer = socket.peer_addr().ok()?;
            Some((listener, peer.as_socket()))
        });
        let Some((listener, peer)) = found else { return };
        let front = Arc::clone(&self.posts[listener].front);
        let connection = match peer.map(|peer| (peer, front.connection(peer))) {
            Some((peer, known)) if known.socket().is_some() => front.renew(peer),
            Some((_, known)) => known,
            None => Arc::default(),
        };
        connection.found(number, cookie);
        // A client of a Unix socket is a proxy that is trusted: that it closes what it no longer uses is all that is
        // asked of it. Any other limit was meant for the listening socket that it comes from.
        let limit = peer.is_none().then_some(self.shared.bounds.idle_timeout);
        let _ = sockets::look(number, |socket| socket.set_read_timeout(limit));
        let watch = Watch::new(Instant::now());
        let sweep = self.sweep;
        self.seen.insert(cookie, Seen { number, cookie, connection, front, listener, watch, sweep });
    }

    /// Ends what exceeds a bound, and helps connections that tiny_http has forgotten.
    fn judge(&mut self, bounds: &Bounds, how: Shutdown) {
        let now = Instant::now();
        let mut unheard = Vec::new();
        for seen in self.seen.values_mut() {
            let (number, told) = (seen.number, seen.connection.told());
            let verdict = if let Some(traffic) = sockets::traffic(number) {
                if seen.watch.is_unheard(traffic, told) && seen.is_unread(traffic.received) {
                    unheard.push(seen.listener);
                }
                seen.watch.judge(now, traffic, told, bounds, || sockets::unread(number))
            } else {
                let untaken = sockets::untaken(number);
                let ends = how == Shutdown::Read && untaken == 0;
                seen.watch.judge_untaken(now, untaken, bounds).or(ends.then_some(Reason::Idle))
            };
            if let Some(reason) = verdict {
                seen.end(reason, how, &self.shared);
            }
        }
        // tiny_http gives a new connection to a thread that is about to be free, even if that has been given one
        // already; it then waits until some other connection ends. One that knocks and goes is such a connection.
        unheard.into_iter().take(KNOCKS).for_each(|listener| self.posts[listener].listener.knock());
    }

    /// Ends the longest idle connections while there are too many, or too few descriptors are left.
    fn make_room(&mut self, bounds: &Bounds, limit: usize) {
        let spare = (limit / 8).clamp(8, 64);
        let missing = spare.saturating_sub(limit.saturating_sub(self.used)).div_ceil(2);
        let excess = self.seen.len().saturating_sub(bounds.max_connections).max(missing);
        if excess == 0 {
            return;
        }
        let mut all: Vec<_> = self.seen.values_mut().filter(|seen| !seen.connection.is_leaving()).collect();
        all.sort_unstable_by_key(|seen| seen.watch.active);
        for seen in all.into_iter().take(excess) {
            seen.end(Reason::MaxConnections, Shutdown::Both, &self.shared);
        }
    }

    /// Starts accepting again where tiny_http has stopped, and lets go of servers that have nothing left to do.
    fn keep_accepting(&mut self) {
        for post in &mut self.posts {
            post.retired.retain(|front| {
                let busy =
                    self.seen.values().any(|seen| Arc::ptr_eq(&seen.front, front)) || front.crew.size() > 0;
                if !self.seen.values().any(|seen| Arc::ptr_eq(&seen.front, front)) {
                    front.crew.dismiss(front);
                } else {
                    front.crew.look(front);
                }
                busy
            });
            let free = sockets::descriptor_limit().saturating_sub(self.used);
            if post.listener.is(post.number) || self.restarted.elapsed() < RESTART || free < 8 {
                continue;
            }
            self.restarted = Instant::now();
            match post.listener.serve() {
                Ok((tiny, number)) => {
                    log::warn!("{}: accepting again", post.listener.address);
                    self.shared.counters.listeners_replaced.fetch_add(1, Relaxed);
                    let front = Arc::new(Front::new(tiny, Arc::clone(&self.shared)));
                    front.crew.look(&front);
                    let old = std::mem::replace(&mut post.front, front);
                    old.retire();
                    post.number = number;
                    post.retired.push(old);
                }
                Err(error) => log::warn!("{}: cannot accept: {error}", post.listener.address),
            }
        }
    }
}

impl Seen {
    /// Whether nobody has read anything of what has come.
    fn is_unread(&self, received: u64) -> bool {
        received == 0 || sockets::unread(self.number) >= received
    }

    fn end(&self, reason: Reason, how: Shutdown, shared: &Shared) {
        // A request that is not complete may have an answer of tiny_http's that waits to be flushed: its reader
        // ends first, and with it the connection.
        let gently = reason == Reason::RequestTimeout && self.connection.leave();
        let how = if gently { Shutdown::Read } else { how };
        if gently || self.connection.leave() {
            shared.counters.disconnected(reason);
        }
        sockets::shut(self.number, self.cookie, how);
    }
}

/// What the listeners are called, with their real ports.
pub fn addresses(listeners: &[Listener]) -> Vec<Listen> {
    listeners.iter().map(|listener| listener.address.clone()).collect()
}
