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

    let mut listeners = inherit_listeners()?;
    for listener in &mut listeners {
        let is_monitoring = Some(listener.address) == listen.monitoring;
        listener.scope = if is_monitoring {
            Scope::Monitoring
        } else {
            public
        };
    }

    let inherited: Vec<Scope> = listeners.iter().map(|listener| listener.scope).collect();
    let monitoring = listen.monitoring.iter();
    let monitoring = monitoring.map(|address| (*address, Scope::Monitoring));
    let wanted = listen.public.iter().map(|address| (*address, public));
    for (address, scope) in wanted.chain(monitoring) {
        if inherited.contains(&scope) {
            continue;
        }

        let opened = open_tcp(address, servers).and_then(|sockets| Listener::new(sockets, scope));
        match opened {
            Ok(listener) => listeners.push(listener),
            Err(error) => {
                let reason = msg::listening_reason(address, &error);
                return Err(msg::cannot_listen(address, reason));
            }
        }
    }

    Ok(listeners)
}

/// The first number of a socket that is handed over.
const FIRST_INHERITED: u64 = 3;

/// The sockets that the service manager hands over to this process.
fn inherit_listeners() -> Result<Vec<Listener>, Message> {
    if numeric_variable("LISTEN_PID") != Some(u64::from(std::process::id())) {
        return Ok(Vec::new());
    }

    let mut listeners = Vec::new();
    for at in 0..numeric_variable("LISTEN_FDS").unwrap_or(0) {
        let number = FIRST_INHERITED.saturating_add(at);
        let reason = match inherit(number) {
            Ok(Some(listener)) => {
                listeners.push(listener);
                continue;
            }
            Ok(None) => msg::unix_socket_for_http(),
            Err(error) => msg::reason(&error),
        };

        return Err(msg::inherited_unusable(number, reason));
    }

    Ok(listeners)
}

/// Takes over the socket with this number; `None` if it is a Unix socket.
fn inherit(number: u64) -> io::Result<Option<Listener>> {
    let number = RawFd::try_from(number).map_err(io::Error::other)?;
    let socket = system::take_inherited(number)?;
    if socket.domain()? == Domain::UNIX {
        return Ok(None);
    }

    let mut listener = Listener::new(vec![socket], Scope::Everything)?;
    listener.is_inherited = true;
    Ok(Some(listener))
}

impl Listener {
    fn new(sockets: Vec<Socket>, scope: Scope) -> io::Result<Self> {
        let first = sockets.first().ok_or(io::ErrorKind::NotFound)?;
        let bound = first.local_addr()?;
        let address = bound.as_socket().ok_or(io::ErrorKind::NotFound)?;
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
        // There is at least one.
        let socket = self.sockets[at % self.sockets.len()].try_clone()?;
        let id = SocketId::at(socket.as_raw_fd()).ok_or(io::ErrorKind::NotFound)?;
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

    /// Connects to itself and hangs up, which wakes a thread that waits in `accept`, and runs another for a moment.
    pub fn wake_acceptor(&self) {
        let address = SockAddr::from(loopback_of(self.address));
        if let Ok(socket) = Socket::new(address.domain(), Type::STREAM, None) {
            drop(socket.set_nonblocking(true));
            drop(socket.connect(&address));
        }
    }

    /// Begins to stop accepting; [`Listener::wake_blocked`] until the accepting threads have ended, then
    /// [`Listener::stopped`].
    ///
    /// A socket that the service manager holds too must not be shut down: connections wait in it for the next process. Its
    /// `accept` is made to give up when nobody waits instead, and woken. A time limit on `accept` would never be reached
    /// while clients keep it busy.
    pub fn stop(&self) {
        for socket in &self.sockets {
            let _ = if self.is_inherited {
                socket.set_nonblocking(true)
            } else {
                socket.shutdown(Shutdown::Both)
            };
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
            for socket in &self.sockets {
                drop(socket.set_nonblocking(false));
            }
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
    let mut sockets = vec![first];
    for _ in 1..servers {
        match another_socket(address, &bound) {
            Ok(socket) => sockets.push(socket),
            // One is enough.
            Err(_) => {
                sockets.truncate(1);
                break;
            }
        }
    }

    for socket in &sockets {
        socket.listen(BACKLOG)?;
    }

    Ok(sockets)
}

/// A socket that shares an address that is bound.
fn another_socket(address: SocketAddr, bound: &SockAddr) -> io::Result<Socket> {
    let socket = tcp_socket(address)?;
    socket.set_reuse_port(true)?;
    socket.bind(bound)?;
    Ok(socket)
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
