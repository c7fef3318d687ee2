//! The process's own sockets by number: what the kernel knows of each, and how to end one.
//!
//! tiny_http keeps its sockets to itself, so the supervisor looks at them from outside, through the numbers that the
//! kernel gives them. Reading through a number that was closed meanwhile yields an error, through one that was
//! reused a fact about another socket: both harmless. Nothing is ever *done* through a number alone: a socket is
//! ended through a duplicate whose cookie (unique for each socket, for as long as the machine runs) was checked.
#![expect(
    unsafe_code,
    reason = "file descriptors that tiny_http owns can only be named by number; see the module's text"
)]

use std::io;
use std::net::Shutdown;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, RawFd};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use socket2::{SockRef, Socket};

/// What the kernel counts for one TCP connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes that arrived from the client, read by us or not.
    pub received: u64,
    /// Bytes that the client has acknowledged.
    pub acked: u64,
    /// The client has closed, or the connection is gone: a thread that reads it ends at once.
    pub closed_by_client: bool,
}

/// Runs `look` on the socket with this number, for as long as the call lasts.
pub fn look<T>(number: RawFd, look: impl FnOnce(SockRef<'_>) -> T) -> T {
    // SAFETY: the number is not negative, is neither closed nor kept here, and the module's text says why a
    // number that was closed or reused meanwhile does no harm.
    let borrowed = unsafe { BorrowedFd::borrow_raw(number) };
    look(SockRef::from(&borrowed))
}

/// The socket's cookie; `None` for a number that is open but no socket's.
///
/// # Errors
/// The number is not open.
pub fn cookie(number: RawFd) -> io::Result<Option<u64>> {
    match look(number, |socket| socket.cookie()) {
        Ok(cookie) => Ok(Some(cookie)),
        Err(error) if error.raw_os_error() == Some(libc::EBADF) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The highest number that is known to have been open.
static HIGHEST: AtomicI32 = AtomicI32::new(0);

/// Asks the kernel for the highest open number. Between two times of asking the list of [`open`] is complete where
/// sockets came and where they went, but not beyond a long row of numbers that were taken and given back meanwhile.
pub fn find_highest() {
    // Without a descriptor left for the question, the former answer stands.
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    if let Some(highest) = numbers.max() {
        HIGHEST.store(highest, Relaxed);
    }
}

/// Every open socket of the process, by number, with its cookie. The kernel always gives the lowest free number: what
/// is new lies below the highest known one, or right behind it.
pub fn open() -> impl Iterator<Item = (RawFd, u64)> {
    const BEHIND: RawFd = 32;
    let open = (0..).map_while(move |number| match cookie(number) {
        Ok(found) => {
            HIGHEST.fetch_max(number, Relaxed);
            Some(found.map(|cookie| (number, cookie)))
        }
        Err(_) => (number < HIGHEST.load(Relaxed) + BEHIND).then_some(None),
    });
    open.flatten()
}

/// The kernel's counters of a TCP connection (`TCP_INFO`); `None` when it is none.
pub fn traffic(number: RawFd) -> Option<Traffic> {
    // Offsets in `struct tcp_info`, which only ever grows: libc's own declaration ends before these fields.
    const STATE: usize = 0;
    const BYTES_ACKED: usize = 120;
    const BYTES_RECEIVED: usize = 128;
    const ESTABLISHED: u8 = 1;
    let mut info = [0u8; 256];
    let mut length = 256;
    // SAFETY: the kernel writes at most `length` bytes to `info`, which is that long.
    let answer = unsafe {
        libc::getsockopt(number, libc::IPPROTO_TCP, libc::TCP_INFO, info.as_mut_ptr().cast(), &mut length)
    };
    let field = |at: usize| {
        let bytes = info.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u64::from_ne_bytes)
    };
    if answer != 0 || (length as usize) < BYTES_RECEIVED + 8 {
        return None;
    }
    Some(Traffic {
        received: field(BYTES_RECEIVED)?,
        acked: field(BYTES_ACKED)?,
        closed_by_client: info[STATE] != ESTABLISHED,
    })
}

/// Bytes that arrived and that nobody has read yet.
pub fn unread(number: RawFd) -> u64 {
    let mut bytes: libc::c_int = 0;
    // SAFETY: this request writes one int, to `bytes`.
    let answer = unsafe { libc::ioctl(number, libc::FIONREAD, &mut bytes) };
    if answer == 0 { u64::try_from(bytes).unwrap_or(0) } else { 0 }
}

/// A handle of our own on the socket with this cookie. It had this number when it was last seen, and may have
/// another one by now: reader and writer of a connection have one each.
///
/// # Errors
/// It is closed, or there is no descriptor left for the handle.
pub fn duplicate(number: RawFd, cookie: u64) -> io::Result<Socket> {
    let number = locate(number, cookie)?;
    let socket = look(number, |socket| socket.try_clone())?;
    if socket.cookie()? == cookie { Ok(socket) } else { Err(io::ErrorKind::NotFound.into()) }
}

fn locate(number: RawFd, cookie: u64) -> io::Result<RawFd> {
    if self::cookie(number).is_ok_and(|now| now == Some(cookie)) {
        return Ok(number);
    }
    let found = open().find(|&(_, other)| other == cookie);
    found.map(|(number, _)| number).ok_or(io::ErrorKind::NotFound.into())
}

/// Ends the connection with this number and cookie: whoever reads or writes it is woken at once.
pub fn shut(number: RawFd, cookie: u64, how: Shutdown) {
    match duplicate(number, cookie) {
        Ok(socket) => drop(socket.shutdown(how)),
        // No descriptor is left for the duplicate, and this is what gives some back: a reuse of the number
        // between these two calls would need a descriptor as well.
        Err(error) if error.raw_os_error() == Some(libc::EMFILE) => {
            if let Ok(number) = locate(number, cookie) {
                drop(look(number, |socket| socket.shutdown(how)));
            }
        }
        Err(_) => {}
    }
}

/// Ends the connection with this number and cookie like [`shut`], by a reset where that is possible: what has arrived
/// and nobody has read is thrown away, where it would otherwise still be read to its end.
pub fn reset(number: RawFd, cookie: u64) {
    let Ok(socket) = duplicate(number, cookie) else { return shut(number, cookie, Shutdown::Both) };
    let nobody = libc::sockaddr { sa_family: AF_UNSPEC, sa_data: [0; 14] };
    // SAFETY: the kernel reads one `sockaddr`, and the descriptor is our own.
    let answer = unsafe { libc::connect(socket.as_raw_fd(), &nobody, SOCKADDR) };
    if answer != 0 {
        drop(socket.shutdown(Shutdown::Both));
    }
}

/// The address of nobody: to connect to it is to end a connection.
const AF_UNSPEC: libc::sa_family_t = libc::AF_UNSPEC as libc::sa_family_t;
const SOCKADDR: libc::socklen_t = size_of::<libc::sockaddr>() as libc::socklen_t;

/// Takes over a socket that the service manager has opened for us.
///
/// # Errors
/// The number is not that of a listening socket.
pub fn inherited(number: RawFd) -> io::Result<Socket> {
    if !look(number, |socket| socket.is_listener())? {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a listening socket"));
    }
    // SAFETY: the number is open, and the service manager's protocol gives it to this process, once.
    let socket = unsafe { Socket::from_raw_fd(number) };
    socket.set_cloexec(true)?;
    socket.set_nonblocking(false)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (client, listener.accept().unwrap().0)
    }

    #[test]
    fn bytes_are_counted_both_ways() {
        let (mut client, mut server) = pair();
        client.write_all(b"12345").unwrap();
        let mut five = [0; 5];
        server.peek(&mut five).unwrap();
        assert_eq!(unread(server.as_raw_fd()), 5);
        server.read_exact(&mut five).unwrap();
        assert_eq!(unread(server.as_raw_fd()), 0);
        server.write_all(b"123").unwrap();
        client.read_exact(&mut five[..3]).unwrap();
        let before = traffic(server.as_raw_fd()).unwrap();
        assert_eq!((before.received, before.closed_by_client), (5, false));
        assert!(before.acked <= 4);
    }

    #[test]
    fn only_the_socket_with_the_cookie_is_shut() {
        let (mut client, server) = pair();
        let number = server.as_raw_fd();
        let own = cookie(number).unwrap().unwrap();
        shut(number, u64::MAX, Shutdown::Both);
        client.write_all(b"x").unwrap();
        assert!(!traffic(number).unwrap().closed_by_client);
        shut(number, own, Shutdown::Both);
        assert_eq!(client.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn what_nobody_has_read_of_a_reset_connection_is_gone() {
        let (mut client, mut server) = pair();
        client.write_all(b"12345").unwrap();
        server.peek(&mut [0]).unwrap();
        let number = server.as_raw_fd();
        reset(number, u64::MAX);
        server.read_exact(&mut [0; 2]).unwrap();
        reset(number, cookie(number).unwrap().unwrap());
        assert!(!matches!(server.read(&mut [0; 8]), Ok(1..)));
        assert!(!matches!(client.read(&mut [0; 8]), Ok(1..)));
    }

    #[test]
    fn a_file_is_no_socket_and_a_closed_number_is_an_error() {
        let file = std::fs::File::open("/dev/null").unwrap();
        assert_eq!(cookie(file.as_raw_fd()).unwrap(), None);
        assert!(cookie(1_000_000).is_err());
        assert!(inherited(file.as_raw_fd()).is_err());
    }
}
