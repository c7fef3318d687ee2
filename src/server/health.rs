//! Signs of life and of trouble: the clock, the main loop's heartbeat, threads whose end is that of the process, panics
//! that must not fill the log, locks that outlive them, and counts for `/metrics`, which gives them their names.

use super::*;

use std::panic::PanicHookInfo;
use std::thread::Builder;

use crate::model::named;

#[expect(
    clippy::disallowed_methods,
    reason = "every response carries the instant at which it is sent"
)]
pub fn now() -> SystemTime {
    SystemTime::now()
}

/// Seconds since 1970; 0 for an instant before.
pub fn unix_seconds(instant: SystemTime) -> u64 {
    let since = instant.duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}

/// After this long without a beat, `/healthz` answers 503 [D10.health].
const SILENCE_LIMIT: Duration = Duration::from_secs(5);

/// The instant of the main loop's latest beat. Clones share it.
#[derive(Clone, Debug)]
pub struct Heartbeat(Arc<Mutex<Instant>>);

impl Default for Heartbeat {
    fn default() -> Self {
        Heartbeat(Arc::new(Mutex::new(Instant::now())))
    }
}

impl Heartbeat {
    /// To be called at least once a second.
    pub fn beat(&self) {
        *lock(&self.0) = Instant::now();
    }

    pub fn age(&self) -> Duration {
        lock(&self.0).elapsed()
    }

    pub fn is_silent(&self) -> bool {
        self.age() >= SILENCE_LIMIT
    }
}

/// Locks a value, also after a panic of another thread: no value here is ever left half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` in a thread of this name. Should it panic, the process ends with a message, so that the service manager
/// starts it again: a server that goes on without its supervisor looks well and is not.
pub fn spawn_vital(
    name: &'static str,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(move || {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            log::error!("the {name} thread has ended, and the server cannot go on without it");
            log::logger().flush();
            std::process::exit(1);
        }
    })
}

static LIBRARY_PANICS: AtomicU64 = AtomicU64::new(0);

/// How often tiny_http has panicked.
pub fn library_panics() -> u64 {
    LIBRARY_PANICS.load(Relaxed)
}

/// A panic hook: logs panics of the whole process as one line each, and at most one a second.
///
/// tiny_http panics where descriptors or threads run out. The supervisor makes good the loss; a client must not be able to
/// fill the log with it, nor an operator take it for a fault of ours. So these are counted, and seen at level `debug` only.
pub fn report_panic(panic: &PanicHookInfo<'_>) {
    static LATEST_SECOND: AtomicU64 = AtomicU64::new(0);
    static LEFT_OUT: AtomicU64 = AtomicU64::new(0);
    let line = panic.to_string().replace('\n', " ");
    if let Some(place) = panic.location()
        && place.file().contains("tiny_http")
    {
        LIBRARY_PANICS.fetch_add(1, Relaxed);
        return log::debug!("the HTTP library has given up a connection: {line}");
    }

    let second = unix_seconds(now());
    if LATEST_SECOND.swap(second, Relaxed) == second {
        LEFT_OUT.fetch_add(1, Relaxed);
        return;
    }

    let current = thread::current();
    let name = current.name().unwrap_or("connection");
    let left_out = LEFT_OUT.swap(0, Relaxed);
    log::warn!("{name} thread ended: {line} (left out before: {left_out})");
}

named! {
    /// Why the server itself ended a connection; limits are named as their options are.
    pub enum Reason {
        /// A request was not complete in time.
        RequestTimeout = "request_timeout",
        /// Nothing was asked for too long.
        Idle = "idle_timeout",
        /// A response was not taken in time.
        ResponseTimeout = "response_timeout",
        /// A header section was too long.
        HeaderLimit = "header_limit",
        /// There were too many connections, and this one had been idle for longest.
        MaxConnections = "max_connections",
        /// Too many requests were sent without their answers being read.
        Pipeline = "pipeline",
    }
}

pub type Counters = Mutex<Counts>;

/// Numbers of the server since its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answers by the first digit of their status: 2, 3, 4 or 5.
    pub responses: BTreeMap<u16, u64>,
    /// Bytes of all answers, heads included.
    pub bytes: u64,
    pub connections: u64,
    /// Connections that have ended and are still open long after.
    pub stuck: u64,
    pub workers: u64,
    /// Requests that were answered 400 because HTTP forbids them.
    pub malformed: u64,
    /// How often accepting had to be started again.
    pub listeners_replaced: u64,
    /// Connections that the server ended.
    pub disconnected: BTreeMap<Reason, u64>,
}

impl Counts {
    pub fn count_answer(&mut self, status: u16, bytes: usize) {
        *self.responses.entry(status / 100).or_default() += 1;
        self.bytes += bytes as u64;
    }

    /// Corrects the length of an answer that nobody knew before it was sent.
    pub fn correct_length(&mut self, expected: usize, sent: usize) {
        self.bytes = (self.bytes + sent as u64).saturating_sub(expected as u64);
    }

    pub fn count_disconnection(&mut self, reason: Reason) {
        *self.disconnected.entry(reason).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_seconds_without_a_beat_are_silence_and_a_beat_ends_it() {
        let start = Instant::now().checked_sub(SILENCE_LIMIT).unwrap();
        let heartbeat = Heartbeat(Arc::new(Mutex::new(start)));
        let clone = heartbeat.clone();
        assert!(heartbeat.is_silent() && heartbeat.age() >= SILENCE_LIMIT);
        clone.beat();
        assert!(!heartbeat.is_silent() && heartbeat.age() < SILENCE_LIMIT);
        assert!(!Heartbeat::default().is_silent());
    }

    #[test]
    fn answers_are_counted_by_class_with_their_bytes() {
        let mut counts = Counts::default();
        [200, 204, 304, 404, 414, 505]
            .into_iter()
            .for_each(|status| counts.count_answer(status, 10));
        assert_eq!(
            (counts.responses, counts.bytes),
            ([(2, 2), (3, 1), (4, 2), (5, 1)].into(), 60)
        );
    }
}
