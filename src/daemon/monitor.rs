//! What is known of the daemon itself, shared by the loop, which writes it, and `/status.json` and `/metrics`, which
//! show it.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::model::Timestamp;
use crate::server::Heartbeat;
use crate::site::status::Reload;

/// The present instant: nothing else that data depend on reads the clock.
#[expect(clippy::disallowed_methods, reason = "the daemon is where the clock is read")]
pub fn clock() -> Timestamp {
    chrono::Utc::now()
}

pub struct Monitor {
    pub started: Timestamp,
    reloads: Mutex<Reloads>,
    heartbeat: OnceLock<Heartbeat>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reloads {
    pub succeeded: u64,
    /// Refused ones too.
    pub failed: u64,
    pub last: Option<Reload>,
}

impl Monitor {
    pub fn new(started: Timestamp) -> Self {
        Monitor { started, reloads: Mutex::default(), heartbeat: OnceLock::new() }
    }

    pub fn reloads(&self) -> Reloads {
        *self.reloads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reload has ended with this many errors.
    pub fn reloaded(&self, at: Timestamp, errors: usize) {
        let mut reloads = self.reloads.lock().unwrap_or_else(PoisonError::into_inner);
        let count = if errors == 0 { &mut reloads.succeeded } else { &mut reloads.failed };
        *count += 1;
        reloads.last = Some(Reload { at, errors });
    }

    pub fn follow(&self, heartbeat: &Heartbeat) {
        let _ = self.heartbeat.set(heartbeat.clone());
    }

    pub fn silence(&self) -> Duration {
        self.heartbeat.get().map_or(Duration::ZERO, Heartbeat::age)
    }
}
