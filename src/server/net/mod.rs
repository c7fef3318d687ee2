//! Addresses and sockets around the server: where it listens (here), how it is probed, how commands ask for a reload, and
//! notices to the service manager.

pub mod control;
mod notify;
mod probe;
pub mod socket_file;

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use socket2::Socket;

pub use notify::Notifier;
pub use probe::{ProbeTarget, get};

/// An address to listen on, as it is written on the command line and in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    Tcp(SocketAddr),
    /// `unix:/run/indicatord/http.sock`
    Unix(PathBuf),
}

impl Default for ListenAddress {
    /// This machine only.
    fn default() -> Self {
        ListenAddress::Tcp(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }
}

impl FromStr for ListenAddress {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.strip_prefix("unix:") {
            Some("") => Err(()),
            Some(path) => Ok(ListenAddress::Unix(path.into())),
            None => text.parse().map(ListenAddress::Tcp).map_err(|_| ()),
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenAddress::Tcp(address) => write!(out, "http://{address}"),
            ListenAddress::Unix(path) => write!(out, "unix:{}", path.display()),
        }
    }
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
        // Not by `recv`, which is made for the library's ears (`tiny/recv.rs`).
        rustix::io::read(self.socket, buffer).map_err(|error| timed_out(error.into()))
    }
}

impl Write for DeadlineStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.remaining()?)?;
        self.socket.write(buffer).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The system says `WouldBlock` where a limit has passed.
fn timed_out(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}
