//! Writing a response: head and body in as few pieces as possible, and a lingering close where tiny_http would keep the
//! connection, or would wait for an announced body.
//!
//! The body is not read. To close at once would send a reset, which may destroy the answer on its way; so our side ends
//! first, and bytes that still come are thrown away for a moment.

use super::*;

use std::io::Write;

use rustix::net::{RecvFlags, recv};

use super::announced_body::AnnouncedBody;

/// Head and body up to this many bytes leave in one write: to wake the client twice would cost more than the copy.
pub const JOINED: usize = 64 * 1024;
/// The pieces of longer ones that are put together: every reader who stops in the middle holds one.
const PIECE: usize = 8 * 1024;
/// For a client to close its side.
const LINGER: Duration = Duration::from_secs(2);
/// After this long without a byte it is not sending any more.
const SILENCE: Duration = Duration::from_millis(500);
/// Clients that are waited for at a time; others are disconnected without waiting.
const MAX_LINGERING: usize = 256;

/// Writes a head, which is left empty, and a body: small ones in one piece, the rest of long bodies without a copy. How
/// many bytes they have is the result.
pub fn send(
    writer: &mut dyn Write,
    head: &mut Vec<u8>,
    body: Option<Outgoing>,
) -> io::Result<usize> {
    let body_len = body.as_ref().map_or(0, Outgoing::len);
    let len = head.len() + body_len;
    let piece = if len <= JOINED { JOINED } else { PIECE };
    let mut joined = Joined {
        sent: head.len(),
        buffer: head,
        writer,
        piece,
    };
    if let Some(body) = body {
        body.write_to(&mut joined)?;
    }

    joined.flush()?;
    Ok(joined.sent)
}

/// Puts pieces together in the buffer as far as they fit, and lets the rest of long ones pass.
struct Joined<'a> {
    buffer: &'a mut Vec<u8>,
    writer: &'a mut dyn Write,
    /// Bytes so far.
    sent: usize,
    /// Bytes that are put together.
    piece: usize,
}

impl Write for Joined<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sent += bytes.len();
        let room = self.piece.saturating_sub(self.buffer.len());
        let (fits, rest) = bytes.split_at(bytes.len().min(room));
        self.buffer.extend_from_slice(fits);
        if self.buffer.len() >= self.piece {
            self.writer.write_all(self.buffer)?;
            self.buffer.clear();
        }

        if rest.len() >= self.piece {
            self.writer.write_all(rest)?;
        } else {
            self.buffer.extend_from_slice(rest);
        }

        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.write_all(self.buffer)?;
        self.buffer.clear();
        self.writer.flush()
    }
}

/// Writes the last response of a connection, and ends the connection.
pub fn send_and_close(
    shared: &Arc<Shared>,
    connection: &Connection,
    mut request: Request,
    head: &mut Vec<u8>,
    mut body: Option<Outgoing>,
) {
    connection.close();
    let duplicate = Duplicate::new(shared, connection);
    let socket = duplicate.as_ref().map(|duplicate| &duplicate.socket);
    if let Some(mut socket) = socket {
        // It is open for longer than those of the library.
        connection.state().writer = socket.as_raw_fd();
        if announced_body::is_held_back(&request) {
            // The library tells the client to go on when it lends the body: by then nothing can be sent any more.
            if send(&mut socket, head, body.take()).is_err() {
                connection.shut();
            }
            drop(socket.shutdown(Shutdown::Write));
        }
    }

    let announced = announced_body::take(&mut request);
    if let (None, Some(socket)) = (&announced, socket) {
        // Dropping the request reads the body: there is none.
        drop(socket.shutdown(Shutdown::Read));
    }

    let Some(mut writer) = announced_body::into_writer(request) else {
        return connection.shut();
    };

    if send(&mut writer, head, body).is_err() {
        connection.shut();
    }

    let Some(duplicate) = duplicate else { return };
    // Before the writer is dropped, so that tiny_http says nothing more.
    drop(duplicate.socket.shutdown(Shutdown::Write));
    drop(writer);
    let lingering = Lingering {
        duplicate,
        _announced: announced,
    };
    linger(Arc::clone(shared), lingering);
}

/// A third descriptor of a connection, for its last answer. It is counted for as long as it is open.
struct Duplicate {
    socket: Socket,
    shared: Arc<Shared>,
}

impl Duplicate {
    fn new(shared: &Arc<Shared>, connection: &Connection) -> Option<Self> {
        let socket = connection.socket()?.duplicate().ok()?;
        shared.duplicates.fetch_add(1, Relaxed);
        Some(Duplicate {
            socket,
            shared: Arc::clone(shared),
        })
    }
}

impl Drop for Duplicate {
    fn drop(&mut self) {
        self.shared.duplicates.fetch_sub(1, Relaxed);
    }
}

/// A connection after its last answer. Dropped, it is closed before its body is, which would wait for the client otherwise.
struct Lingering {
    duplicate: Duplicate,
    _announced: Option<AnnouncedBody>,
}

impl Drop for Lingering {
    fn drop(&mut self) {
        drop(self.duplicate.socket.shutdown(Shutdown::Both));
    }
}

/// Waits for the client to close, in a thread of its own; without one, not at all.
fn linger(shared: Arc<Shared>, lingering: Lingering) {
    let builder = thread::Builder::new().name("linger".to_owned());
    let started = builder.spawn(move || {
        if shared.lingering.fetch_add(1, Relaxed) < MAX_LINGERING {
            drain(&lingering.duplicate.socket);
        }
        shared.lingering.fetch_sub(1, Relaxed);
        drop(lingering);
    });
    drop(started);
}

/// Throws away what still comes. By `recvfrom`: these are no requests (`interposed.rs`).
fn drain(socket: &Socket) {
    let start = Instant::now();
    let mut buffer = [0; 16 * 1024];
    drop(socket.set_read_timeout(Some(SILENCE)));
    while start.elapsed() < LINGER {
        let received = recv(socket, &mut buffer, RecvFlags::empty());
        if !received.is_ok_and(|(_, length)| length > 0) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Body;

    /// Counts the pieces that reach it.
    #[derive(Default)]
    struct Pieces(Vec<Vec<u8>>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_small_response_leaves_in_one_write_and_of_a_long_body_little_is_copied() {
        for (length, writes) in [
            (0, 1),
            (1, 1),
            (JOINED - 4, 1),
            (JOINED - 3, 2),
            (10 * JOINED, 2),
        ] {
            let (mut buffer, mut pieces) = (b"head".to_vec(), Pieces::default());
            let body = Outgoing::stored(Body::plain(vec![b'x'; length]));
            send(&mut pieces, &mut buffer, Some(body)).unwrap();
            let sent = pieces.0.concat();
            assert!(sent.starts_with(b"head") && sent.len() == 4 + length);
            let written = pieces.0.iter().filter(|piece| !piece.is_empty()).count();
            assert_eq!(written, writes, "{length}");
            assert!(buffer.is_empty() && buffer.capacity() <= 2 * JOINED);
        }
    }
}
