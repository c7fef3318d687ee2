//! A client of a Unix socket and its private connection: each is sent the bytes of the other.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::time::{Duration, Instant};

use socket2::Socket;

/// Reads of one side before other links have their turn.
const MAX_READS: usize = 8;
/// For a client to take pending bytes after the server's end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);
/// For a client to go on sending after the end was passed on to it.
const LINGER: Duration = Duration::from_secs(3);

/// Two sockets that do not block.
pub struct Link {
    client: Socket,
    server: Socket,
    /// The address of our end of the private connection.
    pub address: SocketAddr,
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
    pub fn new(client: Socket, server: Socket, address: SocketAddr) -> Self {
        let (to_server, to_client) = Default::default();
        Link { client, server, address, to_server, to_client, ended: None }
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
