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
//! beyond it are handed out: a request of 25 bytes takes 1,150 in the library's queue, and a field of 5 takes 112. Bodies have
//! neither heads nor lines.
//!
//! `accept4` waits while there is no room for another connection (`Intake::room`), since a thread that cannot be
//! started is a panic of the library with its lock held, and the end of all its connections. Clients wait in the kernel.
//! It wakes the supervisor, which has nothing to do without connections.
//!
//! `getpeername` names the socket in place of its client: with each request the library hands on the answer, and nothing else
//! that tells its connection. A client's address does not: who was ended may come again from the same port while requests
//! of the former connection still wait. A client that has reset its connection has no address, and the library panics without
//! one: the thread is lost, and the connections that were queued for it keep their descriptors until others come.
#![expect(
    unsafe_code,
    reason = "functions of the C library are defined anew, and call their neighbours"
)]

use super::*;

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32};
use std::thread::Thread;

use libc::{c_int, c_void, in6_addr, size_t, sockaddr, sockaddr_in6, socklen_t, ssize_t};

use super::facts::BUFFERED;

/// The text before a version in a request line.
const MARK: &[u8] = b" HTTP/";

/// As many descriptors as Linux allows a process by default (`fs.nr_open`); beyond them two share a place. A page of it
/// costs memory once one of its descriptors is used.
const DESCRIPTORS: usize = 1 << 20;

/// Requests of a connection that wait to be answered, at most.
pub const MAX_WAITING: u32 = 16;
/// Lines of a head, at most, with the request line and without the empty one.
const MAX_LINES: u16 = 101;
/// Bytes of a line that are kept: a field that announces a body is shorter.
const LINE_START: usize = 128;

/// The connection that is read through each descriptor. By descriptor and not by thread: the rest of a body is read by other
/// threads than the heads around it.
static READERS: [Mutex<Option<Box<Reader>>>; DESCRIPTORS] =
    [const { Mutex::new(None) }; DESCRIPTORS];

/// The highest descriptor in [`READERS`] of whose connection something is noted.
static HIGHEST: AtomicI32 = AtomicI32::new(0);

thread_local! {
    /// The descriptor of the connection that this thread has accepted last. The library writes through it.
    static ACCEPTED: Cell<Option<c_int>> = const { Cell::new(None) };
}

/// Connections as they come in.
pub struct Intake {
    pub counters: Arc<Counters>,
    pub connections: ConnectionTable,
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

/// A connection while it is read.
#[derive(Default)]
struct Reader {
    progress: Progress,
    /// [`Connection::waiting`] of a connection of the library's.
    waiting: Option<Arc<AtomicU32>>,
}

impl Reader {
    /// The reason for which the connection is ended after these bytes, if there is one. A read may end anywhere.
    fn why_ended(&mut self, bytes: &mut [u8]) -> Option<Reason> {
        self.progress.matched = rewrite_versions(bytes, self.progress.matched);
        let Some(requests) = self.progress.count_requests(bytes) else {
            return Some(Reason::HeaderLimit);
        };

        let waiting = self.waiting.as_ref()?.fetch_add(requests, Relaxed) + requests;
        (requests > 0 && waiting > MAX_WAITING).then_some(Reason::Pipeline)
    }
}

/// The place of the latest bytes of a connection among its requests.
#[derive(Default)]
struct Progress {
    /// So many bytes of [`MARK`].
    matched: u8,
    /// A line that has not ended, up to [`LINE_START`] bytes.
    line: Vec<u8>,
    is_after_cr: bool,
    /// Lines of a head that has not ended.
    lines: u16,
    /// The length of the body that this head announces.
    announced: Option<usize>,
    /// Bytes of a body that are still to come.
    body: usize,
    /// The request is delivered when they have come.
    is_awaited: bool,
}

impl Progress {
    /// Follows bytes to the end of each line, and returns how many requests have come whole; `None` if a head has too many
    /// lines. Lines and bodies end where the library ends them.
    fn count_requests(&mut self, bytes: &[u8]) -> Option<u32> {
        let mut requests = 0;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (body, after) = rest.split_at(self.body.min(rest.len()));
            self.body -= body.len();
            if self.body == 0 && std::mem::take(&mut self.is_awaited) {
                requests += 1;
            }

            let next = after.iter().position(|byte| *byte == b'\n');
            let (piece, after) = after.split_at(next.map_or(after.len(), |at| at + 1));
            rest = after;
            if !self.ends_line(piece) {
                continue;
            }

            if self.line == b"\r\n" {
                self.end_head();
                requests += u32::from(!self.is_awaited);
            } else {
                self.note_line();
            }

            self.line.clear();
            if self.lines > MAX_LINES {
                return None;
            }
        }

        Some(requests)
    }

    /// Begins the body that the head has announced. Of one that is not awaited the library reads no more than this before
    /// the request is dropped, and its answer the last one.
    fn end_head(&mut self) {
        let announced = self.announced.take().unwrap_or(0);
        self.lines = 0;
        self.body = announced.min(BUFFERED);
        self.is_awaited = announced > 0 && announced <= BUFFERED;
    }

    /// Adds bytes to the line; true if it ends with them.
    fn ends_line(&mut self, piece: &[u8]) -> bool {
        let room = LINE_START - self.line.len();
        self.line.extend(piece.iter().take(room));
        let mut is_end = false;
        for byte in piece.iter().rev().take(2).rev() {
            is_end = self.is_after_cr && *byte == b'\n';
            self.is_after_cr = *byte == b'\r';
        }

        is_end
    }

    /// Notes a line of a head: the request line, or a field, which may announce a body.
    fn note_line(&mut self) {
        self.lines += 1;
        let is_whole_field = self.lines > 1 && self.line.len() < LINE_START;
        let text = str::from_utf8(&self.line).unwrap_or_default();
        let Some((name, value)) = text.trim().split_once(':') else {
            return;
        };

        // As the library takes them: the first length, unless there is an encoding.
        if is_whole_field && name.eq_ignore_ascii_case("Transfer-Encoding") {
            self.announced = Some(usize::MAX);
        } else if is_whole_field && name.eq_ignore_ascii_case("Content-Length") {
            let length = value.trim().parse().unwrap_or(0);
            self.announced.get_or_insert(length);
        }
    }
}

/// The place of a descriptor in [`READERS`].
fn reader_at(descriptor: c_int) -> &'static Mutex<Option<Box<Reader>>> {
    &READERS[usize::try_from(descriptor).unwrap_or(0) % DESCRIPTORS]
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

    // SAFETY: the call of the kernel asks of its caller what the function does.
    let accepted = unsafe { libc::syscall(libc::SYS_accept4, socket, address, length, flags) };
    if let Some(intake) = intake {
        intake.room.fetch_sub(1, Relaxed);
        // After an error, too: the accepting thread may end.
        intake.wake_supervisor();
    }

    let accepted = c_int::try_from(accepted).unwrap_or(-1);
    ACCEPTED.set((accepted >= 0).then_some(accepted));
    accepted
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
        // SAFETY: the kernel has just written these bytes, and nobody else has them before this returns.
        let bytes = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<u8>(), count) };
        let mut reader = lock(reader_at(socket));
        let ended = reader.get_or_insert_default().why_ended(bytes);
        drop(reader);
        if let Some(reason) = ended {
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

/// `getpeername(2)`, but that a connection of the Internet has the name of its socket for its peer. The library asks once,
/// through the descriptor that it reads, before it reads.
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
    let room = unsafe { *length } as usize;
    let named = SocketId::at(socket).filter(|_| is_of_internet(socket));
    let (Some(socket), true) = (named, room >= size_of::<sockaddr_in6>()) else {
        // SAFETY: the call of the kernel asks of its caller what the function does.
        let failed = unsafe { libc::syscall(libc::SYS_getpeername, socket, address, length) };
        return c_int::try_from(failed).unwrap_or(-1);
    };

    let reader = socket.number;
    let accepted = ACCEPTED.get().and_then(SocketId::at);
    let socket = match accepted {
        // It is open for as long as something may be written, and the other is not.
        Some(writer) if writer.cookie == socket.cookie => writer,
        _ => socket,
    };
    note_connection(socket, reader);
    let name = sockaddr_in6 {
        sin6_family: libc::AF_INET6 as libc::sa_family_t,
        sin6_port: 0,
        sin6_flowinfo: 0,
        sin6_addr: in6_addr {
            s6_addr: socket.to_name().octets(),
        },
        sin6_scope_id: 0,
    };

    // SAFETY: there is room for it, as was just seen, and an address of any kind may be unaligned here.
    unsafe {
        address.cast::<sockaddr_in6>().write_unaligned(name);
        *length = size_of::<sockaddr_in6>() as socklen_t;
    }

    0
}

fn is_of_internet(descriptor: c_int) -> bool {
    let domain = system::with_fd(descriptor, |socket| socket.domain());
    domain.is_ok_and(|domain| domain == Domain::IPV4 || domain == Domain::IPV6)
}

/// From now on this connection is read through a descriptor.
fn note_connection(socket: SocketId, descriptor: c_int) {
    let mut reader = Box::<Reader>::default();
    if let Some(intake) = INTAKE.get() {
        let connection = intake.connections.connection(socket);
        reader.waiting = Some(Arc::clone(&connection.waiting));
    }

    *lock(reader_at(descriptor)) = Some(reader);
    HIGHEST.fetch_max(descriptor, Relaxed);
}

/// Frees what is noted of connections that were forgotten: small pieces that stay would keep the allocator from giving back
/// what lies around them.
pub fn release_forgotten() {
    let highest = HIGHEST.swap(0, Relaxed);
    for descriptor in 0..=highest {
        let mut reader = lock(reader_at(descriptor));
        let waiting = reader.as_ref().and_then(|reader| reader.waiting.as_ref());
        match waiting.map(Arc::strong_count) {
            // Nobody else knows the connection any more.
            Some(1) => *reader = None,
            Some(_) => _ = HIGHEST.fetch_max(descriptor, Relaxed),
            None => {}
        }
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
    fn requests_are_counted_wherever_a_read_ends() {
        for (sent, requests, lines) in [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1, 0),
            ("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\nGET", 2, 0),
            ("GET / HTTP/1.1\r\na:b\r\na:b\r\n\r", 0, 3),
            ("a\r\r\n\r\n\n", 1, 0),
            // No line ends with LF alone.
            ("GET / HTTP/1.1\n\nHost: a\n\n\r\n", 0, 1),
            // The blank lines of a body end no head.
            (
                "POST / HTTP/1.1\r\ncontent-length: 6\r\n\r\n\r\n\r\na\nGET",
                1,
                0,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                2,
                0,
            ),
            (
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
                1,
                0,
            ),
            // One that is short is awaited, and no other.
            ("POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nhell", 0, 0),
            ("POST / HTTP/1.1\r\nContent-Length: 1025\r\n\r\nhell", 1, 0),
            // The first length counts; one that is none, and a request line, announce nothing.
            (
                "POST / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\n\r\n",
                2,
                0,
            ),
            ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n\r\n", 2, 0),
            ("Content-Length:2 / HTTP/1.1\r\n\r\n\r\n", 2, 0),
        ] {
            for first in 0..=sent.len() {
                for second in first..=sent.len() {
                    let mut progress = Progress::default();
                    let pieces = [&sent[..first], &sent[first..second], &sent[second..]];
                    let counted =
                        pieces.map(|piece| progress.count_requests(piece.as_bytes()).unwrap());
                    assert_eq!(
                        (counted.iter().sum::<u32>(), progress.lines),
                        (requests, lines),
                        "{sent:?} cut at {first} and {second}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_connection_has_the_name_of_its_socket_even_when_its_client_has_gone() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let server = listener.accept().unwrap().0;
        let socket = SocketId::from_socket(&SockRef::from(&server)).unwrap();
        let named = || SocketId::from_name(server.peer_addr().unwrap().ip());
        assert_eq!(named(), Some(socket));
        SockRef::from(&client)
            .set_linger(Some(Duration::ZERO))
            .unwrap();
        drop(client);
        while !socket.traffic().unwrap().closed_by_client {
            thread::yield_now();
        }

        assert_eq!(named(), Some(socket));
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
