//! Where the server listens: addresses as they are written, sockets of our own or handed over, and what every
//! accepted connection inherits from them.

use std::fmt;
use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::str::FromStr;

use socket2::{Domain, SockAddr, SockRef, Socket, Type};

use crate::server::system::{process, sockets};

/// An address to listen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// `127.0.0.1:8080`, `[::1]:8080`
    Tcp(SocketAddr),
    /// `unix:/run/indicatord/http.sock`
    Unix(PathBuf),
}

impl Default for Listen {
    /// What `serve` listens on when it is not told otherwise: this machine only.
    fn default() -> Self {
        Listen::Tcp(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return match path {
                "" => Err("unix: needs a path, as in unix:/run/indicatord/http.sock".to_owned()),
                path => Ok(Listen::Unix(path.into())),
            };
        }
        text.parse().map(Listen::Tcp).map_err(|_| {
            format!(
                "{text:?} is not an address: write a numeric one with its port, as in 127.0.0.1:8080 or \
                 [::1]:8080 (host names are not looked up), or unix:/path"
            )
        })
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Listen::Tcp(address) => write!(out, "http://{address}"),
            Listen::Unix(path) => write!(out, "unix:{}", path.display()),
        }
    }
}

/// An address that is listened on. The sockets stay ours: tiny_http gets duplicates.
pub struct Listener {
    /// One, or as many as servers accept: new connections are then dealt out by the kernel, evenly. Of one socket that
    /// several wait for, whoever runs takes all that come at once.
    sockets: Vec<Socket>,
    /// Where it listens, with the port that was really given.
    pub address: Listen,
    /// The service manager holds it too, and gives it to the next process.
    handed_over: bool,
}

/// Room for a whole collection: a response that fits is handed to the kernel without waiting for the client.
/// Fixed, so that a client that reads nothing holds this much and no more.
const SEND_BUFFER: usize = 256 * 1024;
/// Requests are short.
const RECEIVE_BUFFER: usize = 32 * 1024;
const BACKLOG: i32 = 4096;

impl Listener {
    /// Begins to listen, for so many servers.
    ///
    /// # Errors
    /// A sentence that names the address.
    pub fn open(listen: &Listen, servers: usize) -> Result<Self, String> {
        let opened = match listen {
            Listen::Tcp(address) => open_tcp(*address, servers),
            Listen::Unix(path) => open_unix(path).map(|socket| vec![socket]),
        };
        opened
            .and_then(|sockets| Listener::new(sockets, false))
            .map_err(|error| format!("cannot listen on {listen}: {error}"))
    }

    /// The sockets that the service manager hands over (`LISTEN_PID`, `LISTEN_FDS`): none, when it does not.
    ///
    /// # Errors
    /// A sentence, when it hands over something else than listening stream sockets.
    pub fn handed_over() -> Result<Vec<Self>, String> {
        let variable = |name| std::env::var(name).ok().and_then(|value| value.parse::<u32>().ok());
        if variable("LISTEN_PID") != Some(std::process::id()) {
            return Ok(Vec::new());
        }
        let numbers = 3..3 + variable("LISTEN_FDS").unwrap_or(0);
        let take = |number: u32| {
            let number = RawFd::try_from(number).map_err(io::Error::other)?;
            Listener::new(vec![sockets::inherited(number)?], true)
        };
        numbers
            .map(|number| take(number).map_err(|error| format!("LISTEN_FDS: descriptor {number}: {error}")))
            .collect()
    }

    fn new(sockets: Vec<Socket>, handed_over: bool) -> io::Result<Self> {
        let local = sockets.first().ok_or(io::ErrorKind::NotFound)?.local_addr()?;
        let address = match local.as_socket() {
            Some(address) => Listen::Tcp(address),
            None => Listen::Unix(local.as_pathname().map(PathBuf::from).unwrap_or_default()),
        };
        for socket in &sockets {
            if let Listen::Tcp(_) = address {
                socket.set_tcp_nodelay(true)?;
                socket.set_keepalive(true)?;
                socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
            }
            socket.set_send_buffer_size(SEND_BUFFER)?;
        }
        Ok(Listener { sockets, address, handed_over })
    }

    /// The tiny_http server in this seat, and the number of the duplicate that it was given: open for as long as
    /// its accepting thread lives.
    ///
    /// # Errors
    /// There is no descriptor, or no thread, left.
    pub fn serve(&self, seat: usize) -> io::Result<(tiny_http::Server, RawFd)> {
        let socket = self.socket(seat).ok_or(io::ErrorKind::NotFound)?.try_clone()?;
        let number = socket.as_raw_fd();
        let listener: tiny_http::Listener = match self.address {
            Listen::Tcp(_) => TcpListener::from(socket).into(),
            Listen::Unix(_) => UnixListener::from(socket).into(),
        };
        let batch = process::set_batch_work(true);
        // The library starts a thread and panics when it cannot.
        let started = catch_unwind(|| tiny_http::Server::from_listener(listener, None));
        if batch {
            process::set_batch_work(false);
        }
        let server = started.map_err(|_| io::Error::other("no thread can be started"))?;
        Ok((server.map_err(io::Error::other)?, number))
    }

    /// Whether this number still is a duplicate of the socket of this seat.
    pub fn is(&self, seat: usize, number: RawFd) -> bool {
        let own = self.socket(seat).and_then(|socket| socket.cookie().ok());
        own.is_some() && sockets::cookie(number).is_ok_and(|cookie| cookie == own)
    }

    fn socket(&self, seat: usize) -> Option<&Socket> {
        self.sockets.get(seat % self.sockets.len().max(1))
    }

    /// Whether this is the socket of a connection that was accepted here.
    pub fn accepted(&self, socket: &SockRef<'_>) -> bool {
        let Ok(local) = socket.local_addr() else { return false };
        match &self.address {
            Listen::Tcp(own) => local.as_socket().is_some_and(|local| {
                let same_family = local.is_ipv4() == own.is_ipv4();
                local.port() == own.port()
                    && same_family
                    && (own.ip().is_unspecified() || own.ip() == local.ip())
            }),
            Listen::Unix(path) => {
                local.as_pathname() == Some(path.as_path()) && !socket.is_listener().unwrap_or(true)
            }
        }
    }

    /// Connects to itself and hangs up: whoever waits in `accept` is woken, and a thread runs for a moment.
    pub fn knock(&self) {
        let address = match &self.address {
            Listen::Tcp(own) => {
                let ip = match own.ip() {
                    IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
                    IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
                    ip => ip,
                };
                Ok(SockAddr::from(SocketAddr::new(ip, own.port())))
            }
            Listen::Unix(path) => SockAddr::unix(path),
        };
        let knock = |address: SockAddr| {
            let socket = Socket::new(address.domain(), Type::STREAM, None)?;
            socket.set_nonblocking(true)?;
            socket.connect(&address)
        };
        drop(address.and_then(knock));
    }

    /// Begins to stop accepting; [`Listener::urge`] until the accepting threads have ended, then [`Listener::stopped`].
    ///
    /// A socket that the service manager holds too must not be shut down: connections then wait in it for the
    /// next process. `accept` is made to give up when nobody waits instead, and woken. A time limit would not do: one
    /// that clients keep busy would never be reached.
    pub fn stop(&self) {
        if self.handed_over {
            self.sockets.iter().for_each(|socket| drop(socket.set_nonblocking(true)));
        } else {
            self.sockets.iter().for_each(|socket| drop(socket.shutdown(Shutdown::Both)));
            if let Listen::Unix(path) = &self.address {
                drop(fs::remove_file(path));
            }
        }
    }

    /// Wakes one of those who still wait in `accept`.
    pub fn urge(&self) {
        if self.handed_over {
            self.knock();
        }
    }

    /// Leaves a socket that was handed over as it was.
    pub fn stopped(&self) {
        if self.handed_over {
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

fn open_unix(path: &PathBuf) -> io::Result<Socket> {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    if is_socket && UnixStream::connect(path).is_err() {
        // Left behind by a process that is no more.
        fs::remove_file(path)?;
    }
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.bind(&SockAddr::unix(path)?)?;
    // Who may connect is decided by the directory; what is served is public.
    fs::set_permissions(path, fs::Permissions::from_mode(0o666))?;
    socket.listen(BACKLOG)?;
    Ok(socket)
}
