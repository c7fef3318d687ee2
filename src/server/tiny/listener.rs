//! Listening sockets, our own or inherited from the service manager, and the options that accepted connections inherit from
//! them.

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener};
use std::os::fd::RawFd;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use socket2::{Domain, SockAddr, Socket, Type};

use super::link::Peers;
use super::relay::Relay;
use super::sockets::SocketId;
use crate::messages::{self as msg, Message};
use crate::server::net::socket_file::{self, Access, SocketFile};
use crate::server::net::{ListenAddress, loopback_of};
use crate::server::system::{self, Scheduling};

pub struct Listener {
    /// Where clients connect, with the port that was really given.
    pub address: ListenAddress,
    /// The same, or the private address that a Unix socket is relayed to.
    local: SocketAddr,
    /// One SO_REUSEPORT socket for each server, so that the kernel deals out connections evenly; a single one when
    /// inherited. tiny_http gets duplicates.
    sockets: Vec<Socket>,
    /// The service manager holds it too, for the next process.
    is_inherited: bool,
    relay: Option<Relay>,
    /// Of a Unix socket that was opened here; removed when dropped.
    file: Option<SocketFile>,
}

/// Bytes of a whole collection, which the kernel then takes without waiting for the client. Fixed, so that a client that
/// reads nothing holds no more.
const SEND_BUFFER: usize = 256 * 1024;
const RECEIVE_BUFFER: usize = 32 * 1024;
const BACKLOG: i32 = 4096;

/// Listens on the sockets that the service manager hands over (`sd_listen_fds(3)`), or else on `listen`; each for this
/// many servers.
pub fn open_all(listen: &[ListenAddress], access: Access, servers: usize) -> Result<Vec<Listener>, Message> {
    const FIRST: u32 = 3;
    let variable = |name| std::env::var(name).ok().and_then(|value| value.parse::<u32>().ok());
    let is_ours = variable("LISTEN_PID") == Some(std::process::id());
    let count = variable("LISTEN_FDS").filter(|_| is_ours).unwrap_or(0);
    if count > 0 {
        let inherit = |number: u32| {
            let taken = RawFd::try_from(number).map_err(io::Error::other);
            let listener = taken.and_then(|number| Listener::inherit(number, servers));
            listener.map_err(|error| msg::inherited_unusable(number, msg::reason(&error)))
        };
        return (FIRST..FIRST + count).map(inherit).collect();
    }
    let open = |address: &ListenAddress| {
        let opened = match address {
            ListenAddress::Tcp(address) => open_tcp(*address, servers).and_then(Listener::new),
            ListenAddress::Unix(path) => Listener::open_unix(path, access, servers),
        };
        opened.map_err(|error| msg::cannot_listen(address, msg::reason(&error)))
    };
    listen.iter().map(open).collect()
}

impl Listener {
    fn open_unix(path: &Path, access: Access, servers: usize) -> io::Result<Self> {
        let (socket, file) = socket_file::listen(path, BACKLOG, access)?;
        Ok(Listener { file: Some(file), ..Listener::relayed(socket, path, servers)? })
    }

    fn inherit(number: RawFd, servers: usize) -> io::Result<Self> {
        let socket = system::take_inherited(number)?;
        let local = socket.local_addr()?;
        let listener = if local.as_socket().is_some() {
            Listener::new(vec![socket])?
        } else {
            let path = local.as_pathname().map(PathBuf::from).unwrap_or_default();
            Listener::relayed(socket, &path, servers)?
        };
        Ok(Listener { is_inherited: true, ..listener })
    }

    fn new(sockets: Vec<Socket>) -> io::Result<Self> {
        let local = sockets.first().and_then(|socket| socket.local_addr().ok()?.as_socket());
        let local = local.ok_or(io::ErrorKind::NotFound)?;
        for socket in &sockets {
            socket.set_tcp_nodelay(true)?;
            socket.set_keepalive(true)?;
            socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
            socket.set_send_buffer_size(SEND_BUFFER)?;
        }
        let address = ListenAddress::Tcp(local);
        Ok(Listener { address, local, sockets, is_inherited: false, relay: None, file: None })
    }

    /// Listens on a Unix socket, whose connections are relayed to a private address.
    fn relayed(socket: Socket, path: &Path, servers: usize) -> io::Result<Self> {
        let own = Listener::new(open_tcp(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), servers)?)?;
        let relay = Relay::start(socket, own.local)?;
        Ok(Listener { address: ListenAddress::Unix(path.to_owned()), relay: Some(relay), ..own })
    }

    /// The clients that may connect, where these are not all.
    pub fn peers(&self) -> Option<Peers> {
        self.relay.as_ref().map(|relay| relay.peers.clone())
    }

    pub fn admits(&self, peer: SocketAddr) -> bool {
        self.relay.as_ref().is_none_or(|relay| relay.peers.contains(peer))
    }

    /// A tiny_http server on one of the sockets, and its duplicate of that: open for as long as its accepting thread lives.
    pub fn serve(&self, at: usize) -> io::Result<(tiny_http::Server, SocketId)> {
        let socket = self.sockets.get(at % self.sockets.len().max(1)).ok_or(io::ErrorKind::NotFound)?;
        let socket = socket.try_clone()?;
        let id = SocketId::of(&socket)?;
        let listener: tiny_http::Listener = TcpListener::from(socket).into();
        let is_batch = system::set_scheduling(Scheduling::Batch);
        // The library starts a thread and panics when it cannot.
        let started = catch_unwind(|| tiny_http::Server::from_listener(listener, None));
        if is_batch {
            system::set_scheduling(Scheduling::Usual);
        }
        let server = started.map_err(|_| io::Error::other("no thread can be started"))?;
        Ok((server.map_err(io::Error::other)?, id))
    }

    /// Whether a connection with this local address was accepted here.
    pub fn has_accepted_at(&self, local: SocketAddr) -> bool {
        let own = self.local.ip();
        local.port() == self.local.port()
            && local.is_ipv4() == own.is_ipv4()
            && (own.is_unspecified() || own == local.ip())
    }

    /// Connects to itself and hangs up, which wakes a thread that waits in `accept`, and runs another for a moment.
    pub fn wake_acceptor(&self) {
        let address = SockAddr::from(loopback_of(self.local));
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
    /// A socket that the service manager holds too must not be shut down: connections wait in it for the next process. Its
    /// `accept` is made to give up when nobody waits instead, and woken. A time limit on `accept` would never be reached
    /// while clients keep it busy.
    pub fn stop(&mut self) {
        if let Some(relay) = &self.relay {
            relay.stop_accepting();
        }
        for socket in &self.sockets {
            drop(if self.is_drained() {
                socket.set_nonblocking(true)
            } else {
                socket.shutdown(Shutdown::Both)
            });
        }
        self.file = None;
    }

    /// All waiting connections are accepted before the end: relayed ones were accepted once already.
    fn is_drained(&self) -> bool {
        self.is_inherited || self.relay.is_some()
    }

    /// Wakes a thread that still waits in `accept`.
    pub fn wake_blocked(&self) {
        if self.is_drained() {
            self.wake_acceptor();
        }
    }

    /// Leaves an inherited socket as it was.
    pub fn stopped(&self) {
        if self.is_inherited {
            self.sockets.iter().for_each(|socket| drop(socket.set_nonblocking(false)));
        }
    }
}

/// A socket for each server, where the system lets them share the address.
fn open_tcp(address: SocketAddr, servers: usize) -> io::Result<Vec<Socket>> {
    let first = tcp_socket(address)?;
    // Bound before it is willing to share: an address that another process listens on is refused.
    first.bind(&address.into())?;
    first.set_reuse_port(true)?;
    let bound = first.local_addr()?;
    let another = |_| {
        let socket = tcp_socket(address)?;
        socket.set_reuse_port(true)?;
        socket.bind(&bound)?;
        Ok(socket)
    };
    let others = (1..servers).map(another).collect::<io::Result<Vec<_>>>();
    let sockets: Vec<_> = [first].into_iter().chain(others.unwrap_or_default()).collect();
    sockets.iter().try_for_each(|socket| socket.listen(BACKLOG))?;
    Ok(sockets)
}

fn tcp_socket(address: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.set_reuse_address(true)?;
    if address.is_ipv6() {
        // `[::]:80` is not IPv4 as well.
        socket.set_only_v6(true)?;
    }
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_ipv6_is_not_one_of_ipv4_as_well() {
        // Not every machine has IPv6.
        if let Ok(socket) = tcp_socket("[::]:0".parse().unwrap()) {
            assert!(socket.only_v6().unwrap());
        }
    }
}
