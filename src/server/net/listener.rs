//! Listening sockets, ours or inherited from the service manager, and what every accepted connection inherits from them.

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener};
use std::os::fd::{AsRawFd, RawFd};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use socket2::{Domain, SockAddr, SockRef, Socket, Type};

use super::address::{ListenAddress, loopback};
use super::relay::{Peers, Relay};
use super::socket_file::{self, Access, SocketFile};
use crate::messages::{self as msg, Message};
use crate::server::system::{process, sockets};

/// An address that is listened on. The sockets stay ours: tiny_http gets duplicates.
pub struct Listener {
    /// Where clients connect, with the port that was really given.
    pub address: ListenAddress,
    /// Where tiny_http accepts: the same, or a private address that a Unix socket is relayed to.
    local: SocketAddr,
    /// As many as servers accept: new connections are then dealt out by the kernel, evenly. One alone where the service
    /// manager has opened it; of that one, whoever runs takes all that come at once.
    sockets: Vec<Socket>,
    /// The service manager holds it too, and gives it to the next process.
    inherited: bool,
    relay: Option<Relay>,
    /// The file of a Unix socket that was opened here.
    file: Option<SocketFile>,
}

/// Bytes of a whole collection: a response that fits is handed to the kernel without waiting for the client.
/// Fixed, so that a client that reads nothing holds this much and no more.
const SEND_BUFFER: usize = 256 * 1024;
/// Requests are short.
const RECEIVE_BUFFER: usize = 32 * 1024;
/// Connections that wait to be accepted.
const BACKLOG: i32 = 4096;

impl Listener {
    /// Begins to listen, for this many servers.
    ///
    /// # Errors
    /// A sentence that names the address.
    pub fn open(listen: &ListenAddress, servers: usize) -> Result<Self, Message> {
        let opened = match listen {
            ListenAddress::Tcp(address) => {
                open_tcp(*address, servers).and_then(|sockets| Listener::new(sockets, false))
            }
            ListenAddress::Unix(path) => {
                socket_file::listen(path, BACKLOG, Access::Everybody).and_then(|(socket, file)| {
                    let own =
                        Listener::relayed(socket, path, false, servers).inspect_err(|_| file.remove())?;
                    Ok(Listener { file: Some(file), ..own })
                })
            }
        };
        opened.map_err(|error| msg::cannot_listen(listen, msg::reason(&error)))
    }

    /// Takes over a socket that the service manager has opened.
    ///
    /// # Errors
    /// It is no listening stream socket.
    pub fn inherit(number: RawFd, servers: usize) -> io::Result<Self> {
        let socket = sockets::inherited(number)?;
        let local = socket.local_addr()?;
        if local.as_socket().is_some() {
            return Listener::new(vec![socket], true);
        }
        let path = local.as_pathname().map(PathBuf::from).unwrap_or_default();
        Listener::relayed(socket, &path, true, servers)
    }

    fn new(sockets: Vec<Socket>, inherited: bool) -> io::Result<Self> {
        let local = sockets.first().and_then(|socket| socket.local_addr().ok()?.as_socket());
        let local = local.ok_or(io::ErrorKind::NotFound)?;
        for socket in &sockets {
            socket.set_tcp_nodelay(true)?;
            socket.set_keepalive(true)?;
            socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
            socket.set_send_buffer_size(SEND_BUFFER)?;
        }
        Ok(Listener {
            address: ListenAddress::Tcp(local),
            local,
            sockets,
            inherited,
            relay: None,
            file: None,
        })
    }

    /// Listens on a Unix socket, whose connections are relayed to a private address.
    fn relayed(socket: Socket, path: &Path, inherited: bool, servers: usize) -> io::Result<Self> {
        let private = open_tcp(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), servers)?;
        let own = Listener::new(private, inherited)?;
        let relay = Relay::start(socket, own.local)?;
        Ok(Listener { address: ListenAddress::Unix(path.to_owned()), relay: Some(relay), ..own })
    }

    /// The clients that may connect: all, but to a private address.
    pub fn peers(&self) -> Option<Peers> {
        self.relay.as_ref().map(|relay| relay.peers.clone())
    }

    /// Whether this client may connect.
    pub fn admits(&self, peer: SocketAddr) -> bool {
        self.relay.as_ref().is_none_or(|relay| relay.peers.contains(peer))
    }

    /// A tiny_http server on one of the sockets, and the number of the duplicate that it was given: open for as long as
    /// its accepting thread lives.
    ///
    /// # Errors
    /// There is no descriptor, or no thread, left.
    pub fn serve(&self, at: usize) -> io::Result<(tiny_http::Server, RawFd)> {
        let socket = self.socket(at).ok_or(io::ErrorKind::NotFound)?.try_clone()?;
        let number = socket.as_raw_fd();
        let listener: tiny_http::Listener = TcpListener::from(socket).into();
        let batch = process::set_batch_work(true);
        // The library starts a thread and panics when it cannot.
        let started = catch_unwind(|| tiny_http::Server::from_listener(listener, None));
        if batch {
            process::set_batch_work(false);
        }
        let server = started.map_err(|_| io::Error::other("no thread can be started"))?;
        Ok((server.map_err(io::Error::other)?, number))
    }

    /// Whether this number still is a duplicate of the socket that this server accepts on.
    pub fn is(&self, at: usize, number: RawFd) -> bool {
        let own = self.socket(at).and_then(|socket| socket.cookie().ok());
        own.is_some() && sockets::cookie(number).is_ok_and(|cookie| cookie == own)
    }

    fn socket(&self, at: usize) -> Option<&Socket> {
        self.sockets.get(at % self.sockets.len().max(1))
    }

    /// Whether this is the socket of a connection that was accepted here.
    pub fn accepted(&self, socket: &SockRef<'_>) -> bool {
        let local = socket.local_addr().ok().and_then(|local| local.as_socket());
        local.is_some_and(|local| {
            let same_family = local.is_ipv4() == self.local.is_ipv4();
            let own = self.local.ip();
            local.port() == self.local.port() && same_family && (own.is_unspecified() || own == local.ip())
        })
    }

    /// Connects to itself and hangs up: whoever waits in `accept` is woken, and a thread runs for a moment.
    pub fn wake_acceptor(&self) {
        let address = SockAddr::from(loopback(self.local));
        let connect = || {
            let socket = Socket::new(address.domain(), Type::STREAM, None)?;
            socket.set_nonblocking(true)?;
            socket.connect(&address)
        };
        drop(connect());
    }

    /// Begins to stop accepting; [`Listener::wake_blocked`] until the accepting threads have ended, then
    /// [`Listener::stopped`].
    ///
    /// A socket that the service manager holds too must not be shut down: connections then wait in it for the
    /// next process. `accept` is made to give up when nobody waits instead, and woken. A time limit would not do: one
    /// that clients keep busy would never be reached.
    pub fn stop(&self) {
        if let Some(relay) = &self.relay {
            relay.stop_accepting();
        }
        if self.is_drained() {
            self.sockets.iter().for_each(|socket| drop(socket.set_nonblocking(true)));
        } else {
            self.sockets.iter().for_each(|socket| drop(socket.shutdown(Shutdown::Both)));
        }
        if let Some(file) = &self.file {
            file.remove();
        }
    }

    /// Whether all that waits is accepted before the end: what was relayed has been accepted once already.
    fn is_drained(&self) -> bool {
        self.inherited || self.relay.is_some()
    }

    /// Wakes one of those who still wait in `accept`.
    pub fn wake_blocked(&self) {
        if self.is_drained() {
            self.wake_acceptor();
        }
    }

    /// Leaves an inherited socket as it was.
    pub fn stopped(&self) {
        if self.inherited {
            self.sockets.iter().for_each(|socket| drop(socket.set_nonblocking(false)));
        }
    }
}

/// A socket for each server, where the system lets them share the address.
fn open_tcp(address: SocketAddr, servers: usize) -> io::Result<Vec<Socket>> {
    // Bound before it is willing to share: an address that another process listens on is refused.
    let first = bind_tcp(address, false)?;
    let bound = first.local_addr()?.as_socket().unwrap_or(address);
    first.set_reuse_port(true)?;
    let others = (1..servers).map(|_| bind_tcp(bound, true)).collect::<io::Result<Vec<_>>>();
    let sockets: Vec<_> = [first].into_iter().chain(others.unwrap_or_default()).collect();
    sockets.iter().try_for_each(|socket| socket.listen(BACKLOG))?;
    Ok(sockets)
}

fn bind_tcp(address: SocketAddr, shares: bool) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.set_reuse_address(true)?;
    if address.is_ipv6() {
        // What is written is what is listened on: `[::]:80` is not IPv4 as well.
        socket.set_only_v6(true)?;
    }
    socket.set_reuse_port(shares)?;
    socket.bind(&address.into())?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_ipv6_is_not_one_of_ipv4_as_well() {
        // Not every machine has IPv6.
        if let Ok(socket) = bind_tcp("[::]:0".parse().unwrap(), false) {
            assert!(socket.only_v6().unwrap());
        }
    }
}
