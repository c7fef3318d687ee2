//! Listening sockets, our own or inherited from the service manager, and the options that accepted connections inherit from
//! them.

use super::*;

use std::net::TcpListener;

/// The listening sockets of one address.
pub struct Listener {
    /// Where clients connect, with the port that was really given.
    pub address: SocketAddr,
    pub scope: Scope,
    /// One SO_REUSEPORT socket for each server, so that the kernel deals out connections evenly; a single one when
    /// inherited. tiny_http gets duplicates.
    sockets: Vec<Socket>,
    /// The service manager holds it too, for the next process.
    is_inherited: bool,
}

/// Bytes of a whole collection, which the kernel then takes without waiting for the client. Fixed, so that a client that
/// reads nothing holds no more.
const SEND_BUFFER: usize = 256 * 1024;
const RECEIVE_BUFFER: usize = 32 * 1024;
const BACKLOG: i32 = 4096;

/// Listens on the sockets that the service manager hands over (`sd_listen_fds(3)`), or else on those of `listen`; each for
/// this many servers. A socket that is handed over is for monitoring where it has that address.
pub fn open_all(listen: &Addresses, servers: usize) -> Result<Vec<Listener>, Message> {
    let public = if listen.monitoring.is_some() {
        Scope::Public
    } else {
        Scope::Everything
    };

    let mut listeners = inherited()?;
    for listener in &mut listeners {
        listener.scope = if Some(listener.address) == listen.monitoring {
            Scope::Monitoring
        } else {
            public
        };
    }

    let inherited: Vec<Scope> = listeners.iter().map(|listener| listener.scope).collect();
    let readers = listen.public.iter().map(|address| (*address, public));
    let wanted = readers.chain(
        listen
            .monitoring
            .map(|address| (address, Scope::Monitoring)),
    );
    for (address, scope) in wanted.filter(|(_, scope)| !inherited.contains(scope)) {
        let opened = open_tcp(address, servers).and_then(|sockets| Listener::new(sockets, scope));
        listeners.push(opened.map_err(|error| {
            msg::cannot_listen(address, msg::listening_reason(address, &error))
        })?);
    }

    Ok(listeners)
}

/// The sockets that the service manager hands over to this process.
fn inherited() -> Result<Vec<Listener>, Message> {
    const FIRST: u32 = 3;
    let variable = |name| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u32>().ok())
    };
    let is_ours = variable("LISTEN_PID") == Some(std::process::id());
    let count = variable("LISTEN_FDS").filter(|_| is_ours).unwrap_or(0);
    let inherit = |number: u32| {
        let taken = RawFd::try_from(number)
            .map_err(io::Error::other)
            .and_then(system::take_inherited);
        let socket = taken.map_err(|error| msg::inherited_unusable(number, msg::reason(&error)))?;
        if socket.domain().is_ok_and(|domain| domain == Domain::UNIX) {
            return Err(msg::inherited_unusable(number, msg::unix_socket_for_http()));
        }

        let listener = Listener::new(vec![socket], Scope::Everything);
        let listener =
            listener.map_err(|error| msg::inherited_unusable(number, msg::reason(&error)))?;
        Ok(Listener {
            is_inherited: true,
            ..listener
        })
    };

    (FIRST..FIRST + count).map(inherit).collect()
}

impl Listener {
    fn new(sockets: Vec<Socket>, scope: Scope) -> io::Result<Self> {
        let address = sockets
            .first()
            .and_then(|socket| socket.local_addr().ok()?.as_socket());
        let address = address.ok_or(io::ErrorKind::NotFound)?;
        for socket in &sockets {
            socket.set_tcp_nodelay(true)?;
            socket.set_keepalive(true)?;
            socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
            socket.set_send_buffer_size(SEND_BUFFER)?;
        }

        Ok(Listener {
            address,
            scope,
            sockets,
            is_inherited: false,
        })
    }

    /// A tiny_http server on one of the sockets, and its duplicate of that: open for as long as its accepting thread lives.
    pub fn serve(&self, at: usize) -> io::Result<(tiny_http::Server, SocketId)> {
        let socket = self
            .sockets
            .get(at % self.sockets.len().max(1))
            .ok_or(io::ErrorKind::NotFound)?;
        let socket = socket.try_clone()?;
        let id = SocketId::from_socket(&socket)?;
        let listener: tiny_http::Listener = TcpListener::from(socket).into();
        let is_batch = system::set_batch(true);
        // The library starts a thread and panics when it cannot.
        let started = catch_unwind(|| tiny_http::Server::from_listener(listener, None));
        if is_batch {
            system::set_batch(false);
        }

        let server = started.map_err(|_| io::Error::other("no thread can be started"))?;
        Ok((server.map_err(io::Error::other)?, id))
    }

    /// Returns true if a connection with this local address was accepted here.
    pub fn has_accepted_at(&self, local: SocketAddr) -> bool {
        let ip = self.address.ip();
        local.port() == self.address.port()
            && local.is_ipv4() == ip.is_ipv4()
            && (ip.is_unspecified() || ip == local.ip())
    }

    /// Connects to itself and hangs up, which wakes a thread that waits in `accept`, and runs another for a moment.
    pub fn wake_acceptor(&self) {
        let address = SockAddr::from(loopback_of(self.address));
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
    pub fn stop(&self) {
        for socket in &self.sockets {
            drop(if self.is_inherited {
                socket.set_nonblocking(true)
            } else {
                socket.shutdown(Shutdown::Both)
            });
        }
    }

    /// Wakes a thread that still waits in `accept`.
    pub fn wake_blocked(&self) {
        if self.is_inherited {
            self.wake_acceptor();
        }
    }

    /// Leaves an inherited socket as it was.
    pub fn stopped(&self) {
        if self.is_inherited {
            self.sockets
                .iter()
                .for_each(|socket| drop(socket.set_nonblocking(false)));
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
    let sockets: Vec<_> = [first]
        .into_iter()
        .chain(others.unwrap_or_default())
        .collect();
    sockets
        .iter()
        .try_for_each(|socket| socket.listen(BACKLOG))?;
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
