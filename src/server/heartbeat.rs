//! A sign of life of the program's main loop, which `/healthz`, and so the service manager's watchdog, ask for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// After this long without a beat, `/healthz` answers 503 [D10.health].
pub const SILENCE_LIMIT: Duration = Duration::from_secs(5);

/// The instant of the main loop's latest beat. Clones share it.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    start: Instant,
    /// Milliseconds from `start` to the latest beat.
    latest: Arc<AtomicU64>,
}

impl Default for Heartbeat {
    /// A heart that has beaten just now.
    fn default() -> Self {
        Heartbeat { start: Instant::now(), latest: Arc::default() }
    }
}

impl Heartbeat {
    /// The main loop goes round: to be called at least once a second.
    pub fn beat(&self) {
        self.latest.store(u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX), Relaxed);
    }

    /// How long ago the latest beat was.
    pub fn age(&self) -> Duration {
        self.start.elapsed().saturating_sub(Duration::from_millis(self.latest.load(Relaxed)))
    }

    /// Whether the main loop has been silent for longer than it ever is when all is well.
    pub fn is_silent(&self) -> bool {
        self.age() >= SILENCE_LIMIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_seconds_without_a_beat_are_silence() {
        let start = Instant::now().checked_sub(Duration::from_secs(5)).unwrap();
        assert!(Heartbeat { start, latest: Arc::default() }.is_silent());
        assert!(!Heartbeat::default().is_silent());
    }

    #[test]
    fn a_beat_ends_the_silence() {
        let (start, latest) = (Instant::now().checked_sub(Duration::from_secs(60)).unwrap(), Arc::default());
        let heartbeat = Heartbeat { start, latest };
        let clone = heartbeat.clone();
        assert!(heartbeat.is_silent() && heartbeat.age() >= Duration::from_secs(60));
        clone.beat();
        assert!(!heartbeat.is_silent() && heartbeat.age() < Duration::from_secs(5));
    }
}
