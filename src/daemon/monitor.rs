//! The state of the daemon itself, written by the loop and shown by `/status.json` and `/metrics`.

use super::*;

use crate::server::Heartbeat;

/// The present instant: nothing else that data depend on reads the clock.
#[expect(clippy::disallowed_methods, reason = "the daemon is where the clock is read")]
pub fn clock() -> Timestamp {
    chrono::Utc::now()
}

pub struct Monitor {
    pub started: Timestamp,
    pub heartbeat: Heartbeat,
    reloads: Mutex<Reloads>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reloads {
    pub succeeded: u64,
    pub failed: u64,
    pub last: Option<Reload>,
}

impl Monitor {
    pub fn new(started: Timestamp) -> Self {
        Monitor { started, heartbeat: Heartbeat::default(), reloads: Mutex::default() }
    }

    pub fn reloads(&self) -> Reloads {
        *lock(&self.reloads)
    }

    pub fn note_reload(&self, at: Timestamp, errors: usize) {
        let mut reloads = lock(&self.reloads);
        let count = if errors == 0 { &mut reloads.succeeded } else { &mut reloads.failed };
        *count += 1;
        reloads.last = Some(Reload { at, errors });
    }
}
