//! How much of the server one client may hold, and for how long; and which connections go when there are too many.

use super::*;

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

/// The order in which connections go when there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvictionClass {
    Idle,
    /// It was served just now, or it is so new that its request may be on the way.
    Recent,
    /// It waits for an answer, or is in the middle of asking.
    Asking,
}

/// The number of connections that are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surplus {
    idle: usize,
    any: usize,
}

impl Surplus {
    /// The surplus of `open` connections, without those that have ended and only wait to be closed, where `missing`
    /// descriptors are wanted. Beyond the limit idle connections go; beyond twice the limit, and for want of descriptors,
    /// any.
    pub fn new(open: usize, max_connections: usize, missing: usize) -> Self {
        let beyond = |limit: usize| open.saturating_sub(limit).max(missing);
        Surplus { idle: beyond(max_connections), any: beyond(2 * max_connections) }
    }

    pub fn is_none(self) -> bool {
        self.idle == 0
    }

    /// How many connections go when `idle` of them are idle.
    pub fn leaving(self, idle: usize) -> usize {
        self.idle.min(idle.max(self.any))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_limit_idle_ones_go_and_beyond_twice_the_limit_any() {
        for (open, missing, idle, leaving) in [
            (10, 0, 10, 0),
            (11, 0, 11, 1),
            (11, 0, 0, 0),
            (15, 0, 3, 3),
            (20, 0, 0, 0),
            (21, 0, 0, 1),
            (21, 0, 5, 5),
            (21, 0, 21, 11),
            (5, 2, 0, 2),
            (5, 2, 5, 2),
        ] {
            let surplus = Surplus::new(open, 10, missing);
            assert_eq!(surplus.leaving(idle), leaving, "{open} open, {missing} missing, {idle} idle");
            assert_eq!(surplus.is_none(), open <= 10 && missing == 0, "{open} open, {missing} missing");
        }
    }
}
