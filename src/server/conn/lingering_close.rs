//! Lingering close: the last answer of a connection that tiny_http would keep, or whose announced body it would wait for.
//!
//! The body is not read. To close at once would tell the client so by a reset, which may destroy the answer on its
//! way; so the answer is followed by an end of our side only, and what still comes is thrown away for a moment.

use std::io::Read;
use std::net::Shutdown;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use socket2::Socket;
use tiny_http::Request;

use super::connection::Connection;
use super::dispatcher::Dispatcher;
use super::worker::Outgoing;
use crate::server::system::announced_body::{self, Body};

/// How long a client may take to close its side.
const PATIENCE: Duration = Duration::from_secs(2);
/// After this long without a byte it is not sending any more.
const SILENCE: Duration = Duration::from_millis(500);
/// How many are waited for at a time; beyond it a connection is closed without waiting.
const MOST: usize = 256;

static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Sends the answer, and ends the connection.
pub fn answer(
    dispatcher: &Dispatcher,
    connection: &Connection,
    mut request: Request,
    outgoing: Outgoing<'_>,
) {
    let socket = dispatcher.socket(connection);
    connection.close();
    let body = if waits_to_go_on(&request) { None } else { announced_body::take(&mut request) };
    if let (None, Ok(socket)) = (&body, &socket) {
        // Dropping the request reads the body: there is none.
        drop(socket.shutdown(Shutdown::Read));
    }
    if !announced_body::disarm(&mut request) {
        std::mem::forget(request);
        return dispatcher.shut(connection);
    }
    let mut writer = request.into_writer();
    if outgoing.send(&mut writer).is_err() {
        dispatcher.shut(connection);
    }
    let Ok(socket) = socket else { return };
    // Before the writer is dropped: whatever tiny_http would say next is not said.
    drop(socket.shutdown(Shutdown::Write));
    drop(writer);
    linger(Lingering { socket, _body: body });
}

/// Whether the client sends its body only when it is told to.
fn waits_to_go_on(request: &Request) -> bool {
    request.headers().iter().any(|header| header.field.equiv("Expect"))
}

/// A connection whose client has had its last answer. Dropped, it is closed, and only then its body let go of, which
/// would wait for the client otherwise.
struct Lingering {
    socket: Socket,
    _body: Option<Body>,
}

impl Drop for Lingering {
    fn drop(&mut self) {
        drop(self.socket.shutdown(Shutdown::Both));
    }
}

/// Waits for the client to close, in a thread of its own; without one, not at all.
fn linger(lingering: Lingering) {
    let wait = move || {
        if WAITING.fetch_add(1, Relaxed) < MOST {
            throw_away(&lingering.socket);
        }
        WAITING.fetch_sub(1, Relaxed);
        drop(lingering);
    };
    drop(thread::Builder::new().name("linger".to_owned()).spawn(wait));
}

fn throw_away(mut socket: &Socket) {
    let (start, mut buffer) = (Instant::now(), [0; 16 * 1024]);
    drop(socket.set_read_timeout(Some(SILENCE)));
    while start.elapsed() < PATIENCE && matches!(socket.read(&mut buffer), Ok(1..)) {}
}
