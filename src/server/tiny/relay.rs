//! Connections of a Unix socket, passed on to a private TCP address where tiny_http accepts.
//!
//! tiny_http does not tell clients of a Unix socket apart, so no limit could be held against one. Behind the relay each has
//! an address of its own, and is supervised like any other. It costs a hop between two sockets of this process, and two
//! descriptors for each connection. Strangers at the private address are disconnected.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::time::Timespec;
use socket2::{Domain, Socket, Type};

use super::link::{Link, Peers};
use crate::server::liveness::spawn_vital;

pub struct Relay {
    pub peers: Peers,
    stop: UnixStream,
    stopped: Receiver<()>,
}

/// For the relay to accept waiting connections at the end.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);
/// After a failed accept, for want of descriptors for instance.
const ACCEPT_PAUSE: Duration = Duration::from_millis(5);
/// Connections that are accepted before links have their turn, at most.
const MAX_ACCEPTED: usize = 64;
/// Between two looks for links that have outlived their end.
const SWEEP: Duration = Duration::from_millis(250);
/// The event numbers of the Unix socket and of the signal to stop; links have greater ones.
const ACCEPT: u64 = 0;
const STOP: u64 = 1;

impl Relay {
    pub fn start(socket: Socket, private: SocketAddr) -> io::Result<Self> {
        let (stop, stop_rx) = UnixStream::pair()?;
        let (sender, stopped) = channel();
        let peers = Peers::default();
        socket.set_nonblocking(true)?;
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        epoll::add(&epoll, &socket, EventData::new_u64(ACCEPT), EventFlags::IN | EventFlags::ET)?;
        epoll::add(&epoll, &stop_rx, EventData::new_u64(STOP), EventFlags::IN)?;
        let events = Events {
            epoll,
            socket: Some(socket),
            accept_at: None,
            stop_rx,
            stopped: sender,
            private,
            peers: peers.clone(),
            links: HashMap::new(),
            next: STOP + 1,
        };
        spawn_vital("relay", move || events.run())?;
        Ok(Relay { peers, stop, stopped })
    }

    /// Accepts waiting connections, and no more; accepted ones go on.
    pub fn stop_accepting(&self) {
        let _ = (&self.stop).write(&[0]);
        let _ = self.stopped.recv_timeout(STOP_TIMEOUT);
    }
}

struct Events {
    epoll: OwnedFd,
    socket: Option<Socket>,
    /// When to accept next, where connections may wait.
    accept_at: Option<Instant>,
    stop_rx: UnixStream,
    stopped: Sender<()>,
    private: SocketAddr,
    peers: Peers,
    links: HashMap<u64, Link>,
    next: u64,
}

impl Events {
    fn run(mut self) {
        let mut events = Vec::with_capacity(256);
        // Links that had more to pass on than one turn allows.
        let mut unfinished: Vec<u64> = Vec::new();
        let mut buffer = vec![0; 64 * 1024];
        let mut swept = Instant::now();
        loop {
            events.clear();
            let timeout = if unfinished.is_empty() { self.timeout() } else { Some(Duration::ZERO) };
            let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
            // Interrupted, or no memory: the events are there the next time.
            let _ = epoll::wait(&self.epoll, spare_capacity(&mut events), timeout.as_ref());
            let ready = std::mem::take(&mut unfinished);
            for number in ready.into_iter().chain(events.iter().map(|event| event.data.u64())) {
                match number {
                    ACCEPT => self.accept_at = Some(Instant::now()),
                    STOP => self.stop(),
                    number => {
                        let Some(link) = self.links.get_mut(&number) else { continue };
                        if link.pass_on(&mut buffer) {
                            unfinished.push(number);
                        }
                        if link.is_over(Instant::now()) {
                            self.links.remove(&number);
                        }
                    }
                }
            }
            let now = Instant::now();
            if self.accept_at.is_some_and(|at| at <= now) {
                self.accept_at = self.accept().map(|pause| now + pause);
            }
            if now.duration_since(swept) >= SWEEP {
                swept = now;
                self.links.retain(|_, link| !link.is_over(now));
            }
        }
    }

    /// Until something has to be done without an event.
    fn timeout(&self) -> Option<Duration> {
        let accept = self.accept_at.map(|at| at.saturating_duration_since(Instant::now()));
        accept.into_iter().chain((!self.links.is_empty()).then_some(SWEEP)).min()
    }

    /// Accepts some of the waiting connections; returns the pause before the next ones, if any are left.
    fn accept(&mut self) -> Option<Duration> {
        for _ in 0..MAX_ACCEPTED {
            let accepted = self.socket.as_ref()?.accept().and_then(|(client, _)| self.connect(client));
            match accepted {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(error) => {
                    log::debug!("relay: a connection cannot be passed on: {error}");
                    return Some(ACCEPT_PAUSE);
                }
            }
        }
        Some(Duration::ZERO)
    }

    /// Connects to the private address on behalf of a client.
    fn connect(&mut self, client: Socket) -> io::Result<()> {
        client.set_nonblocking(true)?;
        let server = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        server.set_nonblocking(true)?;
        server.set_tcp_nodelay(true)?;
        // Closed at once when it is dropped: an address that waits for a minute would run out.
        server.set_linger(Some(Duration::ZERO))?;
        server.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())?;
        let address = server.local_addr()?.as_socket().ok_or(io::ErrorKind::InvalidInput)?;
        // Admitted before the first request.
        let link = Link::new(client, server, address, &self.peers);
        match link.server.connect(&self.private.into()) {
            Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => return Err(error),
            _ => {}
        }
        let flags = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        for socket in [&link.client, &link.server] {
            epoll::add(&self.epoll, socket, EventData::new_u64(self.next), flags)?;
        }
        self.links.insert(self.next, link);
        self.next += 1;
        Ok(())
    }

    fn stop(&mut self) {
        let _ = self.stop_rx.read(&mut [0]);
        while self.accept().is_some_and(|pause| pause.is_zero()) {}
        if let Some(socket) = self.socket.take() {
            let _ = epoll::delete(&self.epoll, &socket);
            // One that was inherited is left as it was.
            let _ = socket.set_nonblocking(false);
        }
        let _ = self.stopped.send(());
    }
}
