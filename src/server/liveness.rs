//! Signs of life and of trouble: the main loop's heartbeat, threads whose end is that of the process, panics that must not
//! fill the log, and locks that outlive them.

use super::*;

use std::panic::{self, PanicHookInfo};
use std::thread::Builder;

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
pub fn spawn_vital(name: &'static str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(move || {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            log::error!("the {name} thread has ended, and the server cannot go on without it");
            log::logger().flush();
            std::process::exit(1);
        }
    })
}

/// Logs panics of the whole process as one line each, and at most one a second.
///
/// tiny_http panics where descriptors or threads run out. The supervisor makes good the loss; a client must not be able to
/// fill the log with it, nor an operator take it for a fault of ours. So these are counted, and seen at level `debug` only.
pub fn rate_limit_panics() {
    panic::set_hook(Box::new(report));
}

static LIBRARY_PANICS: AtomicU64 = AtomicU64::new(0);

/// How often tiny_http has panicked.
pub fn library_panics() -> u64 {
    LIBRARY_PANICS.load(Relaxed)
}

fn report(panic: &PanicHookInfo<'_>) {
    static LATEST_SECOND: AtomicU64 = AtomicU64::new(0);
    static LEFT_OUT: AtomicU64 = AtomicU64::new(0);
    if panic.location().is_some_and(|place| place.file().contains("tiny_http")) {
        LIBRARY_PANICS.fetch_add(1, Relaxed);
        return log::debug!(
            "the HTTP library has given up a connection: {}",
            panic.to_string().replace('\n', " ")
        );
    }
    let second = date::seconds(date::now());
    if LATEST_SECOND.swap(second, Relaxed) == second {
        LEFT_OUT.fetch_add(1, Relaxed);
        return;
    }
    let current = thread::current();
    let name = current.name().unwrap_or("connection");
    let line = panic.to_string().replace('\n', " ");
    log::warn!("{name} thread ended: {line} (left out before: {})", LEFT_OUT.swap(0, Relaxed));
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
}
