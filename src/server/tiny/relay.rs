//! Connections of a Unix socket, passed on to a private TCP address where tiny_http accepts.
//!
//! tiny_http does not tell clients of a Unix socket apart, so no limit could be held against one. Behind the relay each has
//! an address of its own, and is supervised like any other. It costs a hop between two sockets of this process, and two
//! descriptors for each connection. Strangers at the private address are disconnected.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::time::Timespec;
use socket2::{Domain, Socket, Type};

use crate::server::liveness::{lock, spawn_vital};

/// The addresses of our ends of private connections, which alone may connect.
#[derive(Clone, Debug, Default)]
pub struct Peers(Arc<Mutex<HashSet<SocketAddr>>>);

impl Peers {
    pub fn contains(&self, peer: SocketAddr) -> bool {
        lock(&self.0).contains(&peer)
    }
}

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
/// Reads of one side before other links have their turn.
const MAX_READS: usize = 8;
/// For a client to take pending bytes after the server's end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);
/// For a client to go on sending after the end was passed on to it.
const LINGER: Duration = Duration::from_secs(3);
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

/// A client and its private connection, sockets that do not block: each is sent the bytes of the other.
struct Link {
    peers: Peers,
    /// Of our end of the private connection.
    address: SocketAddr,
    client: Socket,
    server: Socket,
    to_server: Pipe,
    to_client: Pipe,
    /// Since the server's end.
    ended: Option<Instant>,
}

#[derive(Default)]
struct Pipe {
    /// Bytes that were read and could not be written yet.
    pending: Vec<u8>,
    ended: bool,
    /// The end was passed on, or the receiver is gone.
    closed: bool,
}

impl Link {
    /// Admits the address for as long as the link lives.
    fn new(client: Socket, server: Socket, address: SocketAddr, peers: &Peers) -> Self {
        lock(&peers.0).insert(address);
        let (to_server, to_client) = Default::default();
        Link { peers: peers.clone(), address, client, server, to_server, to_client, ended: None }
    }

    /// Passes on pending bytes, both ways. True when there may be more.
    fn pass_on(&mut self, buffer: &mut [u8]) -> bool {
        let up = self.to_server.pass_on(&self.client, &self.server, buffer);
        let down = self.to_client.pass_on(&self.server, &self.client, buffer);
        if self.to_client.ended && self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
        up || down
    }

    /// Both sides are done, the client is gone, or the server has been done for long enough.
    fn is_over(&self, now: Instant) -> bool {
        let is_gone = self.to_client.closed && !self.to_client.ended;
        let patience = if self.to_client.closed { LINGER } else { DRAIN_TIMEOUT };
        let is_late = self.ended.is_some_and(|ended| now.saturating_duration_since(ended) >= patience);
        is_gone || is_late || (self.to_client.closed && self.to_server.closed)
    }
}

impl Drop for Link {
    /// Before the socket is closed: another process may have the address then.
    fn drop(&mut self) {
        lock(&self.peers.0).remove(&self.address);
    }
}

impl Pipe {
    fn pass_on(&mut self, mut from: &Socket, to: &Socket, buffer: &mut [u8]) -> bool {
        for _ in 0..MAX_READS {
            if self.closed || !self.write(to) {
                return false;
            }
            if self.ended {
                let _ = to.shutdown(Shutdown::Write);
                self.closed = true;
                return false;
            }
            match from.read(buffer) {
                Ok(0) => self.ended = true,
                Ok(length) => self.pending.extend(buffer.iter().take(length)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_not_yet(&error) => return false,
                Err(_) => self.ended = true,
            }
        }
        true
    }

    /// Writes pending bytes. False when that is not possible yet, or never.
    fn write(&mut self, mut to: &Socket) -> bool {
        while !self.pending.is_empty() {
            match to.write(&self.pending) {
                Ok(length) => drop(self.pending.drain(..length)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_not_yet(&error) => return false,
                Err(_) => {
                    self.closed = true;
                    return false;
                }
            }
        }
        // An idle link holds no memory.
        self.pending = Vec::new();
        true
    }
}

/// Nothing to read, no room to write, or not connected yet.
fn is_not_yet(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link, its client and its server.
    fn linked() -> (Link, UnixStream, UnixStream) {
        let [(client, own), (server, other)] = [(); 2].map(|()| UnixStream::pair().unwrap());
        let [own, other] = [own, other].map(|stream| {
            stream.set_nonblocking(true).unwrap();
            Socket::from(OwnedFd::from(stream))
        });
        (Link::new(own, other, SocketAddr::from(([127, 0, 0, 1], 1)), &Peers::default()), client, server)
    }

    fn pass_on(link: &mut Link) {
        while link.pass_on(&mut [0; 1024]) {}
    }

    #[test]
    fn each_side_has_the_bytes_and_the_end_of_the_other() {
        let (mut link, mut client, mut server) = linked();
        let asked = "ask".repeat(10_000);
        client.write_all(asked.as_bytes()).unwrap();
        pass_on(&mut link);
        let mut received = vec![0; asked.len()];
        server.read_exact(&mut received).unwrap();
        assert!(received == asked.as_bytes() && !link.is_over(Instant::now()));
        server.write_all(b"answer").unwrap();
        server.shutdown(Shutdown::Write).unwrap();
        let begun = Instant::now();
        pass_on(&mut link);
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "answer");
        // The client may go on sending for a while.
        assert!(!link.is_over(begun + LINGER / 2) && link.is_over(Instant::now() + LINGER));
        client.shutdown(Shutdown::Write).unwrap();
        pass_on(&mut link);
        assert!(link.is_over(begun));
        assert_eq!(server.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn what_is_not_taken_waits_and_a_client_that_is_gone_ends_the_link() {
        let (mut link, mut client, mut server) = linked();
        server.set_nonblocking(true).unwrap();
        let mut sent = 0;
        while let Ok(length) = server.write(&[b'x'; 65536]) {
            sent += length;
            pass_on(&mut link);
        }
        client.set_nonblocking(true).unwrap();
        let (mut taken, mut buffer) = (0, [0; 65536]);
        while taken < sent {
            taken += client.read(&mut buffer).unwrap_or(0);
            pass_on(&mut link);
        }
        assert!(!link.is_over(Instant::now() + DRAIN_TIMEOUT));
        drop(client);
        server.write_all(b"more").unwrap();
        pass_on(&mut link);
        assert!(link.is_over(Instant::now()));
    }
}
