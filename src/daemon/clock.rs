//! The clock: nothing else that data depend on reads it.

use crate::model::Timestamp;

/// The present instant.
#[expect(clippy::disallowed_methods, reason = "the daemon is where the clock is read")]
pub fn now() -> Timestamp {
    chrono::Utc::now()
}
