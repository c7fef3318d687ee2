//! Who answers. One worker while it keeps up, because every further one costs throughput; more only while some
//! are stuck in a write to a client that does not read.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tiny_http::Request;

use crate::server::connection::Connection;
use crate::server::counters::Reason;
use crate::server::front::Front;
use crate::server::incoming::{self, After};
use crate::server::system::{announced, process};
use crate::server::{date, farewell, reply, route};

/// The workers of one front.
#[derive(Default)]
pub struct Crew {
    slots: Mutex<Vec<Arc<Slot>>>,
    pace: Mutex<Pace>,
}

/// One worker, as the others see it.
#[derive(Default)]
struct Slot {
    /// Odd while it answers; another number for every answer.
    answers: AtomicU64,
    /// The number at the latest look.
    seen: AtomicU64,
}

#[derive(Default)]
struct Pace {
    hired: usize,
    calm: usize,
}

/// So many looks without anybody stuck let a worker go that is not needed.
const CALM: usize = 50;
/// So often others go first before a worker sleeps.
const PATIENCE: usize = 8;
/// At most so many are hired at one look.
const AT_ONCE: usize = 32;

impl Crew {
    /// How many there are.
    pub fn size(&self) -> usize {
        self.slots().len()
    }

    fn slots(&self) -> MutexGuard<'_, Vec<Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many have been with the same answer for two looks.
    fn stuck(&self) -> usize {
        let is_stuck = |slot: &&Arc<Slot>| {
            let now = slot.answers.load(Relaxed);
            slot.seen.swap(now, Relaxed) == now && now % 2 == 1
        };
        self.slots().iter().filter(is_stuck).count()
    }

    fn hire(&self, front: &Arc<Front>) {
        let slot = Arc::new(Slot::default());
        self.slots().push(Arc::clone(&slot));
        let (own, front) = (Arc::clone(&slot), Arc::clone(front));
        let work = move || {
            process::set_batch_work(true);
            work(&front, &own);
            front.crew.slots().retain(|slot| !Arc::ptr_eq(slot, &own));
        };
        if thread::Builder::new().name("worker".to_owned()).spawn(work).is_err() {
            self.slots().retain(|other| !Arc::ptr_eq(other, &slot));
        }
    }

    /// Looks whether there are too few or too many; called every few milliseconds.
    ///
    /// When all are stuck, twice as many are hired as the last time: enough for any number of stuck clients within
    /// some looks.
    pub fn look(&self, front: &Arc<Front>) {
        let (stuck, size) = (self.stuck(), self.size());
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        if stuck >= size {
            let hired = (pace.hired * 2).clamp(1, AT_ONCE);
            *pace = Pace { hired, calm: 0 };
            (0..hired).for_each(|_| self.hire(front));
        } else {
            pace.hired = 0;
            pace.calm += 1;
            if pace.calm >= CALM && size - stuck > 1 {
                pace.calm = CALM - 1;
                front.tiny.unblock();
            }
        }
    }

    /// Lets all go that are not stuck.
    pub fn dismiss(&self, front: &Front) {
        (0..self.size()).for_each(|_| front.tiny.unblock());
    }
}

/// Until it is let go: takes new requests and those that wait in lines, in turns.
fn work(front: &Arc<Front>, slot: &Slot) {
    loop {
        let waiting = front.next_in_line();
        let Ok(new) = receive(front, waiting.is_none()) else { return };
        for (connection, request) in waiting.into_iter().chain(new) {
            attend(front, slot, connection, request);
        }
    }
}

type Admitted = Option<(Arc<Connection>, Request)>;

/// The next new request that is to be answered now, if there is one; an error when the worker is let go.
///
/// One worker at a time receives, until the request is in its connection's line: two requests of one connection
/// that changed places would wait for each other for ever.
fn receive(front: &Front, patiently: bool) -> Result<Admitted, Dismissed> {
    let received = if patiently {
        let _turn = front.receiving.lock().unwrap_or_else(PoisonError::into_inner);
        wait(front).map(|request| front.admit(request))
    } else {
        // Somebody else is waiting for new requests already.
        let Ok(_turn) = front.receiving.try_lock() else { return Ok(None) };
        front.tiny.try_recv().map(|request| request.and_then(|request| front.admit(request)))
    };
    match received {
        Ok(admitted) => Ok(admitted),
        // The accepting thread has ended; the guard sees to that.
        Err(error) if error.raw_os_error().is_some() => Ok(None),
        Err(_) => Err(Dismissed),
    }
}

struct Dismissed;

/// The next new request. Before it sleeps, the worker lets those go first that are about to bring one: to be woken
/// for each costs more.
fn wait(front: &Front) -> io::Result<Request> {
    for _ in 0..PATIENCE {
        if let Ok(Some(request)) = front.tiny.try_recv() {
            return Ok(request);
        }
        thread::yield_now();
    }
    front.tiny.recv()
}

fn attend(front: &Arc<Front>, slot: &Slot, connection: Arc<Connection>, request: Request) {
    slot.answers.fetch_add(1, Relaxed);
    if catch_unwind(AssertUnwindSafe(|| answer(front, &connection, request))).is_err() {
        front.shut(&connection);
    }
    slot.answers.fetch_add(1, Relaxed);
    front.done(connection);
}

fn answer(front: &Arc<Front>, connection: &Arc<Connection>, mut request: Request) {
    let shared = &front.shared;
    let service = shared.current.get();
    let (ask, mut after) = incoming::read(&request);
    if incoming::size(&request).0 > shared.bounds.header_limit && ask.target.len() <= route::LONGEST {
        front.disconnect(connection, Reason::HeaderLimit);
        return super::front::discard(request);
    }
    if after == After::Kept && front.is_retired() {
        after = After::Ended;
    }
    let old = *request.http_version() < tiny_http::HTTPVersion(1, 1);
    let reply = reply::to(&ask, &service, date::now(), &shared.heartbeat, || shared.counters.read());
    let altered = match after {
        After::Kept if old => Some(reply.with_connection("keep-alive")),
        After::Kept => None,
        After::Closes | After::Ended => Some(reply.with_connection("close")),
    };
    let bytes = altered.as_deref().unwrap_or_else(|| reply.bytes());
    connection.planned(bytes.len());
    shared.counters.answered(reply.status, bytes.len());
    if after == After::Ended {
        return farewell::say(front, connection, request, bytes);
    }
    if !announced::disarm(&mut request) {
        std::mem::forget(request);
        return front.shut(connection);
    }
    send(front, connection, &mut request.into_writer(), bytes);
}

/// Writes a response in one piece. What could not be written whole is the last of its connection.
pub fn send(front: &Front, connection: &Connection, writer: &mut dyn Write, bytes: &[u8]) {
    if writer.write_all(bytes).and_then(|()| writer.flush()).is_err() {
        front.shut(connection);
    }
}
