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
//! It also counts what the library gathers without a bound of its own (`progress`). A connection with more requests that
//! nobody has begun to answer, or a longer head, than it may have is ended before the bytes that go beyond are handed out:
//! a request of 25 bytes takes 1,150 in the library's queue, and a field of 5 takes 112. Bodies have neither heads nor
//! lines.
//!
//! `accept4` waits while there is no room for another connection (`Shared::room`), since a thread that cannot be
//! started is a panic of the library with its lock held, and the end of all its connections. Clients wait in the kernel.
//!
//! `getpeername` names the socket in place of its client: with each request the library hands on the answer, and nothing else
//! that tells its connection. A client's address does not: who was ended may come again from the same port while requests
//! of the former connection still wait. A client that has reset its connection has no address, and the library panics without
//! one: the thread is lost, and the connections that were queued for it keep their descriptors until others come.
//! Since the library asks once for each connection, before it reads, this is also where a [`Connection`] begins.
#![expect(
    unsafe_code,
    reason = "functions of the C library are defined anew, and call their neighbours"
)]

use super::*;

use std::cell::Cell;
use std::net::{IpAddr, Ipv6Addr};
use std::ptr;

use libc::{c_int, c_void, in6_addr, size_t, sockaddr, sockaddr_in6, socklen_t, ssize_t};

/// As many descriptors as Linux allows a process by default (`fs.nr_open`); beyond them two share a place. A page of it
/// costs memory once one of its descriptors is used.
const DESCRIPTORS: usize = 1 << 20;

/// The connection that is read through each descriptor. By descriptor and not by thread: the rest of a body is read by other
/// threads than the heads around it.
static READERS: [Mutex<Option<Arc<Connection>>>; DESCRIPTORS] =
    [const { Mutex::new(None) }; DESCRIPTORS];

/// The server for which the library calls; none before there is one.
static SERVER: OnceLock<Arc<Shared>> = OnceLock::new();

/// A connection that a thread has accepted.
#[derive(Clone, Copy)]
struct Accepted {
    listening: c_int,
    /// The library writes through it.
    writer: c_int,
}

thread_local! {
    /// The connection that this thread has accepted last.
    static ACCEPTED: Cell<Option<Accepted>> = const { Cell::new(None) };
}

/// Between two looks for room.
const ROOM_PAUSE: Duration = Duration::from_millis(2);

/// From now on the library's calls are made for this server.
pub fn begin(shared: &Arc<Shared>) {
    let _ = SERVER.set(Arc::clone(shared));
}

/// The place of a descriptor in [`READERS`].
fn reader_at(descriptor: c_int) -> &'static Mutex<Option<Arc<Connection>>> {
    &READERS[usize::try_from(descriptor).unwrap_or(0) % DESCRIPTORS]
}

/// Frees what is noted of a connection that is closed: small pieces that stay would keep the allocator from giving back
/// what lies around them.
pub fn release(connection: &Arc<Connection>) {
    let mut reader = lock(reader_at(connection.reader));
    reader.take_if(|noted| Arc::ptr_eq(noted, connection));
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
    let server = SERVER.get();
    while let Some(server) = server
        && server.room.load(Relaxed) <= 0
    {
        server.wake_supervisor();
        thread::sleep(ROOM_PAUSE);
    }

    // SAFETY: the call of the kernel asks of its caller what the function does.
    let accepted = unsafe { libc::syscall(libc::SYS_accept4, socket, address, length, flags) };
    let writer = c_int::try_from(accepted).unwrap_or(-1);
    ACCEPTED.set((writer >= 0).then_some(Accepted {
        listening: socket,
        writer,
    }));
    if let Some(server) = server {
        server.room.fetch_sub(1, Relaxed);
        // After an error the accepting thread may end.
        server.wake_supervisor();
    }

    writer
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
    if count == 0 || flags & libc::MSG_PEEK != 0 {
        return received;
    }

    let Some(connection) = lock(reader_at(socket)).clone() else {
        return received;
    };

    // SAFETY: the kernel has just written these bytes, and nobody else has them before this returns.
    let bytes = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<u8>(), count) };
    let Some(reason) = connection.receive(bytes) else {
        return received;
    };

    if let Some(server) = SERVER.get() {
        connection.end(reason, &server.counters);
    }

    connection.shut();
    0
}

/// `getpeername(2)`, except that a connection which this thread has just accepted has the name of its socket for its peer.
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
    let (Some(connection), true) = (begin_connection(socket), room >= size_of::<sockaddr_in6>())
    else {
        // SAFETY: the call of the kernel asks of its caller what the function does.
        let failed = unsafe { libc::syscall(libc::SYS_getpeername, socket, address, length) };
        return c_int::try_from(failed).unwrap_or(-1);
    };

    let name = Ipv6Addr::from_bits(connection.cookie.into());
    let name = sockaddr_in6 {
        sin6_family: libc::AF_INET6 as libc::sa_family_t,
        sin6_port: 0,
        sin6_flowinfo: 0,
        sin6_addr: in6_addr {
            s6_addr: name.octets(),
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

/// Begins the connection that this thread has accepted last, if it is read through this descriptor.
fn begin_connection(reader: c_int) -> Option<Arc<Connection>> {
    let accepted = ACCEPTED.get()?;
    let writer = SocketId::at(accepted.writer)?;
    let listening = SocketId::at(accepted.listening)?;
    if SocketId::at(reader)?.cookie != writer.cookie {
        return None;
    }

    let connection = Arc::new(Connection::new(writer, reader, listening));
    *lock(reader_at(reader)) = Some(Arc::clone(&connection));
    if let Some(server) = SERVER.get() {
        server.connections.add(&connection);
        server.wake_supervisor();
    }

    Some(connection)
}

/// The cookie of the socket that has this name.
pub fn named_cookie(name: SocketAddr) -> Option<u64> {
    match name.ip() {
        IpAddr::V6(name) => u64::try_from(name.to_bits()).ok(),
        IpAddr::V4(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_connection_has_the_name_of_its_socket_even_when_its_client_has_gone() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let server = listener.accept().unwrap().0;
        let socket = SocketId::at(server.as_raw_fd()).unwrap();
        let named = || named_cookie(server.peer_addr().unwrap());
        assert_eq!(named(), Some(socket.cookie));
        assert_eq!(
            client.peer_addr().unwrap(),
            listener.local_addr().unwrap(),
            "who connects has no such name"
        );
        SockRef::from(&client)
            .set_linger(Some(Duration::ZERO))
            .unwrap();
        drop(client);
        while !socket.traffic().unwrap().closed_by_client {
            thread::yield_now();
        }

        assert_eq!(named(), Some(socket.cookie));
        let unnamed = std::os::unix::net::UnixStream::pair().unwrap().0;
        assert!(unnamed.peer_addr().unwrap().is_unnamed());
    }

    #[test]
    fn the_streams_of_the_standard_library_read_through_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut server = listener.accept().unwrap().0;
        client.write_all(b"GET / HTTP/2.0").unwrap();
        // As the library does, before it reads.
        server.peer_addr().unwrap();
        let mut bytes = [0; 14];
        // A look takes nothing away, and is not rewritten.
        server.peek(&mut bytes[..12]).unwrap();
        server.read_exact(&mut bytes[..13]).unwrap();
        server.read_exact(&mut bytes[13..]).unwrap();
        assert_eq!(&bytes, b"GET / HTTP/9.0");
    }
}
