//! Three functions of the C library, defined anew for tiny_http. The streams of the standard library call them, and
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
//! It also counts what the library gathers without a bound of its own. A connection with more than [`MAX_WAITING`] requests
//! that nobody has begun to answer, or with a head of more than [`MAX_LINES`] lines, is ended before the bytes that go
//! beyond it are handed out: a request of 25 bytes takes 1,150 in the library's queue, and a field of 5 takes 112.
//!
//! `accept4` waits while there is no room for another connection (`Intake::room`), since a thread that cannot be
//! started is a panic of the library with its lock held, and the end of all its connections. Clients wait in the kernel.
//! It wakes the supervisor, which has nothing to do without connections.
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
use std::sync::atomic::{AtomicI64, AtomicU32};
use std::thread::Thread;

use libc::{c_int, c_void, size_t, sockaddr, sockaddr_in, socklen_t, ssize_t};

/// The text before a version in a request line.
const MARK: &[u8] = b" HTTP/";

/// As many descriptors as Linux allows a process by default (`fs.nr_open`); beyond them two share a place. A page of it
/// costs memory once one of its descriptors is used.
const DESCRIPTORS: usize = 1 << 20;

/// Requests of a connection that wait to be answered, at most.
pub const MAX_WAITING: u32 = 16;
/// Lines of a head, at most, with the request line and without the empty one.
const MAX_LINES: u16 = 101;

/// The [`Progress`] of each descriptor, since a read may end anywhere. By descriptor and not by thread: the rest of a body is
/// read by other threads than the heads around it.
static PROGRESS: [AtomicU32; DESCRIPTORS] = [const { AtomicU32::new(0) }; DESCRIPTORS];

/// Places for counts of requests. A client's place follows from its address, by which alone the library names it; two
/// clients at one place share their count.
const PLACES: usize = 1 << 16;

/// The place of the client of each descriptor, plus one; 0 where none is known.
static PLACE: [AtomicU32; DESCRIPTORS] = [const { AtomicU32::new(0) }; DESCRIPTORS];

/// The newest descriptor of the client at each place, plus one; 0 where none was ever there.
static NEWEST: [AtomicU32; PLACES] = [const { AtomicU32::new(0) }; PLACES];

/// The requests that have come whole from the client at each place, and that nobody has begun to answer.
static WAITING: [AtomicU32; PLACES] = [const { AtomicU32::new(0) }; PLACES];

/// Connections as they come in.
pub struct Intake {
    pub counters: Arc<Counters>,
    /// Connections that may be accepted until the next sweep.
    pub room: AtomicI64,
    /// Woken by new connections.
    pub supervisor: OnceLock<Thread>,
}

impl Intake {
    fn wake_supervisor(&self) {
        if let Some(thread) = self.supervisor.get() {
            thread.unpark();
        }
    }
}

/// The intake of the server for which the library calls; none before there is one.
static INTAKE: OnceLock<Arc<Intake>> = OnceLock::new();

/// Between two looks for room.
const ROOM_PAUSE: Duration = Duration::from_millis(2);

/// The kind of the latest bytes of a connection.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// So many bytes of [`MARK`].
    matched: u8,
    /// Bytes of a line: none, CR alone (1), or others (2).
    line: u8,
    /// Lines of a head that has not ended.
    lines: u16,
}

impl Progress {
    fn from_bits(bits: u32) -> Self {
        let [matched, line, low, high] = bits.to_le_bytes();
        let lines = u16::from_le_bytes([low, high]);
        Progress {
            matched,
            line,
            lines,
        }
    }

    fn to_bits(self) -> u32 {
        let [low, high] = self.lines.to_le_bytes();
        u32::from_le_bytes([self.matched, self.line, low, high])
    }

    /// Follows bytes to the end of each line, and returns how many heads have ended; `None` if one has too many lines.
    fn count_heads(&mut self, bytes: &[u8]) -> Option<u32> {
        let mut heads = 0;
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let Some(text) = piece.strip_suffix(b"\n") else {
                self.line = match piece {
                    b"\r" if self.line == 0 => 1,
                    _ => 2,
                };
                break;
            };

            let is_empty = match self.line {
                0 => text.is_empty() || text == b"\r",
                1 => text.is_empty(),
                _ => false,
            };

            self.line = 0;
            if is_empty {
                heads += 1;
                self.lines = 0;
                continue;
            }

            self.lines += 1;
            if self.lines > MAX_LINES {
                return None;
            }
        }

        Some(heads)
    }
}

/// The place of a client, from the bytes of its address and port. Ports of one address, a proxy's perhaps, never meet.
fn place(ip: &[u8], port: u16) -> usize {
    let mut hash: u32 = 0;
    for byte in ip {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }

    let first = hash ^ (hash >> 16);
    first.wrapping_add(u32::from(port)) as usize % PLACES
}

fn place_of(peer: SocketAddr) -> usize {
    match peer.ip() {
        IpAddr::V4(ip) => place(&ip.octets(), peer.port()),
        IpAddr::V6(ip) => place(&ip.octets(), peer.port()),
    }
}

/// The descriptor of the connection that this client made last, which the library keeps until its last answer. That of
/// another client where two share a place, and of another socket where it was closed: the caller has to look.
pub fn newest_descriptor(peer: SocketAddr) -> Option<RawFd> {
    let noted = NEWEST[place_of(peer)].load(Relaxed);
    RawFd::try_from(noted.checked_sub(1)?).ok()
}

/// Returns true if a request has come whole from this client, and nobody has begun to answer it.
pub fn has_waiting(peer: SocketAddr) -> bool {
    WAITING[place_of(peer)].load(Relaxed) > 0
}

/// Notes that a request of this client waits no longer.
pub fn note_taken(peer: SocketAddr) {
    let place = place_of(peer);
    // Zero where another client of this place has come meanwhile.
    let _ = WAITING[place].fetch_update(Relaxed, Relaxed, |count| count.checked_sub(1));
}

/// From now on the library's calls are made for this server.
pub fn begin(intake: &Arc<Intake>) {
    let _ = INTAKE.set(Arc::clone(intake));
}

/// `accept4(2)`, once there is room for a connection. Only the library's listeners call it (`control_socket.rs`).
///
/// # Safety
///
/// As of `accept4(2)`: `address` has room for `length` bytes, or both are null.
#[unsafe(no_mangle)]
unsafe extern "C" fn accept4(
    socket: c_int,
    address: *mut sockaddr,
    length: *mut socklen_t,
    flags: c_int,
) -> c_int {
    let intake = INTAKE.get();
    while let Some(intake) = intake
        && intake.room.load(Relaxed) <= 0
    {
        intake.wake_supervisor();
        thread::sleep(ROOM_PAUSE);
    }

    // SAFETY: without an address there is no length; the caller answers for both.
    let room = if address.is_null() {
        0
    } else {
        unsafe { *length }
    };

    // SAFETY: the call of the kernel asks of its caller what the function does.
    let accepted = unsafe { libc::syscall(libc::SYS_accept4, socket, address, length, flags) };
    if let Some(intake) = intake {
        intake.room.fetch_sub(1, Relaxed);
        // After an error, too: the accepting thread may end.
        intake.wake_supervisor();
    }

    if accepted >= 0 && !address.is_null() {
        // SAFETY: the kernel has just written the address and its length, and there was this room.
        let bytes = unsafe { written_address(address, length, room) };
        if let Some(place) = place_in(bytes) {
            NEWEST[place].store(u32::try_from(accepted + 1).unwrap_or(0), Relaxed);
            WAITING[place].store(0, Relaxed);
        }
    }

    c_int::try_from(accepted).unwrap_or(-1)
}

/// The reason for which a connection is ended after these bytes, if there is one.
fn why_ended(descriptor: usize, bytes: &mut [u8]) -> Option<Reason> {
    let mut progress = Progress::from_bits(PROGRESS[descriptor].load(Relaxed));
    progress.matched = rewrite_versions(bytes, progress.matched);
    let heads = progress.count_heads(bytes);
    PROGRESS[descriptor].store(progress.to_bits(), Relaxed);

    let Some(heads) = heads else {
        return Some(Reason::HeaderLimit);
    };

    let place = PLACE[descriptor].load(Relaxed).checked_sub(1)? as usize;
    let waiting = WAITING[place].fetch_add(heads, Relaxed) + heads;
    (heads > 0 && waiting > MAX_WAITING).then_some(Reason::Pipeline)
}

/// `recv(2)`, without the versions that the library must not see.
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
        let descriptor = usize::try_from(socket).unwrap_or(0) % DESCRIPTORS;
        // SAFETY: the kernel has just written these bytes, and nobody else has them before this returns.
        let bytes = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<u8>(), count) };
        if let Some(reason) = why_ended(descriptor, bytes) {
            if let Some(intake) = INTAKE.get() {
                lock(&intake.counters).count_disconnection(reason);
            }

            // SAFETY: reads and writes no memory.
            unsafe { libc::shutdown(socket, libc::SHUT_RDWR) };
            return 0;
        }
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
    // SAFETY: the caller answers for the length.
    let room = unsafe { *length };
    // SAFETY: the call of the kernel asks of its caller what the function does.
    let failed = unsafe { libc::syscall(libc::SYS_getpeername, socket, address, length) } != 0;
    if !failed {
        // SAFETY: the kernel has just written the address and its length, and there was this room.
        let bytes = unsafe { written_address(address, length, room) };
        note_client(usize::try_from(socket).unwrap_or(0) % DESCRIPTORS, bytes);
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

/// The bytes of an address that the kernel has written. The length that it tells is the whole one, even where there was less
/// room.
///
/// # Safety
///
/// `address` has `room` bytes; the kernel has written the first `length` of them.
unsafe fn written_address<'a>(
    address: *const sockaddr,
    length: *const socklen_t,
    room: socklen_t,
) -> &'a [u8] {
    // SAFETY: as the caller says.
    unsafe { std::slice::from_raw_parts(address.cast(), room.min(*length) as usize) }
}

/// The place of the client with an address of the system's.
fn place_in(address: &[u8]) -> Option<usize> {
    let is_v6 = address.len() >= size_of::<libc::sockaddr_in6>();
    // Family, port, then the address; of IPv6 behind the flow.
    let ip = if is_v6 { 8..24 } else { 4..8 };
    let &[high, low] = address.get(2..4)? else {
        return None;
    };

    Some(place(address.get(ip)?, u16::from_be_bytes([high, low])))
}

/// Notes whose connection a descriptor is: one of another client begins anew.
fn note_client(descriptor: usize, address: &[u8]) {
    let Some(place) = place_in(address) else {
        return;
    };

    let noted = u32::try_from(place + 1).unwrap_or(0);
    if PLACE[descriptor].swap(noted, Relaxed) != noted {
        PROGRESS[descriptor].store(0, Relaxed);
    }
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
    use std::collections::HashSet;
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
    fn heads_are_counted_wherever_a_read_ends() {
        for (sent, heads, lines) in [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1, 0),
            ("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\nGET", 2, 0),
            ("GET / HTTP/1.1\r\na:b\r\na:b\r\n\r", 0, 3),
            ("a\r\r\n\r\n\n", 2, 0),
        ] {
            for first in 0..=sent.len() {
                for second in first..=sent.len() {
                    let mut progress = Progress::default();
                    let pieces = [&sent[..first], &sent[first..second], &sent[second..]];
                    let counted =
                        pieces.map(|piece| progress.count_heads(piece.as_bytes()).unwrap());
                    let progress = Progress::from_bits(progress.to_bits());
                    assert_eq!(
                        (counted.iter().sum::<u32>(), progress.lines),
                        (heads, lines),
                        "{sent:?} cut at {first} and {second}"
                    );
                }
            }
        }
    }

    /// All clients of a proxy have one address: none of them may be ended for what another one sends.
    #[test]
    fn clients_of_one_address_have_a_place_each() {
        for address in ["127.0.0.1", "203.0.113.9", "2001:db8::7"] {
            let ip: IpAddr = address.parse().unwrap();
            let ports = 0..=u16::MAX;
            let places: HashSet<usize> = ports.map(|port| place_of((ip, port).into())).collect();
            assert_eq!(places.len(), PLACES, "{address}");
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
