//! Two functions of the C library, defined anew for tiny_http. The streams of the standard library call them, and
//! definitions of the program take precedence over those of the C library, linked statically and dynamically.
//!
//! `recv` takes from clients the two versions of HTTP with which tiny_http waits for itself. After a request line with
//! `HTTP/2.0` or `HTTP/3.0` (a port scanner's, or the first line of HTTP/2 itself) the library writes its refusal behind a
//! request that it still holds: the thread of the connection and both its descriptors are gone until the process ends,
//! after eighteen bytes. No call of the library avoids that, so it must never read such a version. It reads 9 for a 2 or 3
//! behind ` HTTP/`; no such version exists, and the library answers 400 and closes.
//!
//! A request line is not told from other bytes here. In a header the text changes nothing: a target has no space in it,
//! and no value with ` HTTP/` in it decides on an answer or is repeated in one. Bodies are thrown away. This program reads
//! its control socket, and the answers that it gets as a client, without `recv` (`net.rs`).
//!
//! `getpeername` has an address for a client that has reset its connection already. Without one tiny_http panics, the
//! thread is lost, and the connections that were queued for it keep their descriptors until others come.
#![expect(
    unsafe_code,
    reason = "functions of the C library are defined anew, and call their neighbours"
)]

use super::*;

use std::net::{IpAddr, Ipv4Addr};
use std::ptr;
use std::sync::atomic::AtomicU8;

use libc::{c_int, c_void, size_t, sockaddr, sockaddr_in, socklen_t, ssize_t};

/// The text before a version in a request line.
const MARK: &[u8] = b" HTTP/";

/// As many descriptors as Linux allows a process by default (`fs.nr_open`); beyond them two share a place. A page of it
/// costs memory once one of its descriptors is used.
const DESCRIPTORS: usize = 1 << 20;

/// How much of [`MARK`] the latest bytes of each descriptor were, since a read may end anywhere. By descriptor and not by
/// thread: the rest of a body is read by other threads than the heads around it. The count that a closed connection leaves
/// here does no harm to the next one, because a space begins the mark anew.
static MATCHED: [AtomicU8; DESCRIPTORS] = [const { AtomicU8::new(0) }; DESCRIPTORS];

/// `recv(2)`, but for the versions that the library must not see.
///
/// # Safety
///
/// As of `recv(2)`: `buffer` has room for `length` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn recv(
    socket: c_int,
    buffer: *mut c_void,
    length: size_t,
    flags: c_int,
) -> ssize_t {
    // SAFETY: without an address to fill in, `recvfrom` asks of its caller what `recv` does.
    let received = unsafe {
        libc::recvfrom(
            socket,
            buffer,
            length,
            flags,
            ptr::null_mut(),
            ptr::null_mut(),
        )
    };
    let count = usize::try_from(received).unwrap_or(0).min(length);
    // Bytes that are only looked at come again.
    if count > 0 && flags & libc::MSG_PEEK == 0 {
        let matched = &MATCHED[usize::try_from(socket).unwrap_or(0) % DESCRIPTORS];
        // SAFETY: the kernel has just written these bytes, and nobody else has them before this returns.
        let bytes = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<u8>(), count) };
        matched.store(rewrite_versions(bytes, matched.load(Relaxed)), Relaxed);
    }
    received
}

/// The peer of a connection that was reset before its address was asked for.
pub const GONE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

/// `getpeername(2)`, but that a peer who has gone is [`GONE`].
///
/// # Safety
///
/// As of `getpeername(2)`: `address` has room for `length` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn getpeername(
    socket: c_int,
    address: *mut sockaddr,
    length: *mut socklen_t,
) -> c_int {
    // SAFETY: the call of the kernel asks of its caller what the function does.
    let failed = unsafe { libc::syscall(libc::SYS_getpeername, socket, address, length) } != 0;
    if !failed {
        return 0;
    }
    // SAFETY: an address of the Internet is of numbers, all of which may be zero.
    let gone = sockaddr_in {
        sin_family: libc::AF_INET as libc::sa_family_t,
        ..unsafe { std::mem::zeroed() }
    };
    let size = size_of_val(&gone);
    // SAFETY: `length` can be read and written, since the kernel has got as far as to find that nobody is connected.
    let is_gone = io::Error::last_os_error().raw_os_error() == Some(libc::ENOTCONN)
        && unsafe { *length } as usize >= size;
    if !is_gone {
        return -1;
    }
    // SAFETY: there is room for it, as was just seen, and an address of any kind may be unaligned here.
    unsafe {
        address.cast::<sockaddr_in>().write_unaligned(gone);
        *length = size as socklen_t;
    }
    0
}

/// Rewrites versions in bytes that follow others, which ended with this much of [`MARK`]; returns with how much these end.
fn rewrite_versions(bytes: &mut [u8], matched: u8) -> u8 {
    let (mut rest, mut matched) = (bytes.iter_mut(), matched);
    loop {
        let next = if matched == 0 {
            rest.find(|byte| **byte == MARK[0])
        } else {
            rest.next()
        };
        let Some(byte) = next else { return matched };
        matched = match MARK.get(usize::from(matched)) {
            Some(expected) if expected == byte => matched + 1,
            Some(_) => u8::from(*byte == MARK[0]),
            None => {
                if matches!(*byte, b'2' | b'3') {
                    *byte = b'9';
                }
                u8::from(*byte == MARK[0])
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn versions_are_rewritten_wherever_a_read_ends() {
        for (sent, read) in [
            ("GET / HTTP/2.0\r\n\r\n", "GET / HTTP/9.0\r\n\r\n"),
            (
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "PRI * HTTP/9.0\r\n\r\nSM\r\n\r\n",
            ),
            ("a HTTP/3.0 HTTP/2.0", "a HTTP/9.0 HTTP/9.0"),
            (
                "  HTTP/2 HTTHTTP/2 HTTP HTTP/3",
                "  HTTP/9 HTTHTTP/2 HTTP HTTP/9",
            ),
            (
                "GET / HTTP/1.1\r\nX: HTTP/1.2 /2\r\n\r\n",
                "GET / HTTP/1.1\r\nX: HTTP/1.2 /2\r\n\r\n",
            ),
            (
                "GET /HTTP/2.0 http/2.0\tHTTP/2.0",
                "GET /HTTP/2.0 http/2.0\tHTTP/2.0",
            ),
        ] {
            for first in 0..=sent.len() {
                for second in first..=sent.len() {
                    let mut bytes = sent.as_bytes().to_vec();
                    let (head, rest) = bytes.split_at_mut(second);
                    let (before, between) = head.split_at_mut(first);
                    [before, between, rest]
                        .into_iter()
                        .fold(0, |matched, part| rewrite_versions(part, matched));
                    assert_eq!(
                        String::from_utf8(bytes).unwrap(),
                        read,
                        "cut at {first} and {second}"
                    );
                }
            }
        }
    }

    #[test]
    fn who_has_gone_has_an_address() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let address = client.local_addr().unwrap();
        let server = listener.accept().unwrap().0;
        assert_eq!(server.peer_addr().unwrap(), address);
        SockRef::from(&client)
            .set_linger(Some(Duration::ZERO))
            .unwrap();
        drop(client);
        while server.peer_addr().unwrap() == address {
            thread::yield_now();
        }
        assert_eq!(server.peer_addr().unwrap(), GONE);
        let unnamed = std::os::unix::net::UnixStream::pair().unwrap().0;
        assert!(unnamed.peer_addr().unwrap().is_unnamed());
    }

    #[test]
    fn the_streams_of_the_standard_library_read_through_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut server = listener.accept().unwrap().0;
        client.write_all(b"GET / HTTP/2.0").unwrap();
        let mut bytes = [0; 14];
        // A look takes nothing away, and is not rewritten.
        server.peek(&mut bytes[..12]).unwrap();
        server.read_exact(&mut bytes[..13]).unwrap();
        server.read_exact(&mut bytes[13..]).unwrap();
        assert_eq!(&bytes, b"GET / HTTP/9.0");
    }
}
