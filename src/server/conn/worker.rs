//! A worker: takes requests, has them answered, and writes the answers.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::thread;

use tiny_http::Request;

use super::connection::Connection;
use super::dispatcher::Dispatcher;
use super::lingering_close;
use super::tiny::{self, Persistence};
use super::worker_pool::Slot;
use crate::server::counters::Reason;
use crate::server::http::{self, Circumstances, Response, date, target::LONGEST_TARGET};
use crate::server::system::announced_body;
use crate::site::Body;

/// How often others go first before a worker sleeps.
const YIELDS: usize = 8;
/// How many new requests are taken in, at most, between two answers.
const ADMITTED: usize = 64;
/// Head and body are put together up to this many bytes, and leave in one write. A head that went before its body would
/// wake the client twice, which costs more than this copy.
const JOINED: usize = 64 * 1024;

/// Until it is stopped: takes new requests and those that wait in queues, in turns.
pub fn work(dispatcher: &Dispatcher, slot: &Slot) {
    let mut buffer = Vec::with_capacity(JOINED);
    loop {
        let waiting = dispatcher.next_in_queue();
        let Ok(new) = receive(dispatcher, waiting.is_none()) else { return };
        for (connection, request) in waiting.into_iter().chain(new) {
            slot.turn();
            let answered = AssertUnwindSafe(|| answer(dispatcher, &connection, request, &mut buffer));
            if catch_unwind(answered).is_err() {
                dispatcher.shut(&connection);
            }
            slot.turn();
            dispatcher.done(connection);
        }
    }
}

type Admitted = Option<(Arc<Connection>, Request)>;

/// The worker is to end.
struct Stopped;

/// The next new request that is to be answered now, if there is one.
///
/// One worker at a time receives, until the request is in its connection's queue: two requests of one connection
/// that changed places would wait for each other for ever.
fn receive(dispatcher: &Dispatcher, may_wait: bool) -> Result<Admitted, Stopped> {
    let received = if may_wait {
        let _turn = dispatcher.receiving.lock().unwrap_or_else(PoisonError::into_inner);
        wait(dispatcher).map(|request| dispatcher.admit(request))
    } else {
        // Somebody else is waiting for new requests already.
        let Ok(_turn) = dispatcher.receiving.try_lock() else { return Ok(None) };
        admit_some(dispatcher)
    };
    match received {
        Ok(admitted) => Ok(admitted),
        // The accepting thread has ended; the supervisor sees to that.
        Err(error) if error.raw_os_error().is_some() => Ok(None),
        Err(_) => Err(Stopped),
    }
}

/// Takes in new requests until one is to be answered now, or none is left; those of a client that pipelines go to its
/// queue, and one who sends without end is found out before its requests keep others waiting.
fn admit_some(dispatcher: &Dispatcher) -> io::Result<Admitted> {
    for _ in 0..ADMITTED {
        let Some(request) = dispatcher.tiny.try_recv()? else { break };
        if let Some(admitted) = dispatcher.admit(request) {
            return Ok(Some(admitted));
        }
    }
    Ok(None)
}

/// The next new request. Before it sleeps, the worker lets those go first that are about to bring one: to be woken
/// for each costs more.
fn wait(dispatcher: &Dispatcher) -> io::Result<Request> {
    for _ in 0..YIELDS {
        if let Ok(Some(request)) = dispatcher.tiny.try_recv() {
            return Ok(request);
        }
        thread::yield_now();
    }
    dispatcher.tiny.recv()
}

fn answer(dispatcher: &Dispatcher, connection: &Connection, mut request: Request, buffer: &mut Vec<u8>) {
    let shared = &dispatcher.shared;
    let head = tiny::head(&request);
    if tiny::size(&request).0 > shared.limits.header_limit && head.target.len() <= LONGEST_TARGET {
        dispatcher.disconnect(connection, Reason::HeaderLimit);
        return tiny::discard(request);
    }
    let mut persistence = tiny::persistence(&request, &head);
    if persistence == Persistence::Kept && dispatcher.is_retired() {
        persistence = Persistence::Close;
    }
    let circumstances = Circumstances {
        now: date::now(),
        is_silent: shared.heartbeat.is_silent(),
        connection: match persistence {
            Persistence::Kept if head.is_1_1 => None,
            Persistence::Kept => Some("keep-alive"),
            Persistence::LibraryCloses | Persistence::Close => Some("close"),
        },
        counts: &|| shared.counters.read(),
    };
    let response = http::respond(&head, &shared.current.get(), &circumstances, buffer);
    if head.fault.is_some() {
        shared.counters.malformed();
    }
    let length = buffer.len() + response.body_length();
    connection.planned(length);
    shared.counters.answered(response.status, length);
    let outgoing = Outgoing::new(buffer, response);
    if persistence == Persistence::Close {
        lingering_close::answer(dispatcher, connection, request, outgoing);
    } else if !announced_body::disarm(&mut request) {
        std::mem::forget(request);
        dispatcher.shut(connection);
    } else if outgoing.send(&mut request.into_writer()).is_err() {
        // What could not be written whole is the last of its connection.
        dispatcher.shut(connection);
    }
}

/// A response that is to be written: a head, in a buffer that is used again and again, and a body that is shared.
pub struct Outgoing<'a> {
    buffer: &'a mut Vec<u8>,
    body: Option<Body>,
}

impl<'a> Outgoing<'a> {
    fn new(buffer: &'a mut Vec<u8>, response: Response) -> Self {
        Outgoing { buffer, body: response.body }
    }

    /// Writes it: what is small in one piece, of what is long the body from where it lies.
    pub fn send(self, writer: &mut dyn Write) -> io::Result<()> {
        let mut joined = Joined { buffer: self.buffer, writer };
        if let Some(body) = self.body {
            body.write_to(&mut joined)?;
        }
        joined.flush()
    }
}

/// Puts pieces together in the buffer as far as they fit, and lets the rest of long ones pass.
struct Joined<'a> {
    buffer: &'a mut Vec<u8>,
    writer: &'a mut dyn Write,
}

impl Write for Joined<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (fits, rest) = bytes.split_at(bytes.len().min(JOINED.saturating_sub(self.buffer.len())));
        self.buffer.extend_from_slice(fits);
        if self.buffer.len() >= JOINED {
            self.writer.write_all(self.buffer)?;
            self.buffer.clear();
        }
        if rest.len() >= JOINED {
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

#[cfg(test)]
mod tests {
    use super::*;

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
        for (length, writes) in [(0, 1), (1, 1), (JOINED - 4, 1), (JOINED - 3, 2), (10 * JOINED, 2)] {
            let (mut buffer, mut pieces) = (b"head".to_vec(), Pieces::default());
            let body = Body::new(vec![b'x'; length]);
            let outgoing = Outgoing::new(&mut buffer, Response { status: 200, body: Some(body) });
            outgoing.send(&mut pieces).unwrap();
            let sent = pieces.0.concat();
            assert!(sent.starts_with(b"head") && sent.len() == 4 + length);
            let written = pieces.0.iter().filter(|piece| !piece.is_empty()).count();
            assert_eq!(written, writes, "{length}");
            assert!(buffer.is_empty() && buffer.capacity() <= 2 * JOINED);
        }
    }
}
