//! What the server has done so far, in numbers, for `/metrics`. Knows no names of metrics.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Why the server itself ended a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A request was not complete in time.
    RequestTimeout,
    /// Nothing was asked for too long.
    Idle,
    /// A response was not taken in time.
    ResponseTimeout,
    /// A header section was too long.
    HeaderLimit,
    /// There were too many connections, and this one had been idle for longest.
    MaxConnections,
    /// Too many requests were sent without their answers being read.
    Pipeline,
}

impl Reason {
    pub const ALL: [Reason; 6] = [
        Reason::RequestTimeout,
        Reason::Idle,
        Reason::ResponseTimeout,
        Reason::HeaderLimit,
        Reason::MaxConnections,
        Reason::Pipeline,
    ];

    /// Its name in metrics and logs; the bounds are named as their options are.
    pub fn name(self) -> &'static str {
        match self {
            Reason::RequestTimeout => "request_timeout",
            Reason::Idle => "idle_timeout",
            Reason::ResponseTimeout => "response_timeout",
            Reason::HeaderLimit => "header_limit",
            Reason::MaxConnections => "max_connections",
            Reason::Pipeline => "pipeline",
        }
    }
}

#[derive(Debug, Default)]
pub struct Counters {
    classes: [AtomicU64; 4],
    bytes: AtomicU64,
    pub(super) open: AtomicU64,
    pub(super) workers: AtomicU64,
    malformed: AtomicU64,
    pub(super) listeners_replaced: AtomicU64,
    disconnected: [AtomicU64; Reason::ALL.len()],
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answers by the first digit of their status: 2, 3, 4 and 5.
    pub responses: [u64; 4],
    /// Bytes of all answers, heads included.
    pub bytes: u64,
    pub connections: u64,
    pub workers: u64,
    /// Requests that were answered 400 because HTTP forbids them.
    pub malformed: u64,
    /// How often accepting had to be started again.
    pub listeners_replaced: u64,
    /// Connections that the server ended, by [`Reason::ALL`].
    pub disconnected: [u64; Reason::ALL.len()],
}

impl Counters {
    pub(super) fn answered(&self, status: u16, bytes: usize) {
        let class = usize::from(status / 100).clamp(2, 5) - 2;
        self.classes[class].fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    pub(super) fn malformed(&self) {
        self.malformed.fetch_add(1, Relaxed);
    }

    pub(super) fn disconnected(&self, reason: Reason) {
        self.disconnected[reason as usize].fetch_add(1, Relaxed);
    }

    pub fn read(&self) -> Counts {
        Counts {
            responses: std::array::from_fn(|class| self.classes[class].load(Relaxed)),
            bytes: self.bytes.load(Relaxed),
            connections: self.open.load(Relaxed),
            workers: self.workers.load(Relaxed),
            malformed: self.malformed.load(Relaxed),
            listeners_replaced: self.listeners_replaced.load(Relaxed),
            disconnected: std::array::from_fn(|reason| self.disconnected[reason].load(Relaxed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_class_and_every_reason_its_place() {
        let counters = Counters::default();
        [200, 204, 304, 404, 414, 505].into_iter().for_each(|status| counters.answered(status, 10));
        Reason::ALL.into_iter().for_each(|reason| counters.disconnected(reason));
        let counts = counters.read();
        assert_eq!((counts.responses, counts.bytes), ([2, 1, 2, 1], 60));
        assert_eq!(counts.disconnected, [1; Reason::ALL.len()]);
    }

    #[test]
    fn a_bound_is_named_as_its_option_is() {
        let names = [
            "request_timeout",
            "idle_timeout",
            "response_timeout",
            "header_limit",
            "max_connections",
            "pipeline",
        ];
        assert_eq!(Reason::ALL.map(Reason::name), names);
        for (place, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, place);
        }
    }
}
