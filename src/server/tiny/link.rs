//! A client of a Unix socket and its private connection to tiny_http: each is sent the bytes of the other, and the end.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use socket2::Socket;

use crate::server::liveness::lock;

/// Reads of one side before other links have their turn.
const MAX_READS: usize = 8;
/// For a client to take pending bytes after the server's end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);
/// For a client to go on sending after the end was passed on to it.
const LINGER: Duration = Duration::from_secs(3);

/// The addresses of our ends of private connections, which alone may connect.
#[derive(Clone, Debug, Default)]
pub struct Peers(Arc<Mutex<HashSet<SocketAddr>>>);

impl Peers {
    pub fn contains(&self, peer: SocketAddr) -> bool {
        lock(&self.0).contains(&peer)
    }
}

/// A client and its private connection, sockets that do not block: each is sent the bytes of the other.
pub struct Link {
    peers: Peers,
    /// Of our end of the private connection.
    address: SocketAddr,
    pub client: Socket,
    pub server: Socket,
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
    pub fn new(client: Socket, server: Socket, address: SocketAddr, peers: &Peers) -> Self {
        lock(&peers.0).insert(address);
        let (to_server, to_client) = Default::default();
        Link { peers: peers.clone(), address, client, server, to_server, to_client, ended: None }
    }

    /// Passes on pending bytes, both ways. True when there may be more.
    pub fn pass_on(&mut self, buffer: &mut [u8]) -> bool {
        let up = self.to_server.pass_on(&self.client, &self.server, buffer);
        let down = self.to_client.pass_on(&self.server, &self.client, buffer);
        if self.to_client.ended && self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
        up || down
    }

    /// Both sides are done, the client is gone, or the server has been done for long enough.
    pub fn is_over(&self, now: Instant) -> bool {
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
pub fn is_not_yet(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected)
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

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
