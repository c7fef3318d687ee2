//! How much of the server one client may hold, and for how long.

use std::time::Duration;

/// The limits, each an option of `serve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A request that is not complete after this long is given up.
    pub request_timeout: Duration,
    /// A connection on which nothing is asked for this long is closed.
    pub idle_timeout: Duration,
    /// A client that has not taken a response after this long is disconnected.
    pub response_timeout: Duration,
    /// A header section, request line included, has at most this many bytes.
    pub header_limit: usize,
    /// Beyond this many connections the longest idle ones are closed.
    pub max_connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            request_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(60),
            response_timeout: Duration::from_secs(30),
            header_limit: 32 * 1024,
            max_connections: 1024,
        }
    }
}
