//! Sockets by their descriptor numbers: the kernel's counts of each, and how to end one.
//!
//! tiny_http keeps its sockets to itself, so the supervisor looks at them from outside, through their descriptor numbers.
//! Reading through a number that was closed meanwhile yields an error, through one that was reused a fact about another
//! socket: both harmless. Nothing is ever *done* through a number alone: a socket is ended through a duplicate whose
//! cookie (unique for each socket, for as long as the machine runs) was checked.

use super::*;

use rustix::io::ioctl_fionread;
use rustix::net::connect_unspec;

use crate::server::system::{tcp_info, with_fd};

/// A socket of the process, by one of its numbers: reader and writer of a connection have a number each and the cookie in
/// common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketId {
    pub number: RawFd,
    pub cookie: u64,
}

/// The kernel's counts of a TCP connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes that arrived from the client, read by us or not.
    pub received: u64,
    /// Those of them that nobody has read yet.
    pub unread: u64,
    /// Bytes that the client has acknowledged.
    pub acked: u64,
    /// Bytes were sent, or are about to be, that the client has not acknowledged.
    pub is_under_way: bool,
    /// The client has closed, or the connection is gone: a thread that reads it ends at once.
    pub closed_by_client: bool,
}

fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

impl SocketId {
    /// The socket that has this number now; `None` if the number is not that of a socket.
    pub fn at(number: RawFd) -> Option<Self> {
        let cookie = with_fd(number, |socket| socket.cookie()).ok()?;
        Some(SocketId { number, cookie })
    }

    pub fn is_current(self) -> bool {
        SocketId::at(self.number) == Some(self)
    }

    /// `None` when it is no TCP connection.
    pub fn traffic(self) -> Option<Traffic> {
        // Offsets in `struct tcp_info`, which only ever grows: libc's own declaration ends before these fields.
        const STATE: usize = 0;
        const SEGMENTS_UNACKED: usize = 24;
        const BYTES_ACKED: usize = 120;
        const BYTES_RECEIVED: usize = 128;
        const BYTES_NOT_SENT: usize = 144;
        const ESTABLISHED: u8 = 1;
        let (info, length) = tcp_info(self.number)?;
        let known = &info[..length];
        let unacked: [u8; 4] = bytes_at(known, SEGMENTS_UNACKED)?;
        let not_sent: [u8; 4] = bytes_at(known, BYTES_NOT_SENT)?;
        // Asked last: bytes that come in between must not count as read.
        let unread = with_fd(self.number, |socket| ioctl_fionread(&*socket));
        Some(Traffic {
            received: u64::from_ne_bytes(bytes_at(known, BYTES_RECEIVED)?),
            unread: unread.unwrap_or(0),
            acked: u64::from_ne_bytes(bytes_at(known, BYTES_ACKED)?),
            is_under_way: unacked != [0; 4] || not_sent != [0; 4],
            closed_by_client: info[STATE] != ESTABLISHED,
        })
    }

    /// Fails where the socket is closed, or no descriptor is left.
    pub fn duplicate(self) -> io::Result<Socket> {
        let socket = with_fd(self.number, |socket| socket.try_clone())?;
        if socket.cookie()? == self.cookie {
            Ok(socket)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    /// Ends the connection: threads that read or write it are woken at once.
    pub fn shut(self, how: Shutdown) {
        match self.duplicate() {
            Ok(socket) => drop(socket.shutdown(how)),
            // No descriptor is left for the duplicate, and this gives some back: a reuse of the number between these
            // two calls would need a descriptor as well.
            Err(error) if error.raw_os_error() == Some(libc::EMFILE) => {
                if self.is_current() {
                    drop(with_fd(self.number, |socket| socket.shutdown(how)));
                }
            }
            Err(_) => {}
        }
    }

    /// Ends the connection by a reset if possible, which throws away bytes that nobody has read.
    pub fn reset(self) {
        let Ok(socket) = self.duplicate() else {
            return self.shut(Shutdown::Both);
        };

        if connect_unspec(&socket).is_err() {
            drop(socket.shutdown(Shutdown::Both));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    fn pair() -> (TcpStream, TcpStream, SocketId) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let server = listener.accept().unwrap().0;
        let id = SocketId::at(server.as_raw_fd()).unwrap();
        (client, server, id)
    }

    #[test]
    fn bytes_are_counted_both_ways() {
        let (mut client, mut server, id) = pair();
        client.write_all(b"12345").unwrap();
        let mut five = [0; 5];
        server.peek(&mut five).unwrap();
        assert_eq!(id.traffic().unwrap().unread, 5);
        server.read_exact(&mut five).unwrap();
        assert_eq!(id.traffic().unwrap().unread, 0);
        server.write_all(b"123").unwrap();
        client.read_exact(&mut five[..3]).unwrap();
        let before = id.traffic().unwrap();
        assert_eq!((before.received, before.closed_by_client), (5, false));
        assert!(before.acked <= 4);
    }

    #[test]
    fn only_the_socket_with_the_cookie_is_shut() {
        let (mut client, _server, id) = pair();
        SocketId {
            cookie: u64::MAX,
            ..id
        }
        .shut(Shutdown::Both);
        client.write_all(b"x").unwrap();
        assert!(!id.traffic().unwrap().closed_by_client);
        id.shut(Shutdown::Both);
        assert_eq!(client.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn what_nobody_has_read_of_a_reset_connection_is_gone() {
        let (mut client, mut server, id) = pair();
        client.write_all(b"12345").unwrap();
        server.peek(&mut [0]).unwrap();
        SocketId {
            cookie: u64::MAX,
            ..id
        }
        .reset();
        server.read_exact(&mut [0; 2]).unwrap();
        id.reset();
        assert!(!matches!(server.read(&mut [0; 8]), Ok(1..)));
        assert!(!matches!(client.read(&mut [0; 8]), Ok(1..)));
    }

    #[test]
    fn a_file_is_no_socket_and_neither_is_a_closed_number() {
        let file = std::fs::File::open("/dev/null").unwrap();
        assert_eq!(SocketId::at(file.as_raw_fd()), None);
        assert_eq!(SocketId::at(1_000_000), None);
        assert!(crate::server::system::take_inherited(file.as_raw_fd()).is_err());
    }
}
