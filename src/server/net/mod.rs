//! Addresses and sockets around the server: where it listens (here), how it is probed, how commands ask for a reload, and
//! notices to the service manager.

pub mod control;
mod notify;
mod probe;
mod socket_file;

use super::*;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

pub use notify::Notifier;
pub use probe::{ProbeTarget, get};

/// The addresses of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// For readers.
    pub public: Vec<SocketAddr>,
    /// Where alone `/metrics` and `/status.json` are answered [D32.4]; without it, they are answered for readers too.
    pub monitoring: Option<SocketAddr>,
}

/// Reads an address to listen on, as options and the configuration write it.
pub fn listen_address(text: &str) -> Result<SocketAddr, Message> {
    if text.starts_with("unix:") {
        return Err(msg::unix_socket_for_http());
    }
    text.parse().map_err(|_| msg::bad_listen())
}

/// The address of a socket that is bound there, from this machine.
pub fn loopback_of(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bound.port())
}

/// A socket that is given up at an instant, however often a little comes: from then on every operation ends with
/// `TimedOut`.
struct DeadlineStream<'a> {
    socket: &'a Socket,
    deadline: Instant,
}

impl<'a> DeadlineStream<'a> {
    /// For this long from now on.
    fn within(socket: &'a Socket, limit: Duration) -> Self {
        DeadlineStream { socket, deadline: Instant::now() + limit }
    }

    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(remaining)) }
    }
}

impl Read for DeadlineStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(self.remaining()?)?;
        // Not by `recv`, which is made for the library's ears (`tiny/interposed.rs`).
        rustix::io::read(self.socket, buffer).map_err(|error| as_timeout(error.into()))
    }
}

impl Write for DeadlineStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.remaining()?)?;
        self.socket.write(buffer).map_err(as_timeout)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The system says `WouldBlock` where a limit has passed.
fn as_timeout(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}
