//! The workers of one tiny_http server: each takes requests, and has them answered. One while it keeps up, because every
//! further one costs throughput; more only while some are stuck in a write to a client that does not read.

use super::*;

use super::facts::Persistence;
use super::response_writer::JOINED;
use crate::server::http::LONGEST_TARGET;

/// Turns of others before a worker sleeps.
const YIELDS: usize = 8;
/// New requests that are taken in between two answers, at most.
const MAX_TAKEN: usize = 64;
/// Looks in a row with a free worker until the next spawning begins with one again. A single one says little: who reads
/// nothing may have sent the next request, too.
const CALM: usize = 2;
/// Looks without all stuck until a worker that is not needed ends.
const SHRINK_AFTER: usize = 50;
/// Looks until another is told to end, while none has.
const TELL_AGAIN: usize = 10;
/// Workers that are spawned at one look, at most.
const MAX_SPAWN: usize = 32;

/// The workers of one server.
pub struct WorkerPool {
    pub dispatcher: Arc<Dispatcher>,
    workers: Vec<Worker>,
    /// Workers that the latest look has spawned.
    spawned: usize,
    /// Looks in a row at which some worker was free.
    calm: usize,
    /// One was told to end, and has not ended yet.
    is_ending: bool,
    /// The request that waited first at the latest look.
    first_ready: Option<u64>,
}

impl WorkerPool {
    pub fn new(dispatcher: Dispatcher) -> Self {
        let dispatcher = Arc::new(dispatcher);
        let mut pool = WorkerPool {
            dispatcher,
            workers: Vec::new(),
            spawned: 0,
            calm: 0,
            is_ending: false,
            first_ready: None,
        };
        pool.adjust();
        pool
    }

    pub fn size(&self) -> usize {
        let workers = self.workers.iter();
        workers.filter(|worker| worker.is_alive()).count()
    }

    fn spawn(&mut self) {
        let dispatcher = Arc::clone(&self.dispatcher);
        let slot = Arc::<Slot>::default();
        let own_slot = Arc::clone(&slot);
        let builder = thread::Builder::new().name("worker".to_owned());
        let started = builder.spawn(move || {
            system::set_batch(true);
            own_slot.begin();
            work(&dispatcher, &own_slot);
        });
        if let Ok(thread) = started {
            self.workers.push(Worker { slot, thread });
        }
    }

    /// Spawns workers while all are stuck, and ends one that is not needed; called every few milliseconds.
    /// Each time twice as many as the last time, until one stays free: enough for any number of stuck clients within some
    /// looks, and on a busy machine, where a worker takes a while to begin.
    pub fn adjust(&mut self) {
        let former = self.workers.len();
        self.workers.retain(Worker::is_alive);
        let size = self.workers.len();
        if size < former && std::mem::take(&mut self.is_ending) {
            self.calm = SHRINK_AFTER;
        }

        let (mut stuck, mut free) = (0, 0);
        for Worker { slot, .. } in &self.workers {
            stuck += usize::from(slot.is_stuck());
            free += usize::from(slot.is_free());
        }

        if stuck == size {
            self.calm = 0;
            self.spawned = (self.spawned * 2).clamp(1, MAX_SPAWN);
            for _ in 0..self.spawned {
                self.spawn();
            }

            return;
        }

        let first_ready = self.dispatcher.first_ready();
        let is_left = first_ready.is_some() && first_ready == self.first_ready;
        self.first_ready = first_ready;
        if is_left && stuck + free == size {
            return self.spawn();
        }

        if free == 0 {
            return;
        }

        self.calm = (self.calm + 1).min(SHRINK_AFTER);
        if self.calm >= CALM {
            self.spawned = 0;
        }

        // One after the other, and again after a while, since a worker that looks for requests without waiting passes over
        // it: those that are told to end by dozens would be followed by new ones, which end as well.
        if self.calm == SHRINK_AFTER && size - stuck > 1 {
            self.calm = SHRINK_AFTER - TELL_AGAIN;
            self.is_ending = true;
            self.dispatcher.tiny.unblock();
        }
    }

    pub fn stop(&self) {
        for _ in 0..self.size() {
            self.dispatcher.tiny.unblock();
        }
    }
}

struct Worker {
    slot: Arc<Slot>,
    thread: JoinHandle<()>,
}

impl Worker {
    fn is_alive(&self) -> bool {
        !self.thread.is_finished()
    }
}

/// A worker as the pool sees it.
#[derive(Default)]
struct Slot {
    /// 0 until it begins, then odd while it answers; another number for every answer.
    mark: AtomicU64,
    /// The mark when the pool last looked.
    seen: AtomicU64,
}

impl Slot {
    fn begin(&self) {
        self.mark.store(2, Relaxed);
    }

    fn is_free(&self) -> bool {
        let mark = self.mark.load(Relaxed);
        mark > 0 && mark.is_multiple_of(2)
    }

    fn advance(&self) {
        self.mark.fetch_add(1, Relaxed);
    }

    /// It has been with the same answer since the last call.
    fn is_stuck(&self) -> bool {
        let now = self.mark.load(Relaxed);
        self.seen.swap(now, Relaxed) == now && now % 2 == 1
    }
}

/// Takes new requests and those that wait in queues, in turns, until it is stopped.
fn work(dispatcher: &Dispatcher, slot: &Slot) {
    let mut buffer = Vec::with_capacity(JOINED);
    loop {
        let next = match dispatcher.take_ready() {
            Some(next) => {
                take_some(dispatcher);
                Some(next)
            }
            None => match wait(dispatcher) {
                Ok(next) => next,
                // The accepting thread has ended; the supervisor sees to that.
                Err(error) if error.raw_os_error().is_some() => None,
                // Stopped.
                Err(_) => return,
            },
        };

        let Some(connection) = next else {
            continue;
        };

        let Some(request) = dispatcher.take(&connection) else {
            continue;
        };

        slot.advance();
        let answered = AssertUnwindSafe(|| answer(dispatcher, &connection, request, &mut buffer));
        if catch_unwind(answered).is_err() {
            connection.shut();
        }

        slot.advance();
        dispatcher.finish(connection);
    }
}

/// Waits for a new request, and returns its connection if it is to be answered now. Before it sleeps, the worker lets
/// threads go first that are about to bring one: to be woken for each costs more.
///
/// One worker at a time receives, until the request is in its connection's queue: two requests of one connection
/// that changed places would wait for each other for ever.
fn wait(dispatcher: &Dispatcher) -> io::Result<Option<Arc<Connection>>> {
    let _turn = lock(&dispatcher.receiving);
    for _ in 0..YIELDS {
        if let Ok(Some(request)) = dispatcher.tiny.try_recv() {
            return Ok(dispatcher.enqueue(request));
        }
        thread::yield_now();
    }

    let request = dispatcher.tiny.recv()?;
    Ok(dispatcher.enqueue(request))
}

/// Takes in new requests until one is to be answered next, or none is left; those of a client that pipelines go to its
/// queue, and one that sends without end is found out before its requests keep others waiting. The one that is to be
/// answered next is left to any worker: this one may be stuck with another client before.
fn take_some(dispatcher: &Dispatcher) {
    // Another worker is waiting for new requests already.
    let Ok(_turn) = dispatcher.receiving.try_lock() else {
        return;
    };

    for _ in 0..MAX_TAKEN {
        let Ok(Some(request)) = dispatcher.tiny.try_recv() else {
            return;
        };

        if let Some(connection) = dispatcher.enqueue(request) {
            return dispatcher.put_off(connection);
        }
    }
}

fn answer(
    dispatcher: &Dispatcher,
    connection: &Connection,
    request: Request,
    buffer: &mut Vec<u8>,
) {
    let shared = &dispatcher.shared;
    let head = facts::head(&request);
    if facts::head_size(&request) > shared.limits.header_limit
        && head.target.len() <= LONGEST_TARGET
    {
        connection.end(Reason::HeaderLimit, &shared.counters);
        connection.shut();
        return facts::discard(request);
    }

    let mut persistence = facts::persistence(&head);
    if persistence == Persistence::Kept && dispatcher.is_draining() {
        persistence = Persistence::Close;
    }

    let connection_field = match persistence {
        Persistence::Kept if head.is_1_1 => None,
        Persistence::Kept => Some("keep-alive"),
        Persistence::LibraryCloses | Persistence::Close => Some("close"),
    };

    let response = (shared.handler)(&head, dispatcher.scope, connection_field, buffer);
    let length = buffer.len() + response.body_length();
    let before = connection.state().begin_response(length, &response);
    let mut counts = lock(&shared.counters);
    counts.malformed += u64::from(head.is_malformed);
    counts.count_answer(response.status, length);
    drop(counts);
    if persistence == Persistence::Close {
        return response_writer::send_and_close(shared, connection, request, buffer, response.body);
    }

    let Some(mut writer) = announced_body::into_writer(request) else {
        return connection.shut();
    };

    match response_writer::send(&mut writer, buffer, response.body) {
        Ok(sent) => {
            connection.state().end_response(before + sent as u64);
            if sent != length {
                lock(&shared.counters).correct_length(length, sent);
            }
        }
        // A response that could not be written whole is the last of its connection.
        Err(_) => connection.shut(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> WorkerPool {
        let listen = Addresses {
            public: vec!["127.0.0.1:0".parse().unwrap()],
            monitoring: None,
        };
        let listener = &listener::open_all(&listen, 1).unwrap()[0];
        let handler: Handler = Box::new(|_, _, _, _| unreachable!("nobody asks"));
        let newest = Arc::default();
        let shared = Shared::new(Limits::default(), &Arc::default(), handler, &newest);
        WorkerPool::new(Dispatcher::new(listener, 0, &Arc::new(shared)).unwrap())
    }

    /// Has every worker look as if it had been with one answer since the last look.
    fn block_all(pool: &WorkerPool) {
        for Worker { slot, .. } in &pool.workers {
            while slot.mark.load(Relaxed) == 0 {
                thread::yield_now();
            }
            slot.mark.store(3, Relaxed);
            slot.seen.store(3, Relaxed);
        }
    }

    #[test]
    fn while_all_are_stuck_each_look_spawns_twice_as_many_workers_as_the_last() {
        let mut pool = pool();
        let sizes = [(); 7].map(|()| {
            let size = pool.size();
            block_all(&pool);
            pool.adjust();
            size
        });
        assert_eq!(sizes, [1, 3, 7, 15, 31, 63, 95]);
        // One that is free for a moment says little; one that stays free ends the growth, which begins anew afterwards.
        for (looks, spawned) in [(CALM - 1, MAX_SPAWN), (CALM, 1)] {
            block_all(&pool);
            pool.workers[0].slot.mark.store(4, Relaxed);
            let size = pool.size();
            for _ in 0..looks {
                pool.adjust();
            }

            assert_eq!(pool.size(), size);
            block_all(&pool);
            pool.adjust();
            assert_eq!(pool.size(), size + spawned);
        }
        pool.stop();
    }

    /// Waits until every worker waits for a request.
    fn begin_all(pool: &WorkerPool) {
        for Worker { slot, .. } in &pool.workers {
            while !slot.is_free() {
                thread::yield_now();
            }
        }
    }

    #[test]
    fn a_request_that_was_put_off_gets_a_worker_while_the_free_ones_wait_for_new_requests() {
        let mut pool = pool();
        begin_all(&pool);
        let request = Request::from(tiny_http::TestRequest::new());
        let socket = pool.dispatcher.listening;
        let connection = Connection::new(socket, socket.number, socket);
        assert!(connection.state().push(request, 0));
        pool.dispatcher.put_off(Arc::new(connection));
        pool.adjust();
        assert_eq!(pool.size(), 1, "who has just put it off may take it");
        pool.adjust();
        assert_eq!(pool.size(), 2);
        while pool.dispatcher.first_ready().is_some() {
            thread::yield_now();
        }
        pool.stop();
    }

    #[test]
    fn workers_that_are_not_needed_end_one_after_the_other() {
        let mut pool = pool();
        (0..3).for_each(|_| pool.spawn());
        begin_all(&pool);
        (0..SHRINK_AFTER).for_each(|_| pool.adjust());
        assert!(pool.is_ending && pool.calm < SHRINK_AFTER);
        while pool.size() > 1 {
            pool.adjust();
            thread::yield_now();
        }
        pool.stop();
    }

    #[test]
    fn a_worker_that_has_not_begun_yet_is_waited_for() {
        let mut pool = pool();
        block_all(&pool);
        pool.workers.push(Worker {
            slot: Arc::default(),
            thread: thread::spawn(thread::park),
        });
        (0..SHRINK_AFTER).for_each(|_| pool.adjust());
        assert_eq!(pool.size(), 2);
        pool.stop();
    }
}
